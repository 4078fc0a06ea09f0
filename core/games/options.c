/* Options of a table: from text to values and back, with sentences that name what is allowed. The same for every game. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "game.h"
#include "text.h"

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

static void put_list(const char *const *words, int count, const char *last, struct text *out)
{
    for (int i = 0; i < count; i++)
        text_putf(out, "%s%s", i == 0 ? "" : i == count - 1 ? last : ", ", words[i]);
}

void option_allowed(const struct option_spec *option, struct text *out)
{
    switch (option->kind) {
    case OPTION_CHOICE:
        put_list(option->words, option->word_count, " or ", out);
        break;
    case OPTION_NUMBER:
        text_putf(out, "%d to %d", option->least, option->most);
        if (option->word_count > 0)
            text_putf(out, ", or %s", option->words[0]);
        break;
    case OPTION_SET:
        text_put(out, "none, or any of ");
        put_list(option->words, option->word_count, ", ", out);
        text_put(out, " joined by commas");
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
    if (game->option_count == 0) {
        text_putf(why, "%s has no options.", game->name);
    } else if (nearest >= 0) {
        text_putf(why, "%s has no option '%s'; did you mean '%s'?", game->name, name, game->options[nearest].name);
    } else {
        text_putf(why, "%s has no option '%s'. It has:", game->name, name);
        for (int i = 0; i < game->option_count; i++)
            text_putf(why, "%s %s", i ? "," : "", game->options[i].name);
        text_put(why, ".");
    }
    return -1;
}

bool option_set(const struct game *game, int *options, const char *name, const char *value, struct text *why)
{
    int found = find_option(game, name, why), number;
    if (found < 0)
        return false;
    if (!read_value(&game->options[found], value, &number)) {
        text_putf(why, "'%s' is not a value of %s. It can be ", value, game->options[found].name);
        option_allowed(&game->options[found], why);
        text_put(why, ".");
        return false;
    }
    options[found] = number;
    return true;
}

int game_match_length(const struct game *game, const int *options)
{
    if (game->match_option < 0)
        return 1;
    return (int)strtol(game->options[game->match_option].words[options[game->match_option]], NULL, 10);
}
