/* Properties of the record: moves are said and read back, games replay from moves and picks, a
   copy is a clone. */
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "text.h"
#include "told.h"
#include "trial.h"

enum { TEXT_BYTES = 32 * 1024 };

static const struct naming people = {
    {"ann", "bob", "cid", "dan", "eve", "fay", "guy", "hal", "ida", "joe", "kim", "leo"},
};

static void check_read(struct trial *trial, int step, const struct sight *sight,
                       const struct moves *legal, const struct move *move,
                       const struct naming *naming)
{
    const struct ruleset *rules = &trial->variant->rules;
    for (int in_public = 0; in_public < 2; in_public++) {
        char bytes[MOVE_TEXT];
        struct read_move read;
        struct text text = text_over(bytes, sizeof bytes);
        move_format(rules, naming, move, &text);
        trial_check(trial, step, !text.cut);
        move_read(rules, naming, sight, legal, in_public, bytes, &read);
        const struct verb_spec *verb = &rules->verbs[move->verb];
        if (in_public && verb->flags & VERB_SECRET && verb->args[0].kind == ARG_NUMBER) {
            trial_check(trial, step, read.reading == READING_NAMED && read.verb == move->verb);
            continue;
        }
        if (read.reading != READING_MOVE || !move_same(&read.move, move))
            trial_failed(trial, step, "\"%s\" is not read back (reading %d)", bytes,
                         (int)read.reading);
    }
}

/* Every legal move can be said: its text is its own, and is read back to it, in private and in
   public, by names too. */
static void moves_are_read_back(struct trial *trial)
{
    static char texts[MOVES_MAX][MOVE_TEXT];
    const struct variant *v = trial->variant;
    int step = dice(&trial->seed, trial->play->count), seat = trial->play->steps[step].seat;
    if (seat == SEAT_HOST)
        return;
    struct sight sight;
    struct moves legal;
    struct move canonical;
    table_sight(&v->rules, &trial->play->tables[step], seat, &sight);
    v->game->legal(&v->rules, &sight, seat, &legal);
    for (int i = 0; i < legal.count; i++) {
        struct text text = text_over(texts[i], sizeof texts[i]);
        move_write(&v->rules, &legal.list[i], &text);
        for (int k = 0; k < i; k++)
            trial_check(trial, step, strcmp(texts[i], texts[k]) != 0);
        bool read = move_read_canonical(&v->rules, texts[i], &canonical);
        trial_check(trial, step, read && move_same(&canonical, &legal.list[i]));
    }
    for (int n = 0; n < 8; n++) {
        const struct move *move = &legal.list[dice(&trial->seed, legal.count)];
        check_read(trial, step, &sight, &legal, move, NULL);
        check_read(trial, step, &sight, &legal, move, &people);
    }
}

/* A move with one of its arguments written otherwise. */
static void put_with(const struct ruleset *rules, const struct move *move, int replaced,
                     const char *by, struct text *out)
{
    const struct verb_spec *verb = &rules->verbs[move->verb];
    text_put(out, verb->word);
    for (int a = 0; a < MOVE_ARGS && verb->args[a].kind != ARG_NONE && move->args[a] != ARG_ABSENT;
         a++) {
        text_put(out, " ");
        if (a == replaced)
            text_put(out, by);
        else
            move_format_arg(rules, NULL, move, a, out);
    }
}

/* What an argument plays: the face of the card with that letter, or the one that its word is the
   name of; -1: none. */
static int played_face(const struct ruleset *rules, const struct sight *sight,
                       const struct move *move, int arg)
{
    const struct arg_spec *spec = &rules->verbs[move->verb].args[arg];
    if (move->args[arg] == ARG_ABSENT || (spec->kind != ARG_CARD && spec->kind != ARG_WORD))
        return -1;
    if (spec->kind == ARG_CARD) {
        int hand = seat_zone(rules, sight->viewer, rules->hand);
        return zone_slot_face(&sight->seen, hand, move->args[arg]);
    }
    for (int face = 0; face < rules->face_count; face++)
        if (text_same_word(spec->words[move->args[arg]], rules->faces[face].name))
            return face;
    return -1;
}

