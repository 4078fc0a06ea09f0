/* One table shown on IRC and on Discord, by the whole program on simulated wires: Discord is
   away for ten minutes, the bot's IRC server is, or a netsplit takes a player, always in the
   middle of a game. The other room plays on as fast as before, and the room that was away is
   told how it stands, once. Somebody of the other network plays without a room, too. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heard.h"
#include "host.h"
#include "host_state.h"
#include "session.h"
#include "sim.h"
#include "standin.h"
#include "tables.h"
#include "testing.h"

/* BACK_MS: sooner than the clock of a turn says something. */
enum {
    MOVES_BEFORE =
        /* the next one edits: a post on its way to a place that is gone is said again when that
           is back */
    5,
    AWAY_MS = 10 * 60 * 1000,
    PAUSE_MS = 12 * 1000,
    SOON_MS = 3000,
    BACK_MS = 150 * 1000,
    SPLIT_MS = 2 * 60 * 1000
};

static struct sim_irc *net;
static struct sim_person *ann, *bob, *watcher;
static struct standin *discord;
static uint64_t games, cid, dan;
static int told; /* how often the bot said something in the channel on IRC */
static char last_told[8192];

static void on_heard(void *arg, struct sim_person *person, const char *channel, const char *text)
{
    (void)arg, (void)person;
    told += channel != NULL;
    if (channel)
        snprintf(last_told, sizeof last_told, "%s", text);
}

static void open_both(uint64_t seed)
{
    char config[1024];
    sim_open(seed);
    net = sim_irc_new(&(struct sim_irc_options){.name = "net",
                                                .software = "InspIRCd-3",
                                                .has_whox = true,
                                                .has_monitor = true,
                                                .line = {5, 50, false, false}});
    discord = sim_discord_new(NULL);
    games = standin_channel(discord, standin_guild(discord, "Club"), "games");
    cid = standin_user(discord, "cid", NULL);
    dan = standin_user(discord, "dan", NULL);
    snprintf(
        config, sizeof config,
        "irc \"net\" {\n server = net.sim\n port = 6667\n tls = no\n insecure = yes\n channels = {\"#games\"}\n}\n"
        "discord \"club\" {\n token_file = \"%s\"\n api = \"%s\"\n}",
        sim_discord_token(), standin_rest_url(discord));
    sim_configure(config);
    ann = sim_person_new(net, "ann", "ann", "ann.example", "ann");
    bob = sim_person_new(net, "bob", "bob", "bob.example", "bob");
    watcher = sim_person_new(net, "watcher", "watcher", "watcher.example", "");
    told = 0;
    sim_person_hears(watcher, on_heard, NULL);
    sim_person_join(ann, "#games");
    sim_person_join(bob, "#games");
    sim_person_join(watcher, "#games");
    sim_start();
    sim_wait(30000);
}

/* ---- one table in two rooms ---- */

static void irc_says(struct sim_person *person, const char *text)
{
    sim_person_say(person, "#games", text);
    sim_wait(4000);
}

static void discord_says(uint64_t user, const char *text)
{
    standin_say(discord, user, games, text);
    sim_wait(4000);
}

static void find_code(const char *text, char line[32])
{
    char code[16] = "";
    for (const char *at = text; (at = strstr(at, "join")); at++)
        if (sscanf(at, "join%*[* ]%8[A-Z]", code) == 1 && strlen(code) == 8)
            snprintf(line, 32, "!join %s", code);
    if (!*code)
        fail_msg("no code in: %s", text);
}

static void open_on_irc(void)
{
    char line[32];
    irc_says(ann, "!play coloretto");
    irc_says(ann, "!invite");
    find_code(sim_person_last(ann), line);
    discord_says(cid, line);
    sim_person_say(ann, NULL, "invite yes");
    sim_wait(4000);
}

static void open_on_discord(void)
{
    char line[32];
    discord_says(cid, "!play coloretto");
    discord_says(cid, "!invite");
    char *received = standin_received(discord, cid, 0);
    find_code(received, line);
    free(received);
    irc_says(ann, line);
    standin_say(discord, cid, standin_dm(discord, cid), "invite yes");
    sim_wait(4000);
}

