/* See processes.h. */
#include "processes.h"
#include "in_words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adapter.h"
#include "check.h"
#include "commands.h"
#include "elsewhere.h"
#include "game.h"
#include "games.h"
#include "heard.h"
#include "host.h"
#include "kept.h"
#include "loop.h"
#include "port.h"
#include "posts.h"
#include "prose.h"
#include "relay.h"
#include "store.h"
#include "store_postgres.h"
#include "store_work.h"
#include "testing.h"
#include "text.h"

enum { MAIL_MOST = 4000, CHANGED_MOST = 400 };

struct processes processes;

/* ---- the store: what was written about people is told to all ---- */

static char changed[CHANGED_MOST][64];
static int changed_count;

static void note_changed(const char *key)
{
    if (!kept_is_shared(key))
        return;
    check(changed_count < CHANGED_MOST);
    snprintf(changed[changed_count++], sizeof changed[0], "%s", key);
}

static store_done *lost_done;
static void *lost_arg;

static void tell_unknown(void *arg, enum store_result result)
{
    (void)arg, (void)result;
    lost_done(lost_arg, STORE_UNKNOWN);
}

static void lose_answer(struct store_work *work)
{
    processes.loses_answer = false;
    lost_done = work->done;
    lost_arg = work->arg;
    work->done = tell_unknown;
}

static void front_take(struct store *store, struct store_work *work)
{
    struct process *process = (struct process *)store;
    bool is_other = work->portion || work->asked || work->pruned || work->deed;
    if (!is_other && work->table >= process->next_table)
        process->next_table = work->table + 1;
    if (processes.loses_answer && !is_other && !work->table && !work->erases)
        lose_answer(work);
    for (int i = 0; !is_other && !work->table && i < (work->erases ? work->count : 1); i += 2)
        note_changed(work->lines[i]);
    processes.inner->ops->take(processes.inner, work);
}

static int front_fd(struct store *store)
{
    (void)store;
    return store_fd(processes.inner);
}

static void front_dispatch(struct store *store)
{
    (void)store;
    store_dispatch(processes.inner);
}

static bool front_flush(struct store *store, int ms)
{
    (void)store, (void)ms;
    store_flush(processes.inner);
    return true;
}

static bool front_close(struct store *store, int ms)
{
    (void)store, (void)ms;
    return true;
}

static enum store_result front_load(struct store *store, store_setting_visitor *setting,
                                    store_line_visitor *line, void *arg)
{
    (void)store;
    return store_load(processes.inner, setting, line, arg);
}

static enum store_result front_read(struct store *store, int64_t table, store_line_visitor *line,
                                    void *arg)
{
    (void)store;
    return store_read_table(processes.inner, table, line, arg);
}

static int64_t front_next(struct store *store)
{
    return ((struct process *)store)->next_table;
}

static const struct store_ops front_ops = {.take = front_take,
                                           .fd = front_fd,
                                           .dispatch = front_dispatch,
                                           .flush = front_flush,
                                           .close = front_close,
                                           .load = front_load,
                                           .read_table = front_read,
                                           .next_table = front_next};

struct row {
    const char *key;
    char *value;
};

static void find_row(void *arg, const char *key, const char *value)
{
    struct row *row = arg;
    if (strcmp(row->key, key) == 0)
        row->value = strdup(value);
}

static void tell_changed(const char *key)
{
    struct row row = {.key = key};
    check(store_load(processes.inner, find_row, NULL, &row) == STORE_OK);
    for (int i = 0; i < processes.count; i++)
        if (processes.list[i].host)
            host_note_kept(processes.list[i].host, key, row.value, loop_now(processes.loop));
    free(row.value);
}

static void write_row(void *arg, const char *key, const char *value)
{
    fprintf(arg, "%s=%s\n", key, value);
}

char *processes_rows(void)
{
    char *bytes = NULL;
    size_t size;
    FILE *out = open_memstream(&bytes, &size);
    check(out && store_load(processes.inner, write_row, NULL, out) == STORE_OK);
    fclose(out);
    return bytes;
}

/* ---- the mail ---- */

static struct process *process_of(const char *network)
{
    for (int i = 0; i < processes.count; i++)
        if (strcmp(processes.list[i].network, network) == 0)
            return &processes.list[i];
    fail_msg("there is no network %s", network);
    return NULL;
}

static bool send(void *self, const char *to, const char *place, const char *body)
{
    struct process *from = self;
    (void)place;
    if (strlen(body) > MAIL_BODY)
        fail_msg("a mail of %zu bytes is never sent: %.200s", strlen(body), body);
    if (processes.is_full)
        return false;
    check(processes.letter_count < MAIL_MOST);
    processes.letters[processes.letter_count++] =
        (struct letter){.from = from, .to = process_of(to), .body = strdup(body)};
    return true;
}

