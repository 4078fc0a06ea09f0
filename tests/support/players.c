/* Reads offers, chooses moves, waits for answers. Knows the game only as far as its offers say it. */
#include "players.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "child.h"
#include "irc_person.h"

enum { MOVES = 256, LINE = 1024 };

void players_init(struct players *players, const char *bot, const char *channel,
                  struct irc_person *const people[PLAYERS], const char *const nicks[PLAYERS], unsigned seed)
{
    *players = (struct players){.bot = bot, .channel = channel, .dice = seed};
    for (int i = 0; i < PLAYERS; i++) {
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
    for (int i = 0; i < PLAYERS; i++)
        fprintf(stderr, "---- %s ----\n%s\n", players->players[i].nick,
                irc_person_transcript(players->players[i].person));
}

int players_turn(const struct players *players)
{
    for (int i = 0; i < PLAYERS; i++)
        if (players->players[i].offer[0])
            return i;
    return -1;
}

/* ---- moves ---- */

struct choices {
    char moves[MOVES][PLAYERS_MOVE];
    int count;
};

/* What a word or phrase of an offer stands for, as a list of stacks. */
static const char *stacks_of(const char *phrase)
{
    static const char *const phrases[][2] = {{"any of yours", "me1 me2 me3"},
                                             {"any of theirs", "them1 them2 them3"},
                                             {"any stack", "me1 me2 me3 them1 them2 them3"}};
    for (size_t i = 0; i < sizeof phrases / sizeof *phrases; i++)
        if (strcmp(phrase, phrases[i][0]) == 0)
            return phrases[i][1];
    return phrase;
}

/* Every combination of one word of each list. */
static void combine(struct choices *choices, const char *verb, const char *letters, const char *on,
                    const char *for_what)
{
    char a[128], b[128], c[128], *rest_a, *rest_b, *rest_c;
    snprintf(a, sizeof a, "%s", letters);
    for (char *letter = strtok_r(a, " ", &rest_a); letter; letter = strtok_r(NULL, " ", &rest_a)) {
        snprintf(b, sizeof b, "%s", stacks_of(on));
        for (char *stack = strtok_r(b, " ", &rest_b); stack; stack = strtok_r(NULL, " ", &rest_b)) {
            snprintf(c, sizeof c, "%s", *for_what ? stacks_of(for_what) : "-");
            for (char *own = strtok_r(c, " ", &rest_c); own; own = strtok_r(NULL, " ", &rest_c)) {
                check(choices->count < MOVES);
                snprintf(choices->moves[choices->count++], PLAYERS_MOVE, "%.8s %.2s %.8s%s%.8s", verb, letter, stack,
                         *own == '-' ? "" : " ", *own == '-' ? "" : own);
            }
        }
    }
}

/* "a c on them3 for any of yours" */
static void read_group(struct choices *choices, const char *verb, char *group)
{
    char *on = strstr(group, " on "), *under = strstr(group, " under ");
    char *targets = on ? on + 4 : under ? under + 7 : NULL;
    check(targets);
    *(on ? on : under) = '\0';
    char *for_what = strstr(targets, " for ");
    if (for_what) {
        *for_what = '\0';
        for_what += 5;
    }
    combine(choices, verb, group, targets, for_what ? for_what : "");
}

/* "catch a c on me3, b on me2 · steal a on them3 for any of yours · hide a b c under any stack" */
static void read_offer(struct choices *choices, const char *offer)
{
    char bytes[512];
    snprintf(bytes, sizeof bytes, "%s", offer);
    for (char *clause = bytes, *next; clause; clause = next) {
        next = strstr(clause, " \xc2\xb7 ");
        if (next) {
            *next = '\0';
            next += 4;
        }
        char *verb = strsep(&clause, " ");
        for (char *group; (group = strsep(&clause, ","));)
            read_group(choices, verb, group + strspn(group, " "));
    }
}

static const char *choose(struct players *players, int who)
{
    struct choices choices = {.count = 0};
    check(players->sent_count < PLAYERS_MOST);
    read_offer(&choices, players->players[who].offer);
    check(choices.count > 0);
    char *move = players->sent[players->sent_count++];
    snprintf(move, PLAYERS_MOVE, "%s", choices.moves[roll(players, choices.count)]);
    return move;
}

/* ---- what is read ---- */

/* The seat word that was told last, in the whole transcript. */
static void read_word(struct player *player)
{
    static const char *const before[] = {"eat word is ", "eat word: "};
    const char *transcript = irc_person_transcript(player->person), *last = NULL;
    for (size_t i = 0; i < sizeof before / sizeof *before; i++)
        for (const char *at = transcript; (at = strstr(at, before[i])); last = at > last ? at : last)
            at += strlen(before[i]);
    if (last)
        snprintf(player->word, sizeof player->word, "%.*s", (int)strspn(last, "abcdefghijklmnopqrstuvwxyz0123456789-"),
                 last);
}

/* A line of the bot's that holds the text, or NULL; also NULL, and at once, if the bot goes. */
static const char *expect_from_bot(struct players *players, int who, const char *to, const char *text, int milliseconds)
{
    char pattern[160];
    snprintf(pattern, sizeof pattern, "^:%s![^ ]+ (PRIVMSG %s :.*(%s)|QUIT )", players->bot, to, text);
    const char *line = irc_person_expect(players->players[who].person, pattern, milliseconds);
    return line && !strstr(line, " QUIT ") ? line : NULL;
}

static bool read_turn(struct players *players, int who, int milliseconds)
{
    static const char words[] = "You can play: ";
    struct player *player = &players->players[who];
    const char *line = expect_from_bot(players, who, player->nick, words, milliseconds);
    if (!line)
        return false;
    snprintf(player->offer, sizeof player->offer, "%s", strstr(line, words) + strlen(words));
    char *end = strstr(player->offer, " seat word:");
    player->offer[end ? (size_t)(end - player->offer) : strlen(player->offer)] = '\0';
    return true;
}

/* ---- what is said ---- */

static void say(struct players *players, int who, const char *text)
{
    char line[128];
    snprintf(line, sizeof line, "!%s", text);
    irc_person_say(players->players[who].person, players->channel, line);
}

static void begin_game(struct players *players)
{
    players->is_over = false;
    players->sent_count = players->answered = 0;
    for (int i = 0; i < PLAYERS; i++)
        players->players[i].offer[0] = '\0';
}

/* Everybody reads what is in the channel; who is asked to move is found out by reading on in private. */
static int read_first_turn(struct players *players, int milliseconds)
{
    char pattern[64];
    const char *text =
        irc_person_hear(players->players[0].person, players->bot, players->channel, " to move", milliseconds);
    for (int i = 0; text && i < PLAYERS; i++) {
        snprintf(pattern, sizeof pattern, " %s to move", players->players[i].nick);
        if (strstr(text, pattern))
            return i;
    }
    return -1;
}

bool players_sit_down(struct players *players, int milliseconds)
{
    begin_game(players);
    say(players, 0, "play heartcatchers");
    if (!irc_person_hear(players->players[0].person, players->bot, players->channel, "opened Heartcatchers",
                         milliseconds))
        return false;
    say(players, 1, "join");
    int first = read_first_turn(players, milliseconds);
    for (int i = 0; i < PLAYERS; i++)
        irc_person_hear(players->players[i].person, players->bot, NULL, "your hand", first < 0 ? 0 : 200);
    return first >= 0 && players_look(players, milliseconds);
}

/* The mover reads in the channel what became of the move: the other one is called, or it was the last. */
static bool read_answer(struct players *players, int who, int milliseconds)
{
    char text[64];
    long from = test_now();
    snprintf(text, sizeof text, " %s to move|is over:", players->players[1 - who].nick);
    const char *line = expect_from_bot(players, who, players->channel, text, milliseconds);
    if (!line)
        return false;
    if (test_now() - from > players->longest_answer)
        players->longest_answer = test_now() - from;
    players->is_over = strstr(line, "is over:") != NULL;
    return true;
}

bool players_go_on(struct players *players, int most, int milliseconds)
{
    for (int moves = 0; moves < most && !players->is_over; moves++) {
        int who = players_turn(players);
        if (who < 0)
            return false;
        const char *move = choose(players, who);
        players->players[who].offer[0] = '\0';
        if (roll(players, 2))
            say(players, who, move);
        else
            irc_person_whisper(players->players[who].person, players->bot, move);
        if (!read_answer(players, who, milliseconds))
            return false;
        players->answered = players->sent_count;
        if (!players->is_over && !read_turn(players, 1 - who, milliseconds))
            return false;
    }
    return true;
}

bool players_look(struct players *players, int milliseconds)
{
    for (int i = 0; i < PLAYERS; i++) {
        struct player *player = &players->players[i];
        player->offer[0] = '\0';
        irc_person_whisper(player->person, players->bot, "moves");
        const char *text = irc_person_hear(player->person, players->bot, NULL,
                                           "You can play: |nothing for you to play until", milliseconds);
        const char *offer = text ? strstr(text, "You can play: ") : NULL;
        if (!text)
            return false;
        snprintf(player->offer, sizeof player->offer, "%s", offer ? offer + strlen("You can play: ") : "");
        read_word(player);
    }
    return players_turn(players) >= 0;
}

bool players_claim(struct players *players, int milliseconds)
{
    for (int i = 0; i < PLAYERS; i++) {
        struct player *player = &players->players[i];
        char line[64];
        snprintf(line, sizeof line, "seat %s", player->word);
        irc_person_whisper(player->person, players->bot, line);
        if (!irc_person_hear(player->person, players->bot, NULL, "Welcome back", milliseconds))
            return false;
        read_word(player);
    }
    return true;
}
