/* Properties of secrecy. The sight is checked against the zones' declarations as ruleset.h words
   them, written a second time here on purpose; and whatever a viewer is told must not change
   with what it cannot see (the twins). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "declared.h"
#include "moment.h"
#include "text.h"
#include "told.h"
#include "trial.h"

static int any_viewer(struct trial *trial)
{
    int seat = dice(&trial->seed, trial->variant->seats + 1);
    return seat < trial->variant->seats ? seat : SEAT_PUBLIC;
}

static int by_number(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static void check_mixed(struct trial *trial, int step, const struct table *t,
                        const struct sight *sight, int zone)
{
    int faces[TABLE_CARDS] = {0}, n = zone_size(t, zone);
    for (int i = 0; i < n; i++)
        faces[i] = zone_face(t, zone, i);
    qsort(faces, (size_t)n, sizeof *faces, by_number);
    for (int i = 0; i < n; i++) {
        struct card only_face = {.face = (int16_t)faces[i]};
        trial_check(trial, step,
                    memcmp(&only_face, zone_card(&sight->seen, zone, i), sizeof only_face) == 0);
    }
}

/* The cards that the viewer knows there, in the order of their faces and without letters; behind
   them the backs of the others. Returns the count of hidden ones. */
static int check_kept_hand(struct trial *trial, int step, const struct table *t,
                           const struct sight *sight, int zone, int *hidden)
{
    const struct ruleset *rules = &trial->variant->rules;
    int faces[TABLE_CARDS] = {0}, known = 0, count = 0;
    for (int i = 0; i < zone_size(t, zone); i++)
        if (sees(rules, t, zone, i, sight->viewer))
            faces[known++] = zone_face(t, zone, i);
        else
            hidden[count++] = zone_face(t, zone, i);
    qsort(faces, (size_t)known, sizeof *faces, by_number);
    for (int i = 0; i < known + count; i++) {
        struct card card = {.face = (int16_t)faces[i], .known = (uint16_t)(1 << sight->viewer)};
        if (i >= known)
            card = (struct card){.face = FACE_BACK(rules->faces[hidden[i - known]].back)};
        trial_check(trial, step, memcmp(&card, zone_card(&sight->seen, zone, i), sizeof card) == 0);
    }
    return count;
}

/* Every card of a sight: shown as it is, or as the back of its class and nothing else. Returns the
   count of hidden ones. */
static int check_cards(struct trial *trial, int step, const struct table *t,
                       const struct sight *sight, int *hidden)
{
    const struct ruleset *rules = &trial->variant->rules;
    int count = 0;
    for (int zone = 0; zone < t->zones; zone++) {
        trial_check(trial, step, zone_size(t, zone) == zone_size(&sight->seen, zone));
        if (is_mixed(rules, zone)) {
            check_mixed(trial, step, t, sight, zone);
            continue;
        }
        if (is_kept_hand(rules, zone, sight->viewer)) {
            count += check_kept_hand(trial, step, t, sight, zone, &hidden[count]);
            continue;
        }
        for (int i = 0; i < zone_size(t, zone); i++) {
            struct card card = *zone_card(t, zone, i);
            if (sees(rules, t, zone, i, sight->viewer)) {
                /* one's own knowledge, nobody else's */
                card.known &= (uint16_t)(1 << sight->viewer);
            } else {
                hidden[count++] = card.face;
                card = (struct card){.face = FACE_BACK(rules->faces[card.face].back)};
            }
            trial_check(trial, step,
                        memcmp(&card, zone_card(&sight->seen, zone, i), sizeof card) == 0);
        }
    }
    return count;
}

