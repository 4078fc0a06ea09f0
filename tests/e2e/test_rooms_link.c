/* One person on two networks: ann, with an account on a real InspIRCd and a user of the stand-in
   for Discord, which are linked, leaves IRC in the middle of a game and makes the next move on
   Discord; then she comes back to IRC and goes on there. The hand is told where she spoke last. */
#include <stdio.h>
#include <string.h>

#include "bot.h"
#include "child.h"
#include "irc_person.h"
#include "players.h"
#include "record_file.h"
#include "retold.h"
#include "rooms.h"
#include "testing.h"

enum { SOON = TEST_SOON_MS, MOVES_IN_GAME = 14, ANN = 0 };

static const char *const nicks[] = {"ann", "bob"};
static struct rooms rooms;
static struct players players;
static struct client annie; /* ann on Discord */

static void must(bool is_so, const char *what)
{
    if (is_so)
        return;
    rooms_print(&rooms);
    players_print(&players);
    fprintf(stderr, "---- annie ----\n%s", annie.received ? client_transcript(&annie) : "");
    fail_msg("%s %s", what, players.refusal);
}

static test_fixture(open_both)
{
    rooms_open(&rooms, "id");
    const struct client clients[] = {rooms_come(&rooms, 'i', nicks[0]),
                                     rooms_come(&rooms, 'i', nicks[1])};
    annie = rooms_come(&rooms, 'd', "annie");
    players_init_clients(&players, clients, nicks, 2, 1);
    return 0;
}

static test_fixture(close_both)
{
    players_fini(&players);
    client_fini(&annie);
    rooms_close(&rooms);
    return 0;
}

static void link_them(void)
{
    char code[16] = "", line[32];
    struct client *ann = &players.players[ANN].client;
    client_say(ann, false, "link");
    const char *text = client_hear(ann, true, "link [A-Z]{8}", SOON);
    must(text != NULL, "no code");
    sscanf(strstr(text, "link ") + strlen("link "), "%8[A-Z]", code);
    snprintf(line, sizeof line, "link %s", code);
    client_say(&annie, false, line);
    must(client_hear(ann, true, "said your code", SOON) != NULL, "ann is not asked");
    client_say(ann, false, "link yes");
    must(client_hear(&annie, true, "are one person to me now", SOON) != NULL,
         "the two are not linked");
}

static void play_until_ann_is_called(int moves)
{
    must(players_go_on(&players, moves, SOON), "the table fell silent");
    if (!(players.called & 1u << ANN))
        must(players_go_on(&players, 1, SOON), "the table fell silent");
    must(players.called & 1u << ANN, "ann is not called");
}

/* From now on she reads and types by this one, and the person who had it before does not. */
static void take_up(struct client *client)
{
    struct player *ann = &players.players[ANN];
    ann->client = *client;
    *client = (struct client){0};
    ann->offer[0] = '\0';
    ann->is_offer_open = false;
}

static int saved(void)
{
    struct record_file record;
    record_file_read(bot_folder(rooms.house.bot), &record);
    return record.count;
}

static test_case(a_linked_person_goes_on_elsewhere_and_comes_back)
{
    link_them();
    must(players_open(&players, "heartcatchers", SOON), "no table");
    must(rooms_share(&rooms, &players, SOON), "the table is not shared");
    must(players_join(&players, SOON), "nobody is called");
    play_until_ann_is_called(4);
    int before = players.answered;
    rooms_go(&rooms, &players.players[ANN].client);
    take_up(&annie);
    must(players_go_on(&players, 1, SOON), "the move on Discord is not played");
    assert_int_equal(players.mover, ANN);
    assert_int_equal(saved(), before + 1);
    play_until_ann_is_called(2);
    annie = players.players[ANN].client;
    must(strstr(client_transcript(&annie), "your hand:") != NULL,
         "the hand is not told on Discord");
    struct client ann = rooms_come(&rooms, 'i', nicks[ANN]);
    struct irc_person *person = ann.irc;
    take_up(&ann);
    must(players_go_on(&players, 1, SOON), "the move on IRC is not played");
    assert_int_equal(players.mover, ANN);
    must(players_go_on(&players, MOVES_IN_GAME, SOON) && players.is_over, "the game did not end");
    assert_int_equal(players.answered, MOVES_IN_GAME);
    must(irc_person_count(person, "PRIVMSG ann :.*your hand:") > 0, "the hand is not told on IRC");
    assert_int_equal(saved(), MOVES_IN_GAME);
    discord_bot_expect_clean(&rooms.house);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_linked_person_goes_on_elsewhere_and_comes_back, open_both,
                                        close_both),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
