/* See sim.h: the world's luck, its hash, its opening and closing. */
#include "inside.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "check.h"

static struct {
    uint64_t seed, luck, hash;
    bool is_open, traces;
    int64_t traces_from;
    enum side side;
    bool measures;
    int64_t entered, turn[SIDES], longest[SIDES], longest_at;
} sim;

/* ---- whose turn it is ---- */

static int64_t cpu(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

enum side side_enter(enum side side)
{
    enum side was = sim.side;
    sim.side = side;
    if (!sim.measures || was == side)
        return was;
    int64_t now = cpu();
    sim.turn[was] += now - sim.entered;
    sim.entered = now;
    return was;
}

enum side side_now(void)
{
    return sim.side;
}

void side_turn_ends(void)
{
    if (sim.turn[SIDE_PROGRAM] > sim.longest[SIDE_PROGRAM])
        sim.longest_at = sim_now();
    for (int i = 0; i < SIDES; i++) {
        if (sim.turn[i] > sim.longest[i])
            sim.longest[i] = sim.turn[i];
        sim.turn[i] = 0;
    }
}

void sim_measure(bool measures)
{
    sim.measures = measures;
    sim.entered = measures ? cpu() : 0;
}

static int64_t take_longest(enum side side)
{
    int64_t longest = sim.longest[side];
    sim.longest[side] = 0;
    return longest;
}

int64_t sim_longest_turn(int64_t *at)
{
    if (at)
        *at = sim.longest_at;
    return take_longest(SIDE_PROGRAM);
}

int64_t sim_longest_batch(void)
{
    return take_longest(SIDE_STORE);
}

/* ---- luck ---- */

static uint64_t next(void)
{
    uint64_t z = (sim.luck += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

int sim_dice(int sides)
{
    return sides <= 1 ? 0 : (int)((next() >> 33) % (unsigned)sides);
}

bool sim_chance(int per_mille)
{
    return per_mille > 0 && sim_dice(1000) < per_mille;
}

int64_t line_delay(const struct sim_line *line)
{
    return line->least + sim_dice((int)(line->most - line->least) + 1);
}

/* ---- the hash ---- */

uint64_t sim_hash(void)
{
    return sim.hash;
}

static void hash_in(const void *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        sim.hash = (sim.hash ^ ((const unsigned char *)bytes)[i]) * UINT64_C(1099511628211);
}

void sim_trace(const char *who, const char *what, const char *bytes, size_t length)
{
    int64_t now = sim_now();
    hash_in(&now, sizeof now);
    hash_in(who, strlen(who));
    hash_in(what, strlen(what));
    hash_in(bytes, length);
    if (!sim.traces || now < sim.traces_from)
        return;
    while (length > 0 && (bytes[length - 1] == '\n' || bytes[length - 1] == '\r'))
        length--;
    fprintf(stderr, "%9.3f %s %s ", (double)now / 1000, who, what);
    for (size_t i = 0; i < length && i < 2000; i++)
        fputc((unsigned char)bytes[i] < ' ' && bytes[i] != '\n' ? '.' : bytes[i], stderr);
    fputc('\n', stderr);
}

/* ---- opening and closing ---- */

static char last_words[64];

/* Says of which seed it was. */
static void on_abort(int signo)
{
    if (write(STDERR_FILENO, last_words, strlen(last_words)) < 0)
        _exit(3);
    signal(signo, SIG_DFL);
    raise(signo);
}

void sim_open(uint64_t seed)
{
    const char *word = getenv("SIM_TRACE"), *from = getenv("SIM_TRACE_FROM");
    sim_close(); /* a test that failed has left its own */
    memset(&sim, 0, sizeof sim);
    sim.is_open = true;
    sim.seed = seed;
    sim.luck = seed * UINT64_C(0x2545f4914f6cdd1d) + 1;
    sim.hash = UINT64_C(14695981039346656037);
    sim.traces = word && *word == '1';
    sim.traces_from = from ? strtoll(from, NULL, 10) * 1000 : 0;
    snprintf(last_words, sizeof last_words, "\nin the simulation of seed %llu\n",
             (unsigned long long)seed);
    signal(SIGABRT, on_abort);
#ifndef __SANITIZE_ADDRESS__
    signal(SIGSEGV, on_abort);
#endif
    clock_open();
    process_open(seed);
}

void sim_close(void)
{
    if (!sim.is_open)
        return;
    sim.is_open = false;
    holder_close();
    process_close();
    transport_forget_all();
    net_close_all();
    discord_close_all();
    clock_close();
}

void sim_jump(int64_t ms)
{
    clock_jump(ms);
}

void sim_wait(int64_t ms)
{
    int64_t target = sim_now() + ms;
    do
        process_settle();
    while (clock_turn(target));
}