/* Types what a card is called in the place of one argument of a legal move: that card is meant,
   or which one is asked. */
static void check_called(struct trial *trial, int step, const struct sight *sight,
                         const struct moves *legal, const struct move *move, int arg, int face,
                         const char *called)
{
    const struct ruleset *rules = &trial->variant->rules;
    for (int in_public = 0; in_public < 2; in_public++) {
        char bytes[MOVE_TEXT];
        struct read_move read;
        struct text text = text_over(bytes, sizeof bytes);
        put_with(rules, move, arg, called, &text);
        move_read(rules, NULL, sight, legal, in_public, bytes, &read);
        bool is_legal = played_face(rules, sight, move, arg) == face, is_asked = false;
        for (int i = 0; read.reading == READING_AMBIGUOUS && i < read.moves.count; i++)
            is_asked = is_asked || played_face(rules, sight, &read.moves.list[i], arg) == face;
        bool is_other =
            read.reading == READING_MOVE && played_face(rules, sight, &read.move, arg) != face;
        bool is_refused = read.reading != READING_MOVE && !is_asked;
        bool is_unread = in_public && rules->verbs[move->verb].flags & VERB_SECRET;
        if (is_unread ? read.reading != READING_NAMED : is_other || (is_legal && is_refused))
            trial_failed(trial, step, "\"%s\" is not the card that is called so (reading %d)",
                         bytes, (int)read.reading);
    }
}

/* Types a card's label there: if it is read at all, it is that very card, or what is not said
   yet is asked. */
static void check_label(struct trial *trial, int step, const struct sight *sight,
                        const struct moves *legal, const struct move *move, int arg, int slot)
{
    const struct ruleset *rules = &trial->variant->rules;
    const char small[] = {move_label(rules, slot), '\0'},
               large[] = {(char)(small[0] & ~0x20), '\0'};
    for (int way = 0; way < 4; way++) {
        char bytes[MOVE_TEXT];
        struct read_move read;
        struct text text = text_over(bytes, sizeof bytes);
        struct move wanted = *move;
        wanted.args[arg] = slot;
        put_with(rules, move, arg, way & 1 ? large : small, &text);
        move_read(rules, NULL, sight, legal, way & 2, bytes, &read);
        bool is_said = read.reading == READING_MOVE || read.reading == READING_ILLEGAL;
        bool is_asked = read.reading == READING_AMBIGUOUS;
        for (int i = 0; is_asked && i < read.moves.count; i++)
            is_asked = read.moves.list[i].args[arg] == slot;
        if (!is_asked && (!is_said || !move_same(&read.move, &wanted) ||
                          (read.reading == READING_MOVE) != moves_has(legal, &wanted)))
            trial_failed(trial, step, "\"%s\" is not the card of that label (reading %d)", bytes,
                         (int)read.reading);
    }
}

/* What a hand shows of its cards can be typed: a label is that very card, a code or a name a
   card that is called so, or which is meant is asked; no other card is ever played for it. */
static void hands_are_read_back(struct trial *trial)
{
    const struct variant *v = trial->variant;
    int step = dice(&trial->seed, trial->play->count), seat = trial->play->steps[step].seat;
    if (seat == SEAT_HOST || v->rules.hand < 0)
        return;
    struct sight sight;
    struct moves legal;
    table_sight(&v->rules, &trial->play->tables[step], seat, &sight);
    v->game->legal(&v->rules, &sight, seat, &legal);
    int hand = seat_zone(&v->rules, seat, v->rules.hand), first = dice(&trial->seed, 4);
    for (int i = first; i < legal.count; i += 4)
        for (int a = 0; a < MOVE_ARGS; a++) {
            const struct move *move = &legal.list[i];
            int played = played_face(&v->rules, &sight, move, a);
            bool is_card = v->rules.verbs[move->verb].args[a].kind == ARG_CARD;
            for (int c = 0; played >= 0 && c < zone_size(&sight.seen, hand); c++) {
                const struct card *card = zone_card(&sight.seen, hand, c);
                const struct face *face = &v->rules.faces[card->face];
                if (is_card)
                    check_label(trial, step, &sight, &legal, move, a, card->slot);
                if (!is_card && card->face != played)
                    continue;
                check_called(trial, step, &sight, &legal, move, a, card->face, face->code);
                check_called(trial, step, &sight, &legal, move, a, card->face, face->name);
            }
        }
}

