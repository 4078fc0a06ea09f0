/* Toy games: each shows that the kit carries one thing the real games need, in a file of at most
   80 lines; Sealed bids show a whole game in at most 250. They run through the generic
   suite like every game. */
#ifndef TOYS_H
#define TOYS_H

#include "game.h"

/* Faces of all toys. Red, green and blue ones and twos, a joker; tools have a back of their own. */
enum {
    RED_1,
    RED_2,
    GREEN_1,
    GREEN_2,
    BLUE_1,
    BLUE_2,
    JOKER,
    TOOL_1,
    TOOL_2,
    TOY_FACES,
    TOY_COLOURED = JOKER
};
extern const struct face toy_faces[TOY_FACES];
extern const char *const toy_backs[2];
extern const char *const toy_colours[3];

static inline int toy_colour(int face)
{
    return face / 2;
}

/* What all of them share in their struct game. */
#define TOY(toy, least, most)                  TOY_ALL(toy, least, most, -1, 1)
#define TOY_MATCH(toy, least, most, option)    TOY_ALL(toy, least, most, option, 1)
#define TOY_VERSION(toy, least, most, current) TOY_ALL(toy, least, most, -1, current)
#define TOY_ALL(toy, least, most, option, current)                                                 \
    .id = #toy, .name = #toy, .summary = "a toy", .version = (current), .seats_min = (least),      \
    .seats_max = (most), .faces = toy_faces, .face_count = TOY_FACES, .backs = toy_backs,          \
    .back_count = 2, .match_option = (option), .explain = toy_explain, .labels = "defikmnoquvwxyz"
#define TOY_TABLE(specs, shared, own, own_hand)                                                    \
    .zones = (specs), .shared_zones = (shared), .seat_zones = (own), .hand = (own_hand)
#define TOY_WORDS(verb_list, sentence_list)                                                        \
    .verbs = (verb_list), .verb_count = TOY_COUNT(verb_list), .sentences = (sentence_list),        \
    .sentence_count = TOY_COUNT(sentence_list)
#define TOY_RULES(whom)                                                                            \
    .setup = setup, .legal = legal, .apply = apply, .due = (whom), .score = score
#define TOY_OPTIONS(option_list, why)                                                              \
    .options = (option_list), .option_count = TOY_COUNT(option_list), .excludes = (why)
#define TOY_COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

/* Puts `copies` of each coloured face into a zone and shuffles it. */
void toy_deck(struct play *play, int zone, int copies);
/* Deals so many cards from a zone to the same zone of every seat. */
void toy_deal(struct play *play, int from, int seat_zone_number, int cards);
/* A point for each card in that zone of a seat. */
void toy_score(const struct ruleset *rules, const struct sight *sight, int seat_zone_number,
               struct score *out);
/* Due is whose turn it is. */
unsigned toy_turn(const struct ruleset *rules, const struct sight *sight);
/* No better reason. */
const char *toy_explain(const struct ruleset *rules, const struct sight *sight, int seat,
                        const struct move *move);
/* Slot moves of every hand card: verb CARD. */
void toy_card_moves(const struct ruleset *rules, const struct sight *sight, int seat, int verb,
                    struct moves *out);
/* Index of the hand card that answers to a letter. */
int toy_hand_index(const struct play *play, int seat, int slot);

#define TOY_GAME(id) extern const struct game toy_##id;
#include "toys.def"
#undef TOY_GAME

#endif
