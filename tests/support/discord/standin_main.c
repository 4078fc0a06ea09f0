/* The stand-in as a program, for end-to-end tests and for playing by hand: it prints where it
   listens as one line, takes orders from standard input line by line, and writes its log to
   standard error. An order that makes something answers with "= ID". The names of what was made
   stand for ids. End of input ends it. The orders are the table at the end; "help" lists them. */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "loop.h"
#include "standin.h"

enum { WORDS = 4, NAMES = 256, LINE = 16384, MESSAGES = 20000 };

struct program {
    struct loop *loop;
    struct standin *discord;
    char line[LINE];
    size_t length;
    struct {
        char name[32];
        uint64_t id;
    } names[NAMES];
    int name_count;
};

/* An order taken apart: its first words, and everything after the last of them. */
struct order {
    char words[WORDS][256];
    const char *rest;
};

static uint64_t id_of(const struct program *program, const char *word)
{
    for (int i = 0; i < program->name_count; i++)
        if (strcmp(program->names[i].name, word) == 0)
            return program->names[i].id;
    return strtoull(word, NULL, 10);
}

static void made(struct program *program, const char *name, uint64_t id)
{
    printf("= %" PRIu64 "\n", id);
    if (!name || !*name || isdigit((unsigned char)*name))
        return;
    check(program->name_count < NAMES);
    snprintf(program->names[program->name_count].name, sizeof program->names[0].name, "%.31s",
             name);
    program->names[program->name_count++].id = id;
}

#define ID(n)   id_of(program, order->words[n])
#define WORD(n) order->words[n]

static void do_guild(struct program *program, const struct order *order)
{
    made(program, WORD(0), standin_guild(program->discord, WORD(0)));
}

static void do_channel(struct program *program, const struct order *order)
{
    made(program, WORD(1), standin_channel(program->discord, ID(0), WORD(1)));
}

static void do_user(struct program *program, const struct order *order)
{
    made(program, WORD(0),
         standin_user(program->discord, WORD(0), *order->rest ? order->rest : NULL));
}

static void do_id(struct program *program, const struct order *order)
{
    printf("= %" PRIu64 "\n", ID(0));
}

static void do_name(struct program *program, const struct order *order)
{
    uint64_t id = ID(0);
    const char *name = "";
    for (int i = 0; i < program->name_count; i++)
        if (program->names[i].id == id)
            name = program->names[i].name;
    printf("= %s\n", name);
}

static void do_say(struct program *program, const struct order *order)
{
    made(program, NULL, standin_say(program->discord, ID(0), ID(1), order->rest));
}

static void do_dm(struct program *program, const struct order *order)
{
    made(program, NULL,
         standin_say(program->discord, ID(0), standin_dm(program->discord, ID(0)), order->rest));
}

static void do_reply(struct program *program, const struct order *order)
{
    made(program, NULL, standin_reply(program->discord, ID(0), ID(1), order->rest, true));
}

static void do_press(struct program *program, const struct order *order)
{
    made(program, NULL, standin_press(program->discord, ID(0), ID(1), order->rest));
}

static void do_slash(struct program *program, const struct order *order)
{
    made(program, NULL, standin_slash(program->discord, ID(0), ID(1), order->rest));
}

static void do_select(struct program *program, const struct order *order)
{
    made(program, NULL, standin_select(program->discord, ID(0), ID(1), WORD(2), order->rest));
}

static void do_forge(struct program *program, const struct order *order)
{
    made(program, NULL, standin_forge(program->discord, ID(0), ID(1), order->rest, NULL));
}

static void do_typing(struct program *program, const struct order *order)
{
    made(program, NULL, standin_autocomplete(program->discord, ID(0), ID(1), order->rest));
}

static void do_answer(struct program *program, const struct order *order)
{
    const struct standin_interaction *interaction = standin_interaction(program->discord, ID(0));
    char *text =
        interaction && interaction->data ? json_dumps(interaction->data, JSON_COMPACT) : NULL;
    printf("= %s\n", text ? text : "none");
    free(text);
}

static void do_last(struct program *program, const struct order *order)
{
    const struct standin_message *message =
        standin_last(program->discord, ID(0), *WORD(1) ? ID(1) : 0);
    char *text = message ? json_dumps(message->body, JSON_COMPACT) : NULL;
    printf("= %s\n", text ? text : "none");
    free(text);
}

/* The last message of the bot's in a channel, as a viewer sees it. */
static void print_last_of_bot(struct program *program, uint64_t channel, uint64_t viewer)
{
    static const struct standin_message *messages[MESSAGES];
    int count =
        channel ? standin_messages(program->discord, channel, viewer, messages, MESSAGES) : 0;
    check(count <= MESSAGES);
    while (count > 0 && messages[count - 1]->author != standin_bot_user(program->discord))
        count--;
    char *text = count ? json_dumps(messages[count - 1]->body, JSON_COMPACT) : NULL;
    printf("= %s\n", text ? text : "none");
    free(text);
}

