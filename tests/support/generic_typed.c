/* What people type back: every piece of an offer is a move or is asked about; every name, code
   and letter that is shown for a card means that card, in every place of a move that takes a
   card, and nothing shown means another one. Which card an argument means is taken from the data
   of the game. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "prose.h"
#include "text.h"
#include "trial.h"
#include "view.h"

/* Who reads at one moment of a game. */
struct instant {
    struct trial *trial;
    int step, seat;
    struct sight sight;
    struct moves legal;
};

static const struct ruleset *rules_of(const struct instant *moment)
{
    return &moment->trial->variant->rules;
}

/* The face of a colour word; -1: the word is no card's name. */
static int face_named(const struct ruleset *rules, const char *word)
{
    for (int face = 0; face < rules->face_count; face++)
        if (strcmp(rules->faces[face].name, word) == 0)
            return face;
    return -1;
}

/* The face that argument `arg` of a move means; -1: it means no card. */
static int face_meant(const struct instant *moment, const struct move *move, int arg)
{
    const struct ruleset *rules = rules_of(moment);
    const struct arg_spec *spec = &rules->verbs[move->verb].args[arg];
    if (move->args[arg] == ARG_ABSENT || spec->kind == ARG_NONE)
        return -1;
    int face = move_face(rules, &moment->sight, spec, move->args[arg]);
    return face < 0 && spec->kind == ARG_WORD ? face_named(rules, spec->words[move->args[arg]])
                                              : face;
}

/* Whether the verb is that of this card alone, "rainbow". */
static bool is_verb_of(const struct instant *moment, const struct move *move, int face)
{
    const char *card = rules_of(moment)->verbs[move->verb].card;
    return card && strcmp(strrchr(card, ' ') + 1, rules_of(moment)->faces[face].code) == 0;
}

static bool names(const struct instant *moment, const struct move *move, int face)
{
    bool is_named = is_verb_of(moment, move, face);
    for (int arg = 0; arg < MOVE_ARGS && !is_named; arg++)
        is_named = face_meant(moment, move, arg) == face;
    return is_named;
}

/* "steal CARD them2 me1" with `said` in the place of argument `arg`. */
static void put_typed(const struct instant *moment, const struct move *move, int arg,
                      const char *said, struct text *out)
{
    const struct verb_spec *verb = &rules_of(moment)->verbs[move->verb];
    text_clear(out);
    text_put(out, verb->word);
    for (int i = 0; i < MOVE_ARGS && verb->args[i].kind != ARG_NONE && move->args[i] != ARG_ABSENT;
         i++) {
        text_put(out, " ");
        if (i == arg)
            text_put(out, said);
        else
            move_format_arg(rules_of(moment), NULL, move, i, out);
    }
}

static void expect(const struct instant *moment, bool holds, const char *typed, const char *why)
{
    if (!holds)
        trial_failed(moment->trial, moment->step, "'%s' of seat %d, who may play %d moves, %s",
                     typed, moment->seat + 1, moment->legal.count, why);
}

/* Of the moves read, one that plays this card and is else as it was said. */
static bool is_read(const struct instant *moment, const struct move *move, int arg,
                    const struct read_move *read)
{
    int face = face_meant(moment, move, arg),
        count = read->reading == READING_MOVE ? 1 : read->moves.count;
    for (int i = 0; i < count; i++) {
        const struct move *other =
            read->reading == READING_MOVE ? &read->move : &read->moves.list[i];
        if (other->verb == move->verb && names(moment, other, face))
            return true;
    }
    return false;
}

