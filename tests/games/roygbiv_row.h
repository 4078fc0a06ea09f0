/* A table of ROYGBIV laid by hand, for the files that test its rules and its secrets. */
#ifndef ROYGBIV_ROW_H
#define ROYGBIV_ROW_H

#include <string.h>

#include "roygbiv/roygbiv.h"
#include "stage.h"
#include "testing.h"
#include "text.h"

extern const struct game game_roygbiv;

enum { RED, ORANGE, YELLOW, GREEN, BLUE, INDIGO, VIOLET };

static inline int zone_of(int seat, int zone)
{
    return RO_SHARED_ZONES + seat * RO_SEAT_ZONES + zone;
}

static inline int hand(int seat)
{
    return zone_of(seat, RO_HAND);
}

static inline int deck(int seat)
{
    return zone_of(seat, RO_DECK);
}

static inline int collected(int seat)
{
    return zone_of(seat, RO_COLLECTED);
}

/* Seats are the violet, indigo, blue and green leprechaun, the default colour is green with two
   seats and red otherwise; nobody has cards. */
static inline void lay_table(struct stage *s, int seats, const char *mode)
{
    stage_init(s, &game_roygbiv, seats);
    stage_option(s, "mode", mode);
    for (int seat = 0; seat < seats; seat++)
        s->table.own[seat][RO_LEPRECHAUN] = VIOLET + 1 - seat;
    s->table.shared[RO_DEFAULT] = (seats == 2 ? GREEN : RED) + 1;
}

/* The row, with marks: "O Bow=R Pot Uni=g" is a RAINBOW declared red, a played pot and a Unicorn
   that was turned up (the letter behind it does not matter: it is the default colour). A Unicorn
   that was played reverses the row. */
static inline void lay_row(struct stage *s, const char *cards)
{
    static const char letters[] = "ROYGBIV";
    struct play play = {.rules = &s->rules, .table = &s->table};
    for (const char *p = cards; *p; p += strspn(p, " ")) {
        char code[8] = "";
        size_t length = strcspn(p, " "), name = strcspn(p, "= ");
        memcpy(code, p, name);
        stage_lay(s, RO_ROW, code);
        int at = zone_size(&s->table, RO_ROW) - 1;
        const char *letter = name < length ? strchr(letters, p[name + 1]) : NULL;
        if (letter)
            table_mark(&play, RO_ROW, at, RO_MARK_DECLARED + (int)(letter - letters));
        else if (name < length)
            table_mark(&play, RO_ROW, at, RO_MARK_FLIPPED + s->table.shared[RO_DEFAULT] - 1);
        else if (strcmp(code, "Uni") == 0)
            s->table.shared[RO_REVERSED] = true;
        p += length;
    }
}

/* Two seats with these hands and nothing to draw, seat 1 to play. */
static inline void lay_hands_in(struct stage *s, const char *mode, const char *row, const char *one,
                                const char *other)
{
    lay_table(s, 2, mode);
    stage_lay(s, hand(0), one);
    stage_lay(s, hand(1), other);
    lay_row(s, row);
}

static inline void lay_hands(struct stage *s, const char *row, const char *one, const char *other)
{
    lay_hands_in(s, "turns", row, one, other);
}

static inline void lay_frenzy(struct stage *s, const char *row, const char *one, const char *other)
{
    lay_hands_in(s, "frenzy", row, one, other);
}

/* In turns; seat 1 has a card more to draw, so that nobody runs out of cards. */
static inline void lay_turn(struct stage *s, const char *row, const char *cards)
{
    lay_hands(s, row, cards, "R");
    stage_lay(s, deck(0), "R");
}

/* Exactly these moves, in this order: "play red; pot; done". */
static inline void expect_moves(const struct stage *s, int seat, const char *expected)
{
    char bytes[1024];
    struct text text = text_over(bytes, sizeof bytes);
    struct sight sight;
    struct moves moves;
    table_sight(&s->rules, &s->table, seat, &sight);
    s->game->legal(&s->rules, &sight, seat, &moves);
    for (int i = 0; i < moves.count; i++) {
        text_put(&text, i ? "; " : "");
        move_format(&s->rules, NULL, &moves.list[i], &text);
    }
    if (strcmp(bytes, expected) != 0)
        fail_msg("seat %d can play \"%s\", expected \"%s\"", seat + 1, bytes, expected);
}

/* How often the last move said this sentence to everybody. */
static inline int said(const struct stage *s, int say)
{
    int count = 0;
    for (int i = 0; i < s->events.count; i++)
        count += s->events.list[i].kind == EVENT_SAID && s->events.list[i].say == say;
    return count;
}

static inline void expect_points(const struct stage *s, int seat, int points)
{
    struct score score;
    stage_score(s, &score);
    if (score.total[seat] != points)
        fail_msg("seat %d has %d points, expected %d", seat + 1, score.total[seat], points);
}

/* Everybody passes once, from whose turn it is. */
static inline void pass_round(struct stage *s)
{
    for (int i = 0; i < s->table.seats; i++)
        stage_play(s, s->table.turn, "pass");
}

#endif
