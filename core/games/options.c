/* Options of a table: from text to values and back, with sentences that name what is allowed.
   The same for every game. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "game.h"
#include "text.h"

enum { LISTED = 400 }; /* bytes of the values or options of a game */

/* For games without labels of their own. */
static const char alphabet[] = "abcdefghijklmnopqrstuvwxyz";

void game_ruleset(const struct game *game, struct ruleset *out)
{
    char bytes[128];
    struct text why = text_over(bytes, sizeof bytes);
    if (!game_fits(game, &why))
        check_failed(__FILE__, __LINE__, bytes);
    *out = (struct ruleset){
        .registers = game->registers,
        .faces = game->faces,
        .face_count = game->face_count,
        .backs = game->backs,
        .back_count = game->back_count,
        .verbs = game->verbs,
        .verb_count = game->verb_count,
        .hand = game->hand,
        .labels = game->labels ? game->labels : alphabet,
        .version = game->version,
        .first_seat = SEAT_NONE,
    };
    ruleset_set_zones(out, game->zones, game->shared_zones, game->seat_zones);
    for (int i = 0; i < game->option_count; i++)
        out->options[i] = game->options[i].standard;
}

bool game_plays(const struct game *game, long long version)
{
    int oldest = game->version_min > 0 ? game->version_min : game->version;
    return version >= oldest && version <= game->version;
}

static int find_word(const struct option_spec *option, const char *word, size_t length)
{
    char bytes[32];
    struct text text = text_over(bytes, sizeof bytes);
    text_put_bytes(&text, word, (int)length);
    for (int i = 0; i < option->word_count && !text.cut; i++)
        if (text_same_word(bytes, option->words[i]))
            return i;
    return -1;
}

static bool read_number(const struct option_spec *option, const char *value, int *out)
{
    if (option->word_count > 0 && find_word(option, value, strlen(value)) == 0) {
        *out = option->least - 1;
        return true;
    }
    char *end;
    long number = strtol(value, &end, 10);
    *out = (int)number;
    return end != value && *end == '\0' && number >= option->least && number <= option->most;
}

static bool read_set(const struct option_spec *option, const char *value, int *out)
{
    *out = 0;
    if (text_same_word(value, "none"))
        return true;
    for (const char *p = value;;) {
        size_t length = strcspn(p, ",+");
        int word = find_word(option, p, length);
        if (word < 0)
            return false;
        *out |= 1 << word;
        if (p[length] == '\0')
            return true;
        p += length + 1;
    }
}

static bool read_value(const struct option_spec *option, const char *value, int *out)
{
    switch (option->kind) {
    case OPTION_CHOICE:
        *out = find_word(option, value, strlen(value));
        return *out >= 0;
    case OPTION_NUMBER:
        return read_number(option, value, out);
    case OPTION_SET:
        return read_set(option, value, out);
    }
    return false;
}

/* ---- what is said about them ---- */

enum sentence { NO_OPTIONS, NO_OPTION_BUT_NEAR, NO_OPTION, NOT_A_VALUE, NO_VALUE };

static const char *const sentences[] = {
    [NO_OPTIONS] = "{0} has no options.",
    [NO_OPTION_BUT_NEAR] = "{0} has no option '{1}'; did you mean '{2}'?",
    [NO_OPTION] = "{0} has no option '{1}'. It has: {2}.",
    [NOT_A_VALUE] = "'{1}' is not a value of {0}. It can be {2}.",
    [NO_VALUE] = "There is no value behind '{0}='. It can be {2}.",
};

enum form { ONE_OF_TWO, RANGE, RANGE_OR, ANY_OF };

static const char *const forms[] = {
    [ONE_OF_TWO] = "{0} or {1}",
    [RANGE] = "{0} to {1}",
    [RANGE_OR] = "{0} to {1}, or {2}",
    [ANY_OF] = "none, or any of {0} joined by commas",
};

static void fill(const char *pattern, const char *const values[3], struct text *out)
{
    for (const char *p = pattern; *p; p++) {
        bool is_value = *p == '{';
        if (is_value)
            text_put(out, values[p[1] - '0']);
        else
            text_put_bytes(out, p, 1);
        p += is_value ? 2 : 0;
    }
}

static void put_list(const char *const *words, int count, struct text *out)
{
    for (int i = 0; i < count; i++)
        text_putf(out, "%s%s", i ? ", " : "", words[i]);
}

void option_allowed(const struct option_spec *option, struct text *out)
{
    char bytes[LISTED];
    struct text list = text_over(bytes, sizeof bytes);
    const char *const *words = option->words;
    switch (option->kind) {
    case OPTION_CHOICE:
        put_list(words, option->word_count - 1, &list); /* of at least two */
        fill(forms[ONE_OF_TWO], (const char *const[3]){bytes, words[option->word_count - 1]}, out);
        break;
    case OPTION_NUMBER:
        fill(forms[option->word_count > 0 ? RANGE_OR : RANGE],
             (const char *const[3]){text_number(option->least), text_number(option->most),
                                    option->word_count > 0 ? words[0] : ""},
             out);
        break;
    case OPTION_SET:
        put_list(words, option->word_count, &list);
        fill(forms[ANY_OF], (const char *const[3]){bytes}, out);
        break;
    }
}

void option_format(const struct option_spec *option, int value, struct text *out)
{
    switch (option->kind) {
    case OPTION_CHOICE:
        text_put(out, option->words[value]);
        break;
    case OPTION_NUMBER:
        if (value < option->least)
            text_put(out, option->words[0]);
        else
            text_putf(out, "%d", value);
        break;
    case OPTION_SET:
        if (value == 0)
            text_put(out, "none");
        for (int i = 0, first = 1; i < option->word_count; i++)
            if (value >> i & 1) {
                text_putf(out, "%s%s", first ? "" : ",", option->words[i]);
                first = 0;
            }
        break;
    }
}

static int find_option(const struct game *game, const char *name, struct text *why)
{
    char bytes[LISTED];
    int nearest = -1, best = 3;
    for (int i = 0; i < game->option_count; i++) {
        if (text_same_word(name, game->options[i].name))
            return i;
        int distance = text_distance(name, game->options[i].name, best);
        if (distance < best) {
            best = distance;
            nearest = i;
        }
    }
    struct text list = text_over(bytes, sizeof bytes);
    for (int i = 0; i < game->option_count; i++)
        text_putf(&list, "%s%s", i ? ", " : "", game->options[i].name);
    enum sentence said = game->option_count == 0 ? NO_OPTIONS
                         : nearest >= 0          ? NO_OPTION_BUT_NEAR
                                                 : NO_OPTION;
    fill(sentences[said],
         (const char *const[3]){game->name, name,
                                nearest >= 0 ? game->options[nearest].name : bytes},
         why);
    return -1;
}

bool option_set(const struct game *game, int *options, const char *name, const char *value,
                struct text *why)
{
    int found = find_option(game, name, why), number;
    if (found < 0)
        return false;
    if (!read_value(&game->options[found], value, &number)) {
        char bytes[LISTED];
        struct text allowed = text_over(bytes, sizeof bytes);
        option_allowed(&game->options[found], &allowed);
        fill(sentences[*value ? NOT_A_VALUE : NO_VALUE],
             (const char *const[3]){game->options[found].name, value, bytes}, why);
        return false;
    }
    options[found] = number;
    return true;
}

int game_match_length(const struct game *game, const struct ruleset *rules, int seats)
{
    int option = game->match_option;
    if (game->length)
        return game->length(rules, seats);
    return option < 0 ? 1
                      : (int)strtol(game->options[option].words[rules->options[option]], NULL, 10);
}
