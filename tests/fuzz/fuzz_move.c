/* Typed text over random positions of every game and toy: whatever is typed, reading it says one
   of the things it promises. The first bytes choose game, variant, position, names and whether
   others read it, too; the rest is the text. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "game.h"
#include "games.h"
#include "playthrough.h"
#include "text.h"
#include "toys/toys.h"

enum { HEADER = 5, TYPED = 600, VARIANTS = 4, SEEDS = 4, MOMENTS = 8 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct game *const toys[] = {
#define TOY_GAME(id) &toy_##id,
#include "toys/toys.def"
#undef TOY_GAME
};
enum { TOYS = sizeof toys / sizeof *toys };

static const struct naming people = {
    {"ann", "Bob Smith", "bob", "p3", "Zo\xc3\xab", "a", "me1", "x,y", "", "kim", "under me",
     "leo"},
};

static void check_canonical(const struct ruleset *rules, const struct move *move)
{
    char bytes[MOVE_TEXT];
    struct text text = text_over(bytes, sizeof bytes);
    struct move again;
    move_write(rules, move, &text);
    check(!text.cut && move_read_canonical(rules, bytes, &again) && move_same(move, &again));
}

static void check_text(const struct ruleset *rules, const struct naming *naming,
                       const struct move *move)
{
    char bytes[MOVE_TEXT];
    struct text text = text_over(bytes, sizeof bytes);
    move_format(rules, naming, move, &text);
    check(!text.cut);
    check_canonical(rules, move);
}

static void check_reading(const struct ruleset *rules, const struct naming *naming,
                          const struct moves *legal, const struct read_move *read)
{
    switch (read->reading) {
    case READING_MOVE:
        check(moves_has(legal, &read->move));
        check_text(rules, naming, &read->move);
        break;
    case READING_AMBIGUOUS:
        check(read->moves.count > 1 && read->moves.count <= legal->count);
        for (int i = 0; i < read->moves.count; i++)
            check(moves_has(legal, &read->moves.list[i]));
        break;
    case READING_ILLEGAL:
        check(!moves_has(legal, &read->move));
        check_text(rules, naming, &read->move);
        break;
    case READING_NAMED:
        check(read->moves.count == 0 && !read->has_nearest);
        break;
    case READING_UNKNOWN:
        check(!read->has_nearest || moves_has(legal, &read->move));
        break;
    }
}

/* The reading of a secret move said in public cannot depend on the cards it is about. */
static void check_secret(const struct ruleset *rules, const struct naming *naming,
                         const struct sight *sight, const struct moves *legal, const char *typed,
                         const struct read_move *read)
{
    static struct sight other;
    static struct read_move again;
    if (read->reading != READING_MOVE || !(rules->verbs[read->move.verb].flags & VERB_SECRET))
        return;
    other = *sight;
    int hand = seat_zone(rules, sight->viewer, rules->hand);
    for (int i = other.seen.first[hand]; i < other.seen.first[hand + 1]; i++)
        other.seen.cards[i].face = (other.seen.cards[i].face + 1 + i) % rules->face_count;
    move_read(rules, naming, &other, legal, true, typed, &again);
    check(again.reading == read->reading && move_same(&again.move, &read->move));
}

/* Some moments of one random game, the last one included; played when first asked for. */
struct moments {
    bool played;
    struct variant variant;
    struct table tables[MOMENTS];
};

static const struct moments *moments_of(int chosen, int number, int seed)
{
    static struct moments all[TOYS + 16][VARIANTS][SEEDS];
    static struct variant variants[VARIANTS_MAX];
    static struct playthrough play;
    struct moments *moments = &all[chosen][number][seed];
    if (moments->played)
        return moments;
    check(game_count <= 16);
    int count =
        variants_of(chosen < game_count ? games[chosen] : toys[chosen - game_count], variants);
    moments->variant = variants[number % count];
    playthrough_play(&play, &moments->variant, (unsigned)(seed + number), CHOICE_ANY, STEPS_MAX);
    for (int i = 0; i < MOMENTS; i++)
        table_copy(&moments->tables[i], &play.tables[play.count * i / (MOMENTS - 1)]);
    moments->played = true;
    return moments;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct read_move read, again;
    struct sight sight;
    struct moves legal;
    struct move canonical;
    char typed[TYPED];
    if (size < HEADER || size >= TYPED)
        return 0;
    const struct moments *moments =
        moments_of(data[0] % (game_count + TOYS), data[1] % VARIANTS, data[2] % SEEDS);
    const struct ruleset *rules = &moments->variant.rules;
    const struct naming *naming = data[4] & 2 ? &people : NULL;
    bool in_public = data[4] & 1;
    int seat = (data[4] >> 2) % moments->variant.seats;
    memcpy(typed, data + HEADER, size - HEADER);
    typed[size - HEADER] = '\0';
    table_sight(rules, &moments->tables[data[3] % MOMENTS], seat, &sight);
    moments->variant.game->legal(rules, &sight, seat, &legal);
    move_read(rules, naming, &sight, &legal, in_public, typed, &read);
    check_reading(rules, naming, &legal, &read);
    if (in_public)
        check_secret(rules, naming, &sight, &legal, typed, &read);
    if (read.reading == READING_ILLEGAL)
        moments->variant.game->explain(rules, &sight, seat, &read.move);
    move_read(rules, naming, &sight, &legal, in_public, typed, &again);
    check(read.reading == again.reading && move_same(&read.move, &again.move));
    if (move_read_canonical(rules, typed, &canonical))
        check_canonical(rules, &canonical);
    return 0;
}
