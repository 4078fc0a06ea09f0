/* A table that another process leads, shown in a channel of Discord: names to complete, and what
   people read privately when nothing can be written there any more. The other process is played
   by the test (host.h). */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "club.h"
#include "elsewhere.h"
#include "host.h"
#include "loop.h"
#include "port.h"
#include "posts.h"
#include "prose.h"
#include "testing.h"

enum { TABLE = 77 };

static struct club club;
static char room[HOST_ROOM], ann[HOST_KEY], bob[HOST_KEY];
static bool is_shown;
static int rooms_gone;

/* ---- the other process: a table in "games" with ann and bob, and dan on IRC ---- */

static bool takes_nothing(void *self, const struct heard *heard, enum host_matter matter)
{
    (void)self, (void)heard, (void)matter;
    return false;
}

static void note(void *self, const struct host_event *event)
{
    (void)self;
    if (event->kind == HOST_EVENT_ROOM_GONE && strcmp(event->who, room) == 0)
        rooms_gone++;
}

static bool tell_nothing(void *self, const struct host_event *event)
{
    (void)self, (void)event;
    return true;
}

static bool shows(void *self, const char *name)
{
    (void)self;
    return is_shown && strcmp(name, room) == 0;
}

static void each_room(void *self, void (*each)(void *arg, const char *room), void *arg)
{
    (void)self;
    if (is_shown)
        each(arg, room);
}

static void each_person(void *self, void (*each)(void *arg, const char *key, const char *name),
                        void *arg)
{
    (void)self;
    each(arg, ann, "ann");
    each(arg, bob, "bob");
}

static void put_board(struct host_board *out)
{
    *out = (struct host_board){
        .table = TABLE, .game = "coloretto", .title = "Coloretto", .is_playing = true};
    snprintf(out->room, sizeof out->room, "%s", room);
}

static bool board_in(void *self, const char *name, struct host_board *out)
{
    put_board(out);
    return shows(self, name);
}

static bool sits(const char *key)
{
    return strcmp(key, ann) == 0 || strcmp(key, bob) == 0;
}

static bool board_of(void *self, const char *key, int64_t table, struct host_board *out)
{
    (void)self;
    put_board(out);
    return table == TABLE && sits(key);
}

static int tables_of(void *self, const char *key, int64_t tables[], int most)
{
    (void)self, (void)most;
    tables[0] = TABLE;
    return sits(key);
}

static void open_moves(void *self, const char *name, struct host_moves *out)
{
    (void)self, (void)name;
    *out = (struct host_moves){.count = 0};
}

static struct host_panel *panel_of(void *self, const char *key, int64_t table)
{
    (void)self, (void)key, (void)table;
    return NULL;
}

static bool offers_again(void *self, const char *name, int64_t table)
{
    (void)self, (void)name, (void)table;
    return false;
}

static unsigned asks(void *self, const char *key)
{
    (void)self, (void)key;
    return 0;
}

static void each_seated_at(void *self, int64_t table,
                           void (*each)(void *arg, const char *key, const char *name), void *arg)
{
    assert_int_equal(table, TABLE);
    each_person(self, each, arg);
}

static void each_to_kick(void *self, const char *key, int64_t table,
                         bool (*each)(void *arg, const char *name), void *arg)
{
    (void)self;
    if (table == TABLE && strcmp(key, ann) == 0 && each(arg, "bob"))
        each(arg, "dan");
}

static void changed(void *self, const struct session *session)
{
    (void)self, (void)session;
}

static void gone(void *self, int64_t table)
{
    (void)self, (void)table;
}

static void post(void *self, const struct post *post)
{
    (void)self, (void)post;
}

static void whisper(void *self, const struct whisper *whisper)
{
    (void)self, (void)whisper;
}

static const struct host_elsewhere elsewhere = {.takes = takes_nothing,
                                                .note = note,
                                                .tell = tell_nothing,
                                                .shows = shows,
                                                .each_room = each_room,
                                                .each_person = each_person,
                                                .board_in = board_in,
                                                .board_of = board_of,
                                                .tables_of = tables_of,
                                                .open_moves = open_moves,
                                                .panel_of = panel_of,
                                                .offers_again = offers_again,
                                                .asks = asks,
                                                .each_seated_at = each_seated_at,
                                                .each_to_kick = each_to_kick,
                                                .changed = changed,
                                                .gone = gone};

static test_fixture(open_club)
{
    club = (struct club){.seed = 1, .draws = true};
    club_open(&club, NULL);
    snprintf(room, sizeof room, "<#%" PRIu64 ">", club.games);
    snprintf(ann, sizeof ann, "%" PRIu64, club.people[CLUB_ANN]);
    snprintf(bob, sizeof bob, "%" PRIu64, club.people[CLUB_BOB]);
    is_shown = true;
    rooms_gone = 0;
    host_add_port(club.host, &(struct host_port){.network = "irc:far",
                                                 .post = post,
                                                 .whisper = whisper,
                                                 .elsewhere = &elsewhere});
    club_tell(&club, CLUB_ANN, "games"); /* each has a channel for direct messages */
    club_tell(&club, CLUB_BOB, "games");
    club_tell(&club, CLUB_CID, "games");
    return 0;
}

static test_fixture(close_club)
{
    club_close(&club);
    return 0;
}

/* ---- completion ---- */

