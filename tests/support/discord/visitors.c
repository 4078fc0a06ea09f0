/* See visitors.h. Everything is found out by asking again: what the table's message says, what
   the last direct message offers. */
#include "visitors.h"
#include "in_words.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "child.h"
#include "game.h"
#include "games.h"
#include "offers.h"
#include "pressing.h"
#include "standin_child.h"

enum { LOOK_MS = 10 };
_Static_assert((int)VISITORS_MOVE == (int)PRESSING_MOVE, "both hold a move");

static const char *const names[VISITORS] = {"ann", "bob"};
static const char offer_words[] = "You can play:";

unsigned visitors_roll(struct visitors *visitors, unsigned sides)
{
    return pressing_roll(&visitors->dice, sides);
}

void visitors_init(struct visitors *visitors, struct standin_child *discord, unsigned seed)
{
    *visitors = (struct visitors){.discord = discord, .dice = seed, .way = VISITORS_BOTH};
    standin_child_ask(discord, "guild Club");
    standin_child_ask(discord, "channel Club games");
    for (int i = 0; i < VISITORS; i++)
        snprintf(visitors->ids[i], sizeof visitors->ids[i], "%s",
                 standin_child_ask(discord, "user %s", names[i]));
    standin_child_ask(discord, "user eve");
}

/* ---- what is seen ---- */

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

/* Who is called in the table's message; -1: nobody. */
static int read_table(const struct visitors *visitors, bool *is_over)
{
    char called[48], named[32];
    json_t *table = json_loads(standin_child_ask(visitors->discord, "table games"), 0, NULL);
    const char *content = text_of(table, "content");
    int who = -1;
    for (int i = 0; i < VISITORS; i++) {
        snprintf(called, sizeof called, "<@%s>: ", visitors->ids[i]);
        snprintf(named, sizeof named, "**%s**: ", names[i]); /* what is shown again calls nobody */
        const char *call =
            strstr(content, called) ? strstr(content, called) : strstr(content, named);
        snprintf(called, sizeof called, "<@%s> to play", visitors->ids[i]);
        snprintf(named, sizeof named, "**%s** to play", names[i]);
        if (call || strstr(content, called) || strstr(content, named))
            who = i;
    }
    *is_over = strstr(content, in_words("<AGAIN_2>")) != NULL;
    json_decref(table);
    return who;
}

static int mover(const struct visitors *visitors, int count)
{
    return (visitors->first + count) % VISITORS;
}

static bool sees(const struct visitors *visitors, int count)
{
    bool is_over;
    int who = read_table(visitors, &is_over);
    return count == VISITORS_GAME ? is_over : !is_over && who == mover(visitors, count);
}

static bool may_come(const struct visitors *visitors, long end)
{
    return test_now() < end && !(visitors->is_gone && visitors->is_gone());
}

bool visitors_see(struct visitors *visitors, int count, int milliseconds)
{
    for (long end = test_now() + milliseconds; !sees(visitors, count); test_sleep(LOOK_MS))
        if (!may_come(visitors, end))
            return false;
    return true;
}

static void read_letter(const struct visitors *visitors, int who, char letter[VISITORS_LETTER])
{
    int length = snprintf(letter, VISITORS_LETTER, "%s",
                          standin_child_ask(visitors->discord, "letter %s", names[who]));
    check(length < VISITORS_LETTER);
}

/* A letter that stands whatever is legal: cards, or the moves of one that was opened. */
static bool has_cards(const char *letter)
{
    static const char mark[] = "\"custom_id\":\"";
    bool has = false;
    for (const char *at = letter; (at = strstr(at, mark)) && !has; at += strlen(mark))
        has = strchr("ckl", at[strlen(mark)]) != NULL;
    return has && !strstr(letter, offer_words);
}

/* A letter with moves that were not played yet, or whose cards can be pressed. Who typed last reads
   what can be typed, but for one whose press came again after a kill. A hand that reads as it did
   is not told again after a kill: who hears nothing new for long asks. */
static bool wait_for_offer(struct visitors *visitors, int who, bool in_words, int milliseconds)
{
    enum { DOUBT_MS = 5000 };
    long end = test_now() + milliseconds, doubts_at = test_now() + DOUBT_MS;
    for (;; test_sleep(LOOK_MS)) {
        read_letter(visitors, who, visitors->choosing);
        bool has_offer =
            strstr(visitors->choosing, offer_words) || (!in_words && has_cards(visitors->choosing));
        if (has_offer && strcmp(visitors->choosing, visitors->used[who]) != 0)
            return true;
        if (has_offer && test_now() >= doubts_at) {
            standin_child_ask(visitors->discord, "dm %s hand", names[who]);
            doubts_at += DOUBT_MS;
        }
        if (!may_come(visitors, end))
            return false;
    }
}

/* ---- moves, typed ---- */

/* "**d**" is a d. */
static void put_plain(const char *marked, char plain[VISITORS_LETTER])
{
    for (; *marked; marked++)
        if (*marked != '*' && *marked != '\\')
            *plain++ = *marked;
    *plain = '\0';
}

static void choose_typed(struct visitors *visitors, char move[VISITORS_MOVE])
{
    static struct offers offers;
    char plain[VISITORS_LETTER];
    json_t *letter = json_loads(visitors->choosing, 0, NULL);
    put_plain(strstr(text_of(letter, "content"), offer_words) + strlen(offer_words), plain);
    offers_read(game_find("heartcatchers"), plain, &offers);
    json_decref(letter);
    check(offers.count > 0);
    snprintf(move, VISITORS_MOVE, "%s",
             offers.moves[visitors_roll(visitors, (unsigned)offers.count)]);
}

