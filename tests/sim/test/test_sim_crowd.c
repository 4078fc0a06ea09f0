/* Five to twelve newcomers at one table with hidden hands, on two IRC networks and on Discord at
   once, with the same names everywhere, by the whole program on simulated wires: the toy "crowd"
   is begun and played to its end. Each hand reaches its person, by private message or behind the
   button, and nobody reads another's. At the terminal: tests/e2e/crowd.py. */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heard.h"
#include "host.h"
#include "in_words.h"
#include "posts.h"
#include "session.h"
#include "sim.h"
#include "standin.h"
#include "tables.h"
#include "testing.h"

enum {
    SEATS = 12,
    ROUNDS = 2,
    STATES = 120,
    MESSAGES = 400,
    HAND = 160,
    SECOND = 1000,
    HANDS_MS = 90 * SECOND,
    MOVE_MS = 4 * SECOND
};

enum { NET, OTHER, DISCORD, NETWORKS };

static const char *const names[NETWORKS] = {"irc:net", "irc:other", "discord:club"};

/* A person of one network, and what that person read. */
struct reader {
    char key[64];
    char had[STATES][HAND]; /* the hands that the host says the person had; "": none */
    int states;
    char
        cards[HAND]; /* the last one as who presses reads it: the cards, for buttons say the rest */
    char read[STATES][HAND]; /* what the person read */
    int texts, checked;
    int at; /* of standin_next_received() */
};

static struct sim_irc *irc[2];
static struct sim_person *people[2][SEATS];
static struct standin *discord;
static uint64_t guild, games, users[SEATS];
static struct reader readers[NETWORKS][SEATS];
static int seats, at_public;

/* ---- what is read ---- */

/* "d R1 red one, e G2 green two." without all that depends on the network:
   "dR1redoneeG2greentwo". */
static void put_plain(const char *text, char out[HAND])
{
    size_t length = 0;
    for (const char *p = text; *p && *p != '.' && length < HAND - 1; p++)
        if (isalnum((unsigned char)*p))
            out[length++] = *p;
    out[length] = '\0';
}

static void read_text(int network, int seat, const char *text)
{
    static const char mark[] = "your hand: ";
    struct reader *reader = &readers[network][seat];
    for (const char *at = text; (at = strstr(at, mark)); at += strlen(mark)) {
        assert_in_range(reader->texts, 0, STATES - 1);
        put_plain(at + strlen(mark), reader->read[reader->texts++]);
    }
}

static void on_heard(void *arg, struct sim_person *person, const char *channel, const char *text)
{
    int network = *(const int *)arg;
    if (channel) {
        assert_null(strstr(text, in_words("<HAND_1>")));
        return;
    }
    for (int seat = 0; seat < seats; seat++)
        if (people[network][seat] == person)
            read_text(network, seat, text);
}

static void read_discord(void)
{
    const char *text;
    while ((text = standin_next_received(discord, STANDIN_EVERYONE, &at_public)))
        assert_null(strstr(text, in_words("<HAND_2> ")));
    for (int seat = 0; seat < seats; seat++)
        while ((text = standin_next_received(discord, users[seat], &readers[DISCORD][seat].at)))
            read_text(DISCORD, seat, text);
}

/* ---- what is so ---- */

static struct session *table(int network)
{
    char room[HOST_ROOM] = "#games";
    if (network == DISCORD)
        snprintf(room, sizeof room, "<#%" PRIu64 ">", games);
    return host_find(sim_host(), names[network], room);
}

static void note_key(void *arg, const char *key, const char *name)
{
    struct reader *all = arg;
    int seat = name[strlen(name) - 1] - 'a';
    assert_in_range(seat, 0, seats - 1);
    snprintf(all[seat].key, sizeof all[seat].key, "%s", key);
}

static const char *now(const struct reader *reader)
{
    return reader->states ? reader->had[reader->states - 1] : "";
}

static const char *last_read(const struct reader *reader)
{
    return reader->texts ? reader->read[reader->texts - 1] : "";
}

static bool has_read(const struct reader *reader)
{
    return strcmp(last_read(reader), now(reader)) == 0 ||
           (*reader->cards && strcmp(last_read(reader), reader->cards) == 0);
}

/* What stands behind "your hand: ". */
static void put_hand(const char *text, char out[HAND])
{
    const char *hand = strstr(text, in_words("<HAND_2> "));
    put_plain(hand ? hand + strlen("your hand: ") : "", out);
}

