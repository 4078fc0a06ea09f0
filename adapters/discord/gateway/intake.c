/* See intake.h. Messages queue up; the first is worked on. The queue is bounded by what comes
   before the web socket pauses: one read of it (64 KB), or one message of at most
   WEBSOCKET_MESSAGE. */
#include "intake.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "json.h"
#include "loop.h"
#include "text.h"

/* ---- what a payload is ---- */

enum {
    KEY_ROOM = 8,      /* longer keys are not read */
    NUMBER_DIGITS = 18 /* any number of these fits into 64 bits */
};

/* The value of "\u0073" at the u, for ASCII; -1 for anything else. */
static int read_escape(const char *at, const char *end)
{
    static const char digits[] = "0123456789abcdef";
    int value = 0;
    if (end - at < 5)
        return -1;
    for (int i = 1; i <= 4; i++) {
        const char *digit = at[i] ? strchr(digits, at[i] | 0x20) : NULL;
        if (!digit)
            return -1;
        value = value * 16 + (int)(digit - digits);
    }
    return value > 0 && value < 0x80 ? value : -1;
}

/* Copies a string of plain ASCII, quotes included in the span; "" if it is something else or
   does not fit. */
static void read_string(const char *from, const char *to, char *out, size_t room)
{
    size_t length = 0;
    for (from++, to--; from < to; from++) {
        int byte = (unsigned char)*from;
        if (byte == '\\') {
            from++;
            byte = *from == 'u' ? read_escape(from, to) : *from == '/' ? '/' : -1;
            if (*from == 'u' && byte > 0)
                from += 4;
        }
        if (byte <= 0 || length + 1 >= room) {
            length = 0;
            break;
        }
        out[length++] = (char)byte;
    }
    out[length] = '\0';
}

/* An integer, in quotes or not. */
static bool read_number(const char *from, const char *to, int64_t *out)
{
    if (to - from >= 2 && *from == '"') {
        from++;
        to--;
    }
    if (from == to || to - from > NUMBER_DIGITS)
        return false;
    int64_t value = 0;
    for (; from < to; from++) {
        if (*from < '0' || *from > '9')
            return false;
        value = value * 10 + (*from - '0');
    }
    *out = value;
    return true;
}

static void note(struct envelope *envelope, const struct json_member *member)
{
    if (json_member_is(member, "d")) {
        envelope->data = member->value;
        envelope->length = (size_t)(member->end - member->value);
    } else if (json_member_is(member, "op")) {
        if (!read_number(member->value, member->end, &envelope->op))
            envelope->op = ENVELOPE_NO_OP;
    } else if (json_member_is(member, "s")) {
        envelope->has_sequence = read_number(member->value, member->end, &envelope->sequence);
    } else if (json_member_is(member, "t")) {
        envelope->type[0] = '\0';
        if (*member->value == '"')
            read_string(member->value, member->end, envelope->type, sizeof envelope->type);
    }
}

bool intake_envelope_read(const char *text, size_t length, struct envelope *envelope)
{
    struct json_members members;
    struct json_member member;
    char key[KEY_ROOM];
    *envelope = (struct envelope){.op = ENVELOPE_NO_OP, .data = "null", .length = 4};
    json_members_begin(&members, text, text + length);
    while (json_members_next(&members, &member)) {
        read_string(member.key - 1, member.key + member.terminal_key_length + 1, key, sizeof key);
        member.key = key;
        member.terminal_key_length = strlen(key);
        note(envelope, &member);
    }
    return json_members_are_all(&members);
}

bool intake_envelope_glance(const char *text, size_t length, struct envelope *envelope)
{
    struct json_members members;
    struct json_member member = {.terminal_key_length = 0};
    *envelope = (struct envelope){.op = ENVELOPE_NO_OP};
    if (length == 0 || text[length - 1] != '}')
        return false;
    json_members_begin(&members, text, text + length);
    while (json_members_key(&members, &member) && !json_member_is(&member, "d")) {
        if (!json_members_value(&members, &member))
            return false;
        note(envelope, &member);
    }
    if (!json_member_is(&member, "d"))
        return false;
    envelope->data = members.at;
    envelope->length = (size_t)(text + length - 1 - members.at);
    return envelope->op != ENVELOPE_NO_OP && envelope->has_sequence && envelope->type[0] &&
           envelope->length > 0;
}

enum {
    PORTION = 16 * 1024,
    SMALL = 8 * 1024 /* what so few bytes say cannot cost too much: they are read where they lie,
                        unsieved */
};

struct piece {
    struct piece *next;
    bool is_binary, is_begun;
    size_t length, at;
    char bytes[];
};

struct intake {
    struct budget *budget;
    struct inflater *inflater; /* NULL if nothing is compressed */
    struct intake_events events;
    void *arg;
    struct loop_timer more;
    struct piece *first, **last;
    struct sieve sieve;
    size_t length, compressed; /* of the payload so far */
    bool is_whole;             /* the payload is complete and waits */
    bool is_working, is_paused, is_over;
};

/* ---- one portion ---- */

static void drop_first(struct intake *intake)
{
    struct piece *piece = intake->first;
    intake->first = piece->next;
    if (!intake->first)
        intake->last = &intake->first;
    free(piece);
}

static void break_off(struct intake *intake, const char *why)
{
    intake_stop(intake);
    intake->events.broken(intake->arg, why);
}

static void sift(struct intake *intake, const char *bytes, size_t length)
{
    sieve_put(&intake->sieve, bytes, length);
    budget_spend(intake->budget, length);
    intake->length += length;
}

