#include "input.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

#include "check.h"
#include "port.h"
#include "session.h"
#include "text.h"

static const char *const robots[ROBOT_LEVELS] = {[ROBOT_EASY] = "easy-robot",
                                                 [ROBOT_MEDIUM] = "robot",
                                                 [ROBOT_HARD] = "hard-robot",
                                                 [ROBOT_RANDOM] = "random-robot"};

const char *input_name_robot(enum robot_level level)
{
    return robots[level];
}

/* ---- what looks like a robot ---- */

enum { SPELLED = 24 };

/* Letters and digits that look like those of robots' names. */
static const struct {
    const char *alike;
    char letter;
} letters[] = {
    {"\u0430\u03b1\u0251\u1d00\u0561", 'a'},
    {"\u0432\u044c\u0431\u03b2\u0299\u0180\u0253\u0185", 'b'},
    {"\u0501\u1d05\u0111\u0257", 'd'},
    {"\u0435\u03b5\u1d07\u0454\u04bd", 'e'},
    {"\u04bb\u029c\u0570", 'h'},
    {"\u043c\u1d0d", 'm'},
    {"\u043f\u03b7\u0274\u0578", 'n'},
    {"\u043e\u03bf\u1d0f\u00f8\u0585\u03c3\u0275", 'o'},
    {"\u0433\u0280\u027e\u027f\u1d26", 'r'},
    {"\u0455\ua731", 's'},
    {"\u0442\u03c4\u1d1b\u0167", 't'},
    {"\u0443\u028f\u03b3\u04af", 'y'},
};

/* 0: another letter. */
static char letter_of(utf8proc_int32_t scalar)
{
    static const char digits[] = "o..ea.s.tb..";
    enum {
        FLAG_A = 0x1f1e6,
        FLAG_Z = 0x1f1ff,
        BLACK_CIRCLED_A = 0x1f150,
        BLACK_SQUARED_A = 0x1f170,
        ALPHABET = 26
    };
    utf8proc_uint8_t bytes[5] = {0};
    if (scalar >= 'a' && scalar <= 'z')
        return (char)scalar;
    if (scalar >= '0' && scalar <= '9')
        return digits[scalar - '0'];
    if (scalar >= FLAG_A && scalar <= FLAG_Z)
        return (char)('a' + scalar - FLAG_A);
    if (scalar >= BLACK_CIRCLED_A && scalar < BLACK_CIRCLED_A + ALPHABET)
        return (char)('a' + scalar - BLACK_CIRCLED_A);
    if (scalar >= BLACK_SQUARED_A && scalar < BLACK_SQUARED_A + ALPHABET)
        return (char)('a' + scalar - BLACK_SQUARED_A);
    utf8proc_encode_char(scalar, bytes);
    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
        if (scalar >= 0x80 && strstr(letters[i].alike, (const char *)bytes))
            return letters[i].letter;
    utf8proc_category_t category = utf8proc_category(scalar);
    return category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO ? '\0' : '.';
}

/* "R0-bot 2" is spelled "robot". False if it does not fit or has other letters. */
static bool spell(const utf8proc_uint8_t *folded, bool drops_number, struct text *out)
{
    utf8proc_int32_t scalar;
    utf8proc_ssize_t size, left = (utf8proc_ssize_t)strlen((const char *)folded);
    while (drops_number && left > 0 && strchr("0123456789", folded[left - 1]))
        left--;
    for (; left > 0; folded += size, left -= size) {
        size = utf8proc_iterate(folded, left, &scalar);
        char letter[2] = {size > 0 ? letter_of(scalar) : '\0', '\0'};
        if (!letter[0])
            return false;
        if (letter[0] != '.')
            text_put(out, letter);
    }
    return !out->cut;
}

static bool is_robots_name(const char *spelled)
{
    for (int level = 0; level < ROBOT_LEVELS; level++) {
        const char *minus = strchr(robots[level], '-');
        size_t before = minus ? (size_t)(minus - robots[level]) : 0;
        if (strncmp(spelled, robots[level], before) == 0 &&
            strcmp(spelled + before, robots[level] + before + (minus != NULL)) == 0)
            return true;
    }
    return false;
}