static void sights_show_what_zones_declare(struct trial *trial)
{
    int step = dice(&trial->seed, trial->play->count + 1);
    const struct table *t = &trial->play->tables[step];
    for (int seat = 0; seat <= t->seats; seat++) {
        struct sight sight;
        int hidden[TABLE_CARDS], viewer = seat < t->seats ? seat : SEAT_PUBLIC;
        table_sight(&trial->variant->rules, t, viewer, &sight);
        trial_check(trial, step,
                    sight.viewer == viewer && sight.seen.turn == t->turn &&
                        sight.seen.phase == t->phase);
        trial_check(trial, step, memcmp(sight.seen.shared, t->shared, sizeof t->shared) == 0);
        for (int s = 0; s < t->seats; s++)
            for (int own = 0; own < TABLE_OWN; own++) {
                int shown = knows(&trial->variant->rules, t, s, own, viewer) ? t->own[s][own]
                                                                             : REGISTER_BACK;
                trial_check(trial, step, sight.seen.own[s][own] == shown);
            }
        int count = check_cards(trial, step, t, &sight, hidden);
        qsort(hidden, (size_t)count, sizeof *hidden, by_number);
        trial_check(trial, step, sight.unseen_count == count);
        trial_check(trial, step, memcmp(hidden, sight.unseen, (size_t)count * sizeof *hidden) == 0);
    }
}

/* A single card's event shows its face to those who see it where it was or where it is now, and
   to nobody else. */
static void events_show_what_zones_declare(struct trial *trial)
{
    const struct ruleset *rules = &trial->variant->rules;
    int step = dice(&trial->seed, trial->play->count);
    struct table table;
    struct events events;
    table_copy(&table, &trial->play->tables[step]);
    trial_check(trial, step, playthrough_again(trial->play, step, &table, &events));
    for (int e = 0; e < events.count; e++)
        for (int seat = 0; seat <= table.seats; seat++) {
            const struct event *event = &events.list[e];
            struct event heard;
            int viewer = seat < table.seats ? seat : SEAT_PUBLIC;
            if (!event_sight(rules, event, viewer, &heard)) {
                trial_check(trial, step, event->kind == EVENT_SAID);
                continue;
            }
            trial_check(trial, step, heard.shown == 0 && heard.heard == 0);
            if (event->kind != EVENT_MOVED)
                continue;
            enum { PLACES = 2 };
            bool open = false, certain = true;
            for (int p = 0, zone = event->from; p < PLACES; p++, zone = event->to) {
                open = open || zone_shows(rules, zone, viewer);
                certain = certain && zone_spec(rules, zone)->audience != AUDIENCE_TOP &&
                          !is_mixed(rules, zone) && !(zone_spec(rules, zone)->flags & ZONE_KEEP);
            }
            trial_check(trial, step, !open || heard.face == event->face);
            trial_check(trial, step,
                        open || !certain ||
                            heard.face == FACE_BACK(rules->faces[event->face].back));
        }
}

/* ---- twins ---- */

/* What the rules of the game tell everybody as step `i` is played on this table. */
static int disclosed(const struct trial *trial, int i, const struct table *table)
{
    const struct variant *v = trial->variant;
    const struct played *step = &trial->play->steps[i];
    return v->game->discloses ? v->game->discloses(&v->rules, table, step->seat, &step->move) : 0;
}

/* Two tables that should be the same for a viewer. */
struct twins {
    const struct table *one, *other;
    const struct events *one_events, *other_events;
    int viewer;
    /* the two faces that change places between them; NULL: whatever the picks brought */
    const int *faces;
};

/* Whether a zone holds the same faces in both (with the same letters, if they count), in
   whatever order. */
static bool same_contents(const struct table *a, const struct table *b, int zone, bool letters)
{
    int one[TABLE_CARDS], other[TABLE_CARDS], n = zone_size(a, zone);
    if (n != zone_size(b, zone))
        return false;
    for (int i = 0; i < n; i++) {
        const struct card *x = zone_card(a, zone, i), *y = zone_card(b, zone, i);
        one[i] = x->face * (TABLE_SLOTS + 1) + (letters ? x->slot : 0);
        other[i] = y->face * (TABLE_SLOTS + 1) + (letters ? y->slot : 0);
    }
    qsort(one, (size_t)n, sizeof *one, by_number);
    qsort(other, (size_t)n, sizeof *other, by_number);
    return memcmp(one, other, (size_t)n * sizeof *one) == 0;
}

/* The same for all zones: then no pick can have met another order so far that it shows. */
static bool same_everywhere(const struct table *a, const struct table *b)
{
    for (int zone = 0; zone < a->zones; zone++)
        if (!same_contents(a, b, zone, true))
            return false;
    return true;
}

