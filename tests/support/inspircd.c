/* Owns one InspIRCd and one Atheme: folder, configurations, ports, processes. It must not know
   what is said on them. */
#include "inspircd.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "child.h"
#include "ground.h"
#include "irc_person.h"

enum { START_TRIES = 5, START_MILLISECONDS = TEST_SOON_MS, SOON = TEST_SOON_MS };

struct inspircd {
    struct inspircd_options options;
    const char *name, *id;
    const struct inspircd *hub; /* of which this is the leaf; NULL */
    const char *servers;        /* where they were unpacked */
    struct child server, services;
    int port, tls_port, link_port;
    char folder[GROUND_FOLDER];
    char config[GROUND_PATH], log[GROUND_PATH], ca[GROUND_PATH], services_config[GROUND_PATH],
        services_log[GROUND_PATH];
};

/* ---- configurations ---- */

static const char hub_name[] = "irc.test.example", leaf_name[] = "leaf.test.example";

static const char server_head[] =
    "<admin name=\"a test\" nick=\"test\" email=\"test@test.example\">\n"
    "<options nosnoticestack=\"no\" syntaxhints=\"no\" cyclehostsfromuser=\"no\">\n"
    "<performance nouserdns=\"yes\" clonesonconnect=\"no\" softlimit=\"1000\">\n"
    "<security hideserver=\"\" userstats=\"Pu\" runasuser=\"\" runasgroup=\"\">\n"
    "<cidr ipv4clone=\"32\" ipv6clone=\"128\">\n"
    "<limits maxnick=\"30\" maxchan=\"64\">\n"
    "<class name=\"All\" commands=\"*\" privs=\"*\" usermodes=\"*\" chanmodes=\"*\" snomasks=\"*\">\n"
    "<type name=\"Admin\" classes=\"All\">\n"
    "<oper name=\"" INSPIRCD_OPER "\" password=\"" INSPIRCD_OPER "\" host=\"*@*\" type=\"Admin\">\n"
    "<chanhistory maxlines=\"50\" prefixmsg=\"no\">\n"
    "<knock notify=\"notice\">\n"
    "<waitpong sendsnotice=\"no\">\n"
    "<sasl target=\"services.test.example\" requiressl=\"no\">\n"
    "<uline server=\"services.test.example\" silent=\"yes\">\n";

static const char *const server_modules[] = {
    "account",
    "alias",
    "botmode",
    "blockcolor",
    "callerid",
    "cap",
    "chanhistory",
    "commonchans",
    "chghost",
    "deaf",
    "ircv3",
    "ircv3_accounttag",
    "ircv3_batch",
    "ircv3_capnotify",
    "ircv3_chghost",
    "ircv3_ctctags",
    "ircv3_echomessage",
    "ircv3_invitenotify",
    "ircv3_labeledresponse",
    "ircv3_msgid",
    "ircv3_servertime",
    "kicknorejoin",
    "monitor",
    "muteban",
    "namesx",
    "nokicks",
    "sanick",
    "sasl",
    "sajoin",
    "sapart",
    "services_account",
    "setname",
    "sha256",
    "silence",
    "spanningtree",
    "ssl_gnutls",
    "sslinfo",
    "sslmodes",
    "stripcolor",
    "svshold",
    "uhnames",
};

static void write_modules(const struct inspircd *server, FILE *file)
{
    char path[512];
    fprintf(
        file,
        "<path configdir=\"%s\" datadir=\"%s\" logdir=\"%s\" runtimedir=\"%s\" moduledir=\"%s/inspircd-modules\">\n",
        server->folder, server->folder, server->folder, server->folder, server->servers);
    for (size_t i = 0; i < sizeof server_modules / sizeof *server_modules; i++) {
        snprintf(path, sizeof path, "%s/inspircd-modules/m_%s.so", server->servers,
                 server_modules[i]);
        if (access(path, R_OK) == 0)
            fprintf(file, "<module name=\"%s\">\n", server_modules[i]);
    }
    if (server->options.sts)
        fprintf(file, "<module name=\"ircv3_sts\">\n<sts host=\"*\" duration=\"5m\" port=\"%d\">\n",
                server->tls_port);
}

