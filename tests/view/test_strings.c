/* Every template of the host and of every game expands, with keys that are documented, for one
   and for many; and what is read about games: rules, options, the list. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "games.h"
#include "inbox.h"
#include "laid.h"
#include "markdown.h"
#include "standin.h"
#include "strings/help.def"
#include "strings/leaving.def"
#include "strings/lobby.def"
#include "strings/playing.def"
#include "strings/seatword.def"
#include "testing.h"
#include "text.h"

/* The keys of the tables of sentences (the host's, and each network's own) and what stands for
   them here: once for one, once for many. A key that is not in this list is a mistyped one, or
   has to be added here. */
static const struct key {
    const char *name, *one, *many;
} keys[] = {
    {"who", "ann", "ann\nbob\ncid"},
    {"by", "dan", "dan\nann"},
    {"kept", "ann-2", "ann"},
    {"command", "join", "stop"},
    {"text", "Only !hand shows it.", "Only !hand and !board show it."},
    {"typed", "hop\n!join", "\xff 2"},
    {"line", "hide d them1", "move"},
    {"page", "1", "2"},
    {"pages", "1", "12"},
    {"count", "1", "300"},
    {"table", "17", "4711"},
    {"until", "2026-01-02 15:00 UTC", "2026-01-02 15:00 UTC"},
    {"game", "Heartcatchers", "Color Catcher"},
    {"id", "heartcatchers", "colorcatcher"},
    {"room", "#games", "&cards"},
    {"robot", "robot", "robot2"},
    {"players", "2", "2 to 5"},
    {"options", "layout=dealt", "layout=dealt match=3"},
    {"why", "'x' is not a value of layout.", "'y' is not a value of layout."},
    {"example", "layout=hearts", "robot"},
    {"bot", "tabletalk", "cards"},
    {"cards", "colour", "symbols"},
    {"width", "as wide as they can be", "at most 200 bytes"},
    {"answers", "messages", "notices"},
    {"n", "1", "3"},
    {"most", "1", "12"},
    {"least", "1", "3"},
    {"seated", "1", "2"},
    {"missing", "1", "2"},
    {"level", "greedy", "random"},
    {"call", "ann", "ann\nbob"},
    {"card", "red heart", "orange card"},
    {"name", "eve", "mallory"},
    {"key", "$eve", "4711"},
    {"network", "irc:club", "discord:club"},
    {"origin", "irc:club", "discord:club"},
    {"networks", "irc:club", "irc:club, discord:club"},
    {"admin", "ann", "root"},
    {"day", "2026-01-02", "2026-11-12"},
    {"date", "2026-01-02 18:30", "2026-11-12 07:05"},
    {"year", "2026", "2031"},
    {"look", "plain", "symbols"},
    {"permission", "Send Messages", "View Channel"},
    {"people", "ann", "ann, bob"},
    {"move", "catch d me1", "hide d them2"},
    {"verb", "hide", "steal"},
    {"label", "d", "e"},
    {"seal", "7NBMWLPI2R2WQW7AQ2J5UCUZX4M3SOTJ", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"},
    {"secret", "9f", "00"},
    {"nearest", "catch d me1", "catch d me2"},
    {"played", "1", "2"},
    {"rest", "hide d me1", "hide d me1, catch e me2"},
    {"nick", "relay", "club"},
    {"code", "BCDFGHJK", "ZXWVTSRQ"},
    {"wishes", "Coloretto in #games", "ROYGBIV in #a"},
    {"results", "Coloretto in #games, and you won", "ROYGBIV, and you came in as number 2 of 3"},
    {"where", "Coloretto in #games", "ROYGBIV"},
    {"zone", "+1", "-3:30"},
    {"from", "22", "1"},
    {"rules", "games all; guests no (set here)", "undo off (from above)"},
    {"games", "Coloretto and ROYGBIV", "Kritters"},
    {"value", "slow", "match=3"},
    {"values", "yes, no", "free, consent, off"},
    {"word", "k7-plum", "x9-pear"},
    {"left", "1", "4"},
    {"minutes", "5", "30"},
    {"hours", "10", "9"},
    {"pace", "live", "slow"},
    {"time", "5 minutes", "48 hours"},
    {"waited", "3 minutes", "18 seconds"},
    {"number", "17", "4711"},
    {"tables", "17 (Coloretto)", "17 (Coloretto), 21 (ROYGBIV)"},
    {"seat", "p1", "p12"},
    {"rooms", "#games", "#games, #cards"},
    {"seconds", "1", "60"},
    {"next", "1", "2"},
    {"group", "server", "guild"},
    {"said", "good luck", "hello over there"},
    {"what", "guests", "say"},
    {"version", "0.1.0", "0.2.0"},
    {"code", "BCDFGHJK", "ZXWVTSRQ"},
    {"rules", "games all; guests no (set here)", "undo off (from above)"},
    {"games", "Coloretto and ROYGBIV", "Kritters"},
    {"value", "slow", "match=3"},
    {"values", "yes, no", "free, consent, off"},
    {"link", "41c1b6", "0b7e3f"},
    {"won", "0", "60"},
    {"rated", "1", "100"},
    {"rating", "-2.5", "31.4"},
    {"place", "1", "10"},
    {"address", "https://cards.example", "https://cards.example/fair"},
    {"mode", "R", "g"},
    {"points", "1", "24"},
    {"month", "2026-11", "2027-01"},
    {"how", "steal CARD them2 for me1", "catch CARD on me1"},
    {"since", "2026-11-23", "1970-01-01"},
    {"to", "6", "23"},
    {"all", "6", "23"},
    {"latest", "2026-11-23", "2027-01-31"},
    {"own", "12.3", "-0.5"},
    {"rival", "9.0", "100.1"},
    {"less", "8", "-3.5"},
    {"more", "9.0", "100.1"},
    {"other", "hide d me1", "effect steal bob red"},
    {"ahead", "one", "13"},
    {"promise", "makes these cards yours", "builds a set"},
    {"danger", "ends the round for you", "may help others"},
    {"other_promise", "makes these cards yours", "builds a set"},
    {"other_danger", "ends the round for you", "may help others"},
};
enum { KEYS = sizeof keys / sizeof *keys };

static const struct {
    const char *id, *text;
} strings[] = {
#define STRING(id, text) {#id, text},
#undef SENTENCE
#undef STRINGS_OF
#undef STRINGS_END
#define SENTENCE(id, text) STRING(id, text)
#define STRINGS_OF(group)
#define STRINGS_END
#include "../../adapters/discord/strings.def"
#include "../../adapters/irc/strings.def"
#include "../../adapters/shell/strings.def"
#include "strings.def"
#undef STRING
};

static struct prose prose;

static const struct key *find_key(const char *id, const char *blank)
{
    int length = (int)strcspn(blank, "|}");
    for (int i = 0; i < KEYS; i++)
        if ((int)strlen(keys[i].name) == length &&
            strncmp(keys[i].name, blank, (size_t)length) == 0)
            return &keys[i];
    fail_msg("%s has the key {%.*s}, which is not documented", id, length, blank);
    return NULL;
}

/* Expands a string with the values of its keys. */
static const char *say(size_t i, bool many)
{
    enum { MOST = 9 };
    const char *names[MOST] = {"-", "-", "-", "-", "-", "-", "-", "-", "-"};
    const char *values[MOST] = {"", "", "", "", "", "", "", "", ""};
    int count = 0;
    for (const char *open = strings[i].text; (open = strchr(open, '{')); open++, count++) {
        const struct key *key = find_key(strings[i].id, open + 1);
        assert_true(count < MOST);
        names[count] = key->name;
        values[count] = many ? key->many : key->one;
    }
    prose_clear(&prose);
    view_sentence(&prose, strings[i].text, names[0], values[0], names[1], values[1], names[2],
                  values[2], names[3], values[3], names[4], values[4], names[5], values[5],
                  names[6], values[6], names[7], values[7], names[8], values[8], (char *)0);
    prose_sound(&prose, NULL);
    return prose.text;
}

static test_case(every_string_reads_well)
{
    for (size_t i = 0; i < sizeof strings / sizeof *strings; i++)
        for (int many = 0; many < 2; many++) {
            const char *text = say(i, many);
            bool whole =
                prose.length > 0 && !prose.cut && !strpbrk(text, "{}|\n") && !strstr(text, "  ");
            if (!whole || prose.length > 360)
                fail_msg("%s, %d bytes: %s", strings[i].id, prose.length, text);
        }
}

/* ---- as slash commands ---- */

/* "table stop answer:yes" can be typed; without its options it can be tapped, and Discord asks for
   what it needs. */
static bool is_command(const json_t *commands, const char *shown)
{
    char words[HOST_TEXT], *rest, *word;
    bool is_there = true;
    snprintf(words, sizeof words, "%s", shown);
    for (word = strtok_r(words, " ", &rest); word && is_there; word = strtok_r(NULL, " ", &rest)) {
        size_t i;
        json_t *item, *found = NULL;
        json_array_foreach((json_t *)commands, i, item)
        {
            if (strcmp(json_string_value(json_object_get(item, "name")), word) == 0)
                found = item;
        }
        is_there = found != NULL;
        commands = json_object_get(found, "options");
    }
    const json_t *inner = json_array_get(commands, 0);
    return is_there && (!inner || json_integer_value(json_object_get(inner, "type")) > 2);
}

/* In the stand-in's form a value with blanks stands in quotes. */
static void quote(const char *shown, char *out, size_t size)
{
    struct text text = text_over(out, size);
    bool is_open = false;
    for (const char *p = shown; *p; p++) {
        size_t name = *p == ' ' ? strspn(p + 1, "abcdefghijklmnopqrstuvwxyz") : 0;
        bool ends = is_open && name > 0 && p[1 + name] == ':';
        text_put(&text, ends ? "\"" : "");
        is_open = is_open && !ends;
        text_put_bytes(&text, p, 1);
        if (*p == ':' && !is_open) {
            text_put(&text, "\"");
            is_open = true;
        }
    }
    text_put(&text, is_open ? "\"" : "");
}

/* In bold, because it cannot be tapped without the ids. */
static void assert_typed(json_t *commands, const char *id, const char *text)
{
    static const char *const words[] = {" yes", " no", " off", " default", " GAME", " WORD"};
    for (const char *at = text; (at = strstr(at, "**/")); at++) {
        char shown[HOST_TEXT], quoted[HOST_TEXT];
        const char *end = strstr(at + 2, "**");
        assert_non_null(end);
        snprintf(shown, sizeof shown, "%.*s", (int)(end - at) - 3, at + 3);
        for (size_t i = 0; i < sizeof words / sizeof *words; i++)
            if (text_is_prefix(words[i], end + 2) &&
                !isalpha((unsigned char)end[2 + strlen(words[i])]) && shown[0] != 'm')
                fail_msg("%s shows a word of /%s behind it: %s", id, shown, text);
        quote(shown, quoted, sizeof quoted);
        if (strncmp(shown, "move ", 5) != 0 && !strstr(shown, " user:") &&
            !standin_can_type(commands, quoted) && !is_command(commands, shown))
            fail_msg("%s shows /%s, which cannot be typed: %s", id, shown, text);
        at = end;
    }
}

static test_case(every_sentence_shows_what_can_be_typed_after_a_slash)
{
    static char bytes[DISCORD_TEXT];
    json_t *commands = slash_commands();
    for (size_t i = 0; i < sizeof strings / sizeof *strings; i++)
        for (int many = 0; many < 2; many++) {
            struct text text = text_over(bytes, sizeof bytes);
            say(i, many);
            markdown_put(&prose, &(struct markdown_style){.prefix = "/"}, &text);
            assert_typed(commands, strings[i].id, bytes);
        }
    json_decref(commands);
}

/* What "help" says of a command: all of its usage is options. */
static void assert_usage(void *arg, const struct commands_row *row)
{
    static char bytes[DISCORD_TEXT];
    struct text text = text_over(bytes, sizeof bytes);
    (void)arg;
    if (row->is_of_operators || strcmp(row->slash, "none") == 0)
        return;
    prose_clear(&prose);
    prose_putf(&prose, "!%s %s", row->name, row->words);
    markdown_put(&prose, &(struct markdown_style){.prefix = "/"}, &text);
    const char *end = strstr(bytes + 2, "**");
    if (!end || end[2 + strspn(end + 2, " ")])
        fail_msg("what can stand behind it is shown as on another network: %s", bytes);
}

static test_case(every_usage_is_shown_as_options)
{
    commands_each(assert_usage, NULL);
}

static test_case(strings_have_people_commands_and_plurals)
{
    prose_clear(&prose);
    view_string(&prose, STRING_TABLE_OPEN_ALREADY, "game", "Heartcatchers", "who", "ann",
                (char *)0);
    assert_string_equal(
        prose.text,
        "Heartcatchers is open here already, and ann sits at the table. !join to sit down too.");
    assert_string_equal(prose_spans(&prose), "NAME ann|COMMAND !join");
    prose_clear(&prose);
    view_string(&prose, STRING_TABLE_OPEN_ALREADY, "game", "!x", "who", "ann\nbob\ncid", (char *)0);
    assert_string_equal(
        prose.text,
        "!x is open here already, and ann, bob and cid sit at the table. !join to sit down too.");
    assert_string_equal(prose_spans(&prose), "NAME ann|NAME bob|NAME cid|COMMAND !join");
    prose_clear(&prose);
    view_string(&prose, STRING_KICKED_LOBBY, "by", "dan", "who", "\u202e@everyone\u202c",
                (char *)0);
    assert_string_equal(prose.text, "dan asks @everyone to get up.");
    assert_string_equal(prose_spans(&prose), "NAME dan|NAME @everyone");
    prose_clear(&prose);
    view_string(&prose, STRING_SEAT_WORD_WRONG, "left", "1", (char *)0);
    prose_put(&prose, " ");
    view_string(&prose, STRING_SEAT_WORD_WRONG, "left", "11", (char *)0);
    assert_string_equal(
        prose.text,
        "That is not the seat word. You have 1 more try. That is not the seat word. You have 11 more tries.");
    prose_clear(&prose);
    view_string(&prose, STRING_MOVE_REFUSED, "move", "hide d me1\r\n", "text", "Ask !rules.",
                (char *)0);
    assert_string_equal(prose.text, "'hide d me1' is not possible. Ask !rules.");
    assert_string_equal(prose_spans(&prose), "COMMAND !rules");
}

/* ---- games ---- */

static bool is_arg(const char *key, const struct game *game)
{
    static const char *const kinds[] = {"}", ":seat}", ":word}", "|"};
    if (key[0] < '0' || key[0] >= '0' + EVENT_ARGS)
        return false;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strncmp(key + 1, kinds[i], strlen(kinds[i])) == 0)
            return i != 2 || game->word_count > 0;
    return false;
}

