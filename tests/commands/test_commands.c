/* What people type and what comes of it, over a real host: commands and moves, silence and
   answers, tables that private lines leave to guess, and Tab. People who say too much:
   test_flood.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "commands.h"
#include "flood.h"
#include "game.h"
#include "games.h"
#include "in_words.h"
#include "session.h"
#include "tables.h"
#include "talk.h"
#include "testing.h"
#include "text.h"

/* ---- the rows ---- */

static bool is_word_of(const struct command *command, const char *word)
{
    const struct command *found = command_find(word);
    return found == command;
}

static void assert_no_command(const char *game, const char *word)
{
    const struct command *command = command_find(word);
    if (command && strcmp(command->name, "play") != 0)
        fail_msg("the verb '%s' of %s is the command !%s, so nobody could play it", word, game,
                 command->name);
}

static test_case(no_verb_is_a_command)
{
    for (int g = 0; g < game_count; g++)
        for (int v = 0; v < games[g]->verb_count; v++) {
            const struct verb_spec *verb = &games[g]->verbs[v];
            char word[64];
            command_first_word(verb->word, word, sizeof word);
            if (verb->flags & VERB_HOST)
                continue; /* nobody types it */
            assert_no_command(games[g]->id, word);
            const char *rest = verb->aliases ? verb->aliases : "";
            for (rest = command_first_word(rest, word, sizeof word); *word;
                 rest = command_first_word(rest, word, sizeof word))
                assert_no_command(games[g]->id, word);
        }
}

static test_case(no_label_is_a_command)
{
    for (int g = 0; g < game_count; g++)
        for (const char *label = games[g]->labels; label && *label; label++) {
            const char word[] = {*label, '\0'};
            assert_no_command(games[g]->id, word);
        }
}

static test_case(no_word_is_two_commands)
{
    for (int i = 0; i < command_count; i++) {
        const struct command *command = &command_rows[i];
        char word[64];
        assert_true(is_word_of(command, command->name));
        const char *rest = command->aliases;
        for (rest = command_first_word(rest, word, sizeof word); *word;
             rest = command_first_word(rest, word, sizeof word))
            if (!is_word_of(command, word))
                fail_msg("'%s' is an alias of !%s and another command too", word, command->name);
        command_first_word(command->usage, word, sizeof word);
        assert_string_equal(word, command->name);
        command_first_word(command->example, word, sizeof word);
        assert_string_equal(word, command->name);
    }
}

/* The row's word on its answer goes with the answer: only then may a network show it in the
   room. */
static test_case(only_rows_that_say_so_are_answered_openly)
{
    static const char *const secret[] = {"hand", "moves", "seat", "link", "unlink", "whoami"};
    for (size_t i = 0; i < sizeof secret / sizeof *secret; i++)
        assert_int_equal(command_find(secret[i])->answer, ANSWER_PRIVATE);
    seat_two("#a");
    for (int i = 0; i < command_count; i++) {
        const struct command *command = &command_rows[i];
        if (command->answer == ANSWER_PUBLIC)
            continue;
        bool is_open = command->answer == ANSWER_REPLY;
        say("#a", "ann", command->example);
        if (house.opens != (is_open ? house.whispers : 0))
            fail_msg("!%s was answered %s by:\n%s", command->example,
                     is_open ? "secretly" : "openly", house.told);
        say(NULL, "ann", command->example);
        assert_int_equal(house.opens, 0);
    }
}

/* The refusal of a move follows from the hand; that somebody has no seat does not. */
static test_case(only_refusals_without_secrets_are_open)
{
    seat_two("#a");
    say("#a", "ann", "catch d me1 please");
    assert_int_equal(house.whispers, 1);
    assert_int_equal(house.opens, 0);
    static const char *const open[] = {"hand", "moves", "kick bob", "join"};
    for (size_t i = 0; i < sizeof open / sizeof *open; i++) {
        say("#a", "eve", open[i]);
        if (house.whispers != 1 || house.opens != 1)
            fail_msg("!%s was not refused openly:\n%s", open[i], house.told);
    }
}

/* A row that says PRIVATE is a promise: said in a room, nobody else reads the answer. */
static test_case(private_commands_never_post)
{
    seat_two("#a");
    for (int i = 0; i < command_count; i++) {
        const struct command *command = &command_rows[i];
        if (command->answer == ANSWER_PUBLIC || strcmp(command->name, "seat") == 0)
            continue;
        say("#a", "ann", command->example);
        if (house.posts > 0 || house.whispers == 0)
            fail_msg("!%s in a room was answered by:\n%s", command->example, house.told);
        say("#b", "eve", command->name);
        if (house.posts > 0 || house.whispers == 0)
            fail_msg("!%s in a room without a table was answered by:\n%s", command->name,
                     house.told);
    }
}

