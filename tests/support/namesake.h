/* Law of the tests: whatever a test does on one network, somebody of the same key and nick sits
   in a room of the same name on another one, plays a game of their own there, and is never
   touched. The fixtures open such a table before the test and look at it behind it. Nobody says
   anything at it, and its clocks are held, so it takes no time, tells nothing and draws no luck. */
#ifndef NAMESAKE_H
#define NAMESAKE_H

#include <stdint.h>

struct host;
struct namesake;
struct store;

/* The network of the namesakes. */
#define NAMESAKE_NETWORK "twin"

/* Where they sit, and who they are: two to five people, each called by the key. The texts last
   as long as the namesake. */
enum { NAMESAKES = 5 };
struct namesake_of {
    const char *room, *keys[NAMESAKES];
};

/* Adds the network to a host that has its other ones and no table yet, and opens the table at
   that time. The numbers of other tables begin with 1, and fixed luck is fixed anew by the
   caller. */
struct namesake *namesake_open(struct host *host, struct store *store, const struct namesake_of *of,
                               int64_t now);

/* The same store has a new host: before and behind host_recover(). The latter returns how many
   tables of its came back, 0 or 1, and lets the numbers of tables go on as if there were none. */
void namesake_add_network(struct namesake *namesake, struct host *host);
int namesake_recovered(struct namesake *namesake, int64_t now);

/* More tables are opened than there are numbers below that of the namesake's: they go on behind
   it. */
void namesake_let_pass(struct namesake *namesake);

/* The whole house was told something that holds this part, on the network of the namesake, too. */
void namesake_must_hear(struct namesake *namesake, const char *part);

/* The same in a store without a host: a record of lines that are no moves, shown in that room,
   in "#b", "#c" and in the private conversation of the first of them, who are known by numbers,
   too. And what is kept of it all, as text. To free. */
void namesake_write(struct store *store, const struct namesake_of *of);
char *namesake_kept(struct store *store, const struct namesake_of *of);

/* Takes the lines about it out of what a witness tells of the store. */
void namesake_leave_out(char *told);

/* Frees it, and fails the test if anything of it has changed: table, seats, clocks, network;
   record, persons, place, rows. */
void namesake_close(struct namesake *namesake);

#endif
