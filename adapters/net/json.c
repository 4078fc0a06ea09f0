/* See json.h. The sieve writes each key and takes it back if nobody reads its member, whose value
   it then skips. */
#include "json.h"

#define ZLIB_CONST /* input is const */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "check.h"

/* ---- what a turn may cost ---- */

void budget_init(struct budget *budget, const struct loop *loop)
{
    *budget = (struct budget){.loop = loop};
}

static size_t spent(const struct budget *budget)
{
    return budget->turn == loop_turn(budget->loop) ? budget->spent : 0;
}

void budget_spend(struct budget *budget, size_t units)
{
    budget->spent = spent(budget) + units;
    budget->turn = loop_turn(budget->loop);
}

bool budget_is_left(const struct budget *budget)
{
    return spent(budget) < BUDGET_TURN;
}

bool budget_allows(const struct budget *budget, size_t units)
{
    return spent(budget) == 0 || spent(budget) + units <= BUDGET_TURN;
}

/* ---- inflating ---- */

enum { MARK = 4 /* bytes of Z_SYNC_FLUSH's empty block */ };

struct inflater {
    z_stream stream;
    char tail[MARK];
    size_t tail_length;
    bool is_broken;
};

struct inflater *inflater_new(void)
{
    struct inflater *inflater = calloc(1, sizeof *inflater);
    check(inflater);
    check(inflateInit(&inflater->stream) == Z_OK);
    /* no sum of the bytes: it would stand at the end, and the stream has none */
    inflateValidate(&inflater->stream, 0);
    return inflater;
}

void inflater_free(struct inflater *inflater)
{
    if (!inflater)
        return;
    inflateEnd(&inflater->stream);
    free(inflater);
}

static void note_tail(struct inflater *inflater, const char *bytes, size_t length)
{
    size_t taken = length < MARK ? length : MARK;
    size_t kept = inflater->tail_length + taken > MARK ? MARK - taken : inflater->tail_length;
    memmove(inflater->tail, inflater->tail + inflater->tail_length - kept, kept);
    memcpy(inflater->tail + kept, bytes + length - taken, taken);
    inflater->tail_length = kept + taken;
}

void inflater_feed(struct inflater *inflater, const char *bytes, size_t length)
{
    inflater->stream.next_in = (const Bytef *)bytes;
    inflater->stream.avail_in = (uInt)length;
    note_tail(inflater, bytes, length);
}

static enum inflate_result end_message(struct inflater *inflater)
{
    bool is_whole =
        inflater->tail_length == MARK && memcmp(inflater->tail, "\0\0\xff\xff", MARK) == 0;
    if (is_whole)
        inflater->tail_length = 0;
    return is_whole ? INFLATE_WHOLE : INFLATE_MORE;
}

/* zlib holds nothing back only if all input is used and the output is not full. */
enum inflate_result inflater_next(struct inflater *inflater, char *out, size_t room, size_t *made)
{
    z_stream *stream = &inflater->stream;
    stream->next_out = (Bytef *)out;
    stream->avail_out = (uInt)room;
    int result = inflater->is_broken ? Z_DATA_ERROR : inflate(stream, Z_SYNC_FLUSH);
    *made = room - stream->avail_out;
    bool is_stuck = result == Z_BUF_ERROR && stream->avail_out > 0 && stream->avail_in > 0;
    /* also Z_STREAM_END */
    inflater->is_broken |= (result != Z_OK && result != Z_BUF_ERROR) || is_stuck;
    if (inflater->is_broken)
        return INFLATE_BROKEN;
    return stream->avail_in == 0 && stream->avail_out > 0 ? end_message(inflater) : INFLATE_PART;
}

/* ---- the sieve ---- */

void sieve_fini(struct sieve *sieve)
{
    bytes_fini(&sieve->kept);
    *sieve = (struct sieve){.unread = sieve->unread};
}

void sieve_clear(struct sieve *sieve)
{
    struct bytes kept = sieve->kept;
    bytes_clear(&kept);
    *sieve = (struct sieve){.unread = sieve->unread, .kept = kept};
}

bool sieve_is_lost(const struct sieve *sieve)
{
    return sieve->is_too_much;
}

static bool keeps(const struct sieve *sieve)
{
    return !sieve->dropped_from && !sieve->is_too_much;
}

static void keep(struct sieve *sieve, const char *bytes, size_t length)
{
    if (keeps(sieve) && !bytes_put(&sieve->kept, bytes, length, SIEVE_BYTES))
        sieve->is_too_much = true;
}