/* A server that may be linked to this one, or that this one may link to. */
static void write_link(FILE *file, const char *name, int port)
{
    fprintf(
        file,
        "<link name=\"%s\" ipaddr=\"127.0.0.1\" port=\"%d\" allowmask=\"127.0.0.0/8\" sendpass=\"link\" "
        "recvpass=\"link\">\n",
        name, port);
}

static void write_server_config(const struct inspircd *server)
{
    FILE *file = fopen(server->config, "w");
    check(file);
    fprintf(file, "<server name=\"%s\" description=\"a test\" network=\"Test\" id=\"%s\">\n",
            server->name, server->id);
    fputs(server_head, file);
    write_modules(server, file);
    fprintf(file, "<pid file=\"%s/inspircd.pid\">\n", server->folder);
    fprintf(
        file,
        "<log method=\"file\" type=\"* -USERINPUT -USEROUTPUT\" level=\"default\" target=\"%s\" flush=\"1\">\n",
        server->log);
    fprintf(
        file,
        "<sslprofile name=\"test\" provider=\"gnutls\" certfile=\"%s/good.pem\" keyfile=\"%s/good.key\" "
        "hash=\"sha256\" requestclientcert=\"yes\">\n",
        server->folder, server->folder);
    fprintf(file, "<bind address=\"127.0.0.1\" port=\"%d\" type=\"clients\">\n", server->port);
    fprintf(file, "<bind address=\"127.0.0.1\" port=\"%d\" type=\"clients\" sslprofile=\"test\">\n",
            server->tls_port);
    fprintf(file, "<bind address=\"127.0.0.1\" port=\"%d\" type=\"servers\">\n", server->link_port);
    if (server->hub) {
        write_link(file, hub_name, server->hub->link_port);
    } else {
        write_link(file, "services.test.example", server->link_port);
        write_link(file, leaf_name, server->link_port);
    }
    fprintf(
        file,
        "<connect name=\"all\" allow=\"*\" timeout=\"20\" pingfreq=\"120\" hardsendq=\"10M\" softsendq=\"10M\" "
        "recvq=\"%s\" threshold=\"%d\" commandrate=\"1000\" fakelag=\"%s\" localmax=\"1000\" "
        "globalmax=\"1000\" maxchans=\"100\" resolvehostnames=\"no\" useident=\"no\">\n",
        server->options.limits ? "10K" : "10M", server->options.limits ? 10 : 1000000,
        server->options.limits ? "yes" : "no");
    if (server->options.more)
        fputs(server->options.more, file);
    fclose(file);
}

/* In the order in which they need each other. */
static const char *const services_modules[] = {
    "transport/rfc1459",   "protocol/base36uid",  "protocol/inspircd",
    "backend/corestorage", "backend/opensex",     "nickserv/main",
    "nickserv/identify",   "nickserv/register",   "nickserv/group",
    "nickserv/ghost",      "nickserv/set_core",   "nickserv/enforce",
    "nickserv/cert",       "nickserv/logout",     "nickserv/info",
    "nickserv/drop",       "saslserv/main",       "saslserv/plain",
    "saslserv/external",   "nickserv/set_pubkey", "saslserv/ecdsa-nist256p-challenge",
    "chanserv/main",       "chanserv/register",
};

