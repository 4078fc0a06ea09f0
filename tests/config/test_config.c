/* Configuration files, good and broken: what the structs hold, and the exact sentence for each
   mistake. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "config.h"
#include "testing.h"

static char told[CONFIG_PROBLEMS_SIZE];

static int read_config(const char *bytes, struct config *config)
{
    struct text problems = text_over(told, sizeof told);
    return config_read_text("t.conf", bytes, config, &problems);
}

static void read_good(const char *bytes, struct config *config)
{
    if (read_config(bytes, config) != 0)
        fail_msg("refused:\n%s\nbecause:\n%s", bytes, told);
}

static void expect_told(const char *bytes, const char *expected)
{
    struct config config;
    if (read_config(bytes, &config) == 0) {
        config_fini(&config);
        fail_msg("accepted, instead of telling\n%s\nin\n%s", expected, bytes);
    }
    if (strcmp(told, expected) != 0)
        fail_msg("told\n%s\ninstead of\n%s\nin\n%s", told, expected, bytes);
}

static void expect_number(const char *what, int number, int expected)
{
    if (number != expected)
        fail_msg("%s is %d instead of %d", what, number, expected);
}

/* Beside its name, or from the environment or a file; of two networks with the same channels
   each has its own. */
static test_case(channels_have_their_keys)
{
    struct config config;
    setenv("TABLETALK_TEST_KEY", "from-outside", 1);
    read_good(
        "irc a { server = irc.a\n channels = {\"#games k-1\", \"#open\", \"#other\"}\n"
        "channel \"#other\" { key_env = TABLETALK_TEST_KEY } }\n"
        "irc b { server = irc.b\n channels = {\"#Games k-2%s\", \"#open k-3\"} channel \"#games\" { prefix = \".\" } }",
        &config);
    static const struct {
        int network, channel;
        const char *name, *key, *prefix;
    } expected[] = {{0, 0, "#games", "k-1", "!"},
                    {0, 1, "#open", NULL, "!"},
                    {0, 2, "#other", "from-outside", "!"},
                    {1, 0, "#games", "k-2%s", "."},
                    {1, 1, "#open", "k-3", "!"}};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        const struct config_channel *channel =
            &config.irc[expected[i].network].channel[expected[i].channel];
        assert_string_equal(channel->title, expected[i].name);
        assert_string_equal(channel->key ? channel->key : "none",
                            expected[i].key ? expected[i].key : "none");
        assert_string_equal(channel->prefix, expected[i].prefix);
        assert_null(
            strchr(config.irc[expected[i].network].channels.items[expected[i].channel], ' '));
    }
    config_fini(&config);
    unsetenv("TABLETALK_TEST_KEY");
}

static test_case(every_value_arrives)
{
    struct config config;
    read_good("/* The house */ owner = 'Ann <ann@example.net>'\n"
              "store = memory; log_level = \"debug\" # quotes or none\r\n"
              "data_folder = /var/lib/tabletalk // and any comment\n"
              "irc \"home\" {\n"
              "    server = \"::1\"; port = 6667; tls = no\n"
              "    nick = \"cards\" user = cards realname = \"A \\\"bot\\\" \\\\ ours\"\n"
              "    alternative_nicks = { \"cards_\", # between the items, too\n \"cards__\" , }\n"
              "    channels = {\"#games\", \"#Quiet\"}\n"
              "    admins = \"*!ann@*.example.net\"\n"
              "    operators_are_admins = OFF prefix = \"?\" flood = off\n"
              "    channel \"#quiet\" { prefix = \".\" ; colour = no }\n"
              "}\n"
              "irc libera { server = irc.libera.chat }\n",
              &config);
    const struct config_irc *home = &config.irc[0];
    assert_string_equal(config.owner, "Ann <ann@example.net>");
    assert_string_equal(config.store, "memory");
    assert_string_equal(config.log_level, "debug");
    assert_string_equal(config.data_folder, "/var/lib/tabletalk");
    expect_number("irc_count", config.irc_count, 2);
    assert_string_equal(home->title, "home");
    assert_string_equal(home->server, "::1");
    expect_number("port", home->port, 6667);
    assert_false(home->tls);
    assert_string_equal(home->realname, "A \"bot\" \\ ours");
    expect_number("alternative_nicks", home->alternative_nicks.count, 2);
    assert_string_equal(home->alternative_nicks.items[1], "cards__");
    assert_string_equal(home->admins.items[0], "*!ann@*.example.net");
    assert_false(home->operators_are_admins);
    assert_string_equal(home->flood, "off");
    assert_null(home->password);
    assert_string_equal(config.irc[1].title, "libera");
    expect_number("libera's port", config.irc[1].port, 6697);
    assert_true(config.irc[1].tls);
    config_fini(&config);
}

static test_case(channels_inherit_from_their_network)
{
    struct config config;
    read_good("irc \"a\" { server = localhost; prefix = \"?\"; channels = {\"#one\", \"#Two\"}\n"
              "channel \"#two\" { colour = no } }\n",
              &config);
    const struct config_channel *channel = config.irc[0].channel;
    expect_number("channel_count", config.irc[0].channel_count, 2);
    assert_string_equal(channel[0].title, "#one"); /* has no section, and is first in the list */
    assert_string_equal(channel[0].prefix, "?");
    assert_true(channel[0].colour);
    assert_string_equal(channel[1].title, "#two");
    assert_string_equal(channel[1].prefix, "?");
    assert_false(channel[1].colour);
    config_fini(&config);
}

