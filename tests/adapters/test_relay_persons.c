/* Three processes of a house (processes.h), and people known to all of them: who is linked with
   whom, who is banned, who wants a word when a table opens, and who is forgotten. Each network
   has one process; "discord:far" keeps links. Whatever is killed, no process believes for longer
   than its restart what another does not. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ban.h"
#include "heard.h"
#include "host.h"
#include "host_admin.h"
#include "host_state.h"
#include "links.h"
#include "loop.h"
#include "notices.h"
#include "port.h"
#include "posts.h"
#include "presence.h"
#include "processes.h"
#include "prose.h"
#include "relay.h"
#include "room.h"
#include "seat.h"
#include "session.h"
#include "store_witness.h"
#include "tables.h"
#include "testing.h"

#define near  (&processes.list[0])
#define far   (&processes.list[1])
#define third (&processes.list[2])

enum { MINUTE_MS = 60 * 1000 };

static void wait(int64_t ms)
{
    loop_step(processes.loop, ms);
    processes_deliver();
}

/* ---- links ---- */

static const char *code_of(struct process *process, const char *who)
{
    static char line[32];
    process_say(process, NULL, who, "link");
    snprintf(line, sizeof line, "link %s", process_told_word(process, "<LINK_CODE_1> "));
    return line;
}

static void link_them(struct process *one, const char *who, struct process *two, const char *other)
{
    process_say(two, NULL, other, code_of(one, who));
    process_expect(one, "<LINK_WISH_1>");
    process_say(one, NULL, who, "link yes");
}

/* The same for all processes that live. */
static bool are_one(struct process *one, const char *who, struct process *two, const char *other)
{
    int believers = 0, living = 0;
    for (int i = 0; i < processes.count; i++) {
        const struct host *host = processes.list[i].host;
        living += host != NULL;
        believers +=
            host && identity_same(host, identity(one->network, who), identity(two->network, other));
    }
    assert_true(believers == 0 || believers == living);
    return believers > 0;
}

static test_case(all_processes_know_who_is_linked)
{
    link_them(near, "ann", third, "annie");
    process_expect(near, "to ann: <LINKED_1 who=annie|network=irc:third>");
    process_expect(third, "to annie: <LINKED_1 who=ann|network=irc:near>");
    assert_true(are_one(near, "ann", third, "annie"));
    processes_forget_told();
    process_say(third, NULL, "annie", "whoami");
    process_expect(third, "to annie: <WHOAMI who=annie|network=irc:third> <WHOAMI_LINKED "
                          "who=ann|network=irc:near> <WHOAMI_NO_TABLE>");
    for (int i = 0; i < processes.count; i++)
        process_restart(&processes.list[i]);
    assert_true(are_one(near, "ann", third, "annie"));
    process_say(third, NULL, "annie", "unlink");
    process_expect(third, "to annie: <UNLINKED_1>");
    process_expect(near, "to ann: <UNLINKED_OTHER who=annie|network=irc:third>");
    assert_false(are_one(near, "ann", third, "annie"));
    assert_int_equal(processes_undealt(), 0);
}

static test_case(only_the_first_confirms_and_only_once)
{
    char line[32];
    snprintf(line, sizeof line, "%s", code_of(near, "ann"));
    process_say(third, NULL, "annie", line);
    process_say(third, NULL, "annie", "link yes");
    process_expect(third, "to annie: <LINK_OTHER_ANSWERS_1 network=irc:near>");
    process_say(far, NULL, "eve", line);
    process_expect(far, "to eve: <LINK_UNKNOWN_1>");
    process_say(near, NULL, "ann", "link no");
    process_expect(third, "to annie: <LINK_REFUSED_1>");
    assert_false(are_one(near, "ann", third, "annie"));
}

static test_case(a_code_that_others_have_read_is_void)
{
    const char *line = code_of(near, "ann");
    process_say(third, "#c", "annie", line);
    process_expect(third, "to annie: <LINK_PUBLIC_1>");
    process_expect(near, "to ann: <LINK_VOID_1>");
    process_say(third, NULL, "annie", line);
    process_expect(third, "<SEAT_WORD_WRONG_1 left=4>");
}

