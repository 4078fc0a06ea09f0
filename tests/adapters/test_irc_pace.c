/* A very busy network, in virtual time: 10,000 moves of many people at several tables through
   outbox and bucket, against a model of each kind of server with the limits it is shipped with.
   No line is ever refused, held back or answered by closing the connection; how long the queue
   was and how late a hand came at worst is printed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bucket.h"
#include "outbox.h"
#include "posts.h"
#include "prose.h"
#include "testing.h"
#include "text.h"

enum { MOVES = 10000, ROOMS = 3, PEOPLE = 15, NAME = 16, RECENT = 20 };

/* ---- the servers ---- */

/* A server's memory of us. Times are in ms; `paid_at` is how far we have talked ahead of its
   clock. */
struct server {
    int64_t paid_at, target_paid_at[ROOMS + PEOPLE], people_paid_at;
    int waiting, waiting_bytes; /* lines it has not read yet */
    int recent[RECENT];         /* people written to, the latest first; -1 if free */
};

static int64_t debt(int64_t paid_at, int64_t now)
{
    return paid_at > now ? paid_at - now : 0;
}

/* 5 at once, 2 a second; what is beyond waits, and more than 20 waiting is "Excess Flood". */
static const char *five_then_two(struct server *server, int64_t now)
{
    server->paid_at = now + debt(server->paid_at, now) + 500;
    int64_t waiting = debt(server->paid_at, now) / 500 - 5;
    return waiting > 20 ? "Excess Flood" : waiting > 0 ? "held back" : NULL;
}

static const char *ten_to_a_target(struct server *server, int target, int64_t now)
{
    int64_t *paid_at = &server->target_paid_at[target];
    *paid_at = now + debt(*paid_at, now) + 1000;
    return debt(*paid_at, now) > 8 * 1000 ? "throttled due to flooding" : NULL;
}

/* `known` people are free, `burst` others at once, then one every `every` ms. */
static const char *new_people(struct server *server, int target, int64_t now, int known, int burst,
                              int64_t every)
{
    int place = 0;
    if (target < ROOMS)
        return NULL;
    while (place < known && server->recent[place] != target)
        place++;
    bool is_new = place == known;
    if (is_new) {
        server->people_paid_at = now + debt(server->people_paid_at, now) + every;
        place = known - 1;
    }
    memmove(server->recent + 1, server->recent, (size_t)place * sizeof *server->recent);
    server->recent[0] = target;
    return is_new && debt(server->people_paid_at, now) > burst * every ? "target change too fast"
                                                                       : NULL;
}

static const char *solanum(struct server *server, int target, int bytes, int64_t now)
{
    (void)bytes;
    const char *wrong = five_then_two(server, now),
               *target_wrong = ten_to_a_target(server, target, now);
    const char *people_wrong = new_people(server, target, now, 10, 10, 60000);
    return wrong ? wrong : target_wrong ? target_wrong : people_wrong;
}

/* Where we have voice, only the lines count: not to whom they go, nor how many to one. */
static const char *solanum_voiced(struct server *server, int target, int bytes, int64_t now)
{
    (void)target, (void)bytes;
    return five_then_two(server, now);
}

static const char *hybrid(struct server *server, int target, int bytes, int64_t now)
{
    (void)bytes;
    const char *wrong = five_then_two(server, now),
               *target_wrong = ten_to_a_target(server, target, now);
    return wrong ? wrong : target_wrong;
}

static const char *inspircd(struct server *server, int target, int bytes, int64_t now)
{
    (void)target, (void)bytes;
    server->paid_at = now + debt(server->paid_at, now) + 1000;
    return debt(server->paid_at, now) > 10 * 1000 ? "fake lag" : NULL;
}

static const char *unreal(struct server *server, int target, int bytes, int64_t now)
{
    server->paid_at = now + debt(server->paid_at, now) + 1000 + bytes * 1000 / 90;
    const char *people_wrong = new_people(server, target, now, 4, 4, 15000);
    return debt(server->paid_at, now) > 10000 ? "10 s ahead" : people_wrong;
}

static const char *ircu(struct server *server, int target, int bytes, int64_t now)
{
    server->paid_at = now + debt(server->paid_at, now) + 2000 + bytes * 1000 / 120;
    const char *people_wrong = new_people(server, target, now, 20, 10, 128000);
    return debt(server->paid_at, now) > 10000 ? "10 s ahead" : people_wrong;
}

/* A pass takes three commands; if they were more than 256 bytes, which ours are, it rests for a
   second. */
