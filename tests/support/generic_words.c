/* What people read of a game: words, where the data has short codes for cards, too. A code is for
   chips of a message, for letters of a price on a line, for headings that have no room, and for
   what people type. A card is called by its name or by its brief name; "x3" is three cards that lie
   together, and nothing else. Which text is a card's is told by the spans of the prose. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "prose.h"
#include "remark.h"
#include "scene.h"
#include "speak.h"
#include "text.h"
#include "trial.h"
#include "view.h"

/* One form of what somebody is shown at one moment. */
struct shown {
    struct trial *trial;
    int step;
    const struct view *view;
    const char *form;
    bool has_chips;               /* cards are chips with codes of at most two letters */
    const struct remarks *prices; /* of letters, "2C+M"; NULL: in words */
    bool is_narrow;               /* headings may be letters */
    int stacks;                   /* how many cards may have others with them, "red x3" */
    struct prose prose;
};

static const struct ruleset *rules_of(const struct shown *shown)
{
    return shown->view->rules;
}

static bool is_letter(char c)
{
    return isalnum((unsigned char)c) || (unsigned char)c >= 0x80;
}

/* Whether a word that ends or begins with `inside` goes on with `outside`. */
static bool goes_on(char inside, char outside)
{
    return is_letter(outside) && is_letter(inside);
}

/* Where a code stands from `from` on as a word of its own, or -1. A sign in it is no letter. */
static int find_code(const struct prose *prose, int from, const char *code)
{
    size_t length = strlen(code);
    const char *text = prose->text, *end = text + prose->length, *at = text + from;
    for (; (at = memmem(at, (size_t)(end - at), code, length)); at++)
        if ((at == text || !goes_on(code[0], at[-1])) && !goes_on(code[length - 1], at[length]))
            return (int)(at - text);
    return -1;
}

static bool is_one_of(const struct prose *text, int at, int length, const char *word)
{
    return word && (int)strlen(word) == length &&
           memcmp(text->text + at, word, (size_t)length) == 0;
}

/* Whether these bytes are a letter of a price. */
static bool is_priced(const struct shown *shown, int at, int length)
{
    for (int i = 0; shown->prices && i < shown->prices->count; i++)
        for (int part = 0; part < shown->prices->list[i].part_count; part++)
            if (shown->prices->list[i].parts[part].count > 0 &&
                is_one_of(&shown->prose, at, length, shown->prices->list[i].parts[part].code))
                return true;
    return false;
}

static const struct prose_span *span_at(const struct prose *prose, int at)
{
    for (int i = 0; i < prose->span_count; i++) {
        const struct prose_span *span = &prose->spans[i];
        if (!prose_is_frame(span) && span->at <= at && at < span->at + span->length)
            return span;
    }
    return NULL;
}

/* The face whose picture that is; -1: the span has none. */
static int face_of(const struct shown *shown, const struct prose_span *span)
{
    char picture[PROSE_PICTURE];
    for (int face = 0; span->picture[0] && face < rules_of(shown)->face_count; face++) {
        speak_picture(shown->view->game, rules_of(shown), face, picture);
        if (strcmp(picture, span->picture) == 0)
            return face;
    }
    return -1;
}

/* Whether these bytes are a name of a face: of that one, or of any (-1). */
static bool is_name(const struct shown *shown, int at, int length, int face)
{
    for (int i = 0; i < rules_of(shown)->face_count; i++) {
        const struct face *f = &rules_of(shown)->faces[i];
        if ((face < 0 || face == i) && (is_one_of(&shown->prose, at, length, f->name) ||
                                        is_one_of(&shown->prose, at, length, f->brief) ||
                                        is_one_of(&shown->prose, at, length, f->many)))
            return true;
    }
    return false;
}

/* Whether these bytes are a code, and no name of that face. */
static bool is_code(const struct shown *shown, int at, int length)
{
    for (int i = 0; i < rules_of(shown)->face_count; i++)
        if (is_one_of(&shown->prose, at, length, rules_of(shown)->faces[i].code))
            return !is_name(shown, at, length, -1);
    return false;
}

static void fail_at(const struct shown *shown, int at, int length, const char *why)
{
    trial_failed(shown->trial, shown->step, "%s: '%.*s' %s: %s", shown->form, length,
                 shown->prose.text + at, why, shown->prose.text);
}