static test_case(the_real_name_says_whose_bot_it_is)
{
    struct config config;
    read_good("owner = \"ann\"; irc \"a\" { server = localhost }", &config);
    assert_string_equal(config.irc[0].realname, "Tabletalk, a bot for card games, run by ann");
    config_fini(&config);
}

static test_case(data_goes_to_the_users_data_folder)
{
    struct config config;
    struct text problems = text_over(told, sizeof told);
    setenv("HOME", "/home/ann", 1);
    setenv("XDG_DATA_HOME", "not/absolute", 1);
    assert_true(config_defaults(&config, &problems) == 0);
    assert_string_equal(config.data_folder, "/home/ann/.local/share/tabletalk");
    assert_string_equal(config.store, "sqlite");
    expect_number("irc_count", config.irc_count, 0);
    config_fini(&config);
    setenv("XDG_DATA_HOME", "/data", 1);
    read_good("", &config);
    assert_string_equal(config.data_folder, "/data/tabletalk");
    config_fini(&config);
    read_good("data_folder = \"~/cards\"", &config);
    assert_string_equal(config.data_folder, "/home/ann/cards");
    config_fini(&config);
}

static test_case(environment_variables_are_expanded)
{
    struct config config;
    setenv("TABLETALK_TEST", "value", 1);
    read_good(
        "owner = \"a ${TABLETALK_TEST} b ${TABLETALK_UNSET:-else}\"; store = ${TABLETALK_UNSET:-memory}",
        &config);
    assert_string_equal(config.owner, "a value b else");
    assert_string_equal(config.store, "memory");
    config_fini(&config);
    read_good("owner = '${TABLETALK_TEST}'", &config);
    assert_string_equal(config.owner, "${TABLETALK_TEST}");
    config_fini(&config);
}

/* SERVER keeps line 1 for a network that is fine so far. */
#define GIVE_CHANNEL                                                                               \
    "give a channel: it begins with # (or &, +, !) and has no comma; where the channel asks for a key, a space and the key follow\n"
#define MOST_OF_A_HASH "e1:EE:6DE2DBC0D43E3B60407B5EE389AEC9D2C53178E0FB14CD51C3DFD544AA"
#define GIVE_PIN                                                                                   \
    "give a SHA-256: of a certificate as 64 hexadecimal digits, or of a public key as 44 characters of base64\n"
#define GIVE_PREFIX                                                                                                         \
    "give 1 to 8 characters without a space, the first no slash, the first and the last neither a letter nor a digit; the " \
    "command itself follows at once\n"
#define SERVER "irc \"a\" { server = \"irc.example.net\"\n"

