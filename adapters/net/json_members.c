/* See json_members.h. */
#include "json_members.h"

#include <string.h>

static void skip_space(struct json_members *scan)
{
    while (scan->at < scan->end && (*scan->at == ' ' || *scan->at == '\n' || *scan->at == '\r' || *scan->at == '\t'))
        scan->at++;
}

static bool take_byte(struct json_members *scan, char byte)
{
    skip_space(scan);
    if (scan->at >= scan->end || *scan->at != byte)
        return false;
    scan->at++;
    return true;
}

/* From behind the opening quote to behind the closing one: the first quote behind an even number of backslashes. */
static bool skip_string(struct json_members *scan)
{
    const char *begin = scan->at;
    for (;;) {
        const char *quote = memchr(scan->at, '"', (size_t)(scan->end - scan->at)), *before = quote;
        if (!quote) {
            scan->at = scan->end;
            return false;
        }
        scan->at = quote + 1;
        while (before > begin && before[-1] == '\\')
            before--;
        if ((quote - before) % 2 == 0)
            return true;
    }
}

/* From the opening bracket to behind the closing one. Jansson checks that the kinds of brackets fit. */
static bool skip_nested(struct json_members *scan)
{
    size_t depth = 0;
    while (scan->at < scan->end) {
        switch (*scan->at++) {
        case '"':
            if (!skip_string(scan))
                return false;
            break;
        case '{':
        case '[':
            depth++;
            break;
        case '}':
        case ']':
            if (--depth == 0)
                return true;
            break;
        default:
            break;
        }
    }
    return false;
}

static bool skip_word(struct json_members *scan)
{
    const char *begin = scan->at;
    while (scan->at < scan->end && *scan->at != ',' && *scan->at != '}' && *scan->at != ']' && *scan->at > ' ')
        scan->at++;
    return scan->at > begin && scan->at < scan->end;
}

static bool skip_value(struct json_members *scan)
{
    skip_space(scan);
    if (scan->at >= scan->end)
        return false;
    if (*scan->at == '{' || *scan->at == '[')
        return skip_nested(scan);
    if (*scan->at != '"')
        return skip_word(scan);
    scan->at++;
    return skip_string(scan);
}

void json_members_begin(struct json_members *members, const char *text, const char *end)
{
    *members = (struct json_members){.at = text, .end = end};
    members->is_open = take_byte(members, '{');
    members->is_first = true;
}

/* True if another member follows; else the object ends here, or is none. */
static bool goes_on(struct json_members *members)
{
    bool is_first = members->is_first;
    members->is_first = false;
    if (members->is_open && take_byte(members, '}')) {
        members->is_open = false;
        members->is_closed = true;
    }
    return members->is_open && (is_first || take_byte(members, ','));
}

bool json_members_key(struct json_members *members, struct json_member *member)
{
    if (!goes_on(members) || !take_byte(members, '"'))
        return false;
    member->key = members->at;
    if (!skip_string(members))
        return false;
    member->key_length = (size_t)(members->at - 1 - member->key);
    if (!take_byte(members, ':'))
        return false;
    skip_space(members);
    member->value = members->at;
    return true;
}

bool json_members_value(struct json_members *members, struct json_member *member)
{
    bool is_whole = skip_value(members);
    member->end = members->at;
    return is_whole;
}

bool json_members_next(struct json_members *members, struct json_member *member)
{
    return json_members_key(members, member) && json_members_value(members, member);
}

bool json_members_are_all(struct json_members *members)
{
    skip_space(members);
    return members->is_closed && members->at == members->end;
}
