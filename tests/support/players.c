/* Reads what everybody is told, chooses moves from the offers, waits for answers. All people
   read the same posts before the next move is made: what a post says in private was sent before
   it. */
#include "players.h"
#include "in_words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "child.h"
#include "game.h"
#include "games.h"
#include "irc_person.h"

enum { FLOOD_MS = 10500, HANDS_MS = 5000, LATE_MS = 1000, LOOK_MS = 50, LINE = 1024 };

static const char offer_words[] = "You can play:", nothing_words[] = "have nothing to play";

void players_init_clients(struct players *players, const struct client *clients,
                          const char *const *nicks, int count, unsigned seed)
{
    check(count <= PLAYERS_SEATS);
    *players = (struct players){.count = count, .dice = seed};
    for (int i = 0; i < count; i++) {
        players->players[i].client = clients[i];
        snprintf(players->players[i].nick, sizeof players->players[i].nick, "%s", nicks[i]);
    }
}

void players_init(struct players *players, const char *channel, struct irc_person *const *people,
                  const char *const *nicks, int count, unsigned seed)
{
    struct client clients[PLAYERS_SEATS];
    check(count <= PLAYERS_SEATS);
    for (int i = 0; i < count; i++)
        clients[i] = client_on_irc("irc", channel, people[i]);
    players_init_clients(players, clients, nicks, count, seed);
}

void players_fini(struct players *players)
{
    for (int i = 0; i < players->count; i++)
        client_fini(&players->players[i].client);
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
                client_transcript(&players->players[i].client));
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
        snprintf(player->word, sizeof player->word, "%.*s",
                 (int)strspn(last, "abcdefghijklmnopqrstuvwxyz0123456789-"), last);
}

static void read_offer(struct player *player, const char *text)
{
    const char *at = strstr(text, offer_words);
    size_t length = at ? 0 : strlen(player->offer);
    if (at)
        player->is_offer_open = true;
    else if (strstr(text, in_words("<HAND_2>")))
        player->is_offer_open = false;
    if (player->is_offer_open)
        snprintf(player->offer + length, sizeof player->offer - length, "%s%s", length ? " " : "",
                 at ? at + strlen(offer_words) : text);
    player->is_offer_cut = player->is_offer_open && player->client.is_cut;
    char *end = strstr(player->offer, "eat word");
    if (end) { /* "... seat word: x", behind an offer or as a message of its own */
        *end = '\0';
        *(strrchr(player->offer, ' ') ? strrchr(player->offer, ' ') : player->offer) = '\0';
        player->is_offer_open = false;
    }
}

/* What answers "moves", and only that: what can be played comes by itself together with the
   hand. Where the bot may not say much such an answer can come when the move is long made. */
static bool is_answer(const struct player *player, const char *text)
{
    const char *offer = strstr(text, offer_words), *hand = strstr(text, in_words("<HAND_2>"));
    const char *said = offer ? offer : strstr(text, nothing_words);
    return player->owed > 0 && said && !(hand && hand < said);
}

static void read_private(struct players *players, struct player *player, const char *text)
{
    static const char *const refusals[] = {"is not possible",       "<MOVE_UNKNOWN_2>",
                                           "<MOVE_UNKNOWN_VERB_1>", "can mean several moves",
                                           "<TURN_NOT_YOURS_1>",    "too much for me"};
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++)
        if (strstr(text, in_words(refusals[i]))) {
            snprintf(players->refusal, sizeof players->refusal, "%s: %s", player->nick, text);
            return;
        }
    read_word(player, text);
    player->has_hand |= strstr(text, in_words("<HAND_2>")) != NULL;
    if (is_answer(player, text)) { /* too late */
        player->owed--;
        player->is_offer_open = false;
        return;
    }
    read_offer(player, text);
}

/* The nicks at the beginning of a line, with commas and "and" between them: "ann, bob and cid:
   !lay", "ann to play (!hand).". */
static unsigned read_called(const struct players *players, const char *text)
{
    const char *offered = strstr(text, ": !"), *told = strstr(text, " to play (!"),
               *end = offered && (!told || offered < told) ? offered : told;
    unsigned called = 0;
    for (const char *at = text; end && at < end; at += strcspn(at, " :"), at += *at == ' ') {
        size_t length = strcspn(at, " ,:");
        bool is_known = length == 3 && strncmp(at, "and", 3) == 0;
        for (int i = 0; i < players->count; i++)
            if (strlen(players->players[i].nick) == length &&
                strncmp(players->players[i].nick, at, length) == 0) {
                called |= 1u << i;
                is_known = true;
            }
        if (!is_known)
            return 0;
    }
    return called;
}

