/* Reads what everybody is told, chooses moves from the offers, waits for answers. All people read the same posts before the
   next move is made: what a post says in private was sent before it. */
#include "players.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games.h"
#include "check.h"
#include "child.h"
#include "game.h"
#include "irc_person.h"

/* FULL: a line of so many bytes, colours and all, can go on in the next one: it was cut where the next word did not fit. */
enum { FLOOD_MS = 10500, HANDS_MS = 5000, LINE = 1024, FULL = 400 };

static const char offer_words[] = "You can play: ", nothing_words[] = "have nothing to play";

void players_init(struct players *players, const char *bot, const char *channel, struct irc_person *const *people,
                  const char *const *nicks, int count, unsigned seed)
{
    check(count <= PLAYERS_SEATS);
    *players = (struct players){.bot = bot, .channel = channel, .count = count, .dice = seed};
    for (int i = 0; i < count; i++) {
        players->players[i].person = people[i];
        snprintf(players->players[i].nick, sizeof players->players[i].nick, "%s", nicks[i]);
    }
}

static int roll(struct players *players, int sides)
{
    players->dice = players->dice * 1103515245u + 12345u;
    return (int)((players->dice >> 16) % (unsigned)sides);
}

void players_print(const struct players *players)
{
    for (int i = 0; i < players->count; i++)
        fprintf(stderr, "---- %s ----\n%s\n", players->players[i].nick,
                irc_person_transcript(players->players[i].person));
}

int players_turn(const struct players *players)
{
    for (int i = 0; i < players->count; i++)
        if (players->players[i].offer[0])
            return i;
    return -1;
}

/* ---- what is read ---- */

/* The seat word that was told last. */
static void read_word(struct player *player, const char *text)
{
    static const char *const before[] = {"eat word is ", "eat word: "};
    const char *last = NULL;
    for (size_t i = 0; i < sizeof before / sizeof *before; i++)
        for (const char *at = text; (at = strstr(at, before[i])); last = at > last ? at : last)
            at += strlen(before[i]);
    if (last)
        snprintf(player->word, sizeof player->word, "%.*s", (int)strspn(last, "abcdefghijklmnopqrstuvwxyz0123456789-"),
                 last);
}

static void read_offer(struct player *player, const char *text)
{
    const char *at = strstr(text, offer_words);
    size_t length = at ? 0 : strlen(player->offer);
    if (at)
        player->is_offer_open = true;
    else if (strstr(text, "your hand:"))
        player->is_offer_open = false;
    if (player->is_offer_open)
        snprintf(player->offer + length, sizeof player->offer - length, "%s%s", length ? " " : "",
                 at ? at + strlen(offer_words) : text);
    player->is_offer_cut = player->is_offer_open && strlen(irc_person_line(player->person)) >= FULL;
    char *end = strstr(player->offer, "eat word");
    if (end) { /* "... seat word: x", behind an offer or as a message of its own */
        *end = '\0';
        *(strrchr(player->offer, ' ') ? strrchr(player->offer, ' ') : player->offer) = '\0';
        player->is_offer_open = false;
    }
}

/* What answers "moves", and only that: what can be played comes by itself together with the hand. Where the bot may not say
   much such an answer can come when the move is long made. */
static bool is_answer(const struct player *player, const char *text)
{
    const char *offer = strstr(text, offer_words), *hand = strstr(text, "your hand:");
    return player->owed > 0 && (strstr(text, nothing_words) || (offer && !(hand && hand < offer)));
}

static void read_private(struct players *players, struct player *player, const char *text)
{
    static const char *const refusals[] = {"is not possible",        "I don't understand", "I can't make a move of",
                                           "can mean several moves", "It isn't your turn", "too much for me"};
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++)
        if (strstr(text, refusals[i])) {
            snprintf(players->refusal, sizeof players->refusal, "%s: %s", player->nick, text);
            return;
        }
    read_word(player, text);
    player->has_hand |= strstr(text, "your hand:") != NULL;
    if (is_answer(player, text)) { /* too late */
        player->owed--;
        player->is_offer_open = false;
        return;
    }
    read_offer(player, text);
}

/* The nicks at the beginning of a line, with commas and "and" between them: "ann, bob and cid: !lay". */
static unsigned read_called(const struct players *players, const char *text)
{
    const char *end = strstr(text, ": !");
    unsigned called = 0;
    for (const char *at = text; end && at < end; at += strcspn(at, " :"), at += *at == ' ') {
        size_t length = strcspn(at, " ,:");
        bool is_known = length == 3 && strncmp(at, "and", 3) == 0;
        for (int i = 0; i < players->count; i++)
            if (strlen(players->players[i].nick) == length && strncmp(players->players[i].nick, at, length) == 0) {
                called |= 1u << i;
                is_known = true;
            }
        if (!is_known)
            return 0;
    }
    return called;
}

