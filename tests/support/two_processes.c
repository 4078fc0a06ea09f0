#include "two_processes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adapter.h"
#include "check.h"
#include "prose.h"
#include "store.h"
#include "testing.h"

struct loop *loop;
struct process near, far;
struct letter letters[MAIL_MOST];
int letter_count;
bool is_full, is_away, is_dead;
static int64_t ids; /* given to what is said */

/* ---- the mail ---- */

static struct process *other(const struct process *process)
{
    return process == &near ? &far : &near;
}

static bool send(void *self, const char *to, const char *place, const char *body)
{
    struct process *from = self;
    (void)place;
    assert_string_equal(to, other(from)->network);
    if (is_full)
        return false;
    check(letter_count < MAIL_MOST);
    letters[letter_count++] = (struct letter){.from = from, .to = other(from), .body = strdup(body)};
    return true;
}

static void done(void *self, const char *from, int64_t number)
{
    struct letter *letter = &letters[number - 1];
    assert_ptr_equal(letter->to, self);
    assert_string_equal(letter->from->network, from);
    letter->is_done = true;
}

static bool away(void *self, const char *network)
{
    (void)self, (void)network;
    return is_away;
}

static void begin(void *self)
{
    (void)self;
}

/* ---- the networks ---- */

static void put(struct process *process, const char *to, const char *where, const char *what, const struct prose *prose)
{
    size_t length = strlen(process->told);
    if (prose && prose->length > 0)
        snprintf(process->told + length, TOLD - length, "%s%s%s: %s\n", to, where, what, prose->text);
}

static void post(void *self, const struct post *post)
{
    put(self, "", post->room, "", post->tale);
    put(self, "", post->room, " board", post->board);
    put(self, "", post->room, " next", post->next);
}

static void whisper(void *self, const struct whisper *whisper)
{
    put(self, "to ", whisper->person, "", whisper->prose);
}

static void dealt_with(void *self, const char *id)
{
    (void)id;
    ((struct process *)self)->dealt++;
}

/* ---- life ---- */

void pair_settle(struct process *process)
{
    for (int i = 0; i < 3; i++) {
        store_flush(process->store);
        store_dispatch(process->store);
        host_tick(process->host, loop_now(loop));
    }
}

void pair_deliver(void)
{
    for (int i = 0; i < letter_count; i++) {
        struct letter *letter = &letters[i];
        if (letter->is_taken || letter->is_done || is_away || is_dead)
            continue;
        letter->is_taken = true;
        relay_arrived(letter->to->relay, letter->from->network, i + 1, letter->body);
        pair_settle(letter->to);
    }
    pair_settle(&near);
    pair_settle(&far);
}

static void open_process(struct process *process)
{
    process->commands = commands_new();
    process->host = host_new(process->store, commands_execute, process->commands);
    host_share(process->host);
    host_add_port(
        process->host,
        &(struct host_port){
            .network = process->network, .post = post, .whisper = whisper, .dealt_with = dealt_with, .self = process});
    process->relay = relay_new(
        &(struct relay_setup){.network = process->network,
                              .loop = loop,
                              .host = process->host,
                              .commands = process->commands,
                              .mail = {.send = send, .done = done, .is_away = away, .begin = begin, .self = process}});
    process->far =
        relay_open(process->relay, &(struct relay_network){.network = other(process)->network, .draws_panels = true});
    assert_true(host_recover(process->host) >= 0);
    process->far->ops->start(process->far);
}

static void close_process(struct process *process)
{
    host_free(process->host);
    process->far->ops->free(process->far);
    relay_free(process->relay);
    commands_free(process->commands);
}

void pair_restart(struct process *process)
{
    close_process(process);
    open_process(process);
    for (int i = 0; i < letter_count; i++)
        letters[i].is_taken &= letters[i].to != process;
    pair_deliver();
}

int pair_open(void **state)
{
    (void)state;
    loop = loop_new(LOOP_VIRTUAL);
    near = (struct process){.network = "irc:near"};
    far = (struct process){.network = "discord:far"};
    near.store = store_memory_new();
    far.store = store_memory_new();
    letter_count = 0;
    ids = 0;
    is_full = is_away = is_dead = false;
    open_process(&near);
    open_process(&far);
    pair_deliver();
    return 0;
}

int pair_close(void **state)
{
    (void)state;
    close_process(&near);
    close_process(&far);
    store_close(near.store);
    store_close(far.store);
    for (int i = 0; i < letter_count; i++)
        free(letters[i].body);
    loop_free(loop);
    return 0;
}

/* With the time, and an id of its own unless it has one. */
static void hear(struct process *process, struct heard *heard)
{
    char own[32];
    loop_step(loop, 3000);
    snprintf(own, sizeof own, "own-%lld", (long long)++ids);
    heard->network = process->network;
    heard->name = heard->key;
    heard->now = loop_now(loop);
    if (!heard->id)
        heard->id = own;
    else if (!*heard->id)
        heard->id = NULL;
    (heard->press ? commands_press : commands_hear)(process->commands, process->host, heard);
    pair_settle(process);
}

void pair_say_as(struct process *process, const char *room, const char *who, const char *id, const char *text)
{
    hear(process, &(struct heard){.room = room, .key = who, .text = text, .id = id});
}

void pair_say(struct process *process, const char *room, const char *who, const char *text)
{
    pair_say_as(process, room, who, NULL, text);
    pair_deliver();
}

void pair_press(struct process *process, const char *who, const struct press *mark, const char *move)
{
    hear(process, &(struct heard){.key = who, .text = move, .press = mark, .is_awaited = true});
    pair_deliver();
}

int pair_count(const struct process *process, const char *part)
{
    int count = 0;
    for (const char *at = process->told; (at = strstr(at, part)); at++)
        count++;
    return count;
}

void pair_expect(const struct process *process, const char *part)
{
    if (!pair_count(process, part))
        fail_msg("%s was not told \"%s\", but:\n%s", process->network, part, process->told);
}

void pair_share_table(const char *game)
{
    char join[32] = "join ";
    char play[64];
    snprintf(play, sizeof play, "play %s", game);
    pair_say(&near, "#a", "ann", play);
    pair_say(&near, "#a", "ann", "invite");
    const char *code = strstr(near.told, "!join ");
    for (const char *next; code && (next = strstr(code + 1, "!join ")); code = next)
        ;
    assert_non_null(code);
    snprintf(join, sizeof join, "join %.8s", code + strlen("!join "));
    pair_say(&far, "#b", "bob", join);
    pair_expect(&near, "wants to show your table of ");
    pair_say(&near, NULL, "ann", "invite yes");
    pair_expect(&far, "#b: The table of ");
}

void pair_begin_game(const char *game)
{
    pair_share_table(game);
    pair_say(&far, "#b", "bob", "join");
    pair_expect(&near, "#a: bob sits down");
    pair_say(&near, "#a", "ann", "start");
    pair_say(&far, "#b", "bob", "start");
    pair_expect(&far, "#b board: ");
}

int pair_undealt(void)
{
    int count = 0;
    for (int i = 0; i < letter_count; i++)
        count += !letters[i].is_done;
    return count;
}