/* Whether a line of the channel says what happened in the end: whom the table waits for, or that
   it is over. `who` made the latest move. */
static bool read_post(struct players *players, int who, const char *text)
{
    unsigned called = read_called(players, text);
    bool is_over = strstr(text, in_words("<AGAIN_2>")) != NULL;
    if (strstr(text, "Anybody: !"))
        called = (1u << players->count) - 1;
    if (strstr(text, "Next: !") || strstr(text, " goes on (!"))
        called = 1u << who;
    if (!called && !is_over)
        return false;
    players->called = called;
    players->is_over = is_over;
    snprintf(players->post, sizeof players->post, "%s", text);
    return true;
}

/* One message of the bot's, read by one of them; false if none comes in time. *text is NULL if
   it was private. */
static bool hear(struct players *players, int who, const char **text, int milliseconds)
{
    struct player *player = &players->players[who];
    bool is_private;
    *text = client_next(&player->client, &is_private, milliseconds);
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

/* Who reads the answer to a move of `who`. On Discord a post may be left out for the next one,
   so somebody on IRC does. */
static int reader_for(const struct players *players, int who)
{
    for (int i = 0; i < players->count && players->players[who].client.on; i++)
        if (!players->players[i].client.on)
            return i;
    return who;
}

static void drain(struct players *players, int who)
{
    const char *text;
    while (hear(players, who, &text, 0))
        ;
}

static bool may_come(const struct players *players, int who, long end)
{
    const struct client *client = &players->players[who].client;
    return test_now() < end && !(client->is_gone && client->is_gone());
}

/* Reads on until the channel is told whom the table waits for; false if that does not come, or a
   refusal comes instead. */
static bool hear_post(struct players *players, int who, int milliseconds)
{
    const char *text;
    int reader = reader_for(players, who);
    bool is_other = reader != who, has_heard = true;
    long end = test_now() + milliseconds;
    while (!players->refusal[0] && (has_heard || (is_other && may_come(players, who, end)))) {
        if (is_other)
            drain(players, who);
        has_heard = hear(players, reader, &text, is_other ? LOOK_MS : (int)(end - test_now()));
        if (has_heard && text && read_post(players, who, text))
            return true;
    }
    return false;
}

/* Lines of one network may be cut elsewhere than those of another. */
static bool is_post(const struct players *players, const char *text)
{
    size_t length = strlen(text) < strlen(players->post) ? strlen(text) : strlen(players->post);
    return strncmp(text, players->post, length) == 0;
}

/* Everybody else reads on up to the same post; on Discord, what has come. */
static bool catch_up(struct players *players, int who, int milliseconds)
{
    int reader = reader_for(players, who);
    for (int i = 0; i < players->count; i++) {
        const char *text = NULL;
        if (players->players[i].client.on)
            drain(players, i);
        else
            while (i != reader && (!text || !is_post(players, text)))
                if (!hear(players, i, &text, milliseconds))
                    return false;
    }
    return true;
}

/* ---- what is said ---- */

/* Questions, which are not moves, can be too many at once. */
void players_ask(struct players *players, int who, bool in_public, const char *text)
{
    struct player *player = &players->players[who];
    long *oldest = &player->asked[player->questions++ % PLAYERS_QUESTIONS];
    long wait = player->questions > PLAYERS_QUESTIONS ? *oldest + FLOOD_MS - test_now() : 0;
    if (wait > 0)
        test_sleep((int)wait);
    *oldest = test_now();
    client_say(&player->client, in_public, text);
}

/* Asks one of them what can be played; false if no answer comes. */
static bool ask_moves(struct players *players, int who, int milliseconds)
{
    struct player *player = &players->players[who];
    const char *text;
    player->offer[0] = '\0';
    players_ask(players, who, false, "moves");
    player->owed++;
    do { /* a hand with what can be played, or the answer, but not one to an earlier question */
        text = client_hear(&player->client, true, "<OFFER> |have nothing to play", milliseconds);
        if (!text)
            return false;
    } while (is_answer(player, text) ? --player->owed > 0 : !strstr(text, offer_words));
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

/* The first hands may come behind the post. Where several may move at once, a hand that comes
   after the first move would be taken for one of after that move. */
static void hear_first_hands(struct players *players)
{
    const char *text;
    bool is_one = (players->called & (players->called - 1)) == 0;
    for (int i = 0; i < players->count; i++)
        while (!is_one && players->called >> i & 1 && !players->players[i].has_hand)
            if (!hear(players, i, &text, HANDS_MS))
                break;
}

static void lobby_begin(struct players *players)
{
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
    return client_hear(&players->players[who].client, false, pattern, milliseconds);
}

/* Themselves, and nobody before them; names have a blank of no width behind their first letter. */
static bool hear_sit_down(struct players *players, int who, int milliseconds)
{
    char pattern[64];
    const char *nick = players->players[who].nick;
    snprintf(pattern, sizeof pattern, "%c[^ ]*%s sits down", nick[0], nick + 1);
    return hear_in_channel(players, who, pattern, milliseconds);
}

bool players_open(struct players *players, const char *words, int milliseconds)
{
    char line[LINE], id[32];
    snprintf(id, sizeof id, "%.*s", (int)strcspn(words, " "), words);
    players->game = game_find(id);
    check(players->game && players->count <= players->game->seats_max);
    lobby_begin(players);
    snprintf(line, sizeof line, "play %s", words);
    players_ask(players, 0, true, line);
    for (int i = 0; i < players->count; i++) /* and so leave behind what was before */
        if (client_shares_room(&players->players[i].client, &players->players[0].client) &&
            !hear_in_channel(players, i, " opened ", milliseconds))
            return false;
    return true;
}

/* All of them come from one address, which may say only so much in a short time. */
enum { HURRY_MOST = 6 };

/* Nobody of them cuts, so everybody says start once the seats are closed, and `last` has heard
   it. */
static bool hurry_deal(struct players *players, int last, int milliseconds)
{
    static const char closed[] = "I deal in ";
    const char *text = players->players[last].client.text;
    if (!strstr(text, closed) && !hear_in_channel(players, last, closed, milliseconds))
        return false;
    for (int i = 0; i <= last; i++)
        players_ask(players, i, true, "start");
    return true;
}

bool players_join(struct players *players, int milliseconds)
{
    int sitting = players->count - players->watching;
    bool starts_by_itself = sitting == players->game->seats_max;
    for (int i = 1; i < sitting; i++) {
        if (!players->presses || !client_press_button(&players->players[i].client, ":join"))
            players_ask(players, i, true, players->join ? players->join : "join");
        if (!hear_sit_down(players, i, milliseconds))
            return false;
    }
    if (!starts_by_itself)
        players_ask(players, 0, true, "start");
    if (sitting > 1 && sitting <= HURRY_MOST && !hurry_deal(players, sitting - 1, milliseconds))
        return false;
    bool has_begun = hear_post(players, 0, milliseconds) && catch_up(players, 0, milliseconds);
    hear_first_hands(players);
    for (int i = 0; i < players->count;
         i++) /* it may have come while something else was waited for */
        read_word(&players->players[i], client_transcript(&players->players[i].client));
    return has_begun;
}

bool players_sit_down(struct players *players, const char *words, int milliseconds)
{
    return players_open(players, words, milliseconds) && players_join(players, milliseconds);
}

bool players_look(struct players *players, int milliseconds)
{
    players->called = 0;
    for (int i = 0; i < players->count; i++) {
        struct player *player = &players->players[i];
        drain(players, i);
        if (!ask_moves(players, i, milliseconds))
            return false;
        players->called |= (unsigned)(player->offer[0] != '\0') << i;
        read_word(player, client_transcript(&player->client));
    }
    return players->called != 0;
}

bool players_look_for_one(struct players *players, int milliseconds)
{
    bool is_known = players_look(players, milliseconds);
    for (int tries = 0; tries < 3 && is_known && (players->called & (players->called - 1)); tries++)
        is_known = players_look(players, milliseconds);
    return is_known && !(players->called & (players->called - 1));
}

bool players_play_another(struct players *players, const char *pattern, int milliseconds)
{
    lobby_begin(players);
    players->watching = 0;
    const char *text = client_hear(&players->players[0].client, false, pattern, milliseconds);
    if (!text || (!read_post(players, 0, text) && !hear_post(players, 0, milliseconds)))
        return false;
    if (!catch_up(players, 0, milliseconds))
        return false;
    hear_first_hands(players);
    return true;
}

bool players_claim(struct players *players, int milliseconds)
{
    for (int i = 0; i < players->count; i++) {
        struct player *player = &players->players[i];
        char line[64];
        /* a bot, or a connection, that has heard nothing of them yet */
        player->questions = player->owed = 0;
        if (player->client.on) /* Discord knows them */
            continue;
        /* no hand may have brought it along yet */
        read_word(player, client_transcript(&player->client));
        snprintf(line, sizeof line, "seat %s", player->word);
        players_ask(players, i, false, line);
        /* Held: the server has said before that it is the same connection. */
        const char *text =
            client_hear(&player->client, true, "Welcome back|You hold your seat", milliseconds);
        if (!text)
            return false;
        if (strstr(text, in_words("<SEAT_WORD_RIGHT_1>")))
            read_word(player, text);
    }
    return true;
}

/* ---- the game ---- */

/* Whether somebody was offered a move. What was played before, and can be taken back, is none. */
static bool has_moves(struct players *players, int who, struct offers *offers)
{
    offers_read(players->game, players->players[who].offer, offers);
    return offers->count > 0;
}

/* What can be played may come behind the post. */
static void hear_late_hand(struct players *players, int who)
{
    static struct offers offers;
    struct player *player = &players->players[who];
    const char *text;
    while (player->client.on && (player->has_hand || players->presses) &&
           !has_moves(players, who, &offers))
        if (!hear(players, who, &text, players->presses ? HANDS_MS : LATE_MS))
            break;
}

/* One of those the table waits for who can play something; -1: nobody. Hands come with what can
   be played, and a person who was told no hand has to ask. */
static int find_mover(struct players *players, int milliseconds)
{
    static struct offers offers;
    int first = roll(players, players->count);
    for (int i = 0; i < players->count; i++) {
        int who = (first + i) % players->count;
        if (!(players->called >> who & 1))
            continue;
        hear_late_hand(players, who);
        if (!has_moves(players, who, &offers) && !ask_moves(players, who, milliseconds))
            return -1;
        if (has_moves(players, who, &offers))
            return who;
    }
    return -1;
}

/* The rest of an offer that did not fit into one line may come behind the post. Whether there is
   one shows by the answer to a question: it comes behind the rest. */
static void hear_rest(struct players *players, int who)
{
    struct player *player = &players->players[who];
    const char *text;
    if (player->is_offer_open && player->is_offer_cut) {
        players_ask(players, who, false, "moves");
        player->owed++;
    }
    while (player->is_offer_open && player->is_offer_cut && hear(players, who, &text, HANDS_MS))
        ;
}

static const char *choose(struct players *players, int who)
{
    static struct offers offers;
    check(players->sent_count < PLAYERS_MOST);
    check(has_moves(players, who, &offers));
    char *move = players->sent[players->sent_count++];
    players->mover = who;
    snprintf(move, PLAYERS_MOVE, "%s", offers.moves[roll(players, offers.count)]);
    return move;
}

/* Who presses does so wherever the last private message has buttons. */
static bool press_one(struct players *players, int who)
{
    check(players->sent_count < PLAYERS_MOST);
    bool is_pressed =
        players->presses && client_press_move(&players->players[who].client, &players->dice,
                                              players->sent[players->sent_count], PLAYERS_MOVE);
    players->sent_count += is_pressed;
    players->pressed += is_pressed;
    players->mover = is_pressed ? who : players->mover;
    return is_pressed;
}

static bool play_one(struct players *players, int milliseconds)
{
    int who = find_mover(players, milliseconds);
    if (who < 0)
        return false;
    hear_rest(players, who);
    if (!players->players[who].client.on && irc_person_misses(players->players[who].client.irc))
        return false; /* who reads that the bot has quit waits for no answer */
    long from = test_now();
    if (!press_one(players, who))
        client_say(&players->players[who].client, roll(players, 2), choose(players, who));
    forget_offers(players);
    if (!hear_post(players, who, milliseconds))
        return false;
    if (!players->players[who].client.on &&
        strstr(players->post, in_words("<RECOVERED_NOBODY_DUE_3>")))
        /* how the table stands: no answer, for IRC brings nothing again */
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