static test_case(a_code_ends_after_ten_minutes_and_tries_are_few)
{
    const char *line = code_of(near, "ann");
    wait(10 * MINUTE_MS);
    process_say(third, NULL, "annie", line);
    process_expect(third, "<SEAT_WORD_WRONG_1 left=4>");
    for (int i = 0; i < 4; i++)
        process_say(third, NULL, "annie", "link BCDFGHJK");
    process_say(third, NULL, "annie", code_of(near, "ann"));
    process_expect(third, "to annie: <LINK_LOCKED_1>");
    assert_false(are_one(near, "ann", third, "annie"));
}

/* A table of the near process, with somebody of each of the other networks. */
static void sit_together(void)
{
    char join[32];
    process_say(near, "#a", "ann", "play coloretto");
    process_say(near, "#a", "ann", "invite");
    snprintf(join, sizeof join, "join %s", process_told_word(near, "!join "));
    process_say(far, NULL, "bob", join);
    process_say(third, NULL, "bobby", join);
    process_expect(near, "#a: <SITS_DOWN who=bob>");
    process_expect(near, "#a: <SITS_DOWN who=bobby>");
}

/* The process that keeps links does not lead the table, and neither do those of the two. */
static test_case(two_at_one_table_of_another_process_are_not_linked)
{
    sit_together();
    process_say(third, NULL, "bobby", code_of(far, "bob"));
    process_expect(third, "to bobby: <LINK_TOGETHER_1>");
    process_say(third, NULL, "bobby", "leave");
    link_them(far, "bob", third, "bobby");
    assert_true(are_one(far, "bob", third, "bobby"));
}

/* They sit down after the code was said. */
static test_case(the_yes_is_refused_to_two_at_one_table)
{
    char line[32];
    snprintf(line, sizeof line, "%s", code_of(far, "bob"));
    process_say(third, NULL, "bobby", line);
    process_expect(far, "<LINK_WISH_2>");
    sit_together();
    process_say(far, NULL, "bob", "link yes");
    process_expect(far, "to bob: <LINK_TOGETHER_1>");
    assert_false(are_one(far, "bob", third, "bobby"));
}

/* The process of their table is away, and learns it when it is back. */
static test_case(a_second_seat_at_a_table_that_was_away_is_given_up)
{
    sit_together();
    process_end(near);
    process_say(third, NULL, "bobby", code_of(far, "bob"));
    wait(INQUIRY_MS);
    process_expect(far, "<LINK_WISH_2>");
    process_say(far, NULL, "bob", "link yes");
    assert_true(are_one(far, "bob", third, "bobby"));
    process_begin(near);
    processes_deliver();
    host_room_ready(near->host, near->network, "#a", loop_now(processes.loop));
    wait(3000);
    assert_true(are_one(far, "bob", third, "bobby"));
    assert_int_equal(process_count(far, "<SEATED_TWICE_LOBBY_1>") +
                         process_count(third, "<SEATED_TWICE_LOBBY_1>"),
                     1);
}

static test_case(a_kill_of_who_keeps_links_leaves_no_half_of_one)
{
    process_say(third, NULL, "annie", code_of(near, "ann"));
    process_say_as(near, NULL, "ann", NULL, "link yes");
    process_restart(far); /* before it has heard that: codes are void then */
    process_expect(near, "to ann: <LINK_NO_WISH_2>");
    assert_false(are_one(near, "ann", third, "annie"));
    process_say(third, NULL, "annie", code_of(near, "ann"));
    process_say_as(near, NULL, "ann", NULL, "link yes");
    process_restart(near);
    process_restart(third);
    assert_true(are_one(near, "ann", third, "annie"));
}

/* The row is written, and its writer dies before it has said anything. */
static test_case(a_link_that_is_saved_is_known_whatever_dies)
{
    process_say(third, NULL, "annie", code_of(far, "ann"));
    process_say_as(far, NULL, "ann", NULL, "link yes");
    for (int i = 0; i < processes.letter_count; i++)
        if (!processes.letters[i].is_taken) {
            processes.letters[i].is_taken = true;
            relay_arrived(processes.letters[i].to->relay, processes.letters[i].from->network, i + 1,
                          processes.letters[i].body);
        }
    process_end(far);
    processes_deliver();
    process_begin(far);
    processes_deliver();
    (void)are_one(far, "ann", third, "annie"); /* all the same */
}

