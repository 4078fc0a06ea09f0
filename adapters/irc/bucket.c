#include "bucket.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* Each stands below what the software allows as shipped:
   safe      below all of them
   libera    Solanum and its family: 5 lines, then 2 a second; 10 to one target, then 1 a second;
   10 people, then 1 a minute
   oftc      the hybrids: 5 lines, then 2 a second; 10 to one target
   inspircd  10 lines, then 1 a second
   unreal    UnrealIRCd, as to unknown users: a line costs (1 + bytes/90) s, 10 s ahead; 4
   people, then 1 in 15 s
   ircu      2 s + bytes/120 s a line, 10 s ahead; 10 people, then 1 in 128 s
   ngircd    3 lines a second; beyond 256 bytes it pauses for up to a second and then takes 3
   again, whatever their size
             (measured with 26.1: at 2.5 lines a second none waits longer than that); MODE and
             WHO cost a second
   Lines that a silent wire kept arrive at once, whatever their pace was: Solanum and the hybrids
   close a connection for
   which 20 lines wait (Excess Flood), InspIRCd and UnrealIRCd at 8 kB, ircu at 1 kB. So few are
   sent unheard. */
static const struct bucket_preset presets[] = {
    /* line and kilobyte, ms; ceiling, ms; burst to a target; people known, burst, ms; query, ms;
       unheard; lines of registration */
    {"safe", 2000, 10000, 8000, 0, 4, 4, 128000, 1000, 3, 2, ""},
    {"libera", 500, 0, 2000, 7, 9, 9, 60000, 0, 10, 0, "solanum charybdis ircd-seven ergo oragono"},
    {"oftc", 500, 0, 2000, 7, 0, 0, 0, 0, 10, 0, "hybrid"},
    {"inspircd", 1000, 0, 8000, 0, 0, 0, 0, 0, 10, 0, "inspircd"},
    {"unreal", 1000, 11200, 9000, 0, 4, 4, 15000, 0, 10, 0, "unreal"},
    {"ircu", 2000, 8400, 9000, 0, 19, 9, 128000, 0, 3, 2, "u2.10 snircd nefarious"},
    {"ngircd", 400, 0, 1200, 0, 0, 0, 0, 1000, 10, 0, "ngircd"},
    {.name = "off", .servers = ""},
};
enum { PRESETS = sizeof presets / sizeof *presets, TARGET_MS = 1000, USUAL_BYTES = 200 };

const struct bucket_preset *bucket_preset_named(const char *name)
{
    for (int i = 0; i < PRESETS; i++)
        if (strcmp(presets[i].name, name) == 0)
            return &presets[i];
    return NULL;
}

static bool names_one(const char *words, const char *text)
{
    for (size_t length; *words; words += length + (words[length] == ' ')) {
        length = strcspn(words, " ");
        for (const char *p = text; *p; p++)
            if (strncasecmp(p, words, length) == 0)
                return true;
    }
    return false;
}

const struct bucket_preset *bucket_preset_for(const char *server_version)
{
    for (int i = 0; i < PRESETS; i++)
        if (names_one(presets[i].servers, server_version))
            return &presets[i];
    return &presets[0];
}

bool bucket_name_costs(const char *name)
{
    const struct bucket_preset *preset = bucket_preset_named(name);
    return !preset || preset->line_ms > 0;
}

void bucket_init(struct bucket *bucket, const struct bucket_preset *preset)
{
    *bucket = (struct bucket){.preset = preset, .paid_at = INT64_MIN, .people_paid_at = INT64_MIN};
}

void bucket_change(struct bucket *bucket, const struct bucket_preset *preset)
{
    bucket->preset = preset;
}

static int64_t debt_of(int64_t paid_at, int64_t now)
{
    return paid_at > now ? paid_at - now : 0;
}

static int64_t cost_of(const struct bucket_preset *preset, int bytes)
{
    return preset->line_ms + ((int64_t)bytes * preset->kilobyte_ms + 999) / 1000;
}

/* Until debt + cost <= ceiling; a line that costs more than the ceiling waits until there is no
   debt. */
static int64_t wait_of(int64_t debt, int64_t cost, int64_t ceiling)
{
    int64_t wait = debt + cost - ceiling;
    if (wait > debt)
        wait = debt;
    return wait > 0 ? wait : 0;
}

static int find_target(const struct bucket *bucket, const char *target)
{
    for (int i = 0; i < BUCKET_TARGETS; i++)
        if (strcmp(bucket->targets[i].name, target) == 0)
            return i;
    return -1;
}