/* A heading of letters in a table that has no room for words: the line has no number. */
static bool is_heading(const struct shown *shown, const struct prose_span *span)
{
    const char *line = shown->prose.text + span->at;
    while (line > shown->prose.text && line[-1] != '\n')
        line--;
    return shown->is_narrow && span->length <= 2 && *line == ' ' &&
           strcspn(line, "0123456789:;>") >= strcspn(line, "\n");
}

/* A card has one of its names, or is a chip. */
static void check_card(const struct shown *shown, const struct prose_span *span)
{
    int face = face_of(shown, span);
    bool is_chip =
        face >= 0 &&
        is_one_of(&shown->prose, span->at, span->length, rules_of(shown)->faces[face].code) &&
        (is_heading(shown, span) || (shown->has_chips && span->length <= 2));
    if (is_chip || (face < 0 && is_priced(shown, span->at, span->length)))
        return;
    if (face >= 0 && !is_name(shown, span->at, span->length, face))
        fail_at(shown, span->at, span->length, "is no name of its card");
    if (is_code(shown, span->at, span->length) &&
        !(is_heading(shown, span) || (shown->has_chips && span->length <= 2)))
        fail_at(shown, span->at, span->length, "is a code in the place of a name");
}

/* Whether people type that word of a move, behind whatever: "R" of "!swap R". */
static bool is_typed(const struct shown *shown, const char *word)
{
    for (int v = 0; v < rules_of(shown)->verb_count; v++) {
        const struct verb_spec *verb = &rules_of(shown)->verbs[v];
        const char *last = strrchr(verb->word, ' ');
        if (strcmp(last ? last + 1 : verb->word, word) == 0)
            return true;
        for (int arg = 0; arg < MOVE_ARGS; arg++)
            for (int i = 0; verb->args[arg].kind == ARG_WORD && i < verb->args[arg].word_count; i++)
                if (strcmp(verb->args[arg].words[i], word) == 0 ||
                    (verb->args[arg].brief && strcmp(verb->args[arg].brief[i], word) == 0))
                    return true;
    }
    return false;
}

/* Whether the code at `at` is a word of the card's name there: of a Gold Pot. */
static bool is_in_name(const struct shown *shown, int at, const struct face *face)
{
    const char *word = strstr(face->name, face->code);
    int before = word ? (int)(word - face->name) : 0;
    while (at > 0 && strchr(" \n", shown->prose.text[at - 1]))
        at--;
    while (before > 0 && face->name[before - 1] == ' ')
        before--;
    int from = before;
    while (from > 0 && face->name[from - 1] != ' ')
        from--;
    return before > 0 && at >= before - from &&
           memcmp(shown->prose.text + at - (before - from), face->name + from,
                  (size_t)(before - from)) == 0;
}

/* Outside of cards and of people's names no code is a word, unless it is what people type. */
static void check_codes(const struct shown *shown, bool may_be_typed)
{
    const struct prose *prose = &shown->prose;
    for (int face = 0; face < rules_of(shown)->face_count; face++) {
        const struct face *f = &rules_of(shown)->faces[face];
        if (strcmp(f->code, f->name) == 0 || (may_be_typed && is_typed(shown, f->code)))
            continue;
        for (int at = 0; (at = find_code(prose, at, f->code)) >= 0; at++) {
            const struct prose_span *span = span_at(prose, at);
            int length = (int)strlen(f->code);
            bool is_command = at > 0 && prose->text[at - 1] == '!';
            if (!span && !is_command && !is_priced(shown, at, length) && !is_in_name(shown, at, f))
                fail_at(shown, at, length, "is a code among words");
        }
    }
}

/* "x3" stands behind a card of a stack on a line or in a table, and nowhere else. */
static void check_counts(const struct shown *shown)
{
    const struct prose *prose = &shown->prose;
    int count = 0;
    for (int at = 1; at + 1 < prose->length; at++) {
        if (prose->text[at] != 'x' || !isdigit((unsigned char)prose->text[at + 1]) ||
            is_letter(prose->text[at - 1]) || span_at(prose, at))
            continue;
        const struct prose_span *before = at > 1 ? span_at(prose, at - 2) : NULL;
        if (!before || before->style != PROSE_CARD || prose->text[at - 1] != ' ' ||
            ++count > shown->stacks)
            fail_at(shown, at, 2, "is no number of cards that lie together");
    }
}

