#include "club.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adapter.h"
#include "check.h"
#include "commands.h"
#include "discord.h"
#include "easel.h"
#include "faulty_store.h"
#include "host.h"
#include "host_admin.h"
#include "host_state.h"
#include "keep.h"
#include "loop.h"
#include "namesake.h"
#include "record_keep.h"
#include "store.h"
#include "thinker.h"

static const char *const names[CLUB_PEOPLE] = {"ann", "bob", "cid", "dan",
                                               "eve", "fay", "guy", "hal"};

/* ---- what main.c does ---- */

static void on_store(void *arg, int fd, unsigned events)
{
    struct club *club = arg;
    (void)fd;
    (void)events;
    store_dispatch(club->store);
}

struct ticking {
    struct loop_timer timer;
    struct club *club;
};

static struct ticking tick;

static void wake_at(void *arg, int64_t at)
{
    struct club *club = arg;
    int64_t now = loop_now(club->loop);
    if (at != INT64_MAX)
        loop_timer_set(&tick.timer, at > now ? at - now : 0);
}

static void on_tick(void *arg)
{
    struct club *club = arg;
    wake_at(club, host_tick(club->host, loop_now(club->loop)));
}

struct keeping {
    keep_done *done;
    void *arg;
};

static void on_kept(void *arg, enum store_result result)
{
    struct keeping *keeping = arg;
    if (keeping->done)
        keeping->done(keeping->arg, result == STORE_OK);
    free(keeping);
}

static void put_kept(void *self, const char *key, const char *value, keep_done *done, void *arg)
{
    struct club *club = self;
    struct keeping *keeping = malloc(sizeof *keeping);
    check(keeping);
    *keeping = (struct keeping){done, arg};
    store_put(club->store, key, value, on_kept, keeping);
}

static void load_kept(void *arg, const char *key, const char *value)
{
    struct club *club = arg;
    keep_load(club->keep, key, value);
}

static void forget_kept(void *arg, struct identity who)
{
    const struct club *club = arg;
    keep_forget_person(club->keep, who);
}

static void choose_for_place(void *arg, const struct host_place_choice *choice,
                             char chosen[HOST_CHOICES])
{
    const struct club *club = arg;
    char prefix[KEEP_ROW_KEY];
    snprintf(prefix, sizeof prefix, "settings %s ", choice->network);
    const struct drawer drawer = {club->keep, prefix, loop_wall(club->loop)};
    if (choice->value)
        keep_row_put_then(&drawer, choice->place, choice->payer,
                          *choice->value ? choice->value : NULL, choice->done, choice->arg);
    if (!keep_row_get(&drawer, choice->place, HOST_CHOICES, chosen))
        *chosen = '\0';
}

static void on_failed(void *arg, const char *why)
{
    struct club *club = arg;
    snprintf(club->failed, sizeof club->failed, "%s", why);
}

struct discord_setup club_setup(struct club *club)
{
    return (struct discord_setup){.loop = club->loop,
                                  .host = club->host,
                                  .commands = club->commands,
                                  .keep = club->keep,
                                  .title = "club",
                                  .token = STANDIN_TOKEN,
                                  .api = standin_rest_url(club->discord),
                                  .gateway = NULL,
                                  .prefix = "!",
                                  .welcomes = !club->says_no_welcome,
                                  .folder = club->folder,
                                  .easel = club->easel,
                                  .bridged = &club->bridged,
                                  .bridged_count = club->bridged != NULL,
                                  .last_shard = -1,
                                  .failed = on_failed,
                                  .arg = club};
}

/* Their ids are the keys of two others there, and the channel's is a room. */
static void add_namesake(struct club *club)
{
    static char room[32], keys[2][24];
    static const struct namesake_of people = {room, {keys[CLUB_ANN], keys[CLUB_BOB]}};
    snprintf(room, sizeof room, "<#%" PRIu64 ">", club->games);
    for (int i = 0; i < 2; i++)
        snprintf(keys[i], sizeof keys[i], "%" PRIu64, club->people[i]);
    club->namesake = namesake_open(club->host, club->store, &people, loop_now(club->loop));
    if (club->seed)
        host_fix_luck(club->host, club->seed);
}