static void give_small(struct intake *intake, const char *bytes, size_t length)
{
    budget_spend(intake->budget, length * (1 + BUDGET_PARSE) + BUDGET_EVENT);
    intake->compressed = 0;
    intake->events.payload(intake->arg, bytes, length, false);
}

static void inflate_portion(struct intake *intake, struct piece *piece)
{
    TEXT_UNCLEARED char out[PORTION];
    size_t made;
    if (!piece->is_begun) {
        inflater_feed(intake->inflater, piece->bytes, piece->length);
        intake->compressed += piece->length;
    }
    piece->is_begun = true;
    enum inflate_result result = inflater_next(intake->inflater, out, sizeof out, &made);
    if (result == INFLATE_BROKEN) {
        break_off(intake, "its compressed stream is broken");
        return;
    }
    if (result != INFLATE_PART)
        drop_first(intake);
    if (result == INFLATE_WHOLE && !intake->length && made <= SMALL) {
        give_small(intake, out, made);
        return;
    }
    sift(intake, out, made);
    intake->is_whole = result == INFLATE_WHOLE;
}

static void pass_portion(struct intake *intake, struct piece *piece)
{
    size_t left = piece->length - piece->at, portion = left < PORTION ? left : PORTION;
    sift(intake, piece->bytes + piece->at, portion);
    piece->at += portion;
    intake->is_whole = piece->at == piece->length;
    if (intake->is_whole)
        drop_first(intake);
}

static void take_portion(struct intake *intake)
{
    struct piece *piece = intake->first;
    if (piece->is_binary && intake->inflater)
        inflate_portion(intake, piece);
    else
        pass_portion(intake, piece);
    if ((intake->length > INTAKE_PAYLOAD || intake->compressed > INTAKE_PAYLOAD) &&
        !intake->is_over)
        break_off(intake, "it sent a payload of more than 16 MB");
}

/* ---- a whole payload ---- */

static size_t cost_of(const struct intake *intake)
{
    return intake->sieve.kept.length * BUDGET_PARSE + BUDGET_EVENT;
}

static void give(struct intake *intake)
{
    const struct sieve *sieve = &intake->sieve;
    budget_spend(intake->budget, cost_of(intake));
    intake->is_whole = false;
    intake->length = intake->compressed = 0;
    if (sieve_is_lost(sieve)) {
        break_off(intake, "it sent a payload with too many values");
        return;
    }
    intake->events.payload(intake->arg, sieve->kept.at ? sieve->kept.at : "", sieve->kept.length,
                           sieve->has_cut_data);
    sieve_clear(&intake->sieve);
}

static void set_paused(struct intake *intake, bool is_paused)
{
    if (intake->is_paused == is_paused || intake->is_over)
        return;
    intake->is_paused = is_paused;
    intake->events.pause(intake->arg, is_paused);
}

/* Does as much as the budget of this turn allows. */
static void work(void *arg)
{
    struct intake *intake = arg;
    intake->is_working = true;
    while (!intake->is_over && (intake->is_whole || intake->first)) {
        if (intake->is_whole ? !budget_allows(intake->budget, cost_of(intake))
                             : !budget_is_left(intake->budget))
            break;
        if (intake->is_whole)
            give(intake);
        else
            take_portion(intake);
    }
    intake->is_working = false;
    bool has_more = !intake->is_over && (intake->is_whole || intake->first);
    if (has_more)
        loop_timer_set(&intake->more, 0);
    set_paused(intake, has_more);
}

/* ---- life ---- */

struct intake *intake_new(struct loop *loop, struct budget *budget, const struct sieve_key *unread,
                          bool inflates, const struct intake_events *events, void *arg)
{
    struct intake *intake = calloc(1, sizeof *intake);
    check(intake);
    *intake =
        (struct intake){.budget = budget, .sieve.unread = unread, .events = *events, .arg = arg};
    intake->inflater = inflates ? inflater_new() : NULL;
    intake->last = &intake->first;
    loop_timer_init(&intake->more, loop, work, intake);
    return intake;
}

void intake_stop(struct intake *intake)
{
    if (!intake)
        return;
    intake->is_over = true;
    intake->is_whole = false;
    loop_timer_stop(&intake->more);
    while (intake->first)
        drop_first(intake);
}

void intake_free(struct intake *intake)
{
    if (!intake)
        return;
    check(!intake->is_working);
    intake_stop(intake);
    sieve_fini(&intake->sieve);
    inflater_free(intake->inflater);
    free(intake);
}

/* A message that is a small payload, in its turn, while something is left for this turn of the
   loop. */
static bool take_at_once(struct intake *intake, const char *bytes, size_t length, bool is_packed)
{
    if (is_packed || length > SMALL || intake->is_working || intake->first || intake->is_whole ||
        intake->length || intake->compressed || !budget_is_left(intake->budget))
        return false;
    intake->is_working = true;
    give_small(intake, bytes, length);
    intake->is_working = false;
    return true;
}

void intake_take(struct intake *intake, const char *bytes, size_t length, bool is_binary)
{
    if (intake->is_over || take_at_once(intake, bytes, length, is_binary && intake->inflater))
        return;
    struct piece *piece = malloc(sizeof *piece + length + 1);
    check(piece);
    *piece = (struct piece){.is_binary = is_binary, .length = length};
    if (length)
        memcpy(piece->bytes, bytes, length);
    *intake->last = piece;
    intake->last = &piece->next;
    if (!intake->is_working && !loop_timer_is_set(&intake->more))
        work(intake);
}