static void note_hands(int network)
{
    const struct session *session = table(network);
    for (int seat = 0; seat < seats; seat++) {
        struct reader *reader = &readers[network][seat];
        struct host_panel *panel =
            session ? host_panel_of(sim_host(), identity(names[network], reader->key), session->id)
                    : NULL;
        char hand[HAND], cards[HAND];
        put_hand(panel ? panel->hand.text : "", hand);
        put_hand(panel && network == DISCORD ? panel->cards.text : "", cards);
        if (strcmp(hand, now(reader)) != 0 || strcmp(cards, reader->cards) != 0) {
            memcpy(reader->cards, cards, HAND);
            assert_in_range(reader->states, 0, STATES - 2);
            memcpy(reader->had[reader->states++], reader->cards, HAND);
            memcpy(reader->had[reader->states++], hand, HAND);
        }
        host_panel_free(panel);
    }
}

static void check_texts(int network)
{
    for (int seat = 0; seat < seats; seat++) {
        struct reader *reader = &readers[network][seat];
        for (; reader->checked < reader->texts; reader->checked++) {
            const char *text = reader->read[reader->checked];
            int state = 0;
            while (state < reader->states && strcmp(text, reader->had[state]) != 0)
                state++;
            if (state == reader->states)
                fail_msg("seat %d on %s holds %s and has read %s", seat, names[network],
                         now(reader), text);
        }
    }
}

/* Time passes, and each hand that somebody reads is one of their own. Not more than one thing
   may happen to a table meanwhile. */
static void wait_and_read(int64_t ms)
{
    sim_wait(ms);
    read_discord();
    for (int network = 0; network < NETWORKS; network++) {
        note_hands(network);
        check_texts(network);
    }
}

/* ---- people ---- */

static void say(int network, int seat, const char *text)
{
    if (network == DISCORD)
        standin_say(discord, users[seat], games, text);
    else
        sim_person_say(people[network][seat], "#games", text);
}

static void open_world(uint64_t seed, int count)
{
    static int numbers[] = {NET, OTHER};
    char config[2048];
    seats = count;
    at_public = 0;
    memset(readers, 0, sizeof readers);
    sim_open(seed);
    for (int i = 0; i < 2; i++)
        irc[i] = sim_irc_new(&(struct sim_irc_options){.name = i ? "other" : "net",
                                                       .software = "InspIRCd-3",
                                                       .has_whox = true,
                                                       .line = {5, 50, false, false}});
    discord = sim_discord_new(NULL);
    guild = standin_guild(discord, "Club");
    games = standin_channel(discord, guild, "games");
    snprintf(
        config, sizeof config,
        "irc \"net\" {\n server = net.sim\n port = 6667\n tls = no\n insecure = yes\n channels = {\"#games\"}\n}\n"
        "irc \"other\" {\n server = other.sim\n port = 6667\n tls = no\n insecure = yes\n channels = {\"#games\"}\n}\n"
        "discord \"club\" {\n token_file = \"%s\"\n api = \"%s\"\n}",
        sim_discord_token(), standin_rest_url(discord));
    sim_configure(config);
    for (int seat = 0; seat < seats; seat++) {
        char name[] = "guesta";
        name[5] = (char)('a' + seat);
        users[seat] = standin_user(discord, name, NULL);
        for (int i = 0; i < 2; i++) {
            people[i][seat] = sim_person_new(irc[i], name, name, "home.example", "");
            sim_person_hears(people[i][seat], on_heard, &numbers[i]);
            sim_person_join(people[i][seat], "#games");
        }
    }
    sim_start();
    sim_wait(30 * SECOND);
}

static void sit_down(void)
{
    for (int seat = 0; seat < seats; seat++) {
        for (int network = 0; network < NETWORKS; network++)
            say(network, seat, seat ? "!join" : "!play crowd clock=off");
        sim_wait(2 * SECOND);
    }
    for (int network = 0; network < NETWORKS; network++) {
        const struct session *session = table(network);
        assert_non_null(session);
        host_each_seated(session, names[network], note_key, readers[network]);
        if (seats < SEATS)
            say(network, 0, "!start");
    }
    wait_and_read(HANDS_MS);
    for (int network = 0; network < NETWORKS; network++)
        assert_true(host_is_playing(table(network)));
}

/* ---- playing ---- */

struct choice {
    int count;
    char line[64];
};

static bool consider(void *arg, const char *move)
{
    struct choice *choice = arg;
    if (sim_dice(++choice->count) == 0)
        snprintf(choice->line, sizeof choice->line, "!%s", move);
    return true;
}