/* A line of 480 bytes is not said back in three. */
static test_case(what_was_typed_is_said_back_in_part)
{
    char typed[481];
    for (int i = 0; i < 480; i += 3)
        snprintf(typed + i, 4, "\xe2\x82\xac");
    prose_clear(&prose);
    view_string(&prose, STRING_COMMAND_UNKNOWN, "typed", typed, (char *)0);
    assert_in_range(prose.length, 60, 150);
    assert_non_null(strstr(prose.text, "\xe2\x82\xac...'"));
    prose_clear(&prose);
    view_string(&prose, STRING_COMMAND_UNKNOWN, "typed", "halp", (char *)0);
    assert_non_null(strstr(prose.text, "'halp'"));
}

static bool names_key(const char *open, const struct game *game)
{
    static const char *const fixed[] = {"{who}", "{cards}", "{names}", "{codes}", "{0:owner}"};
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        if (strncmp(open, fixed[i], strlen(fixed[i])) == 0)
            return true;
    return is_arg(open + 1, game);
}

static test_case(every_sentence_of_every_game_expands)
{
    static struct laid laid;
    for (int g = 0; g < game_count; g++)
        for (int i = 0; i < games[g]->sentence_count + games[g]->moment_count; i++) {
            int moment = i - games[g]->sentence_count;
            const char *text =
                moment < 0 ? games[g]->sentences[i] : games[g]->moments[moment].words;
            for (const char *open = text; (open = strchr(open, '{')); open++)
                if (!names_key(open, games[g]))
                    fail_msg("%s says '%s': there is no such key at '%s'", games[g]->id, text,
                             open);
            laid_open(&laid, games[g], games[g]->seats_min, NULL);
            laid.events.count = 0;
            struct play play = {&laid.rules, &laid.table, &laid.chance, &laid.events, NULL};
            event_say(&play, moment < 0 ? i : moment, 0, 0, 0, 0);
            laid.events.list[0].kind = moment < 0 ? EVENT_SAID : EVENT_MOMENT;
            assert_null(strpbrk(laid_events(&laid, SEAT_PUBLIC), "{}"));
            assert_true(laid.prose.length > 0);
        }
}