const struct session *club_table(const struct club *club)
{
    const struct session *session = club->host->tables.first;
    while (session && strcmp(session->home.port->network, NAMESAKE_NETWORK) == 0)
        session = session->next;
    return session;
}

int club_table_count(const struct club *club)
{
    return host_table_count(club->host) - 1;
}

static void on_drawn(void *arg, int fd, unsigned events)
{
    struct club *club = arg;
    (void)fd, (void)events;
    thinker_dispatch(club->painter);
}

static void open_easel(struct club *club)
{
    if (!club->draws)
        return;
    club->painter = thinker_new_inline();
    club->easel = easel_new(club->painter);
    loop_watch(club->loop, thinker_fd(club->painter), LOOP_READ, on_drawn, club);
}

void club_hold_pictures(struct club *club, bool holds)
{
    if (holds)
        loop_unwatch(club->loop, thinker_fd(club->painter));
    else
        loop_watch(club->loop, thinker_fd(club->painter), LOOP_READ, on_drawn, club);
}

/* What is being drawn is lost. */
static void close_easel(struct club *club)
{
    if (!club->easel)
        return;
    loop_unwatch(club->loop, thinker_fd(club->painter));
    easel_free(club->easel);
    thinker_free(club->painter);
    club->easel = NULL;
    club->painter = NULL;
}

void club_start(struct club *club)
{
    club->commands = commands_new();
    club->host = host_new(club->store, commands_execute, club->commands);
    host_on_choice(club->host, choose_for_place, club);
    host_on_forget(club->host, forget_kept, club);
    if (club->seed)
        host_fix_luck(club->host, club->seed);
    if (club->thinker)
        host_use_thinker(club->host, club->thinker);
    host_on_deadline(club->host, wake_at, club);
    loop_timer_init(&tick.timer, club->loop, on_tick, club);
    club->keep = keep_new(&(struct keep_port){.put = put_kept, .self = club});
    check(store_load(club->store, load_kept, NULL, club) == STORE_OK);
    open_easel(club);
    struct discord_setup setup = club_setup(club);
    club->bot = discord_new(&setup);
    if (club->namesake)
        namesake_add_network(club->namesake, club->host);
    check(host_recover(club->host) >= 0);
    if (club->namesake)
        namesake_recovered(club->namesake, loop_now(club->loop));
    else
        add_namesake(club);
    club->has_left = false;
    club->failed[0] = '\0';
    club->bot->ops->start(club->bot);
}

/* What was not dispatched goes nowhere. */
static void end(struct club *club)
{
    loop_timer_stop(&tick.timer);
    host_free(club->host);
    club->host = NULL;
    club->bot->ops->free(club->bot);
    club->bot = NULL;
    close_easel(club);
    store_flush(club->store);
    store_dispatch(club->store);
    keep_free(club->keep);
    commands_free(club->commands);
}

void club_kill(struct club *club)
{
    end(club);
}

static void on_left(void *arg)
{
    struct club *club = arg;
    club->has_left = true;
}

void club_stop(struct club *club)
{
    store_flush(club->store);
    store_dispatch(club->store);
    club->bot->ops->stop(club->bot, on_left, club);
    for (int i = 0; i < 40 && !club->has_left; i++)
        club_wait(club, 100);
    check(club->has_left);
    end(club);
}

void club_open(struct club *club, const struct standin_options *options)
{
    *club = (struct club){.loop = loop_new(LOOP_VIRTUAL),
                          .seed = club->seed ? club->seed : 2,
                          .draws = club->draws,
                          .thinker = club->thinker};
    club->discord = standin_new(club->loop, options);
    club->guild = standin_guild(club->discord, "Club");
    club->games = standin_channel(club->discord, club->guild, "games");
    for (int i = 0; i < CLUB_PEOPLE; i++)
        club->people[i] = standin_user(club->discord, names[i], NULL);
    club->faulty = faulty_store_new_take(store_memory_new());
    club->store = faulty_store_front(club->faulty);
    loop_watch(club->loop, store_fd(club->store), LOOP_READ, on_store, club);
    club_start(club);
    club_wait(club, 3000);
}