static test_case(every_command_is_explained_and_listed)
{
    for (int i = 0; i < command_count; i++) {
        char line[64], usage[128];
        snprintf(line, sizeof line, "help %s", command_rows[i].name);
        snprintf(usage, sizeof usage, "!%s ", command_rows[i].usage);
        house_say_as(&house, NULL, "ann", RANK_LOCAL, NULL, line);
        assert_told(usage);
    }
    house_forget(&house);
    say("#a", "ann", "help set"); /* with what the network adds */
    assert_told("<SET_WORDS_SHOWS_HOW>");
    house_say_as(&house, "#a", "ann", RANK_LOCAL, NULL, "help");
    assert_told("!games, !play, !join");
    seat_two("#a");
    say("#a", "ann", "help");
    assert_told("!hand, !board, !moves");
}

/* ---- in a room ---- */

static test_case(strangers_words_are_met_with_silence)
{
    say("#a", "ann", "weather");
    assert_silence();
    seat_two("#a");
    say("#a", "eve", "weather tomorrow");
    assert_silence();
    say("#a", "eve", "hide d under me1");
    assert_silence();
    say("#a", "ann", "!!");
    assert_silence();
    say("#a", "eve", "hand"); /* a command is a command, in anybody's mouth */
    assert_told("to eve: <NOT_SEATED_RUNNING_2>");
}

static test_case(who_sits_there_is_always_answered)
{
    say("#a", "ann", "play heartcatchers");
    say("#a", "ann", "weather");
    assert_told("to ann: ");
    say("#a", "ann", "hepl");
    assert_told("<COMMAND_UNKNOWN_NEAREST_1 command=!help>");
    say("#a", "bob", "join");
    say("#a", "ann", "weather");
    assert_told("to ann: ");
    say("#a", "bob", "moevs");
    assert_told("<COMMAND_UNKNOWN_NEAREST_1 command=!moves>");
}

/* Telephones put a full stop behind a word, and blanks of every kind; so does who copies a line. */
static test_case(marks_and_blanks_around_a_word_do_not_count)
{
    static const char *const lines[] = {"who",        "who.",      "who?!",       "WHO...",
                                        "\u00a0who",  "who\u00a0", "\u3000 who",  "who\u202f.",
                                        "who\u200b",  "\twho\t",   "who, please", "who\u00a0please",
                                        "who.\u00a0", "who\ufeff"};
    static const char *const talk[] = {"?who", "w.ho", "who\u200bis", "...", "who:", "-who."};
    seat_two("#a");
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        say("#a", "eve", lines[i]);
        if (!strstr(house.told, "ann") || strstr(house.told, in_words("<COMMAND_UNKNOWN_1>")))
            fail_msg("'%s': %s", lines[i], house.told);
    }
    for (size_t i = 0; i < sizeof talk / sizeof *talk; i++) {
        say("#a", "eve", talk[i]);
        if (*house.told)
            fail_msg("'%s': %s", talk[i], house.told);
    }
    say("#a", "ann", "catch! d me1"); /* a move that is refused for what it is */
    assert_told("to ann: ");
    assert_null(strstr(house.told, in_words("<COMMAND_UNKNOWN_1>")));
    say("#a", "ann", "say Hello there. Who?");
    assert_null(strstr(house.told, "there  Who"));
    say(NULL, "bob", "!hand.");
    assert_told("to bob: ");
    assert_null(strstr(house.told, in_words("<COMMAND_UNKNOWN_1>")));
}

static test_case(at_the_terminal_everything_is_meant)
{
    house_say_as(&house, "#a", "ann", RANK_LOCAL, NULL, "hello");
    assert_told("to ann: <COMMAND_UNKNOWN_NEAREST typed=hello|command=!help>");
    house_forget(&house);
    house_say_as(&house, "#a", "ann", RANK_LOCAL, NULL, "???");
    assert_told("to ann: ");
}

/* What a game that is not here is most like is said of it, and not opened. */
static test_case(the_game_that_is_most_like_it_is_named)
{
    int count = 0;
    for (int i = 0; i < game_count; i++)
        for (const char *word = games[i]->kin; word && *word; word += strspn(word, " "), count++) {
            char line[64], told[128];
            int length = (int)strcspn(word, " ");
            snprintf(line, sizeof line, "play %.*s", length, word);
            snprintf(told, sizeof told, "<GAME_LIKE typed=%.*s|game=%s>", length, word,
                     games[i]->name);
            say("#a", "ann", line);
            assert_told(told);
            assert_null(house_table(&house, "#a"));
            word += length;
        }
    assert_true(count > 0);
}