static const struct {
    const char *bytes, *told;
} broken[] = {
    /* names */
    {"stroe = sqlite", "t.conf:1: the top level has no option \"stroe\"; did you mean store?\n"},
    {SERVER "pasword_file = x }",
     "t.conf:2: irc \"a\" has no option \"pasword_file\"; did you mean password_file?\n"},
    {"hobby = 3",
     "t.conf:1: the top level has no option \"hobby\" (tabletalk --print-config-example shows all there are)\n"},
    {"nick = \"x\"", "t.conf:1: nick belongs inside a section: irc \"libera\" { nick ... }\n"},
    {"discrod \"x\" {\n a = { 1 }\n b { c = 2 }\n}\nstroe = x",
     "t.conf:1: the top level has no option \"discrod\"; did you mean discord?\n"
     "t.conf:5: the top level has no option \"stroe\"; did you mean store?\n"},
    {"discord \"club\" {\n}",
     "t.conf:1: discord \"club\" has no token: add token_file = \"FILE\" with the file that holds it\n"},
    {"discord \"club\" {\n api = \"http://example.net\"\n}",
     "t.conf:2: api \"http://example.net\": give an address that begins with https:// or wss:// (http:// or ws:// only to this machine)\n"},
    {"store = \"postgres\"\npostgres_lease = 2\n",
     "t.conf:2: a lease lasts 3 seconds or more; 0 is for one process alone\n"},
    {"postgres_lease = 6\n",
     "t.conf:1: only a server can be shared: write store = \"postgres\", or leave this out\n"},
    {"store = \"postgres\"\npostgres_lease = 6\n",
     "t.conf:2: processes share networks: add an irc or discord section, or leave this out\n"},
    {"store = \"postgres\"\npostgres_lease = 6\nmetrics = \"9464\"\n",
     "t.conf:2: processes share networks: add an irc or discord section, or leave this out\n"
     "t.conf:3: with postgres_lease each network has a process of its own, and they cannot share a port: write a path "
     "(unix:/run/tabletalk/metrics)\n"},
    {"store = \"postgres\"\npostgres_lease = 6\nmetrics = \"unix:/run/tabletalk/a-path-of-37-bytes/1234\"\n",
     "t.conf:2: processes share networks: add an irc or discord section, or leave this out\n"
     "t.conf:3: with postgres_lease the path has at most 36 bytes, because the name of a network is added to it\n"},
    {"discord \"club\" {\n token_env = HOME\n shards = 2\n first_shard = 2\n}",
     "t.conf:4: shards 2 to -1 are none of 2: they are numbered from 0\n"},
    {"discord \"a\" {\n token_env = HOME\n}\ndiscord \"b\" {\n token_env = HOME\n}",
     "t.conf:4: discord \"a\" and \"b\" are one application: write into both how many shards it has (shards = 2)\n"},
    {"discord \"a\" {\n token_env = HOME\n shards = 3\n last_shard = 1\n}\n"
     "discord \"b\" {\n token_env = HOME\n shards = 3\n first_shard = 1\n}",
     "t.conf:9: discord \"a\" and \"b\" are one application, and both run shard 1: give each its own by first_shard and "
     "last_shard\n"},
    {"store = \"postgres\"\npostgres_lease = 6\n"
     "discord \"a\" {\n token_env = HOME\n shards = 2\n last_shard = 0\n}\n"
     "discord \"b\" {\n token_env = HOME\n shards = 2\n first_shard = 1\n}",
     "t.conf:11: discord \"a\" and \"b\" are one application, and with postgres_lease one process serves all of it: leave one "
     "of them out, and first_shard and last_shard of the other\n"},
    {"\"owner\" = x", "t.conf:1: the name of an option is expected here, without quotes\n"},
    {"\"irc=a|nick\" = x", "t.conf:1: the name of an option is expected here, without quotes\n"},
    {"owner = a\n\nowner = b",
     "t.conf:3: owner is given twice, first in line 1: keep one of them\n"},
    {SERVER "channels = {\"#a\"}\nchannels = {} }",
     "t.conf:3: channels is given twice, first in line 2: keep one of them\n"},
    {"irc \"a\" { server = x.y }\nirc \"A\" { server = x.z }",
     "t.conf:2: there is another irc \"a\" in line 1: give this one a title of its own\n"},
    {"irc {\n}", "t.conf:1: irc needs a title: irc \"libera\" {\n"},
    {"irc \"a b\" {\n}",
     "t.conf:1: irc \"a b\": give a name of at most 32 letters, digits, dots, hyphens and underscores\n"},
    {SERVER "channel \"#${HOME}\" {} }",
     "t.conf:2: a title is written out: without a backslash and without ${\n"},
    {SERVER "channel '#\\\\' {} }",
     "t.conf:2: a title is written out: without a backslash and without ${\n"},
    {"\n\nirc \"a\" {\n nick = b\n}",
     "t.conf:3: irc \"a\" has no server: add server = \"irc.libera.chat\"\n"},
    /* values */
    {SERVER "port = 70000\ntls = maybe\nflood = fast\nnick = 9x\nprefix = \"a\"\nport2 = 1 }",
     "t.conf:2: port \"70000\": give a whole number from 1 to 65535\n"
     "t.conf:3: tls \"maybe\": give yes or no\n"
     "t.conf:4: flood \"fast\": give one of auto, libera, oftc, inspircd, unreal, ircu, ngircd, safe, off\n"
     "t.conf:5: nick \"9x\": give a nickname: at most 30 letters, digits and -_[]{}\\`^|, not beginning with a digit "
     "or "
     "a hyphen\n"
     "t.conf:6: prefix \"a\": " GIVE_PREFIX
     "t.conf:7: irc \"a\" has no option \"port2\"; did you mean port?\n"},
    {SERVER "prefix = \"!!play\"\nchannels = {\"#a\"}\nchannel \"#a\" {\nprefix = \".t\"\n}\n}",
     "t.conf:2: prefix \"!!play\": " GIVE_PREFIX "t.conf:5: prefix \".t\": " GIVE_PREFIX},
    {SERVER "port = abc }", "t.conf:2: port \"abc\": give a whole number from 1 to 65535\n"},
    {SERVER "port = 0x10 }", "t.conf:2: port \"0x10\": give a whole number from 1 to 65535\n"},
    {SERVER "port = \"\" }", "t.conf:2: port \"\": give a whole number from 1 to 65535\n"},
    {SERVER "nick = \"\" }",
     "t.conf:2: nick \"\": give a nickname: at most 30 letters, digits and -_[]{}\\`^|, not "
     "beginning with a digit or a hyphen\n"},
    {"owner = \"a\tb\"", "t.conf:1: owner \"a?b\": give one line of text of at most 200 bytes\n"},
    {SERVER "admins = {\"ann!*@*\"} }",
     "t.conf:2: admins \"ann!*@*\": give a mask nick!user@host that names a host, such as *!*@user/ann\n"},
    {SERVER "channels = {\"#a\", \"b\", \"#A\"} }",
     "t.conf:2: channels \"b\": " GIVE_CHANNEL "t.conf:2: \"#A\" stands twice in channels\n"},
    {SERVER "alternative_nicks = {a,b,c,d,e,f,g,h,i,j} }",
     "t.conf:2: alternative_nicks has 10 items, and there is room for 8: leave 2 of them out\n"},
    {SERVER "tls_ca = \"/nowhere/ca.pem\" }",
     "t.conf:2: tls_ca: \"/nowhere/ca.pem\" cannot be read: No such file or "
     "directory\n"},
    /* shape */
    {"owner \"x\"", "t.conf:1: owner needs a = in front of its value\n"},
    {"owner += \"x\"", "t.conf:1: \"+\" cannot stand here: put texts into quotes, such as \"!\"\n"},
    {"owner =\nstore = memory",
     "t.conf:1: owner has no value: write owner = and the value on one line\n"},
    {"owner = {\"a\"}", "t.conf:1: owner takes one value, not a list\n"},
    {"owner = *", "t.conf:1: \"*\" cannot stand here: put texts into quotes, such as \"!\"\n"},
    {"owner = ann *", "t.conf:1: \"*\" cannot stand here: put texts into quotes, such as \"!\"\n"},
    {"irc \"a\" { server = localhost } \"b",
     "t.conf:1: a string is not closed on its line: \" is missing\n"},
    {"irc \"a\" = 3", "t.conf:1: irc \"a\" needs a { behind its title\n"},
    {"owner = \"abc\nstroe = x",
     "t.conf:1: a string is not closed on its line: \" is missing\n"
     "t.conf:2: the top level has no option \"stroe\"; did you mean store?\n"},
    {"owner = \"a\\x00b\"",
     "t.conf:1: a backslash in a string is written \\\\ (and \" is written \\\")\n"},
    {"owner = \"${TABLETALK_UNSET}\"",
     "t.conf:1: the environment variable TABLETALK_UNSET is not set: set it, or write ${TABLETALK_UNSET:-what else}\n"},
    {"owner = \"${HOME\"\nstore = \"memory\" # }",
     "t.conf:1: ${ begins an environment variable: write ${NAME} or ${NAME:-what else}, or put the text into '...'\n"},
    {"owner = \"\xff\"", "t.conf:1: this line is not UTF-8: save the file as UTF-8 text\n"},
    /* braces */
    {"owner = a\n" SERVER, "t.conf:2: irc \"a\" is never closed: a } is missing\n"},
    {SERVER "irc \"b\" {\n server = x.y\n}\n",
     "t.conf:1: irc \"a\" is not closed before line 2: a } is missing\n"},
    {SERVER "channels = {\"#x\"}\nchannel \"#x\" {\n prefix = \".\"\n nick = q\n}\n",
     "t.conf:1: irc \"a\" is never closed: a } is missing\n"
     "t.conf:5: nick does not belong inside channel \"#x\", which opened in line 3: is a } missing before it?\n"},
    {"owner = a\n}\n", "t.conf:2: this } closes nothing: take it away, or a { is missing above\n"},
    {SERVER "channels = {#games}\nnik = x\n}",
     "t.conf:2: a # begins a comment, so write it in quotes: \"#games\"\n"
     "t.conf:3: irc \"a\" has no option \"nik\"; did you mean nick?\n"},
    {SERVER "channels = {#games}\n}",
     "t.conf:2: a # begins a comment, so write it in quotes: \"#games\"\n"},
    {SERVER "channels = {#a, ##b ,}\r\n}",
     "t.conf:2: a # begins a comment, so write it in quotes: \"#a\"\n"},
    {SERVER "channels = {\"#a\", #b}\nchannel \"#a\" {\n}\nnik = x }",
     "t.conf:2: a # begins a comment, so write it in quotes: \"#b\"\n"
     "t.conf:5: irc \"a\" has no option \"nik\"; did you mean nick?\n"},
    {SERVER "channels = {\n\"#a\",\n#b\n}\n}",
     "t.conf:4: a # begins a comment, so write it in quotes: \"#b\"\n"},
    {SERVER "channels = {#games",
     "t.conf:1: irc \"a\" is never closed: a } is missing\n"
     "t.conf:2: a # begins a comment, so write it in quotes: \"#games\"\n"},
    {SERVER "channels = #games\n}",
     "t.conf:2: a # begins a comment, so write it in quotes: \"#games\"\n"},
    {SERVER "channels = {\"#a\"}\nchannel #a {\nprefix = \".\"\n}\nnik = x }",
     "t.conf:3: a # begins a comment, so write it in quotes: \"#a\"\n"
     "t.conf:6: irc \"a\" has no option \"nik\"; did you mean nick?\n"},
    {SERVER "channel = {#games}\n}",
     "t.conf:2: a # begins a comment, so write it in quotes: \"#games\"\n"},
    {SERVER "channel = {\"#a\"}\nchannels = {\"#b\"} }",
     "t.conf:3: channels is given twice, first in line 2: keep one of them\n"},
    {"irc = {\"libera\"}\n", "t.conf:1: irc needs a title: irc \"libera\" {\n"},
    {SERVER "channels = {\"#a\"\nnick = x }",
     "t.conf:2: the list channels is never closed: a } is missing, or stands behind a #\n"},
    {SERVER "channels = {\"#a\" \"#b\"} }",
     "t.conf:2: the items of the list channels need one comma between them\n"},
    {"/* abc\nowner = x", "t.conf:1: this comment is never closed: */ is missing\n"},
    /* rules */
    {SERVER "tls = no }",
     "t.conf:2: without TLS everybody on the way to irc.example.net can read the players' hands: write tls = yes, or "
     "allow it with insecure = yes\n"},
    {"irc \"a\" { server = \"127.0.0.1.example.net\"; tls = no }",
     "t.conf:1: without TLS everybody on the way to 127.0.0.1.example.net can read the players' hands: write tls = "
     "yes, "
     "or allow it with insecure = yes\n"},
    {"irc \"a\" { server = 10.0.0.1; tls = no }",
     "t.conf:1: without TLS everybody on the way to 10.0.0.1 can read the players' hands: write tls = yes, or allow it "
     "with insecure = yes\n"},
    {"irc \"a\" {\nserver = a/b\ntls = no }",
     "t.conf:2: server \"a/b\": give a host name or an address, without a port\n"},
    {SERVER "account = bot }",
     "t.conf:2: the account needs a password, a certificate or a key: add account_password_file, certificate or account_key\n"},
    {SERVER "account_key = \"/etc/passwd\" }",
     "t.conf:2: this is the key of which account? add account = \"NAME\"\n"},
    {SERVER "account_password_env = HOME }",
     "t.conf:2: this is the password of which account? add account = \"NAME\"\n"},
    {SERVER "certificate_key = \"/etc/passwd\" }",
     "t.conf:2: this is the key of which certificate? add certificate = \"FILE\"\n"},
    {SERVER "tls_pins = {\"sha256/x\"} }", "t.conf:2: tls_pins \"sha256/x\": " GIVE_PIN},
    {SERVER "tls_pins = {\"" MOST_OF_A_HASH "2\"} }",
     "t.conf:2: tls_pins \"" MOST_OF_A_HASH "2\": " GIVE_PIN},
    {SERVER "tls_pins = {\"" MOST_OF_A_HASH "2:B\"} }",
     "t.conf:2: tls_pins \"" MOST_OF_A_HASH "2:B\": " GIVE_PIN},
    {SERVER "tls_pins = {\"" MOST_OF_A_HASH "2B:\"} }",
     "t.conf:2: tls_pins \"" MOST_OF_A_HASH "2B:\": " GIVE_PIN},
    {SERVER "sasl = {\"PLAIN\", \"SCRAM\"} }",
     "t.conf:2: sasl \"SCRAM\": give EXTERNAL, ECDSA-NIST256P-CHALLENGE, SCRAM-SHA-256 or PLAIN\n"},
    {SERVER "tls = no\ninsecure = yess }", "t.conf:3: insecure \"yess\": give yes or no\n"},
    {SERVER "channels = {\"#games\"}\nchannel \"#gmaes\" {}\nchannel \"#bots\" {} }",
     "t.conf:3: channel \"#gmaes\" is not among the channels to join; did you mean \"#games\"?\n"
     "t.conf:4: channel \"#bots\" is not among the channels to join: add it to channels\n"},
    /* secrets: no message repeats what may be one */
    {SERVER "password = \"hunter2\" }",
     "t.conf:2: password may not stand in this file: put it alone into another file, chmod 600 that one, and write "
     "password_file = \"FILE\"; or write password_env = \"VARIABLE\" and set that in the environment\n"},
    {SERVER "password_file = \"hunter2\" }",
     "t.conf:2: password_file: the file cannot be opened: No such file or directory (it wants a file's name, not the "
     "password itself)\n"},
    {SERVER "password_env = \"hunter2\" }",
     "t.conf:2: password_env: no environment variable of this name is set (it "
     "wants a variable's name, not the password "
     "itself)\n"},
    {SERVER "password_file = \"/tmp\" }", "t.conf:2: password_file: this is not a file\n"},
    {SERVER "channels = {\"games hunter2\"} }", "t.conf:2: channels \"games...\": " GIVE_CHANNEL},
    {SERVER "channels = {\"#games hunter2 hunter3\"} }",
     "t.conf:2: channels \"#games...\": " GIVE_CHANNEL},
    {SERVER "channels = {\"#games :hunter2\"} }",
     "t.conf:2: channels \"#games...\": " GIVE_CHANNEL},
    {SERVER "channels = {\"#games hunter2,\"} }",
     "t.conf:2: channels \"#games...\": " GIVE_CHANNEL},
    {SERVER "channels = {\"#games \"} }", "t.conf:2: channels \"#games...\": " GIVE_CHANNEL},
    {SERVER "channels = {\"#games hunter2\", \"#GAMES hunter3\"} }",
     "t.conf:2: \"#GAMES...\" stands twice in channels\n"},
    {SERVER "channels = {\"#games\", \"#Games hunter3\"} }",
     "t.conf:2: \"#Games...\" stands twice in channels\n"},
    {SERVER "channels = {\"#games hunter2\"}\nchannel \"#gmaes\" {} }",
     "t.conf:3: channel \"#gmaes\" is not among the channels to join; did you mean \"#games\"?\n"},
    {SERVER "channels = {\"#games hunter2\"}\nchannel \"#games hunter2\" {} }",
     "t.conf:3: channel \"#games...\": give a channel: it begins with # (or &, +, !) and has no space or comma\n"},
    {SERVER "channels = {\"#games\"}\nchannel \"#games\" { key = \"hunter2\" } }",
     "t.conf:3: key may not stand in this file: put it alone into another file, chmod 600 that one, and write key_file = "
     "\"FILE\"; or write key_env = \"VARIABLE\" and set that in the environment\n"},
    {SERVER "channels = {\"#games hunter2\"}\nchannel \"#games\" { key_env = HOME } }",
     "t.conf:2: the key of channel \"#games\" stands here and in its own section: leave one of them out\n"},
    {SERVER "password_file = x\npassword_env = y }",
     "t.conf:2: password_file: the file cannot be opened: No such file or directory (it wants a file's name, not the "
     "password itself)\n"
     "t.conf:3: password is given twice, first in line 2: keep one of them\n"},
};