static test_case(every_label_of_every_game_expands)
{
    static struct laid laid;
    for (int g = 0; g < game_count; g++)
        for (int game = 0; game < 50; game++) {
            laid_deal(&laid, games[g], games[g]->seats_min, NULL, game);
            while (laid_play_any(&laid))
                ;
            assert_null(strpbrk(laid_result(&laid), "{}"));
        }
}

static test_case(rules_by_topic)
{
    for (int g = 0; g < game_count; g++)
        for (int i = 0; i < games[g]->topic_count; i++) {
            prose_clear(&prose);
            assert_true(view_rules(games[g], games[g]->topics[i].name, false, &prose));
            prose_sound(&prose, NULL);
            assert_false(prose.cut);
            assert_non_null(strstr(prose.text, games[g]->topics[i].text));
        }
    const struct game *game = game_find("heartcatchers");
    prose_clear(&prose);
    assert_true(view_rules(game, NULL, false, &prose));
    assert_true(strncmp(prose.text, "Heartcatchers, goal: Your turn in one line: ", 44) == 0);
    assert_non_null(strstr(prose.text, " !rules next goes on: setup. Also cards, turn, colours, "));
    prose_clear(&prose);
    assert_true(view_rules(game, "COL", false, &prose));
    assert_true(strncmp(prose.text, "Heartcatchers, colours: Red catches green", 41) == 0);
    prose_clear(&prose);
    assert_false(view_rules(game, "money", false, &prose));
    assert_string_equal(
        prose.text,
        "The rules of Heartcatchers, by topic: !rules with goal, setup, cards, turn, colours, secrets, "
        "uncatchable, end, scoring, board, variants or house.");
    prose_clear(&prose);
    assert_false(view_rules(game, "", false, &prose));
}

