/* What somebody with a phone taps and types on Discord: cards on buttons, commands in texts, and
   offers, which can be typed as they are shown, over whole games of the stand-in. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chosen.h"
#include "evening.h"
#include "game.h"
#include "games.h"
#include "in_words.h"
#include "scratch.h"
#include "testing.h"

enum { PIECES = 256, PIECE = 256, OFFERS_A_GAME = 12, SECOND = 1000 };

static struct club club;

/* ---- cards on buttons ---- */

static char *folder;

/* An emoji for every name that a picture can have, as `tabletalk discord cards` notes them. */
static void upload_all(bool is_there)
{
    static const char characters[] = "abcdefghijklmnopqrstuvwxyz0123456789_";
    char name[64], *path;
    snprintf(name, sizeof name, "discord-cards-%" PRIu64, standin_application(club.discord));
    path = scratch_path(folder, name);
    FILE *file = fopen(path, "we");
    assert_non_null(file);
    for (int i = 0; i < 37 * 37; i++) {
        snprintf(name, sizeof name, "%c%c", characters[i / 37], characters[i % 37]);
        fprintf(file, "%s %" PRIu64 " 0123456789abcdef\n", name,
                is_there ? standin_emoji(club.discord, name) : UINT64_C(1180000000000000001));
    }
    fclose(file);
    free(path);
}

/* How many of these, buttons or choices of a menu, have an emoji. All have a label. */
static int count_emoji(const json_t *shown)
{
    int count = 0;
    for (size_t i = 0; i < json_array_size(shown); i++) {
        const json_t *one = json_array_get(shown, i), *choices = json_object_get(one, "options");
        assert_true(choices || *json_string_value(json_object_get(one, "label")));
        count += choices ? count_emoji(choices) : json_object_get(one, "emoji") != NULL;
    }
    return count;
}

static int count_in_hand(int person)
{
    int count = 0;
    uint64_t user = club.people[person];
    const struct standin_message *hand = standin_last(club.discord, club.games, user);
    const json_t *rows = json_object_get(hand->body, "components");
    assert_true(hand->viewer == user);
    assert_in_range(json_array_size(rows), 1, 5);
    for (size_t i = 0; i < json_array_size(rows); i++)
        count += count_emoji(json_object_get(json_array_get(rows, i), "components"));
    return count;
}

/* The hand as it comes, and with the menu of all cards to hide. */
static int count_in_hands(int person)
{
    uint64_t user = club.people[person];
    standin_slash(club.discord, user, club.games, "hand");
    club_wait(&club, 3 * SECOND);
    int count = count_in_hand(person);
    if (!standin_press(club.discord, user, standin_last(club.discord, club.games, user)->id,
                       "v1:0:hide"))
        return count; /* not to move */
    club_wait(&club, 3 * SECOND);
    return count + count_in_hand(person);
}

static int buttons_in_play(bool has_folder, bool is_there)
{
    club_open(&club, NULL);
    folder = scratch_make();
    upload_all(is_there);
    club_stop(&club);
    club.folder = has_folder ? folder : NULL;
    club_start(&club);
    club_wait(&club, 5 * SECOND);
    club_say(&club, CLUB_ANN, "!play heartcatchers");
    club_say(&club, CLUB_BOB, "!join");
    club_wait(&club, 5 * SECOND);
    club_wait(&club, 20 * SECOND);
    int count = count_in_hands(CLUB_ANN) + count_in_hands(CLUB_BOB);
    standin_expect_clean(club.discord);
    club_close(&club);
    scratch_remove(folder);
    return count;
}

static test_case(buttons_show_the_applications_own_emoji)
{
    assert_in_range(buttons_in_play(true, true), 3, 100);
    assert_int_equal(buttons_in_play(false, true), 0);
}

/* Discord refuses a message with such a button, and the hand would never come. */
static test_case(an_emoji_that_is_gone_stands_on_no_button)
{
    assert_int_equal(buttons_in_play(true, false), 0);
}

