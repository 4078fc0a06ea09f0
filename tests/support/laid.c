#include "laid.h"

#include <stdio.h>
#include <string.h>

#include "chance.h"
#include "move.h"
#include "testing.h"
#include "text.h"

void laid_open(struct laid *laid, const struct game *game, int seats, const char *const *names)
{
    game_ruleset(game, &laid->rules);
    laid->naming = (struct naming){0};
    for (int seat = 0; names && seat < seats; seat++)
        laid->naming.names[seat] = names[seat];
    laid->view = (struct view){.game = game, .rules = &laid->rules, .naming = &laid->naming};
    laid->seed.state = 1;
    laid->events.count = 0;
    chance_init(&laid->chance, chance_seeded, &laid->seed);
    table_init(&laid->table, &laid->rules, seats);
    laid->play = (struct play){&laid->rules, &laid->table, &laid->chance, NULL, NULL};
}

void laid_deal(struct laid *laid, const struct game *game, int seats, const char *const *names,
               int seed)
{
    laid_open(laid, game, seats, names);
    laid->seed.state = (uint64_t)seed;
    game->setup(&laid->play);
}

static int find_zone(const struct laid *laid, int seat, const char *name)
{
    int shared = laid->rules.shared_zones;
    int first = seat == SEAT_NONE ? 0 : shared,
        count = seat == SEAT_NONE ? shared : laid->rules.seat_zones;
    for (int zone = first; zone < first + count; zone++)
        if (strcmp(laid->rules.zones[zone].name, name) == 0)
            return seat == SEAT_NONE ? zone : seat_zone(&laid->rules, seat, zone - shared);
    fail_msg("no zone '%s'", name);
    return -1;
}

static int find_face(const struct laid *laid, const char *code)
{
    for (int face = 0; face < laid->rules.face_count; face++)
        if (strcmp(laid->rules.faces[face].code, code) == 0)
            return face;
    fail_msg("no face '%s'", code);
    return -1;
}

void laid_put(struct laid *laid, int seat, const char *zone, const char *codes)
{
    int into = find_zone(laid, seat, zone),
        slots = zone_spec(&laid->rules, into)->flags & ZONE_SLOTS;
    for (char code[16]; sscanf(codes, "%15s", code) == 1; codes += strcspn(codes, " ")) {
        table_add(&laid->table, into, find_face(laid, code), 1);
        if (slots)
            laid->table.cards[laid->table.first[into + 1] - 1].slot =
                (int16_t)zone_size(&laid->table, into);
        codes += strspn(codes, " ");
    }
}

void laid_legal(struct laid *laid, int seat, struct moves *out)
{
    struct sight sight;
    table_sight(&laid->rules, &laid->table, seat, &sight);
    laid->view.game->legal(&laid->rules, &sight, seat, out);
}

static void apply(struct laid *laid, int seat, const struct move *move)
{
    chance_init(&laid->chance, chance_seeded, &laid->seed);
    laid->events.count = 0;
    laid->play.events = &laid->events;
    laid->view.game->apply(&laid->play, seat, move);
}

/* Whose move it is; the first of several. */
static int mover(struct laid *laid)
{
    struct sight sight;
    table_sight(&laid->rules, &laid->table, SEAT_PUBLIC, &sight);
    unsigned due = laid->view.game->due(&laid->rules, &sight);
    int seat = 0;
    while (seat < laid->table.seats - 1 && !(due >> seat & 1))
        seat++;
    return seat;
}

void laid_play(struct laid *laid, const char *text)
{
    struct moves legal;
    struct move move;
    int seat = mover(laid);
    laid_legal(laid, seat, &legal);
    if (!move_read_canonical(&laid->rules, text, &move) || !moves_has(&legal, &move))
        fail_msg("'%s' is no legal move", text);
    apply(laid, seat, &move);
}

bool laid_play_any(struct laid *laid)
{
    struct moves legal;
    int seat = mover(laid);
    laid_legal(laid, seat, &legal);
    if (laid->table.over || legal.count == 0)
        return false;
    apply(laid, seat, &legal.list[chance_seeded(&laid->seed) % (unsigned)legal.count]);
    return true;
}

static const char *shown(struct laid *laid)
{
    prose_sound(&laid->prose, &laid->rules);
    return laid->prose.text;
}

const char *laid_board(struct laid *laid, int viewer, int columns)
{
    struct sight sight;
    table_sight(&laid->rules, &laid->table, viewer, &sight);
    prose_clear(&laid->prose);
    view_board(&laid->view, &sight, columns, &laid->prose);
    return shown(laid);
}

const char *laid_events(struct laid *laid, int viewer)
{
    struct event heard[EVENTS_MAX];
    int count = 0;
    for (int i = 0; i < laid->events.count; i++)
        count += event_sight(&laid->rules, &laid->events.list[i], viewer, &heard[count]);
    prose_clear(&laid->prose);
    view_events(&laid->view, heard, count, &laid->prose);
    return shown(laid);
}

