#include "evening.h"
#include "in_words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <utf8proc.h>

#include "check.h"
#include "game.h"
#include "games.h"
#include "heard.h"
#include "loop.h"
#include "prose.h"
#include "tables.h"
#include "testing.h"

enum { MESSAGES = 2000, COMPONENTS = 32 };

static const char network[] = "discord:club";

bool party_plays(const struct party *party, const struct game *game)
{
    size_t length = strlen(game->id);
    return strncmp(party->words, game->id, length) == 0 && strchr(" ", party->words[length]);
}

enum { GAMES_MOST = 40 };

/* One deal of a game that goes on until somebody has so many points. */
static const char *words_of(const struct game *game)
{
    static char words[GAMES_MOST][2 * HOST_NAME];
    int at = 0;
    while (games[at] != game)
        at++;
    check(at < GAMES_MOST);
    snprintf(words[at], sizeof words[at], "%s%s", game->id, game->ends ? " match=1" : "");
    return words[at];
}

struct party party_of(const struct game *game, int people)
{
    int most = game->seats_max < CLUB_HAL ? game->seats_max : CLUB_HAL; /* hal looks on */
    check(game->seats_min <= most);
    people = people < game->seats_min ? game->seats_min : people;
    return (struct party){game->name, words_of(game), people < most ? people : most};
}

int evening_dice(struct evening *evening, int count)
{
    evening->dice = evening->dice * 1664525 + 1013904223;
    return (int)((evening->dice >> 8) % (uint32_t)count);
}

struct session *evening_table(const struct evening *evening)
{
    char room[64];
    snprintf(room, sizeof room, "<#%llu>", (unsigned long long)evening->club.games);
    return host_find(evening->club.host, network, room);
}

/* ---- opening and closing ---- */

static uint64_t person(const struct evening *evening, int who)
{
    return evening->club.people[who];
}

/* A button of the table. */
static uint64_t press_table(struct evening *evening, int who, const char *word);

void evening_open(struct evening *evening, const struct party *party, enum evening_way way,
                  uint32_t seed, const struct standin_options *options)
{
    char play[128];
    bool draws = evening->club.draws;
    memset(evening, 0, sizeof *evening);
    evening->club.draws = draws;
    evening->club.seed = seed;
    evening->party = party;
    evening->way = way;
    evening->dice = seed;
    evening->pause = 1500;
    club_open(&evening->club, options);
    if (way == EVENING_PANELS)
        for (int who = 0; who < party->people; who++) {
            standin_slash(evening->club.discord, person(evening, who), evening->club.games,
                          "me hands by:panel");
            club_wait(&evening->club, evening->pause);
        }
    snprintf(play, sizeof play, "!play %s", party->words);
    club_say(&evening->club, 0, play);
    for (int who = 1; who < party->people; who++)
        if (way == EVENING_TYPED || !press_table(evening, who, "join"))
            club_say(&evening->club, who, "!join");
    if (way != EVENING_TYPED)
        press_table(evening, 0, "start");
    club_wait(&evening->club, 5000);
    if (evening_table(evening) && !host_is_playing(evening_table(evening)))
        club_say(&evening->club, 0, "!start");
    club_wait(&evening->club, 20000);
    if (!evening_table(evening) || !host_is_playing(evening_table(evening)))
        fail_msg("%s has not begun: %s", party->what, club_seen(&evening->club, 0));
    evening_forget_cost(evening);
}

void evening_close(struct evening *evening)
{
    club_close(&evening->club);
    free(evening->reading.messages);
}

/* ---- typing ---- */

struct choice {
    struct evening *evening;
    int count;
    char move[256];
};

static bool consider(void *arg, const char *move)
{
    struct choice *choice = arg;
    if (evening_dice(choice->evening, ++choice->count) == 0)
        snprintf(choice->move, sizeof choice->move, "%s", move);
    return true;
}