static struct session *table(void)
{
    struct session *session = host_find(sim_host(), "irc:net", "#games");
    session = session ? session : host_find(sim_host(), "discord:club", "games");
    assert_non_null(session);
    return session;
}

/* ---- moves ---- */

struct choice {
    int count;
    char move[64];
};

static bool consider(void *arg, const char *move)
{
    struct choice *choice = arg;
    if (sim_dice(++choice->count) == 0)
        snprintf(choice->move, sizeof choice->move, "!%s", move);
    return true;
}

/* The seat that can move; -1: none. */
static int find_mover(struct choice *choice)
{
    struct session *session = table();
    for (int i = 0; i < session->seat_count; i++) {
        const struct seat *seat = &session->seats[i];
        const struct heard heard = {.network = seat->port->network,
                                    .key = seat->key,
                                    .name = "",
                                    .text = "",
                                    .now = session->host->now};
        *choice = (struct choice){0};
        host_each_move(sim_host(), session, &heard, consider, choice);
        if (choice->count > 0)
            return i;
    }
    return -1;
}

static const char *name_of_mover(void)
{
    struct choice choice;
    int seat = find_mover(&choice);
    return seat < 0 ? "" : table()->seats[seat].name;
}

/* What the room on Discord has received so far, in bytes. */
static size_t shown_on_discord(void)
{
    char *received = standin_received(discord, STANDIN_EVERYONE, 0);
    size_t length = strlen(received);
    free(received);
    return length;
}

/* A person who can move does so, and reads the answer in the own room within SOON_MS. */
static void move_once(void)
{
    struct choice choice;
    int seat = find_mover(&choice);
    assert_true(seat >= 0);
    const char *name = table()->seats[seat].name;
    struct sim_person *person = strcmp(name, "ann") == 0   ? ann
                                : strcmp(name, "bob") == 0 ? bob
                                                           : NULL;
    int told_before = told;
    size_t shown_before = shown_on_discord();
    if (person)
        sim_person_say(person, "#games", choice.move);
    else
        standin_say(discord, strcmp(name, "cid") == 0 ? cid : dan, games, choice.move);
    sim_wait(SOON_MS);
    if (person ? told == told_before : shown_on_discord() == shown_before)
        fail_msg("%s is not answered for %d ms: %s", name, SOON_MS, choice.move);
}

static void play(int64_t ms)
{
    for (int64_t end = sim_now() + ms; sim_now() < end; sim_wait(PAUSE_MS - SOON_MS))
        move_once();
}

static void play_a_little(void)
{
    for (int i = 0; i < MOVES_BEFORE; i++, sim_wait(PAUSE_MS - SOON_MS))
        move_once();
}

/* ---- a room is away, and the other plays on ---- */

static int count_posts(void)
{
    return standin_count(discord, STANDIN_REQUEST, "POST /channels/{}/messages");
}

/* New messages since then that show the board. */
static int count_boards(int64_t since)
{
    int count = 0;
    for (int i = 0; i < standin_entries(discord); i++) {
        const struct standin_entry *entry = standin_entry(discord, i);
        const char *content = json_string_value(json_object_get(entry->body, "content"));
        bool is_post = entry->kind == STANDIN_REQUEST &&
                       strcmp(entry->route, "POST /channels/{}/messages") == 0;
        count += is_post && entry->at >= since && content && strstr(content, "cards left");
    }
    return count;
}

static test_case(discord_is_away_for_ten_minutes)
{
    open_both(1);
    open_on_irc();
    irc_says(bob, "!join");
    irc_says(ann, "!start");
    sim_wait(30000); /* people may cut, and then the cards are dealt */
    play_a_little();
    standin_mark(discord);
    sim_discord_line(discord)->is_down = true;
    standin_drop(discord, STANDIN_EVERY);
    play(AWAY_MS);
    assert_int_equal(count_posts(), 0);
    sim_discord_line(discord)->is_down = false;
    int64_t back = sim_now();
    int told_before = told;
    sim_wait(BACK_MS);
    assert_int_equal(told, told_before);
    assert_int_equal(count_boards(back), 1);
    /* before it, what was played meanwhile, as far as it fits into one message */
    assert_in_range(count_posts(), 1, 2);
    const struct standin_message *shown = standin_last(discord, games, STANDIN_EVERYONE);
    const char *mover = name_of_mover();
    if (!strstr(standin_content(shown), mover) || !strstr(standin_content(shown), "cards left"))
        fail_msg("%s is to move, and Discord shows: %s", mover, standin_content(shown));
    move_once();
    sim_wait(SOON_MS);
    assert_int_equal(standin_violations(discord), 0);
    sim_close();
}

