/* A whole random game over a real server, with a nick for every seat and one who watches:
   test_irc_modes MODE [inspircd], of tests/games/modes.def. On ngIRCd nobody has an account, on
   InspIRCd every other player has; players cannot tell the difference. The game comes to its end;
   no move that was offered is refused; the channel was told what the record retells; nobody reads
   what is not for them, and no line is longer than IRC allows. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot.h"
#include "child.h"
#include "game.h"
#include "games_room.h"
#include "inspircd.h"
#include "irc_person.h"
#include "ircd.h"
#include "players.h"
#include "retold.h"
#include "testing.h"

enum { SOON = TEST_SOON_MS, WHILE = 300, IRC_LINE = 510 };

static const struct mode {
    const char *name;
    int nicks;
    const char *words;
} modes[] = {
#define MODE(name, nicks, words) {#name, nicks, words},
#define EVERYWHERE               MODE
#define RARE(game, verb)
#include "../games/modes.def"
#undef RARE
#undef EVERYWHERE
#undef MODE
};

static const char *const nicks[PLAYERS_SEATS] = {"ann", "bob", "cid", "dan", "eve", "fay",
                                                 "guy", "hal", "ida", "joe", "kim", "leo"};
static struct irc_person *people[PLAYERS_SEATS], *watcher;
static bool has_accounts; /* InspIRCd with services; else ngIRCd */
static struct ircd *ircd;
static struct inspircd *inspircd;
static int port;
static struct bot *bot;
static struct players players;

static void must(bool is_so, const char *what)
{
    if (is_so)
        return;
    bot_print_log(bot);
    players_print(&players);
    fail_msg("%s %s", what, players.refusal);
}

static struct irc_person *come(const char *nick)
{
    const struct irc_address address = {.host = "127.0.0.1", .port = port};
    return games_room_join(&address, nick, "#games");
}

static void open_server(void)
{
    if (has_accounts)
        inspircd = inspircd_start(&(struct inspircd_options){.services = true});
    else
        ircd = ircd_start(&(struct ircd_options){0});
    assert_true(inspircd || ircd);
    port = has_accounts ? inspircd_port(inspircd) : ircd_port(ircd);
}

static void make_account(struct irc_person *person, const char *nick)
{
    irc_person_send(person, "PRIVMSG NickServ :REGISTER pass-%s %s@mail.test.example", nick, nick);
    if (!irc_person_expect(person, "NOTICE [^ ]+ :.*(now registered|successfully)", SOON))
        fail_msg("no account: %s", irc_person_transcript(person));
}

static int open_house(void **state)
{
    const struct mode *mode = *state;
    char config[256];
    open_server();
    snprintf(
        config, sizeof config,
        "irc \"test\" {\n server = \"127.0.0.1\"\n port = %d\n tls = no\n flood = \"off\"\n channels = {\"#games\"}\n}\n",
        port);
    bot = bot_new(config);
    bot_start(bot);
    assert_true(bot_logged(bot, "irc-joined", SOON));
    watcher = come("watcher");
    for (int i = 0; i < mode->nicks; i++) {
        people[i] = come(nicks[i]);
        if (has_accounts && i % 2 == 0)
            make_account(people[i], nicks[i]);
    }
    players_init(&players, "#games", people, nicks, mode->nicks, 1);
    return 0;
}

static int close_house(void **state)
{
    const struct mode *mode = *state;
    for (int i = 0; i < mode->nicks; i++)
        irc_person_free(people[i]);
    irc_person_free(watcher);
    bot_free(bot);
    ircd_stop(ircd);
    inspircd_stop(inspircd);
    ircd = NULL;
    inspircd = NULL;
    return 0;
}

/* ---- who reads what ---- */

/* Only words for the person itself come in private, and the channel is told no hand. */
static void reads_what_is_meant_for(struct irc_person *person, const char *nick, bool is_match)
{
    char to_others[160], to_me[160], hand[160], result[160];
    snprintf(to_others, sizeof to_others, "^:tabletalk![^ ]+ PRIVMSG ");
    snprintf(to_me, sizeof to_me, "^:tabletalk![^ ]+ PRIVMSG (#games|%s) :", nick);
    assert_int_equal(irc_person_count(person, to_others), irc_person_count(person, to_me));
    assert_int_equal(
        irc_person_count(person, "PRIVMSG #games :.*(our hand|You can play|You draw|eat word)"), 0);
    assert_int_equal(irc_person_count(person, "^:tabletalk![^ ]+ NOTICE "), 0);
    snprintf(hand, sizeof hand, "^:tabletalk![^ ]+ PRIVMSG %s :.*your hand", nick);
    assert_true((players.game->hand >= 0) == (irc_person_count(person, hand) > 0));
    snprintf(result, sizeof result, "PRIVMSG #games :.* (wins?|share|ends) %s", players.game->name);
    assert_in_range(irc_person_count(person, result), 1, is_match ? 20 : 1);
}

static void no_line_is_too_long(const struct irc_person *person)
{
    for (const char *line = irc_person_transcript(person); *line; line += strcspn(line, "\n") + 1)
        if (strcspn(line, "\n") - strlen("<- ") > IRC_LINE)
            fail_msg("too long: %.600s", line);
}

static void was_told_what_is_recorded(void)
{
    int tales;
    struct client reader = client_on_irc("irc", "#games", watcher);
    char *retold = retold_read(bot, "--public");
    irc_person_listen(watcher, WHILE);
    const char *missing = retold_missing(retold, &reader, &tales);
    if (missing)
        fail_msg("the record says, and the channel was not told: %s", missing);
    assert_true(tales > players.answered / 2);
    free(retold);
}

/* ---- the game ---- */

static void a_whole_game(void **state)
{
    const struct mode *mode = *state;
    must(players_sit_down(&players, mode->words, SOON), "no table");
    must(players_go_on(&players, PLAYERS_MOST, SOON) && players.is_over, "the game did not end");
    print_message("%s: %d moves, the slowest answer took %ld ms\n", mode->name, players.answered,
                  players.longest_answer);
    was_told_what_is_recorded();
    for (int i = 0; i < mode->nicks; i++)
        irc_person_listen(people[i], 0);
    assert_int_equal(irc_person_count(watcher, "^:tabletalk![^ ]+ PRIVMSG watcher "), 0);
    no_line_is_too_long(watcher);
    for (int i = 0; i < mode->nicks; i++) {
        reads_what_is_meant_for(people[i], nicks[i],
                                players.game->length || strstr(mode->words, "match="));
        no_line_is_too_long(people[i]);
        bool needs_word = !has_accounts || i % 2 == 1;
        assert_true(needs_word == (irc_person_count(people[i], "eat word") > 0));
    }
    assert_true(bot_stop(bot, 5000));
}

int main(int argc, char **argv)
{
    enum { MODES = sizeof modes / sizeof *modes };
    struct CMUnitTest tests[MODES];
    int count = 0;
    has_accounts = argc > 2 && strcmp(argv[2], "inspircd") == 0;
    for (int i = 0; i < MODES; i++)
        if (argc < 2 || strcmp(argv[1], modes[i].name) == 0)
            tests[count++] = (struct CMUnitTest){.name = modes[i].name,
                                                 .test_func = a_whole_game,
                                                 .setup_func = open_house,
                                                 .teardown_func = close_house,
                                                 .initial_state = (void *)&modes[i]};
    if (count == 0)
        fprintf(stderr, "modes.def has no %s\n", argv[1]);
    return count == 0 ? 1 : _cmocka_run_group_tests("modes", tests, (size_t)count, NULL, NULL);
}