/* A word that names no game opens none. */
static test_case(another_game_than_the_one_named_is_never_opened)
{
    static const char *const words[][2] = {
        {"colour", "!play coloretto, !play colorcatcher, !play kritters"},
        {"color", "!play coloretto, !play colorcatcher, !play kritters"},
        {"heartc", "<GAME_UNKNOWN_NEAREST typed=heartc|game=Heartcatchers|id=heartcatchers>"},
        {"xy", "<GAME_UNKNOWN_1 typed=xy>"},
        {"", "<GAMES>"}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        char line[40];
        snprintf(line, sizeof line, "play %s", words[i][0]);
        say("#a", "ann", line);
        assert_told(words[i][1]);
        assert_null(house_table(&house, "#a"));
    }
    say("#a", "ann", "play Colour-MY kritters");
    assert_told("ann opened Colour MY Kritters");
}

static test_case(a_number_of_the_list_plays_where_nobody_else_reads)
{
    say("#a", "ann", "2");
    assert_null(house_table(&house, "#a"));
    static const char *const too_high[] = {"99", "L99", "0", "play 99"};
    char told[64];
    snprintf(told, sizeof told, "<GAME_UNKNOWN n=%d>", game_count);
    for (size_t i = 0; i < sizeof too_high / sizeof *too_high; i++) {
        house_say_as(&house, "#a", "ann", RANK_LOCAL, NULL, too_high[i]);
        assert_null(house_table(&house, "#a"));
        assert_told(told);
    }
    house_say_as(&house, "#a", "ann", RANK_LOCAL, NULL, "learn 2");
    assert_told("<GAME_UNKNOWN_NEAREST typed=2|game=Coloretto|id=coloretto>");
    house_say_as(&house, "#a", "ann", RANK_LOCAL, NULL, "play");
    assert_told("<GAMES_MENU>");
    assert_told("2 Coloretto");
    house_say_as(&house, "#a", "ann", RANK_LOCAL, NULL, "2");
    house_settle(&house);
    assert_told("ann opened Coloretto with robots=1 level=easy");
    house_say_as(&house, "#a", "ann", RANK_LOCAL, NULL, "stop yes");
    house_say_as(&house, "#a", "ann", RANK_LOCAL, NULL, "L2");
    house_settle(&house);
    assert_true(house_table(&house, "#a")->playing->lot.lesson);
}

/* What they name would be refused there. */
static test_case(at_no_table_nothing_is_named_that_needs_one)
{
    static const char *const lines[] = {"teach me", "coahc", "yes", "hide d me1"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        say(NULL, "ann", lines[i]);
        assert_told("<COMMAND_UNKNOWN_NONE>");
    }
    say(NULL, "ann", "deal");
    assert_told("<TABLE_YOURS_NONE>");
    seat_two("#a");
    say(NULL, "ann", "coahc");
    assert_told("<COMMAND_UNKNOWN_NEAREST_1 command=!coach>");
}

/* A number may answer a question of one of the tables. */
static test_case(who_sits_at_tables_plays_no_other_by_a_number)
{
    seat_two("#a");
    seat_two("#b");
    say(NULL, "ann", "2");
    assert_told("<TABLE_WHICH_3 example=#>");
}

static test_case(who_greets_the_bot_is_greeted)
{
    const struct heard heard = {.network = "net",
                                .room = "#a",
                                .key = "bob",
                                .name = "bob",
                                .text = "hello",
                                .is_addressed = true,
                                .now = ++house.now};
    house_forget(&house);
    commands_hear(house.commands, house.host, &heard);
    house_settle(&house);
    assert_told("to bob: <HELLO>");
}

static test_case(play_opens_a_table_or_is_a_move)
{
    say("#a", "ann", "play HEARTCATCHERS match=3");
    assert_told("ann opened Heartcatchers");
    say("#a", "bob", "join");
    house_forget(&house);
    house_say(&house, "#a", "ann", "play hide d under me1");
    house_say(&house, "#a", "bob", "play hide d under me1");
    assert_told("<HIDES_A_CARD_UNDER>");
    say("#a", "ann", "play heartcatchers");
    assert_told("are playing Heartcatchers here");
    say("#b", "ann", "play heartcatchers match 3");
    assert_told("<OPTION_FORM_1 typed=match>");
    say("#c", "ann", "play roygbiv");
    say("#c", "bob", "join");
    say("#c", "ann", "start");
    house_forget(&house);
    house_say(&house, "#c", "ann", "play"); /* there it is a verb, too */
    house_say(&house, "#c", "bob", "play");
    assert_not_told("playing ROYGBIV here");
    assert_told("<SAY_ONE_OF_THEM> ");
}