/* Whether a line of the channel says what happened in the end: whom the table waits for, or that it is over. `who` made
   the latest move. */
static bool read_post(struct players *players, int who, const char *text)
{
    unsigned called = read_called(players, text);
    bool is_over = strstr(text, "is over:") != NULL;
    if (strstr(text, "Anybody can play: !"))
        called = (1u << players->count) - 1;
    if (strstr(text, "Next: !"))
        called = 1u << who;
    if (!called && !is_over)
        return false;
    players->called = called;
    players->is_over = is_over;
    snprintf(players->post, sizeof players->post, "%s", text);
    return true;
}

/* One message of the bot's, read by one of them; false if none comes in time. *text is NULL if it was private. */
static bool hear(struct players *players, int who, const char **text, int milliseconds)
{
    struct player *player = &players->players[who];
    const char *raw;
    bool is_private;
    *text = irc_person_next(player->person, players->bot, &is_private, &raw, milliseconds);
    if (!*text)
        return false;
    if (!is_private) {
        player->is_offer_open &= player->is_offer_cut;
        return true;
    }
    read_private(players, player, *text);
    *text = NULL;
    return true;
}

/* Reads on until the channel is told whom the table waits for; false if that does not come, or a refusal comes instead. */
static bool hear_post(struct players *players, int who, int milliseconds)
{
    const char *text;
    long end = test_now() + milliseconds;
    while (!players->refusal[0] && hear(players, who, &text, (int)(end - test_now())))
        if (text && read_post(players, who, text))
            return true;
    return false;
}

/* Everybody else reads on up to the same post. */
static bool catch_up(struct players *players, int who, int milliseconds)
{
    for (int i = 0; i < players->count; i++) {
        const char *text = NULL;
        while (i != who && (!text || strcmp(text, players->post) != 0))
            if (!hear(players, i, &text, milliseconds))
                return false;
    }
    return true;
}

/* ---- what is said ---- */

/* In the channel or in private. */
static void say(struct players *players, int who, bool in_public, const char *text)
{
    char line[LINE + 1];
    snprintf(line, sizeof line, "!%s", text);
    if (in_public)
        irc_person_say(players->players[who].person, players->channel, line);
    else
        irc_person_whisper(players->players[who].person, players->bot, text);
}

/* What is no move can be too much. */
static void ask(struct players *players, int who, bool in_public, const char *text)
{
    struct player *player = &players->players[who];
    long *oldest = &player->asked[player->questions++ % PLAYERS_QUESTIONS];
    long wait = player->questions > PLAYERS_QUESTIONS ? *oldest + FLOOD_MS - test_now() : 0;
    if (wait > 0)
        test_sleep((int)wait);
    *oldest = test_now();
    say(players, who, in_public, text);
}

/* Asks one of them what can be played; false if no answer comes. */
static bool ask_moves(struct players *players, int who, int milliseconds)
{
    struct player *player = &players->players[who];
    const char *text;
    player->offer[0] = '\0';
    ask(players, who, false, "moves");
    player->owed++;
    do { /* the hand, or the answer, but not one to an earlier question */
        text = irc_person_hear(player->person, players->bot, NULL, "You can play: |have nothing to play", milliseconds);
        if (!text)
            return false;
    } while (is_answer(player, text) && --player->owed > 0);
    read_word(player, text);
    if (strstr(text, offer_words))
        read_offer(player, text);
    return true;
}

static void forget_offers(struct players *players)
{
    for (int i = 0; i < players->count; i++) {
        players->players[i].offer[0] = '\0';
        players->players[i].is_offer_open = false;
    }
}

/* The first hands may come behind the post. Where several may move at once, a hand that comes after the first move would be taken
   for one of after that move. */
static void hear_first_hands(struct players *players)
{
    const char *text;
    bool is_one = (players->called & (players->called - 1)) == 0;
    for (int i = 0; i < players->count; i++)
        while (!is_one && players->called >> i & 1 && !players->players[i].has_hand)
            if (!hear(players, i, &text, HANDS_MS))
                break;
}

static void begin_game(struct players *players, const char *words)
{
    char id[32];
    snprintf(id, sizeof id, "%.*s", (int)strcspn(words, " "), words);
    players->game = game_find(id);
    check(players->game && players->count <= players->game->seats_max);
    players->is_over = false;
    players->sent_count = players->answered = 0;
    players->called = 0;
    players->refusal[0] = '\0';
    for (int i = 0; i < players->count; i++)
        players->players[i].has_hand = false;
    forget_offers(players);
}