const char *laid_hand(struct laid *laid, int viewer)
{
    struct sight sight;
    table_sight(&laid->rules, &laid->table, viewer, &sight);
    prose_clear(&laid->prose);
    view_hand(&laid->view, &sight, &laid->prose);
    return shown(laid);
}

const char *laid_offer(struct laid *laid, int seat)
{
    struct moves legal;
    laid_legal(laid, seat, &legal);
    prose_clear(&laid->prose);
    view_offer(&laid->view, &legal, &laid->prose);
    return shown(laid);
}

const char *laid_due(struct laid *laid)
{
    struct sight sight;
    table_sight(&laid->rules, &laid->table, SEAT_PUBLIC, &sight);
    prose_clear(&laid->prose);
    view_due(&laid->view, &sight, laid->view.game->due(&laid->rules, &sight), false, &laid->prose);
    return shown(laid);
}

static void append_piece(void *arg, const char *glue, const struct prose *piece)
{
    prose_put(arg, glue);
    prose_append(arg, piece);
}

void prose_result(const struct view *view, const struct score *score, struct prose *out)
{
    view_result_pieces(view, score, append_piece, out);
}

const char *laid_result(struct laid *laid)
{
    struct sight sight;
    struct score score;
    table_sight(&laid->rules, &laid->table, SEAT_PUBLIC, &sight);
    laid->view.game->score(&laid->rules, &sight, &score);
    prose_clear(&laid->prose);
    prose_result(&laid->view, &score, &laid->prose);
    return shown(laid);
}

/* ---- prose ---- */

/* A card is shown by its code, its name or what a board calls it. */
static bool is_card(const struct ruleset *rules, const char *text, int length)
{
    char shown[PROSE_BYTES];
    snprintf(shown, sizeof shown, "%.*s", length, text);
    for (int i = 0; i < rules->face_count; i++) {
        const struct face *face = &rules->faces[i];
        if (strcmp(face->code, shown) == 0 || strcmp(face->name, shown) == 0 ||
            (face->brief && strcmp(face->brief, shown) == 0) ||
            (face->many && strcmp(face->many, shown) == 0))
            return true;
    }
    return false;
}

static void span_sound(const struct prose *prose, const struct prose_span *span,
                       const struct ruleset *rules)
{
    assert_true(span->length > 0 && span->at >= 0 && span->at + span->length <= prose->length);
    const char *text = prose->text + span->at;
    assert_int_equal(text_utf8_floor(prose->text, span->at), span->at);
    assert_int_equal(text_utf8_floor(text, span->length), span->length);
    assert_true(span->style != PROSE_PLAIN);
    if (span->style == PROSE_COMMAND)
        assert_true(text[0] == '!' && span->length > 1);
    if (span->style == PROSE_BREAK)
        assert_true(text[0] == ' ' && span->length == 1);
    if (span->style == PROSE_CARD && rules && !is_card(rules, text, span->length))
        fail_msg("'%.*s' is marked as a card in: %s", span->length, text, prose->text);
}

void prose_sound(const struct prose *prose, const struct ruleset *rules)
{
    int free_from = 0, begun = 0;
    assert_int_equal(strlen(prose->text), prose->length);
    assert_true(prose->length < PROSE_BYTES);
    for (int at = 0, size; at < prose->length; at += size) {
        size = text_utf8(prose->text + at, prose->length - at, NULL);
        if (size == 0)
            fail_msg("ill-formed at byte %d: %s", at, prose->text);
    }
    for (int i = 0; i < prose->span_count; i++) {
        const struct prose_span *span = &prose->spans[i];
        span_sound(prose, span, rules);
        assert_true(span->at >= begun);
        assert_true(span->at >= free_from);
        begun = span->at;
        free_from = prose_is_frame(span) ? span->at : span->at + span->length;
    }
}

const char *prose_spans(const struct prose *prose)
{
    static const char *const names[] = {
        [PROSE_PLAIN] = "PLAIN", [PROSE_CARD] = "CARD",       [PROSE_NAME] = "NAME",
        [PROSE_CALL] = "CALL",   [PROSE_COMMAND] = "COMMAND", [PROSE_MOVE] = "MOVE",
        [PROSE_BREAK] = "BREAK", [PROSE_STRONG] = "STRONG",   [PROSE_SMALL] = "SMALL",
        [PROSE_BOARD] = "BOARD", [PROSE_DIM] = "DIM",         [PROSE_ENTRY] = "ENTRY",
        [PROSE_VOICE] = "VOICE",
    };
    static char bytes[4 * PROSE_BYTES];
    struct text text = text_over(bytes, sizeof bytes);
    for (int i = 0; i < prose->span_count; i++) {
        const struct prose_span *span = &prose->spans[i];
        text_putf(&text, "%s%s %.*s", i ? "|" : "", names[span->style], span->length,
                  prose->text + span->at);
    }
    return bytes;
}
