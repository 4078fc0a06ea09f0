/* See sieve.h. A dropped member is written first and taken back when its key is known; its value is only counted through.
   Of brackets only their depth counts, and whether a string can be a key. */
#include "sieve.h"

#include <string.h>

/* Members that are large where servers are large, or that any member can make large, and that nothing here reads.
   `from`: only at this depth or deeper: a channel of its own tells who may do what in it, a list of channels need not. */
static const struct {
    const char *key;
    unsigned from;
} unread[] = {
    {"activity_instances", 0},
    {"attachments", 0},
    {"available_tags", 0},
    {"avatar", 0},
    {"avatar_decoration_data", 0},
    {"banner", 0},
    {"collectibles", 0},
    {"color", 0},
    {"colors", 0},
    {"deaf", 0},
    {"default_auto_archive_duration", 0},
    {"discriminator", 0},
    {"embedded_activities", 0},
    {"embeds", 0},
    {"emojis", 0},
    {"features", 0},
    {"guild_scheduled_events", 0},
    {"hoist", 0},
    {"icon", 0},
    {"icon_emoji", 0},
    {"interaction_metadata", 0},
    {"joined_at", 0},
    {"last_message_id", 0},
    {"managed", 0},
    {"member_count", 0},
    {"members", 0},
    {"mentionable", 0},
    {"message_count", 0},
    {"message_snapshots", 0},
    {"mute", 0},
    {"nsfw", 0},
    {"pending", 0},
    {"permission_overwrites", 4},
    {"poll", 0},
    {"position", 0},
    {"premium_since", 0},
    {"presences", 0},
    {"primary_guild", 0},
    {"public_flags", 0},
    {"rate_limit_per_user", 0},
    {"reactions", 0},
    {"referenced_message", 0},
    {"soundboard_sounds", 0},
    {"stage_instances", 0},
    {"sticker_items", 0},
    {"stickers", 0},
    {"tags", 0},
    {"thread_metadata", 0},
    {"topic", 0},
    {"total_message_sent", 0},
    {"unicode_emoji", 0},
    {"version", 0},
    {"voice_states", 0},
};

void sieve_fini(struct sieve *sieve)
{
    bytes_fini(&sieve->kept);
    *sieve = (struct sieve){.depth = 0};
}

void sieve_clear(struct sieve *sieve)
{
    struct bytes kept = sieve->kept;
    bytes_clear(&kept);
    *sieve = (struct sieve){.kept = kept};
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

static bool is_unread(const struct sieve *sieve)
{
    for (size_t i = 0; i < sizeof unread / sizeof *unread; i++)
        if (strlen(unread[i].key) == sieve->key_length && sieve->depth >= unread[i].from &&
            memcmp(unread[i].key, sieve->key, sieve->key_length) == 0)
            return true;
    return false;
}

static void begin_key(struct sieve *sieve)
{
    sieve->is_key = true;
    sieve->awaits_key = false;
    sieve->key_length = 0;
    sieve->key_at = sieve->kept.length;
}

static void note_key(struct sieve *sieve, const char *bytes, size_t length)
{
    if (sieve->key_length + length < SIEVE_KEY)
        memcpy(sieve->key + sieve->key_length, bytes, length);
    sieve->key_length += length;
}

/* Behind its closing quote. */
static void end_key(struct sieve *sieve)
{
    sieve->is_key = false;
    if (keeps(sieve) && sieve->key_length < SIEVE_KEY && is_unread(sieve)) {
        sieve->kept.length = sieve->key_at;
        sieve->values--;
        sieve->dropped_from = sieve->depth;
    } else if (sieve->depth == 1 && keeps(sieve)) {
        sieve->is_in_data = sieve->key_length == 1 && sieve->key[0] == 'd';
    }
}

/* ---- the end of a member ---- */

/* Leaves only null of an outermost "d" that was too much: the rest of the text can still be read. */
static void end_data(struct sieve *sieve)
{
    if (!sieve->is_in_data || sieve->depth != 1)
        return;
    sieve->is_in_data = false;
    sieve->values = sieve->values_before; /* only little follows */
    if (!sieve->is_too_much && sieve->kept.length <= SIEVE_BYTES - SIEVE_REST)
        return;
    sieve->is_too_much = false;
    sieve->has_cut_data = true;
    sieve->kept.length = sieve->data_at;
    keep(sieve, "null", 4);
}

/* True: the member that ends here was dropped. */
static bool end_dropped(struct sieve *sieve)
{
    if (!sieve->dropped_from || sieve->depth > sieve->dropped_from)
        return false;
    sieve->dropped_from = 0;
    return true;
}

/* ---- one byte outside of strings ---- */

/* One bit for everything too deep: it is not kept. */
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
    bool was_dropped = end_dropped(sieve);
    if ((was_dropped || sieve->has_dropped) && keeps(sieve) && sieve->kept.length &&
        sieve->kept.at[sieve->kept.length - 1] == ',')
        sieve->kept.length--;
    sieve->depth -= sieve->depth > 0;
    sieve->awaits_key = sieve->has_dropped = false;
    keep(sieve, &byte, 1);
}

/* The comma in front of a dropped member serves for the next one. */
static void pass_comma(struct sieve *sieve)
{
    bool is_in_object = sieve->are_objects & bit_of(sieve->depth);
    end_data(sieve);
    sieve->awaits_key = sieve->depth > 0 && is_in_object;
    sieve->has_dropped = end_dropped(sieve);
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
    if (sieve->awaits_key)
        begin_key(sieve);
    keep(sieve, "\"", 1);
}

static void pass_word(struct sieve *sieve, char byte)
{
    if (!sieve->is_in_word)
        count_value(sieve);
    sieve->is_in_word = true;
    keep(sieve, &byte, 1);
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
        sieve->is_in_word = was_in_word;
        pass_word(sieve, byte);
    }
}

/* ---- strings ---- */

/* Bytes of a string up to its end; returns how many. */
static size_t pass_string(struct sieve *sieve, const char *bytes, size_t length)
{
    size_t count = 0;
    while (count < length && (sieve->is_escaped || bytes[count] != '"')) {
        sieve->is_escaped = !sieve->is_escaped && bytes[count] == '\\';
        count++;
    }
    if (sieve->is_key)
        note_key(sieve, bytes, count);
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
