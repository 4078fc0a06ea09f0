/* Names people, cards and numbers, and fills templates. Knows the game's data and who sits
   where; never sees a table. */
#include "speak.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "faces.h"
#include "game.h"
#include "games.h"
#include "prose.h"
#include "strings/shared.def"
#include "strings/view.def"
#include "text.h"
#include "view.h"

const char *speak_between(int item, int count)
{
    return item == 0 ? "" : speak_string(item == count - 1 ? STRING_LIST_AND : STRING_LIST_MORE);
}

static const char *name_of(const struct view *view, int seat)
{
    return view->naming ? view->naming->names[seat] : NULL;
}

void speak_seat(const struct view *view, int seat, enum prose_style style, struct prose *out)
{
    int before = out->length;
    if (seat < 0 || seat >= TABLE_SEATS) {
        prose_put(out, speak_string(STRING_THE_TABLE));
        return;
    }
    if (name_of(view, seat) && text_is_shown(name_of(view, seat)))
        prose_put_foreign(out, style, name_of(view, seat));
    if (out->length == before) {
        char number[] = {'p', (char)('0' + (seat + 1) / 10), (char)('0' + (seat + 1) % 10), '\0'};
        if (number[1] == '0')
            memmove(number + 1, number + 2, 2);
        prose_styled(out, style, COLOUR_NONE, number);
    }
}

void speak_name_seats(const struct view *view, unsigned seats, char names[SEATS_BYTES])
{
    struct text text = text_over(names, SEATS_BYTES);
    for (int seat = 0; seat < TABLE_SEATS; seat++) {
        struct prose name;
        if (!(seats >> seat & 1))
            continue;
        prose_open(&name, view->language);
        speak_seat(view, seat, PROSE_PLAIN, &name);
        text_putf(&text, "%s%s", text.length > 0 ? "\n" : "", name.text);
    }
}

void speak_picture(const struct game *game, const struct ruleset *rules, int face,
                   char out[PROSE_PICTURE])
{
    static const char characters[] = "abcdefghijklmnopqrstuvwxyz0123456789_";
    enum { COUNT = sizeof characters - 1 };
    int number = face, at = 0;
    out[0] = '\0';
    while (at < game_count && games[at] != game)
        number += games[at++]->face_count;
    if (at == game_count || face >= game->face_count || number >= COUNT * COUNT ||
        (rules->faces != game->faces && !face_same(&rules->faces[face], &game->faces[face])))
        return;
    out[0] = characters[number / COUNT];
    out[1] = characters[number % COUNT];
    out[2] = '\0';
}

void speak_chip(const struct view *view, int face, struct prose *out)
{
    char picture[PROSE_PICTURE];
    if (view->is_aloud) {
        speak_name(view, face, SPEAK_FULL, out);
        return;
    }
    if (face_is_back(face)) {
        prose_put(out, "?");
        return;
    }
    speak_picture(view->game, view->rules, face, picture);
    prose_code(out, view->rules->faces[face].colour, picture, view->rules->faces[face].code);
}

void speak_name(const struct view *view, int face, enum speak_name form, struct prose *out)
{
    char picture[PROSE_PICTURE];
    if (face_is_back(face)) {
        prose_put(out, view->rules->backs[face_back_class(face)]);
        return;
    }
    const struct face *shown = &view->rules->faces[face];
    const char *name = form == SPEAK_BRIEF && shown->brief ? shown->brief
                       : form == SPEAK_MANY && shown->many ? shown->many
                                                           : shown->name;
    speak_picture(view->game, view->rules, face, picture);
    if (view->is_aloud || shown->colour == COLOUR_NONE)
        prose_put(out, name);
    else
        prose_card(out, shown->colour, picture, name);
}

void speak_count(int count, struct prose *out)
{
    if (count > 1)
        prose_putf(out, "%d ", count);
}

bool speak_arg_number(const int *args, int count, const char *key, int *value)
{
    int index = key[0] - '0';
    if (index < 0 || index >= count || key[1] != '\0')
        return false;
    *value = args[index];
    return true;
}

