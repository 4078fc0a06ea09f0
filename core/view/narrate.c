/* Tells what happened: the game's sentences, filled from the events of one viewer, and the result
   of a game. The events went through event_sight(), which decides who sees a card. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "event.h"
#include "game.h"
#include "speak.h"
#include "strings/shared.def"
#include "strings/view.def"
#include "text.h"
#include "view.h"

enum { CARD_GROUPS = 64 };

/* A group of equal cards in a sentence, said together. */
struct card_group {
    int face, count;
};

struct card_groups {
    int count;
    struct card_group list[CARD_GROUPS];
};

struct sentence {
    struct source source;
    const struct view *view;
    const struct event *said;
    const struct event *moved; /* the events before `said` that the sentence is about */
    bool is_brief;             /* cards are named without articles */
};

static void add_cards(struct card_groups *groups, int face, int count)
{
    int i = 0;
    while (i < groups->count && groups->list[i].face != face)
        i++;
    /* more kinds of cards than a sentence can name: the last groups are told together */
    if (i == CARD_GROUPS) {
        groups->list[--i].face = FACE_BACK(0);
    } else if (i == groups->count) {
        groups->list[groups->count++] = (struct card_group){.face = face};
    }
    groups->list[i].count += count;
}

static void gather(const struct sentence *sentence, struct card_groups *groups)
{
    groups->count = 0;
    for (const struct event *event = sentence->moved; event < sentence->said; event++) {
        if (event->kind == EVENT_MOVED)
            add_cards(groups, event->face, 1);
        else if (event->kind == EVENT_MOVED_ALL && event->count > 0)
            add_cards(groups, FACE_BACK(0), event->count);
    }
}

/* "a" or "an" by the sound: an orange card, a Unicorn. */
static int one_of(const char *noun)
{
    bool sounds_like_you = text_is_prefix("uni", noun);
    return strchr("aeiou", tolower((unsigned char)noun[0])) && !sounds_like_you ? STRING_CARD_AN
                                                                                : STRING_CARD_A;
}

/* In other languages a name has its articles and its words for several among its forms. The
   template may ask for a case: out->form. */
static void put_group_translated(const struct view *view, const struct card_group *group,
                                 bool has_article, struct prose *out)
{
    const char *asked = out->form ? out->form : "";
    bool is_few = language_plural(out->language, group->count, 3) == 1;
    char form[EXPAND_KEY];
    snprintf(form, sizeof form, "%s%s%s",
             group->count > 1 ? (is_few ? "few" : "many") : (has_article ? "a" : ""),
             *asked && (group->count > 1 || has_article) ? "-" : "", asked);
    speak_count(group->count, out);
    out->form = form;
    speak_name(view, group->face, group->count > 1 ? SPEAK_MANY : SPEAK_FULL, out);
    out->form = *asked ? asked : NULL;
}

/* "a red heart", "2 red heart", "a card", "2 cards"; without an article "red heart" */
static void put_group(const struct view *view, const struct card_group *group, bool has_article,
                      struct prose *out)
{
    bool is_back = face_is_back(group->face);
    const char *name = is_back ? view->rules->backs[face_back_class(group->face)]
                               : view->rules->faces[group->face].name;
    if (is_back && group->count > 1)
        view_string(out, STRING_CARDS_HIDDEN, "card", name, "n", text_number(group->count),
                    (char *)0);
    else if (group->count == 1 && (has_article || is_back))
        view_string(out, one_of(name), (char *)0);
    else
        speak_count(group->count, out);
    if (!is_back || group->count == 1)
        speak_name(view, group->face, group->count > 1 ? SPEAK_MANY : SPEAK_FULL, out);
}

static void put_cards(const struct sentence *sentence, bool has_article, struct prose *out)
{
    struct card_groups groups;
    gather(sentence, &groups);
    if (groups.count == 0)
        view_string(out, STRING_CARDS_NONE, (char *)0);
    for (int i = 0; i < groups.count; i++) {
        prose_put(out, has_article ? speak_between(i, groups.count)
                       : i         ? speak_string(STRING_LIST_MORE)
                                   : "");
        if (out->language == LANGUAGE_EN)
            put_group(sentence->view, &groups.list[i], has_article, out);
        else
            put_group_translated(sentence->view, &groups.list[i], has_article, out);
    }
}

/* "ann's "; nothing if it is the own one. */
static void put_owner(const struct sentence *sentence, int seat, struct prose *out)
{
    char name[SEATS_BYTES];
    speak_name_seats(sentence->view, 1u << seat, name);
    if (seat != sentence->said->seat)
        view_string(out, STRING_OWNED_BY, "who", name, (char *)0);
}