static const char *ngircd(struct server *server, int target, int bytes, int64_t now)
{
    (void)target, (void)bytes;
    for (; server->waiting > 0 && server->paid_at <= now; server->paid_at += 1000)
        server->waiting -= server->waiting < 3 ? server->waiting : 3;
    server->waiting++;
    if (server->paid_at <= now) {
        server->waiting = 0;
        server->paid_at = now + 1000;
    }
    return server->waiting > 6 ? "lines pile up in the server" : NULL;
}

static const struct row {
    const char *version;
    const char *(*add)(struct server *server, int target, int bytes, int64_t now);
    int every_ms; /* moves come so far apart, about: a pace at which people can be kept up with */
    int people;   /* who play; where servers count them, more means waiting */
    bool has_voice;
} rows[] = {
    {"solanum-1.0-dev", solanum, 1200, 9, false},
    {"solanum-1.0-dev", solanum_voiced, 1200, PEOPLE, true},
    {"solanum-1.0-dev", solanum, 5000, PEOPLE, false},
    {"hybrid-1+oftc2.1.0", hybrid, 1200, PEOPLE, false},
    {"ngircd-26.1", ngircd, 1000, PEOPLE, false},
    {"InspIRCd-3", inspircd, 2500, PEOPLE, false},
    {"UnrealIRCd-6.1.0", unreal, 8000, 4, false},
    {"u2.10.12.19", ircu, 9000, PEOPLE, false},
    {"ergo-v2.14.0", solanum_voiced, 1200, 9, false},
    {"nobody-knows-this-1.0", ircu, 10000, 4, false},
    {"nobody-knows-that-1.0", unreal, 10000, 4, false},
};

/* ---- an evening ---- */

static struct evening {
    const struct row *row;
    struct server server;
    struct bucket bucket;
    struct outbox *outbox;
    int64_t now, held_until;
    /* when the oldest hand was given that has not left; 0 if none waits */
    int64_t hand_since[PEOPLE];
    int64_t hand_latest;
    int lines, queue_most, move;
} evening;

static int target_of(const struct outbox_item *item)
{
    return item->is_private ? ROOMS + atoi(item->to + 1) : atoi(item->to + 1);
}

static enum outbox_reach reach(void *self, const struct outbox_item *item)
{
    (void)self;
    int64_t wait = item->is_private && !evening.row->has_voice
                       ? bucket_person_wait(&evening.bucket, item->to, true, evening.now)
                       : 0;
    if (wait > 0 && (!evening.held_until || evening.now + wait < evening.held_until))
        evening.held_until = evening.now + wait;
    return wait > 0 ? OUTBOX_LATER : OUTBOX_NOW;
}

static void render(void *self, struct outbox_item *item)
{
    enum { LINE = 400 };
    char bytes[4 * PROSE_BYTES], line[LINE + 1];
    struct text all = text_over(bytes, sizeof bytes);
    const struct prose *parts[] = {item->tale, item->board, item->next};
    (void)self;
    for (int i = 0; i < 3; i++)
        if (parts[i])
            text_put(&all, parts[i]->text);
    for (int at = 0; at < all.length; at += LINE) {
        snprintf(line, sizeof line, "%s", bytes + at);
        outbox_add_message(item, line);
    }
}

static int64_t wait_for(void *self, const struct outbox_item *item, const char *message)
{
    (void)self;
    return bucket_wait(&evening.bucket, item->to, (int)strlen(message) + 30, evening.now);
}

static void send_line(void *self, const struct outbox_item *item, const char *message)
{
    (void)self;
    int bytes = (int)strlen(message) + 30, target = target_of(item);
    if (item->is_private && !evening.row->has_voice)
        bucket_person_charge(&evening.bucket, item->to, evening.now);
    bucket_charge(&evening.bucket, item->to, bytes, evening.now);
    evening.lines++;
    const char *wrong = evening.row->add(&evening.server, target, bytes, evening.now);
    if (wrong)
        fail_msg("%s: line %d, at move %d: %s", evening.row->version, evening.lines, evening.move,
                 wrong);
    if (!item->is_private)
        return;
    int64_t *since = &evening.hand_since[target - ROOMS];
    if (*since && evening.now - *since > evening.hand_latest)
        evening.hand_latest = evening.now - *since;
    *since = 0;
}

static unsigned dice;

static int roll(int sides)
{
    dice = dice * 1103515245u + 12345u;
    return (int)((dice >> 16) % (unsigned)sides);
}

static const struct prose *words(int length)
{
    static struct prose prose[4];
    static int next;
    struct prose *one = &prose[next++ % 4];
    prose_clear(one);
    while (one->length < length)
        prose_put(one, "card ");
    return one;
}