bool speak_arg(const struct view *view, const int *args, int count, const char *key,
               struct prose *out)
{
    int index = key[0] - '0';
    if (index < 0 || index >= count)
        return false;
    if (key[1] == '\0') {
        prose_putf(out, "%d", args[index]);
    } else if (strcmp(key + 1, ":seat") == 0) {
        speak_seat(view, args[index], PROSE_NAME, out);
    } else if (strcmp(key + 1, ":word") == 0) {
        check(args[index] >= 0 && args[index] < view->game->word_count);
        prose_put(out, view->game->words[args[index]]);
    } else {
        return false;
    }
    return true;
}

/* ---- templates ---- */

enum { PLURAL_MOST = 3 /* forms of a word by a number */ };

/* One of the words behind a key, by its number. */
static void choose(const char *bar, const char *end, int value, struct prose *out)
{
    const char *words[PLURAL_MOST + 1] = {bar + 1};
    int count = 1;
    for (const char *p = bar + 1; p < end; p++)
        if (*p == '|' && count < PLURAL_MOST)
            words[count++] = p + 1;
    words[count] = end + 1;
    int form = language_plural(out->language, value, count);
    prose_put_bytes(out, words[form], (int)(words[form + 1] - words[form]) - 1);
}

/* Expands the text between two braces. A translator may ask for a form of a name: "cards:acc". */
static void expand_blank(const char *blank, int length, const struct source *source,
                         struct prose *out)
{
    char key[EXPAND_KEY];
    const char *bar = memchr(blank, '|', (size_t)length), *end = blank + length;
    int key_length = bar ? (int)(bar - blank) : length, value;
    check(key_length > 0 && key_length < EXPAND_KEY);
    memcpy(key, blank, (size_t)key_length);
    key[key_length] = '\0';
    if (bar) {
        check(source->number(source, key, &value));
        choose(bar, end, value, out);
        return;
    }
    if (source->put(source, key, out))
        return;
    char *form = strrchr(key, ':');
    check(form);
    *form = '\0';
    out->form = form + 1;
    check(source->put(source, key, out));
    out->form = NULL;
}

void speak_expand(const char *template, const struct source *source, struct prose *out)
{
    if (out->language != LANGUAGE_EN)
        template = language_text(out->language, template);
    for (const char *open; (open = strchr(template, '{'));) {
        const char *close = strchr(open, '}');
        check(close);
        prose_put_bytes(out, template, (int)(open - template));
        expand_blank(open + 1, (int)(close - open) - 1, source, out);
        template = close + 1;
    }
    prose_put_bytes(out, template, (int)strlen(template));
}

/* ---- the host's sentences: strings.def filled with keys and values ---- */

enum { PAIRS = 16, TYPED_MOST = 40 };

#undef STRINGS_OF
#undef SENTENCE
#undef STRINGS_END
/* clang-format off */
#define STRINGS_OF(group)  static const char *const texts_##group[] = {NULL,
#define SENTENCE(id, text) (text),
#define STRINGS_END        };
/* clang-format on */
#include "strings.def"