/* A random legal move of that person's; false if the person has no move. */
static bool choose(struct evening *evening, int who, struct choice *choice)
{
    char key[24];
    snprintf(key, sizeof key, "%llu", (unsigned long long)person(evening, who));
    const struct heard heard = {.network = network,
                                .key = key,
                                .name = "",
                                .text = "",
                                .now = loop_now(evening->club.loop)};
    *choice = (struct choice){.evening = evening};
    host_each_move(evening->club.host, evening_table(evening), &heard, consider, choice);
    return choice->count > 0;
}

bool evening_choose(struct evening *evening, int who, char *move, size_t size)
{
    struct choice choice;
    bool can = evening_table(evening) && choose(evening, who, &choice);
    if (can)
        snprintf(move, size, "%s", choice.move);
    return can;
}

/* Three of four in the room. */
static bool type(struct evening *evening, int who)
{
    struct choice choice;
    struct club *club = &evening->club;
    if (!choose(evening, who, &choice))
        return false;
    bool is_private = evening_dice(evening, 4) == 0;
    snprintf(evening->said, sizeof evening->said, "%s%s", is_private ? "" : "!", choice.move);
    uint64_t user = person(evening, who);
    standin_say(club->discord, user, is_private ? standin_dm(club->discord, user) : club->games,
                evening->said);
    club_wait(club, evening->pause);
    return true;
}

/* ---- pressing ---- */

/* The newest message there that the person sees with a custom id that begins so. */
static const struct standin_message *newest(struct evening *evening, int who, uint64_t channel,
                                            const char *begin)
{
    return channel ? standin_last_with(evening->club.discord, channel, person(evening, who), begin)
                   : NULL;
}

static const json_t *pick(struct evening *evening, const struct standin_message *message,
                          const char *letters)
{
    const json_t *found[COMPONENTS];
    int count = 0;
    const json_t *rows = json_object_get(message->body, "components");
    for (size_t r = 0; r < json_array_size(rows); r++) {
        const json_t *row = json_object_get(json_array_get(rows, r), "components");
        for (size_t c = 0; c < json_array_size(row) && count < COMPONENTS; c++) {
            const json_t *component = json_array_get(row, c);
            if (strchr(letters, json_string_value(json_object_get(component, "custom_id"))[0]))
                found[count++] = component;
        }
    }
    return count ? found[evening_dice(evening, count)] : NULL;
}

static uint64_t press_component(struct evening *evening, int who, uint64_t message,
                                const json_t *component)
{
    char id[128], value[128] = "";
    uint64_t user = person(evening, who);
    const json_t *options = json_object_get(component, "options");
    snprintf(id, sizeof id, "%s", json_string_value(json_object_get(component, "custom_id")));
    if (options) {
        const json_t *option =
            json_array_get(options, (size_t)evening_dice(evening, (int)json_array_size(options)));
        snprintf(value, sizeof value, "%s", json_string_value(json_object_get(option, "value")));
    }
    snprintf(evening->said, sizeof evening->said, "%s %s", id, value);
    uint64_t pressed = options ? standin_select(evening->club.discord, user, message, id, value)
                               : standin_press(evening->club.discord, user, message, id);
    club_wait(&evening->club, evening->pause);
    return pressed;
}

static uint64_t press_table(struct evening *evening, int who, const char *word)
{
    char id[32];
    snprintf(id, sizeof id, "t%d:%s", EVENING_TABLE, word);
    const struct standin_message *table = newest(evening, who, evening->club.games, id);
    if (!table)
        return 0;
    snprintf(evening->said, sizeof evening->said, "%s", id);
    uint64_t pressed = standin_press(evening->club.discord, person(evening, who), table->id, id);
    club_wait(&evening->club, evening->pause);
    return pressed;
}