/* Takes what was put into the prose of this form, and clears it. */
static void check_shown(struct shown *shown, const char *form, bool may_be_typed)
{
    shown->form = form;
    for (int i = 0; i < shown->prose.span_count; i++)
        if (shown->prose.spans[i].style == PROSE_CARD)
            check_card(shown, &shown->prose.spans[i]);
    check_codes(shown, may_be_typed);
    check_counts(shown);
    prose_clear(&shown->prose);
    shown->has_chips = shown->is_narrow = false;
    shown->prices = NULL;
    shown->stacks = 0;
}

/* How many stacks of several cards lie face up. */
static int count_stacks(const struct scene *scene)
{
    int count = 0;
    for (int i = 0; i < scene->item_count; i++)
        count += scene->items[i].layout->style == BOARD_STACK && scene->items[i].size > 1;
    return count;
}

static void read_boards(struct shown *shown, const struct sight *sight)
{
    enum { WIDE = 80 };
    const struct view *view = shown->view;
    TEXT_UNCLEARED struct scene scene;
    static struct remarks remarks; /* `shown` points at them */
    struct view aloud = *view;
    scene_make(view, sight, &remarks, &scene);
    aloud.is_aloud = true;
    shown->prices = &remarks;
    shown->stacks = count_stacks(&scene);
    view_board(view, sight, VIEW_LINE, &shown->prose);
    check_shown(shown, "on a line", false);
    shown->stacks = count_stacks(&scene);
    view_board(view, sight, WIDE, &shown->prose);
    check_shown(shown, "in 80 columns", false);
    shown->stacks = count_stacks(&scene);
    view_board(view, sight, VIEW_COLUMNS, &shown->prose);
    shown->is_narrow = true;
    check_shown(shown, "in 28 columns", false);
    view_board(&aloud, sight, VIEW_LINE, &shown->prose);
    check_shown(shown, "aloud", false);
    view_board(view, sight, VIEW_MESSAGE, &shown->prose);
    shown->has_chips = true;
    check_shown(shown, "in a message", false);
}

/* Whether the card with the first slot stands before the other in its hand: by its label, or, where
   the zone is sorted, by its face, with equal ones by their labels. */
static bool stands_before(const struct ruleset *rules, const struct table *table, int zone,
                          int slot, int other)
{
    int face = zone_slot_face(table, zone, slot);
    int other_face = zone_slot_face(table, zone, other);
    bool is_sorted = zone_spec(rules, zone)->flags & ZONE_SORTED;
    return is_sorted && face != other_face ? face < other_face : slot < other;
}

/* Where a hand has the card with this slot, behind `between` or at the beginning: its label, and
   its name. */
static const char *find_card(const struct ruleset *rules, const struct table *table, int zone,
                             int slot, const char *between, const char *text)
{
    char card[MOVE_TEXT];
    int at = zone_find_slot(table, zone, slot);
    if (at < 0)
        return NULL;
    snprintf(card, sizeof card, "%s%c %s", between, move_label(rules, slot),
             rules->faces[zone_face(table, zone, at)].name);
    const char *first = card + strlen(between);
    return strncmp(text, first, strlen(first)) == 0 ? text : strstr(text, card);
}

/* Every card of a hand with labels is there, and they stand in the order of the game. */
static void check_order(const struct shown *shown, const struct sight *sight, const char *between)
{
    const struct ruleset *rules = rules_of(shown);
    const struct table *t = &sight->seen;
    int hand = rules->hand < 0 ? -1 : seat_zone(rules, sight->viewer, rules->hand);
    if (hand < 0 || !(zone_spec(rules, hand)->flags & ZONE_SLOTS))
        return;
    for (int slot = 1; slot <= TABLE_SLOTS; slot++) {
        const char *at = find_card(rules, t, hand, slot, between, shown->prose.text);
        if (!at && zone_find_slot(t, hand, slot) >= 0)
            trial_failed(shown->trial, shown->step, "no card of slot %d is in the hand %s", slot,
                         shown->prose.text);
        for (int other = 1; at && other < slot; other++) {
            const char *there = find_card(rules, t, hand, other, between, shown->prose.text);
            if (there && (there < at) != stands_before(rules, t, hand, other, slot))
                trial_failed(shown->trial, shown->step,
                             "the cards %c and %c are out of order in %s", move_label(rules, other),
                             move_label(rules, slot), shown->prose.text);
        }
    }
}

