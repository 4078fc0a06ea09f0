/* Before a game: opening a table, its options, sitting down, robots, starting. Each is a line of the record first (recover.c
   applies it) and a sentence afterwards. Getting up is in leave.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "record.h"
#include "room.h"
#include "text.h"

enum { LINE_BYTES = 1024 };

static void put_number(char bytes[12], int number)
{
    snprintf(bytes, 12, "%d", number);
}

/* ---- options ---- */

/* Applies "name=value ..." to a copy of the options; false and a sentence if one does not fit. */
static bool read_options(const struct game *game, const char *words, int *options, struct text *why)
{
    for (const char *p = words + strspn(words, " "); *p; p += strspn(p, " ")) {
        char bytes[128];
        size_t length = strcspn(p, " ");
        struct text word = text_over(bytes, sizeof bytes);
        text_put_bytes(&word, p, (int)length);
        char *equals = strchr(bytes, '=');
        if (!equals) {
            text_putf(why, "'%s' is no option; an option is written name=value.", bytes);
            return false;
        }
        *equals = '\0';
        if (!option_set(game, options, bytes, equals + 1, why))
            return false;
        p += length;
    }
    return true;
}

static void put_options(const struct game *game, const int *options, struct text *line)
{
    for (int i = 0; i < game->option_count; i++) {
        char bytes[128];
        struct text value = text_over(bytes, sizeof bytes);
        option_format(&game->options[i], options[i], &value);
        record_put(line, game->options[i].name, bytes);
    }
}

static void told_options(struct change *change)
{
    struct table_room *room = change->room;
    struct prose options;
    prose_clear(&options);
    view_options(room->game, room->playing.rules.options, false, &options);
    tell_room(room, POST_NEWS, STRING_OPTIONS_CHANGED, "who", change->heard.name, "options", options.text, (char *)0);
}

static void list_options(struct table_room *room, const struct heard *heard)
{
    struct prose prose;
    prose_clear(&prose);
    if (room->game->option_count == 0) {
        view_string(&prose, STRING_OPTIONS_NONE, "game", room->game->name, (char *)0);
    } else {
        view_string(&prose, STRING_OPTIONS_HELP, "game", room->game->name, (char *)0);
        prose_put(&prose, "\n");
        view_options(room->game, room->playing.rules.options, true, &prose);
    }
    host_whisper(room->host, heard, &prose);
}

void host_set_options(struct host *host, struct table_room *room, const struct heard *heard, const char *words)
{
    char bytes[LINE_BYTES], reason[512];
    struct text line = text_over(bytes, sizeof bytes), why = text_over(reason, sizeof reason);
    int options[RULESET_OPTIONS];
    if (host_lacks_table(host, room, heard))
        return;
    if (words[strspn(words, " ")] == '\0') {
        list_options(room, heard);
        return;
    }
    if (room_has_begun(room)) {
        struct prose now;
        prose_clear(&now);
        view_options(room->game, room->playing.rules.options, false, &now);
        tell_person(host, heard, STRING_OPTIONS_RUNNING, "options", now.text, (char *)0);
        return;
    }
    if (room_refuses(room, heard, "options"))
        return;
    memcpy(options, room->playing.rules.options, sizeof options);
    bool fits = read_options(room->game, words, options, &why);
    const char *excluded = fits && room->game->excludes ? room->game->excludes(options, 0) : NULL;
    if (!fits || excluded) {
        tell_person(host, heard, STRING_OPTIONS_REFUSED, "why", excluded ? excluded : reason, (char *)0);
        return;
    }
    text_put(&line, "option");
    put_options(room->game, options, &line);
    change_commit_line(room, heard, &line, SEAT_NONE, NULL, false, told_options);
}

/* ---- opening ---- */

static void put_players(const struct game *game, char *bytes, size_t size)
{
    if (game->seats_min == game->seats_max)
        snprintf(bytes, size, "%d", game->seats_min);
    else
        snprintf(bytes, size, "%d to %d", game->seats_min, game->seats_max);
}

static void tell_seat_word(struct table_room *room, const struct heard *heard, const char *word)
{
    if (*word)
        tell_word(room, heard, STRING_SEAT_WORD, word);
}

static const char *excluded_by(const struct table_room *room)
{
    return room->game->excludes ? room->game->excludes(room->playing.rules.options, room->seat_count) : NULL;
}