/* Words that are no commands lead to what there is, wherever the person stands. */
static test_case(words_that_people_try_lead_somewhere)
{
    static const struct {
        const char *word, *none, *lobby, *play;
    } tries[] = {
        {"quit", "<TABLE_WHICH_UNKNOWN_2>", "<QUIT_LOBBY_1>", "<QUIT_PLAY_1>"},
        {"exit", "<TABLE_WHICH_UNKNOWN_2>", "<QUIT_LOBBY_2>", "<QUIT_PLAY_2>"},
        {"another", "<ANOTHER_1>", "<ANOTHER_LOBBY_1>", "<ANOTHER_PLAY_1>"},
        {"?", "<HELP_1>", "<HELP_VERBS_1 game=Heartcatchers>", "<HELP_VERBS_1 game=Heartcatchers>"},
        {"heartcatchers", "<GAME_NAMED_1 id=heartcatchers>", "<TABLE_OPEN_YOURS_1>",
         "are playing Heartcatchers here"},
    };
    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
        say(NULL, "ann", tries[i].word);
        assert_told(tries[i].none);
    }
    say("#a", "eve", "quit"); /* other bots listen, too */
    assert_silence();
    say("#a", "eve", "?");
    assert_silence();
    say("#a", "ann", "play heartcatchers");
    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
        say("#a", "ann", tries[i].word);
        assert_told(tries[i].lobby);
        assert_null(strstr(house.told, in_words("<BOARD_LOBBY_1>")));
    }
    say("#a", "bob", "join");
    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
        say("#a", "ann", tries[i].word);
        assert_told(tries[i].play);
        say(NULL, "ann", tries[i].word);
        assert_true(house.whispers == 1 && house.posts == 0);
    }
}

static test_case(no_word_of_words_def_is_anything_else)
{
#define WORD(words, ...) words " "
    static const char all[] =
#include "words.def"
        ;
#undef WORD
    char word[64];
    for (const char *rest = command_first_word(all, word, sizeof word); *word;
         rest = command_first_word(rest, word, sizeof word)) {
        assert_null(command_find(word));
        assert_null(game_find(word));
        for (int g = 0; g < game_count; g++)
            for (int v = 0; v < games[g]->verb_count; v++)
                assert_string_not_equal(games[g]->verbs[v].word, word);
    }
}

/* Who sits at a table is not told to join it, and a stranger is. */
static test_case(join_is_for_who_does_not_sit)
{
    say("#a", "ann", "play heartcatchers");
    static const char *const asked[] = {"board", "play heartcatchers", "help", "hand", "weather"};
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        say("#a", "ann", asked[i]);
        assert_told("ann");
        assert_null(strstr(house.told, in_words("<BOARD_LOBBY_1>")));
        assert_null(strstr(house.told, in_words("<SEAT_WORD_NO_SEAT_2>")));
    }
    say("#a", "eve", "hand");
    assert_told("to eve: <GAME_NOT_BEGUN_STRANGER>");
    say("#a", "eve", "board");
    assert_told("<BOARD_LOBBY_2>");
}

static test_case(help_at_a_table_begins_with_its_moves)
{
    seat_two("#a");
    say("#a", "ann", "help");
    assert_told("to ann: <HELP_VERBS game=Heartcatchers> !catch, !steal, !hide. At a table");
    say("#a", "eve", "help");
    assert_told("to eve: <HELP_2>");
}

/* ---- opening and ending ---- */

static test_case(robots_come_in_numbers)
{
    static const struct {
        const char *typed, *told;
    } lines[] = {
        {"play coloretto",
         "#a: ann opened Coloretto (2 to 5 players). !join to sit down, !add robot to play now"},
        {"add robot 5", "to ann: <ADD_NUMBER left=4>"},
        {"add robot 0", "to ann: 4 seats are free"},
        {"add robot 3", "#a: <ROBOT_JOINED_ENOUGH_PRIVATE_1 who=robot, robot2 and "
                        "robot3|level=medium|seated=4|most=5>"},
        {"add 2 random robots", "to ann: <ADD_NUMBER left=1>"},
        {"add clever robot", "<ROBOT_LEVEL_UNKNOWN_1 typed=clever>"},
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        say("#a", "ann", lines[i].typed);
        assert_told(lines[i].told);
        assert_int_equal(house.posts + house.whispers, 1);
    }
    say("#a", "ann", "add random robot");
    assert_true(host_is_playing(house_table(&house, "#a"))); /* full, and ann alone */
    say("#a", "ann", "add robot");
    assert_told("to ann: <ADD_RUNNING_1>");
    say("#a", "eve", "add robot");
    assert_told("<JOIN_RUNNING_1>");
}

/* Neither oneself nor a robot is an example. */
static test_case(only_who_can_get_up_is_an_example)
{
    say("#a", "ann", "play coloretto");
    say("#a", "ann", "kick");
    assert_told("to ann: <KICK_NOBODY_1>");
    say("#a", "bob", "join");
    say("#a", "ann", "add robot 2");
    say("#a", "ann", "start");
    say("#a", "ann", "kick");
    assert_told("<KICK_WHOM_1 example=bob> ");
    say("#a", "ann", "away");
    assert_told("<AWAY_WHOM_1 example=bob> ");
    say("#a", "bob", "away");
    assert_told("<AWAY_WHOM_1 example=ann> ");
    say("#b", "cid", "play coloretto robots=2");
    say("#b", "cid", "kick");
    assert_told("to cid: <KICK_NOBODY_1>");
    say("#b", "cid", "away");
    assert_told("to cid: <AWAY_NOBODY>");
}