static void type_move(struct visitors *visitors, int who)
{
    char *move = visitors->sent[visitors->sent_count];
    choose_typed(visitors, move);
    visitors->sent_count++;
    if (visitors_roll(visitors, 2))
        standin_child_ask(visitors->discord, "say %s games !%s", names[who], move);
    else
        standin_child_ask(visitors->discord, "dm %s %s", names[who], move);
}

/* ---- moves, pressed ---- */

static bool changes(struct visitors *visitors, int who, int milliseconds)
{
    char now[VISITORS_LETTER];
    for (long end = test_now() + milliseconds; may_come(visitors, end); test_sleep(LOOK_MS)) {
        read_letter(visitors, who, now);
        if (strcmp(now, visitors->choosing) != 0)
            return true;
    }
    return false;
}

static bool press(struct visitors *visitors, int who, int milliseconds);

/* A card is opened first, or a verb unfolded. */
static bool open_and_press(struct visitors *visitors, int who, const json_t *letter,
                           const json_t *opens, int milliseconds)
{
    enum { AGAIN_MS = 3000 }; /* nobody may have been there to hear it */
    bool is_answered = false;
    for (long end = test_now() + milliseconds; !is_answered && may_come(visitors, end);) {
        standin_child_ask(visitors->discord, "press %s %s %s", names[who], text_of(letter, "id"),
                          text_of(opens, "custom_id"));
        is_answered = changes(visitors, who, AGAIN_MS);
    }
    if (!is_answered)
        return false;
    read_letter(visitors, who, visitors->choosing);
    /* a newer letter may have come meanwhile, with another card to open */
    return wait_for_offer(visitors, who, false, milliseconds) && press(visitors, who, milliseconds);
}

static bool press(struct visitors *visitors, int who, int milliseconds)
{
    bool is_pressed = false;
    json_t *letter = json_loads(visitors->choosing, 0, NULL);
    const json_t *opens = pressing_pick(letter, "msbkl", &visitors->dice)
                              ? NULL
                              : pressing_pick(letter, "cv", &visitors->dice);
    if (opens) {
        is_pressed = open_and_press(visitors, who, letter, opens, milliseconds);
    } else if (pressing_move(visitors->discord, names[who], letter, &visitors->dice,
                             visitors->sent[visitors->sent_count])) {
        visitors->sent_count++;
        is_pressed = true;
    }
    json_decref(letter);
    return is_pressed;
}

/* ---- playing ---- */

static bool try_to_move(struct visitors *visitors, int who, int milliseconds)
{
    if (!wait_for_offer(visitors, who, false, milliseconds))
        return false;
    if (visitors->way == VISITORS_TYPE && has_cards(visitors->choosing)) {
        standin_child_ask(visitors->discord, "dm %s hand", names[who]);
        if (!wait_for_offer(visitors, who, true, milliseconds))
            return false;
    }
    bool presses = visitors->way == VISITORS_PRESS || has_cards(visitors->choosing) ||
                   (visitors->way == VISITORS_BOTH && visitors_roll(visitors, 2));
    if (presses)
        return press(visitors, who, milliseconds);
    type_move(visitors, who);
    return true;
}

/* A press that comes again after a kill may change the letter in the moment of another press. */
bool visitors_send_move(struct visitors *visitors, int milliseconds)
{
    long end = test_now() + milliseconds;
    bool is_sent = false;
    check(visitors->sent_count == visitors->answered && visitors->sent_count < VISITORS_GAME);
    do
        is_sent = try_to_move(visitors, mover(visitors, visitors->sent_count), milliseconds);
    while (!is_sent && may_come(visitors, end));
    return is_sent;
}

void visitors_settle(struct visitors *visitors, int count)
{
    if (count > visitors->answered) {
        int who = mover(visitors, count - 1);
        snprintf(visitors->used[who], VISITORS_LETTER, "%s", visitors->choosing);
    }
    visitors->sent_count = visitors->answered = count;
}

/* The mover's own panel may tell of it before the table does: then it is answered already. */
static bool hear_answer(struct visitors *visitors, int milliseconds)
{
    int who = mover(visitors, visitors->sent_count - 1);
    char now[VISITORS_LETTER];
    for (long end = test_now() + milliseconds; may_come(visitors, end); test_sleep(LOOK_MS)) {
        read_letter(visitors, who, now);
        if (strcmp(now, visitors->choosing) != 0 && strstr(now, in_words("<HAND_2>")))
            visitors_settle(visitors, visitors->sent_count);
        if (!sees(visitors, visitors->sent_count))
            continue;
        visitors_settle(visitors, visitors->sent_count);
        return true;
    }
    return false;
}

bool visitors_go_on(struct visitors *visitors, int most, int milliseconds)
{
    for (int moves = 0; moves < most && visitors->answered < VISITORS_GAME; moves++)
        if (!visitors_send_move(visitors, milliseconds) || !hear_answer(visitors, milliseconds))
            return false;
    return true;
}

bool visitors_sit_down(struct visitors *visitors, int milliseconds)
{
    bool is_over;
    int who = -1;
    visitors->sent_count = visitors->answered = 0;
    standin_child_ask(visitors->discord, "say ann games !play heartcatchers");
    standin_child_ask(visitors->discord, "say bob games !join");
    for (long end = test_now() + milliseconds; who < 0 && may_come(visitors, end);
         test_sleep(LOOK_MS))
        who = read_table(visitors, &is_over);
    visitors->first = who;
    return who >= 0;
}