static void expect_names(int who, const char *typed, const char *wanted)
{
    char command[64];
    snprintf(command, sizeof command, "table seats kick name:%s", typed);
    uint64_t id = standin_autocomplete(club.discord, club.people[who], club.games, command);
    club_wait(&club, 2000);
    const struct standin_interaction *act = standin_interaction(club.discord, id);
    char *text = json_dumps(json_object_get(act->data, "choices"), JSON_COMPACT);
    assert_string_equal(text, wanted);
    free(text);
}

static test_case(names_to_kick_are_completed)
{
    expect_names(CLUB_ANN, "",
                 "[{\"name\":\"bob\",\"value\":\"bob\"},{\"name\":\"dan\",\"value\":\"dan\"}]");
    expect_names(CLUB_ANN, "d", "[{\"name\":\"dan\",\"value\":\"dan\"}]");
    expect_names(CLUB_CID, "", "[]"); /* who does not sit there */
}

/* ---- pictures, which are drawn where the table is led ---- */

static const char no_picture[] = "Another process of this house leads the table here";

static void tell_board(enum post_kind kind, const char *text)
{
    const struct host_port *own = host_network(club.host, "discord:club");
    struct prose tale, block;
    prose_clear(&tale);
    prose_clear(&block);
    prose_put(&tale, text);
    prose_put(&block, "row 1 blue");
    own->post(own->self, &(struct post){.room = room,
                                        .table = TABLE,
                                        .kind = kind,
                                        .tale = &tale,
                                        .block = &block,
                                        .source = ann});
    club_wait(&club, 60000);
}

static test_case(who_asks_for_the_board_reads_why_no_picture_comes)
{
    tell_board(POST_PLAY, "ann draws.");
    assert_null(strstr(club_seen(&club, CLUB_BOB), no_picture));
    tell_board(POST_ANSWER, "");
    club_expect(club_seen(&club, CLUB_BOB), no_picture);
    club_expect(club_seen(&club, CLUB_BOB), "row 1 blue");
    assert_int_equal(standin_count(club.discord, STANDIN_REQUEST, "PATCH /channels/{}/messages/{}"),
                     0);
    is_shown = false;
    tell_board(POST_ANSWER, "");
    assert_null(strstr(club_seen(&club, CLUB_BOB), no_picture));
}

static const char *settings_say(void)
{
    uint64_t id =
        standin_slash(club.discord, club.people[CLUB_BOB], club.games, "settings rule:pictures");
    club_wait(&club, 2000);
    return standin_content(
        standin_message(club.discord, standin_interaction(club.discord, id)->message));
}

static test_case(settings_say_why_no_picture_comes)
{
    tell_board(POST_PLAY, "ann draws.");
    club_expect(settings_say(), no_picture);
    club_expect(settings_say(), "Here a picture shows the result");
    is_shown = false;
    assert_null(strstr(settings_say(), no_picture));
}

/* ---- a channel that is lost ---- */

static void tell_room(const char *text)
{
    const struct host_port *own = host_network(club.host, "discord:club");
    const char *called[] = {bob};
    struct prose tale;
    prose_clear(&tale);
    prose_put(&tale, text);
    own->post(own->self, &(struct post){.room = room,
                                        .table = TABLE,
                                        .kind = POST_PLAY,
                                        .tale = &tale,
                                        .called = called,
                                        .called_count = 1,
                                        .source = ann});
    club_wait(&club, 60000);
}

static int letters_with(int who, const char *part)
{
    int count = 0;
    char *letters = standin_received(club.discord, club.people[who], 0);
    for (const char *at = letters; (at = strstr(at, part)); at++)
        count++;
    free(letters);
    return count;
}

static test_case(a_channel_that_cannot_be_written_to_is_told_to_all_who_sit_there_once)
{
    tell_room("ann draws.");
    club_say(&club, CLUB_CID, "hello"); /* so what follows is another message */
    standin_set_rights(club.discord, club.games, STANDIN_VIEW);
    tell_room("ann draws again.");
    tell_room("ann places it.");
    for (int who = CLUB_ANN; who <= CLUB_BOB; who++)
        assert_int_equal(letters_with(who, "I can't write in <#"), 1);
    assert_true(letters_with(CLUB_BOB, "ann places it.") > 0); /* it is his turn */
    assert_int_equal(letters_with(CLUB_CID, "I can't write in <#"), 0);
}

static test_case(a_channel_that_is_deleted_is_told_to_all_who_sit_there)
{
    tell_room("ann draws.");
    standin_delete_channel(club.discord, club.games);
    club_wait(&club, 30000);
    for (int who = CLUB_ANN; who <= CLUB_BOB; who++)
        assert_int_equal(
            letters_with(who, "The channel where your Coloretto table was shown was deleted."), 1);
    assert_int_equal(letters_with(CLUB_CID, "was deleted"), 0);
    assert_int_equal(rooms_gone, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define CLUB(test) cmocka_unit_test_setup_teardown(test, open_club, close_club)
        CLUB(who_asks_for_the_board_reads_why_no_picture_comes),
        CLUB(settings_say_why_no_picture_comes),
        CLUB(names_to_kick_are_completed),
        CLUB(a_channel_that_cannot_be_written_to_is_told_to_all_who_sit_there_once),
        CLUB(a_channel_that_is_deleted_is_told_to_all_who_sit_there),
#undef CLUB
    };
    return cmocka_run_group_tests_name("discord_far", tests, NULL, NULL);
}