static test_case(games_and_options_are_listed)
{
    const struct game *game = game_find("heartcatchers");
    struct ruleset rules;
    char why[200];
    struct text text = text_over(why, sizeof why);
    prose_clear(&prose);
    view_games(false, &prose);
    prose_sound(&prose, NULL);
    assert_false(prose.cut);
    assert_non_null(
        strstr(prose.text,
               "Heartcatchers (2 players): catch stacks of hearts and hide Secrets under them; "
               "5 minutes. !play heartcatchers"));
    game_ruleset(game, &rules);
    assert_true(option_set(game, rules.options, "match", "3", &text));
    prose_clear(&prose);
    view_options(game, rules.options, false, &prose);
    assert_string_equal(prose.text, "layout=dealt un_point=yes match=3");
    prose_clear(&prose);
    view_options(game, rules.options, true, &prose);
    assert_non_null(strstr(
        prose.text,
        "\nmatch=3 (1, 3, 5 or 7): best of so many games; a drawn one is played again; the players begin in turn"));
}

static test_case(a_match_stands)
{
    static const char *const names[] = {"ann", "bob"};
    static struct laid laid;
    laid_open(&laid, game_find("heartcatchers"), 2, names);
    prose_clear(&prose);
    view_string(&prose, STRING_MATCH_STANDING, "played", "2", "most", "3", (char *)0);
    prose_put(&prose, " ");
    view_standing(&laid.view, (int[]){0, 2}, 2, &prose);
    assert_string_equal(prose.text, "The match after 2 of 3 games: ann 0, bob 2");
    assert_string_equal(prose_spans(&prose), "NAME ann|NAME bob");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_string_reads_well),
        cmocka_unit_test(every_sentence_shows_what_can_be_typed_after_a_slash),
        cmocka_unit_test(every_usage_is_shown_as_options),
        cmocka_unit_test(strings_have_people_commands_and_plurals),
        cmocka_unit_test(what_was_typed_is_said_back_in_part),
        cmocka_unit_test(every_sentence_of_every_game_expands),
        cmocka_unit_test(every_label_of_every_game_expands),
        cmocka_unit_test(rules_by_topic),
        cmocka_unit_test(games_and_options_are_listed),
        cmocka_unit_test(a_match_stands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