/* So do those that are buttons and pictures: equal ones together, first those of the hand. */
static void check_cards(const struct shown *shown, const struct sight *sight)
{
    const struct ruleset *rules = rules_of(shown);
    int hand = rules->hand < 0 ? -1 : seat_zone(rules, sight->viewer, rules->hand);
    TEXT_UNCLEARED struct view_cards cards;
    view_cards(shown->view, sight, &cards);
    if (hand < 0)
        return;
    bool is_sorted = zone_spec(rules, hand)->flags & ZONE_SORTED;
    for (int i = 0, count = 0; i < cards.count; i++) {
        const struct view_card *card = &cards.list[i];
        bool is_later = i == 0 || card->slot > card[-1].slot ||
                        ((is_sorted || card->slot == 0) && card->face > card[-1].face);
        count += card->count;
        if (!is_later && count <= zone_size(&sight->seen, hand))
            trial_failed(shown->trial, shown->step, "%s stands behind %s in the cards of the hand",
                         card->name, card[-1].name);
    }
}

static void read_hand(struct shown *shown, const struct sight *sight)
{
    const struct view *view = shown->view;
    struct moves legal;
    view->game->legal(view->rules, sight, sight->viewer, &legal);
    check_cards(shown, sight);
    view_hand(view, sight, &shown->prose);
    check_order(shown, sight, ", ");
    check_shown(shown, "the hand", false);
    view_offer(view, &legal, &shown->prose);
    check_shown(shown, "what is offered", true);
    if (view_hand_lines(view, sight, &legal, &shown->prose)) {
        check_order(shown, sight, "\n");
        check_shown(shown, "the hand card by card", true);
    }
}

static void read_news(struct shown *shown, const struct events *events, int viewer)
{
    static struct event heard[EVENTS_MAX];
    int count = 0;
    for (int i = 0; i < events->count; i++)
        count += event_sight(rules_of(shown), &events->list[i], viewer, &heard[count]);
    view_events(shown->view, heard, count, &shown->prose);
    check_shown(shown, "what happened", true); /* "the two colours" */
}

static void take_piece(void *arg, const char *glue, const struct prose *piece)
{
    struct shown *shown = arg;
    (void)glue;
    shown->prose = *piece;
    check_shown(shown, "the result", true);
}

/* All that a viewer is shown before a move, and of it; after the last one `events` is NULL. */
static void read_all(struct shown *shown, int viewer, const struct events *events)
{
    struct sight sight;
    struct score score;
    table_sight(rules_of(shown), &shown->trial->play->tables[shown->step], viewer, &sight);
    read_boards(shown, &sight);
    if (events)
        read_news(shown, events, viewer);
    if (events && viewer != SEAT_PUBLIC)
        read_hand(shown, &sight);
    if (!sight.seen.over)
        return;
    shown->view->game->score(rules_of(shown), &sight, &score);
    view_result_pieces(shown->view, &score, take_piece, shown);
}

/* What the public and one of the seats are shown at each move, another seat each time. */
static void what_is_shown_is_in_words(struct trial *trial)
{
    static const struct naming naming = {
        {"ann", "bob", "cid", "dan", "eve", "fay", "guy", "hal", "ida", "joe", "kim", "leo"}};
    static struct table table;
    static struct events events;
    const struct view view = {
        .game = trial->variant->game, .rules = &trial->variant->rules, .naming = &naming};
    struct shown shown = {.trial = trial, .view = &view};
    for (int step = 0; step <= trial->play->count; step++) {
        bool is_end = step == trial->play->count;
        int seats = trial->play->tables[step].seats;
        shown.step = step;
        table_copy(&table, &trial->play->tables[step]);
        trial_check(trial, step, is_end || playthrough_again(trial->play, step, &table, &events));
        read_all(&shown, SEAT_PUBLIC, is_end ? NULL : &events);
        read_all(&shown, (int)((trial->number + (unsigned)step) % (unsigned)seats),
                 is_end ? NULL : &events);
    }
}

const struct property word_properties[] = {
    {"what is shown is in words", what_is_shown_is_in_words, 16},
    {0},
};
