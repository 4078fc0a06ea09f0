/* See guests.h. Everything is found out by asking again: what the table's message says, what the last direct message offers. */
#include "guests.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "child.h"
#include "game.h"
#include "offers.h"
#include "standin_child.h"

enum { LOOK_MS = 10, FOUND = 64 };

static const char *const names[GUESTS] = {"ann", "bob"};
static const char offer_words[] = "You can play: ";

unsigned guests_roll(struct guests *guests, unsigned sides)
{
    guests->dice = guests->dice * 1103515245u + 12345u;
    return (guests->dice >> 16) % sides;
}

void guests_init(struct guests *guests, struct standin_child *discord, unsigned seed)
{
    *guests = (struct guests){.discord = discord, .dice = seed, .way = GUESTS_BOTH};
    standin_child_ask(discord, "guild Club");
    standin_child_ask(discord, "channel Club games");
    for (int i = 0; i < GUESTS; i++)
        snprintf(guests->ids[i], sizeof guests->ids[i], "%s", standin_child_ask(discord, "user %s", names[i]));
    standin_child_ask(discord, "user eve");
}

/* ---- what is seen ---- */

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

/* Who is called in the table's message; -1: nobody. */
static int read_table(const struct guests *guests, bool *is_over)
{
    char called[48], named[32];
    json_t *table = json_loads(standin_child_ask(guests->discord, "table games"), 0, NULL);
    const char *content = text_of(table, "content");
    int who = -1;
    for (int i = 0; i < GUESTS; i++) {
        snprintf(called, sizeof called, "<@%s>: ", guests->ids[i]);
        snprintf(named, sizeof named, "**%s**: ", names[i]); /* what is shown again calls nobody */
        if (strstr(content, called) || strstr(content, named))
            who = i;
    }
    *is_over = strstr(content, "is over:") != NULL;
    json_decref(table);
    return who;
}

static int mover(const struct guests *guests, int count)
{
    return (guests->first + count) % GUESTS;
}

static bool sees(const struct guests *guests, int count)
{
    bool is_over;
    int who = read_table(guests, &is_over);
    return count == GUESTS_GAME ? is_over : !is_over && who == mover(guests, count);
}

static bool may_come(const struct guests *guests, long end)
{
    return test_now() < end && !(guests->is_gone && guests->is_gone());
}

bool guests_see(struct guests *guests, int count, int milliseconds)
{
    for (long end = test_now() + milliseconds; !sees(guests, count); test_sleep(LOOK_MS))
        if (!may_come(guests, end))
            return false;
    return true;
}

static void read_letter(const struct guests *guests, int who, char letter[GUESTS_LETTER])
{
    int length = snprintf(letter, GUESTS_LETTER, "%s", standin_child_ask(guests->discord, "letter %s", names[who]));
    check(length < GUESTS_LETTER);
}

/* A letter with moves that were not played yet. */
static bool wait_for_offer(struct guests *guests, int who, int milliseconds)
{
    long end = test_now() + milliseconds;
    for (;; test_sleep(LOOK_MS)) {
        read_letter(guests, who, guests->choosing);
        if (strstr(guests->choosing, offer_words) && strcmp(guests->choosing, guests->used[who]) != 0)
            return true;
        if (!may_come(guests, end))
            return false;
    }
}

/* ---- moves, typed ---- */

/* "**d**" is a d. */
static void put_plain(const char *marked, char plain[GUESTS_LETTER])
{
    for (; *marked; marked++)
        if (*marked != '*' && *marked != '\\')
            *plain++ = *marked;
    *plain = '\0';
}

static void choose_typed(struct guests *guests, char move[GUESTS_MOVE])
{
    static struct offers offers;
    char plain[GUESTS_LETTER];
    json_t *letter = json_loads(guests->choosing, 0, NULL);
    put_plain(strstr(text_of(letter, "content"), offer_words) + strlen(offer_words), plain);
    offers_read(game_find("heartcatchers"), plain, &offers);
    json_decref(letter);
    check(offers.count > 0);
    snprintf(move, GUESTS_MOVE, "%s", offers.moves[guests_roll(guests, (unsigned)offers.count)]);
}

static void type_move(struct guests *guests, int who)
{
    char *move = guests->sent[guests->sent_count];
    choose_typed(guests, move);
    guests->sent_count++;
    if (guests_roll(guests, 2))
        standin_child_ask(guests->discord, "say %s games !%s", names[who], move);
    else
        standin_child_ask(guests->discord, "dm %s %s", names[who], move);
}

/* ---- moves, pressed ---- */