/* The people of whom the network says this. */
static unsigned people_in_reach(const struct table_room *room, enum host_reach reach)
{
    unsigned seats = 0;
    for (int seat = 0; seat < room->seat_count; seat++) {
        const struct seat *s = &room->seats[seat];
        if (s->kind == SEAT_PERSON && !s->is_detached && room->port->reach(room->port->self, s->key) == reach)
            seats |= 1u << seat;
    }
    return seats;
}

/* Begins, if everybody can be given the hand; else when they can. */
static void start_when_reached(struct table_room *room, const struct heard *heard)
{
    bool has_secrets = room->game->hand >= 0 && room->port->reach;
    unsigned unreached = has_secrets ? people_in_reach(room, HOST_UNREACHED) : 0;
    if (unreached) {
        char names[TABLE_SEATS * HOST_NAME];
        struct text who = text_over(names, sizeof names);
        room_people(room, unreached, &who);
        tell_room(room, POST_NEWS, STRING_START_UNREACHED, "who", names, (char *)0);
    }
    room->is_start_wanted = unreached || (has_secrets && people_in_reach(room, HOST_REACH_ASKED));
    if (!room->is_start_wanted)
        turn_start(room, heard);
}

static bool is_full(const struct table_room *room)
{
    return room->seat_count == room->game->seats_max;
}

void lobby_start_if_full(struct table_room *room)
{
    const char *excluded = excluded_by(room);
    if (!is_full(room))
        return;
    if (excluded)
        tell_room(room, POST_NEWS, STRING_START_EXCLUDED, "why", excluded, (char *)0);
    else
        start_when_reached(room, NULL);
}

void lobby_play_on(struct table_room *room)
{
    bool can_start = room->seat_count >= room->game->seats_min && !excluded_by(room);
    if (room->is_start_wanted && can_start)
        start_when_reached(room, NULL);
    else
        lobby_start_if_full(room);
}

void host_reach_known(struct host *host, const char *network, const char *key, int64_t now)
{
    struct table_room *room;
    host->now = now;
    for (int i = 0; (room = host_table_of(host, network, key, i)); i++)
        if (room->is_start_wanted && !room_has_begun(room))
            clock_play_on_at(room, now);
}

/* The options that differ from the standard, "layout=hearts match=3". */
static void put_chosen(const struct table_room *room, struct text *out)
{
    for (int i = 0; i < room->game->option_count; i++) {
        const struct option_spec *option = &room->game->options[i];
        if (room->playing.rules.options[i] == option->standard)
            continue;
        text_putf(out, "%s%s=", out->length > 0 ? " " : "", option->name);
        option_format(option, room->playing.rules.options[i], out);
    }
}

/* Whether the options are those of a game for one. */
static bool is_for_one_alone(const struct table_room *room)
{
    const struct game *game = room->game;
    const int *options = room->playing.rules.options;
    return game->seats_min == 1 && game->excludes && !game->excludes(options, 1) && game->excludes(options, 2);
}

static void told_opened(struct change *change)
{
    struct table_room *room = change->room;
    char players[24], bytes[LINE_BYTES];
    struct text options = text_over(bytes, sizeof bytes);
    put_players(room->game, players, sizeof players);
    put_chosen(room, &options);
    enum string id = options.length == 0      ? STRING_TABLE_OPENED
                     : is_for_one_alone(room) ? STRING_TABLE_OPENED_ALONE
                                              : STRING_TABLE_OPENED_WITH;
    tell_room(room, POST_NEWS, id, "who", change->heard.name, "game", room->game->name, "players", players, "options",
              bytes, (char *)0);
    tell_seat_word(room, &change->heard, change->note);
    lobby_start_if_full(room);
}

/* A line that seats a person; on networks whose keys do not last, with a seat word, which `word` gets. */
static void put_person(const struct table_room *room, const char *key, const char *name, int seat, struct text *line,
                       char word[16])
{
    record_put_number(line, "seat", seat + 1);
    record_put(line, "key", key);
    record_put(line, "name", name);
    word[0] = '\0';
    if (!room_key_lasts(room->port, key)) {
        unsigned char hash[ROOM_HASH];
        word_new(word, hash, room->id);
        record_put_bytes(line, "word", hash, ROOM_HASH);
    }
}