static bool looks_like_a_robot(const char *name)
{
    utf8proc_uint8_t *folded = NULL;
    bool is_alike = false;
    const utf8proc_option_t how = UTF8PROC_COMPAT | UTF8PROC_DECOMPOSE | UTF8PROC_CASEFOLD |
                                  UTF8PROC_STRIPMARK | UTF8PROC_IGNORE | UTF8PROC_NULLTERM;
    if (utf8proc_map((const utf8proc_uint8_t *)name, 0, &folded, how) < 0)
        return false;
    for (int drops = 0; drops < 2 && !is_alike; drops++) {
        char bytes[SPELLED];
        struct text spelled = text_over(bytes, sizeof bytes);
        is_alike = spell(folded, drops, &spelled) && is_robots_name(bytes);
    }
    free(folded);
    return is_alike;
}

void input_name_person(const char *name, char *out, int size)
{
    static const char person[] = "-person";
    struct text text = text_over(out, (size_t)size);
    text_put_shown(&text, name);
    if (*name && !text_is_shown(out)) {
        text_clear(&text);
        text_put(&text, "somebody");
    } else if (looks_like_a_robot(out)) {
        int most = size - (int)sizeof person;
        text.length = text.length > most ? text_utf8_floor(out, most) : text.length;
        out[text.length] = '\0';
        text.cut = false;
        text_put(&text, person);
    }
}

/* ---- inputs ---- */

const char *host_source(const struct heard *heard)
{
    return heard->source.id ? heard->source.id : heard->key;
}

struct input *input_new(enum input_kind kind, const struct session *session, int64_t now)
{
    struct input *input = calloc(1, sizeof *input);
    check(input);
    input->kind = kind;
    input->now = now;
    if (session) {
        snprintf(input->network, sizeof input->network, "%s", session->home.port->network);
        snprintf(input->room, sizeof input->room, "%s", session->home.name);
    }
    return input;
}

/* A name that is cut is still a name. Line ends would make it several, and no record holds
   control bytes. */
void input_set_name(struct input *input, const char *name)
{
    input_name_person(name, input->name, sizeof input->name);
}

void input_go_by(struct input *input, const char *name)
{
    memcpy(input->own_name, input->name, sizeof input->own_name);
    input_set_name(input, name);
}

/* The adapter and commands/ keep out keys and texts that do not fit: cut, they would mean
   something else. */
struct input *input_of_heard(const struct heard *heard)
{
    struct input *input = input_new(INPUT_HEARD, NULL, heard->now);
    const char *room = heard->room ? heard->room : "";
    check(strlen(heard->network) < HOST_NETWORK && strlen(room) < HOST_ROOM &&
          strlen(heard->key) < HOST_KEY && strlen(heard->text) < HOST_TEXT);
    check(strlen(host_source(heard)) < HOST_SOURCE &&
          (!heard->group || strlen(heard->group) < HOST_GROUP));
    input->rank = heard->rank;
    input->source_people = heard->source.people;
    snprintf(input->source, sizeof input->source, "%s", host_source(heard));
    snprintf(input->group, sizeof input->group, "%s", heard->group ? heard->group : "");
    input->in_private = heard->room == NULL;
    input->has_id = heard->id && strlen(heard->id) < INPUT_ID;
    input->is_press = heard->press != NULL;
    input->is_awaited = heard->is_awaited;
    input->is_addressed = heard->is_addressed;
    if (heard->press)
        input->press = *heard->press;
    snprintf(input->network, sizeof input->network, "%s", heard->network);
    snprintf(input->room, sizeof input->room, "%s", room);
    snprintf(input->key, sizeof input->key, "%s", heard->key);
    snprintf(input->text, sizeof input->text, "%s", heard->text);
    snprintf(input->id, sizeof input->id, "%s", input->has_id ? heard->id : "");
    input_set_name(input, heard->name);
    return input;
}

struct heard input_heard(const struct input *input)
{
    return (struct heard){.network = input->network,
                          .room = input->in_private ? NULL : input->room,
                          .group = input->group[0] ? input->group : NULL,
                          .key = input->key,
                          .source = {input->source[0] ? input->source : NULL, input->source_people},
                          .name = input->name,
                          .own_name = input->own_name[0] ? input->own_name : NULL,
                          .rank = input->rank,
                          .is_awaited = input->is_awaited,
                          .is_addressed = input->is_addressed,
                          .text = input->text,
                          .id = input->has_id ? input->id : NULL,
                          .press = input->is_press ? &input->press : NULL,
                          .now = input->now};
}