static void do_table(struct program *program, const struct order *order)
{
    print_last_of_bot(program, ID(0), STANDIN_EVERYONE);
}

static void do_letter(struct program *program, const struct order *order)
{
    print_last_of_bot(program, standin_dm_if_open(program->discord, ID(0)), ID(0));
}

/* The last messages there, at most so many, as this person sees them; "dm": their own channel
   with the bot. */
static void do_seen(struct program *program, const struct order *order)
{
    static const struct standin_message *messages[MESSAGES];
    uint64_t viewer = ID(1), channel = strcmp(WORD(0), "dm") == 0
                                           ? standin_dm_if_open(program->discord, viewer)
                                           : ID(0);
    int count =
        channel ? standin_messages(program->discord, channel, viewer, messages, MESSAGES) : 0;
    int from = count > atoi(WORD(2)) ? count - atoi(WORD(2)) : 0;
    json_t *seen = json_array();
    for (int i = from; i < count; i++)
        json_array_append(seen, (json_t *)messages[i]->body);
    char *text = json_dumps(seen, JSON_COMPACT);
    printf("= %s\n", text);
    free(text);
    json_decref(seen);
}

static void do_received(struct program *program, const struct order *order)
{
    char *text = standin_received(program->discord, ID(0), 0);
    printf("%s= end\n", text);
    free(text);
}

/* "= N JSON": what they received behind the first so many, and as how many-th of all; "= N"
   alone: nothing yet. */
static void do_next(struct program *program, const struct order *order)
{
    int at = atoi(WORD(1));
    const char *text = standin_next_received(program->discord, ID(0), &at);
    printf("= %d %s\n", at, text ? text : "");
}

static void print_seen(void *arg, uint64_t viewer, uint64_t channel, const char *text)
{
    (void)arg;
    printf("~ %" PRIu64 " %" PRIu64 " %s\n", viewer, channel, text);
    fflush(stdout);
}

static void do_watch(struct program *program, const struct order *order)
{
    (void)order;
    standin_on_seen(program->discord, print_seen, NULL);
}

static void do_forget(struct program *program, const struct order *order)
{
    standin_forget(program->discord, loop_now(program->loop) - strtoll(WORD(0), NULL, 10) * 1000);
}

static void do_count(struct program *program, const struct order *order)
{
    printf("= %d\n", standin_count(program->discord, STANDIN_REQUEST, order->rest));
}

static bool is_post(const struct standin_entry *entry)
{
    return entry->kind == STANDIN_REQUEST &&
           strcmp(entry->route, "POST /channels/{}/messages") == 0;
}

static const char *field(const struct standin_entry *entry, const char *key)
{
    const char *value = json_string_value(json_object_get(entry->body, key));
    return value ? value : "";
}

/* Whether the message that was posted before it in the same channel says the same, and is not
   the same by its nonce. */
static bool is_doubled(const struct standin *discord, int index)
{
    const struct standin_entry *post = standin_entry(discord, index);
    for (int i = index - 1; i >= 0; i--) {
        const struct standin_entry *before = standin_entry(discord, i);
        if (is_post(before) && before->ids[0] == post->ids[0])
            return strcmp(field(before, "content"), field(post, "content")) == 0 &&
                   strcmp(field(before, "nonce"), field(post, "nonce")) != 0;
    }
    return false;
}

/* The code of the last connection that the bot closed; 0: none. */
static void do_closed(struct program *program, const struct order *order)
{
    int code = 0;
    (void)order;
    for (int i = 0; i < standin_entries(program->discord); i++) {
        const struct standin_entry *entry = standin_entry(program->discord, i);
        if (entry->kind == STANDIN_CLOSED && strcmp(entry->path, "by the bot") == 0)
            code = entry->status;
    }
    printf("= %d\n", code);
}

static void do_revoke(struct program *program, const struct order *order)
{
    (void)order;
    standin_revoke_token(program->discord);
}

static void do_restore(struct program *program, const struct order *order)
{
    (void)order;
    standin_restore_token(program->discord);
}

static void do_doubled(struct program *program, const struct order *order)
{
    int count = 0;
    for (int i = 0; i < standin_entries(program->discord); i++) {
        const struct standin_entry *entry = standin_entry(program->discord, i);
        if (!is_post(entry) || (*WORD(0) && entry->ids[0] != ID(0)) ||
            !is_doubled(program->discord, i))
            continue;
        printf("doubled: %s\n", field(entry, "content"));
        count++;
    }
    printf("= %d\n", count);
}