static void write_services_config(const struct inspircd *server)
{
    FILE *file = fopen(server->services_config, "w");
    check(file);
    for (size_t i = 0; i < sizeof services_modules / sizeof *services_modules; i++)
        fprintf(file, "loadmodule \"%s/atheme-modules/%s\";\n", server->servers,
                services_modules[i]);
    fprintf(
        file,
        "serverinfo {\nname = \"services.test.example\";\ndesc = \"a test\";\nnumeric = \"00A\";\n"
        "recontime = 1;\nrestarttime = 0;\nnetname = \"Test\";\nadminname = \"test\";\n"
        "adminemail = \"test@test.example\";\nregisteremail = \"test@test.example\";\nhidehostsuffix = \"users\";\n"
        "mta = \"/bin/true\";\nloglevel = { all; };\nmaxlogins = 100;\nmaxusers = 0;\nmaxnicks = 100;\n"
        "maxchans = 100;\nmdlimit = 30;\nemaillimit = 1000;\nemailtime = 1;\nauth = none;\ncasemapping = rfc1459;\n};\n");
    fprintf(
        file,
        "uplink \"irc.test.example\" {\nhost = \"127.0.0.1\";\nport = %d;\nsend_password = \"link\";\n"
        "receive_password = \"link\";\n};\n",
        server->link_port);
    static const char *const agents[][2] = {
        {"nickserv", "NickServ"}, {"saslserv", "SaslServ"}, {"chanserv", "ChanServ"}};
    for (size_t i = 0; i < sizeof agents / sizeof *agents; i++)
        fprintf(
            file,
            "%s {\nnick = \"%s\";\nuser = \"%s\";\nhost = \"services.test.example\";\nreal = \"a test\";\n%s};\n",
            agents[i][0], agents[i][1], agents[i][1], i == 0 ? "enforce_delay = 2;\n" : "");
    fprintf(file,
            "general {\nflood_msgs = 0;\ncommit_interval = 1;\n};\nlogfile \"%s\" { all; };\n",
            server->services_log);
    fclose(file);
}

/* ---- processes ---- */

static bool wait_for(struct child *child, const char *log, const char *words)
{
    long end = test_now() + START_MILLISECONDS;
    while (test_now() < end && child_is_running(child)) {
        if (ground_count(log, words) > 0)
            return true;
        test_sleep(5);
    }
    return false;
}

static bool is_listening(const struct inspircd *server)
{
    struct irc_address address = {.host = "127.0.0.1", .port = server->port};
    char error[256];
    struct irc_person *person = irc_person_connect(&address, "probe", error, sizeof error);
    if (person)
        irc_person_quit(person);
    return person;
}

static bool start_server(struct inspircd *server)
{
    char program[512], out[GROUND_PATH];
    snprintf(program, sizeof program, "%s/inspircd", server->servers);
    snprintf(out, sizeof out, "%s/inspircd.out", server->folder);
    const char *const argv[] = {
        program, "--nofork", "--config", server->config, geteuid() == 0 ? "--runasroot" : NULL,
        NULL};
    unlink(server->log);
    unlink(out);
    if (!child_start(&server->server, argv, -1, -1, out))
        return false;
    bool is_up =
        wait_for(&server->server, out, "InspIRCd is now running as") && is_listening(server);
    if (!is_up)
        child_stop(&server->server, SIGKILL);
    return is_up;
}

bool inspircd_start_services(struct inspircd *server)
{
    char program[512], out[GROUND_PATH], pid[GROUND_PATH];
    snprintf(program, sizeof program, "%s/atheme", server->servers);
    snprintf(out, sizeof out, "%s/atheme.out", server->folder);
    snprintf(pid, sizeof pid, "%s/atheme.pid", server->folder);
    const char *const argv[] = {
        program, "-n", "-c", server->services_config, "-l", server->services_log,
        "-p",    pid,  "-D", server->folder,          NULL};
    unlink(server->services_log);
    if (!child_start(&server->services, argv, -1, -1, out))
        return false;
    if (wait_for(&server->services, server->services_log, "finished synching"))
        return true;
    child_stop(&server->services, SIGKILL);
    return false;
}

/* The server notices a little later: it then offers no SASL any more. */
static void wait_for_split(struct inspircd *server)
{
    struct irc_address address = {.host = "127.0.0.1", .port = server->port};
    char error[256];
    const char *list = "sasl";
    long end = test_now() + START_MILLISECONDS;
    struct irc_person *person = irc_person_connect(&address, "probe", error, sizeof error);
    while (person && list && strstr(list, "sasl") && test_now() < end) {
        irc_person_send(person, "CAP LS");
        list = irc_person_expect(person, " CAP [^ ]+ LS ", SOON);
    }
    if (person)
        irc_person_quit(person);
}