/* HOST moves stand in records, too. */
static void host_moves_are_read_back(struct trial *trial)
{
    for (int i = 0; i < trial->play->count; i++) {
        char bytes[MOVE_TEXT];
        struct move read;
        struct text text = text_over(bytes, sizeof bytes);
        move_write(&trial->variant->rules, &trial->play->steps[i].move, &text);
        trial_check(trial, i, move_read_canonical(&trial->variant->rules, bytes, &read));
        trial_check(trial, i, move_same(&read, &trial->play->steps[i].move));
    }
}

/* From the recorded moves and picks alone, listened to or not, every table comes back as it was. */
static void replay_equals_live(struct trial *trial)
{
    static struct events events;
    struct table table;
    trial_check(trial, -1, playthrough_setup(trial->play, &table));
    trial_check(trial, -1, table_same(&table, &trial->play->tables[0]));
    for (int i = 0; i < trial->play->count; i++) {
        struct moves legal;
        legal_of(trial->variant, &table, trial->play->steps[i].seat, &legal);
        trial_check(trial, i, moves_has(&legal, &trial->play->steps[i].move));
        trial_check(trial, i, playthrough_again(trial->play, i, &table, i % 2 ? &events : NULL));
        trial_check(trial, i, table_same(&table, &trial->play->tables[i + 1]));
    }
}

static void check_text(struct trial *trial, int step, const struct table *table)
{
    static char live[TEXT_BYTES], rebuilt[TEXT_BYTES];
    table_text(trial->variant, &trial->play->tables[step], live, sizeof live);
    table_text(trial->variant, table, rebuilt, sizeof rebuilt);
    if (strcmp(live, rebuilt) == 0)
        return;
    char bytes[1024];
    struct text difference = text_over(bytes, sizeof bytes);
    told_difference(live, rebuilt, &difference);
    trial_failed(trial, step, "rebuilt otherwise than it was\n%s", bytes);
}

/* After every move the table is built again from nothing but the text of the record so far. */
static void rebuilt_equals_live(struct trial *trial)
{
    const struct playthrough *play = trial->play;
    if (trial->round >= 20 ||
        10 * trial->round >= trial->rounds) /* a tenth of the games, as it costs much */
        return;
    for (int length = 0; length <= play->count; length++) {
        struct table table;
        trial_check(trial, -1, playthrough_setup(play, &table));
        for (int i = 0; i < length; i++) {
            char bytes[MOVE_TEXT];
            struct move move;
            struct text text = text_over(bytes, sizeof bytes);
            move_write(&trial->variant->rules, &play->steps[i].move, &text);
            trial_check(trial, i, move_read_canonical(&trial->variant->rules, bytes, &move));
            trial_check(trial, i, move_same(&move, &play->steps[i].move));
            trial_check(trial, i, playthrough_again(play, i, &table, NULL));
        }
        check_text(trial, length, &table);
    }
}