static void do_violations(struct program *program, const struct order *order)
{
    (void)order;
    for (int i = 0; i < standin_entries(program->discord); i++)
        if (standin_entry(program->discord, i)->kind == STANDIN_VIOLATION)
            printf("violation: %s\n", standin_entry(program->discord, i)->path);
    printf("= %d\n", standin_violations(program->discord));
}

static void do_ready(struct program *program, const struct order *order)
{
    (void)order;
    printf("= %d\n", standin_is_ready(program->discord, STANDIN_EVERY));
}

static void do_drop(struct program *program, const struct order *order)
{
    (void)order;
    standin_drop(program->discord, STANDIN_EVERY);
}

static void do_away(struct program *program, const struct order *order)
{
    standin_away(program->discord, strcmp(WORD(0), "false") != 0);
}

static void do_close(struct program *program, const struct order *order)
{
    standin_close(program->discord, STANDIN_EVERY, atoi(WORD(0)));
}

static void do_reconnect(struct program *program, const struct order *order)
{
    (void)order;
    standin_reconnect(program->discord, STANDIN_EVERY);
}

static void do_invalidate(struct program *program, const struct order *order)
{
    standin_invalidate(program->discord, STANDIN_EVERY, strcmp(WORD(0), "true") == 0);
}

static void do_repeat(struct program *program, const struct order *order)
{
    standin_repeat_events(program->discord, atoi(WORD(0)));
}

static void do_rights(struct program *program, const struct order *order)
{
    standin_set_rights(program->discord, ID(0), strtoull(WORD(1), NULL, 10));
}

static void do_refuse_dms(struct program *program, const struct order *order)
{
    standin_refuse_dms(program->discord, ID(0), strcmp(WORD(1), "false") != 0);
}

static void do_heal(struct program *program, const struct order *order)
{
    (void)order;
    standin_heal(program->discord);
}

static void do_fault(struct program *program, const struct order *order)
{
    static const char *const kinds[] = {"user",      "global",       "shared", "html",
                                        "status",    "status-after", "close",  "close-after",
                                        "truncated", "broken-json",  "slow",   "slow-before"};
    struct standin_fault fault = {
        .times = atoi(WORD(1)), .ms = strtoll(WORD(2), NULL, 10), .status = atoi(WORD(2))};
    fault.route = *order->rest ? order->rest : NULL;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i], WORD(0)) == 0) {
            fault.kind = (enum standin_fault_kind)i;
            standin_fault(program->discord, &fault);
            return;
        }
    printf("? no fault of this kind\n");
}

static void do_help(struct program *program, const struct order *order);

static const struct {
    const char *name;
    int words; /* then the rest of the line */
    void (*fn)(struct program *program, const struct order *order);
    const char *help;
} orders[] = {
    {"guild", 1, do_guild, "NAME"},
    {"channel", 2, do_channel, "GUILD NAME"},
    {"user", 1, do_user, "NAME [SHOWN NAME]"},
    {"id", 1, do_id, "NAME: of what was made"},
    {"name", 1, do_name, "ID: of what was made"},
    {"say", 2, do_say, "USER CHANNEL TEXT"},
    {"dm", 1, do_dm, "USER TEXT"},
    {"reply", 2, do_reply, "USER MESSAGE TEXT"},
    {"press", 2, do_press, "USER MESSAGE CUSTOM_ID"},
    {"select", 3, do_select, "USER MESSAGE CUSTOM_ID VALUE"},
    {"forge", 2, do_forge, "USER MESSAGE CUSTOM_ID: a press of what may not be there"},
    {"slash", 2, do_slash, "USER CHANNEL COMMAND"},
    {"typing", 2, do_typing, "USER CHANNEL COMMAND: the last option is being typed"},
    {"answer", 1, do_answer, "INTERACTION: what it was answered with, beside a message"},
    {"last", 2, do_last, "CHANNEL [VIEWER]: the last message as JSON"},
    {"table", 1, do_table, "CHANNEL: the bot's last message there as JSON"},
    {"letter", 1, do_letter, "USER: the bot's last direct message as JSON"},
    {"doubled", 1, do_doubled,
     "[CHANNEL]: messages that say what the one before said, each by its own nonce; how many"},
    {"seen", 3, do_seen, "CHANNEL|dm VIEWER NUMBER: the last messages as JSON"},
    {"received", 1, do_received, "VIEWER: every byte they received"},
    {"next", 2, do_next,
     "VIEWER N: what they received next behind the N first messages of all, and its number"},
    {"watch", 0, do_watch,
     "what people receive is printed as it comes and not kept: ~ VIEWER CHANNEL JSON; viewer 0: all"},
    {"forget", 1, do_forget, "SECONDS: what is older, the log among it"},
    {"count", 0, do_count, "ROUTE: how many requests"},
    {"violations", 0, do_violations, "all of them, then how many"},
    {"ready", 0, do_ready, "1 if a session is live"},
    {"closed", 0, do_closed, "by which code the bot closed a connection last"},
    {"revoke", 0, do_revoke, "the token, and close with 4004"},
    {"restore", 0, do_restore, "the token"},
    {"drop", 0, do_drop, "the TCP connections of the gateway"},
    {"away", 1, do_away, "true|false: takes no connection until it is back"},
    {"close", 1, do_close, "CODE"},
    {"reconnect", 0, do_reconnect, "op 7"},
    {"invalidate", 1, do_invalidate, "true|false: op 9"},
    {"repeat", 1, do_repeat, "N: each event comes so often"},
    {"rights", 2, do_rights, "CHANNEL PERMISSIONS"},
    {"refuse-dms", 2, do_refuse_dms, "USER [false]"},
    {"fault", 3, do_fault, "KIND TIMES MS|STATUS [ROUTE]"},
    {"heal", 0, do_heal, "no more faults"},
    {"help", 0, do_help, ""},
};

