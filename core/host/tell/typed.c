
#include "typed.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "deal.h"
#include "seat.h"
#include "session_view.h"
#include "strings/playing.def"
#include "strings/shared.def"
#include "tell.h"
#include "text.h"
#include "trial.h"

enum { CANDIDATES = 12 };

static uint32_t hash_moves(const struct moves *moves)
{
    return (uint32_t)text_hash_bytes(HASH_START, moves->list,
                                     (size_t)moves->count * sizeof *moves->list);
}

/* Asks which of these moves is meant. They are numbered, unless numbers mean something at this
   table. */
static void ask_which(struct trial *trial, int seat, const struct sight *sight,
                      const struct moves *legal, const struct moves *meant, const char *typed,
                      struct prose *out)
{
    const struct session *session = trial->session;
    struct question *question = &trial->seats[seat].question;
    struct naming naming;
    struct view view = session_view(session, &naming);
    struct read_move number;
    move_read(&trial->playing.rules, &naming, sight, legal, false, "1", &number);
    bool is_numbered = number.reading == READING_UNKNOWN && strlen(typed) < sizeof question->typed;
    question->typed[0] = '\0';
    if (is_numbered) {
        snprintf(question->typed, sizeof question->typed, "%s", typed);
        question->moves = hash_moves(meant);
    }
    view_set_look(&view, session_look(session, seat));
    view_string(out, STRING_MOVE_AMBIGUOUS, "typed", typed, (char *)0);
    prose_put(out, " ");
    view_moves(&view, meant, CANDIDATES, is_numbered, out);
    prose_put(out, is_numbered ? ". " : ".");
    if (is_numbered)
        view_string(out, STRING_MOVE_NUMBERED, (char *)0);
}

/* What can be played instead, or how to read it if it is long. */
static void put_way_out(const struct session *session, int seat, const struct moves *legal,
                        struct prose *out)
{
    enum { OFFER_MOST = 240 };
    struct naming naming;
    struct view view = session_view(session, &naming);
    struct prose offer;
    view_set_look(&view, session_look(session, seat));
    prose_open(&offer, view.language);
    view_offer(&view, legal, &offer);
    prose_put(out, out->length > 0 ? " " : "");
    if (offer.length == 0 || offer.length > OFFER_MOST) {
        view_string(out, STRING_OFFER_LONG, (char *)0);
        return;
    }
    view_string(out, STRING_OFFER, (char *)0);
    prose_put(out, " ");
    prose_append(out, &offer);
}

static void put_illegal(const struct session *session, int seat, const struct sight *sight,
                        const struct move *move, struct prose *out)
{
    char bytes[MOVE_TEXT];
    struct naming naming;
    struct text text = text_over(bytes, sizeof bytes);
    session_naming(session, &naming);
    move_format(&session->playing->rules, &naming, move, &text);
    const char *why = session->game->explain(&session->playing->rules, sight, seat, move);
    if (why)
        view_string(out, STRING_MOVE_REFUSED, "move", bytes, "text", why, (char *)0);
    else
        view_string(out, STRING_MOVE_REFUSED_NOW, "move", bytes, (char *)0);
}

static void put_unknown(const struct session *session, int seat, const struct moves *legal,
                        const struct read_move *read, const char *typed, struct prose *out)
{
    char bytes[MOVE_TEXT];
    struct naming naming;
    struct text text = text_over(bytes, sizeof bytes);
    session_naming(session, &naming);
    if (*typed == '\0') {
        view_string(out, STRING_MOVE_EMPTY, (char *)0);
    } else if (read->verb_known) {
        view_string(out, STRING_MOVE_UNKNOWN_VERB, "typed", typed, (char *)0);
    } else if (read->has_nearest) {
        move_format(&session->playing->rules, &naming, &read->move, &text);
        view_string(out, STRING_MOVE_UNKNOWN_NEAREST, "typed", typed, "nearest", bytes, (char *)0);
    } else {
        view_string(out, STRING_MOVE_UNKNOWN, "typed", typed, (char *)0);
    }
    put_way_out(session, seat, legal, out);
}

