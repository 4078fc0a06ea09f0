/* What the gateway costs: an event that nobody wants, of 1 KB and of 1 MB, plain and compressed;
   and the memory after the GUILD_CREATEs of 1,000 guilds. Times are CPU time. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#define ZLIB_CONST /* input is const */
#include <zlib.h>

#include <jansson.h>

#include "application.h"
#include "bench.h"
#include "check.h"
#include "json.h"
#include "shard.h"

enum { EVENTS = 100000, GUILDS = 1000, KB = 1024, MB = 1024 * 1024 };

static double now_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static double resident_mb(void)
{
    long pages = 0, resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file || fscanf(file, "%ld %ld", &pages, &resident) != 2)
        resident = 0;
    if (file)
        fclose(file);
    return (double)resident * (double)sysconf(_SC_PAGESIZE) / MB;
}

/* A MESSAGE_CREATE of about `size` bytes. */
static char *message_of(size_t size)
{
    static const char head[] =
        "{\"t\":\"MESSAGE_CREATE\",\"s\":3,\"op\":0,\"d\":{\"id\":\"1090000000000000060\",\"channel_id\":\"1090000000000000050\","
        "\"guild_id\":\"1090000000000000041\",\"type\":0,\"timestamp\":\"2026-01-01T00:00:01+00:00\",\"author\":{\"id\":\"7\","
        "\"username\":\"ann\",\"global_name\":\"Ann\"},\"member\":{\"nick\":null,\"roles\":[\"1\",\"2\"]},\"mentions\":[],"
        "\"attachments\":[],\"embeds\":[],\"components\":[],\"flags\":0,\"content\":\"";
    static const char words[] = "shall we meet at \\\"eight\\\"? ";
    char *text = malloc(size + 64);
    check(text);
    size_t length = sizeof head - 1;
    memcpy(text, head, length);
    for (; length < size; length += sizeof words - 1)
        memcpy(text + length, words, sizeof words - 1);
    static const char tail[] = "\"}}";
    memcpy(text + length, tail, sizeof tail);
    return text;
}

static void time_envelope(const char *name, size_t size, int times)
{
    char *text = message_of(size);
    size_t length = strlen(text);
    struct envelope envelope;
    double begin = now_us();
    for (int i = 0; i < times; i++)
        check(shard_envelope_read(text, length, &envelope) && envelope.op == 0);
    printf("%-44s %8.2f us\n", name, (now_us() - begin) / times);
    free(text);
}

/* What a wanted event costs on top: jansson. */
static void time_parse(size_t size, int times)
{
    char *text = message_of(size);
    struct envelope envelope;
    double begin = now_us();
    for (int i = 0; i < times; i++) {
        check(shard_envelope_read(text, strlen(text), &envelope));
        json_t *data = json_loadb(envelope.data, envelope.length, 0, NULL);
        check(data);
        json_decref(data);
    }
    printf("%-44s %8.2f us\n", "1 KB event that is wanted: parsed", (now_us() - begin) / times);
    free(text);
}

static size_t pack(z_stream *stream, const char *text, size_t length, unsigned char *out,
                   size_t room)
{
    stream->next_in = (const Bytef *)text;
    stream->avail_in = (uInt)length;
    stream->next_out = out;
    stream->avail_out = (uInt)room;
    check(deflate(stream, Z_SYNC_FLUSH) == Z_OK);
    return room - stream->avail_out;
}

/* One payload, inflated and sieved as shard.c does. */
static void unpack(struct inflater *inflater, struct sieve *sieve, const void *packed,
                   size_t length)
{
    char out[16 * KB];
    size_t made;
    enum inflate_result result;
    sieve_clear(sieve);
    inflater_feed(inflater, packed, length);
    do {
        result = inflater_next(inflater, out, sizeof out, &made);
        sieve_put(sieve, out, made);
    } while (result == INFLATE_PART);
    check(result == INFLATE_WHOLE);
}