static test_case(every_mistake_is_told)
{
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++)
        expect_told(broken[i].bytes, broken[i].told);
}

static void expect_noted(const char *bytes, const char *expected)
{
    struct config config;
    read_good(bytes, &config);
    config_fini(&config);
    if (strcmp(told, expected) != 0)
        fail_msg("noted\n%s\ninstead of\n%s\nin\n%s", told, expected, bytes);
}

/* What works, but is seldom meant, is noted and stops nothing. */
static test_case(what_is_seldom_meant_is_noted)
{
#define NO_NETWORK                                                                                                        \
    "t.conf: note: no network is named, so a table opens in the terminal and nowhere else: add a section irc \"libera\" " \
    "{ ... } or discord \"club\" { ... }\n"
#define NO_OWNER                                                                                   \
    "t.conf: note: nobody is told who runs this bot, which many networks ask for: add owner = \"NAME, ADDRESS\"\n"
    expect_noted("", NO_NETWORK);
    expect_noted("\n# owner = \"x\"\n", NO_NETWORK);
    expect_noted("owner = \"ann\"\n", NO_NETWORK);
    expect_noted(SERVER "}\nirc \"b\" { server = \"irc.example.net\" }", NO_OWNER);
    expect_noted("owner = \"\"\n" SERVER "}\n", NO_OWNER);
    expect_noted(SERVER "realname = \"the bot of ann\" }\n", "");
    expect_noted("owner = \"ann\"\n" SERVER "}\n", "");
    expect_noted("discord \"a\" {\n token_env = HOME\n}", "");
    expect_noted(
        "owner = \"ann\"\n" SERVER "channel = {\"#games\"}\n}\n",
        "t.conf:3: note: channel = is read as channels =; what differs in one of them stands in channel "
        "\"#games\" { }\n");
}