/* Who types a verb that the seat can't play now, or a card alone. */
static bool put_word_alone(const struct session *session, int seat, const struct moves *legal,
                           const struct read_move *read, const char *typed, struct prose *out)
{
    const struct ruleset *rules = &session->playing->rules;
    bool is_verb = false;
    for (int verb = 0; verb < rules->verb_count; verb++)
        is_verb |= !(rules->verbs[verb].flags & VERB_HOST) &&
                   text_same_word(typed, rules->verbs[verb].word);
    if (!(is_verb || read->is_value) || legal->count == 0)
        return false;
    if (out->length == 0)
        view_string(out, is_verb ? STRING_MOVE_VERB_NOW : STRING_MOVE_VALUE_NOW, "typed", typed,
                    (char *)0);
    put_way_out(session, seat, legal, out);
    return true;
}

static void put_named(const struct ruleset *rules, int said, const struct sight *sight,
                      struct prose *out)
{
    const struct verb_spec *verb = &rules->verbs[said];
    if (verb->args[0].kind == ARG_NUMBER) {
        view_string(out, STRING_MOVE_SECRET_SAID, "verb", verb->word, (char *)0);
        return;
    }
    int hand = seat_zone(rules, sight->viewer, rules->hand);
    bool has_some = zone_size(&sight->seen, hand) > 0;
    char label[] = {move_label(rules, has_some ? zone_card(&sight->seen, hand, 0)->slot : 1), '\0'};
    view_string(out, STRING_MOVE_SECRET_NAMED, "verb", verb->word, "label", label, (char *)0);
}

static unsigned due_in(const struct trial *trial)
{
    return deal_due(&trial->playing, trial->session->game);
}

static void put_names(const struct trial *trial, unsigned seats, struct text *who)
{
    for (int seat = 0; seat < trial->playing.seats; seat++)
        if (seats >> seat & 1)
            text_putf(who, "%s%s", who->length ? "\n" : "", trial->seats[seat].name);
}

static void put_not_due(const struct trial *trial, unsigned due, struct prose *out)
{
    char names[TABLE_SEATS * HOST_NAME];
    struct text who = text_over(names, sizeof names);
    put_names(trial, due, &who);
    if (who.length > 0)
        view_string(out, STRING_TURN_NOT_YOURS, "who", names, (char *)0);
    else
        view_string(out, STRING_MOVES_NONE, (char *)0);
}

/* Reads the number of one of the moves that the seat was asked about, or the number with the move,
   "2 hide d me1", as the list shows it. False if it is neither, or if those moves have changed,
   with a sentence. */
static bool read_answer(const struct trial *trial, int seat, const struct sight *sight,
                        const struct moves *legal, bool in_public, const char *typed,
                        struct move *out, struct prose *refusal)
{
    const struct question *question = &trial->seats[seat].question;
    struct naming naming;
    struct read_move read;
    size_t digits = strspn(typed, "0123456789");
    long number = strtol(typed, NULL, 10);
    bool has_move = typed[digits] == ' ';
    if (!question->typed[0] || digits == 0 || digits > 2 || (typed[digits] && !has_move))
        return false;
    session_naming(trial->session, &naming);
    if (has_move) {
        move_read(&trial->playing.rules, &naming, sight, legal, in_public, typed + digits, &read);
        *out = read.move;
        return read.reading == READING_MOVE;
    }
    move_read(&trial->playing.rules, &naming, sight, legal, false, question->typed, &read);
    bool is_same = read.reading == READING_AMBIGUOUS && hash_moves(&read.moves) == question->moves;
    bool is_shown = number >= 1 && number <= CANDIDATES && number <= read.moves.count;
    if (is_same && is_shown)
        *out = read.moves.list[number - 1];
    else if (!is_same)
        view_string(refusal, STRING_MOVE_NUMBER_OLD, "typed", typed, (char *)0);
    return is_same && is_shown;
}