static void begin_with_emoji(const char *play)
{
    club_open(&club, NULL);
    folder = scratch_make();
    upload_all(true);
    club_stop(&club);
    club.folder = folder;
    club_start(&club);
    club_wait(&club, 5 * SECOND);
    club_say(&club, CLUB_ANN, play);
    club_say(&club, CLUB_BOB, "!join");
    club_wait(&club, 20 * SECOND);
    club_say(&club, CLUB_ANN, "!start");
    club_wait(&club, 20 * SECOND);
}

static void end_with_emoji(void)
{
    club_close(&club);
    scratch_remove(folder);
}

/* Within ten minutes the board has squares. */
static test_case(a_board_whose_emoji_are_deleted_goes_back_to_squares)
{
    begin_with_emoji("!play coloretto");
    club_say(&club, CLUB_ANN, "!draw");
    club_expect(club_seen(&club, CLUB_CID), "<:");
    standin_delete_emoji(club.discord);
    club_wait(&club, 11 * 60 * SECOND);
    assert_null(strstr(club_seen(&club, CLUB_CID), "<:"));
    standin_expect_clean(club.discord);
    end_with_emoji();
}

/* The hand was refused for its buttons, and comes without. */
static test_case(a_hand_whose_emoji_are_deleted_comes_all_the_same)
{
    begin_with_emoji("!play heartcatchers");
    standin_delete_emoji(club.discord);
    club_say(&club, CLUB_ANN, "!hide d them1");
    club_wait(&club, 5 * SECOND);
    const char *letter = club_letter(&club, CLUB_BOB);
    club_expect(letter, "<OFFER_1>");
    assert_null(strstr(letter, "<:"));
    end_with_emoji();
}

/* So is the answer to a press or a command: it comes at the second try, and not by direct
   message. */
static test_case(an_answer_whose_emoji_are_deleted_comes_all_the_same)
{
    begin_with_emoji("!play heartcatchers");
    standin_delete_emoji(club.discord);
    standin_mark(club.discord);
    standin_slash(club.discord, club.people[CLUB_ANN], club.games, "hand");
    club_wait(&club, 2 * SECOND);
    club_expect(club_seen(&club, CLUB_ANN), "<HAND_1>");
    assert_null(strstr(club_seen(&club, CLUB_ANN), "<:"));
    assert_int_equal(
        standin_count(club.discord, STANDIN_REQUEST, "POST /interactions/{}/{}/callback"), 2);
    assert_int_equal(standin_count(club.discord, STANDIN_REQUEST, "POST /channels/{}/messages"), 0);
    end_with_emoji();
}

static test_case(a_panel_whose_emoji_are_deleted_is_kept_fresh_all_the_same)
{
    begin_with_emoji("!play heartcatchers");
    standin_slash(club.discord, club.people[CLUB_BOB], club.games, "me hands by:panel");
    standin_slash(club.discord, club.people[CLUB_BOB], club.games, "hand");
    club_wait(&club, 2 * SECOND);
    uint64_t panel = standin_last(club.discord, club.games, club.people[CLUB_BOB])->id;
    club_expect(standin_content(standin_message(club.discord, panel)), "<:");
    standin_delete_emoji(club.discord);
    club_say(&club, CLUB_ANN, "!hide d them1");
    club_wait(&club, 5 * SECOND);
    const char *hand = standin_content(standin_message(club.discord, panel));
    club_expect(hand, "<DISCORD_HAND_TAP_1>");
    assert_null(strstr(hand, "<:"));
    end_with_emoji();
}

/* ---- moves under the board ---- */

static int requests(void)
{
    int count = 0;
    for (int i = 0; i < standin_entries(club.discord); i++)
        count += standin_entry(club.discord, i)->kind == STANDIN_REQUEST;
    return count;
}

static const struct standin_message *board(void)
{
    return standin_last(club.discord, club.games, STANDIN_EVERYONE);
}

/* The one of two who is called. */
static int called(void)
{
    char call[32];
    snprintf(call, sizeof call, "<@%" PRIu64 ">", club.people[CLUB_ANN]);
    return strstr(standin_content(board()), call) ? CLUB_ANN : CLUB_BOB;
}

static void press_alone(int person, const char *label)
{
    int before = requests();
    assert_true(club_press(&club, person, label) != 0);
    club_wait(&club, 3 * SECOND);
    assert_int_equal(requests() - before, 1);
}