/* On two networks at once: each has its own list. */
static test_case(channel_with_a_list_means_channels)
{
    struct config config;
    read_good(SERVER "channel = {\"#games\", \"#a\"}\nchannel \"#a\" { prefix = \".\" }\n}\n"
                     "irc \"b\" { server = \"irc.example.net\"; channel = \"#games\" }",
              &config);
    expect_number("channels of a", config.irc[0].channel_count, 2);
    assert_string_equal(config.irc[0].channel[1].title, "#a");
    assert_string_equal(config.irc[0].channel[1].prefix, ".");
    expect_number("channels of b", config.irc[1].channel_count, 1);
    config_fini(&config);
}

static test_case(comments_in_a_list_stay_comments)
{
    struct config config;
    read_good(
        SERVER
        "channels = { # ours\n \"#a\", #theirs, too: ask them\n #\"#c\",\n ####\n \"#b\" /* last */\n}\n"
        "nick = b #games\n} #x\n",
        &config);
    expect_number("channels", config.irc[0].channel_count, 2);
    config_fini(&config);
}

/* One message, also where there are more than are kept of all problems together. */
static test_case(a_list_that_is_too_long_is_one_problem)
{
    static char bytes[20000];
    struct config config;
    for (int channels = 63; channels <= 100; channels++) {
        struct text file = text_over(bytes, sizeof bytes);
        text_put(&file, "owner = \"ann\"\n");
        for (int network = 0; network < 2; network++) {
            text_putf(&file, "irc \"n%d\" { server = x.y\nchannels = {", network);
            for (int i = 0; i < (network ? channels : 2); i++)
                text_putf(&file, "%s\"#c%d\"", i ? ", " : "", i);
            text_putf(&file, "}\nchannel \"#c%d\" { colour = no } }\n", network ? channels - 1 : 1);
        }
        if (channels <= 64) {
            read_good(bytes, &config);
            expect_number("channels", config.irc[1].channel_count, channels);
            config_fini(&config);
        } else {
            char expected[200];
            snprintf(
                expected, sizeof expected,
                "t.conf:6: channels has %d items, and there is room for 64: leave %d of them out\n",
                channels, channels - 64);
            expect_told(bytes, expected);
        }
    }
}