/* Whether the event turns a card that the viewer did not see, one of those the tables differ in,
   up before its eyes. */
static bool reveals(const struct ruleset *rules, const struct event *event,
                    const struct twins *twins)
{
    if (event->kind != EVENT_MOVED)
        return false;
    bool top = zone_spec(rules, event->to)->audience == AUDIENCE_TOP;
    bool up = !zone_shows(rules, event->from, twins->viewer) &&
              (top || zone_shows(rules, event->to, twins->viewer));
    return up &&
           (!twins->faces || event->face == twins->faces[0] || event->face == twins->faces[1]);
}

/* Whether a card passed in the open is another one in the other table. What follows the first
   revelation in which the two differ may differ, too. */
static bool events_openly_differ(const struct ruleset *rules, const struct twins *twins)
{
    if (!twins->one_events)
        return false;
    for (int i = 0; i < twins->one_events->count && i < twins->other_events->count; i++) {
        const struct event *x = &twins->one_events->list[i], *y = &twins->other_events->list[i];
        bool same_way =
            x->kind == y->kind && x->from == y->from && x->to == y->to && x->seat == y->seat;
        if (!same_way)
            return reveals(rules, x, twins) || reveals(rules, y, twins);
        if (x->kind == EVENT_REVEALED && x->args[0] != y->args[0])
            return true;
        if (x->kind != EVENT_MOVED || x->face == y->face)
            continue;
        for (int p = 0, zone = x->from; p < 2; p++, zone = x->to)
            if (zone_shows(rules, zone, twins->viewer) || is_mixed(rules, zone) ||
                zone_spec(rules, zone)->audience == AUDIENCE_TOP)
                return true;
    }
    return false;
}

/* Whether the viewer is openly shown different cards: by a zone that shows them, or on their way
   through one. */
static bool openly_differ(const struct ruleset *rules, const struct twins *twins)
{
    const struct table *a = twins->one, *b = twins->other;
    for (int zone = 0; zone < a->zones; zone++) {
        if (zone_size(a, zone) != zone_size(b, zone))
            continue; /* numbers are no secret: to be compared, not excused */
        if (is_mixed(rules, zone) && !same_contents(a, b, zone, false))
            return true;
        for (int i = 0; i < zone_size(a, zone); i++) {
            const struct card *x = zone_card(a, zone, i), *y = zone_card(b, zone, i);
            bool differ =
                /* which of two equal ones was picked */
                x->face != y->face || (!twins->faces && x->slot != y->slot);
            if (differ && sees(rules, a, zone, i, twins->viewer))
                return true;
        }
    }
    return events_openly_differ(rules, twins);
}

/* Whether the tables differ in nothing but the two faces, each at the place of the other. */
static bool only_exchanged(const struct table *a, const struct table *b, const int *faces)
{
    int places = 0;
    for (int i = 0; i < a->first[a->zones]; i++) {
        int one = a->cards[i].face, other = b->cards[i].face;
        if (one != other && !(one == faces[0] && other == faces[1]) &&
            !(one == faces[1] && other == faces[0]))
            return false;
        places += one != other;
    }
    return places <= 2;
}

/* Words are made of sights, whose types keep the table out. So where the sights are the same, they
   are compared at one step in so many, with other looks of the same sight: something might remember
   what it was not given. */
enum { LOOKS_EACH = 8 };

static void compare_told(struct trial *trial, int step, const struct twins *twins, const char *what)
{
    static char one[TOLD_BYTES], other[TOLD_BYTES];
    struct text a = text_over(one, sizeof one), b = text_over(other, sizeof other);
    uint64_t seed = trial->seed.state + (uint64_t)step;
    bool is_looked_at = seed % LOOKS_EACH == 0;
    if (!is_looked_at && told_alike(trial->variant, twins->one, twins->one_events, twins->other,
                                    twins->other_events, twins->viewer))
        return;
    told_all(trial->variant, twins->one, twins->one_events, twins->viewer, seed, &a);
    told_all(trial->variant, twins->other, twins->other_events, twins->viewer, seed, &b);
    if (is_looked_at) {
        told_looks(trial->variant, twins->one, twins->one_events, twins->viewer, &a);
        told_looks(trial->variant, twins->other, twins->other_events, twins->viewer, &b);
    }
    if (strcmp(one, other) == 0)
        return;
    char bytes[2048];
    struct text difference = text_over(bytes, sizeof bytes);
    told_difference(one, other, &difference);
    trial_failed(trial, step, "viewer %d is told of %s\n%s", twins->viewer + 1, what, bytes);
}