/* The server dies in the commit: its writer learns what is there from the row, as all others do. */
static test_case(a_link_of_unknown_outcome_is_the_same_for_all)
{
    process_say(third, NULL, "annie", code_of(far, "ann"));
    processes.loses_answer = true;
    process_say(far, NULL, "ann", "link yes");
    process_expect(far, "to ann: <FORGET_NOT_SAVED_1>");
    assert_true(are_one(far, "ann", third, "annie"));
    processes.loses_answer = true;
    process_say(third, NULL, "annie", "unlink");
    assert_false(are_one(far, "ann", third, "annie"));
}

/* ---- whatever people say, and whatever dies ---- */

enum { PEOPLE = 6, STEPS = 400 };

static const char *const names[PEOPLE] = {"ann", "bob", "cid", "dan", "eve", "fay"};

static unsigned dice = 7;

static unsigned roll(unsigned sides)
{
    dice = dice * 1103515245u + 12345u;
    return (dice >> 16) % sides;
}

static struct process *network_of(unsigned person)
{
    return &processes.list[person % (unsigned)processes.count];
}

/* The code that somebody on that network was told last; "BCDFGHJK" if none was. */
static void put_code(const struct process *process, char line[32])
{
    static const char mark[] = "private message to me: !link ";
    const char *at = strstr(process->told, mark);
    for (const char *next; at && (next = strstr(at + 1, mark)); at = next)
        ;
    snprintf(line, 32, "link %.8s", at ? at + strlen(mark) : "BCDFGHJK");
}

static void put_words(char line[32])
{
    static const char *const words[] = {"link",     "link",   "link yes", "link yes",
                                        "link yes", "unlink", "whoami"};
    enum { WORDS = sizeof words / sizeof *words };
    unsigned which = roll(WORDS + 4);
    if (which < WORDS)
        snprintf(line, 32, "%s", words[which]);
    else
        put_code(&processes.list[roll((unsigned)processes.count)], line);
}

static int agree_on_all(void)
{
    int pairs = 0;
    for (unsigned one = 0; one < PEOPLE; one++)
        for (unsigned two = 0; two < one; two++)
            pairs += are_one(network_of(one), names[one], network_of(two), names[two]);
    return pairs;
}

/* A process dies before it has heard what was said, or before anybody was told what it has
   written. */
static test_case(all_processes_believe_the_same_whatever_dies)
{
    char line[32];
    int linked = 0;
    dice = getenv("PERSONS_SEED") ? (unsigned)atoi(getenv("PERSONS_SEED")) : 7;
    for (int step = 0; step < STEPS; step++) {
        unsigned person = roll(PEOPLE);
        struct process *process = network_of(person);
        put_words(line);
        processes.loses_answer = roll(20) == 0;
        process_say_as(process, NULL, names[person], NULL, line);
        if (roll(5) == 0)
            process_restart(&processes.list[roll((unsigned)processes.count)]);
        if (step % 20 == 0)
            wait((int64_t)61 * MINUTE_MS); /* who said wrong codes may try again */
        processes_deliver();
        linked += agree_on_all();
        if (strlen(process->told) > PROCESS_TOLD / 2)
            processes_forget_told();
    }
    print_message("%d times somebody was linked\n", linked);
    assert_true(linked > 0);
    assert_int_equal(processes_undealt(), 0);
}

static test_case(links_wait_for_the_process_that_keeps_them)
{
    process_end(far);
    process_say(near, NULL, "ann", "link");
    process_expect(near, "to ann: <RELAY_KEEPER_WAITS_2>");
    process_begin(far);
    processes_deliver();
    process_expect(near, "<LINK_CODE_2>");
    assert_int_equal(processes_undealt(), 0);
}

static test_case(a_look_holds_for_the_person_elsewhere)
{
    near->look = "symbols";
    link_them(near, "ann", third, "annie");
    assert_string_equal(third->worn, "annie symbols");
}

