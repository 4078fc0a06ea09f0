/* A port that writes down what an outbox gives it, and lets as many lines through as the test
   allows; and what the host tells it. Next: test_outbox.c. */
#ifndef OUTBOX_BENCH_H
#define OUTBOX_BENCH_H

#include <stdbool.h>
#include <stdint.h>

#include "outbox.h"
#include "posts.h"
#include "prose.h"

struct network {
    struct outbox *outbox;
    int allowed;                    /* lines that may be sent */
    const char *unreachable, *gone; /* a room that is not joined; a key */
    char said[32768];
    char told[16384]; /* the rooms that were told all */
};

/* There is one at a time. */
struct network *start(void);
struct network *start_timed(int64_t (*line_ms)(void *self));
void end(struct network *network);

/* Of eight at a time. */
struct prose *prose_of(const char *text);

void play(struct network *network, const char *room, const char *tale, const char *board,
          const char *next);
/* The same by somebody who goes on. */
void go_on(struct network *network, const char *tale, const char *board);
void post(struct network *network, enum post_kind kind, const char *room, const char *tale);
void whisper(struct network *network, enum whisper_kind kind, const char *person, bool is_due,
             const char *text);

/* So many lines may go out now, and these do. */
void expect(struct network *network, int lines, const char *said);

/* The tests of shares.c: how many failed. */
int run_share_tests(void);

#endif