/* One way to say a face, where a move takes one: it means that face or is asked about. */
static void say_face(const struct instant *moment, const struct move *move, int arg, int face,
                     const char *said)
{
    char bytes[2 * MOVE_TEXT];
    struct text typed = text_over(bytes, sizeof bytes);
    struct read_move read;
    const struct ruleset *rules = rules_of(moment);
    bool is_meant = face_meant(moment, move, arg) == face;
    put_typed(moment, move, arg, said, &typed);
    for (int in_public = 0; in_public < 2; in_public++) {
        bool tells = in_public && rules->verbs[move->verb].flags & VERB_SECRET &&
                     rules->verbs[move->verb].args[arg].kind == ARG_CARD;
        move_read(rules, NULL, &moment->sight, &moment->legal, in_public, bytes, &read);
        if (tells)
            expect(moment, read.reading == READING_NAMED && read.moves.count == 0, bytes,
                   "would tell a secret");
        else if (is_meant)
            expect(moment, is_read(moment, move, arg, &read), bytes,
                   "is not read as what it names");
        else if (read.reading == READING_MOVE)
            expect(moment, names(moment, &read.move, face), bytes, "plays another card");
    }
}

static void say_label(const struct instant *moment, const struct move *move, int arg)
{
    char bytes[2 * MOVE_TEXT];
    struct text typed = text_over(bytes, sizeof bytes);
    struct read_move read;
    char label[] = {move_label(rules_of(moment), move->args[arg]), '\0'};
    for (int turn = 0; turn < 4; turn++) {
        label[0] =
            (char)(turn & 1 ? toupper((unsigned char)label[0]) : tolower((unsigned char)label[0]));
        put_typed(moment, move, arg, label, &typed);
        move_read(rules_of(moment), NULL, &moment->sight, &moment->legal, turn & 2, bytes, &read);
        expect(moment, read.reading == READING_MOVE && move_same(&read.move, move), bytes,
               "is another move");
    }
}

/* A face can be said by its code, in either case, by its name or by its symbol. */
static void say_all_ways(const struct instant *moment, const struct move *move, int arg, int face)
{
    const struct face *f = &rules_of(moment)->faces[face];
    char small[32];
    snprintf(small, sizeof small, "%s", f->code);
    for (char *p = small; *p; p++)
        *p = (char)tolower((unsigned char)*p);
    say_face(moment, move, arg, face, f->code);
    say_face(moment, move, arg, face, small);
    say_face(moment, move, arg, face, f->name);
}

static void say_cards(const struct instant *moment, const struct move *move)
{
    const struct verb_spec *verb = &rules_of(moment)->verbs[move->verb];
    for (int arg = 0; arg < MOVE_ARGS && verb->args[arg].kind != ARG_NONE; arg++) {
        int meant = face_meant(moment, move, arg);
        if (meant < 0)
            continue;
        if (verb->args[arg].kind == ARG_CARD)
            say_label(moment, move, arg);
        for (int face = 0; face < rules_of(moment)->face_count; face++)
            say_all_ways(moment, move, arg, face);
    }
}

/* Where a card is played by a verb of its own, "rainbow", it may be called by its names behind
   the verb that plays all others, "play RAINBOW". */
static void say_own_verb(const struct instant *moment, const struct move *move)
{
    const struct ruleset *rules = rules_of(moment);
    const char *card = rules->verbs[move->verb].card;
    for (int face = 0; card && face < rules->face_count; face++) {
        const char *const ways[] = {rules->faces[face].code, rules->faces[face].name};
        if (strcmp(strrchr(card, ' ') + 1, ways[0]) != 0)
            continue;
        for (int way = 0; way < 2; way++) {
            char bytes[2 * MOVE_TEXT];
            struct text typed = text_over(bytes, sizeof bytes);
            struct read_move read;
            text_putf(&typed, "%.*s %s", (int)(strrchr(card, ' ') - card), card, ways[way]);
            for (int i = 0; i < MOVE_ARGS && move->args[i] != ARG_ABSENT; i++) {
                text_put(&typed, " ");
                move_format_arg(rules, NULL, move, i, &typed);
            }
            move_read(rules, NULL, &moment->sight, &moment->legal, false, bytes, &read);
            expect(moment, read.reading == READING_MOVE && move_same(&read.move, move), bytes,
                   "is another move");
        }
    }
}