void lobby_put_record(const struct table_room *room, const char *key, const char *name, struct text *line)
{
    text_put(line, "record");
    record_put_number(line, "version", RECORD_VERSION);
    record_put(line, "game", room->game->id);
    record_put_number(line, "rules", room->game->version);
    record_put(line, "network", room->port->network);
    record_put(line, "room", room->name);
    record_put(line, "opener", key);
    record_put(line, "name", name);
    if (room->has_payer)
        record_put_bytes(line, "source", room->payer, ROOM_PAYER);
    if (room->group[0])
        record_put(line, "group", room->group);
    check(!line->cut);
}

/* Whose share it is, before anything is saved: two of one person's may wait for the disk. */
static void count_new(struct table_room *room, const struct heard *heard)
{
    shares_hash(room->host, heard->network, host_source(heard), room->payer);
    room->has_payer = true;
    snprintf(room->group, sizeof room->group, "%s", heard->group ? heard->group : "");
    shares_count(room);
}

static void open_table(struct host *host, const struct heard *heard, const struct game *game, const int *options)
{
    const struct host_port *port = host_port_of(host, heard->network);
    char name[HOST_ROOM], bytes[LINE_BYTES], word[16];
    check(port);
    snprintf(name, sizeof name, "%s%s", heard->room ? "" : "@", heard->room ? heard->room : heard->key);
    struct table_room *room = room_new(host, port, name, game);
    room->id = host->next_table++;
    count_new(room, heard);
    struct text line = text_over(bytes, sizeof bytes);
    lobby_put_record(room, heard->key, heard->name, &line);
    struct change *change = change_new(room, heard);
    change_add(change, bytes);
    text_clear(&line);
    text_put(&line, "option");
    put_options(game, options, &line);
    if (game->option_count > 0)
        change_add(change, bytes);
    check(!line.cut);
    text_clear(&line);
    text_put(&line, "sit");
    put_person(room, heard->key, heard->name, 0, &line, word);
    check(!line.cut);
    change_add(change, bytes);
    change->applies_lines = true;
    change->told = told_opened;
    snprintf(change->note, sizeof change->note, "%s", word);
    change_commit(change);
}

/* A table is there already: says what it is. */
static void tell_open(struct table_room *room, const struct heard *heard)
{
    char names[TABLE_SEATS * HOST_NAME];
    struct text who = text_over(names, sizeof names);
    room_people(room, room_all_seats(room), &who);
    bool is_abandoned = !room->is_recovered && !absent_present(room);
    if (room_has_begun(room))
        tell_person(room->host, heard, is_abandoned ? STRING_TABLE_FREE_OFFERED : STRING_TABLE_RUNNING_ALREADY, "who",
                    names, "game", room->game->name, (char *)0);
    else if (room->seat_count > 0)
        tell_person(room->host, heard, STRING_TABLE_OPEN_ALREADY, "who", names, "game", room->game->name, (char *)0);
    else
        tell_person(room->host, heard, STRING_INTERNAL_WAIT, (char *)0); /* it is being opened */
}

static void tell_unknown_game(struct host *host, const struct heard *heard, const char *word)
{
    const struct game *nearest = game_nearest(word);
    if (*word == '\0')
        tell_person(host, heard, STRING_GAME_WHICH, "id", games[0]->id, (char *)0);
    else if (nearest)
        tell_person(host, heard, STRING_GAME_UNKNOWN_NEAREST, "typed", word, "game", nearest->name, "id", nearest->id,
                    (char *)0);
    else
        tell_person(host, heard, STRING_GAME_UNKNOWN, "typed", word, (char *)0);
}

/* Whether a table may be opened with these words; the sentence that says why not is told. */
static bool may_open(struct host *host, const struct heard *heard, const struct game *game, const char *words,
                     int *options)
{
    char reason[512];
    struct text why = text_over(reason, sizeof reason);
    if (shares_refuse(host, heard))
        return false;
    bool fits = read_options(game, words, options, &why);
    const char *excluded = fits && game->excludes ? game->excludes(options, 0) : NULL;
    if (!fits || excluded)
        tell_person(host, heard, STRING_OPTIONS_REFUSED_OPEN, "why", excluded ? excluded : reason, (char *)0);
    return fits && !excluded;
}

