/* See usage.h. */
#include "usage.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "commands.h"
#include "tables.h"
#include "text.h"

/* ---- words of a usage ---- */

static const struct row {
    const char *command, *word, *option;
    enum usage_kind kind;
    int least, most;
    const char *said, *about;
} rows[] = {
#define PART(command, word, option, kind, least, most, said, about)                                \
    {command, word, #option, USAGE_##kind, least, most, said, about},
#define GROUP(slash, about)
#include "usage.def"
#undef GROUP
#undef PART
};

static const struct row *row_of(const char *command, const char *word)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].word, word) == 0 &&
            (!rows[i].command[0] || strcmp(rows[i].command, command) == 0))
            return &rows[i];
    return NULL;
}

bool usage_next(const char *command, const char **words, struct usage_part *out)
{
    const char *p = *words + strspn(*words, " ");
    int length = (int)(*p == '[' ? strcspn(p, "]") + 1 : strcspn(p, " "));
    if (!*p)
        return false;
    *words = p + length;
    *out = (struct usage_part){.is_needed = *p != '['};
    snprintf(out->word, sizeof out->word, "%.*s", out->is_needed ? length : length - 2,
             p + !out->is_needed);
    const struct row *row = row_of(command, out->word);
    if (row) {
        out->kind = row->kind;
        out->option = row->option;
        out->said = row->said;
        out->about = row->about;
        out->least = row->least;
        out->most = row->most;
    }
    return true;
}

void usage_each_choice(const struct usage_part *part, bool (*each)(void *arg, const char *word),
                       void *arg)
{
    bool goes_on = true;
    for (const char *p = part->word; *p && goes_on; p += strcspn(p, "|"), p += *p == '|') {
        char word[HOST_NAME];
        snprintf(word, sizeof word, "%.*s", (int)strcspn(p, "|"), p);
        if (strcmp(word, "GAME") == 0)
            host_each_game(each, arg);
        else
            goes_on = each(arg, word);
    }
}

bool usage_put_path(const struct commands_row *row, struct text *out)
{
    bool is_top = text_is_prefix("top", row->slash);
    if (strcmp(row->slash, "none") == 0)
        return false;
    text_putf(out, "%s%s%s", is_top ? "" : row->slash, is_top ? "" : " ", row->name);
    return true;
}

const char *usage_about(const char *slash)
{
    static const struct {
        const char *slash, *about;
    } groups[] = {
#define PART(command, word, option, kind, least, most, said, about)
#define GROUP(slash, about) {slash, about},
#include "usage.def"
#undef GROUP
#undef PART
    };
    const char *about = NULL;
    for (size_t i = 0; i < sizeof groups / sizeof *groups && !about; i++)
        about = strcmp(groups[i].slash, slash) == 0 ? groups[i].about : NULL;
    check(about);
    return about;
}

bool usage_is_slash(const struct commands_row *row, const char *words, int length)
{
    static const char here[] = " here";
    enum { HERE = sizeof here - 1 };
    return strcmp(row->slash, "none") != 0 &&
           (!row->is_of_operators || (length >= HERE && memcmp(words, here, HERE) == 0));
}

/* ---- what a sentence shows behind a command ---- */

/* The words that are left. */
struct shown {
    const char *at, *end;
    const char *name; /* of somebody, or NULL */
    int name_length;
};

/* Of letters, digits and what stands in options, rooms and time zones. */
static int word_length(const struct shown *shown)
{
    const char *at = shown->at;
    if (at == shown->name)
        return shown->name_length;
    while (at < shown->end && (isalnum((unsigned char)*at) || strchr("=-+_#&<>:", *at)))
        at++;
    while (at > shown->at && strchr("-:", at[-1]))
        at--;
    return (int)(at - shown->at);
}

/* Goes behind the blank after the word; false where another sign follows. */
static bool go_behind(struct shown *shown, int length)
{
    shown->at += length;
    bool has_more = shown->at + 1 < shown->end && *shown->at == ' ';
    shown->at += has_more;
    return has_more;
}

static bool is_among(const char *words, const char *word, int length)
{
    for (const char *p = words; *p; p += strcspn(p, " |"), p += *p != '\0')
        if (strncmp(p, word, (size_t)length) == 0 && (!p[length] || strchr(" |", p[length])))
            return true;
    return false;
}

static bool stands_for(const struct usage_part *part, const char *kind)
{
    return is_among(part->said ? part->said : "", kind, (int)strlen(kind)) ||
           is_among(part->word, kind, (int)strlen(kind));
}

static bool is_game(const char *word, int length)
{
    char bytes[HOST_NAME];
    snprintf(bytes, sizeof bytes, "%.*s", length, word);
    return length < HOST_NAME && host_is_game(bytes);
}

static bool is_of(const char *word, int length, const char *signs)
{
    for (int i = 0; i < length; i++)
        if (!strchr(signs, word[i]))
            return false;
    return true;
}

/* "bridged libera #games" */
static bool is_before_room(struct shown shown, int length)
{
    return go_behind(&shown, length) && shown.at < shown.end && strchr("#&<", *shown.at);
}