bool typed_implies(const struct trial *trial, int seat, bool in_public, const char *typed,
                   struct move *first)
{
    const struct ruleset *rules = &trial->playing.rules;
    const struct game *game = trial->session->game;
    struct sight sight;
    struct moves legal;
    int i = 0;
    if (!deal_legal(&trial->playing, game, seat, &sight, &legal))
        return false;
    while (i < legal.count && !(rules->verbs[legal.list[i].verb].flags & VERB_IMPLIED))
        i++;
    if (i == legal.count)
        return false;
    struct naming naming;
    struct read_move read;
    session_naming(trial->session, &naming);
    move_read(rules, &naming, &sight, &legal, in_public, typed, &read);
    if (read.reading != READING_ILLEGAL)
        return false;
    *first = legal.list[i];
    struct play play = {.rules = rules, .table = &sight.seen};
    game->apply(&play, seat, first);
    game->legal(rules, &sight, seat, &legal);
    move_read(rules, &naming, &sight, &legal, in_public, typed, &read);
    return read.reading == READING_MOVE || read.reading == READING_AMBIGUOUS;
}

/* In real time the table may wait for a seat that has nothing to play, which only that seat
   knows: it hears why this is no move. */
bool typed_read(struct trial *trial, int seat, bool in_public, const char *typed, struct move *out,
                struct prose *refusal)
{
    const struct session *session = trial->session;
    struct naming naming;
    struct sight sight;
    struct moves legal;
    struct read_move read;
    unsigned due = due_in(trial);
    if (!deal_legal(&trial->playing, session->game, seat, &sight, &legal) && !(due >> seat & 1)) {
        put_not_due(trial, due, refusal);
        return false;
    }
    char bytes[HOST_TEXT];
    struct text unique = text_over(bytes, sizeof bytes);
    seat_names_put_unique(session, typed, &unique);
    session_naming(session, &naming);
    move_read(&trial->playing.rules, &naming, &sight, &legal, in_public, bytes, &read);
    switch (read.reading) {
    case READING_MOVE:
        *out = read.move;
        return true;
    case READING_ILLEGAL:
        put_illegal(session, seat, &sight, &read.move, refusal);
        put_way_out(session, seat, &legal, refusal);
        break;
    case READING_AMBIGUOUS:
        ask_which(trial, seat, &sight, &legal, &read.moves, bytes, refusal);
        break;
    case READING_NAMED:
        put_named(&trial->playing.rules, read.verb, &sight, refusal);
        break;
    case READING_UNKNOWN:
        if (read_answer(trial, seat, &sight, &legal, in_public, bytes, out, refusal))
            return true;
        if (refusal->length > 0)
            put_way_out(session, seat, &legal, refusal);
        else if (!put_word_alone(session, seat, &legal, &read, typed, refusal))
            put_unknown(session, seat, &legal, &read, typed, refusal);
        break;
    }
    return false;
}

bool typed_next(const char **rest, char *part, size_t size)
{
    const char *p = *rest + strspn(*rest, " ;");
    p += *p == '!' && isalnum((unsigned char)p[1]); /* "draw; !keep", as moves are shown */
    size_t length = strcspn(p, ";");
    if (length == 0)
        return false;
    struct text text = text_over(part, size);
    text_put_bytes(&text, p, (int)length);
    for (int end = text.length; end > 0 && part[end - 1] == ' ';)
        part[--end] = '\0';
    *rest = p + length;
    return true;
}

void typed_put_stopped(int played, const char *rest, struct prose *refusal)
{
    rest += strspn(rest, " ;");
    if (*rest == '\0')
        return;
    prose_put(refusal, " ");
    if (played > 0)
        view_string(refusal, STRING_MOVES_STOPPED, "played", text_number(played), "rest", rest,
                    (char *)0);
    else
        view_string(refusal, STRING_MOVES_STOPPED_FIRST, "rest", rest, (char *)0);
}

bool typed_is_due(const struct trial *trial, int seat, int played, const char *rest,
                  struct prose *refusal)
{
    struct sight sight;
    struct moves legal;
    unsigned due = due_in(trial);
    if (played == 0 || trial->playing.table.over || due >> seat & 1 ||
        deal_legal(&trial->playing, trial->session->game, seat, &sight, &legal))
        return true;
    char number[12], names[TABLE_SEATS * HOST_NAME];
    struct text text = text_over(number, sizeof number), who = text_over(names, sizeof names);
    text_putf(&text, "%d", played);
    put_names(trial, due, &who);
    rest += strspn(rest, " ;");
    view_string(refusal, STRING_MOVES_STOPPED_TURN, "played", number, "who", names, "rest", rest,
                (char *)0);
    return false;
}