static bool put_key(const struct source *source, const char *key, struct prose *out)
{
    const struct sentence *sentence = (const struct sentence *)source;
    if (strcmp(key, "who") == 0)
        speak_seat(sentence->view, sentence->said->seat, PROSE_NAME, out);
    else if (strcmp(key, "cards") == 0)
        put_cards(sentence, !sentence->is_brief, out);
    else if (strcmp(key, "0:owner") == 0)
        put_owner(sentence, sentence->said->args[0], out);
    else
        return speak_arg(sentence->view, sentence->said->args, EVENT_ARGS, key, out);
    return true;
}

static bool number_of(const struct source *source, const char *key, int *value)
{
    return speak_arg_number(((const struct sentence *)source)->said->args, EVENT_ARGS, key, value);
}

/* What `event` says. */
static struct sentence sentence_of(const struct view *view, const struct event *events,
                                   const struct event *event)
{
    int spoken_of = event->count < event - events ? event->count : (int)(event - events);
    return (struct sentence){{put_key, number_of}, view, event, event - spoken_of, false};
}

bool view_brief(const struct view *view, const struct event *events, int count, int seat,
                struct prose *out)
{
    const struct event *said = count > 0 ? &events[count - 1] : NULL;
    const char *brief = said && said->kind == EVENT_SAID && said->seat == seat && view->game->briefs
                            ? view->game->briefs[said->say]
                            : NULL;
    if (!brief)
        return false;
    struct sentence sentence = sentence_of(view, events, said);
    sentence.is_brief = true;
    speak_expand(brief, &sentence.source, out);
    return true;
}

void view_events(const struct view *view, const struct event *events, int count, struct prose *out)
{
    bool first = true;
    for (const struct event *event = events; event < events + count; event++) {
        if (event->kind < EVENT_SAID)
            continue;
        struct sentence sentence = sentence_of(view, events, event);
        if (!first)
            prose_put(out, " ");
        first = false;
        int voice = event->kind == EVENT_MOMENT ? prose_begin(out, PROSE_VOICE) : -1;
        speak_expand(event->kind == EVENT_MOMENT ? view->game->moments[event->say].words
                                                 : view->game->sentences[event->say],
                     &sentence.source, out);
        prose_end(out, voice);
    }
}

/* ---- the result, line by line as the rulebook scores, and the standing of a match ---- */

struct label {
    struct source source;
    const struct view *view;
    const struct score_line *line;
};

static bool put_score_key(const struct source *source, const char *key, struct prose *out)
{
    const struct label *label = (const struct label *)source;
    return speak_arg(label->view, label->line->args, SCORE_ARGS, key, out);
}

static bool score_number(const struct source *source, const char *key, int *value)
{
    return speak_arg_number(((const struct label *)source)->line->args, SCORE_ARGS, key, value);
}

/* How many lines are like this one; 0 behind the first of them. */
static int count_alike(const struct score *score, int index)
{
    const struct score_line *line = &score->lines[index];
    int count = 0;
    for (int i = 0; i < score->count; i++) {
        const struct score_line *other = &score->lines[i];
        bool is_alike = other->seat == line->seat && other->label == line->label &&
                        other->points == line->points &&
                        memcmp(other->args, line->args, sizeof line->args) == 0;
        if (is_alike && i < index)
            return 0;
        count += is_alike;
    }
    return count;
}

/* "1 Heartbreaker under it -3", "rainbow of 3, 6 times +18" */
static void put_line(const struct view *view, const struct score_line *line, int times,
                     struct prose *out)
{
    struct label label = {{put_score_key, score_number}, view, line};
    int points = times * line->points;
    speak_expand(line->label, &label.source, out);
    if (times > 1)
        view_string(out, STRING_SCORE_TIMES, "n", text_number(times), (char *)0);
    if (!line->is_note)
        prose_putf(out, points == 0 ? " %d" : " %+d", points);
}

/* All seats that are named, scored or won, in the order of points. */
static int order_seats(const struct view *view, const struct score *score, int order[TABLE_SEATS])
{
    unsigned playing = score->winners;
    int count = 0;
    for (int i = 0; i < score->count; i++)
        playing |= 1u << score->lines[i].seat;
    for (int seat = 0; seat < TABLE_SEATS; seat++) {
        if (!(playing >> seat & 1) && !(view->naming && view->naming->names[seat]))
            continue;
        int at = count++;
        for (; at > 0 && score->total[order[at - 1]] < score->total[seat]; at--)
            order[at] = order[at - 1];
        order[at] = seat;
    }
    return count;
}