static void do_help(struct program *program, const struct order *order)
{
    (void)program, (void)order;
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
        printf("%s %s\n", orders[i].name, orders[i].help);
}

static const char *take_word(const char *at, char *word, size_t size)
{
    size_t length = strcspn(at, " ");
    snprintf(word, size, "%.*s", (int)length, at);
    at += length;
    return at + strspn(at, " ");
}

static void obey(struct program *program, const char *line)
{
    char name[32];
    struct order order = {.rest = take_word(line, name, sizeof name)};
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        if (strcmp(orders[i].name, name) != 0)
            continue;
        for (int n = 0; n < orders[i].words; n++)
            order.rest = take_word(order.rest, order.words[n], sizeof order.words[n]);
        orders[i].fn(program, &order);
        fflush(stdout);
        return;
    }
    printf("? no order \"%s\"\n", name);
    fflush(stdout);
}

static void on_input(void *arg, int fd, unsigned events)
{
    struct program *program = arg;
    (void)events;
    ssize_t got =
        read(fd, program->line + program->length, sizeof program->line - 1 - program->length);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    program->length += got > 0 ? (size_t)got : 0;
    program->line[program->length] = '\0';
    char *at = program->line, *end;
    while ((end = strchr(at, '\n')) != NULL) {
        *end = '\0';
        if (*at)
            obey(program, at);
        at = end + 1;
    }
    program->length -= (size_t)(at - program->line);
    memmove(program->line, at, program->length + 1);
    if (got <= 0 || program->length == sizeof program->line - 1) {
        loop_unwatch(program->loop, fd);
        loop_stop(program->loop);
    }
}

/* Options as NAME=VALUE: token, shards, heartbeat (ms), cert, key, content (no: the intent is
   off), endpoint (a URL), identifies (left today; -1: none), plain (yes: nothing is compressed). */
static void read_option(struct standin_options *options, const char *option)
{
    const char *value = strchr(option, '=');
    check(value);
    value++;
    if (strncmp(option, "token=", 6) == 0)
        options->token = value;
    else if (strncmp(option, "shards=", 7) == 0)
        options->shards = atoi(value);
    else if (strncmp(option, "heartbeat=", 10) == 0)
        options->heartbeat_interval = atoi(value);
    else if (strncmp(option, "cert=", 5) == 0)
        options->cert = value;
    else if (strncmp(option, "key=", 4) == 0)
        options->key = value;
    else if (strncmp(option, "content=", 8) == 0)
        options->has_no_message_content = strcmp(value, "no") == 0;
    else if (strncmp(option, "endpoint=", 9) == 0)
        options->endpoint_url = value;
    else if (strncmp(option, "identifies=", 11) == 0)
        options->identifies = atoi(value);
    else if (strncmp(option, "plain=", 6) == 0)
        options->sends_plain = strcmp(value, "yes") == 0;
}

int main(int argc, char **argv)
{
    static struct program program;
    struct standin_options options = {0};
    for (int i = 1; i < argc; i++)
        read_option(&options, argv[i]);
    program.loop = loop_new(LOOP_REAL);
    program.discord = standin_new(program.loop, &options);
    printf("%s %s\n", standin_rest_url(program.discord), standin_gateway_url(program.discord));
    fflush(stdout);
    setvbuf(stderr, NULL, _IOLBF, BUFSIZ);
    standin_print_live(program.discord, stderr);
    loop_watch(program.loop, STDIN_FILENO, LOOP_READ, on_input, &program);
    loop_run(program.loop);
    standin_free(program.discord);
    loop_free(program.loop);
    return 0;
}