static void done(void *self, const char *from, int64_t number)
{
    struct letter *letter = &processes.letters[number - 1];
    assert_ptr_equal(letter->to, self);
    assert_string_equal(letter->from->network, from);
    letter->is_done = true;
}

static bool away(void *self, const char *network)
{
    (void)self;
    return process_of(network)->is_away;
}

static void begin(void *self)
{
    (void)self;
}

/* ---- the networks ---- */

static void put(struct process *process, const char *to, const char *where, const char *what,
                const struct prose *prose)
{
    size_t length = strlen(process->told);
    if (prose && prose->length > 0)
        snprintf(process->told + length, PROCESS_TOLD - length, "%s%s%s: %s\n", to, where, what,
                 prose->text);
}

static void post(void *self, const struct post *post)
{
    put(self, "", post->room, "", post->tale);
    put(self, "", post->room, " board", post->board);
    put(self, "", post->room, " next", post->next);
}

static void whisper(void *self, const struct whisper *whisper)
{
    if (!whisper->may_wait) /* nothing is on its way here */
        put(self, "to ", whisper->person, "", whisper->prose);
}

static void dealt_with(void *self, const char *id)
{
    (void)id;
    ((struct process *)self)->dealt++;
}

static void look(void *self, const char *key, struct text *out)
{
    (void)key;
    text_put(out, ((struct process *)self)->look);
}

static void wear(void *self, const char *key, const char *look)
{
    struct process *process = self;
    snprintf(process->worn, sizeof process->worn, "%s %s", key, look);
}

/* ---- life ---- */

void process_settle(struct process *process)
{
    for (int i = 0; i < 3 && process->host; i++) {
        store_flush(&process->store);
        store_dispatch(&process->store);
        host_tick(process->host, loop_now(processes.loop));
    }
}

static void settle_all(void)
{
    for (int i = 0; i < processes.count; i++)
        process_settle(&processes.list[i]);
}

static void deliver_mail(void)
{
    for (int i = 0; i < processes.letter_count; i++) {
        struct letter *letter = &processes.letters[i];
        if (letter->is_taken || letter->is_done || letter->to->is_away || letter->to->is_dead)
            continue;
        letter->is_taken = true;
        relay_arrived(letter->to->relay, letter->from->network, i + 1, letter->body);
        process_settle(letter->to);
    }
}

/* Until nothing follows from what was told. */
void processes_deliver(void)
{
    int letters, rows;
    do {
        letters = processes.letter_count;
        rows = changed_count;
        for (int i = 0; i < rows; i++)
            tell_changed(changed[i]);
        memmove(changed, changed + rows, (size_t)(changed_count - rows) * sizeof changed[0]);
        changed_count -= rows;
        settle_all();
        deliver_mail();
        settle_all();
    } while (rows > 0 || changed_count > 0 || processes.letter_count > letters);
}

static bool is_discord(const struct process *process)
{
    return strncmp(process->network, "discord:", strlen("discord:")) == 0;
}

void process_begin(struct process *process)
{
    process->commands = commands_new();
    process->host = host_new(&process->store, commands_execute, process->commands);
    host_share(process->host);
    host_add_port(process->host, &(struct host_port){.network = process->network,
                                                     .has_dear_lines = process->has_dear_lines,
                                                     .post = post,
                                                     .draws_panels = is_discord(process),
                                                     .whisper = whisper,
                                                     .dealt_with = dealt_with,
                                                     .look = look,
                                                     .wear = wear,
                                                     .self = process});
    process->relay = relay_new(&(struct relay_setup){
        .network = process->network,
        .loop = processes.loop,
        .host = process->host,
        .commands = process->commands,
        .mail = {.send = send, .done = done, .is_away = away, .begin = begin, .self = process}});
    process->far_count = 0;
    for (int i = 0; i < processes.count; i++)
        if (&processes.list[i] != process)
            process->fars[process->far_count++] = relay_open(
                process->relay,
                &(struct relay_network){.network = processes.list[i].network,
                                        .has_dear_lines = processes.list[i].has_dear_lines,
                                        .draws_panels = is_discord(&processes.list[i])});
    assert_true(host_recover(process->host) >= 0);
    for (int i = 0; i < process->far_count; i++)
        process->fars[i]->ops->start(process->fars[i]);
    process->is_away = false;
}

void process_end(struct process *process)
{
    process->is_away = true;
    host_free(process->host);
    process->host = NULL;
    for (int i = 0; i < process->far_count; i++)
        process->fars[i]->ops->free(process->fars[i]);
    relay_free(process->relay);
    commands_free(process->commands);
    for (int i = 0; i < processes.letter_count; i++)
        processes.letters[i].is_taken &= processes.letters[i].to != process;
}

void process_restart(struct process *process)
{
    process_end(process);
    process_begin(process);
    processes_deliver();
}