static test_case(sections_that_are_too_many_are_one_problem)
{
    static char bytes[20000];
    struct text file = text_over(bytes, sizeof bytes);
    for (int i = 0; i < 300; i++)
        text_putf(&file, "irc \"n%d\" { server = x.y }\n", i);
    expect_told(bytes, "t.conf:256: there are more than 255 sections in this file\n");
}

static test_case(a_byte_order_mark_is_skipped)
{
    struct config config;
    read_good("\xef\xbb\xbfowner = \"ann\"\n" SERVER "}\n", &config);
    assert_string_equal(config.owner, "ann");
    config_fini(&config);
    expect_told("\xef\xbb\xbfstroe = x",
                "t.conf:1: the top level has no option \"stroe\"; did you mean store?\n");
    read_good("\xef\xbb\xbf", &config);
    config_fini(&config);
}

static test_case(items_know_their_file_and_line)
{
    struct config config;
    read_good("owner = ann\nhouse_rules = {\"guests no\",\n\n \"undo off\",\n\"open voiced\"}\n",
              &config);
    static const int lines[] = {2, 4, 5};
    for (int i = 0; i < 3; i++)
        expect_number("line", config.house_rules.lines[i], lines[i]);
    assert_string_equal(config.title, "t.conf");
    config_fini(&config);
}