/* Who is heard once a week keeps the link; another process writes that. */
static test_case(who_keeps_links_hears_that_somebody_is_there)
{
    link_them(near, "ann", third, "annie");
    int before = links_of(far->host, identity(near->network, "ann"))->used;
    wait((int64_t)8 * 24 * 60 * MINUTE_MS);
    process_say(near, NULL, "ann", "games");
    assert_int_equal(links_of(far->host, identity(near->network, "ann"))->used, before + 8);
    assert_int_equal(links_of(third->host, identity(near->network, "ann"))->used, before + 8);
}

/* ---- where somebody sits ---- */

/* The last move that is offered: one that hides a card, and leaves the stacks as they were. */
static void press_last(struct process *process, const char *who)
{
    int64_t tables[HOST_TABLES_EACH];
    assert_int_equal(host_tables_of(process->host, identity(process->network, who), tables), 1);
    struct host_panel *panel =
        host_panel_of(process->host, identity(process->network, who), tables[0]);
    assert_non_null(panel);
    const struct host_choice *last = &panel->moves.list[panel->moves.count - 1];
    assert_int_equal(strncmp(last->move, "hide", strlen("hide")), 0);
    process_press(process, who, &panel->moves.press, last->move);
    host_panel_free(panel);
}

/* Whose network has dear lines reads a new hand with the next turn, whichever process leads the
   table; and so does who types on Discord, where only a press is answered with the hand. */
static test_case(who_plays_from_elsewhere_is_told_as_dearly_as_their_network_is)
{
    for (int dear = 0; dear < 2; dear++) {
        processes_open(2);
        far->has_dear_lines = dear;
        near->has_dear_lines = !dear;
        process_restart(near);
        processes_begin_game("heartcatchers");
        process_say(near, "#a", "ann", "hide d me1"); /* if it is ann's turn */
        processes_forget_told();
        process_say(far, "#b", "bob", "hide d me1");
        process_expect(far, "<HIDES_A_CARD who=bob>");
        assert_int_equal(process_count(far, "<HAND_2> "), 0);
        processes_forget_told();
        process_say(near, "#a", "ann", "hide e me2");
        assert_int_equal(process_count(near, "<HAND_2> "), dear);
        assert_int_equal(process_count(far, "<HAND_2> "), 1);
        processes_forget_told();
        press_last(far, "bob");
        process_expect(far, "<HIDES_A_CARD who=bob>");
        assert_int_equal(process_count(far, "<HAND_2> "), !dear);
        processes_close();
    }
}

/* Nobody here knows whether the seat waits, so nobody says that none does. */
static test_case(a_wrong_seat_word_is_one_also_where_another_process_leads_the_table)
{
    processes_begin_game("heartcatchers");
    processes_forget_told();
    process_say(far, NULL, "bob", "seat k7plm-x3vqd");
    process_expect(far, "to bob: <SEAT_WORD_WRONG> ");
    assert_int_equal(process_count(far, "<SEAT_WORD_NO_SEAT_1>"), 0);
}

/* A channel gets another name: the table that another process leads goes on there, and people
   who type there are heard. The room of the same name on the other network is another one. */
static test_case(a_table_of_another_process_follows_a_channel_that_is_renamed)
{
    processes_begin_game("coloretto");
    process_say(near, "#b", "cid", "play heartcatchers");
    processes_forget_told();
    host_room_renamed(far->host, far->network, "#b", "#new", loop_now(processes.loop));
    processes_deliver();
    process_expect(far, "#new: <ROOM_RENAMED_1 room=#new|game=Coloretto>");
    assert_int_equal(process_count(near, "#new"), 0);
    for (int restarts = 0; restarts < 2; restarts++) {
        processes_forget_told();
        process_say(far, "#new", "bob", "board");
        process_expect(far, "#new board: ");
        process_say(near, "#b", "cid", "who");
        process_expect(near, "Heartcatchers");
        process_restart(near);
        processes_deliver();
    }
    process_say(far, "#b", "eve", "play roygbiv"); /* the old name is free */
    process_expect(far, "#b: eve opened ROYGBIV");
}

static test_case(a_room_that_is_lost_is_lost_to_the_process_that_leads_its_table)
{
    processes_begin_game("coloretto");
    const struct showing *there = room_find(near->host, far->network, "#b"),
                         *here = room_find(near->host, near->network, "#a");
    for (int times = 0; times < 2; times++) {
        /* another room of that name */
        host_room_lost(far->host, far->network, "#a", loop_now(processes.loop));
        host_room_lost(far->host, far->network, "#b", loop_now(processes.loop));
        processes_deliver();
        assert_true(there->is_untold && !here->is_untold);
        host_room_ready(far->host, far->network, "#b", loop_now(processes.loop));
        processes_deliver();
        assert_true(!there->is_untold && !here->is_untold);
    }
}