void inspircd_stop_services(struct inspircd *server)
{
    bool was_running = child_is_running(&server->services);
    child_stop(&server->services, SIGTERM);
    if (was_running && child_is_running(&server->server))
        wait_for_split(server);
}

static bool start_both(struct inspircd *server)
{
    return start_server(server) && (!server->options.services || inspircd_start_services(server));
}

bool inspircd_restart(struct inspircd *server)
{
    child_stop(&server->services, SIGTERM);
    child_stop(&server->server, SIGTERM);
    return start_both(server);
}

static struct inspircd *start(const struct inspircd_options *options, const struct inspircd *hub)
{
    const char *servers = getenv("TABLETALK_SERVERS");
    if (!servers) {
        fprintf(
            stderr,
            "TABLETALK_SERVERS does not name the folder of the servers; run this test by ctest\n");
        return NULL;
    }
    struct inspircd *server = calloc(1, sizeof *server);
    check(server);
    server->options = *options;
    server->servers = servers;
    server->hub = hub;
    server->name = hub ? leaf_name : hub_name;
    server->id = hub ? "002" : "001";
    ground_make(server->folder);
    snprintf(server->config, sizeof server->config, "%s/inspircd.conf", server->folder);
    snprintf(server->log, sizeof server->log, "%s/inspircd.log", server->folder);
    snprintf(server->ca, sizeof server->ca, "%s/ca.pem", server->folder);
    snprintf(server->services_config, sizeof server->services_config, "%s/atheme.conf",
             server->folder);
    snprintf(server->services_log, sizeof server->services_log, "%s/atheme.log", server->folder);
    bool is_ready = ground_make_certificates(server->folder, "localhost");
    for (int i = 0; is_ready && i < START_TRIES; i++) {
        server->port = ground_free_port(false);
        server->tls_port = ground_free_port(false);
        server->link_port = ground_free_port(false);
        write_server_config(server);
        write_services_config(server);
        if (start_both(server))
            return server;
        child_stop(&server->server, SIGKILL);
    }
    inspircd_print_log(server);
    inspircd_stop(server);
    return NULL;
}

struct inspircd *inspircd_start(const struct inspircd_options *options)
{
    return start(options, NULL);
}

/* ---- a leaf ---- */

/* An operator of the server says the word about the other one, and then looks until that is in
   sight, or out of it. */
static bool link_by(const struct inspircd *server, const char *word, const char *other,
                    bool is_linked)
{
    struct irc_address address = {.host = "127.0.0.1", .port = server->port};
    char error[256], pattern[128], nick[16];
    long end = test_now() + START_MILLISECONDS;
    /* the other server may still have the other one's */
    snprintf(nick, sizeof nick, "link%s", server->id);
    struct irc_person *person = irc_person_connect(&address, nick, error, sizeof error);
    bool is_done = false;
    if (!person)
        return false;
    snprintf(pattern, sizeof pattern, " 364 [^ ]+ %s | 365 ", other);
    irc_person_send(person, "OPER %s %s", INSPIRCD_OPER, INSPIRCD_OPER);
    irc_person_send(person, "%s %s", word, other);
    while (!is_done && test_now() < end) {
        irc_person_send(person, "LINKS");
        const char *seen = irc_person_expect(person, pattern, SOON);
        bool is_there = seen && strstr(seen, " 364 ");
        is_done = seen && is_linked == is_there;
        if (is_there)
            irc_person_expect(person, " 365 ", SOON);
        test_sleep(10);
    }
    if (!is_done)
        fprintf(stderr, "%s", irc_person_transcript(person));
    irc_person_quit(person);
    return is_done;
}

/* Said on both sides: one that closes its end is not always heard by the other at once. */
bool inspircd_split(struct inspircd *leaf)
{
    return link_by(leaf->hub, "SQUIT", leaf_name, false) && link_by(leaf, "SQUIT", hub_name, false);
}