/* Whether these are the first `size` characters of a verb. */
static bool begins_verb(const struct ruleset *rules, const char *word, size_t size)
{
    for (int verb = 0; verb < rules->verb_count; verb++)
        if (strncmp(rules->verbs[verb].word, word, size) == 0)
            return true;
    return false;
}

/* Whether a face that was said alone plays that face, or is asked about among moves that all
   play it, or is no move. */
static bool plays_alone(const struct instant *moment, const struct read_move *read, int face)
{
    const struct move *list = read->reading == READING_MOVE ? &read->move : read->moves.list;
    int count = read->reading == READING_MOVE        ? 1
                : read->reading == READING_AMBIGUOUS ? read->moves.count
                                                     : 0;
    bool plays = true;
    for (int i = 0; i < count && plays; i++)
        plays = rules_of(moment)->verbs[list[i].verb].card ? is_verb_of(moment, &list[i], face)
                                                           : names(moment, &list[i], face);
    return plays;
}

/* A face's code or name and nothing else plays that face, or is no move: in ROYGBIV "R" is no
   rainbow that counts as red. What is a verb as well is that verb, Color Catcher's "steal"; a
   name may also begin one, Coloretto's "joker". */
static void say_cards_alone(const struct instant *moment)
{
    const struct ruleset *rules = rules_of(moment);
    for (int face = 0; face < rules->face_count; face++) {
        char small[32];
        snprintf(small, sizeof small, "%s", rules->faces[face].code);
        for (char *p = small; *p; p++)
            *p = (char)tolower((unsigned char)*p);
        const char *const ways[] = {rules->faces[face].code, small, rules->faces[face].name};
        for (int way = 0; way < 2 * 3; way++) {
            struct read_move read;
            if (begins_verb(rules, ways[way / 2], strlen(ways[way / 2]) + (way < 4)))
                continue;
            move_read(rules, NULL, &moment->sight, &moment->legal, way & 1, ways[way / 2], &read);
            expect(moment, plays_alone(moment, &read, face), ways[way / 2], "plays another card");
        }
    }
}

/* At some moments of a game, a few of the moves that somebody has there. */
static void names_mean_their_cards(struct trial *trial)
{
    enum { MOMENTS = 3, MOVES = 3 };
    for (int n = 0; n < MOMENTS; n++) {
        struct instant moment = {.trial = trial, .step = dice(&trial->seed, trial->play->count)};
        const struct table *t = &trial->play->tables[moment.step];
        for (moment.seat = 0; moment.seat < t->seats; moment.seat++) {
            legal_of(trial->variant, t, moment.seat, &moment.legal);
            if (moment.legal.count == 0)
                continue; /* nothing that is said could be a move */
            table_sight(&trial->variant->rules, t, moment.seat, &moment.sight);
            say_cards_alone(&moment);
            for (int m = 0; m < MOVES; m++) {
                const struct move *move =
                    &moment.legal.list[dice(&trial->seed, moment.legal.count)];
                say_cards(&moment, move);
                say_own_verb(&moment, move);
            }
        }
    }
}

/* ---- what is offered ---- */

/* A piece of an offer as it is shown, without the prefix: a move, or the question which of
   several. */
static void type_piece(const struct instant *moment, const struct naming *naming, const char *piece,
                       struct moves *out)
{
    struct read_move read;
    for (int in_public = 1; in_public >= 0; in_public--) {
        move_read(rules_of(moment), naming, &moment->sight, &moment->legal, in_public, piece,
                  &read);
        bool is_kept = in_public && read.reading == READING_NAMED;
        bool is_known = read.reading == READING_MOVE || read.reading == READING_AMBIGUOUS;
        expect(moment, is_kept || is_known, piece, "cannot be typed as it is shown");
    }
    if (read.reading == READING_MOVE)
        out->list[out->count++] = read.move;
    for (int i = 0; read.reading == READING_AMBIGUOUS && i < read.moves.count; i++) {
        expect(moment, !moves_has(out, &read.moves.list[i]), piece,
               "means a move that is offered elsewhere, too");
        out->list[out->count++] = read.moves.list[i];
    }
}