/* A move under the board, where there are hers. */
static bool press_board(struct evening *evening, int who)
{
    char key[24], begin[64];
    struct press mark;
    struct prose hand;
    snprintf(key, sizeof key, "%llu", (unsigned long long)person(evening, who));
    const struct heard heard = {.network = network,
                                .key = key,
                                .name = "",
                                .text = "",
                                .now = loop_now(evening->club.loop)};
    prose_clear(&hand);
    if (!host_panel(evening_table(evening), &heard, &mark, &hand))
        return false;
    snprintf(begin, sizeof begin, "b%d.%d.%d:", (int)mark.table, mark.seat, mark.decision);
    const struct standin_message *board = newest(evening, who, evening->club.games, begin);
    return board && press_component(evening, who, board->id, pick(evening, board, "b"));
}

/* Their newest private message with a hand, as it is or with a card opened. */
static const struct standin_message *panel_of(struct evening *evening, int who)
{
    struct club *club = &evening->club;
    bool in_room = evening->way == EVENING_PANELS;
    uint64_t channel =
        in_room ? club->games : standin_dm_if_open(club->discord, person(evening, who));
    const struct standin_message *hand = newest(evening, who, channel, "r"),
                                 *opened = newest(evening, who, channel, "v");
    const struct standin_message *panel =
        !hand || (opened && opened->id > hand->id) ? opened : hand;
    return panel && in_room && !panel->viewer ? NULL : panel;
}

struct wish {
    struct evening *evening;
    int count;
    char card[HOST_NAME];
};

static bool wish_for(void *arg, const struct host_choice *choice)
{
    struct wish *wish = arg;
    if (evening_dice(wish->evening, ++wish->count) == 0)
        snprintf(wish->card, sizeof wish->card, "%s", choice->card);
    return true;
}

/* The card of a random legal move, "" if that needs none. Cards have buttons whatever is legal: one
   time of ten any. NULL if there is no such button. */
static const json_t *pick_card(struct evening *evening, int who,
                               const struct standin_message *panel)
{
    enum { TRIES = 300, ANY = 10 };
    char key[24];
    struct wish wish = {.evening = evening};
    snprintf(key, sizeof key, "%llu", (unsigned long long)person(evening, who));
    const struct heard heard = {.network = network, .key = key, .name = "", .text = ""};
    bool is_any = evening_dice(evening, ANY) == 0;
    host_each_choice(evening_table(evening), &heard, wish_for, &wish);
    for (int i = 0; i < TRIES && *wish.card; i++) {
        const json_t *card = pick(evening, panel, "c");
        const char *id = card ? json_string_value(json_object_get(card, "custom_id")) : NULL;
        if (!id || json_object_get(card, "options") || is_any ||
            strcmp(strchr(id, ':') + 1, wish.card) == 0)
            return card;
    }
    return NULL;
}

/* On the own panel a move, or a card or verb whose moves are then there; else the panel is asked
   for. A panel in direct messages can lack moves that others have made possible since: then it is
   refreshed. */
static bool press(struct evening *evening, int who)
{
    struct choice choice;
    bool in_room = evening->way == EVENING_PANELS;
    if (!choose(evening, who, &choice))
        return false;
    if (press_board(evening, who))
        return true;
    const struct standin_message *panel = panel_of(evening, who);
    const json_t *component = panel ? pick(evening, panel, "kl") : NULL;
    if (panel && !component)
        component = pick_card(evening, who, panel);
    if (panel && !component)
        component = pick(evening, panel, "ms");
    if (panel && !component)
        component = pick(evening, panel, "v");
    if (panel && !component && !in_room)
        component = pick(evening, panel, "r");
    if (component && press_component(evening, who, panel->id, component))
        return true;
    return press_table(evening, who, "hand") || press_table(evening, who, "play");
}

bool evening_act(struct evening *evening)
{
    int people = evening->party->people, first = evening_dice(evening, people);
    for (int i = 0; i < people && evening_table(evening); i++) {
        int who = (first + i) % people;
        if (evening->way == EVENING_TYPED ? type(evening, who) : press(evening, who))
            return true;
    }
    club_wait(&evening->club, evening->pause);
    return false;
}