bool inspircd_unite(struct inspircd *leaf)
{
    return link_by(leaf, "CONNECT", hub_name, true);
}

struct inspircd *inspircd_start_leaf(const struct inspircd *hub)
{
    struct inspircd *leaf = start(&(struct inspircd_options){0}, hub);
    if (leaf && !inspircd_unite(leaf)) {
        inspircd_print_log(leaf);
        inspircd_print_log(hub);
        inspircd_stop(leaf);
        return NULL;
    }
    return leaf;
}

void inspircd_stop(struct inspircd *server)
{
    if (!server)
        return;
    child_stop(&server->services, SIGTERM);
    child_stop(&server->server, SIGTERM);
    ground_remove(server->folder);
    free(server);
}

/* ---- accounts ---- */

/* Says these lines to NickServ, one by one, each of which must be answered by its pattern. */
static bool tell_nickserv(struct inspircd *server, const char *nick, const char *const lines[][2],
                          int count)
{
    struct irc_address address = {.host = "127.0.0.1", .port = server->port};
    char error[256];
    struct irc_person *person = irc_person_connect(&address, nick, error, sizeof error);
    bool is_done = person;
    for (int i = 0; is_done && i < count; i++) {
        irc_person_send(person, "PRIVMSG NickServ :%s", lines[i][0]);
        is_done = irc_person_expect(person, lines[i][1], SOON);
    }
    if (person && !is_done)
        fprintf(stderr, "%s", irc_person_transcript(person));
    if (person)
        irc_person_quit(person);
    return is_done;
}

bool inspircd_register(struct inspircd *server, const char *account, const char *password)
{
    char line[256];
    snprintf(line, sizeof line, "REGISTER %s %s@mail.test.example", password, account);
    const char *const lines[][2] = {{line, "NOTICE [^ ]+ :.*(now registered|successfully)"}};
    return tell_nickserv(server, account, lines, 1);
}

/* The SHA-256 of the certificate as hex, by openssl. */
static bool read_fingerprint(const struct inspircd *server, char *hex, int size)
{
    char command[512], line[256];
    snprintf(command, sizeof command, "openssl x509 -in %s/client.pem -noout -fingerprint -sha256",
             server->folder);
    FILE *pipe = popen(command, "r");
    const char *equals = pipe && fgets(line, sizeof line, pipe) ? strchr(line, '=') : NULL;
    int length = 0;
    for (const char *p = equals ? equals + 1 : ""; *p && length < size - 1; p++)
        if (*p != ':' && *p != '\n')
            hex[length++] = (char)(*p >= 'A' && *p <= 'F' ? *p - 'A' + 'a' : *p);
    hex[length] = '\0';
    if (pipe)
        pclose(pipe);
    return length == 64;
}

bool inspircd_trust_client(struct inspircd *server, const char *account, const char *password)
{
    char identify[256], add[256], hex[80];
    if (!read_fingerprint(server, hex, sizeof hex))
        return false;
    snprintf(identify, sizeof identify, "IDENTIFY %s %s", account, password);
    snprintf(add, sizeof add, "CERT ADD %s", hex);
    const char *const lines[][2] = {{identify, " 900 "},
                                    {add, "NOTICE [^ ]+ :.*(Added|already on)"}};
    return tell_nickserv(server, "keeper", lines, 2);
}

/* ---- what it is ---- */

const char *inspircd_host(const struct inspircd *server)
{
    (void)server;
    return "127.0.0.1";
}

int inspircd_port(const struct inspircd *server)
{
    return server->port;
}

int inspircd_tls_port(const struct inspircd *server)
{
    return server->tls_port;
}

const char *inspircd_ca_file(const struct inspircd *server)
{
    return server->ca;
}

const char *inspircd_folder(const struct inspircd *server)
{
    return server->folder;
}

void inspircd_print_log(const struct inspircd *server)
{
    static const char *const names[] = {"commands.log", "inspircd.out", "inspircd.log",
                                        "atheme.out", "atheme.log"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        ground_print(server->folder, names[i]);
}