static test_case(a_full_table_takes_no_robot)
{
    house.is_cutting = true;
    seat_two("#a");
    say("#a", "ann", "add robot");
    assert_told("to ann: <ADD_CLOSED>");
}

static test_case(a_game_against_robots_is_one_line)
{
    static const char *const wrong[] = {"robots=5", "robots=0", "robots=x", "robots=-1",
                                        "robots=99999999999"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char line[64];
        snprintf(line, sizeof line, "play coloretto %s", wrong[i]);
        say("#a", "ann", line);
        assert_told("to ann: <ROBOTS_NUMBER_1 game=Coloretto|id=coloretto|least=1|most=4>");
    }
    say("#a", "ann", "play kritters mode=solo robots=1");
    assert_told("<OPTIONS_REFUSED_OPEN why=A solo game is for one player: take mode=standard "
                "for more.>");
    say("#a", "ann", "play coloretto robots=2 side=grey cut=my words");
    assert_told("#a: <OPENED_COLORETTO_WITH_ROBOTS who=ann>");
    assert_told("to ann: <CUT_EARLY_ALONE_1>");
    assert_told("robot2");
    assert_told("play Coloretto.");
    assert_true(host_is_playing(house_table(&house, "#a")));
    say("#b", "robot", "play coloretto robots=1");
    assert_told("<AND_ROBOT_PERSON_PLAY who=robot>"); /* told apart */
}

static void refuses_one_robot(const struct game *game)
{
    char line[64], told[128];
    snprintf(line, sizeof line, "play %s robots=1", game->id);
    snprintf(told, sizeof told, "<ROBOTS_NUMBER_1 game=%s|id=%s|least=%d|most=%d>", game->name,
             game->id, game->seats_min - 1, game->seats_max - 1);
    say("#a", "ann", line);
    assert_told(told);
}

/* Where fewer than three cannot play, a number of the list seats two robots or more. */
static test_case(a_number_of_the_list_seats_as_many_robots_as_the_game_needs)
{
    int found = 0;
    for (int number = 1; number <= game_count && number < 100; number++) {
        char line[8], seated[64];
        int robots = games[number - 1]->seats_min - 1;
        if (robots < 2)
            continue;
        snprintf(line, sizeof line, "%d", number);
        snprintf(seated, sizeof seated, "with robots=%d level=easy", robots);
        house_say_as(&house, "#a", "ann", RANK_LOCAL, NULL, line);
        house_settle(&house);
        assert_told(seated);
        house_say_as(&house, "#a", "ann", RANK_LOCAL, NULL, "stop yes");
        if (games[number - 1]->seats_max > robots + 1) {
            refuses_one_robot(games[number - 1]);
            found++;
        }
    }
    assert_true(found > 0);
}

static test_case(seats_follow_from_the_options)
{
    say("#a", "ann", "play kritters mode=junior");
    assert_told("<TABLE_OPENED_WITH who=ann|game=Colour MY Kritters|players=2 to "
                "6|options=mode=junior>");
    say("#a", "ann", "hand");
    assert_told("1 player is missing");
    say("#a", "ann", "add robot 6");
    assert_told("<SEATS_ARE_FREE>");
    say("#a", "ann", "add robot 4");
    assert_told("<ROBOT_JOINED_ENOUGH_PRIVATE_2 seated=5|most=6>");
    say("#a", "bob", "join");
    assert_told("<JOINED_FULL who=bob>");
    assert_true(host_is_playing(house_table(&house, "#a")));
    say("#b", "ann", "play kritters mode=solo");
    assert_told("<TABLE_OPENED_ALONE_1 who=ann|game=Colour MY Kritters|options=mode=solo>");
    say("#b", "ann", "add robot");
    assert_told("<ADD_FULL_1 who=ann>");
    say("#b", "ann", "start");
    assert_true(host_is_playing(house_table(&house, "#b")));
}

static test_case(in_private_nobody_is_told_to_join)
{
    say(NULL, "ann", "play coloretto");
    assert_told("<OPENED_COLORETTO_TO_PLAYERS who=ann>");
    say(NULL, "ann", "add robot");
    assert_told("<ROBOT_JOINED_ENOUGH_PRIVATE_3>");
}

/* A game is not lost by one word. What loses nothing is not asked about, and a stranger is
   refused, not asked. */
