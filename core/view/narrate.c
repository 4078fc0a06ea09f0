/* Tells what happened: the game's sentences, filled from the events of one viewer. The events
   went through event_sight(), which decides who sees a card. */
#include "view.h"

#include <ctype.h>
#include <string.h>

#include "event.h"
#include "game.h"
#include "speak.h"
#include "text.h"

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
    bool is_brief;             /* cards are named by their codes */
};

/* How cards are named. */
enum wording { IN_FULL, BY_NAME, BY_CODE };

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
static enum string one_of(const char *noun)
{
    bool sounds_like_you = text_is_prefix("uni", noun);
    return strchr("aeiou", tolower((unsigned char)noun[0])) && !sounds_like_you ? STRING_CARD_AN
                                                                                : STRING_CARD_A;
}

/* "a red heart (R)", "red heart (R) x2", "a card", "2 cards" */
static void put_group(const struct view *view, const struct card_group *group, enum wording wording,
                      struct prose *out)
{
    if (face_is_back(group->face)) {
        const char *back = view->rules->backs[face_back_class(group->face)];
        view_string(out, group->count == 1 ? one_of(back) : STRING_CARDS_HIDDEN, "card", back, "n",
                    text_number(group->count), (char *)0);
        return;
    }
    const char *name = view->rules->faces[group->face].name;
    bool has_code = wording == IN_FULL && !view->is_aloud;
    int tied = prose_begin(out, PROSE_TIED);
    if (group->count == 1)
        view_string(out, one_of(name), "card", name, (char *)0);
    else
        prose_put(out, name);
    prose_put(out, has_code ? " (" : "");
    prose_end(out, tied);
    if (has_code) {
        put_chip(view, group->face, out);
        prose_put(out, ")");
    }
    put_times(view, group->count, out);
}

static void put_cards(const struct sentence *sentence, enum wording wording, struct prose *out)
{
    struct card_groups groups;
    int most = 0;
    gather(sentence, &groups);
    for (int i = 0; i < groups.count; i++)
        most = groups.list[i].count > most ? groups.list[i].count : most;
    if (groups.count == 0)
        view_string(out, STRING_CARDS_NONE, (char *)0);
    for (int i = 0; i < groups.count; i++) {
        const struct card_group *group = &groups.list[i];
        bool is_chip = wording == BY_CODE && !face_is_back(group->face);
        prose_put(out, is_chip ? (i ? " " : "") : between(i, groups.count));
        if (!is_chip)
            put_group(sentence->view, group, wording, out);
        else if (most == 1)
            put_chip(sentence->view, group->face, out);
        else
            put_chips(sentence->view, group->face, group->count, out);
    }
}

/* "ann's "; nothing if it is the own one. */
static void put_owner(const struct sentence *sentence, int seat, struct prose *out)
{
    char name[SEATS_BYTES];
    name_seats(sentence->view, 1u << seat, name);
    if (seat != sentence->said->seat)
        view_string(out, STRING_OWNED_BY, "who", name, (char *)0);
}

static bool put_key(const struct source *source, const char *key, struct prose *out)
{
    const struct sentence *sentence = (const struct sentence *)source;
    if (strcmp(key, "who") == 0)
        put_seat(sentence->view, sentence->said->seat, PROSE_NAME, out);
    else if (strcmp(key, "cards") == 0)
        put_cards(sentence, sentence->is_brief ? BY_CODE : IN_FULL, out);
    else if (strcmp(key, "names") == 0)
        put_cards(sentence, BY_NAME, out);
    else if (strcmp(key, "codes") == 0)
        put_cards(sentence, BY_CODE, out);
    else if (strcmp(key, "0:owner") == 0)
        put_owner(sentence, sentence->said->args[0], out);
    else
        return put_arg(sentence->view, sentence->said->args, EVENT_ARGS, key, out);
    return true;
}

static bool number_of(const struct source *source, const char *key, int *value)
{
    return arg_number(((const struct sentence *)source)->said->args, EVENT_ARGS, key, value);
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
    expand(brief, &sentence.source, out);
    return true;
}

void view_events(const struct view *view, const struct event *events, int count, struct prose *out)
{
    bool first = true;
    for (const struct event *event = events; event < events + count; event++) {
        if (event->kind != EVENT_SAID)
            continue;
        struct sentence sentence = sentence_of(view, events, event);
        if (!first)
            prose_put(out, " ");
        first = false;
        expand(view->game->sentences[event->say], &sentence.source, out);
    }
}