/* The new target takes the place of the one whose debt is paid first. */
static struct bucket_target *make_target(struct bucket *bucket, const char *target)
{
    struct bucket_target *first = bucket->targets;
    for (int i = 1; i < BUCKET_TARGETS; i++)
        if (bucket->targets[i].paid_at < first->paid_at)
            first = &bucket->targets[i];
    snprintf(first->name, sizeof first->name, "%s", target);
    first->paid_at = INT64_MIN;
    return first;
}

int64_t bucket_target_wait(const struct bucket *bucket, const char *target, int64_t now)
{
    const struct bucket_preset *preset = bucket->preset;
    int known = preset->target_burst ? find_target(bucket, target) : -1;
    return known < 0 ? 0
                     : wait_of(debt_of(bucket->targets[known].paid_at, now), TARGET_MS,
                               (int64_t)preset->target_burst * TARGET_MS);
}

int64_t bucket_wait(const struct bucket *bucket, const char *target, int bytes, int64_t now)
{
    const struct bucket_preset *preset = bucket->preset;
    int64_t wait =
        wait_of(debt_of(bucket->paid_at, now), cost_of(preset, bytes), preset->ceiling_ms);
    int64_t target_wait = target ? bucket_target_wait(bucket, target, now) : 0;
    return wait > target_wait ? wait : target_wait;
}

int64_t bucket_line_ms(const struct bucket *bucket)
{
    return cost_of(bucket->preset, USUAL_BYTES);
}

int64_t bucket_patient_wait(const struct bucket *bucket, int bytes, int64_t now)
{
    const struct bucket_preset *preset = bucket->preset;
    return wait_of(debt_of(bucket->paid_at, now), cost_of(preset, bytes), preset->ceiling_ms / 4);
}

void bucket_charge(struct bucket *bucket, const char *target, int bytes, int64_t now)
{
    bucket->paid_at = now + debt_of(bucket->paid_at, now) + cost_of(bucket->preset, bytes);
    if (!target || !bucket->preset->target_burst)
        return;
    int known = find_target(bucket, target);
    struct bucket_target *entry =
        known >= 0 ? &bucket->targets[known] : make_target(bucket, target);
    entry->paid_at = now + debt_of(entry->paid_at, now) + TARGET_MS;
}

void bucket_charge_query(struct bucket *bucket, int64_t now)
{
    bucket->paid_at = now + debt_of(bucket->paid_at, now) + bucket->preset->query_ms;
}

/* ---- different people ---- */

/* The place in `people`; BUCKET_PEOPLE if absent. We remember as many as the server does. */
static int find_person(const struct bucket *bucket, const char *nick)
{
    for (int i = 0; i < bucket->preset->people_known; i++)
        if (strcmp(bucket->people[i], nick) == 0)
            return i;
    return BUCKET_PEOPLE;
}

bool bucket_counts_people(const struct bucket *bucket)
{
    return bucket->preset->people_known > 0;
}

bool bucket_knows_person(const struct bucket *bucket, const char *nick)
{
    return !bucket_counts_people(bucket) || find_person(bucket, nick) < BUCKET_PEOPLE;
}

void bucket_person_rename(struct bucket *bucket, const char *nick, const char *to)
{
    int place = find_person(bucket, nick);
    if (place < BUCKET_PEOPLE)
        snprintf(bucket->people[place], sizeof bucket->people[place], "%s", to);
}

int64_t bucket_person_wait(const struct bucket *bucket, const char *nick, bool is_play, int64_t now)
{
    const struct bucket_preset *preset = bucket->preset;
    if (bucket_knows_person(bucket, nick))
        return 0;
    int64_t ceiling = (int64_t)preset->people_burst * preset->person_ms;
    return wait_of(debt_of(bucket->people_paid_at, now), preset->person_ms,
                   is_play ? ceiling : ceiling / 2);
}

void bucket_person_charge(struct bucket *bucket, const char *nick, int64_t now)
{
    const struct bucket_preset *preset = bucket->preset;
    if (preset->people_known == 0)
        return;
    int place = find_person(bucket, nick);
    if (place == BUCKET_PEOPLE) {
        bucket->people_paid_at = now + debt_of(bucket->people_paid_at, now) + preset->person_ms;
        place = preset->people_known - 1;
    }
    memmove(bucket->people[1], bucket->people[0], (size_t)place * sizeof bucket->people[0]);
    snprintf(bucket->people[0], sizeof bucket->people[0], "%s", nick);
}