/* The pieces of an offer, typed, are the legal list: each of its moves once. */
static void type_offer(const struct instant *moment)
{
    static const struct naming naming = {{"ann", "bob the builder", "B", "red", "1", "from", "guy",
                                          "hal", "ida", "joe", "kim", "leo"}};
    const struct view view = {
        .game = moment->trial->variant->game, .rules = rules_of(moment), .naming = &naming};
    struct prose offer;
    struct moves typed = {0};
    prose_clear(&offer);
    view_offer(&view, &moment->legal, &offer);
    expect(moment, !offer.cut, offer.text, "is cut");
    for (char *piece = offer.text, *next; piece && *piece; piece = next) {
        next = strstr(piece, " \xc2\xb7 ");
        if (next) {
            *next = '\0';
            next += strlen(" \xc2\xb7 ");
        }
        expect(moment, *piece == '!', piece, "has no prefix");
        type_piece(moment, &naming, piece + 1, &typed);
    }
    for (int i = 0; i < moment->legal.count; i++)
        expect(moment, moves_has(&typed, &moment->legal.list[i]), offer.text,
               "misses a legal move");
    expect(moment, typed.count == moment->legal.count, offer.text, "says more than that");
}

/* The verbs that this seat could play if the cards that nobody sees lay otherwise: in a few worlds
   at least, and in as many as it takes to find all of `wanted`. */
static unsigned possible_verbs(const struct instant *moment, const struct sight *public,
                               unsigned wanted)
{
    enum { FEW = 20, MANY = 400 };
    unsigned found = 0;
    for (int i = 0; i < FEW || (i < MANY && wanted & ~found); i++) {
        struct chance chance;
        struct sight world;
        struct moves moves;
        chance_init(&chance, chance_seeded, &moment->trial->seed);
        sight_imagine(rules_of(moment), public, &chance, &world);
        moment->trial->variant->game->legal(rules_of(moment), &world, moment->seat, &moves);
        for (int m = 0; m < moves.count; m++)
            found |= 1u << moves.list[m].verb;
    }
    return found;
}

/* Where the next piece of a public offer begins: behind ", " or " or ", at a "!". */
static char *next_public_piece(char *piece)
{
    char *comma = strstr(piece, ", !"), * or = strstr(piece, " or !"),
         *end = comma && (! or || comma < or) ? comma : or
        ;
    if (!end)
        return NULL;
    char *next = strchr(end, '!');
    *end = '\0';
    return next;
}

/* What everybody reads that this seat can type. Where no card is hidden: moves and questions, or
   verbs. Else, if anything: all verbs that it has in some hand which the public allows. */