static test_case(plain_text_is_allowed_to_this_machine_or_on_purpose)
{
    static const char *const good[] = {"server = localhost",
                                       "server = 127.3.2.1",
                                       "server = 0.0.0.0",
                                       "server = \"::1\"",
                                       "server = \"::\"",
                                       "server = \"0:0:0:0:0:0:0:1\"",
                                       "server = \"::ffff:127.0.0.1\"",
                                       "server = irc.example.net; insecure = yes"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        char bytes[200];
        struct config config;
        snprintf(bytes, sizeof bytes, "irc \"a\" { tls = no; %s }", good[i]);
        read_good(bytes, &config);
        config_fini(&config);
    }
}

static test_case(figures_are_offered_at_a_port_an_address_or_a_socket)
{
    static const char *const good[] = {
        "0", "9464", "127.0.0.1:9464", "0.0.0.0:65535", "[::1]:9464", "unix:/run/x"};
    static const char *const bad[] = {
        "65536",     "94x",     "localhost:9464", "::1:9464", "[::1]", "127.0.0.1:",
        "127.0.0.1", "[]:9464", "unix:x",         "unix:/",   "-1",    ":9464"};
    char bytes[200];
    struct config config;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        snprintf(bytes, sizeof bytes, "metrics = \"%s\"", good[i]);
        read_good(bytes, &config);
        assert_string_equal(config.metrics, good[i]);
        config_fini(&config);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct text problems = text_over(told, sizeof told);
        snprintf(bytes, sizeof bytes, "metrics = \"%s\"", bad[i]);
        assert_int_equal(config_read_text("t.conf", bytes, &config, &problems), -1);
        snprintf(bytes, sizeof bytes,
                 "t.conf:1: metrics \"%s\": give a port (9464), an address with a port", bad[i]);
        assert_memory_equal(told, bytes, strlen(bytes));
    }
}

static test_case(pins_are_certificates_or_keys_and_may_wait_for_tls)
{
    struct config config;
    read_good("irc \"a\" { server = localhost; tls = no\n tls_pins = {\"" MOST_OF_A_HASH "2b\",\n"
              "\"ktMEVWr9VpDtxWaK1AwXiZdrOSx64fJ6XKVq65fTHCM=\"} }",
              &config);
    expect_number("pins", config.irc[0].tls_pins.count, 2);
    config_fini(&config);
}

static test_case(too_many_problems_are_counted)
{
    char bytes[1000];
    struct text file = text_over(bytes, sizeof bytes);
    for (int i = 0; i < 30; i++)
        text_put(&file, "wrong = 1\n");
    struct config config;
    assert_true(read_config(bytes, &config) == -1);
    assert_non_null(strstr(told, "t.conf:25: "));
    assert_null(strstr(told, "t.conf:26: "));
    assert_non_null(strstr(told, "t.conf: and 5 more\n"));
}

/* A folder of our own for the tests with files. */
static char folder[] = "/tmp/tabletalk-config-XXXXXX";

static test_fixture(make_folder)
{
    return mkdtemp(folder) ? 0 : -1;
}

static test_fixture(remove_folder)
{
    return rmdir(folder);
}

