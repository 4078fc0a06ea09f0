#include "soak.h"
#include "in_words.h"

#include <stdio.h>
#include <string.h>

#include "check.h"
#include "commands.h"
#include "faulty_store.h"
#include "port.h"
#include "prose.h"
#include "record_keep.h"
#include "store.h"
#include "tables.h"

const char *const soak_networks[SOAK_NETWORKS] = {"keeps", "passes"};
const char *const soak_rooms[SOAK_ROOMS] = {"#a", "#b", "#c"};

int soak_dice(struct soak *soak, int n)
{
    return (int)((uint64_t)chance_seeded(&soak->luck) * (uint64_t)n >> 32);
}

/* ---- what is heard from the host ---- */

static struct told *note(struct soak *soak, const char *to)
{
    check(soak->told_count < SOAK_TOLD);
    struct told *told = &soak->told[soak->told_count++];
    memset(told, 0, sizeof *told);
    prose_clear(&told->prose);
    snprintf(told->to, sizeof told->to, "%s", to);
    return told;
}

static bool is_move_sentence(const char *p)
{
    static const char *const starts[] = {" plays ", " takes ", " hides ",
                                         " robs ",  " lays ",  "The heap is cleared"};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        if (strncmp(p, starts[i], strlen(starts[i])) == 0)
            return true;
    return false;
}

static void on_post(void *self, const struct post *post)
{
    struct soak *soak = self;
    struct told *told = note(soak, post->room);
    const struct prose *parts[] = {post->tale, post->board, post->next};
    told->table = post->table;
    told->kind = post->kind;
    check(post->table < SOAK_TABLES);
    for (int i = 0; i < 3; i++)
        if (parts[i])
            prose_append(&told->prose, parts[i]);
    for (const char *p = post->kind == POST_PLAY && post->tale ? post->tale->text : ""; *p; p++)
        soak->moves_told[post->table] += is_move_sentence(p);
    law_hear(soak, told);
    soak->results += post->kind == POST_RESULT;
}

/* People keep the seat words they are given. */
static void take_word(struct soak *soak, const char *key, const char *text)
{
    static const char *const starts[] = {"<SEAT_WORD_1> ", "<SEAT_WORD_RIGHT_3> "};
    for (int i = 0; i < SOAK_PEOPLE; i++)
        for (size_t s = 0;
             s < sizeof starts / sizeof *starts && strcmp(soak->humans[i].key, key) == 0; s++) {
            const char *start = in_words(starts[s]), *word = strstr(text, start);
            struct human *human = &soak->humans[i];
            if (!word)
                continue;
            snprintf(human->words[human->next_word], sizeof human->words[0], "%.11s",
                     word + strlen(start));
            human->next_word = (human->next_word + 1) % SOAK_WORDS;
        }
    soak->claims += strstr(text, in_words("<SEAT_WORD_RIGHT_1>")) != NULL;
}

static void on_whisper(void *self, const struct whisper *whisper)
{
    struct soak *soak = self;
    struct told *told = note(soak, whisper->person);
    told->is_private = true;
    told->table = whisper->table;
    prose_append(&told->prose, whisper->prose);
    law_hear(soak, told);
    take_word(soak, whisper->person, whisper->prose->text);
}

/* ---- the world ---- */

static void new_host(struct soak *soak)
{
    soak->host = host_new(soak->store, commands_execute, soak->commands);
    host_fix_luck(soak->host, chance_seeded(&soak->luck));
    for (int i = 0; i < SOAK_NETWORKS; i++) {
        soak->ports[i] = (struct host_port){.network = soak_networks[i],
                                            .is_lasting = i == KEEPS ? NULL : soak_never_lasts,
                                            .reports_sent = i == PASSES,
                                            .post = on_post,
                                            .whisper = on_whisper,
                                            .self = soak};
        host_add_port(soak->host, &soak->ports[i]);
    }
}

void soak_new_keys(struct soak *soak, int network)
{
    for (int i = 0; i < SOAK_PEOPLE; i++)
        if (soak->humans[i].network == network)
            snprintf(soak->humans[i].key, HOST_KEY, network == KEEPS ? "human%d" : "~%d.%d", i,
                     network == KEEPS ? 0 : ++soak->connection);
}

void soak_open(struct soak *soak, uint64_t seed)
{
    memset(soak, 0, sizeof *soak);
    soak->faulty = faulty_store_new_take(store_memory_new());
    soak->store = faulty_store_front(soak->faulty);
    soak->commands = commands_new();
    soak->luck.state = seed;
    soak->now = 1000;
    for (int i = 0; i < SOAK_PEOPLE; i++) {
        soak->humans[i].network = i % SOAK_NETWORKS;
        soak->humans[i].is_stranger = i >= SOAK_PEOPLE - 2;
        snprintf(soak->humans[i].name, HOST_NAME, "h%d", i);
    }
    for (int network = 0; network < SOAK_NETWORKS; network++)
        soak_new_keys(soak, network);
    new_host(soak);
}

void soak_settle(struct soak *soak)
{
    for (int i = 0; i < 4; i++) {
        store_flush(soak->store);
        store_dispatch(soak->store);
        host_tick(soak->host, soak->now);
    }
}

void soak_close(struct soak *soak)
{
    faulty_store_hold(soak->faulty, false);
    soak_settle(soak);
    host_free(soak->host);
    store_dispatch(soak->store);
    record_keep(soak->store);
    store_close(soak->store);
    commands_free(soak->commands);
}

static void ready_room(void *arg, const char *room)
{
    struct soak *soak = arg;
    for (int i = 0; i < SOAK_NETWORKS; i++)
        if (room[0] != '@' || i == KEEPS)
            host_room_ready(soak->host, soak_networks[i], room, soak->now);
}

/* Forgets what was saved and not yet told: the standing of the table is told instead. */
void soak_restart(struct soak *soak)
{
    host_free(soak->host);
    faulty_store_hold(soak->faulty, false);
    faulty_store_fail(soak->faulty, 0, 0, STORE_OK);
    soak->is_held = false;
    store_flush(soak->store);
    store_dispatch(soak->store);
    law_moves_told_once(soak, NULL);
    memcpy(soak->moves_told, soak->moves_saved, sizeof soak->moves_told);
    new_host(soak);
    check(host_recover(soak->host) >= 0);
    soak_new_keys(soak, PASSES);
    for (int i = 0; i < SOAK_NETWORKS; i++)
        host_each_room(soak->host, soak_networks[i], ready_room, soak);
    soak->restarts++;
}

void soak_say(struct soak *soak, const struct human *human, const char *room, const char *text)
{
    struct heard heard = {.network = soak_networks[human->network],
                          .room = room,
                          .key = human->key,
                          .name = human->name,
                          .text = text,
                          .now = soak->now};
    commands_hear(soak->commands, soak->host, &heard);
}