static void type_public_offer(const struct instant *moment, const struct table *table)
{
    static const struct naming naming = {
        {"ann", "bob", "cid", "dan", "eve", "fay", "guy", "hal", "ida", "joe", "kim"}};
    const struct view view = {
        .game = moment->trial->variant->game, .rules = rules_of(moment), .naming = &naming};
    struct sight public;
    struct prose offer;
    char said[PROSE_BYTES];
    table_sight(rules_of(moment), table, SEAT_PUBLIC, &public);
    unsigned due = view.game->due(view.rules, &public), named = 0, held = 0;
    prose_clear(&offer);
    view_due(&view, &public, due & (1u << moment->seat), false, &offer);
    expect(moment, (offer.length > 0) == (due >> moment->seat & 1), offer.text, "calls nobody");
    snprintf(said, sizeof said, "%s", offer.text);
    char *first = strstr(offer.text, ": !");
    for (char *piece = first ? first + 2 : NULL, *next; piece; piece = next) {
        struct read_move read;
        next = next_public_piece(piece++);
        move_read(rules_of(moment), &naming, &moment->sight, &moment->legal, true, piece, &read);
        bool is_verb = false;
        for (int verb = 0; verb < rules_of(moment)->verb_count; verb++)
            if (strcmp(piece, rules_of(moment)->verbs[verb].word) == 0) {
                is_verb = true;
                named |= 1u << verb;
            }
        expect(moment,
               read.reading == READING_MOVE || read.reading == READING_AMBIGUOUS ||
                   (is_verb && view.game->hand >= 0),
               piece, "is said to everybody and cannot be typed");
    }
    if (!first || view.game->hand < 0)
        return;
    for (int i = 0; i < moment->legal.count; i++)
        held |= 1u << moment->legal.list[i].verb;
    unsigned possible = possible_verbs(moment, &public, named);
    expect(moment, (named & ~(possible | held)) == 0, said, "names a verb that no hand has there");
    expect(moment, ((possible | held) & ~named) == 0, said, "leaves out a verb of some hand");
}

/* At every tenth moment, from any of the first ten on. */
static void what_is_offered_can_be_typed(struct trial *trial)
{
    enum { STRIDE = 10 };
    struct instant moment = {.trial = trial, .step = dice(&trial->seed, STRIDE)};
    for (; moment.step < trial->play->count; moment.step += STRIDE) {
        const struct table *t = &trial->play->tables[moment.step];
        for (moment.seat = 0; moment.seat < t->seats; moment.seat++) {
            legal_of(trial->variant, t, moment.seat, &moment.legal);
            table_sight(&trial->variant->rules, t, moment.seat, &moment.sight);
            type_offer(&moment);
            type_public_offer(&moment, t);
        }
    }
}

/* ---- what texts call cards ---- */

/* Or what a code says before its colon. */
static bool is_code(const struct game *game, const char *word)
{
    size_t length = strlen(word);
    for (int face = 0; face < game->face_count; face++)
        if (strncmp(game->faces[face].code, word, length) == 0 &&
            !isalnum((unsigned char)game->faces[face].code[length]))
            return true;
    return false;
}

static bool is_value(const struct game *game, const char *word)
{
    for (int option = 0; option < game->option_count; option++)
        for (int i = 0; i < game->options[option].word_count; i++)
            if (strcmp(game->options[option].words[i], word) == 0)
                return true;
    return false;
}

/* One or two capitals are a card's code, or they are no name at all. */
static void read_text(struct trial *trial, const char *text)
{
    const struct game *game = trial->variant->game;
    static const char capitals[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    for (const char *p = text; p && *p; p++) {
        size_t length = strspn(p, capitals);
        bool is_word = length > 0 && length <= 2 && (p == text || !isalnum((unsigned char)p[-1])) &&
                       !isalnum((unsigned char)p[length]);
        char word[3] = "";
        if (is_word)
            memcpy(word, p, length);
        if (is_word && strcmp(word, "A") != 0 && !is_code(game, word) && !is_value(game, word))
            trial_failed(
                trial, -1,
                "'%s' is no code of a card, so nobody can look it up; write it as a small letter, or as a word "
                "(\"the first pair\"), in: %s",
                word, text);
        p += length > 0 ? length - 1 : 0;
    }
}

static void texts_call_cards_by_their_codes(struct trial *trial)
{
    const struct game *game = trial->variant->game;
    if (trial->number > 0)
        return;
    for (int i = 0; i < game->topic_count; i++)
        read_text(trial, game->topics[i].text);
    for (int i = 0; i < game->verb_count; i++)
        read_text(trial, game->verbs[i].help);
}

const struct property typed_properties[] = {
    {"names mean their cards", names_mean_their_cards, 16},
    {"what is offered can be typed", what_is_offered_can_be_typed, 16},
    {"texts call cards by their codes", texts_call_cards_by_their_codes, 1000000},
    {0},
};