static const struct {
    const char *const *texts;
    int count;
} groups[STRINGS_GROUPS] = {
#define GROUP_ROW(group)                                                                           \
    [STRINGS_##group] = {texts_##group, sizeof texts_##group / sizeof *texts_##group},
    STRING_GROUPS(GROUP_ROW)};

const char *speak_string(int id)
{
    int group = id / STRINGS_MOST, number = id % STRINGS_MOST;
    check(id > 0 && group < STRINGS_GROUPS && number > 0 && number < groups[group].count);
    return groups[group].texts[number];
}

struct pairs {
    struct source source;
    int count;
    const char *keys[PAIRS], *values[PAIRS];
};

static const char *find(const struct source *source, const char *key)
{
    const struct pairs *pairs = (const struct pairs *)source;
    for (int i = 0; i < pairs->count; i++)
        if (strcmp(pairs->keys[i], key) == 0)
            return pairs->values[i];
    return NULL;
}

static int count_people(const char *names)
{
    int count = names[0] != '\0';
    for (; *names; names++)
        count += *names == '\n';
    return count;
}

static void put_names(const char *names, enum prose_style style, struct prose *out)
{
    int count = count_people(names);
    for (int i = 0; i < count; i++) {
        char name[256];
        size_t length = strcspn(names, "\n"),
               kept = length < sizeof name ? length : sizeof name - 1;
        memcpy(name, names, kept);
        name[kept] = '\0';
        prose_put(out, speak_between(i, count));
        prose_put_foreign(out, style, name);
        names += length + (names[length] == '\n');
    }
}

static void put_people(const char *value, struct prose *out)
{
    put_names(value, PROSE_NAME, out);
}

static void put_called(const char *value, struct prose *out)
{
    put_names(value, PROSE_CALL, out);
}

static void put_text(const char *value, struct prose *out)
{
    prose_put(out, value);
}

static void put_command(const char *value, struct prose *out)
{
    prose_putf(out, "!%s", value);
}

/* How a move is typed, behind what holds before moves there. */
static void put_how(const char *value, struct prose *out)
{
    prose_styled(out, PROSE_MOVE, COLOUR_NONE, "!");
    prose_put_typed(out, value);
}

static void put_foreign(const char *value, struct prose *out)
{
    prose_put_foreign(out, PROSE_PLAIN, value);
}

/* Repeats only as much of a typed text as people need to recognise it. */
static void put_typed(const char *value, struct prose *out)
{
    char bytes[TYPED_MOST + 1];
    int length = (int)strlen(value),
        kept = length > TYPED_MOST ? text_utf8_floor(value, TYPED_MOST) : length;
    memcpy(bytes, value, (size_t)kept);
    bytes[kept] = '\0';
    prose_put_foreign(out, PROSE_PLAIN, bytes);
    prose_put(out, kept < length ? "..." : "");
}

/* The keys that are not just text from outside. */
static const struct key {
    const char *name;
    void (*put)(const char *value, struct prose *out);
} special[] = {
    {"who", put_people},  {"by", put_people},          {"call", put_called},
    {"text", put_text},   {"command", put_command},    {"typed", put_typed},
    {"how", put_how},     {"other", put_how},          {"promise", put_text},
    {"danger", put_text}, {"other_promise", put_text}, {"other_danger", put_text},
};

static bool put_key(const struct source *source, const char *key, struct prose *out)
{
    const char *value = find(source, key);
    void (*put)(const char *, struct prose *) = put_foreign;
    for (size_t i = 0; i < sizeof special / sizeof *special; i++)
        if (special[i].name[0] == key[0] && strcmp(special[i].name, key) == 0)
            put = special[i].put;
    if (value)
        put(value, out);
    return value != NULL;
}

static bool number_of(const struct source *source, const char *key, int *number)
{
    const char *value = find(source, key);
    if (!value)
        return false;
    bool digits = value[strspn(value, "0123456789")] == '\0';
    *number = digits ? (int)strtol(value, NULL, 10) : count_people(value);
    return true;
}

static void say(struct prose *out, const char *text, va_list args)
{
    struct pairs pairs = {.source = {put_key, number_of}};
    for (const char *key; (key = va_arg(args, const char *)); pairs.count++) {
        check(pairs.count < PAIRS);
        pairs.keys[pairs.count] = key;
        pairs.values[pairs.count] = va_arg(args, const char *);
        check(pairs.values[pairs.count]);
    }
    speak_expand(text, &pairs.source, out);
}

void view_string(struct prose *out, int id, ...)
{
    va_list args;
    va_start(args, id);
    say(out, speak_string(id), args);
    va_end(args);
}

void view_language_unknown(struct prose *out, const char *typed)
{
    char bytes[8 * LANGUAGE_COUNT];
    struct text codes = text_over(bytes, sizeof bytes);
    for (int i = 0; i < LANGUAGE_COUNT; i++)
        text_putf(&codes, "%s%s", i ? ", " : "", language_code((enum language)i));
    view_string(out, STRING_LANGUAGE_UNKNOWN, "typed", typed, "values", bytes, (char *)0);
    for (int i = 0; i < LANGUAGE_COUNT; i++)
        view_language_draft(out, (enum language)i);
}

void view_language_draft(struct prose *out, enum language language)
{
    if (!language_is_draft(language))
        return;
    prose_put(out, " ");
    view_string(out, STRING_LANGUAGE_DRAFT, "value", language_code(language), (char *)0);
}

void view_sentence(struct prose *out, const char *text, ...)
{
    va_list args;
    va_start(args, text);
    say(out, text, args);
    va_end(args);
}