static bool hear_in_channel(struct players *players, int who, const char *pattern, int milliseconds)
{
    return irc_person_hear(players->players[who].person, players->bot, players->channel, pattern, milliseconds);
}

/* Themselves, and nobody before them; names have a blank of no width behind their first letter. */
static bool hear_sit_down(struct players *players, int who, int milliseconds)
{
    char pattern[64];
    const char *nick = players->players[who].nick;
    snprintf(pattern, sizeof pattern, "%c[^ ]*%s sits down", nick[0], nick + 1);
    return hear_in_channel(players, who, pattern, milliseconds);
}

bool players_sit_down(struct players *players, const char *words, int milliseconds)
{
    char line[LINE];
    begin_game(players, words);
    bool starts_by_itself = players->count == players->game->seats_max;
    snprintf(line, sizeof line, "play %s", words);
    ask(players, 0, true, line);
    for (int i = 0; i < players->count; i++) /* and so leave behind what was before */
        if (!hear_in_channel(players, i, " opened ", milliseconds))
            return false;
    for (int i = 1; i < players->count; i++) {
        ask(players, i, true, "join");
        if (!hear_sit_down(players, i, milliseconds))
            return false;
    }
    if (!starts_by_itself)
        ask(players, 0, true, "start");
    bool has_begun = hear_post(players, 0, milliseconds) && catch_up(players, 0, milliseconds);
    hear_first_hands(players);
    for (int i = 0; i < players->count; i++) /* it may have come while something else was waited for */
        read_word(&players->players[i], irc_person_transcript(players->players[i].person));
    return has_begun;
}

bool players_look(struct players *players, int milliseconds)
{
    players->called = 0;
    for (int i = 0; i < players->count; i++) {
        struct player *player = &players->players[i];
        if (!ask_moves(players, i, milliseconds))
            return false;
        players->called |= (unsigned)(player->offer[0] != '\0') << i;
        read_word(player, irc_person_transcript(player->person));
    }
    return players->called != 0;
}

bool players_claim(struct players *players, int milliseconds)
{
    for (int i = 0; i < players->count; i++) {
        struct player *player = &players->players[i];
        char line[64];
        player->questions = player->owed = 0; /* a bot, or a connection, that has heard nothing of them yet */
        snprintf(line, sizeof line, "seat %s", player->word);
        ask(players, i, false, line);
        const char *text = irc_person_hear(player->person, players->bot, NULL, "Welcome back", milliseconds);
        if (!text)
            return false;
        read_word(player, text);
    }
    return true;
}

/* ---- the game ---- */

/* One of those the table waits for who can play something; -1: nobody. Hands come with what can be played, and whoever was told
   no hand has to ask. */
static int find_mover(struct players *players, int milliseconds)
{
    int first = roll(players, players->count);
    for (int i = 0; i < players->count; i++) {
        int who = (first + i) % players->count;
        if (!(players->called >> who & 1))
            continue;
        if (!players->players[who].offer[0] && !ask_moves(players, who, milliseconds))
            return -1;
        if (players->players[who].offer[0])
            return who;
    }
    return -1;
}

/* The rest of an offer that did not fit into one line may come behind the post. */
static void hear_rest(struct players *players, int who)
{
    struct player *player = &players->players[who];
    const char *text;
    while (player->is_offer_open && player->is_offer_cut && hear(players, who, &text, HANDS_MS))
        ;
}

static const char *choose(struct players *players, int who)
{
    static struct offers offers;
    check(players->sent_count < PLAYERS_MOST);
    offers_read(players->game, players->players[who].offer, &offers);
    check(offers.count > 0);
    char *move = players->sent[players->sent_count++];
    snprintf(move, PLAYERS_MOVE, "%s", offers.moves[roll(players, offers.count)]);
    return move;
}

static bool play_one(struct players *players, int milliseconds)
{
    int who = find_mover(players, milliseconds);
    if (who < 0)
        return false;
    hear_rest(players, who);
    const char *move = choose(players, who);
    forget_offers(players);
    long from = test_now();
    say(players, who, roll(players, 2), move);
    if (!hear_post(players, who, milliseconds))
        return false;
    players->players[who].questions = 0; /* who plays is no flooder */
    if (test_now() - from > players->longest_answer)
        players->longest_answer = test_now() - from;
    players->answered = players->sent_count;
    return players->is_over || catch_up(players, who, milliseconds);
}

bool players_go_on(struct players *players, int most, int milliseconds)
{
    for (int moves = 0; moves < most && !players->is_over; moves++)
        if (!play_one(players, milliseconds))
            return false;
    return true;
}