/* ---- what it cost ---- */

void evening_forget_cost(struct evening *evening)
{
    evening->counted = standin_entries(evening->club.discord);
    evening->cost = (struct cost){0};
}

static bool is_room(const struct evening *evening, const struct standin_entry *entry)
{
    return entry->ids[0] == evening->club.games;
}

static void count_entry(struct evening *evening, const struct standin_entry *entry,
                        int letters[CLUB_PEOPLE])
{
    struct cost *cost = &evening->cost;
    if (strcmp(entry->route, "POST /channels/{}/messages") == 0 && is_room(evening, entry)) {
        cost->posts++;
    } else if (strcmp(entry->route, "PATCH /channels/{}/messages/{}") == 0 &&
               is_room(evening, entry)) {
        cost->edits++;
    } else if (strcmp(entry->route, "POST /channels/{}/messages") == 0) {
        cost->letters++;
        for (int who = 0; who < CLUB_PEOPLE; who++)
            letters[who] += standin_dm_if_open(evening->club.discord, evening->club.people[who]) ==
                            entry->ids[0];
    } else if (strcmp(entry->route, "PATCH /channels/{}/messages/{}") == 0) {
        cost->letter_edits++;
    } else if (strncmp(entry->route, "POST /interactions", 18) == 0) {
        cost->callbacks++;
    } else if (strstr(entry->route, " /webhooks/")) {
        cost->follow_ups++;
    } else {
        cost->others++;
    }
}

void evening_count(struct evening *evening)
{
    int letters[CLUB_PEOPLE] = {0}, count = standin_entries(evening->club.discord);
    for (; evening->counted < count; evening->counted++) {
        const struct standin_entry *entry = standin_entry(evening->club.discord, evening->counted);
        if (entry->kind == STANDIN_REQUEST)
            count_entry(evening, entry, letters);
    }
    for (int who = 0; who < CLUB_PEOPLE; who++)
        if (letters[who] > evening->cost.most_letters)
            evening->cost.most_letters = letters[who];
}

/* ---- what was posted ---- */

void evening_plain(char *text)
{
    char *to = text;
    for (const char *from = text; *from; from++) {
        if (*from == '\033') {
            from += strcspn(from, "m");
            if (!*from)
                break;
        } else if (strncmp(from, "-# ", 3) == 0 && (from == text || from[-1] == '\n')) {
            from += 2; /* small */
        } else if (*from == ' ' || *from == '\n') {
            if (to > text && to[-1] != ' ')
                *to++ = ' ';
        } else if (!strchr("*_`\\", *from) && (unsigned char)*from < 0x80) {
            *to++ = *from;
        }
    }
    *to = '\0';
}

/* Colours, marks of formatting and pictures are not counted: they are as wide as the client
   draws them. */
static int columns_of(const char *line, const char *end)
{
    enum { PICTURES = 0x1f000, BLACK_SQUARE = 0x2b1b, WHITE_SQUARE = 0x2b1c, STAR = 0x2b50 };
    int columns = 0;
    while (line < end) {
        if (*line == '\033') {
            line += strcspn(line, "m") + 1;
            continue;
        }
        if (*line == '\\' || strncmp(line, "<:", 2) == 0) {
            line += *line == '\\' ? 1 : (int)strcspn(line, ">") + 1;
            continue;
        }
        utf8proc_int32_t scalar;
        utf8proc_ssize_t size =
            utf8proc_iterate((const utf8proc_uint8_t *)line, end - line, &scalar);
        check(size > 0);
        if (scalar < PICTURES && scalar != BLACK_SQUARE && scalar != WHITE_SQUARE && scalar != STAR)
            columns += utf8proc_charwidth(scalar);
        line += size;
    }
    return columns;
}

/* What lies on a table stands in brackets, which outside of a block are escaped; nothing else
   has any. */
static bool is_of_board(const char *line, const char *end)
{
    const char *bracket = strstr(line, "\\[");
    return bracket && bracket < end;
}