/* Different tables have different texts: the record's hashes are taken over them. */
static void texts_tell_tables_apart(struct trial *trial)
{
    static char one[TEXT_BYTES], other[TEXT_BYTES];
    const struct playthrough *play = trial->play;
    int a = dice(&trial->seed, play->count + 1), b = dice(&trial->seed, play->count + 1);
    table_text(trial->variant, &play->tables[a], one, sizeof one);
    table_text(trial->variant, &play->tables[b], other, sizeof other);
    trial_check(trial, a,
                table_same(&play->tables[a], &play->tables[b]) == (strcmp(one, other) == 0));
    struct table table;
    table_copy(&table, &play->tables[a]);
    int cards = table.first[table.zones];
    struct card *card = &table.cards[dice(&trial->seed, cards)],
                *second = &table.cards[dice(&trial->seed, cards)];
    int16_t face = card->face;
    card->face = second->face;
    second->face = face;
    table_text(trial->variant, &table, other, sizeof other);
    trial_check(trial, a, table_same(&table, &play->tables[a]) == (strcmp(one, other) == 0));
}

/* A copy is a clone: what happens to the original does not touch it, and it plays on to the same
   end. */
static void copies_are_clones(struct trial *trial)
{
    const struct variant *v = trial->variant;
    const struct playthrough *play = trial->play;
    int step = dice(&trial->seed, play->count + 1);
    struct table original, copy;
    struct chance chance;
    memset(&copy, 0xa5, sizeof copy);
    table_copy(&original, &play->tables[step]);
    table_copy(&copy, &original);
    trial_check(trial, step, table_same(&copy, &original));
    struct play now = {.rules = &v->rules, .table = &original, .chance = &chance};
    for (int n = 0, seat = 0; n < 20 && !original.over; n++, seat = (seat + 1) % v->seats) {
        struct moves legal;
        legal_of(v, &original, seat, &legal);
        chance_init(&chance, chance_seeded, &trial->seed);
        if (legal.count > 0)
            v->game->apply(&now, seat, &legal.list[dice(&trial->seed, legal.count)]);
    }
    trial_check(trial, step, table_same(&copy, &play->tables[step]));
    for (int i = step; i < play->count; i++)
        trial_check(trial, i, playthrough_again(play, i, &copy, NULL));
    trial_check(trial, step, table_same(&copy, &play->tables[play->count]));
}

/* Live, replayed and scripted chance: a tape that is cut short goes on from a source if it has
   one, and is broken if it has no source; a pick out of range breaks it. */
static void chance_has_three_modes(struct trial *trial)
{
    const struct playthrough *play = trial->play;
    int kept = play->setup_picks > 0 ? dice(&trial->seed, play->setup_picks) : 0;
    for (int mode = 0; mode < 3 && play->setup_picks > 0; mode++) {
        struct table table;
        struct chance chance;
        struct play now = {.rules = &trial->variant->rules, .table = &table, .chance = &chance};
        chance_init(&chance, mode == 0 ? chance_seeded : NULL, mode == 0 ? &trial->seed : NULL);
        for (int i = 0; i < kept; i++)
            check(chance_script(&chance, play->picks[i]));
        if (mode == 2)
            check(chance_script(&chance, 1 << 20));
        table_init(&table, &trial->variant->rules, trial->variant->seats);
        trial->variant->game->setup(&now);
        trial_check(trial, -1, chance.broken == (mode != 0));
        trial_check(trial, -1,
                    memcmp(chance.picks, play->picks, (size_t)kept * sizeof *play->picks) == 0);
        trial_check(trial, -1, mode != 1 || chance.count == kept);
        trial_check(trial, -1, mode != 0 || chance.next == chance.count);
    }
}

const struct property record_properties[] = {
    {"moves are read back", moves_are_read_back, 8},
    {"hands are read back", hands_are_read_back, 8},
    {"host moves are read back", host_moves_are_read_back, 8},
    {"replay equals live", replay_equals_live, 1},
    {"rebuilt equals live", rebuilt_equals_live, 1},
    {"texts tell tables apart", texts_tell_tables_apart, 1},
    {"copies are clones", copies_are_clones, 1},
    {"chance has three modes", chance_has_three_modes, 1},
    {0},
};