static bool ends_sentence(const struct shown *shown, int length)
{
    const char *behind = shown->at + length;
    return behind < shown->end && *behind == '.' && (behind + 1 == shown->end || behind[1] == ' ');
}

static bool is_of_kind(const struct usage_part *part, const struct shown *shown, int length)
{
    enum { CODE_LEAST = 4 };
    static const char digits[] = "0123456789", code[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    const char *word = shown->at;
    return (part->kind == USAGE_NUMBER && is_of(word, length, digits)) ||
           (stands_for(part, "GAME") && is_game(word, length)) ||
           (stands_for(part, "CODE") && length >= CODE_LEAST && is_of(word, length, code)) ||
           (stands_for(part, ".") && ends_sentence(shown, length)) ||
           (stands_for(part, "#") && strchr("0123456789#&<+", *word)) ||
           (stands_for(part, "COMMAND") &&
            commands_find(word, length, &(struct commands_row){0})) ||
           (stands_for(part, "ROOM") && is_before_room(*shown, length));
}

/* Bytes of the word, if it can be a value of that option; else 0. */
static int value_length(const struct usage_part *part, const struct shown *shown)
{
    int length = word_length(shown);
    const char *word = shown->at;
    if (length == 0)
        return 0;
    if (word == shown->name)
        return stands_for(part, "NAME") ? length : 0;
    bool has_value = memchr(word, '=', (size_t)length);
    bool is_it = has_value ? strchr(part->word, '=') || stands_for(part, "name=value")
                           : is_among(part->word, word, length) ||
                                 (part->said && is_among(part->said, word, length)) ||
                                 is_of_kind(part, shown, length);
    if (has_value && strncmp(part->word, "cut=", 4) == 0)
        is_it = strncmp(word, "cut=", 4) == 0;
    else if (has_value && strncmp(word, "cut=", 4) == 0)
        is_it = false;
    return is_it ? length : 0;
}

/* Of some options more than one word. */
static int values_length(const struct usage_part *part, struct shown shown)
{
    const char *begin = shown.at, *end = begin;
    bool takes_more = true;
    for (int length; takes_more && (length = value_length(part, &shown)) > 0;) {
        end = shown.at + length;
        takes_more =
            go_behind(&shown, length) && (strstr(part->word, "...") || stands_for(part, "..."));
    }
    return (int)(end - begin);
}

/* Any word counts where the next option has a value behind it. */
static int any_length(const char *command, const char *words, struct shown shown)
{
    struct usage_part next;
    int length = word_length(&shown);
    return length > 0 && go_behind(&shown, length) && usage_next(command, &words, &next) &&
                   values_length(&next, shown) > 0
               ? length
               : 0;
}

/* Instead of one person. */
static const char order_all[] = "everybody";

static void put_option(const struct usage_part *part, const char *value, int length,
                       struct text *out)
{
    size_t skipped = strncmp(part->word, "cut=", 4) == 0 ? 4 : 0;
    if (part->kind == USAGE_FLAG)
        text_putf(out, " %s:True", part->option);
    else if (part->kind == USAGE_USER && is_among(order_all, value, length))
        text_putf(out, " all:%.*s", length, value);
    else if (part->kind != USAGE_LITERAL)
        text_putf(out, " %s:%.*s", part->option, length - (int)skipped, value + skipped);
}

/* The usage itself, of a word that may be left out: "[CODE]" is "[code:CODE]". Its bytes; 0 if
   something else stands there. */
static int put_left_out(const struct usage_part *part, const struct shown *shown, struct text *out)
{
    int length = (int)strlen(part->word), skipped = strncmp(part->word, "cut=", 4) == 0 ? 4 : 0;
    if (part->is_needed || shown->end - shown->at < length + 2 || shown->at[0] != '[' ||
        memcmp(shown->at + 1, part->word, (size_t)length) != 0 || shown->at[length + 1] != ']')
        return 0;
    if (part->kind != USAGE_LITERAL)
        text_putf(out, " [%s:%s]", part->option,
                  part->kind == USAGE_FLAG ? "True" : part->word + skipped);
    return length + 2;
}

int usage_put_options(const struct commands_row *row, const char *words, int length, int name_at,
                      int name_length, struct text *out)
{
    struct shown shown = {.at = words,
                          .end = words + length,
                          .name = name_length > 0 ? words + name_at : NULL,
                          .name_length = name_length};
    const char *usage = row->words, *taken = words;
    struct usage_part part;
    bool has_more = go_behind(&shown, 0);
    while (has_more && usage_next(row->name, &usage, &part)) {
        int value = put_left_out(&part, &shown, out), said = 0;
        if (value == 0)
            value = said = values_length(&part, shown);
        if (value == 0 && stands_for(&part, "*"))
            value = said = any_length(row->name, usage, shown);
        if (value == 0)
            continue;
        if (said > 0)
            put_option(&part, shown.at, said, out);
        taken = shown.at + value;
        has_more = go_behind(&shown, value);
    }
    return (int)(taken - words);
}