static test_case(people_learn_at_which_tables_of_others_they_sit)
{
    processes_share_table("coloretto");
    process_say(far, "#b", "bob", "join");
    processes_forget_told();
    process_say(far, NULL, "bob", "whoami");
    process_expect(far, "to bob: <WHOAMI who=bob|network=discord:far> <WHOAMI_TABLE "
                        "game=Coloretto|room=#b>");
    process_end(near);
    processes_forget_told();
    process_say(far, NULL, "bob", "whoami");
    process_expect(far,
                   "to bob: <WHOAMI who=bob|network=discord:far><FORGET_AWAY_1 networks=A part "
                   "of me>");
}

/* A process that answers nothing is not waited for for long, and no more than so many people of
   a network wait for it. */
static test_case(questions_are_bounded)
{
    char who[16];
    processes.pause = 10;
    for (int i = 0; i <= INQUIRIES_MOST; i++) {
        snprintf(who, sizeof who, "p%d", i);
        process_say_as(far, NULL, who, NULL, "whoami");
        if (i == 0)
            assert_int_equal(process_count(far, "to p0:"), 0);
    }
    assert_int_equal(process_count(far, "<WHOAMI_AWAY_1>"), 1);
    process_expect(far, "to p32: <WHOAMI_1 who=p32>");
    process_say_as(near, NULL, "ann", NULL, "whoami"); /* of another network, and waits once */
    process_say_as(near, NULL, "ann", NULL, "whoami");
    assert_int_equal(process_count(near, "to ann: <WHOAMI_1 who=ann>"), 1);
    loop_step(processes.loop, INQUIRY_MS);
    process_settle(far);
    assert_int_equal(process_count(far, "<WHOAMI_AWAY_1>"), 1 + INQUIRIES_MOST);
    processes_deliver(); /* too late */
    assert_int_equal(process_count(far, "<WHOAMI_AWAY_1>"), 1 + INQUIRIES_MOST);
}

/* ---- pauses, and tables that were set aside ---- */

static test_case(a_pause_ends_where_it_is_said)
{
    processes_begin_game("coloretto");
    process_say(near, "#a", "ann", "pause");
    process_say(far, "#b", "bob", "pause");
    process_expect(far, "#b: <PAUSE_BEGINS_1>");
    processes_forget_told();
    process_say(far, "#b", "bob", "resume");
    process_expect(near, "#a: <UNPAUSED who=bob>");
    assert_int_equal(process_count(far, "<TABLE_NONE_1>"), 0);
}

/* The process of its network leads it, and it goes on there: somebody who asks elsewhere is told
   so, and not that no table waits. */
static test_case(who_resumes_a_table_elsewhere_is_told_where_it_goes_on)
{
    processes_begin_game("coloretto");
    for (int i = 0; i < 35; i++)
        wait(MINUTE_MS);
    processes_forget_told();
    process_say(near, "#a", "cid", "free");
    process_expect(near, "<SET_ASIDE_1 game=Coloretto>");
    process_say(far, "#b", "bob", "resume");
    process_expect(far, "to bob: <RESUME_ELSEWHERE_1 "
                        "number=1000000001|game=Coloretto|network=irc:near>");
    process_say(far, NULL, "bob", "resume");
    assert_int_equal(process_count(far, "<RESUME_ELSEWHERE_2>"), 2);
    process_say(far, "#b", "eve", "resume");
    process_expect(far, "to eve: <RESUME_NONE>");
    process_say(near, "#a", "ann", "resume");
    process_expect(near, "#a: <RESUMED_1 who=ann|game=Coloretto>");
}

/* ---- bans ---- */

static bool ban(struct process *process, const char *network, const char *who)
{
    struct prose answer;
    prose_clear(&answer);
    bool is_done = host_ban(
        process->host, &(struct host_ban_order){.network = network, .who = who, .by = "my admin"},
        &answer);
    process_settle(process);
    processes_deliver();
    return is_done;
}