/* Takes the network's own "thread=yes" or "thread=no" out of the words; true if it was yes. */
static bool take_wish(const struct host_port *port, const char *words, struct text *rest)
{
    bool is_wanted = false;
    char yes[HOST_NAME], no[HOST_NAME], word[HOST_TEXT];
    snprintf(yes, sizeof yes, "%s=yes", port->apart ? port->apart : "");
    snprintf(no, sizeof no, "%s=no", port->apart ? port->apart : "");
    for (const char *p = words + strspn(words, " "); *p; p += strspn(p, " ")) {
        size_t length = strcspn(p, " ");
        struct text copy = text_over(word, sizeof word);
        text_put_bytes(&copy, p, (int)length);
        if (port->apart && text_same_word(word, yes))
            is_wanted = true;
        else if (port->apart && text_same_word(word, no))
            is_wanted = false;
        else
            text_putf(rest, "%s%s", rest->length > 0 ? " " : "", word);
        p += length;
    }
    return is_wanted;
}

static void open_apart(struct host *host, const struct heard *heard, const struct game *game, const char *words)
{
    const struct host_port *port = host_port_of(host, heard->network);
    const struct host_apart table = {.game = game->id, .name = game->name, .options = words};
    struct prose why;
    prose_clear(&why);
    if (!port->open_apart(port->self, heard, &table, &why))
        host_whisper(host, heard, &why);
}

void host_open(struct host *host, const struct heard *heard, const char *word, const char *words)
{
    char name[HOST_ROOM], bytes[HOST_TEXT];
    struct text rest = text_over(bytes, sizeof bytes);
    const struct game *game = game_find(word);
    bool is_apart = take_wish(host_port_of(host, heard->network), words, &rest) && heard->room;
    snprintf(name, sizeof name, "%s%s", heard->room ? "" : "@", heard->room ? heard->room : heard->key);
    struct table_room *room = host_find(host, heard->network, name);
    struct ruleset rules;
    if (room && !is_apart) {
        tell_open(room, heard);
        return;
    }
    if (!game) {
        tell_unknown_game(host, heard, word);
        return;
    }
    game_ruleset(game, &rules);
    if (!may_open(host, heard, game, bytes, rules.options))
        return;
    if (is_apart)
        open_apart(host, heard, game, bytes);
    else
        open_table(host, heard, game, rules.options);
}

void host_open_apart(struct host *host, const struct heard *heard, const char *game, const char *options)
{
    struct heard open = *heard;
    open.is_open = true;
    host->now = heard->now;
    host->has_committed = false;
    host_open(host, &open, game, options);
    if (!host->has_committed)
        host_dismiss(host, heard);
}

/* ---- sitting down ---- */

static void told_seated(struct change *change)
{
    struct table_room *room = change->room;
    const struct seat *seat = &room->seats[change->seat];
    char missing[12], seated[12], most[12];
    bool is_robot = seat->kind == SEAT_ROBOT, full = is_full(room);
    put_number(missing, room->game->seats_min - room->seat_count);
    put_number(seated, room->seat_count);
    put_number(most, room->game->seats_max);
    enum string id = room->seat_count < room->game->seats_min ? (is_robot ? STRING_ROBOT_JOINED : STRING_JOINED)
                     : full ? (is_robot ? STRING_ROBOT_JOINED_FULL : STRING_JOINED_FULL)
                            : (is_robot ? STRING_ROBOT_JOINED_ENOUGH : STRING_JOINED_ENOUGH);
    if (!is_robot)
        tell_seat_word(room, &change->heard, change->note);
    if (!full || excluded_by(room)) /* else the start says who plays */
        tell_room(room, POST_NEWS, id, "who", seat->name, "level", robot_levels[seat->level], "missing", missing,
                  "seated", seated, "most", most, (char *)0);
    lobby_start_if_full(room);
}

static void told_returned(struct change *change)
{
    struct table_room *room = change->room;
    struct prose tale;
    prose_clear(&tale);
    view_string(&tale, STRING_RETURNED, "who", room->seats[change->seat].name, (char *)0);
    tell_standing(room, POST_NEWS, &tale);
    tell_hand(room, change->seat, NULL);
}