static test_case(the_irc_server_is_away_for_ten_minutes)
{
    open_both(2);
    open_on_discord();
    discord_says(dan, "!join");
    discord_says(cid, "!start");
    sim_wait(30000); /* people may cut, and then the cards are dealt */
    play_a_little();
    int told_before = told;
    sim_irc_line(net)->is_down = true;
    sim_irc_drop(net);
    play(AWAY_MS);
    assert_int_equal(told, told_before);
    sim_irc_line(net)->is_down = false;
    size_t shown_before = shown_on_discord();
    sim_wait(BACK_MS);
    assert_int_equal((int)(shown_on_discord() - shown_before), 0);
    if (!strstr(last_told, "cards left") || told - told_before > 2)
        fail_msg("told %d lines, the last one: %s", told - told_before, last_told);
    move_once();
    assert_string_equal(sim_irc_violation(net), "");
    sim_close();
}

/* ---- a netsplit takes a player ---- */

static test_case(a_netsplit_takes_a_player)
{
    open_both(3);
    open_on_irc();
    discord_says(cid, "!join");
    discord_says(dan, "!join");
    irc_says(ann, "!start");
    sim_wait(30000); /* people may cut, and then the cards are dealt */
    play_a_little();
    while (strcmp(name_of_mover(), "ann") == 0)
        move_once();
    sim_person_quit(ann, "hub.sim leaf.sim");
    while (strcmp(name_of_mover(), "ann") != 0) {
        move_once();
        sim_wait(PAUSE_MS - SOON_MS);
    }
    sim_wait(SPLIT_MS);
    assert_string_equal(name_of_mover(), "ann");
    sim_person_return(ann);
    sim_person_login(ann, "ann");
    sim_person_join(ann, "#games");
    sim_wait(SOON_MS);
    move_once();
    play(SPLIT_MS);
    sim_close();
}

/* ---- what the README shows ---- */

static const char page_path[] = "e2e/transcripts/one_table.out";
static char page[16384];

/* Without marks, colours, pictures and blanks of no width; the number behind "<@" or "<#"
   becomes a name. */
static size_t put_plain(char *to, size_t size, const char *at)
{
    size_t length = 0;
    for (; *at && length + 8 < size; at++) {
        if (strncmp(at, "<@", 2) == 0 || strncmp(at, "<#", 2) == 0) {
            length += (size_t)snprintf(to + length, size - length, "%s",
                                       at[1] == '@' ? "@bob" : "#games");
            at += strcspn(at, ">");
        } else if (strncmp(at, "\xc2\xb7", 2) == 0) {
            length += (size_t)snprintf(to + length, size - length, "%.2s", at);
        } else if ((unsigned char)*at < 0x80 && !strchr("*`\\", *at)) {
            to[length++] = *at == '\n' ? ' ' : *at;
        }
    }
    return length;
}

/* One thing that was said, as a person reads it. */
static void put_line(const char *where, const char *who, const char *text)
{
    size_t length = strlen(page);
    length += (size_t)snprintf(page + length, sizeof page - length, "%s <%s> ", where, who);
    length += put_plain(page + length, sizeof page - length, text);
    snprintf(page + length, sizeof page - length, "\n");
}

static void note_irc(void *arg, struct sim_person *person, const char *channel, const char *text)
{
    (void)arg;
    if (channel && person == watcher)
        put_line("IRC", "tabletalk", text);
    else if (!channel && person == ann)
        put_line("IRC, to ann", "tabletalk", text);
}