enum twin_kind { TWIN_COURSE, TWIN_ORDER };

/* Whether this step, in the game as it was played, shows the viewer one more card of either
   face: then the twin need not be able to follow. */
static bool shows_either(const struct trial *trial, int step, int viewer,
                         const struct events *events, const int *faces)
{
    const struct ruleset *rules = &trial->variant->rules;
    int seen[2] = {0};
    for (int after = 0; after < 2; after++) {
        const struct table *t = &trial->play->tables[step + after];
        for (int zone = 0; zone < t->zones; zone++)
            for (int i = 0; i < zone_size(t, zone); i++) {
                int face = zone_face(t, zone, i);
                if (face == faces[0] || face == faces[1])
                    seen[after] += sees(rules, t, zone, i, viewer) || is_mixed(rules, zone);
            }
    }
    if (seen[1] > seen[0])
        return true;
    for (int i = 0; i < events->count; i++) {
        const struct event *event = &events->list[i];
        if (event->kind == EVENT_MOVED && (event->face == faces[0] || event->face == faces[1]) &&
            (zone_shows(rules, event->from, viewer) || zone_shows(rules, event->to, viewer)))
            return true;
    }
    return false;
}

/* Whether a pick may have met another order of cards in the twin, so that the two games are no
   longer one. */
static bool is_parted(enum twin_kind kind, const struct played *step, const struct twins *twins)
{
    if (step->picks == 0)
        return false;
    return kind == TWIN_ORDER ? !same_everywhere(twins->one, twins->other)
                              : !only_exchanged(twins->one, twins->other, twins->faces);
}

/* Plays the recorded moves and picks on a twin table from `step` on and compares all that the
   viewer is told, until it is openly shown a difference. */
static void follow(struct trial *trial, int step, struct table *twin, int viewer,
                   enum twin_kind kind, const int *faces)
{
    const char *what =
        kind == TWIN_COURSE ? "a card it cannot see" : "the order of a hand it cannot see";
    const struct playthrough *play = trial->play;
    const struct ruleset *rules = &trial->variant->rules;
    static struct events one_events, other_events;
    struct table one;
    struct twins twins = {.one = &play->tables[step], .other = twin, .viewer = viewer};
    compare_told(trial, step, &twins, what);
    for (; step < play->count; step++) {
        table_copy(&one, &play->tables[step]);
        trial_check(trial, step, playthrough_again(play, step, &one, &one_events));
        struct moves moves;
        legal_of(trial->variant, twin, play->steps[step].seat, &moves);
        bool can_follow = moves_has(&moves, &play->steps[step].move);
        int told = disclosed(trial, step, &play->tables[step]);
        bool told_apart = can_follow && told != disclosed(trial, step, twin);
        can_follow = can_follow && playthrough_again(play, step, twin, &other_events);
        if (!can_follow) {
            if (kind == TWIN_COURSE &&
                (told || shows_either(trial, step, viewer, &one_events, faces)))
                return;
            trial_failed(trial, step,
                         "viewer %d learns of %s: in the twin the move is not possible", viewer + 1,
                         what);
        }
        twins = (struct twins){&one, twin, &one_events, &other_events, viewer, faces};
        bool apart = openly_differ(rules, &twins) || told_apart;
        if ((kind == TWIN_COURSE && apart) || is_parted(kind, &play->steps[step], &twins))
            return;
        compare_told(trial, step, &twins, what);
    }
}

struct place {
    int zone, i;
};

