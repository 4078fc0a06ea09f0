/* See retold.h. Only words are compared: how lines are laid out differs between networks and a
   page. */
#include "retold.h"
#include "in_words.h"

#include <ctype.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot.h"
#include "client.h"
#include "games.h"
#include "program.h"
#include "testing.h"

enum { TOLD = 1024 * 1024, LINE = 16 * 1024, SEATS = 12 };

struct told {
    char text[TOLD];
    size_t length;
};

/* ---- words ---- */

static void add_blank(struct told *told)
{
    if (told->length > 0 && told->text[told->length - 1] != ' ')
        told->text[told->length++] = ' ';
    told->text[told->length] = '\0';
}

/* Behind the number of a colour: one or two digits. */
static const char *skip_number(const char *at)
{
    for (int digits = 0; digits < 2 && *at >= '0' && *at <= '9'; digits++)
        at++;
    return at;
}

/* Without colours of IRC, line ends, and everything that is not ASCII. */
static void add_words(struct told *told, const char *text, size_t size)
{
    for (const char *at = text; at < text + size; at++) {
        if (*at == '\003') {
            at = skip_number(at + 1);
            at = (*at == ',' && skip_number(at + 1) > at + 1 ? skip_number(at + 1) : at) - 1;
        } else if (*at == ' ' || *at == '\n') {
            add_blank(told);
        } else if (*at > ' ') {
            told->text[told->length++] = *at;
        }
        assert_true(told->length < TOLD - 2);
    }
    add_blank(told);
}

/* The text of a line of a transcript, if the bot said it there; else NULL. */
static const char *find_text(const struct client *client, const char *line, bool is_private)
{
    char target[64] = "";
    int at = 0;
    if (client->on)
        sscanf(line, "%63[a-z]: %n", target, &at);
    else
        sscanf(line, "<- :tabletalk!%*s PRIVMSG %63s :%n", target, &at);
    bool is_room = strcmp(target, client->on ? "room" : client->room) == 0;
    return at > 0 && is_private != is_room ? line + at : NULL;
}

/* What somebody read of the bot in the room, or in private. */
static void add_read(struct told *told, const struct client *client, bool is_private)
{
    told->length = 0;
    told->text[0] = '\0';
    for (const char *line = client_transcript(client), *end; *line; line = end + (*end == '\n')) {
        const char *text = find_text(client, line, is_private);
        end = line + strcspn(line, "\n");
        if (text)
            add_words(told, text, text < end ? (size_t)(end - text) : 0);
    }
}

/* ---- the record ---- */

static int write_line(void *file, int columns, char **values, char **names)
{
    (void)columns, (void)names;
    fprintf(file, "%s\n", values[0]);
    return 0;
}

/* The lines in their order, the persons behind the first one; no key or name of these people has
   to be encoded. */
static const char export_lines[] =
    "SELECT text FROM (SELECT record, seq, 0 AS number, text FROM line UNION ALL SELECT record, 1, number, "
    "'@person number=' || number || ' network=' || network || ' key=' || key || ' name=' || name || ' salt=' || salt || "
    "CASE source WHEN '' THEN '' ELSE ' source=' || source END FROM person) WHERE record = (SELECT max(record) FROM line) ORDER BY seq, number";

static void export_record(const struct bot *bot, const char *path)
{
    char database[512];
    sqlite3 *db;
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    snprintf(database, sizeof database, "%s/data/tabletalk.db", bot_folder(bot));
    assert_int_equal(sqlite3_open_v2(database, &db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, export_lines, write_line, file, NULL), SQLITE_OK);
    sqlite3_close(db);
    assert_int_equal(fclose(file), 0);
}

char *retold_read(const struct bot *bot, const char *how)
{
    char record[512], command[1200], bytes[LINE], *text;
    size_t size;
    snprintf(record, sizeof record, "%s/record", bot_folder(bot));
    export_record(bot, record);
    snprintf(command, sizeof command, "%s replay %s %s", program_path(), record, how);
    FILE *from = popen(command, "r"); /* NOLINT(cert-env33-c): our own program, our own paths */
    FILE *to = open_memstream(&text, &size);
    assert_true(from && to);
    while (fgets(bytes, sizeof bytes, from))
        fputs(bytes, to);
    fclose(to);
    assert_int_equal(pclose(from), 0);
    return text;
}

/* ---- the room ---- */

/* Behind the name of who has won, "ann wins Coloretto with 44". NULL if absent. */
static const char *find_result(const char *text)
{
    const char *first = NULL;
    for (int i = 0; i < game_count; i++) {
        char words[64];
        snprintf(words, sizeof words, " %s with ", games[i]->name);
        const char *found = strstr(text, words);
        first = found && (!first || found < first) ? found : first;
    }
    return first;
}

/* How much of what is told of a move is without the words about a big moment, which a room need
   not be told: they stand last. */
static size_t length_without_voice(const char *text, size_t length)
{
    for (int i = 0; i < game_count; i++)
        for (int m = 0; m < games[i]->moment_count; m++) {
            const char *words = games[i]->moments[m].words, *from = strchr(words, '}');
            char part[96];
            from = words[0] == '{' ? from + 1 : words;
            snprintf(part, sizeof part, "%.*s", (int)strcspn(from, "{"), from);
            const char *found = memmem(text, length, part, strlen(part));
            while (found && found > text && strncmp(found, ". ", 2) != 0)
                found--;
            if (found)
                return (size_t)(found - text) + (*found == '.');
        }
    return length;
}