static void count_value(struct sieve *sieve)
{
    if (keeps(sieve) && ++sieve->values > SIEVE_VALUES)
        sieve->is_too_much = true;
}

/* ---- keys ---- */

/* A key longer than SIEVE_KEY is in no list. */
static const struct sieve_key *row_of_key(const struct sieve *sieve)
{
    for (const struct sieve_key *one = sieve->unread; one && one->key; one++)
        if (strlen(one->key) == sieve->terminal_key_length &&
            memcmp(one->key, sieve->key, sieve->terminal_key_length) == 0)
            return one;
    return NULL;
}

static bool is_unread(const struct sieve *sieve, const struct sieve_key *row)
{
    if (sieve->narrowed_from)
        return !row || row->from != SIEVE_KEPT_INSIDE;
    return row && row->from <= sieve->depth;
}

static void end_key(struct sieve *sieve)
{
    const struct sieve_key *row =
        keeps(sieve) && sieve->terminal_key_length < SIEVE_KEY ? row_of_key(sieve) : NULL;
    sieve->is_key = false;
    if (keeps(sieve) && is_unread(sieve, row)) {
        sieve->kept.length = sieve->key_at;
        sieve->values--;
        sieve->dropped_from = sieve->depth;
    } else if (row && row->from == SIEVE_NARROWED) {
        sieve->narrowed_from = sieve->depth;
    } else if (sieve->depth == 1 && keeps(sieve)) {
        sieve->is_in_data = sieve->terminal_key_length == 1 && sieve->key[0] == 'd';
    }
}

/* ---- the end of a member ---- */

/* So that the rest of the text can still be read. */
static void end_data(struct sieve *sieve)
{
    if (!sieve->is_in_data || sieve->depth != 1)
        return;
    sieve->is_in_data = false;
    sieve->values = sieve->values_before; /* little follows "d" */
    if (!sieve->is_too_much && sieve->kept.length <= SIEVE_BYTES - SIEVE_REST)
        return;
    sieve->is_too_much = false;
    sieve->has_cut_data = true;
    sieve->kept.length = sieve->data_at;
    keep(sieve, "null", 4);
}

/* True if it was dropped. */
static bool end_member(struct sieve *sieve)
{
    if (sieve->depth <= sieve->narrowed_from)
        sieve->narrowed_from = 0;
    if (!sieve->dropped_from || sieve->depth > sieve->dropped_from)
        return false;
    sieve->dropped_from = 0;
    return true;
}

/* ---- one byte outside of strings ---- */

/* What is too deep shares one bit: it is not kept. */
static uint64_t bit_of(unsigned depth)
{
    return UINT64_C(1) << (depth <= SIEVE_DEPTH ? depth : 63U);
}

static void open_bracket(struct sieve *sieve, char byte)
{
    uint64_t bit = bit_of(sieve->depth + 1);
    count_value(sieve);
    if (++sieve->depth > SIEVE_DEPTH && keeps(sieve))
        sieve->is_too_much = sieve->is_too_deep = true;
    sieve->are_objects = byte == '{' ? sieve->are_objects | bit : sieve->are_objects & ~bit;
    sieve->awaits_key = byte == '{';
    sieve->has_dropped = false;
    keep(sieve, &byte, 1);
}

static void close_bracket(struct sieve *sieve, char byte)
{
    end_data(sieve);
    bool was_dropped = end_member(sieve);
    if ((was_dropped || sieve->has_dropped) && keeps(sieve) && sieve->kept.length &&
        sieve->kept.at[sieve->kept.length - 1] == ',')
        sieve->kept.length--;
    sieve->depth -= sieve->depth > 0;
    sieve->awaits_key = sieve->has_dropped = false;
    keep(sieve, &byte, 1);
}

/* The comma before a dropped member serves the next member. */
static void pass_comma(struct sieve *sieve)
{
    bool is_in_object = sieve->are_objects & bit_of(sieve->depth);
    end_data(sieve);
    sieve->awaits_key = sieve->depth > 0 && is_in_object;
    sieve->has_dropped = end_member(sieve);
    if (!sieve->has_dropped)
        keep(sieve, ",", 1);
}

static void pass_colon(struct sieve *sieve)
{
    keep(sieve, ":", 1);
    if (sieve->is_in_data && sieve->depth == 1 && keeps(sieve)) {
        sieve->data_at = sieve->kept.length;
        sieve->values_before = sieve->values;
    }
}

