/* What those in front of the host ask about it; nothing here changes anything or tells anybody. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "room.h"
#include "text.h"

bool host_is_game(const char *words)
{
    return *words && game_find(words);
}

void host_each_game(bool (*each)(void *arg, const char *id), void *arg)
{
    for (int i = 0; i < game_count; i++)
        if (!each(arg, games[i]->id))
            return;
}

/* The names first: `each` may open and close tables. */
void host_each_room(struct host *host, const char *network, void (*each)(void *arg, const char *room), void *arg)
{
    int count = 0;
    char(*names)[HOST_ROOM] = calloc((size_t)host->room_count + 1, sizeof *names);
    check(names);
    for (int b = 0; b < HOST_BUCKETS; b++)
        for (const struct table_room *room = host->buckets[b]; room; room = room->next_in_bucket)
            if (strcmp(room->port->network, network) == 0)
                memcpy(names[count++], room->name, sizeof *names);
    for (int i = 0; i < count; i++)
        each(arg, names[i]);
    free(names);
}

const char *host_verb_help(const struct table_room *room, const char *word)
{
    size_t length = strlen(word);
    for (int v = 0; v < room->game->verb_count; v++) {
        const struct verb_spec *verb = &room->game->verbs[v];
        if (text_same_word(verb->word, word) && !(verb->flags & VERB_HOST))
            return verb->help;
        for (const char *alias = verb->aliases ? verb->aliases : ""; *alias; alias += strspn(alias, " ")) {
            size_t end = strcspn(alias, " ");
            if (end == length && text_is_prefix(word, alias))
                return verb->help;
            alias += end;
        }
    }
    return NULL;
}

bool host_is_move(struct table_room *room, const struct heard *heard, const char *typed)
{
    char bytes[HOST_TEXT];
    struct naming naming;
    struct sight sight;
    struct moves moves;
    struct read_move read;
    struct text text = text_over(bytes, sizeof bytes);
    int seat = room_has_begun(room) ? room_seat_of(room, heard) : -1;
    if (seat < 0 || room->seats[seat].is_left || !room_legal(room, seat, &sight, &moves))
        return false;
    typed += strspn(typed, " ;");
    text_put_bytes(&text, typed, (int)strcspn(typed, ";"));
    room_naming(room, &naming);
    move_read(&room->playing.rules, &naming, &sight, &moves, heard->room != NULL, bytes, &read);
    return read.reading == READING_MOVE;
}

bool host_is_settled(const struct host *host)
{
    for (int b = 0; b < HOST_BUCKETS; b++)
        for (const struct table_room *room = host->buckets[b]; room; room = room->next_in_bucket)
            if (room->change || room->play_on_at <= host->now)
                return false;
    return true;
}
