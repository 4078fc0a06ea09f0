/* Three walks through the program, traced: a line of IRC to the queue of its table, cards from
   the deck to a hand, a press on Discord to the edit that follows. The layers that this program
   is linked with are compiled with -finstrument-functions. It prints what they enter and leave,
   as offsets in this program; walk.py makes files of them. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "http.h"
#include "sim.h"
#include "standin.h"

enum { STEPS = 1 << 20 };

struct step {
    uintptr_t function; /* 0: the edit is sent */
    bool is_entered;
};

extern const char __executable_start[]; /* NOLINT: the linker's name */
static struct step steps[STEPS];
static int count;
static bool is_on;

static void note(struct step step)
{
    if (!is_on)
        return;
    check(count < STEPS);
    steps[count++] = step;
}

/* The compiler calls these. */
void __cyg_profile_func_enter(void *function, void *from); /* NOLINT */
void __cyg_profile_func_exit(void *function, void *from);  /* NOLINT */

void __cyg_profile_func_enter(void *function, void *from) /* NOLINT */
{
    (void)from;
    note((struct step){(uintptr_t)function - (uintptr_t)__executable_start, true});
}

void __cyg_profile_func_exit(void *function, void *from) /* NOLINT */
{
    (void)from;
    note((struct step){(uintptr_t)function - (uintptr_t)__executable_start, false});
}

/* In place of http_send(): all that matters is that a request is sent, and which. */
void *__real_http_send(void *http, const struct http_request *request, const void *reader,
                       void *answer, void *done, void *arg); /* NOLINT */
void *__wrap_http_send(void *http, const struct http_request *request, const void *reader,
                       void *answer, void *done, void *arg); /* NOLINT */

void *__wrap_http_send(void *http, const struct http_request *request, const void *reader,
                       void *answer, void *done, void *arg) /* NOLINT */
{
    if (strcmp(request->method, "PATCH") == 0 ||
        (request->body && strstr(request->body, "\"type\":7")))
        note((struct step){0, true});
    return __real_http_send(http, request, reader, answer, done, arg);
}

static void begin(void)
{
    count = 0;
    is_on = true;
}

static void end(const char *what)
{
    is_on = false;
    printf("trace %s\n", what);
    for (int i = 0; i < count; i++)
        printf("%c %jx\n", steps[i].is_entered ? '+' : '-', (uintmax_t)steps[i].function);
}

/* bob's line fills the table, so that it begins and both get their hands. */
static void trace_irc(void)
{
    sim_open(1);
    struct sim_irc *net = sim_irc_new(&(struct sim_irc_options){.name = "net",
                                                                .software = "InspIRCd-3",
                                                                .has_whox = true,
                                                                .has_monitor = true,
                                                                .line = {5, 5, false, false}});
    sim_configure("irc \"net\" {\n server = net.sim\n port = 6667\n tls = no\n insecure = yes\n"
                  " channels = {\"#games\"}\n}");
    struct sim_person *ann = sim_person_new(net, "ann", "ann", "ann.example", "ann"),
                      *bob = sim_person_new(net, "bob", "bob", "bob.example", "");
    sim_person_join(ann, "#games");
    sim_person_join(bob, "#games");
    sim_start();
    sim_wait(20000);
    sim_person_say(ann, "#games", "!play heartcatchers");
    sim_wait(10000);
    begin();
    sim_person_say(bob, "#games", "!join");
    sim_wait(30000);
    end("irc");
    check(strstr(sim_person_last(bob), "your hand") != NULL);
    sim_close();
}

static void press(struct standin *discord, uint64_t user, uint64_t channel, const char *label)
{
    check(standin_press_label(discord, user, standin_last(discord, channel, user)->id, label) != 0);
}

/* dan presses a move under the board; the answer edits the table's message. */
static void trace_discord(void)
{
    char config[512];
    sim_open(3);
    struct standin *discord = sim_discord_new(NULL);
    uint64_t guild = standin_guild(discord, "Club"),
             games = standin_channel(discord, guild, "games"),
             cid = standin_user(discord, "cid", NULL), dan = standin_user(discord, "dan", NULL);
    snprintf(config, sizeof config, "discord \"club\" {\n token_file = \"%s\"\n api = \"%s\"\n}",
             sim_discord_token(), standin_rest_url(discord));
    sim_configure(config);
    sim_start();
    sim_wait(10000);
    standin_say(discord, cid, games, "!play coloretto");
    sim_wait(5000);
    standin_say(discord, dan, games, "!join");
    sim_wait(60000);
    press(discord, cid, games, "Start");
    sim_wait(30000);
    begin();
    press(discord, dan, games, "draw");
    sim_wait(3000);
    end("discord");
    sim_close();
}

int main(void)
{
    trace_irc();
    trace_discord();
    return 0;
}
