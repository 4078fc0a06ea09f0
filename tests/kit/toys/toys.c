/* What the toy games share. */
#include "toys.h"

const struct face toy_faces[TOY_FACES] = {
    [RED_1] = {.code = "R1", .name = "red one", .colour = COLOUR_RED},
    [RED_2] = {.code = "R2", .name = "red two", .colour = COLOUR_RED},
    [GREEN_1] = {.code = "G1", .name = "green one", .colour = COLOUR_GREEN},
    [GREEN_2] = {.code = "G2", .name = "green two", .colour = COLOUR_GREEN},
    [BLUE_1] = {.code = "B1", .name = "blue one", .colour = COLOUR_BLUE},
    [BLUE_2] = {.code = "B2", .name = "blue two", .colour = COLOUR_BLUE},
    [JOKER] = {.code = "J", .name = "joker", .colour = COLOUR_WHITE},
    [TOOL_1] = {.code = "T1", .name = "small tool", .colour = COLOUR_GREY, .back = 1},
    [TOOL_2] = {.code = "T2", .name = "large tool", .colour = COLOUR_GREY, .back = 1},
};
const char *const toy_backs[2] = {"card", "tool"};
const char *const toy_colours[3] = {"red", "green", "blue"};

void toy_deck(struct play *play, int zone, int copies)
{
    for (int face = 0; face < TOY_COLOURED; face++)
        table_add(play->table, zone, face, copies);
    table_shuffle(play, zone);
}

void toy_deal(struct play *play, int from, int seat_zone_number, int cards)
{
    for (int seat = 0; seat < play->table->seats; seat++)
        for (int i = 0; i < cards; i++)
            table_move(play, from, 0, seat_zone(play->rules, seat, seat_zone_number));
}

void toy_score(const struct ruleset *rules, const struct sight *sight, int seat_zone_number,
               struct score *out)
{
    *out = (struct score){0};
    for (int seat = 0; seat < sight->seen.seats; seat++) {
        int cards = zone_size(&sight->seen, seat_zone(rules, seat, seat_zone_number));
        score_add(out, seat, "{0} cards", cards, 0, cards);
    }
    score_best_wins(out, sight->seen.seats);
}

unsigned toy_turn(const struct ruleset *rules, const struct sight *sight)
{
    (void)rules;
    return sight->seen.over ? 0 : 1u << sight->seen.turn;
}

const char *toy_explain(const struct ruleset *rules, const struct sight *sight, int seat,
                        const struct move *move)
{
    (void)rules, (void)sight, (void)seat, (void)move;
    return NULL;
}

void toy_card_moves(const struct ruleset *rules, const struct sight *sight, int seat, int verb,
                    struct moves *out)
{
    int hand = seat_zone(rules, seat, rules->hand);
    for (int i = 0; i < zone_size(&sight->seen, hand); i++)
        moves_add(out, verb, zone_card(&sight->seen, hand, i)->slot, ARG_ABSENT, ARG_ABSENT);
}

int toy_hand_index(const struct play *play, int seat, int slot)
{
    return zone_find_slot(play->table, seat_zone(play->rules, seat, play->rules->hand), slot);
}
