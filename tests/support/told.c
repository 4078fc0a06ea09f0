#include "told.h"

#include <stdio.h>
#include <string.h>

#include "check.h"
#include "columns.h"
#include "games.h"
#include "laid.h"
#include "page.h"
#include "picture.h"
#include "plain.h"
#include "prose.h"
#include "testing.h"
#include "text.h"
#include "view.h"

static void put_zone(const struct variant *variant, int zone, struct text *out)
{
    int owner = zone_owner(&variant->rules, zone);
    text_put(out, zone_spec(&variant->rules, zone)->name);
    if (owner >= 0)
        text_putf(out, "/%d", owner + 1);
}

static void put_face(const struct variant *variant, int face, struct text *out)
{
    if (face_is_back(face))
        text_putf(out, "[%s]", variant->rules.backs[face_back_class(face)]);
    else
        text_put(out, variant->rules.faces[face].code);
}

static void put_numbers(const char *label, const int *numbers, int count, struct text *out)
{
    while (count > 0 && numbers[count - 1] == 0)
        count--;
    text_put(out, label);
    for (int i = 0; i < count; i++)
        text_putf(out, " %d", numbers[i]);
    text_put(out, "\n");
}

/* ---- events ---- */

static void put_said(const struct variant *variant, const struct event *event, struct text *out)
{
    const char *sentence = event->kind == EVENT_MOMENT ? variant->game->moments[event->say].words
                                                       : variant->game->sentences[event->say];
    text_putf(out, "said \"%s\" seat %d args %d %d %d %d", sentence, event->seat + 1,
              event->args[0], event->args[1], event->args[2], event->args[3]);
}

static void put_event(const struct variant *variant, const struct event *event, struct text *out)
{
    static const char *const kinds[] = {"moved ",  "moved all ", "swapped ", "shuffled ",
                                        "marked ", "revealed ",  "",         "moment "};
    text_put(out, kinds[event->kind]);
    if (event->kind >= EVENT_SAID) {
        put_said(variant, event, out);
    } else if (event->kind == EVENT_REVEALED) {
        text_putf(out, "seat %d register %d number %d", event->seat + 1, event->to, event->args[0]);
    } else {
        if (event->kind == EVENT_MOVED || event->kind == EVENT_MARKED)
            put_face(variant, event->face, out);
        if (event->kind != EVENT_MARKED && event->kind != EVENT_SHUFFLED) {
            text_put(out, " ");
            put_zone(variant, event->from, out);
            text_put(out, " ->");
        }
        text_put(out, " ");
        put_zone(variant, event->to, out);
        text_putf(out, " count %d", event->count);
        if (event->args[0] || event->args[1] || event->args[2] || event->args[3])
            text_putf(out, " args %d %d %d %d", event->args[0], event->args[1], event->args[2],
                      event->args[3]);
    }
    text_put(out, "\n");
}

void told_events(const struct variant *variant, const struct events *events, int viewer,
                 struct text *out)
{
    for (int i = 0; i < events->count; i++) {
        struct event event;
        if (!event_sight(&variant->rules, &events->list[i], viewer, &event))
            continue;
        put_event(variant, &event, out);
        if (event.shown || event.heard) /* who else hears it is nobody's business */
            text_putf(out, "  shown %x heard %x\n", event.shown, event.heard);
    }
}

/* ---- the sight ---- */

static void put_card(const struct variant *variant, const struct card *card, struct text *out)
{
    text_put(out, " ");
    put_face(variant, card->face, out);
    if (card->as)
        text_putf(out, "=%d", card->as);
    if (card->slot)
        text_putf(out, "/%d", card->slot);
    if (card->known)
        text_putf(out, "?%x", (unsigned)card->known);
}