static bool unban(struct process *process, const char *who)
{
    struct prose answer;
    prose_clear(&answer);
    bool is_done = host_unban(process->host, who, &answer);
    process_settle(process);
    processes_deliver();
    return is_done;
}

static int banned(const struct process *process, const char *who)
{
    int count = 0;
    for (int i = 0; i < processes.count; i++)
        count += bans_has(processes.list[i].host, identity(process->network, who));
    return count;
}

static test_case(a_ban_counts_in_all_processes_at_once)
{
    processes_share_table("coloretto");
    process_say(far, "#b", "bob", "join");
    link_them(far, "bob", third, "bobby");
    assert_true(ban(third, far->network, "bob"));
    assert_int_equal(banned(far, "bob"), 3);
    assert_int_equal(banned(third, "bobby"), 3); /* a person, not a key */
    const struct session *table = host_find(near->host, near->network, "#a");
    assert_false(host_is_seated(
        table, &(struct heard){.network = far->network, .key = "bob", .name = "bob"}));
    process_say(third, "#c", "bobby", "help");
    process_expect(third, "to bobby: ");
    process_restart(near);
    assert_int_equal(banned(far, "bob"), 3);
    assert_true(unban(near, "bob"));
    assert_int_equal(banned(far, "bob"), 0);
}

/* Each process has numbers of its own: none takes the place of another one's. */
static test_case(bans_of_two_processes_have_two_numbers)
{
    struct prose answer;
    prose_clear(&answer);
    const struct host_ban_order eve = {.network = near->network, .who = "eve", .by = "my admin"},
                                mallory = {
                                    .network = near->network, .who = "mallory", .by = "my admin"};
    assert_true(host_ban(near->host, &eve, &answer));
    assert_true(host_ban(far->host, &mallory, &answer));
    process_settle(near);
    processes_deliver();
    assert_int_equal(banned(near, "eve"), 3);
    assert_int_equal(banned(near, "mallory"), 3);
    assert_int_equal(near->host->bans->list[0].number, 1001);
    assert_true(unban(third, "2001"));
    assert_int_equal(banned(near, "mallory"), 0);
    assert_int_equal(banned(near, "eve"), 3);
}

static test_case(bans_of_a_room_survive_those_of_another_process)
{
    process_say(near, "#a", "eve", "help");
    process_say(far, "#b", "mallory", "help");
    struct prose answer;
    prose_clear(&answer);
    host_room_ban(
        near->host,
        &(struct heard){.network = near->network, .room = "#a", .key = "ann", .name = "ann"}, "eve",
        &answer);
    host_room_ban(
        far->host,
        &(struct heard){.network = far->network, .room = "#b", .key = "bob", .name = "bob"},
        "mallory", &answer);
    process_settle(near);
    processes_deliver();
    char *rows = processes_rows();
    assert_non_null(strstr(rows, "roomban.1000001="));
    assert_non_null(strstr(rows, "roomban.2000001="));
    free(rows);
}

/* ---- wishes ---- */

static test_case(a_person_gets_one_word_an_hour_on_however_many_networks)
{
    link_them(near, "ann", far, "annie");
    process_say(near, "#a", "ann", "notify coloretto");
    process_say(far, "#b", "annie", "notify coloretto");
    process_say(near, "#a", "bob", "play coloretto");
    wait(5000);
    assert_int_equal(process_count(near, "to ann: <HAS_OPENED_COLORETTO_IN who=bob>"), 1);
    process_say(far, "#b", "cid", "play coloretto");
    wait(5000);
    assert_int_equal(process_count(far, "to annie: cid has opened Coloretto in #b"), 0);
    process_say(far, "#b", "cid", "stop");
    process_say(far, "#b", "cid", "stop");
    wait(60 * MINUTE_MS);
    process_say(far, "#b", "cid", "play coloretto");
    wait(5000);
    assert_int_equal(process_count(far, "to annie: cid has opened Coloretto in #b"), 1);
}