static test_case(the_end_of_a_game_is_asked_about_once)
{
    say("#a", "ann", "play coloretto");
    say("#a", "ann", "stop");
    assert_told("<STOPPED_LOBBY by=ann|game=Coloretto>");
    seat_two("#a");
    say("#a", "eve", "stop");
    assert_told("to eve: <NOT_ALLOWED_1 who=ann>");
    say("#a", "ann", "stop");
    assert_told("to ann: <STOP_ASK_OTHERS_1 game=Heartcatchers>");
    assert_int_equal(house.posts, 0);
    say("#a", "ann", "hide d under me1");
    house_wait(&house, 60000);
    say("#a", "ann", "stop");
    assert_told("to ann: <STOP_ASK_OTHERS_2 game=Heartcatchers>");
    say("#a", "ann", "stop");
    assert_told("#a: <STOP_ASKED by=ann|who=bob>");
    say("#a", "bob", "yes");
    assert_told("#a: <STOPPED_1 by=ann|game=Heartcatchers>");
    say("#a", "ann", "play coloretto robots=1");
    say("#a", "ann", "stop");
    assert_told("to ann: <STOP_ASK game=Coloretto>");
    say("#a", "ann", "stop yes");
    assert_told("#a: <STOPPED_1 by=ann|game=Coloretto>");
    seat_two("#a");
    say("#a", "ann", "leave"); /* bob plays on */
    assert_told("#a: ann leaves");
    say("#a", "bob", "leave");
    assert_told("to bob: <LEAVE_ASK_1 game=Heartcatchers>");
    say("#a", "bob", "leave");
    assert_told("<LEFT_PLAY_LAST_1>");
}

/* ---- said without a prefix ---- */

static void overhear(const char *who, const char *text, bool is_read)
{
    struct heard heard = {
        .network = "net", .room = "#a", .key = who, .name = who, .text = text, .now = house.now};
    house_forget(&house);
    commands_overhear(house.commands, house.host, &heard, is_read);
    house_wait(&house, 0);
}

/* Only what everybody can see decides: whose turn it is, and whether a verb and something more
   was said. */
static test_case(a_move_without_a_prefix_is_answered_once)
{
    static const char *const talk[] = {"hide",      "d",           "d under me1", "2",
                                       "hello ann", "hid d them1", "!hide d",     "h d"};
    seat_two("#a");
    for (size_t i = 0; i < sizeof talk / sizeof *talk; i++) {
        overhear("ann", talk[i], false);
        assert_silence();
    }
    overhear("bob", "hide d under me1", false); /* not bob's turn */
    assert_silence();
    overhear("eve", "hide d under me1", false);
    assert_silence();
    overhear("ann", "hide nothing of mine", false);
    assert_string_equal(house.told, in_words("to ann: <MOVE_BARE command=!hide>\n"));
    overhear("ann", "hide d under me1", false);
    assert_silence();
}

static test_case(a_room_may_read_moves_without_a_prefix)
{
    seat_two("#a");
    overhear("ann", "hello everybody", true);
    assert_silence();
    overhear("ann", "hide red heart under me1", true); /* a name would tell a secret */
    assert_told("<MOVE_SECRET_NAMED_1>");
    assert_int_equal(house.posts, 0);
    overhear("ann", "hide d under me1", true);
    assert_told("#a: <HIDES_A_CARD who=ann>");
}

/* ---- in private ---- */

static test_case(in_private_the_only_table_is_meant)
{
    say(NULL, "ann", "hand");
    assert_told("to ann: <TABLE_WHICH_UNKNOWN_2>");
    seat_two("#a");
    say(NULL, "ann", "!hand");
    assert_told("<HAND room=to ann: #a>");
    say(NULL, "ann", "hide d under me1");
    assert_told("#a: <HIDES_A_CARD_UNDER_2 who=ann>");
    say(NULL, "ann", "hepl");
    assert_told("<COMMAND_UNKNOWN_NEAREST_1 command=!help>");
}

static test_case(in_private_several_tables_have_to_be_told_apart)
{
    seat_two("#a");
    seat_two("#b");
    say(NULL, "ann", "hand");
    assert_told("#a");
    assert_told("#b");
    assert_told(" hand'");
    say(NULL, "ann", "hide d under me1");
    assert_told("<TABLE_WHICH_3 example=#>");
    say(NULL, "ann", "#B hand");
    assert_told("<HAND room=to ann: #b>");
    say(NULL, "ann", "#b: hide d under me1");
    assert_told("#b: <HIDES_A_CARD who=ann>");
    say(NULL, "ann", "#c hand");
    assert_told("<TABLE_WHICH_UNKNOWN_3 typed=#c>");
    say(NULL, "ann", "hnad");
    assert_told("<COMMAND_UNKNOWN_NEAREST_1 command=!hand>");
    say(NULL, "ann", "rules turn");
    assert_told("<TABLE_WHICH_3 example=#>");
    say(NULL, "ann", "#b rules turn");
    assert_told("turn: <SEAT_WORD_HELD_2>");
    say(NULL, "ann", "rules heartcatchers turn"); /* about no table in particular */
    assert_told("turn: <SEAT_WORD_HELD_2>");
    say(NULL, "ann", "here play heartcatchers");
    say(NULL, "ann", "play heartcatchers");
    say(NULL, "ann", "here add robot");
    assert_told("@ann: ");
    say(NULL, "ann", "here stop yes");
    assert_told("<ANN_ANN_STOPS_THE>");
}