/* What was told since the last table was opened. */
static const char *last_table(const char *told)
{
    const char *last = told;
    for (const char *at = told; (at = strstr(at, " opened ")); at++)
        last = at;
    return last;
}

const char *retold_latest(const char *retold)
{
    const char *latest = retold;
    for (const char *at = retold; *at; at += strcspn(at, "\n") + 1) {
        size_t number = strspn(at, "0123456789");
        if (number > 0 && strncmp(at + number, ". ", 2) == 0)
            latest = at;
    }
    return latest;
}

const char *retold_missing(const char *retold, const struct client *client, int *tales)
{
    static struct told told, line;
    add_read(&told, client, false);
    const char *from = last_table(told.text), *result = find_result(retold);
    *tales = 0;
    for (const char *at = retold; *at; at += strcspn(at, "\n") + 1) {
        size_t number = strspn(at, "0123456789");
        bool is_tale = number > 0 && strncmp(at + number, ". ", 2) == 0;
        bool is_result = result && at + strcspn(at, "\n") > result && *at != ' ' && *at != '\n';
        if (!is_tale && !is_result)
            continue;
        const char *text = is_tale ? at + number + 2 : at;
        line.length = 0;
        add_words(&line, text, length_without_voice(text, strcspn(text, "\n")));
        from = strstr(from, line.text);
        if (!from)
            return line.text;
        from += line.length - 1;
        *tales += 1;
    }
    return NULL;
}

/* Whether these words were told, and no longer number or word than the last of them. */
static bool has_words(const char *told, const struct told *words)
{
    size_t length = words->length - (words->length > 0 && words->text[words->length - 1] == ' ');
    for (const char *at = told; (at = memmem(at, strlen(at), words->text, length)); at++)
        if (!isalnum((unsigned char)at[length]))
            return true;
    return false;
}

bool retold_is_shown(const char *retold, const struct client *client)
{
    static const char between[] = " | ";
    static struct told told, part;
    const char *at = retold_latest(retold);
    at += strcspn(at, "\n");
    at += strspn(at, "\n ");
    add_read(&told, client, false);
    for (const char *line_end = at + strcspn(at, "\n"), *next; at < line_end; at = next) {
        const char *end = strstr(at, between);
        end = end && end < line_end ? end : line_end;
        next = end < line_end ? end + strlen(between) : line_end;
        part.length = 0;
        add_words(&part, at, (size_t)(end - at));
        if (!has_words(last_table(told.text), &part))
            return false;
    }
    return true;
}

bool retold_is_in_room(const struct client *client, const char *words)
{
    static struct told told;
    add_read(&told, client, false);
    return strstr(told.text, in_words(words)) != NULL;
}

/* ---- hands ---- */

static const char hand_words[] = "your hand:";

/* Whether the cards of a hand, "d red heart, e blue heart", stand in [at, end) one after the other,
   as in a message with a line for each. */
static bool has_cards(const char *at, const char *end, const char *hand, size_t length, int cards)
{
    for (const char *piece = hand; piece < hand + length; cards--) {
        const char *piece_end = strstr(piece, ", ");
        if (!piece_end || piece_end > hand + length)
            piece_end = hand + length;
        size_t size = (size_t)(piece_end - piece);
        while ((at = memmem(at, (size_t)(end - at), piece, size)) &&
               isalnum((unsigned char)at[size]))
            at += size;
        if (!at)
            return false;
        at += size;
        piece = piece_end + 2;
    }
    return cards == 0;
}

/* "3 cards", with a line for each of them: whether one of the retold hands has them. */
static bool has_hand_of(const struct told *retold, const char *at, int cards)
{
    const char *end = strstr(at, hand_words);
    end = end ? end : at + strlen(at);
    for (const char *hand = retold->text; (hand = strstr(hand, hand_words));) {
        hand += strlen(hand_words) + 1;
        if (has_cards(at, end, hand, strcspn(hand, "."), cards))
            return true;
    }
    return false;
}

/* How many hands there are in `read`; -1: one of them is not in `retold`. */
static int count_hands(const struct told *read, const struct told *retold)
{
    int hands = 0;
    for (const char *at = read->text; (at = strstr(at, hand_words)); hands++) {
        char hand[LINE];
        snprintf(hand, sizeof hand, "%.*s", (int)strcspn(at, "."), at);
        const char *number = hand + strlen(hand_words) + 1,
                   *word = number + strspn(number, "0123456789");
        at += strlen(hand_words);
        bool has_lines = word > number && strncmp(word, " card", 5) == 0;
        if (has_lines ? !has_hand_of(retold, at, atoi(number)) : !strstr(retold->text, hand))
            return -1;
    }
    return hands;
}

int retold_find_seat(const struct bot *bot, const struct client *client, int seats, int *hands)
{
    static struct told read, words;
    char how[32];
    int found = 0;
    add_read(&read, client, true);
    for (int seat = 1; seat <= seats; seat++) {
        snprintf(how, sizeof how, "--seat %d", seat);
        char *retold = retold_read(bot, how);
        words.length = 0;
        add_words(&words, retold, strlen(retold));
        free(retold);
        int count = count_hands(&read, &words);
        if (count < 0)
            continue;
        if (found)
            fail_msg("the hands of %s are those of seat %d and of seat %d", client->name, found,
                     seat);
        found = seat;
        *hands = count;
    }
    return found;
}