static test_case(a_press_under_the_board_is_one_request)
{
    club_open(&club, NULL);
    club_say(&club, CLUB_ANN, "!play coloretto");
    club_say(&club, CLUB_BOB, "!join");
    club_wait(&club, 20 * SECOND);
    club_say(&club, CLUB_ANN, "!start");
    club_wait(&club, 20 * SECOND);
    int due = called(), other = CLUB_ANN + CLUB_BOB - due;
    uint64_t shown = board()->id;
    char *before = strdup(standin_content(board()));
    press_alone(other, "draw"); /* not theirs: said to them alone */
    assert_string_equal(standin_content(board()), before);
    club_expect(club_seen(&club, other), "<PRESS_OTHERS_1>");
    assert_true(standin_last(club.discord, club.games, club.people[other])->viewer ==
                club.people[other]);
    press_alone(CLUB_CID, "draw"); /* a stranger */
    club_expect(club_seen(&club, CLUB_CID), "<PRESS_NOT_YOURS_1>");
    assert_string_equal(standin_content(board()), before);
    free(before);
    press_alone(due, "draw");
    assert_true(board()->id == shown); /* the same message, edited: the same person goes on */
    club_expect(standin_content(board()), "draws");
    press_alone(due, "place 1");
    assert_true(board()->id != shown); /* a new one, which calls the other */
    assert_int_equal(called(), other);
    standin_expect_clean(club.discord);
    club_close(&club);
}

static struct evening evening;

/* Presses on until a move is made; true if its maker goes on and the others have not been shown
   it. */
static bool gathers(int pause)
{
    const struct standin_message *shown =
        standin_last(evening.club.discord, evening.club.games, STANDIN_EVERYONE);
    char *before = strdup(standin_content(shown));
    int moves = evening_moves(&evening);
    evening.pause = pause;
    evening_forget_cost(&evening);
    for (int i = 0; i < 20 && evening_moves(&evening) == moves; i++)
        evening_act(&evening);
    assert_true(evening_moves(&evening) > moves);
    evening_count(&evening);
    const struct standin_message *now =
        standin_last(evening.club.discord, evening.club.games, STANDIN_EVERYONE);
    bool is_same = now == shown && strcmp(standin_content(now), before) == 0;
    free(before);
    return is_same;
}

/* Steps of a turn wait for one another for four seconds at most, and for nothing when the bot
   leaves. */
static test_case(steps_of_a_turn_are_shown_together_and_soon)
{
    static const struct party party = {"Color Catcher", "colorcatcher", 2};
    int gathered = 0;
    evening_open(&evening, &party, EVENING_PANELS, 3, NULL);
    for (int i = 0; i < 40; i++)
        gathered += gathers(500);
    assert_in_range(gathered, 10, 40);
    club_wait(&evening.club, 5 * SECOND);
    for (int i = 0; i < 40; i++)
        assert_false(gathers(5 * SECOND));
    while (!gathers(500))
        club_wait(&evening.club, 5 * SECOND);
    club_stop(&evening.club);
    evening_count(&evening);
    assert_int_equal(evening.cost.posts + evening.cost.edits, 1);
    club_start(&evening.club);
    evening_close(&evening);
}

/* What the press that made a move cost, and those before it on the way there. */
static const struct cost *cost_of_move(struct cost *looks)
{
    int moves = evening_moves(&evening);
    *looks = (struct cost){0};
    for (int i = 0; i < 60 && evening_moves(&evening) == moves; i++) {
        looks->callbacks += evening.cost.callbacks;
        looks->follow_ups += evening.cost.follow_ups + evening.cost.letters +
                             evening.cost.letter_edits + evening.cost.posts + evening.cost.edits;
        evening_forget_cost(&evening);
        evening_act(&evening);
        evening_count(&evening);
    }
    assert_true(evening_moves(&evening) > moves);
    return &evening.cost;
}

/* All hands move by cards: a look at one is its answer alone; the answer to a move shows the new
   hand, and the hand of whose turn it is stands already, however old it is. */