static test_case(only_tables_in_play_can_be_meant_by_a_move)
{
    seat_two("#a");
    say("#b", "ann", "play heartcatchers");
    say(NULL, "ann", "hide d under me1");
    assert_told("#a: <HIDES_A_CARD who=ann>");
    say(NULL, "ann", "leave");
    assert_told("<TABLE_WHICH_1>");
}

/* `opener` plays in private, and ann comes by a code. */
static int64_t join_in_private(const char *opener, const char *game)
{
    char room[HOST_ROOM], text[64];
    snprintf(room, sizeof room, "@%s", opener);
    snprintf(text, sizeof text, "play %s", game);
    say(NULL, opener, text);
    say(NULL, opener, "invite");
    snprintf(text, sizeof text, "join %s", house_table(&house, room)->shown.invite);
    say(NULL, "ann", text);
    say(NULL, opener, "start");
    return host_table_number(house_table(&house, room));
}

/* Every table can be named in one word, whatever the game is called. */
static test_case(tables_in_others_conversations_can_be_told_apart)
{
    char wanted[128], text[64];
    say(NULL, "ann", "play heartcatchers robots=1");
    join_in_private("bob", "kritters");
    say(NULL, "ann", "turn");
    assert_told("<TABLE_WHICH rooms=kritters, here|example=kritters|line=turn>");
    say(NULL, "ann", "kritters leave");
    assert_told("<LEFT_PLAY_1 who=ann>");
    long long first = join_in_private("cid", "coloretto"),
              second = join_in_private("dan", "coloretto");
    say(NULL, "ann", "turn");
    snprintf(wanted, sizeof wanted, "coloretto-%lld, coloretto-%lld", second, first);
    assert_told(wanted);
    for (int i = 0; i < 2; i++) {
        snprintf(text, sizeof text, "coloretto-%lld leave", i ? first : second);
        /* the second time there is one alone, and the name that was read still works */
        say(NULL, "ann", text);
        const struct session *table = house_table(&house, i ? "@cid" : "@dan");
        assert_true(table->seats[house_seat(&house, i ? "@cid" : "@dan", "ann")].is_left);
    }
}

static test_case(a_bare_seat_word_is_a_claim)
{
    say(NULL, "ann", "k7plm-x3vqd");
    assert_told("<SEAT_WORD_NO_SEAT_3>");
    say(NULL, "ann", "seat");
    assert_told("<SEAT_WORD_NO_SEAT_3>");
    static const char *const talk[] = {"heartbroken", "k7plmx3vqd",   "k7plm x3vqd",
                                       "k7plm-x3vq",  "k7plm-x3vqdd", "k7pl!-x3vqd"};
    for (size_t i = 0; i < sizeof talk / sizeof *talk; i++) {
        house_forget(&house);
        say(NULL, "ann", talk[i]);
        house_expect_not(&house, "<SEAT_WORD_NO_SEAT_1>");
    }
}

/* ---- Tab ---- */

static bool collect(void *arg, const char *completion)
{
    text_putf(arg, "%s\n", completion);
    return true;
}

/* Calls `each` with what is offered to somebody who has typed so much. */
static void complete(const char *room, const char *who, const char *typed,
                     bool (*each)(void *arg, const char *completion), void *arg)
{
    const struct heard heard = {
        .network = "net", .room = room, .key = who, .name = who, .text = "", .now = house.now};
    commands_complete(house.commands, house.host, &heard, typed, each, arg);
}

static const char *completions(const char *room, const char *who, const char *typed)
{
    static char bytes[16 * 1024];
    struct text text = text_over(bytes, sizeof bytes);
    complete(room, who, typed, collect, &text);
    return bytes;
}

static bool must_be_move(void *arg, const char *move)
{
    const struct heard heard = {
        .network = "net", .room = "#a", .key = "ann", .name = "ann", .text = "", .now = house.now};
    if (!host_is_move(house_table(&house, "#a"), &heard, move))
        fail_msg("offered, but not a move: '%s'", move);
    ++*(int *)arg;
    return true;
}

static test_case(only_what_can_be_played_is_offered)
{
    int offers = 0;
    seat_two("#a");
    complete("#a", "ann", "hide ", must_be_move, &offers);
    assert_true(offers >= 18);
    assert_string_equal(completions("#a", "bob", "hide "), "");
    assert_string_equal(completions("#a", "eve", "hide "), "");
    assert_non_null(strstr(completions(NULL, "ann", "h"), "hide d me1\n"));
}