static test_case(quiet_hours_hold_on_all_networks)
{
    link_them(near, "ann", far, "annie");
    process_say(near, "#a", "ann", "notify quiet 0-23");
    process_say(far, "#b", "annie", "notify coloretto");
    process_say(far, "#c", "dan", "notify coloretto");
    process_say(far, "#b", "cid", "play coloretto");
    process_say(far, "#c", "eve", "play coloretto");
    wait(5000);
    process_expect(far, "to dan: eve has opened Coloretto in #c");
    assert_int_equal(process_count(far, "to annie: cid has opened Coloretto in #b"), 0);
}

static test_case(wishes_of_two_networks_are_kept_apart)
{
    process_say(near, "#a", "ann", "notify coloretto");
    process_say(far, "#b", "bob", "notify coloretto");
    char *rows = processes_rows();
    assert_non_null(strstr(rows, "notice.1000001="));
    assert_non_null(strstr(rows, "notice.2000001="));
    free(rows);
    process_restart(near);
    assert_int_equal(near->host->notices->count, 2);
    process_say(far, "#b", "bob", "notify off");
    assert_int_equal(near->host->notices->count, 1);
}

/* ---- forgetting ---- */

static void expect_nothing_of(const char *key)
{
    char *rows = processes_rows(), *records = witness_read(processes.inner, "", 0, 100);
    if (strstr(rows, key) || strstr(records, key))
        fail_msg("%s is still there:\n%s\n%s", key, rows, records);
    free(rows);
    free(records);
    for (int i = 0; i < processes.letter_count; i++)
        if (!processes.letters[i].is_done && strstr(processes.letters[i].body, key))
            fail_msg("%s is still in a mail: %s", key, processes.letters[i].body);
}

static void ask_to_be_forgotten(struct process *process, const char *who)
{
    char line[32];
    process_say(process, NULL, who, "forgetme");
    snprintf(line, sizeof line, "forgetme %.6s", process_told_word(process, "<FORGET_CODE_1> "));
    process_say(process, NULL, who, line);
}

static void play_with_bobolink(void)
{
    processes_share_table("coloretto");
    process_say(far, "#b", "bobolink", "join");
    process_say(near, "#a", "ann", "start");
    process_say(far, "#b", "bobolink", "start");
    process_expect(far, "#b board: ");
}

static void expect_robot_in_the_seat(void)
{
    const struct session *table = host_find(near->host, near->network, "#a");
    assert_non_null(table);
    assert_false(host_is_seated(
        table, &(struct heard){.network = far->network, .key = "bobolink", .name = "bobolink"}));
}

static test_case(who_is_forgotten_is_forgotten_in_all_processes)
{
    play_with_bobolink();
    link_them(far, "bobolink", third, "bobolinka");
    process_say(third, "#c", "bobolinka", "notify coloretto");
    ask_to_be_forgotten(far, "bobolink");
    wait(3000);
    process_expect(far, "to bobolink: Done: <FORGOTTEN_2>");
    expect_robot_in_the_seat();
    expect_nothing_of("bobolink");
    assert_false(are_one(far, "bobolink", third, "bobolinka"));
    processes_forget_told();
    process_say(third, NULL, "bobolinka", "whoami");
    process_expect(third, "<WHOAMI who=bobolinka|network=irc:third> <WHOAMI_NO_TABLE>");
    assert_null(third->host->goings->list);
    assert_null(near->host->goings->list);
}

/* It says what waits, and answers once more when that is done. */
static test_case(forgetting_says_which_process_is_away)
{
    play_with_bobolink();
    process_end(near);
    ask_to_be_forgotten(far, "bobolink");
    wait(3000);
    process_expect(far, "to bobolink: <FORGET_AWAY_2 networks=irc:near>");
    assert_int_equal(process_count(far, "Done: <FORGOTTEN_2>"), 0);
    process_say(far, NULL, "bobolink", "whoami");
    process_expect(far, "to bobolink: <FORGET_WAIT_1>");
    process_begin(near);
    processes_deliver();
    host_room_ready(near->host, near->network, "#a", loop_now(processes.loop));
    wait(3000);
    assert_int_equal(process_count(far, "Done: <FORGOTTEN_2>"), 1);
    expect_robot_in_the_seat();
    expect_nothing_of("bobolink");
}