static void cards_stand_whatever_is_legal(enum evening_way way)
{
    static const struct party party = {"Heartcatchers", "heartcatchers clock=off", 2};
    struct cost looks;
    evening_open(&evening, &party, way, 3, NULL);
    for (int i = 0; i < 2; i++) { /* each opens a panel */
        cost_of_move(&looks);
        evening_forget_cost(&evening);
    }
    for (int i = 0; i < 8; i++) {
        if (i == 4)
            club_wait(&evening.club, 11 * 60 * SECOND);
        evening_forget_cost(&evening);
        const struct cost *cost = cost_of_move(&looks);
        assert_int_equal(cost->callbacks, 1);
        assert_int_equal(cost->posts + cost->edits, 1);
        assert_int_equal(cost->follow_ups + cost->letters + cost->letter_edits, 0);
        assert_int_equal(looks.follow_ups, 0);
        assert_in_range(looks.callbacks, 1, 20);
    }
    evening_expect_told(&evening);
    standin_expect_clean(evening.club.discord);
    evening_close(&evening);
}

/* The button of that message whose id begins with one of these. NULL: none. */
static const char *label_of(const struct standin_message *message, const char *kinds)
{
    const json_t *row, *button;
    size_t r, c;
    json_array_foreach(json_object_get(message->body, "components"), r, row)
    {
        json_array_foreach(json_object_get(row, "components"), c, button)
        {
            const char *id = json_string_value(json_object_get(button, "custom_id"));
            if (id && strchr(kinds, *id))
                return json_string_value(json_object_get(button, "label"));
        }
    }
    return NULL;
}

/* Presses a button of their panel, and says what stands there then. */
static const struct standin_message *press_on(int person, const struct standin_message *panel,
                                              const char *label)
{
    uint64_t press =
        standin_press_label(evening.club.discord, evening.club.people[person], panel->id, label);
    club_wait(&evening.club, 2000);
    return standin_message(evening.club.discord,
                           standin_interaction(evening.club.discord, press)->message);
}

/* A person whose turn it is not reads why nothing happens. */
static test_case(a_tapped_card_says_what_was_played_or_why_not)
{
    static const struct party party = {"Heartcatchers", "heartcatchers clock=off", 2};
    int played = 0, refused = 0;
    evening_open(&evening, &party, EVENING_PANELS, 3, NULL);
    static const int people[] = {CLUB_ANN, CLUB_ANN, CLUB_BOB};
    for (int i = 0; i < 3; i++) {
        int person = people[i];
        uint64_t press = club_press(&evening.club, person, "My hand");
        const struct standin_message *panel = standin_message(
            evening.club.discord, standin_interaction(evening.club.discord, press)->message);
        panel = press_on(person, panel, label_of(panel, "c"));
        const char *move = label_of(panel, "mskl");
        if (move)
            panel = press_on(person, panel, move);
        const char *said = strstr(standin_content(panel), "You played ");
        played += said && said[strlen("You played ")] != ':';
        refused += strstr(standin_content(panel), in_words("<MOVES_NONE>")) != NULL;
    }
    assert_in_range(played, 1, 2);
    assert_in_range(refused, 1, 2);
    evening_close(&evening);
}

static test_case(cards_on_a_panel_stand_whatever_is_legal)
{
    cards_stand_whatever_is_legal(EVENING_PANELS);
}

static test_case(cards_in_a_letter_stand_whatever_is_legal)
{
    cards_stand_whatever_is_legal(EVENING_LETTERS);
}

static int lines_of(const char *text)
{
    int lines = 1;
    for (const char *p = text; *p; p++)
        lines += *p == '\n';
    return lines;
}

/* Faster than Discord lets boards go. Eight steps, what was before in small print, the board and
   the call: that fits a phone. */
static void play_quickly(const struct party *party, enum evening_way way)
{
    static const struct standin_message *all[600];
    evening_open(&evening, party, way, 3, NULL);
    evening.pause = 300;
    for (int i = 0; i < 1500 && evening_table(&evening); i++)
        if (!evening_act(&evening))
            club_wait(&evening.club, 100);
    assert_null(evening_table(&evening));
    club_wait(&evening.club, 60 * SECOND);
    int count =
        standin_messages(evening.club.discord, evening.club.games, STANDIN_EVERYONE, all, 600);
    assert_in_range(count, 1, 600);
    for (int i = 0; i < count; i++)
        if (all[i]->author == standin_bot_user(evening.club.discord) &&
            lines_of(standin_content(all[i])) > 8 + 1 + 12)
            fail_msg("too long for a phone:\n%s", standin_content(all[i]));
    evening_expect_told(&evening);
    standin_expect_clean(evening.club.discord);
    evening_close(&evening);
}