void club_close(struct club *club)
{
    if (!club->bot)
        club_start(club);
    namesake_close(club->namesake);
    club_stop(club);
    standin_free(club->discord);
    loop_unwatch(club->loop, store_fd(club->store));
    record_keep(club->store);
    store_close(club->store);
    loop_free(club->loop);
}

/* How long a full table waits for people who may still cut; 0 if it does not wait. */
static int64_t wait_for_cuts(const struct host *host)
{
    int64_t longest = 0;
    for (const struct session *session = host ? host->tables.first : NULL; session;
         session = session->next) {
        bool waits = !session_has_begun(session) && !session->state.is_recovered &&
                     session->closing.deals_at != INT64_MAX;
        if (waits && session->closing.deals_at - host->now > longest)
            longest = session->closing.deals_at - host->now;
    }
    return longest;
}

void club_wait(struct club *club, int64_t ms)
{
    loop_step(club->loop, ms);
    int64_t more = wait_for_cuts(club->host);
    if (more > 0) /* nobody here cuts */
        loop_step(club->loop, more + 1500);
}

/* ---- people ---- */

void club_say(struct club *club, int person, const char *text)
{
    standin_say(club->discord, club->people[person], club->games, text);
    club_wait(club, 1500);
}

void club_begin(struct club *club, const char *game)
{
    char play[64];
    snprintf(play, sizeof play, "!play %s", game);
    club_say(club, CLUB_ANN, play);
    club_say(club, CLUB_BOB, "!join");
    club_wait(club, 3000);
    standin_mark(club->discord);
}

int club_posts(const struct club *club)
{
    return standin_count(club->discord, STANDIN_REQUEST, "POST /channels/{}/messages");
}

int club_edits(const struct club *club)
{
    return standin_count(club->discord, STANDIN_REQUEST, "PATCH /channels/{}/messages/{}");
}

void club_tell(struct club *club, int person, const char *text)
{
    standin_say(club->discord, club->people[person],
                standin_dm(club->discord, club->people[person]), text);
    club_wait(club, 1500);
}

uint64_t club_press(struct club *club, int person, const char *label)
{
    enum { LOOKED_AT = 400 };
    static const struct standin_message *messages[LOOKED_AT];
    uint64_t user = club->people[person], dm = standin_dm_if_open(club->discord, user),
             channels[] = {club->games, dm};
    const struct standin_message *newest = NULL;
    uint64_t pressed = 0;
    for (int c = 0; c < 2 && channels[c]; c++) {
        int count = standin_messages(club->discord, channels[c], user, messages, LOOKED_AT);
        for (int i = 0; i < count && i < LOOKED_AT; i++)
            if ((!newest || messages[i]->id > newest->id) && standin_has_label(messages[i], label))
                newest = messages[i];
    }
    if (newest)
        pressed = standin_press_label(club->discord, user, newest->id, label);
    club_wait(club, 1500);
    return pressed;
}

static const char *last_in(struct club *club, uint64_t channel, uint64_t viewer, char **kept)
{
    const struct standin_message *message =
        channel ? standin_last(club->discord, channel, viewer) : NULL;
    free(*kept);
    *kept = message ? standin_text(message) : strdup("");
    return *kept;
}

const char *club_seen(struct club *club, int person)
{
    static char *kept;
    return last_in(club, club->games, club->people[person], &kept);
}

const char *club_letter(struct club *club, int person)
{
    static char *kept;
    uint64_t user = club->people[person];
    return last_in(club, standin_dm_if_open(club->discord, user), user, &kept);
}