static void time_inflate(size_t size, int times)
{
    char *text = message_of(size);
    size_t length = strlen(text), room = length + KB;
    unsigned char *packed = malloc(room);
    z_stream stream = {.next_in = NULL};
    struct inflater *inflater = inflater_new();
    struct sieve sieve = {.unread = discord_unread};
    struct envelope envelope;
    double spent = 0;
    check(packed && deflateInit(&stream, 6) == Z_OK);
    for (int i = 0; i < times; i++) {
        size_t bytes = pack(&stream, text, length, packed, room);
        double begin = now_us();
        unpack(inflater, &sieve, packed, bytes);
        check(shard_envelope_read(sieve.kept.at, sieve.kept.length, &envelope));
        spent += now_us() - begin;
    }
    printf("%-44s %8.2f us\n", "1 KB event that nobody wants: compressed", spent / times);
    inflater_free(inflater);
    sieve_fini(&sieve);
    deflateEnd(&stream);
    free(packed);
    free(text);
}

/* A GUILD_CREATE of about 60 KB: 100 channels, 50 roles; as if each was parsed, and let go. */
static json_t *guild(int number)
{
    json_t *channels = json_array(), *roles = json_array();
    for (int i = 0; i < 100; i++)
        json_array_append_new(
            channels,
            json_pack("{s:s, s:i, s:s, s:s, s:[{s:s, s:i, s:s, s:s}]}", "id", "1090000000000000050",
                      "type", 0, "name", "a-channel-of-some-sort", "topic",
                      "What is talked about here, in one or two sentences that nobody reads.",
                      "permission_overwrites", "id", "1090000000000000041", "type", 0, "allow", "0",
                      "deny", "2251804225"));
    for (int i = 0; i < 50; i++)
        json_array_append_new(
            roles, json_pack("{s:s, s:s, s:s, s:i, s:b}", "id", "1090000000000000042", "name",
                             "a role", "permissions", "2251804225", "color", i, "hoist", 0));
    return json_pack("{s:i, s:i, s:s, s:{s:s, s:s, s:o, s:o}}", "op", 0, "s", number, "t",
                     "GUILD_CREATE", "d", "id", "1090000000000000041", "name", "Club", "channels",
                     channels, "roles", roles);
}

static void weigh_guilds(void)
{
    z_stream stream = {.next_in = NULL};
    struct inflater *inflater = inflater_new();
    struct sieve sieve = {.unread = discord_unread};
    unsigned char *packed = malloc(MB);
    double most = 0, begin = resident_mb(), spent = 0;
    size_t bytes = 0;
    const int guilds = bench_times(GUILDS);
    check(packed && deflateInit(&stream, 6) == Z_OK);
    for (int i = 0; i < guilds; i++) {
        json_t *made = guild(i);
        char *text = json_dumps(made, JSON_COMPACT);
        json_decref(made);
        size_t length = pack(&stream, text, strlen(text), packed, MB);
        struct envelope envelope;
        bytes += strlen(text);
        free(text);
        double at = now_us();
        unpack(inflater, &sieve, packed, length);
        check(shard_envelope_read(sieve.kept.at, sieve.kept.length, &envelope));
        json_t *data = json_loadb(envelope.data, envelope.length, 0, NULL);
        check(data);
        most = resident_mb() > most ? resident_mb() : most;
        json_decref(data);
        spent += now_us() - at;
    }
    printf("%-44s %8.1f MB; %.1f before, %.0f KB and %.0f us a guild\n",
           "memory at most, GUILD_CREATE of 1,000 guilds", most, begin, (double)bytes / guilds / KB,
           spent / guilds);
    inflater_free(inflater);
    sieve_fini(&sieve);
    deflateEnd(&stream);
    free(packed);
}

int main(void)
{
    time_envelope("1 KB event that nobody wants", KB, bench_times(EVENTS));
    time_inflate(KB, bench_times(EVENTS));
    time_parse(KB, bench_times(EVENTS));
    time_envelope("1 MB event that nobody wants", MB, bench_times(200));
    weigh_guilds();
    return 0;
}