int evening_width(const char *content)
{
    bool is_inside = false;
    int widest = 0;
    for (const char *line = content, *end; *line; line = end + (*end == '\n')) {
        end = line + strcspn(line, "\n");
        if (strncmp(line, "```", 3) == 0)
            is_inside = !is_inside;
        else if (is_inside || is_of_board(line, end))
            widest = columns_of(line, end) > widest ? columns_of(line, end) : widest;
    }
    return widest;
}

char *evening_posted(const struct evening *evening)
{
    static const struct standin_message *messages[MESSAGES];
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    check(out);
    int count = standin_messages(evening->club.discord, evening->club.games, STANDIN_EVERYONE,
                                 messages, MESSAGES);
    check(count <= MESSAGES);
    for (int i = 0; i < count; i++)
        if (messages[i]->author == standin_bot_user(evening->club.discord))
            fprintf(out, "%s\n", standin_content(messages[i]));
    fclose(out);
    evening_plain(text);
    return text;
}

/* ---- told and recorded ---- */

static int count_of(const char *text, const char *part)
{
    int count = 0;
    for (const char *at = text; (at = strstr(at, part)); at++)
        count++;
    return count;
}

/* What a line of the retelling says happened; "" if it shows how things stand. */
static char *tale_of(char *line)
{
    size_t digits = strspn(line, "0123456789");
    if (strncmp(line, "    ", 4) == 0 || strncmp(line, "== ", 3) == 0)
        return line + strlen(line);
    if (digits > 0 && line[digits] == '.' && (line[digits + 1] == ' ' || line[digits + 1] == '\0'))
        line += digits + 1;
    line += strspn(line, " ");
    evening_plain(line);
    return line;
}

/* What was told when it happened: not what a message says behind "The latest:". */
static char *told_live(const char *posted)
{
    char *live = strdup(posted);
    check(live);
    for (char *at = live; (at = strstr(at, in_words("<RECOVERED_LATEST_1>")));) {
        size_t length = strcspn(at, "\n"); /* up to the board */
        memset(at, '-', length);
    }
    return live;
}

/* Each tale in the order of the record, and once; twice if a kill left open whether it was told.
   `all`: every tale, one behind the other. */
static void expect_tale(const struct evening *evening, const char *tale, const char *all,
                        const char *posted, const char **at)
{
    const char *found = strstr(*at, tale);
    char *live = told_live(posted);
    int told = count_of(live, tale), recorded = count_of(all, tale);
    free(live);
    if (told < recorded && count_of(posted, tale) >= recorded)
        told = recorded;
    if (!found)
        fail_msg("%s: \"%s\" is recorded and %s; people read next: %.800s", evening->party->what,
                 tale, told > 0 ? "was told in another order" : "was not told", *at);
    bool is_on_boards = !strpbrk(tale, ":."); /* "bob 0", a result without a point */
    if (told != recorded && !is_on_boards)
        fail_msg("%s: \"%s\" is recorded %d times and was told %d times", evening->party->what,
                 tale, recorded, told);
    *at = found + strlen(tale);
}

void evening_expect_told(const struct evening *evening)
{
    char *posted = evening_posted(evening), *retold = evening_retold(evening, 0);
    char *tales = calloc(1, strlen(retold) + 1), *end = tales;
    check(tales);
    for (char *line = retold, *next; line; line = next) {
        next = strchr(line, '\n');
        if (next)
            *next++ = '\0';
        const char *tale = tale_of(line);
        if (*tale)
            end += sprintf(end, "%s\n", tale);
    }
    const char *at = posted;
    for (char *tale = tales; *tale;) {
        size_t length = strcspn(tale, "\n");
        char *copy = strndup(tale, length);
        check(copy);
        expect_tale(evening, copy, tales, posted, &at);
        free(copy);
        tale += length + 1;
    }
    free(tales);
    free(retold);
    free(posted);
}