void told_sight(const struct variant *variant, const struct sight *sight, struct text *out)
{
    const struct table *t = &sight->seen;
    text_putf(out, "viewer %d seats %d turn %d phase %d over %d\n", sight->viewer, t->seats,
              t->turn, t->phase, t->over);
    put_numbers("shared", t->shared, TABLE_SHARED, out);
    for (int seat = 0; seat < t->seats; seat++)
        put_numbers("own", t->own[seat], TABLE_OWN, out);
    for (int zone = 0; zone < t->zones; zone++) {
        put_zone(variant, zone, out);
        text_put(out, ":");
        for (int i = 0; i < zone_size(t, zone); i++)
            put_card(variant, zone_card(t, zone, i), out);
        text_put(out, "\n");
    }
    text_put(out, "unseen:");
    for (int i = 0; i < sight->unseen_count; i++) {
        text_put(out, " ");
        put_face(variant, sight->unseen[i], out);
    }
    text_put(out, "\n");
}

/* ---- answers ---- */

static int any_value(const struct variant *variant, const struct arg_spec *spec,
                     struct chance_seed *seed)
{
    switch (spec->kind) {
    case ARG_CARD:
        return 1 + dice(seed, dice(seed, 4) ? 6 : TABLE_SLOTS);
    case ARG_SEAT:
        return dice(seed, variant->seats);
    case ARG_WORD:
        return dice(seed, spec->word_count);
    case ARG_NUMBER:
        return dice(seed, dice(seed, 4) ? 8 : 10000);
    case ARG_NONE:
        break;
    }
    return ARG_ABSENT;
}

struct move any_move(const struct variant *variant, struct chance_seed *seed)
{
    struct move move = {.verb = dice(seed, variant->rules.verb_count)};
    const struct verb_spec *verb = &variant->rules.verbs[move.verb];
    bool unfinished = dice(seed, 8) == 0;
    for (int i = 0; i < MOVE_ARGS; i++)
        move.args[i] = i > 0 && unfinished && dice(seed, 2)
                           ? ARG_ABSENT
                           : any_value(variant, &verb->args[i], seed);
    for (int i = 1; i < MOVE_ARGS; i++)
        if (move.args[i - 1] == ARG_ABSENT)
            move.args[i] = ARG_ABSENT;
    return move;
}

static void put_moves(const struct variant *variant, const struct moves *moves, struct text *out)
{
    for (int i = 0; i < moves->count; i++) {
        text_put(out, i ? "; " : "legal: ");
        move_write(&variant->rules, &moves->list[i], out);
    }
    text_putf(out, "\n%d legal\n", moves->count);
}

static void put_answers(const struct variant *variant, const struct sight *sight, int seat,
                        uint64_t seed, struct text *out)
{
    struct chance_seed state = {seed};
    struct moves moves;
    variant->game->legal(&variant->rules, sight, seat, &moves);
    put_moves(variant, &moves, out);
    for (int i = 0; i < 12; i++) {
        struct move move = any_move(variant, &state);
        if (moves_has(&moves, &move))
            continue;
        const char *why = variant->game->explain(&variant->rules, sight, seat, &move);
        text_put(out, "not ");
        move_write(&variant->rules, &move, out);
        text_putf(out, ": %s\n", why ? why : "-");
    }
    if (variant->game->weigh && moves.count > 0) {
        struct chance chance;
        chance_init(&chance, chance_seeded, &state);
        text_put(out, "advice: ");
        int chosen = game_choose(variant->game, &variant->rules, sight, seat, &moves, &chance);
        move_write(&variant->rules, &moves.list[chosen], out);
        text_put(out, "\n");
    }
}

static void put_result(const struct variant *variant, const struct sight *sight, struct text *out)
{
    struct score score;
    variant->game->score(&variant->rules, sight, &score);
    for (int i = 0; i < score.count; i++)
        text_putf(out, "score %d: %s (%d %d %d) %d\n", score.lines[i].seat + 1,
                  score.lines[i].label, score.lines[i].args[0], score.lines[i].args[1],
                  score.lines[i].args[2], score.lines[i].points);
    text_putf(out, "winners %x %s\n", score.winners, score.reason ? score.reason : "");
}

/* ---- in words ---- */

/* Of those who sit. */
static struct naming people_of(const struct variant *variant)
{
    struct naming naming = {
        {"ann", "bob", "cid", "dan", "eve", "fay", "guy", "hal", "ida", "joe", "kim", "leo"}};
    for (int seat = variant->seats; seat < TABLE_SEATS; seat++)
        naming.names[seat] = NULL;
    return naming;
}