static void move(int network, int seat)
{
    const struct heard heard = {
        .network = names[network], .key = readers[network][seat].key, .name = "", .text = ""};
    struct choice choice = {0};
    host_each_move(sim_host(), table(network), &heard, consider, &choice);
    if (choice.count == 0)
        fail_msg("seat %d on %s has no move", seat, names[network]);
    say(network, seat, choice.line);
}

/* Every hand was read by its person, as it is now. */
static void expect_all_have_read(void)
{
    for (int network = 0; network < NETWORKS; network++)
        for (int seat = 0; seat < seats; seat++) {
            const struct reader *reader = &readers[network][seat];
            if (!*now(reader) || !has_read(reader))
                fail_msg("seat %d on %s holds %s, and has read %s last", seat, names[network],
                         now(reader), last_read(reader));
        }
}

/* Who got no direct message presses the button under the board. */
static int press_for_hands(void)
{
    static const struct standin_message *messages[MESSAGES];
    int pressed = 0;
    for (int seat = 0; seat < seats; seat++) {
        const struct reader *reader = &readers[DISCORD][seat];
        if (has_read(reader))
            continue;
        int count = standin_messages(discord, games, users[seat], messages, MESSAGES);
        uint64_t press = 0;
        for (int i = (count < MESSAGES ? count : MESSAGES) - 1; i >= 0 && !press; i--)
            press = standin_press_label(discord, users[seat], messages[i]->id, "My hand");
        assert_true(press != 0);
        pressed++;
    }
    wait_and_read(3 * SECOND);
    return pressed;
}

static void play_round(void)
{
    int order[SEATS];
    for (int i = 0; i < seats; i++) {
        int k = sim_dice(i + 1);
        order[i] = order[k];
        order[k] = i;
    }
    for (int i = 0; i < seats; i++) {
        for (int network = 0; network < NETWORKS; network++)
            move(network, order[i]);
        wait_and_read(MOVE_MS);
    }
}

static void end_game(void)
{
    sim_wait(HANDS_MS);
    for (int network = 0; network < NETWORKS; network++)
        assert_null(table(network));
    for (int i = 0; i < 2; i++)
        if (sim_irc_violations(irc[i]))
            fail_msg("%s", sim_irc_violation(irc[i]));
    standin_expect_clean(discord);
}

static void play_with(int count)
{
    open_world((uint64_t)count, count);
    sit_down();
    for (int round = 0; round < ROUNDS; round++) {
        expect_all_have_read(); /* nobody has pressed anything */
        play_round();
        if (round + 1 < ROUNDS)
            wait_and_read(HANDS_MS);
    }
    end_game();
}

static test_case(five_newcomers_of_every_network_get_their_hands_and_play)
{
    play_with(5);
}

static test_case(eight_newcomers_of_every_network_get_their_hands_and_play)
{
    play_with(8);
}

static test_case(twelve_newcomers_of_every_network_get_their_hands_and_play)
{
    play_with(SEATS);
}

/* On Discord six people of the server have used up half of what may be opened at once, and some
   take no direct messages at all. */
static test_case(hands_that_cannot_be_sent_are_behind_the_button)
{
    open_world(7, SEATS);
    for (int i = 0; i < 6; i++) {
        char name[] = "earliera";
        name[7] = (char)('a' + i);
        uint64_t user = standin_user(discord, name, NULL),
                 room = standin_channel(discord, guild, "side");
        standin_say(discord, user, room, "!play heartcatchers robots=1");
        sim_wait(SECOND);
    }
    for (int seat = 1; seat < SEATS; seat += 4)
        standin_refuse_dms(discord, users[seat], true);
    sit_down();
    int pressed = press_for_hands();
    assert_in_range(pressed, 6, 9);
    wait_and_read(HANDS_MS);
    for (int round = 0; round < ROUNDS; round++) {
        press_for_hands();
        expect_all_have_read();
        play_round();
        if (round + 1 < ROUNDS)
            wait_and_read(HANDS_MS);
    }
    end_game();
}

static test_fixture(close_world)
{
    sim_close();
    return 0;
}

#define test(function) cmocka_unit_test_teardown(function, close_world)

int main(void)
{
    const struct CMUnitTest tests[] = {
        test(five_newcomers_of_every_network_get_their_hands_and_play),
        test(eight_newcomers_of_every_network_get_their_hands_and_play),
        test(twelve_newcomers_of_every_network_get_their_hands_and_play),
        test(hands_that_cannot_be_sent_are_behind_the_button),
    };
    return cmocka_run_group_tests_name("a crowd on every network", tests, NULL, NULL);
}