static void play_one(void)
{
    char room[NAME], key[NAME];
    int player = roll(evening.row->people), table = player % ROOMS;
    snprintf(room, sizeof room, "#%d", table);
    snprintf(key, sizeof key, "$%d", player);
    outbox_post(evening.outbox, &(struct post){.room = room,
                                               .table = table + 1,
                                               .kind = POST_PLAY,
                                               .tale = words(20 + roll(60)),
                                               .board = words(60 + roll(120)),
                                               .next = words(15)});
    outbox_whisper(evening.outbox, &(struct whisper){.person = key,
                                                     .name = key,
                                                     .room = room,
                                                     .table = table + 1,
                                                     .is_due = true,
                                                     .kind = WHISPER_HAND,
                                                     .prose = words(60 + roll(150))});
    if (!evening.hand_since[player])
        evening.hand_since[player] = evening.now;
    if (roll(20) == 0)
        outbox_whisper(evening.outbox, &(struct whisper){.person = key,
                                                         .name = key,
                                                         .kind = WHISPER_ANSWER,
                                                         .prose = words(200)});
}

/* Pumps whatever may go until the time has come. */
static void talk_until(int64_t time)
{
    for (;;) {
        evening.held_until = 0;
        int64_t wait = outbox_pump(evening.outbox),
                next = wait >= 0 ? evening.now + wait : INT64_MAX;
        if (evening.held_until && evening.held_until < next)
            next = evening.held_until;
        if (outbox_lines(evening.outbox) > evening.queue_most)
            evening.queue_most = outbox_lines(evening.outbox);
        if (next >= time)
            break;
        evening.now = next;
    }
    evening.now = time;
}

static void play_evening(const struct row *row)
{
    const struct outbox_port port = {
        .reach = reach, .render = render, .wait = wait_for, .send = send_line};
    memset(&evening, 0, sizeof evening);
    evening.row = row;
    evening.now = 1000;
    for (int i = 0; i < RECENT; i++)
        evening.server.recent[i] = -1;
    bucket_init(&evening.bucket, bucket_preset_for(row->version));
    evening.outbox = outbox_new(&port);
    dice = 7;
    for (evening.move = 0; evening.move < MOVES; evening.move++) {
        play_one();
        /* Mostly calm, sometimes five at once: real time, or a table full of robots. */
        talk_until(evening.now + (roll(10) < 3 ? 0 : row->every_ms / 2 + roll(row->every_ms)));
    }
    while (!outbox_is_empty(evening.outbox))
        talk_until(evening.now + 1000);
    outbox_free(evening.outbox);
    print_message(
        "%-22s as %-8s %2d people%s, %d moves: %d lines, longest queue %d lines, a hand at most %.1f s late\n",
        row->version, evening.bucket.preset->name, row->people, row->has_voice ? " (voiced)" : "",
        MOVES, evening.lines, evening.queue_most, (double)evening.hand_latest / 1000);
    assert_true(evening.queue_most <= OUTBOX_LINES + 10);
}

static test_case(ten_thousand_moves_offend_no_server)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        play_evening(&rows[i]);
}

/* ---- many tables ---- */

/* Tables with a move every five seconds, at the pace of each kind of server, and another channel
   where somebody moves now and then: how late lines come, in virtual time. */
enum { TABLES = 6, EVERY_MS = 5000, MINUTES = 30, SEATS = 2 * (TABLES + 1), SAMPLES = 8192 };

struct lateness {
    int64_t ms[SAMPLES];
    int count;
};

static struct hall {
    struct bucket bucket;
    struct outbox *outbox;
    int64_t now;
    int64_t told_at[SAMPLES]; /* when each move was posted */
    int move;
    struct lateness lines, elsewhere, hands;
} hall;

static void note_lateness(struct lateness *lateness, int64_t ms)
{
    if (lateness->count < SAMPLES)
        lateness->ms[lateness->count++] = ms;
}

static int compare(const void *a, const void *b)
{
    int64_t left = *(const int64_t *)a, right = *(const int64_t *)b;
    return left < right ? -1 : left > right;
}

static double percentile(struct lateness *lateness, int percent)
{
    qsort(lateness->ms, (size_t)lateness->count, sizeof *lateness->ms, compare);
    int place = (lateness->count - 1) * percent / 100;
    return lateness->count ? (double)lateness->ms[place] / 1000 : 0;
}

static enum outbox_reach hall_reach(void *self, const struct outbox_item *item)
{
    (void)self, (void)item;
    return OUTBOX_NOW;
}

