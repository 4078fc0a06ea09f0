#include <stdio.h>
#include <string.h>

#include "faulty_store.h"
#include "port.h"
#include "soak.h"
#include "store.h"
#include "tables.h"
#include "text.h"

static struct human *any_human(struct soak *soak)
{
    return &soak->humans[soak_dice(soak, SOAK_PEOPLE)];
}

static const char *any_room(struct soak *soak)
{
    return soak_rooms[soak_dice(soak, SOAK_ROOMS)];
}

static void hold_disk(struct soak *soak, bool held)
{
    soak->is_held = held;
    faulty_store_hold(soak->faulty, held);
}

/* ---- people ---- */

struct choice {
    int wanted, count;
    char text[MOVE_TEXT];
};

static bool choose(void *arg, const char *move)
{
    struct choice *choice = arg;
    if (choice->count++ == choice->wanted)
        snprintf(choice->text, sizeof choice->text, "%s", move);
    return true;
}

/* A random legal move of this human at one of their tables. False if there is no such move. */
static bool move_of(struct soak *soak, const struct human *human, char room[HOST_ROOM],
                    char move[MOVE_TEXT])
{
    const char *network = soak_networks[human->network];
    struct heard heard = {.network = network, .key = human->key, .name = human->name};
    struct choice choice = {.wanted = -1};
    int count = 0;
    while (host_table_of(soak->host, identity(network, human->key), count))
        count++;
    if (count == 0)
        return false;
    struct session *table =
        host_table_of(soak->host, identity(network, human->key), soak_dice(soak, count));
    host_each_move(soak->host, table, &heard, choose, &choice);
    if (choice.count == 0)
        return false;
    choice.wanted = soak_dice(soak, choice.count);
    choice.count = 0;
    host_each_move(soak->host, table, &heard, choose, &choice);
    snprintf(room, HOST_ROOM, "%s", host_room_name(table, network));
    snprintf(move, MOVE_TEXT, "%s", choice.text);
    return true;
}

/* In the room of the table or in private; sometimes with more behind it. */
static void play(struct soak *soak)
{
    char text[HOST_TEXT], room[HOST_ROOM], move[MOVE_TEXT];
    struct human *human = any_human(soak);
    for (int tries = 0; !move_of(soak, human, room, move); tries++) {
        if (tries == SOAK_PEOPLE)
            return;
        human = any_human(soak);
    }
    bool is_private = room[0] == '@' || soak_dice(soak, 3) == 0;
    snprintf(text, sizeof text, "%s %s%s", is_private && room[0] != '@' ? room : "", move,
             soak_dice(soak, 5) ? "" : "; hide d me1; lay d; nonsense");
    soak_say(soak, human, is_private ? NULL : room, text);
}

/* Strangers only watch and ask. */
static void speak(struct soak *soak)
{
    static const char *const texts[] = {"join",
                                        "join",
                                        "join",
                                        "join",
                                        "add robot",
                                        "add robot",
                                        "add random",
                                        "start",
                                        "start",
                                        "hand",
                                        "board",
                                        "moves",
                                        "options",
                                        "games",
                                        "help",
                                        "rules",
                                        "leave",
                                        "kick h1",
                                        "stop",
                                        "!!!",
                                        ";;;;",
                                        "play",
                                        "options match=3",
                                        "hide heart me1",
                                        "sp\xc3\xa4\xff%s"};
    static const char *const questions[] = {
        "hand", "board", "moves", "hide d me1", "options match=5", "stop", "kick h1"};
    struct human *human = any_human(soak);
    enum { TEXTS = sizeof texts / sizeof *texts, QUESTIONS = sizeof questions / sizeof *questions };
    const char *text =
        human->is_stranger ? questions[soak_dice(soak, QUESTIONS)] : texts[soak_dice(soak, TEXTS)];
    bool is_final =
        strcmp(text, "stop") == 0 || strcmp(text, "leave") == 0 || strncmp(text, "kick", 4) == 0;
    if (is_final && soak_dice(soak, 5))
        return;
    soak_say(soak, human, soak_dice(soak, 4) ? any_room(soak) : NULL, text);
}

static void open_table(struct soak *soak)
{
    static const char *const openings[] = {"play heartcatchers", "play heartcatchers match=3",
                                           "play thief", "play rush"};
    struct human *human = any_human(soak);
    if (!human->is_stranger)
        soak_say(soak, human, soak_dice(soak, 6) ? any_room(soak) : NULL,
                 openings[soak_dice(soak, 4)]);
}

