/* A whole house at random: two networks, some rooms, people who come, go, claim, play and type
   nonsense, a store that fails, hangs and is restarted at any moment. soak.c is the world and
   what it hears, deeds.c what people and fate do, laws.c what must hold after every step. */
#ifndef SOAK_H
#define SOAK_H

#include "host_state.h"
#include "prose.h"
#include <stdbool.h>
#include <stdint.h>

#include "chance.h"
#include "heard.h"
#include "port.h"
#include "posts.h"

struct commands;
struct faulty_store;
struct text;

enum { SOAK_PEOPLE = 8, SOAK_ROOMS = 3, SOAK_TABLES = 4096, SOAK_TOLD = 4096, SOAK_WORDS = 4 };
enum { KEEPS, PASSES, SOAK_NETWORKS }; /* lasting keys; keys that end with every gap */

struct human {
    int network;
    bool is_stranger; /* never sits down, but says every word it ever heard said in public */
    char key[HOST_KEY], name[HOST_NAME];
    char words[SOAK_WORDS][16]; /* seat words it was whispered */
    int next_word;
};

/* One thing that was told, until the next step. */
struct told {
    bool is_private;
    int64_t table;
    enum post_kind kind;
    char to[HOST_ROOM]; /* room, or key */
    struct prose prose; /* all parts, behind one another */
};

struct soak {
    struct store *store;
    struct faulty_store *faulty;
    struct commands *commands;
    struct host *host;
    struct host_port ports[SOAK_NETWORKS];
    struct chance_seed luck;
    int64_t now;
    int connection; /* counts, so that no key comes twice */
    bool is_held;
    struct human humans[SOAK_PEOPLE];
    char spoken[SOAK_WORDS][16]; /* seat words said in public */
    int next_spoken;
    int told_count;
    struct told told[SOAK_TOLD];
    /* of a table since the beginning, without those lost to a restart */
    int moves_told[SOAK_TABLES];
    int moves_saved[SOAK_TABLES]; /* at the last look */
    char leak[1024];              /* the first private thing that was told to others; or "" */
    int steps, restarts, results, claims;
};

extern const char *const soak_networks[SOAK_NETWORKS];
bool soak_never_lasts(void *self, const char *key);
extern const char *const soak_rooms[SOAK_ROOMS];

void soak_open(struct soak *soak, uint64_t seed);
void soak_close(struct soak *soak);
void soak_restart(struct soak *soak);
void soak_settle(struct soak *soak);
int soak_dice(struct soak *soak, int n);
void soak_say(struct soak *soak, const struct human *human, const char *room, const char *text);
/* New keys for everybody on a network: nobody is surely who they were. */
void soak_new_keys(struct soak *soak, int network);

/* One random thing happens. */
void soak_deed(struct soak *soak);

/* False with a sentence if a law does not hold. */
bool laws_hold(struct soak *soak, struct text *why);
bool law_store_is_state(struct soak *soak, struct text *why);
bool law_moves_told_once(struct soak *soak, struct text *why);
void law_hear(struct soak *soak, const struct told *told);
bool law_hands_are_private(struct soak *soak, struct text *why);
bool law_one_key_one_seat(struct soak *soak, struct text *why);
bool law_seats_are_their_owners(struct soak *soak, struct text *why);
bool law_nothing_is_cut(struct soak *soak, struct text *why);

#endif