static int64_t hall_wait(void *self, const struct outbox_item *item, const char *message)
{
    (void)self;
    int bytes = (int)strlen(message) + 30;
    return item->is_patient ? bucket_patient_wait(&hall.bucket, bytes, hall.now)
                            : bucket_wait(&hall.bucket, NULL, bytes, hall.now);
}

static int64_t hall_hold(void *self, const struct outbox_item *item)
{
    (void)self;
    return bucket_target_wait(&hall.bucket, item->to, hall.now);
}

static int64_t hall_line_ms(void *self)
{
    (void)self;
    return bucket_line_ms(&hall.bucket);
}

/* Every move has its number in the line, "m17 ". */
static void hall_send(void *self, const struct outbox_item *item, const char *message)
{
    (void)self;
    bucket_charge(&hall.bucket, item->to, (int)strlen(message) + 30, hall.now);
    for (const char *at = message; (at = strchr(at, 'm')); at++) {
        int64_t late = hall.now - hall.told_at[atoi(at + 1)];
        bool is_elsewhere = !item->is_private && atoi(item->to + 1) == TABLES;
        note_lateness(item->is_private ? &hall.hands
                      : is_elsewhere   ? &hall.elsewhere
                                       : &hall.lines,
                      late);
    }
}

static void hall_whisper(int table, int seat, bool is_due, const char *mark)
{
    char room[NAME], key[NAME];
    struct prose hand = *words(150);
    snprintf(room, sizeof room, "#%d", table);
    snprintf(key, sizeof key, "$%d", 2 * table + seat);
    prose_put(&hand, is_due ? mark : "");
    outbox_whisper(hall.outbox, &(struct whisper){.person = key,
                                                  .name = key,
                                                  .room = room,
                                                  .table = table + 1,
                                                  .is_due = is_due,
                                                  .kind = WHISPER_HAND,
                                                  .prose = &hand});
}

static void hall_move(int table)
{
    char room[NAME], mark[NAME];
    int mover = hall.move / TABLES % 2;
    snprintf(room, sizeof room, "#%d", table);
    snprintf(mark, sizeof mark, "m%d ", hall.move);
    hall.told_at[hall.move++] = hall.now;
    struct prose tale = *words(50);
    prose_put(&tale, mark);
    outbox_post(hall.outbox, &(struct post){.room = room,
                                            .table = table + 1,
                                            .kind = POST_PLAY,
                                            .tale = &tale,
                                            .board = words(120),
                                            .next = words(15)});
    hall_whisper(table, 1 - mover, true, mark);
    hall_whisper(table, mover, false, mark);
}

static void hall_talk_until(int64_t time)
{
    for (;;) {
        int64_t wait = outbox_pump(hall.outbox);
        if (wait < 0 || hall.now + wait >= time)
            break;
        hall.now += wait;
    }
    hall.now = time;
}

static test_case(six_tables_share_the_pace)
{
    static const char *const paces[] = {"safe", "libera", "inspircd", "ngircd", "unreal"};
    for (size_t p = 0; p < sizeof paces / sizeof *paces; p++) {
        const struct outbox_port port = {.reach = hall_reach,
                                         .render = render,
                                         .wait = hall_wait,
                                         .send = hall_send,
                                         .hold = hall_hold,
                                         .line_ms = hall_line_ms};
        memset(&hall, 0, sizeof hall);
        hall.now = 1000;
        bucket_init(&hall.bucket, bucket_preset_named(paces[p]));
        hall.outbox = outbox_new(&port);
        dice = 11;
        for (int64_t at = 1000; at < MINUTES * 60000; at += EVERY_MS / TABLES) {
            int turn = (int)(at / (EVERY_MS / TABLES));
            hall_talk_until(at + roll(EVERY_MS / TABLES / 2));
            hall_move(turn % TABLES);
            if (turn % 70 == 0)
                hall_move(TABLES);
        }
        hall_talk_until(hall.now + 3600 * 1000);
        print_message(
            "%-8s six tables, a move every 5 s each: lines p50 %.1f s, p90 %.1f s; hands of who is to move p50 "
            "%.1f s, p90 %.1f s (%d of %d came before the next); another channel p50 %.1f s, at most %.1f s\n",
            paces[p], percentile(&hall.lines, 50), percentile(&hall.lines, 90),
            percentile(&hall.hands, 50), percentile(&hall.hands, 90), hall.hands.count, hall.move,
            percentile(&hall.elsewhere, 50), percentile(&hall.elsewhere, 100));
        assert_true(outbox_is_empty(hall.outbox));
        outbox_free(hall.outbox);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(ten_thousand_moves_offend_no_server),
                                       cmocka_unit_test(six_tables_share_the_pace)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