static void open_string(struct sieve *sieve)
{
    sieve->is_in_string = true;
    count_value(sieve); /* keys cost as much as values */
    if (sieve->awaits_key) {
        sieve->is_key = true;
        sieve->awaits_key = false;
        sieve->terminal_key_length = 0;
        sieve->key_at = sieve->kept.length;
    }
    keep(sieve, "\"", 1);
}

static void pass(struct sieve *sieve, char byte)
{
    bool was_in_word = sieve->is_in_word;
    sieve->is_in_word = false;
    switch (byte) {
    case '"':
        open_string(sieve);
        break;
    case '{':
    case '[':
        open_bracket(sieve, byte);
        break;
    case '}':
    case ']':
        close_bracket(sieve, byte);
        break;
    case ',':
        pass_comma(sieve);
        break;
    case ':':
        pass_colon(sieve);
        break;
    case ' ':
    case '\n':
    case '\r':
    case '\t':
        if (was_in_word)
            keep(sieve, " ", 1); /* or two words would become one */
        break;
    default:
        if (!was_in_word)
            count_value(sieve);
        sieve->is_in_word = true;
        keep(sieve, &byte, 1);
    }
}

/* ---- strings ---- */

/* Returns how many bytes. */
static size_t pass_string(struct sieve *sieve, const char *bytes, size_t length)
{
    size_t count = 0;
    while (count < length && (sieve->is_escaped || bytes[count] != '"')) {
        sieve->is_escaped = !sieve->is_escaped && bytes[count] == '\\';
        count++;
    }
    if (sieve->is_key) {
        if (sieve->terminal_key_length + count < SIEVE_KEY)
            memcpy(sieve->key + sieve->terminal_key_length, bytes, count);
        sieve->terminal_key_length += count;
    }
    bool is_end = count < length;
    count += is_end;
    keep(sieve, bytes, count);
    if (!is_end)
        return count;
    sieve->is_in_string = false;
    if (sieve->is_key)
        end_key(sieve);
    return count;
}

void sieve_put(struct sieve *sieve, const char *bytes, size_t length)
{
    for (size_t at = 0; at < length;) {
        if (sieve->is_in_string)
            at += pass_string(sieve, bytes + at, length - at);
        else
            pass(sieve, bytes[at++]);
    }
}

/* ---- members ---- */

static void skip_space(struct json_members *scan)
{
    while (scan->at < scan->end &&
           (*scan->at == ' ' || *scan->at == '\n' || *scan->at == '\r' || *scan->at == '\t'))
        scan->at++;
}

static bool take_byte(struct json_members *scan, char byte)
{
    if (scan->at < scan->end && *scan->at != byte) /* Discord writes no spaces */
        skip_space(scan);
    if (scan->at >= scan->end || *scan->at != byte)
        return false;
    scan->at++;
    return true;
}

/* The first quote behind an even number of backslashes. */
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

/* Jansson checks that the kinds of brackets fit. */
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
    while (scan->at < scan->end && *scan->at != ',' && *scan->at != '}' && *scan->at != ']' &&
           *scan->at > ' ')
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

/* Else the object ends here, or is none. */
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
    member->terminal_key_length = (size_t)(members->at - 1 - member->key);
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

/* ---- fields ---- */

const char *field_text(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

int64_t field_number(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    return json_is_string(value) ? strtoll(json_string_value(value), NULL, 10)
                                 : json_integer_value(value);
}

int field_between(const json_t *object, const char *key, int least, int most, int otherwise)
{
    const json_t *value = json_object_get(object, key);
    if (!json_is_string(value) && !json_is_number(value))
        return otherwise;
    double number =
        json_is_string(value) ? strtod(json_string_value(value), NULL) : json_number_value(value);
    return !(number > least) ? least : number > most ? most : (int)number;
}

bool field_id(const json_t *object, const char *key, char id[FIELD_ID])
{
    const json_t *value = json_object_get(object, key);
    const char *text = json_string_value(value);
    id[0] = '\0';
    if (json_is_integer(value) && json_integer_value(value) > 0)
        snprintf(id, FIELD_ID, "%lld", (long long)json_integer_value(value));
    else if (text && *text && strlen(text) < FIELD_ID && strspn(text, "0123456789") == strlen(text))
        snprintf(id, FIELD_ID, "%s", text);
    return id[0] != '\0';
}
