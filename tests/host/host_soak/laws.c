#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "faulty_store.h"
#include "prose.h"
#include "session_view.h"
#include "soak.h"
#include "store.h"
#include "tables.h"
#include "text.h"
#include "view.h"

/* Calls `look` for every room until it says no. */
static bool each_room(struct host *host,
                      bool (*look)(struct soak *, const struct session *, struct text *),
                      struct soak *soak, struct text *why)
{
    for (const struct session *session = host->tables.first; session; session = session->next)
        if (!look(soak, session, why))
            return false;
    return true;
}

/* ---- the state is what the store says ---- */

static void drop_post(void *self, const struct post *post)
{
    (void)self;
    (void)post;
}

static void drop_whisper(void *self, const struct whisper *whisper)
{
    (void)self;
    (void)whisper;
}

bool soak_never_lasts(void *self, const char *key)
{
    (void)self;
    (void)key;
    return false;
}

static struct host *rebuilt(struct soak *soak)
{
    struct host *host = host_new(soak->store, NULL, NULL);
    for (int i = 0; i < SOAK_NETWORKS; i++) {
        struct host_port port = {.network = soak_networks[i],
                                 .is_lasting = i == KEEPS ? NULL : soak_never_lasts,
                                 .post = drop_post,
                                 .whisper = drop_whisper};
        host_add_port(host, &port);
    }
    check(host_recover(host) >= 0);
    return host;
}

static bool same_seats(const struct session *a, const struct session *b)
{
    for (int i = 0; i < a->seat_count; i++) {
        const struct seat *x = &a->seats[i], *y = &b->seats[i];
        if (x->kind != y->kind || x->level != y->level || x->is_left != y->is_left ||
            x->is_opener != y->is_opener || x->has_word != y->has_word ||
            strcmp(x->key, y->key) != 0 || strcmp(x->name, y->name) != 0 ||
            memcmp(x->word, y->word, sizeof x->word) != 0)
            return false;
    }
    return a->seat_count == b->seat_count && strcmp(a->opener.name, b->opener.name) == 0;
}

static bool same_play(const struct playing *a, const struct playing *b)
{
    return a->game_number == b->game_number && a->begins == b->begins && a->is_over == b->is_over &&
           memcmp(a->wins, b->wins, sizeof a->wins) == 0 &&
           memcmp(a->points, b->points, sizeof a->points) == 0 &&
           memcmp(a->key, b->key, sizeof a->key) == 0 && a->draws == b->draws &&
           memcmp(a->rules.options, b->rules.options, sizeof a->rules.options) == 0 &&
           (a->game_number == 0 || table_same(&a->table, &b->table));
}

static struct host *other; /* for each_room(), which passes no argument of ours */

static bool is_same(struct soak *soak, const struct session *session, struct text *why)
{
    (void)soak;
    const struct session *twin = host_find(other, session->home.port->network, session->home.name);
    bool same = twin && twin->id == session->id &&
                twin->record.next_line == session->record.next_line && twin->game == session->game;
    const char *what = !same                                                           ? "there"
                       : memcmp(twin->record.link, session->record.link, SESSION_HASH) ? "its chain"
                       : !same_seats(session, twin)                  ? "its people"
                       : !same_play(session->playing, twin->playing) ? "what is played"
                                                                     : NULL;
    if (what)
        text_putf(why, "table %lld in %s is not what the store says: %s", (long long)session->id,
                  session->home.name, what);
    return !what;
}

static bool is_free(struct soak *soak, const struct session *session, struct text *why)
{
    (void)soak;
    (void)why;
    return !session->change;
}

bool law_store_is_state(struct soak *soak, struct text *why)
{
    if (!each_room(soak->host, is_free, soak, why))
        return true; /* the store is ahead */
    other = rebuilt(soak);
    bool same = each_room(soak->host, is_same, soak, why);
    if (same && host_table_count(other) != host_table_count(soak->host)) {
        text_putf(why, "%d tables live, %d are in the store", host_table_count(soak->host),
                  host_table_count(other));
        same = false;
    }
    host_free(other);
    return same;
}

/* ---- every saved move is told once, nothing else is told ---- */

static void count_move(void *arg, int64_t table, int64_t seq, const char *line)
{
    (void)table;
    (void)seq;
    *(int *)arg += strncmp(line, "move ", 5) == 0;
}

bool law_moves_told_once(struct soak *soak, struct text *why)
{
    for (int64_t table = 1; table < store_next_table(soak->store); table++) {
        check(table < SOAK_TABLES);
        const struct session *session = why ? soak->host->tables.first : NULL;
        while (session && session->id != table)
            session = session->next;
        int saved = 0;
        check(store_read_table(soak->store, table, count_move, &saved) == STORE_OK);
        soak->moves_saved[table] = saved;
        bool may_wait = soak->is_held || (session && session->change);
        int told = soak->moves_told[table];
        if (why && (told > saved || (told < saved && !may_wait))) {
            text_putf(why, "%d moves of table %lld are saved, %d were told", saved,
                      (long long)table, told);
            return false;
        }
    }
    return true;
}