void processes_open(int count)
{
    static const char *const networks[] = {"irc:near", "discord:far", "irc:third"};
    processes = (struct processes){
        .loop = loop_new(LOOP_VIRTUAL), .inner = store_memory_new(), .count = count, .pause = 3000};
    processes.letters = calloc(MAIL_MOST, sizeof *processes.letters);
    check(processes.letters && count <= PROCESSES_MOST);
    changed_count = 0;
    for (int i = 0; i < count; i++) {
        struct process *process = &processes.list[i];
        process->store.ops = &front_ops;
        process->unit = i + 1;
        process->next_table = (int64_t)process->unit * UNIT_TABLES + 1;
        process->network = networks[i];
        process->look = "";
    }
    for (int i = 0; i < count; i++)
        process_begin(&processes.list[i]);
    processes_deliver();
}

void processes_close(void)
{
    for (int i = 0; i < processes.count; i++)
        if (processes.list[i].host)
            process_end(&processes.list[i]);
    store_close(processes.inner);
    for (int i = 0; i < processes.letter_count; i++)
        free(processes.letters[i].body);
    free(processes.letters);
    loop_free(processes.loop);
}

int processes_open_two(void **state)
{
    (void)state;
    processes_open(2);
    return 0;
}

int processes_open_three(void **state)
{
    (void)state;
    processes_open(3);
    return 0;
}

int processes_close_all(void **state)
{
    (void)state;
    processes_close();
    return 0;
}

/* ---- people ---- */

/* With the time, and an id of its own unless it has one. */
static void hear(struct process *process, struct heard *heard)
{
    char own[32];
    loop_step(processes.loop, processes.pause);
    snprintf(own, sizeof own, "own-%lld", (long long)++processes.heard_count);
    heard->network = process->network;
    heard->name = heard->key;
    heard->now = loop_now(processes.loop);
    if (!heard->id)
        heard->id = own;
    else if (!*heard->id)
        heard->id = NULL;
    (heard->press ? commands_press : commands_hear)(process->commands, process->host, heard);
    process_settle(process);
}

void process_say_as(struct process *process, const char *room, const char *who, const char *id,
                    const char *text)
{
    hear(process, &(struct heard){.room = room, .key = who, .text = text, .id = id});
}

void process_say(struct process *process, const char *room, const char *who, const char *text)
{
    process_say_as(process, room, who, NULL, text);
    processes_deliver();
}

void process_press(struct process *process, const char *who, const struct press *mark,
                   const char *move)
{
    hear(process, &(struct heard){.key = who, .text = move, .press = mark, .is_awaited = true});
    processes_deliver();
}

const char *process_told_word(const struct process *process, const char *mark)
{
    static char word[9];
    mark = in_words(mark);
    const char *at = strstr(process->told, mark);
    for (const char *next; at && (next = strstr(at + 1, mark)); at = next)
        ;
    if (!at)
        fail_msg("%s was not told \"%s\", but:\n%s", process->network, mark, process->told);
    snprintf(word, sizeof word, "%.8s", at + strlen(mark));
    return word;
}

int process_count(const struct process *process, const char *part)
{
    int count = 0;
    part = in_words(part);
    for (const char *at = process->told; (at = strstr(at, part)); at++)
        count++;
    return count;
}

void processes_forget_told(void)
{
    for (int i = 0; i < processes.count; i++)
        processes.list[i].told[0] = '\0';
}

void process_expect(const struct process *process, const char *part)
{
    if (!process_count(process, part))
        fail_msg("%s was not told \"%s\", but:\n%s", process->network, part, process->told);
}

int processes_undealt(void)
{
    int count = 0;
    for (int i = 0; i < processes.letter_count; i++)
        count += !processes.letters[i].is_done;
    return count;
}

void processes_share_table(const char *game)
{
    struct process *near = &processes.list[0], *far = &processes.list[1];
    const char *name = game_find(game)->name;
    char line[80];
    snprintf(line, sizeof line, "play %s", game);
    process_say(near, "#a", "ann", line);
    process_say(near, "#a", "ann", "invite");
    snprintf(line, sizeof line, "join %s", process_told_word(near, "!join "));
    process_say(far, "#b", "bob", line);
    snprintf(line, sizeof line, "wants to show your table of %s", name);
    process_expect(near, line);
    process_say(near, NULL, "ann", "invite yes");
    snprintf(line, sizeof line, "#b: <GUEST_FROM_IN_PLAY game=%s|from=#a> ", name);
    process_expect(far, line);
}

void processes_begin_game(const char *game)
{
    struct process *near = &processes.list[0], *far = &processes.list[1];
    processes_share_table(game);
    process_say(far, "#b", "bob", "join");
    process_expect(near, "#a: <SITS_DOWN who=bob>");
    process_say(near, "#a", "ann", "start");
    process_say(far, "#b", "bob", "start");
    process_expect(far, "#b board: ");
}