static test_case(commands_and_what_they_name_are_offered)
{
    assert_string_equal(completions("#a", "ann", "mo"), "moves\n");
    assert_string_equal(completions("#a", "ann", "play heartc"), in_words("<SHELL_GREETING_1>\n"));
    assert_string_equal(completions("#a", "ann", "help ki"), "help kick\n");
    assert_string_equal(completions("#a", "ann", "add "), in_words("<TABLE_NEXT_1>\n"));
    assert_string_equal(completions("#a", "ann", "kick "), "");
    assert_string_equal(completions("#a", "ann", "play heartcatchers la"),
                        "play heartcatchers layout=dealt\nplay heartcatchers layout=hearts\n");
    assert_string_equal(completions("#a", "ann", "play coloretto side=grey rob"),
                        "play coloretto side=grey robots=1\n");
    assert_string_equal(completions("#a", "ann", "rules heartcatchers g"),
                        "rules heartcatchers goal\n");
    assert_string_equal(completions("#a", "ann", "options "), "");
    assert_null(strstr(completions("#a", "ann", "rules go"), "goal")); /* of which game? */
}

static test_case(options_and_topics_of_the_own_table_are_offered)
{
    for (int g = 0; g < game_count; g++) {
        char room[16], line[64];
        snprintf(room, sizeof room, "#%d", g);
        snprintf(line, sizeof line, "play %s", games[g]->id);
        say(room, "ann", line);
        if (games[g]->option_count > 0) {
            snprintf(line, sizeof line, "options %s=", games[g]->options[0].name);
            assert_non_null(strstr(completions(room, "ann", "options "), line));
        }
        assert_string_equal(completions(room, "ann", "options fi"),
                            "options first=lot\noptions first=ann\n");
        assert_string_equal(completions(room, "ann", "options clock=l"), "options clock=live\n");
        assert_null(strstr(completions(room, "ann", "play "), "first="));
        snprintf(line, sizeof line, "rules %s\n", games[g]->topics[0].name);
        assert_non_null(strstr(completions(room, "ann", "rules "), line));
        say(room, "ann", "stop");
    }
    assert_string_equal(completions("#a", "ann", "xyz"), "");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_talking, close_house)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_verb_is_a_command),
        cmocka_unit_test(no_label_is_a_command),
        cmocka_unit_test(no_word_is_two_commands),
        TEST(only_rows_that_say_so_are_answered_openly),
        TEST(only_refusals_without_secrets_are_open),
        TEST(private_commands_never_post),
        TEST(every_command_is_explained_and_listed),
        TEST(strangers_words_are_met_with_silence),
        TEST(who_sits_there_is_always_answered),
        TEST(marks_and_blanks_around_a_word_do_not_count),
        TEST(at_the_terminal_everything_is_meant),
        TEST(the_game_that_is_most_like_it_is_named),
        TEST(another_game_than_the_one_named_is_never_opened),
        TEST(a_number_of_the_list_plays_where_nobody_else_reads),
        TEST(at_no_table_nothing_is_named_that_needs_one),
        TEST(who_sits_at_tables_plays_no_other_by_a_number),
        TEST(who_greets_the_bot_is_greeted),
        TEST(play_opens_a_table_or_is_a_move),
        TEST(words_that_people_try_lead_somewhere),
        cmocka_unit_test(no_word_of_words_def_is_anything_else),
        TEST(join_is_for_who_does_not_sit),
        TEST(help_at_a_table_begins_with_its_moves),
        TEST(robots_come_in_numbers),
        TEST(only_who_can_get_up_is_an_example),
        TEST(a_full_table_takes_no_robot),
        TEST(a_game_against_robots_is_one_line),
        TEST(a_number_of_the_list_seats_as_many_robots_as_the_game_needs),
        TEST(seats_follow_from_the_options),
        TEST(in_private_nobody_is_told_to_join),
        TEST(the_end_of_a_game_is_asked_about_once),
        TEST(a_move_without_a_prefix_is_answered_once),
        TEST(a_room_may_read_moves_without_a_prefix),
        TEST(in_private_the_only_table_is_meant),
        TEST(in_private_several_tables_have_to_be_told_apart),
        TEST(only_tables_in_play_can_be_meant_by_a_move),
        TEST(tables_in_others_conversations_can_be_told_apart),
        TEST(a_bare_seat_word_is_a_claim),
        TEST(only_what_can_be_played_is_offered),
        TEST(commands_and_what_they_name_are_offered),
        TEST(options_and_topics_of_the_own_table_are_offered),
    };
    return cmocka_run_group_tests_name("commands", tests, NULL, NULL);
}