/* Any component of a letter whose id begins with one of these letters; NULL: there is none. */
static const json_t *pick(struct guests *guests, const json_t *letter, const char *kinds)
{
    const json_t *found[FOUND], *rows = json_object_get(letter, "components");
    unsigned count = 0;
    for (size_t r = 0; r < json_array_size(rows); r++) {
        const json_t *row = json_object_get(json_array_get(rows, r), "components");
        for (size_t c = 0; c < json_array_size(row) && count < FOUND; c++) {
            const char *id = text_of(json_array_get(row, c), "custom_id");
            if (*id && strchr(kinds, *id))
                found[count++] = json_array_get(row, c);
        }
    }
    return count ? found[guests_roll(guests, count)] : NULL;
}

/* "m12.0.34:hide d them1" is a move; a menu's options are. */
static void press_move(struct guests *guests, int who, const json_t *letter, const json_t *component)
{
    char *move = guests->sent[guests->sent_count++];
    const char *id = text_of(component, "custom_id"), *message = text_of(letter, "id");
    const json_t *options = json_object_get(component, "options");
    if (!options) {
        snprintf(move, GUESTS_MOVE, "%s", strchr(id, ':') + 1);
        standin_child_ask(guests->discord, "press %s %s %s", names[who], message, id);
        return;
    }
    const json_t *option = json_array_get(options, guests_roll(guests, (unsigned)json_array_size(options)));
    snprintf(move, GUESTS_MOVE, "%s", text_of(option, "value"));
    standin_child_ask(guests->discord, "select %s %s %s %s", names[who], message, id, move);
}

static bool changes(struct guests *guests, int who, int milliseconds)
{
    char now[GUESTS_LETTER];
    for (long end = test_now() + milliseconds; may_come(guests, end); test_sleep(LOOK_MS)) {
        read_letter(guests, who, now);
        if (strcmp(now, guests->choosing) != 0)
            return true;
    }
    return false;
}

/* A verb is unfolded first, if moves are folded. */
static bool press(struct guests *guests, int who, int milliseconds)
{
    bool is_pressed = false;
    json_t *letter = json_loads(guests->choosing, 0, NULL);
    const json_t *move = pick(guests, letter, "ms"), *verb = move ? NULL : pick(guests, letter, "v");
    if (move) {
        press_move(guests, who, letter, move);
        is_pressed = true;
    } else if (verb) {
        standin_child_ask(guests->discord, "press %s %s %s", names[who], text_of(letter, "id"),
                          text_of(verb, "custom_id"));
        is_pressed = changes(guests, who, milliseconds) && wait_for_offer(guests, who, milliseconds) &&
                     press(guests, who, milliseconds);
    }
    json_decref(letter);
    return is_pressed;
}

/* ---- playing ---- */

bool guests_send_move(struct guests *guests, int milliseconds)
{
    int who = mover(guests, guests->sent_count);
    bool presses = guests->way == GUESTS_PRESS || (guests->way == GUESTS_BOTH && guests_roll(guests, 2));
    check(guests->sent_count == guests->answered && guests->sent_count < GUESTS_GAME);
    if (!wait_for_offer(guests, who, milliseconds))
        return false;
    if (presses)
        return press(guests, who, milliseconds);
    type_move(guests, who);
    return true;
}

void guests_settle(struct guests *guests, int count)
{
    if (count > guests->answered) {
        int who = mover(guests, count - 1);
        snprintf(guests->used[who], GUESTS_LETTER, "%s", guests->choosing);
    }
    guests->sent_count = guests->answered = count;
}

/* The mover's own panel may tell of it before the table does: then it is answered already. */
static bool hear_answer(struct guests *guests, int milliseconds)
{
    int who = mover(guests, guests->sent_count - 1);
    char now[GUESTS_LETTER];
    for (long end = test_now() + milliseconds; may_come(guests, end); test_sleep(LOOK_MS)) {
        read_letter(guests, who, now);
        if (strcmp(now, guests->choosing) != 0 && strstr(now, "your hand:"))
            guests_settle(guests, guests->sent_count);
        if (!sees(guests, guests->sent_count))
            continue;
        guests_settle(guests, guests->sent_count);
        return true;
    }
    return false;
}

bool guests_go_on(struct guests *guests, int most, int milliseconds)
{
    for (int moves = 0; moves < most && guests->answered < GUESTS_GAME; moves++)
        if (!guests_send_move(guests, milliseconds) || !hear_answer(guests, milliseconds))
            return false;
    return true;
}

bool guests_sit_down(struct guests *guests, int milliseconds)
{
    bool is_over;
    int who = -1;
    guests->sent_count = guests->answered = 0;
    standin_child_ask(guests->discord, "say ann games !play heartcatchers");
    standin_child_ask(guests->discord, "say bob games !join");
    for (long end = test_now() + milliseconds; who < 0 && may_come(guests, end); test_sleep(LOOK_MS))
        who = read_table(guests, &is_over);
    guests->first = who;
    return who >= 0;
}