static test_case(however_quickly_they_play_messages_stay_short)
{
    play_quickly(&(struct party){"Color Catcher", "colorcatcher", 2}, EVENING_TYPED);
    play_quickly(&(struct party){"Color Catcher", "colorcatcher", 2}, EVENING_PANELS);
    play_quickly(&(struct party){"Coloretto", "coloretto", 3}, EVENING_TYPED);
}

/* ---- commands in texts ---- */

/* "</join:ID>" with the id that Discord gave. */
static void expect_tappable(const char *name)
{
    char wanted[64] = "";
    const json_t *commands = standin_commands(club.discord);
    for (size_t i = 0; i < json_array_size(commands); i++) {
        const json_t *command = json_array_get(commands, i);
        if (strcmp(json_string_value(json_object_get(command, "name")), name) == 0)
            snprintf(wanted, sizeof wanted, "</%s:%s>", name,
                     json_string_value(json_object_get(command, "id")));
    }
    club_expect(club_seen(&club, CLUB_CID), wanted);
}

static test_case(commands_in_texts_can_be_tapped)
{
    club_open(&club, &(struct standin_options){.has_no_message_content = true});
    standin_slash(club.discord, club.people[CLUB_ANN], club.games, "play game:coloretto");
    club_wait(&club, 5 * SECOND);
    expect_tappable("join");
    club_stop(&club);
    club_start(&club); /* nothing is registered anew: the ids were kept */
    club_wait(&club, 5 * SECOND);
    assert_int_equal(standin_count(club.discord, STANDIN_REQUEST, "PUT /applications/{}/commands"),
                     1);
    standin_slash(club.discord, club.people[CLUB_ANN], club.games, "table stop");
    club_wait(&club, 5 * SECOND);
    standin_slash(club.discord, club.people[CLUB_ANN], club.games, "play game:coloretto");
    club_wait(&club, 5 * SECOND);
    expect_tappable("join");
    standin_expect_clean(club.discord);
    club_close(&club);
}

/* A seat belongs to an account. */
static test_case(nobody_is_told_of_seat_words)
{
    club_open(&club, NULL);
    assert_int_equal(standin_slash(club.discord, club.people[CLUB_ANN], club.games, "seat"), 0);
    club_tell(&club, CLUB_ANN, "help");
    club_expect(club_letter(&club, CLUB_ANN), "**play**");
    assert_null(strstr(club_letter(&club, CLUB_ANN), "seat**"));
    standin_slash(club.discord, club.people[CLUB_ANN], club.games, "table resume");
    club_wait(&club, 5 * SECOND);
    club_expect(club_seen(&club, CLUB_ANN), "<RESUME_NONE>");
    assert_null(strstr(club_seen(&club, CLUB_ANN), in_words("<SEAT_WORD_HELD_1>")));
    club_close(&club);
}

/* ---- added to the own account ---- */

static int said_in_channels(void)
{
    return standin_count(club.discord, STANDIN_REQUEST, "* /channels/{}/*") +
           standin_count(club.discord, STANDIN_REQUEST, "POST /users/@me/channels");
}

/* Discord offers commands that need a table on servers, and not in messages among people. */
static void expect_answered_there(uint64_t channel, bool is_server)
{
    static const char *const commands[][2] = {
        {"help", "<HELP_1>"}, {"games", "Coloretto"}, {"rules game:coloretto", "Coloretto"}};
    uint64_t ann = club.people[CLUB_ANN];
    standin_mark(club.discord);
    for (int i = 0; i < 3; i++) {
        assert_true(standin_slash(club.discord, ann, channel, commands[i][0]) != 0);
        club_wait(&club, 3 * SECOND);
        const struct standin_message *last = standin_last(club.discord, channel, ann);
        assert_non_null(last);
        assert_true(last->viewer == ann);
        club_expect(standin_content(last), commands[i][1]);
        club_expect(standin_content(last), "<DISCORD_NOT_PLAYABLE_1>");
        assert_null(standin_last(club.discord, channel, STANDIN_EVERYONE));
    }
    assert_true((standin_slash(club.discord, ann, channel, "play game:coloretto") != 0) ==
                is_server);
    if (is_server) {
        club_wait(&club, 3 * SECOND);
        club_expect(standin_content(standin_last(club.discord, channel, ann)),
                    "<DISCORD_NOT_PLAYABLE_1>");
    }
    /* has not added it */
    assert_int_equal(standin_slash(club.discord, club.people[CLUB_BOB], channel, "help"), 0);
    assert_int_equal(said_in_channels(), 0);
}