static void note_discord(void *arg, uint64_t viewer, uint64_t channel, const char *text)
{
    json_t *message = json_loads(text, 0, NULL);
    const char *content = json_string_value(json_object_get(message, "content"));
    bool is_of_bot = json_is_true(json_object_get(json_object_get(message, "author"), "bot"));
    (void)arg;
    if (content && is_of_bot)
        put_line(viewer || channel != games ? "Discord, to bob" : "Discord", "cardhost", content);
    json_decref(message);
}

static void ann_says(const char *text)
{
    put_line("IRC", "ann", text);
    irc_says(ann, text);
}

static void bob_says(const char *text)
{
    put_line("Discord", "bob", text);
    discord_says(dan, text);
}

/* The README shows parts of this file; TABLETALK_GOLDEN=write makes it anew. */
static void expect_page(void)
{
    static char golden[sizeof page];
    const char *how = getenv("TABLETALK_GOLDEN");
    FILE *file = fopen(page_path, how && strcmp(how, "write") == 0 ? "w+" : "r");
    assert_non_null(file);
    if (how && strcmp(how, "write") == 0)
        assert_true(fputs(page, file) >= 0);
    rewind(file);
    golden[fread(golden, 1, sizeof golden - 1, file)] = '\0';
    fclose(file);
    assert_string_equal(page, golden);
}

static test_case(an_irc_and_a_discord_player_sit_at_one_table)
{
    char line[32];
    open_both(4);
    page[0] = '\0';
    dan = standin_user(discord, "bob", NULL);
    sim_person_hears(ann, note_irc, NULL);
    sim_person_hears(watcher, note_irc, NULL);
    standin_on_seen(discord, note_discord, NULL);
    ann_says("!play heartcatchers");
    ann_says("!invite");
    find_code(sim_person_last(ann), line);
    bob_says(line);
    sim_person_say(ann, NULL, "invite yes");
    sim_wait(4000);
    bob_says("!join");
    sim_wait(20000);
    ann_says("!steal d them3 me2");
    bob_says("!steal d them2 me3");
    sim_close();
    expect_page();
}

/* dan presses the n-th button in his hand whose id begins with the letter, if it is there. */
static void press_in(uint64_t dm, char letter, int n)
{
    const struct standin_message *hand = standin_last(discord, dm, dan);
    size_t r, i;
    const json_t *row, *button;
    json_array_foreach(json_object_get(hand->body, "components"), r, row)
    {
        json_array_foreach(json_object_get(row, "components"), i, button)
        {
            const char *id = json_string_value(json_object_get(button, "custom_id"));
            if (id && *id == letter && n-- == 0) {
                standin_press(discord, dan, hand->id, id);
                sim_wait(4000);
                return;
            }
        }
    }
}

/* The table has no room on Discord. A card, then what it does: two taps, or one. */
static test_case(who_joins_by_a_code_in_private_plays_by_buttons)
{
    char line[32];
    open_both(5);
    irc_says(ann, "!play heartcatchers");
    irc_says(ann, "!invite");
    find_code(sim_person_last(ann), line);
    uint64_t dm = standin_dm(discord, dan);
    standin_say(discord, dan, dm, line);
    sim_wait(20000);
    while (strcmp(name_of_mover(), "ann") == 0)
        move_once();
    assert_string_equal(name_of_mover(), "dan");
    for (int card = 0; card < 3 && strcmp(name_of_mover(), "dan") == 0; card++) {
        press_in(dm, 'c', card);
        if (strcmp(name_of_mover(), "dan") == 0)
            press_in(dm, 'k', 0);
        if (strcmp(name_of_mover(), "dan") == 0)
            press_in(dm, 'l', 0);
    }
    assert_string_equal(name_of_mover(), "ann");
    sim_close();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(discord_is_away_for_ten_minutes),
        cmocka_unit_test(the_irc_server_is_away_for_ten_minutes),
        cmocka_unit_test(a_netsplit_takes_a_player),
        cmocka_unit_test(an_irc_and_a_discord_player_sit_at_one_table),
        cmocka_unit_test(who_joins_by_a_code_in_private_plays_by_buttons),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