static void put_prose(const char *label, struct prose *prose, struct text *out)
{
    if (prose->length > 0)
        text_putf(out, "%s\n%s\n", label, prose->text);
    prose_clear(prose);
}

static void put_news(const struct view *view, const struct events *events, int viewer,
                     struct text *out)
{
    static struct event heard[EVENTS_MAX];
    struct prose prose;
    int count = 0;
    for (int i = 0; i < events->count; i++)
        count += event_sight(view->rules, &events->list[i], viewer, &heard[count]);
    prose_clear(&prose);
    view_events(view, heard, count, &prose);
    put_prose("news:", &prose, out);
}

enum { WIDE = 80 /* columns of a terminal */, PHONE = 40 /* and of a message on a phone */ };

/* A phone would break longer lines where it likes. */
static void check_message(const struct prose *prose)
{
    int from = 0;
    for (int at = 0; at <= prose->length; at++) {
        bool is_end = at == prose->length || prose->text[at] == '\n';
        for (int i = 0; i < prose->span_count && !is_end; i++)
            is_end = prose->spans[i].style == PROSE_BREAK && prose->spans[i].at == at;
        if (!is_end)
            continue;
        if (columns(prose->text + from, at - from) > PHONE + 1) /* the blank of a BREAK */
            fail_msg("wider than %d columns: %s", PHONE, prose->text + from);
        from = at;
    }
}

/* What the view makes of the same: everything that can be shown to this viewer. */
static void put_words(const struct view *view, const struct sight *sight, struct text *out)
{
    struct prose prose;
    struct moves moves;
    prose_clear(&prose);
    view_board(view, sight, VIEW_LINE, &prose);
    put_prose("board:", &prose, out);
    view_board(view, sight, VIEW_MESSAGE, &prose);
    if (!view->is_aloud)
        check_message(&prose);
    put_prose("message:", &prose, out);
    view_board(view, sight, WIDE, &prose);
    put_prose("columns:", &prose, out);
    view_board(view, sight, VIEW_COLUMNS, &prose);
    put_prose("narrow:", &prose, out);
    if (sight->viewer < sight->seen.seats) {
        view->game->legal(view->rules, sight, sight->viewer, &moves);
        view_hand(view, sight, &prose);
        put_prose("hand:", &prose, out);
        view_offer(view, &moves, &prose);
        put_prose("offer:", &prose, out);
        view_moves(view, &moves, 10, false, &prose);
        put_prose("moves:", &prose, out);
    }
    if (sight->seen.over) {
        struct score score;
        view->game->score(view->rules, sight, &score);
        prose_result(view, &score, &prose);
        put_prose("result:", &prose, out);
    }
}

/* Whom the room is told to wait for, and what they can type. */
static void put_due(const struct view *view, const struct table *table, struct text *out)
{
    struct sight public;
    struct prose prose;
    table_sight(view->rules, table, SEAT_PUBLIC, &public);
    unsigned due = view->game->due(view->rules, &public);
    prose_clear(&prose);
    view_due(view, &public, due, false, &prose);
    put_prose("due:", &prose, out);
    view_due(view, &public, due, true, &prose);
    put_prose("going on:", &prose, out);
}

void told_all(const struct variant *variant, const struct table *table, const struct events *events,
              int viewer, uint64_t seed, struct text *out)
{
    const struct naming people = people_of(variant);
    const struct view view = {.game = variant->game, .rules = &variant->rules, .naming = &people};
    struct sight sight;
    table_sight(&variant->rules, table, viewer, &sight);
    if (events) {
        told_events(variant, events, viewer, out);
        put_news(&view, events, viewer, out);
    }
    told_sight(variant, &sight, out);
    text_putf(out, "due %x\n", variant->game->due(&variant->rules, &sight));
    if (viewer < table->seats)
        put_answers(variant, &sight, viewer, seed, out);
    if (table->over)
        put_result(variant, &sight, out);
    put_words(&view, &sight, out);
    put_due(&view, table, out);
    check(!out->cut);
}