/* Nothing but answers to interactions, which nobody else sees; and no such channel is taken for
   ann's with the bot. */
static test_case(who_added_the_bot_to_the_own_account_is_answered_anywhere)
{
    club_open(&club, NULL);
    uint64_t elsewhere = standin_guild(club.discord, "Elsewhere"),
             channel = standin_channel(club.discord, elsewhere, "talk"),
             group = standin_group(club.discord);
    standin_kick(club.discord, elsewhere);
    standin_install(club.discord, club.people[CLUB_ANN]);
    club_wait(&club, 3 * SECOND);
    expect_answered_there(channel, true);
    expect_answered_there(group, false);
    club_say(&club, CLUB_ANN, "!play heartcatchers");
    club_say(&club, CLUB_BOB, "!join");
    club_wait(&club, 20 * SECOND);
    club_expect(club_letter(&club, CLUB_ANN), "<HAND_1>");
    assert_null(standin_last(club.discord, group, STANDIN_EVERYONE));
    standin_expect_clean(club.discord);
    club_close(&club);
}

/* The bot is on no server of hers, and may write to her all the same. */
static test_case(who_added_the_bot_to_the_own_account_plays_in_private)
{
    club_open(&club, NULL);
    uint64_t ann = club.people[CLUB_ANN], dm = standin_dm(club.discord, ann);
    standin_kick(club.discord, club.guild);
    assert_int_equal(
        standin_slash(club.discord, ann, dm, "play game:heartcatchers options:robots=1"), 0);
    standin_install(club.discord, ann);
    club_wait(&club, 3 * SECOND);
    assert_true(standin_slash(club.discord, ann, dm, "play game:heartcatchers options:robots=1") !=
                0);
    club_wait(&club, 20 * SECOND);
    club_expect(club_letter(&club, CLUB_ANN), "<AND_ROBOT_PLAY_HEARTCATCHERS who=ann>");
    assert_true(standin_slash(club.discord, ann, dm, "move move:\"hide d them1\"") != 0);
    club_wait(&club, 20 * SECOND);
    club_expect(club_letter(&club, CLUB_ANN), "ann hides a");
    standin_expect_clean(club.discord);
    club_close(&club);
}

/* ---- offers ---- */

/* As it is read: without marks and pictures. */
static void put_read(const char *from, char *to)
{
    for (; *from; from++)
        if (strncmp(from, "<:", 2) == 0)
            from += strcspn(from, ">");
        else if (!strchr("*\\", *from) && (unsigned char)*from < 0x80)
            *to++ = *from;
        else if (strncmp(from, " \u00B7 ", 4) == 0 || strncmp(from, "\u00B7", 2) == 0)
            *to++ = '|', from++;
    *to = '\0';
}

/* What stands behind each "/move " of a text. */
static int pieces_of(const char *content, char pieces[PIECES][PIECE])
{
    static char read[8192];
    int count = 0;
    put_read(content, read);
    for (const char *at = read; (at = strstr(at, "/move ")) && count < PIECES;) {
        at += strlen("/move ");
        int length = (int)strcspn(at, "|\n");
        while (length > 0 && strchr(" .", at[length - 1]))
            length--;
        assert_in_range(length, 1, PIECE - 1);
        snprintf(pieces[count++], PIECE, "%.*s", length, at);
    }
    return count;
}