/* Everybody of a network sits down in one room. */
static void gather(struct soak *soak)
{
    const char *room = any_room(soak);
    int network = soak_dice(soak, SOAK_NETWORKS);
    for (int i = 0; i < SOAK_PEOPLE; i++)
        if (soak->humans[i].network == network && !soak->humans[i].is_stranger) {
            soak_say(soak, &soak->humans[i], room, "join");
            soak_settle(soak);
            soak_say(soak, &soak->humans[i], room, "start");
        }
}

/* A word of one's own, in private, or carelessly in a room; strangers try what was said in
   rooms. */
static void speak_word(struct soak *soak)
{
    struct human *human = any_human(soak);
    char text[32];
    bool is_careless = !human->is_stranger && soak_dice(soak, 4) == 0;
    const char *word =
        human->is_stranger
            ? soak->spoken[soak_dice(soak, SOAK_WORDS)]
            : human->words[soak_dice(soak, 3) ? (human->next_word + SOAK_WORDS - 1) % SOAK_WORDS
                                              : soak_dice(soak, SOAK_WORDS)];
    snprintf(text, sizeof text, "seat %s", *word ? word : "aaaaa-aaaaa");
    if (is_careless && *word) { /* a word that cannot be saved cannot be made void either */
        faulty_store_fail(soak->faulty, 0, 0, STORE_OK);
        hold_disk(soak, false);
        soak_settle(soak);
    }
    int told = soak->told_count;
    soak_say(soak, human, is_careless ? any_room(soak) : NULL, text);
    soak_settle(soak);
    if (is_careless && *word && soak->told_count > told) { /* else a flooder was not heard */
        snprintf(soak->spoken[soak->next_spoken], sizeof soak->spoken[0], "%s", word);
        soak->next_spoken = (soak->next_spoken + 1) % SOAK_WORDS;
    }
}

static void rename_human(struct soak *soak)
{
    struct human *human = any_human(soak);
    snprintf(human->name, sizeof human->name, "h%d", soak_dice(soak, 2 * SOAK_PEOPLE));
    host_renamed(soak->host, identity(soak_networks[human->network], human->key), human->name,
                 soak->now);
}

static void vanish(struct soak *soak)
{
    struct human *human = any_human(soak);
    host_gone(soak->host, identity(soak_networks[human->network], human->key), soak->now);
    if (human->network == PASSES)
        snprintf(human->key, sizeof human->key, "~%d", ++soak->connection);
}

/* ---- fate ---- */

static void ready_rooms(struct soak *soak, int network)
{
    for (int i = 0; i < SOAK_ROOMS; i++)
        host_room_ready(soak->host, soak_networks[network], soak_rooms[i], soak->now);
}

static void lose_network(struct soak *soak)
{
    int network = soak_dice(soak, SOAK_NETWORKS);
    host_network_gone(soak->host, soak_networks[network], soak->now);
    soak_new_keys(soak, network);
    if (soak_dice(soak, 2))
        soak_settle(soak);
    ready_rooms(soak, network);
}

static void spoil_disk(struct soak *soak)
{
    static const enum store_result results[] = {STORE_FULL, STORE_READ_ONLY, STORE_BUSY, STORE_IO};
    faulty_store_fail(soak->faulty, soak_dice(soak, 3), soak_dice(soak, 4),
                      results[soak_dice(soak, 4)]);
}

static void stop_disk(struct soak *soak)
{
    hold_disk(soak, true);
}

static void wait(struct soak *soak)
{
    soak->now += soak_dice(soak, 2) ? 5000 : 200000;
    for (int i = 0; i < SOAK_ROOMS; i++)
        host_sent(soak->host, soak_networks[PASSES], soak_rooms[i], soak->now);
}

void soak_deed(struct soak *soak)
{
    static const struct {
        int weight;
        void (*happens)(struct soak *soak);
    } deeds[] = {{500, play},       {250, speak},       {60, open_table}, {60, gather},
                 {100, speak_word}, {20, rename_human}, {10, vanish},     {4, lose_network},
                 {20, spoil_disk},  {30, stop_disk},    {60, wait},       {8, soak_restart}};
    int total = 0, i = 0;
    for (size_t d = 0; d < sizeof deeds / sizeof *deeds; d++)
        total += deeds[d].weight;
    for (int chosen = soak_dice(soak, total); chosen >= deeds[i].weight; i++)
        chosen -= deeds[i].weight;
    soak->now += 1500;
    if (soak->is_held && soak_dice(soak, 4) == 0)
        hold_disk(soak, false);
    deeds[i].happens(soak);
    soak->steps++;
}