void host_join(struct host *host, struct table_room *room, const struct heard *heard)
{
    char bytes[LINE_BYTES], word[16];
    struct text line = text_over(bytes, sizeof bytes);
    if (host_lacks_table(host, room, heard))
        return;
    int seat = room_seat_of(room, heard);
    if (seat >= 0 && room->seats[seat].is_left) {
        text_put(&line, "back");
        record_put_number(&line, "seat", seat + 1);
        change_commit_line(room, heard, &line, seat, NULL, false, told_returned);
    } else if (seat >= 0) {
        tell_person(host, heard, room_has_begun(room) ? STRING_JOIN_SEATED : STRING_JOIN_SEATED_START, (char *)0);
    } else if (room_has_begun(room) || room->seat_count == room->game->seats_max ||
               room_seat_waiting(room, heard->name) >= 0) {
        tell_not_seated(room, heard, room_has_begun(room) ? STRING_JOIN_RUNNING : STRING_JOIN_FULL);
    } else {
        text_put(&line, "sit");
        put_person(room, heard->key, heard->name, room->seat_count, &line, word);
        change_commit_line(room, heard, &line, room->seat_count, word, false, told_seated);
    }
}

/* A name that nobody at the table has: robot, robot2, ... */
void lobby_name_robot(const struct table_room *room, char name[HOST_NAME])
{
    snprintf(name, HOST_NAME, "robot");
    for (int i = 2; names_find(room, name); i++)
        snprintf(name, HOST_NAME, "robot%d", i);
}

int robot_level_of(const char *word)
{
    for (int level = 0; level < ROBOT_LEVELS; level++)
        if (text_same_word(word, robot_levels[level]))
            return level;
    return -1;
}

void lobby_put_robot(int seat, enum robot_level level, const char *name, struct text *line)
{
    text_put(line, "sit");
    record_put_number(line, "seat", seat + 1);
    record_put(line, "robot", robot_levels[level]);
    record_put(line, "name", name);
    check(!line->cut);
}

void host_add_robot(struct host *host, struct table_room *room, const struct heard *heard, const char *word)
{
    char bytes[LINE_BYTES], name[HOST_NAME];
    struct text line = text_over(bytes, sizeof bytes);
    int level = *word ? robot_level_of(word) : ROBOT_GREEDY;
    if (host_lacks_table(host, room, heard))
        return;
    if (level < 0) {
        tell_person(host, heard, STRING_ROBOT_LEVEL_UNKNOWN, "typed", word, "levels", "random or greedy", "level",
                    "greedy", (char *)0);
    } else if (room_has_begun(room) || room->seat_count == room->game->seats_max) {
        tell_not_seated(room, heard, room_has_begun(room) ? STRING_JOIN_RUNNING : STRING_JOIN_FULL);
    } else if (room_seat_of(room, heard) < 0 && !room_obeys(room, heard)) {
        tell_person(host, heard, STRING_NOT_SEATED, (char *)0);
    } else if (!room_is_alone(room) && room_refuses_with(room, heard, STRING_ROBOT_NOT_YOURS, "add robots")) {
        return;
    } else {
        lobby_name_robot(room, name);
        lobby_put_robot(room->seat_count, (enum robot_level)level, name, &line);
        change_commit_line(room, heard, &line, room->seat_count, NULL, false, told_seated);
    }
}

void host_start(struct host *host, struct table_room *room, const struct heard *heard)
{
    char least[12], missing[12];
    if (host_lacks_table(host, room, heard))
        return;
    if (room_has_begun(room)) {
        tell_person(host, heard, STRING_START_RUNNING, (char *)0);
        return;
    }
    if (room_seat_of(room, heard) < 0 && !room_obeys(room, heard)) {
        tell_person(host, heard, STRING_NOT_SEATED, (char *)0);
        return;
    }
    if (room->seat_count < room->game->seats_min) {
        put_number(least, room->game->seats_min);
        put_number(missing, room->game->seats_min - room->seat_count);
        tell_person(host, heard, STRING_START_TOO_FEW, "game", room->game->name, "least", least, "missing", missing,
                    (char *)0);
        return;
    }
    if (!room_is_alone(room) && !is_full(room) &&
        room_refuses_with(room, heard, STRING_START_NOT_YOURS, "start with free seats"))
        return;
    const char *excluded = excluded_by(room);
    if (excluded)
        tell_person(host, heard, STRING_START_EXCLUDED, "why", excluded, (char *)0);
    else
        start_when_reached(room, heard);
}