static const char *answer_to(int who, const char *command)
{
    uint64_t user = evening.club.people[who];
    if (standin_slash(evening.club.discord, user, evening.club.games, command) == 0)
        fail_msg("/%s could not be sent", command);
    club_wait(&evening.club, 2 * SECOND);
    const struct standin_message *last =
        standin_last(evening.club.discord, evening.club.games, user);
    return last && last->viewer == user ? standin_content(last) : "";
}

/* Types a piece of an offer. True: it was played; else it was asked about, with candidates. */
static bool type_piece(int who, const char *piece)
{
    char command[PIECE + 32];
    int moves = evening_moves(&evening);
    snprintf(command, sizeof command, "move move:\"%s\"", piece);
    const char *answer = answer_to(who, command);
    bool is_played = evening_moves(&evening) > moves || !evening_table(&evening);
    if (!is_played && !strstr(answer, in_words("<MOVE_AMBIGUOUS_1>")))
        fail_msg("%s: \"/move %s\" was offered; typed, it is answered: %s", evening.party->what,
                 piece, answer);
    return is_played;
}

/* Somebody who can do something asks for the hand and types one of the pieces; then what may be
   meant, until something is played. */
static bool act_as_shown(int who, int *offers)
{
    static char pieces[PIECES][PIECE];
    int count = pieces_of(answer_to(who, "hand"), pieces);
    if (count == 0)
        return false;
    *offers += count;
    if (type_piece(who, pieces[evening_dice(&evening, count)]))
        return true;
    char move[PIECE];
    assert_true(evening_choose(&evening, who, move, sizeof move));
    return type_piece(who, move);
}

static void play_as_shown(const struct party *party)
{
    int offers = 0, idle = 0, step = 0;
    evening_open(&evening, party, EVENING_TYPED, 3, NULL);
    for (; evening_table(&evening) && idle < 60 && step < 600; step++) {
        int who = evening_dice(&evening, party->people);
        char move[PIECE];
        bool can = evening_choose(&evening, who, move, sizeof move);
        bool has_acted = can && act_as_shown(who, &offers);
        if (!has_acted)
            club_wait(&evening.club, 3 * SECOND);
        idle = has_acted ? 0 : idle + 1;
    }
    if (evening_table(&evening) && step < 600)
        fail_msg("%s: nobody found anything to type after %d offers: %s", party->what, offers,
                 club_seen(&evening.club, 0));
    printf("%s: %d pieces of offers were read in %d steps\n", party->what, offers, step);
    assert_in_range(offers, OFFERS_A_GAME, 1 << 20);
    standin_expect_clean(evening.club.discord);
    evening_close(&evening);
}

static test_case(what_is_offered_can_be_typed_as_shown)
{
    for (int i = 0; i < game_count; i++) {
        const struct party party = party_of(games[i], 2);
        if (is_chosen(games[i]))
            play_as_shown(&party);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(buttons_show_the_applications_own_emoji),
        cmocka_unit_test(an_emoji_that_is_gone_stands_on_no_button),
        cmocka_unit_test(a_board_whose_emoji_are_deleted_goes_back_to_squares),
        cmocka_unit_test(a_hand_whose_emoji_are_deleted_comes_all_the_same),
        cmocka_unit_test(an_answer_whose_emoji_are_deleted_comes_all_the_same),
        cmocka_unit_test(a_panel_whose_emoji_are_deleted_is_kept_fresh_all_the_same),
        cmocka_unit_test(a_press_under_the_board_is_one_request),
        cmocka_unit_test(steps_of_a_turn_are_shown_together_and_soon),
        cmocka_unit_test(a_tapped_card_says_what_was_played_or_why_not),
        cmocka_unit_test(cards_on_a_panel_stand_whatever_is_legal),
        cmocka_unit_test(cards_in_a_letter_stand_whatever_is_legal),
        cmocka_unit_test(however_quickly_they_play_messages_stay_short),
        cmocka_unit_test(commands_in_texts_can_be_tapped),
        cmocka_unit_test(nobody_is_told_of_seat_words),
        cmocka_unit_test(who_added_the_bot_to_the_own_account_is_answered_anywhere),
        cmocka_unit_test(who_added_the_bot_to_the_own_account_plays_in_private),
        cmocka_unit_test(what_is_offered_can_be_typed_as_shown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