/* The places whose cards the viewer cannot tell apart from that of `first`, though they differ. */
static int look_alikes(const struct ruleset *rules, const struct table *t, struct place first,
                       int viewer, struct place *out)
{
    int n = 0, face = zone_face(t, first.zone, first.i);
    for (int zone = 0; zone < t->zones; zone++) {
        if ((is_mixed(rules, zone) || is_mixed(rules, first.zone)) && zone != first.zone)
            continue;
        for (int i = 0; i < zone_size(t, zone); i++) {
            int other = zone_face(t, zone, i);
            bool alike =
                is_mixed(rules, zone) || rules->faces[face].back == rules->faces[other].back;
            if (other != face && alike && !sees(rules, t, zone, i, viewer))
                out[n++] = (struct place){zone, i};
        }
    }
    return n;
}

static struct card *card_at(struct table *t, struct place place)
{
    return &t->cards[t->first[place.zone] + place.i];
}

/* All places whose cards the viewer cannot see, those of hands first; *hands: how many these
   are. */
static int unseen_places(const struct ruleset *rules, const struct table *t, int viewer,
                         struct place *out, int *hands)
{
    int n = 0;
    for (int owned = 1; owned >= 0; owned--) {
        for (int zone = 0; zone < t->zones; zone++)
            for (int i = 0; (zone_spec(rules, zone)->audience == AUDIENCE_OWNER) == owned &&
                            i < zone_size(t, zone);
                 i++)
                if (!sees(rules, t, zone, i, viewer))
                    out[n++] = (struct place){zone, i};
        *hands = owned ? n : *hands;
    }
    return n;
}

/* Swaps the faces of two cards that the viewer cannot see; false if no two such cards exist.
   Half of the time one of them is in a hand: what people hold is what most leaks are about. */
static bool swap_unseen(struct trial *trial, struct table *t, int viewer, int *faces)
{
    const struct ruleset *rules = &trial->variant->rules;
    struct place unseen[TABLE_CARDS], others[TABLE_CARDS];
    int hands = 0, n = unseen_places(rules, t, viewer, unseen, &hands);
    if (n == 0)
        return false;
    n = hands > 0 && dice(&trial->seed, 2) ? hands : n;
    struct place first = unseen[dice(&trial->seed, n)];
    int count = look_alikes(rules, t, first, viewer, others);
    if (count == 0)
        return false;
    struct card *a = card_at(t, first), *b = card_at(t, others[dice(&trial->seed, count)]);
    faces[0] = b->face;
    faces[1] = a->face;
    a->face = (int16_t)faces[0];
    b->face = (int16_t)faces[1];
    return true;
}

/* Gives a register that the viewer cannot see another number; false if the viewer sees them all. */
/* NOLINTNEXTLINE(readability-non-const-parameter): follow_twins() calls all three by one type */
static bool change_register(struct trial *trial, struct table *t, int viewer, int *faces)
{
    (void)faces;
    const struct ruleset *rules = &trial->variant->rules;
    for (int i = dice(&trial->seed, TABLE_SEATS * TABLE_OWN), n = 0;
         rules->registers && n < TABLE_SEATS * TABLE_OWN; n++, i++) {
        int seat = i / TABLE_OWN % TABLE_SEATS, own = i % TABLE_OWN,
            most = rules->registers[own].most;
        if (seat >= t->seats || most < 2 || knows(rules, t, seat, own, viewer))
            continue;
        t->own[seat][own] = 1 + (t->own[seat][own] + dice(&trial->seed, most - 1)) % most;
        return true;
    }
    return false;
}

/* Exchanges the places of two cards of a hand that the viewer cannot see, letters and all; false
   if there is no such hand. */
/* NOLINTNEXTLINE(readability-non-const-parameter): follow_twins() calls all three by one type */
static bool swap_places(struct trial *trial, struct table *t, int viewer, int *faces)
{
    (void)faces;
    const struct ruleset *rules = &trial->variant->rules;
    int hands[TABLE_ZONES], n = 0;
    for (int zone = 0; zone < t->zones; zone++)
        if (zone_spec(rules, zone)->audience == AUDIENCE_OWNER &&
            zone_owner(rules, zone) != viewer && zone_size(t, zone) > 1)
            hands[n++] = zone;
    if (n == 0)
        return false;
    int hand = hands[dice(&trial->seed, n)], size = zone_size(t, hand);
    struct card *a = card_at(t, (struct place){hand, dice(&trial->seed, size)});
    struct card *b = card_at(t, (struct place){hand, dice(&trial->seed, size)});
    struct card card = *a;
    *a = *b;
    *b = card;
    return true;
}