static test_case(a_kill_only_delays_forgetting)
{
    play_with_bobolink();
    char line[32];
    process_say(far, NULL, "bobolink", "forgetme");
    snprintf(line, sizeof line, "forgetme %.6s", process_told_word(far, "<FORGET_CODE_1> "));
    process_say_as(far, NULL, "bobolink", NULL, line);
    process_restart(far);
    process_restart(near);
    host_room_ready(near->host, near->network, "#a", loop_now(processes.loop));
    for (int i = 0; i < 4; i++)
        wait(3000);
    expect_robot_in_the_seat();
    expect_nothing_of("bobolink");
    assert_null(far->host->goings->list);
    assert_null(near->host->goings->list);
    assert_null(third->host->goings->list);
}

/* One process has said that it is done, another one is away, and then the one that waits for
   both dies. */
static test_case(after_a_kill_all_are_asked_anew)
{
    play_with_bobolink();
    process_end(near);
    ask_to_be_forgotten(far, "bobolink");
    wait(3000);
    process_restart(far);
    wait(3000);
    process_begin(near);
    processes_deliver();
    host_room_ready(near->host, near->network, "#a", loop_now(processes.loop));
    for (int i = 0; i < 3; i++)
        wait(1000);
    expect_nothing_of("bobolink");
    assert_null(far->host->goings->list);
    assert_null(near->host->goings->list);
    assert_null(third->host->goings->list);
}

static void erased(void *arg, bool is_done, const char *waits_for)
{
    snprintf(arg, 64, "%s %s", is_done ? "done" : "failed", waits_for);
}

static test_case(an_admin_may_erase_in_any_process)
{
    char said[64] = "";
    play_with_bobolink();
    assert_true(host_erase(third->host, identity(far->network, "bobolink"), erased, said));
    for (int i = 0; i < 3; i++)
        wait(3000);
    assert_string_equal(said, "done ");
    expect_robot_in_the_seat();
    expect_nothing_of("bobolink");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define ALL(test) cmocka_unit_test_setup_teardown(test, processes_open_three, processes_close_all)
        ALL(all_processes_know_who_is_linked),
        ALL(only_the_first_confirms_and_only_once),
        ALL(a_code_that_others_have_read_is_void),
        ALL(a_code_ends_after_ten_minutes_and_tries_are_few),
        ALL(two_at_one_table_of_another_process_are_not_linked),
        ALL(the_yes_is_refused_to_two_at_one_table),
        ALL(a_second_seat_at_a_table_that_was_away_is_given_up),
        ALL(a_kill_of_who_keeps_links_leaves_no_half_of_one),
        ALL(a_link_that_is_saved_is_known_whatever_dies),
        ALL(a_link_of_unknown_outcome_is_the_same_for_all),
        ALL(all_processes_believe_the_same_whatever_dies),
        ALL(links_wait_for_the_process_that_keeps_them),
        ALL(a_look_holds_for_the_person_elsewhere),
        ALL(who_keeps_links_hears_that_somebody_is_there),
        cmocka_unit_test(who_plays_from_elsewhere_is_told_as_dearly_as_their_network_is),
        ALL(a_wrong_seat_word_is_one_also_where_another_process_leads_the_table),
        ALL(a_table_of_another_process_follows_a_channel_that_is_renamed),
        ALL(a_room_that_is_lost_is_lost_to_the_process_that_leads_its_table),
        ALL(people_learn_at_which_tables_of_others_they_sit),
        ALL(questions_are_bounded),
        ALL(a_pause_ends_where_it_is_said),
        ALL(who_resumes_a_table_elsewhere_is_told_where_it_goes_on),
        ALL(a_ban_counts_in_all_processes_at_once),
        ALL(bans_of_two_processes_have_two_numbers),
        ALL(bans_of_a_room_survive_those_of_another_process),
        ALL(a_person_gets_one_word_an_hour_on_however_many_networks),
        ALL(quiet_hours_hold_on_all_networks),
        ALL(wishes_of_two_networks_are_kept_apart),
        ALL(who_is_forgotten_is_forgotten_in_all_processes),
        ALL(forgetting_says_which_process_is_away),
        ALL(a_kill_only_delays_forgetting),
        ALL(after_a_kill_all_are_asked_anew),
        ALL(an_admin_may_erase_in_any_process),
#undef ALL
    };
    return cmocka_run_group_tests_name("relay_persons", tests, NULL, NULL);
}