/* ---- a hand is for its owner ---- */

static void put_hand(const struct session *session, int seat, char *out, int size)
{
    struct naming naming;
    struct view view = session_view((struct session *)session, &naming);
    struct sight sight;
    struct prose prose;
    prose_clear(&prose);
    table_sight(view.rules, &session->playing->table, seat, &sight);
    view_hand(&view, &sight, &prose);
    snprintf(out, (size_t)size, "%s", prose.text);
}

/* These words hold a hand of that table which their reader does not hold, too, card by card and
   letter by letter. */
static bool holds_hand(const struct session *session, const struct told *told, struct text *why)
{
    char hand[512], own[512] = "";
    for (int seat = 0; seat < session->seat_count && told->is_private; seat++)
        if (strcmp(told->to, session->seats[seat].key) == 0)
            put_hand(session, seat, own, sizeof own);
    for (int seat = 0; seat < session->seat_count; seat++) {
        put_hand(session, seat, hand, sizeof hand);
        bool is_telling = strstr(hand, ", ") && !strstr(own, hand);
        if (is_telling && strstr(told->prose.text, hand)) {
            text_putf(why, "the hand of %s was told to %s: %s", session->seats[seat].name, told->to,
                      told->prose.text);
            return true;
        }
    }
    return false;
}

/* Looked for at the moment of telling, when the hands are those that it could be about. */
void law_hear(struct soak *soak, const struct told *told)
{
    if (*soak->leak)
        return;
    struct text why = text_over(soak->leak, sizeof soak->leak);
    for (const struct session *session = soak->host->tables.first; session; session = session->next)
        if (session_has_begun(session) && session->game->hand >= 0 &&
            (!told->table || told->table == session->id) && holds_hand(session, told, &why))
            break;
}

bool law_hands_are_private(struct soak *soak, struct text *why)
{
    text_put(why, soak->leak);
    return !*soak->leak;
}

/* ---- seats ---- */

static bool has_no_twins(struct soak *soak, const struct session *session, struct text *why)
{
    (void)soak;
    for (int i = 0; i < session->seat_count; i++)
        for (int j = 0; j < i; j++) {
            const struct seat *a = &session->seats[i], *b = &session->seats[j];
            if (a->kind == SEAT_PERSON && b->kind == SEAT_PERSON && strcmp(a->key, b->key) == 0) {
                text_putf(why, "two seats of %s belong to %s", session->home.name, a->key);
                return false;
            }
        }
    return true;
}

bool law_one_key_one_seat(struct soak *soak, struct text *why)
{
    return each_room(soak->host, has_no_twins, soak, why);
}

/* Strangers never sit; on a network whose keys end, a seat whose key has ended is held by
   nobody. */
static bool is_owned(struct soak *soak, const struct session *session, struct text *why)
{
    for (int i = 0; i < session->seat_count; i++) {
        const struct seat *seat = &session->seats[i];
        const struct human *owner = NULL;
        for (int h = 0; h < SOAK_PEOPLE; h++)
            if (strcmp(soak->humans[h].key, seat->key) == 0)
                owner = &soak->humans[h];
        if (seat->kind != SEAT_PERSON || seat->is_detached)
            continue;
        if (owner && !owner->is_stranger)
            continue;
        if (!owner && (session->change || session->queue.first))
            continue; /* that the owner is gone waits in the queue */
        text_putf(why, "a seat of %s is held by %s, who %s", session->home.name, seat->key,
                  owner ? "is a stranger" : "is gone");
        return false;
    }
    return true;
}

bool law_seats_are_their_owners(struct soak *soak, struct text *why)
{
    return each_room(soak->host, is_owned, soak, why);
}

/* A toy without a board has nothing to show when nobody is due. */
bool law_nothing_is_cut(struct soak *soak, struct text *why)
{
    for (int i = 0; i < soak->told_count; i++)
        if (soak->told[i].prose.cut ||
            (soak->told[i].prose.length == 0 && soak->told[i].kind != POST_ANSWER)) {
            text_putf(why, "%s was told %s (kind %d, table %lld): %.80s...", soak->told[i].to,
                      soak->told[i].prose.cut ? "a part" : "nothing", (int)soak->told[i].kind,
                      (long long)soak->told[i].table, soak->told[i].prose.text);
            return false;
        }
    return true;
}

bool laws_hold(struct soak *soak, struct text *why)
{
    return law_moves_told_once(soak, why) && law_hands_are_private(soak, why) &&
           law_one_key_one_seat(soak, why) && law_seats_are_their_owners(soak, why) &&
           law_nothing_is_cut(soak, why) && law_store_is_state(soak, why);
}