/* From a random moment on, so many times: what a viewer cannot see is changed, and nothing that
   it is told may change. */
static void follow_twins(struct trial *trial, enum twin_kind kind, int times,
                         bool (*change)(struct trial *trial, struct table *t, int viewer,
                                        int *faces))
{
    for (int i = 0; i < times; i++) {
        int step = dice(&trial->seed, trial->play->count + 1), viewer = any_viewer(trial);
        int faces[2] = {FACE_BACK(0), FACE_BACK(0)};
        struct table twin;
        table_copy(&twin, &trial->play->tables[step]);
        if (change(trial, &twin, viewer, faces))
            follow(trial, step, &twin, viewer, kind, kind == TWIN_COURSE ? faces : NULL);
    }
}

static void course_twin(struct trial *trial)
{
    follow_twins(trial, TWIN_COURSE, 2, swap_unseen);
}

static void register_twin(struct trial *trial)
{
    follow_twins(trial, TWIN_COURSE, trial->variant->rules.registers ? 4 : 0, change_register);
}

static void order_twin(struct trial *trial)
{
    follow_twins(trial, TWIN_ORDER, 2, swap_places);
}

/* Plays another move, or the same with other picks, in the place of this step: who is openly
   shown the same cards is told the same. `actor` knows the difference; SEAT_NONE: nobody does. */
static void compare_played(struct trial *trial, int step, const struct move *move, bool has_luck,
                           int actor, const char *what)
{
    const struct variant *v = trial->variant;
    static struct events one_events, other_events;
    struct table one, other;
    struct chance chance;
    table_copy(&one, &trial->play->tables[step]);
    table_copy(&other, &one);
    trial_check(trial, step, playthrough_again(trial->play, step, &one, &one_events));
    struct play play = {
        .rules = &v->rules, .table = &other, .chance = &chance, .events = &other_events};
    chance_init(&chance, has_luck ? chance_seeded : NULL, has_luck ? &trial->seed : NULL);
    other_events.count = 0;
    v->game->apply(&play, trial->play->steps[step].seat, move);
    moment_add(v->game, &v->rules, &trial->play->tables[step], &other, &other_events);
    for (int seat = 0; seat <= v->seats; seat++) {
        struct twins twins = {
            &one, &other, &one_events, &other_events, seat < v->seats ? seat : SEAT_PUBLIC, NULL};
        if (seat != actor && !openly_differ(&v->rules, &twins))
            compare_told(trial, step, &twins, what);
    }
}

static void other_luck(struct trial *trial)
{
    for (int step = 0; step < trial->play->count; step++) {
        const struct played *s = &trial->play->steps[step];
        if (s->picks > 0 && !disclosed(trial, step, &trial->play->tables[step]))
            compare_played(trial, step, &s->move, true, SEAT_NONE, "how a pick fell");
    }
}

/* A secret number said otherwise. */
static void other_number(struct trial *trial)
{
    for (int step = 0; step < trial->play->count; step++) {
        const struct played *s = &trial->play->steps[step];
        const struct verb_spec *verb = &trial->variant->rules.verbs[s->move.verb];
        struct moves moves;
        if (!(verb->flags & VERB_SECRET) || verb->args[0].kind != ARG_NUMBER || s->picks > 0)
            continue;
        legal_of(trial->variant, &trial->play->tables[step], s->seat, &moves);
        const struct move *move = &moves.list[dice(&trial->seed, moves.count)];
        if (move->verb == s->move.verb)
            compare_played(trial, step, move, false, s->seat, "a secret number");
    }
}

const struct property secret_properties[] = {
    {"sights show what zones declare", sights_show_what_zones_declare, 1},
    {"events show what zones declare", events_show_what_zones_declare, 1},
    {"course twin", course_twin, 1},
    {"register twin", register_twin, 1},
    {"order twin", order_twin, 1},
    {"other luck", other_luck, 1},
    {"other number", other_number, 1},
    {0},
};