static void write_file(const char *name, const char *bytes, unsigned mode, char *path, size_t size)
{
    snprintf(path, size, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(bytes, file);
    fclose(file);
    assert_true(chmod(path, mode) == 0);
}

static void read_file(const char *path, struct config *config, int expected)
{
    struct text problems = text_over(told, sizeof told);
    int result = config_read_file(path, config, &problems);
    if (result != expected)
        fail_msg("%s gave %d instead of %d:\n%s", path, result, expected, told);
}

static test_case(a_secret_comes_from_a_file_of_ones_own)
{
    struct config config;
    char conf[200], secret[200], expected[600];
    write_file("it's", "hunter 2\n", 0640, secret, sizeof secret);
    write_file("t.conf", SERVER "password_file = \"it's\" }\n", 0644, conf, sizeof conf);
    read_file(conf, &config, -1);
    snprintf(
        expected, sizeof expected,
        "%s:2: password_file: other people of this machine can get at this file: chmod 600 '%s/it'\\''s'\n",
        conf, folder);
    assert_string_equal(told, expected);
    chmod(secret, 0600);
    read_file(conf, &config, 0);
    assert_string_equal(config.irc[0].password, "hunter 2");
    config_fini(&config);
    write_file("it's", "hunter\n2\n", 0600, secret, sizeof secret);
    read_file(conf, &config, -1);
    assert_non_null(strstr(told, "it holds more than one line of text"));
    write_file("it's", "", 0600, secret, sizeof secret);
    read_file(conf, &config, -1);
    assert_non_null(strstr(told, "it is empty"));
    unlink(secret);
    unlink(conf);
}

static test_case(a_secret_comes_from_the_environment)
{
    struct config config;
    setenv("TABLETALK_TEST", "hunter2", 1);
    read_good(SERVER "password_env = TABLETALK_TEST }", &config);
    assert_string_equal(config.irc[0].password, "hunter2");
    config_fini(&config);
}

static void set_secret(size_t length)
{
    char secret[1002] = {0};
    memset(secret, 'x', length);
    setenv("TABLETALK_TEST", secret, 1);
}

static test_case(a_password_is_as_long_as_its_way_allows)
{
    static const struct {
        const char *options;
        size_t longest;
        const char *told;
    } ways[] = {
        {"password_env = TABLETALK_TEST", 400,
         "t.conf:2: the password of a server has to fit into one line of IRC: it is longer than 400 bytes\n"},
        {"account = bot; account_password_env = TABLETALK_TEST", 1000,
         "t.conf:2: account_password_env: it is longer than 1000 bytes: only the password may stand there\n"},
        {"account = bot; account_password_env = TABLETALK_TEST; nickserv_login = yes", 400 - 3 - 8,
         "t.conf:2: what would be said to NickServ does not fit into one line of IRC: give the account a shorter "
         "password\n"},
    };
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        char bytes[200];
        struct config config;
        snprintf(bytes, sizeof bytes, SERVER "%s }", ways[i].options);
        set_secret(ways[i].longest);
        read_good(bytes, &config);
        config_fini(&config);
        set_secret(ways[i].longest + 1);
        expect_told(bytes, ways[i].told);
    }
}

static test_case(files_that_are_no_text_are_refused)
{
    struct config config;
    char path[200];
    read_file("/nowhere/t.conf", &config, -1);
    assert_string_equal(told,
                        "/nowhere/t.conf: this file cannot be read: No such file or directory\n");
    read_file("/tmp", &config, -1);
    assert_string_equal(told, "/tmp: this file cannot be read: Is a directory\n");
    write_file("zero", "", 0600, path, sizeof path);
    assert_true(truncate(path, 10) == 0);
    read_file(path, &config, -1);
    assert_non_null(strstr(told, "zero byte"));
    assert_true(truncate(path, CONFIG_LARGEST_FILE + 1) == 0);
    read_file(path, &config, -1);
    assert_non_null(strstr(told, "larger than 1 MiB"));
    unlink(path);
}

static test_case(the_command_line_overrides_by_the_same_rules)
{
    struct config config;
    struct text problems = text_over(told, sizeof told);
    read_good("log_level = warn", &config);
    assert_true(config_override(&config, "log_level", "debug", "--log-level", &problems) == 0);
    assert_string_equal(config.log_level, "debug");
    assert_true(config_override(&config, "log_level", "loud", "--log-level", &problems) == -1);
    assert_string_equal(
        told, "command line: --log-level \"loud\": give one of debug, info, warn, error\n");
    assert_string_equal(config.log_level, "debug");
    config_fini(&config);
}

static test_case(one_bad_file_does_not_spoil_the_next)
{
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        struct config config;
        read_config(broken[i].bytes, &config);
        read_good("owner = \"ann\"", &config);
        assert_string_equal(config.owner, "ann");
        config_fini(&config);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(channels_have_their_keys),
        cmocka_unit_test(every_value_arrives),
        cmocka_unit_test(channels_inherit_from_their_network),
        cmocka_unit_test(the_real_name_says_whose_bot_it_is),
        cmocka_unit_test(data_goes_to_the_users_data_folder),
        cmocka_unit_test(environment_variables_are_expanded),
        cmocka_unit_test(every_mistake_is_told),
        cmocka_unit_test(what_is_seldom_meant_is_noted),
        cmocka_unit_test(channel_with_a_list_means_channels),
        cmocka_unit_test(comments_in_a_list_stay_comments),
        cmocka_unit_test(a_list_that_is_too_long_is_one_problem),
        cmocka_unit_test(sections_that_are_too_many_are_one_problem),
        cmocka_unit_test(a_byte_order_mark_is_skipped),
        cmocka_unit_test(items_know_their_file_and_line),
        cmocka_unit_test(plain_text_is_allowed_to_this_machine_or_on_purpose),
        cmocka_unit_test(figures_are_offered_at_a_port_an_address_or_a_socket),
        cmocka_unit_test(pins_are_certificates_or_keys_and_may_wait_for_tls),
        cmocka_unit_test(too_many_problems_are_counted),
        cmocka_unit_test(a_secret_comes_from_a_file_of_ones_own),
        cmocka_unit_test(a_secret_comes_from_the_environment),
        cmocka_unit_test(a_password_is_as_long_as_its_way_allows),
        cmocka_unit_test(files_that_are_no_text_are_refused),
        cmocka_unit_test(the_command_line_overrides_by_the_same_rules),
        cmocka_unit_test(one_bad_file_does_not_spoil_the_next),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