/* What lies where, and the meaning of codes, as show.c asks for them. */
static void put_contents(const struct view *view, const struct sight *sight, struct text *out)
{
    struct prose prose;
    prose_clear(&prose);
    for (int seat = SEAT_NONE; seat < sight->seen.seats; seat++) {
        view_contents(view, sight, seat, &prose);
        put_prose("contents:", &prose, out);
    }
    view_legend(view, sight, &prose);
    put_prose("legend:", &prose, out);
}

/* What a picture is drawn of, for everybody and for the viewer, and the words in its place. */
static void put_picture(const struct view *view, const struct sight *sight, struct text *out)
{
    static struct picture_order order;
    static char bytes[PICTURE_ALT_BYTES];
    struct text alt = text_over(bytes, sizeof bytes);
    picture_order_board(view, sight, NULL, NULL, &order);
    picture_order_alt(&order, &alt);
    text_putf(out, "picture %llx: %s\n", (unsigned long long)picture_order_hash(&order), bytes);
}

/* The page of this moment alone, as its reader gets it. */
static void put_page(const struct view *view, const struct sight *sight, struct text *out)
{
    char bytes[400];
    struct text why = text_over(bytes, sizeof bytes);
    struct page_file *page = page_new(&why);
    struct bytes file = {NULL, 0, 0};
    check(page);
    page_show(page, view, sight, NULL);
    check(page_write(page, &file));
    text_putf(out, "page %llx\n",
              (unsigned long long)text_hash_bytes(HASH_START, file.at, file.length));
    bytes_fini(&file);
    page_free(page);
}

void told_looks(const struct variant *variant, const struct table *table,
                const struct events *events, int viewer, struct text *out)
{
    enum { PAGES_EACH = 32 /* pairs of tables; a page is dear */ };
    static int asked;
    const struct naming people = people_of(variant);
    struct view view = {
        .game = variant->game, .rules = &variant->rules, .naming = &people, .last = 1};
    struct sight sight, public;
    table_sight(&variant->rules, table, viewer, &sight);
    put_contents(&view, &sight, out);
    table_sight(&variant->rules, table, SEAT_PUBLIC, &public);
    put_picture(&view, &public, out);
    if (viewer != SEAT_PUBLIC)
        put_picture(&view, &sight, out);
    if (asked++ / 2 % PAGES_EACH == 0)
        put_page(&view, &sight, out);
    view.is_aloud = true;
    put_contents(&view, &sight, out);
    if (events)
        put_news(&view, events, viewer, out);
    put_words(&view, &sight, out);
    check(!out->cut);
}

static bool events_alike(const struct variant *variant, const struct events *one,
                         const struct events *other, int viewer)
{
    if (!one || !other || one->count != other->count)
        return one == other;
    for (int i = 0; i < one->count; i++) {
        struct event a, b;
        bool heard = event_sight(&variant->rules, &one->list[i], viewer, &a);
        if (heard != event_sight(&variant->rules, &other->list[i], viewer, &b) ||
            (heard && memcmp(&a, &b, sizeof a) != 0))
            return false;
    }
    return true;
}

bool told_alike(const struct variant *variant, const struct table *one,
                const struct events *one_events, const struct table *other,
                const struct events *other_events, int viewer)
{
    const int viewers[] = {viewer, SEAT_PUBLIC};
    struct sight a, b;
    for (int i = 0; i < 2; i++) {
        table_sight(&variant->rules, one, viewers[i], &a);
        table_sight(&variant->rules, other, viewers[i], &b);
        if (!sight_same(&a, &b))
            return false;
    }
    return events_alike(variant, one_events, other_events, viewer);
}

void told_difference(const char *expected, const char *got, struct text *out)
{
    while (*expected && *got) {
        size_t a = strcspn(expected, "\n"), b = strcspn(got, "\n");
        if (a != b || memcmp(expected, got, a) != 0)
            break;
        expected += a + (expected[a] == '\n');
        got += b + (got[b] == '\n');
    }
    text_putf(out, "expected: %.*s\n     got: %.*s", (int)strcspn(expected, "\n"), expected,
              (int)strcspn(got, "\n"), got);
}