static void put_head(const struct view *view, const struct score *score, int seat,
                     struct prose *out)
{
    speak_seat(view, seat, PROSE_NAME, out);
    prose_put(out, " ");
    prose_styled(out, PROSE_STRONG, COLOUR_NONE, text_number(score->total[seat]));
}

static void put_seat_line(const struct view *view, const struct score *score, int seat,
                          struct prose *out)
{
    const char *before = ": ";
    put_head(view, score, seat, out);
    for (int i = 0; i < score->count; i++) {
        int times = score->lines[i].seat == seat ? count_alike(score, i) : 0;
        if (times == 0)
            continue;
        prose_put(out, before);
        put_line(view, &score->lines[i], times, out);
        before = ", ";
    }
}

/* "eight"; in other languages, and of more than twelve, the number. Valid to the end of the
   enclosing block of `bytes`. */
static const char *in_words(int count, enum language language, char bytes[24])
{
    static const char *const words[] = {"",      "one",   "two",  "three", "four",   "five",  "six",
                                        "seven", "eight", "nine", "ten",   "eleven", "twelve"};
    bool is_word = language == LANGUAGE_EN && count < (int)(sizeof words / sizeof *words);
    return is_word ? words[count] : text_put_number(bytes, count);
}

/* "bob wins Coloretto with 44, eight ahead of ann." */
static void put_winners(const struct view *view, const struct score *score, const int *order,
                        int count, struct prose *out)
{
    char who[SEATS_BYTES], by[SEATS_BYTES];
    unsigned won = score->winners, next = 0;
    int winner = won ? __builtin_ctz(won) : 0, points = score->total[winner], second = points;
    for (int i = count - 1; i >= 0; i--)
        if (!(won >> order[i] & 1)) {
            next = (score->total[order[i]] == second ? next : 0) | 1u << order[i];
            second = score->total[order[i]];
        }
    int ahead = points > second ? points - second : 0;
    bool has_points = points || second;
    bool is_shared = won & (won - 1) && !(view->game->partners &&
                                          view->game->partners(view->rules, count, winner) == won);
    int id = !won          ? STRING_WON_NOBODY
             : is_shared   ? (has_points ? STRING_WON_SHARED : STRING_WON_SHARED_PLAIN)
             : !has_points ? STRING_WON_PLAIN
             : count == 1  ? STRING_WON_ALONE
             : ahead > 0   ? STRING_WON
                           : STRING_WON_WITH;
    speak_name_seats(view, won, who);
    speak_name_seats(view, next, by);
    view_string(out, id, "who", who, "game", view->game->name, "n", text_number(points), "ahead",
                in_words(ahead, out->language, (char[24]){0}), "by", by, (char *)0);
    if (score->reason) {
        prose_put(out, " ");
        prose_put(out, score->reason);
    }
}

/* For a seat with more lines than one prose holds: the head, then each line. */
static void give_seat_lines(const struct view *view, const struct score *score, int seat,
                            const char *glue, view_piece *each, void *arg)
{
    const char *before = ": ";
    struct prose piece;
    prose_open(&piece, view->language);
    put_head(view, score, seat, &piece);
    each(arg, glue, &piece);
    for (int i = 0; i < score->count; i++) {
        int times = score->lines[i].seat == seat ? count_alike(score, i) : 0;
        if (times == 0)
            continue;
        prose_open(&piece, view->language);
        put_line(view, &score->lines[i], times, &piece);
        each(arg, before, &piece);
        before = ", ";
    }
}

void view_result_pieces(const struct view *view, const struct score *score, view_piece *each,
                        void *arg)
{
    int order[TABLE_SEATS], count = order_seats(view, score, order);
    struct prose piece;
    prose_open(&piece, view->language);
    put_winners(view, score, order, count, &piece);
    each(arg, "", &piece);
    for (int i = 0; i < count; i++) {
        prose_open(&piece, view->language);
        put_seat_line(view, score, order[i], &piece);
        if (piece.cut)
            give_seat_lines(view, score, order[i], "\n", each, arg);
        else
            each(arg, "\n", &piece);
    }
}

void view_standing(const struct view *view, const int *values, int seats, struct prose *out)
{
    for (int seat = 0; seat < seats; seat++) {
        prose_put(out, seat ? ", " : "");
        speak_seat(view, seat, PROSE_NAME, out);
        prose_putf(out, " %d", values[seat]);
    }
}
