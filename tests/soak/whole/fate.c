/* Which things go wrong, and for how long. Each kind is counted when it strikes; trouble() tells
   the laws where answers may fail to come for a while. */
#include <stdio.h>
#include <string.h>

#include "standin.h"
#include "world.h"

void trouble(int net)
{
    int first = net < 0 ? 0 : net, last = net < 0 ? NETS - 1 : net;
    w.trouble_at = sim_now();
    for (int i = first; i <= last; i++) {
        w.nets[i].trouble_at = sim_now();
        for (int r = 0; r < ROOMS; r++)
            w.nets[i].rooms[r].owed_at = w.nets[i].rooms[r].tale_count = 0;
    }
    for (int i = 0; i < HUMANS; i++)
        if (w.humans[i].net >= first && w.humans[i].net <= last)
            w.humans[i].asked_at = w.humans[i].owed_at = 0;
}

static void wrong_for(int net, int64_t ms)
{
    trouble(net);
    for (int i = 0; i < NETS; i++)
        if ((net < 0 || net == i) && w.nets[i].wrong_until < sim_now() + ms)
            w.nets[i].wrong_until = sim_now() + ms;
}

static int any_irc(void)
{
    return sim_dice(DISCORD);
}

static struct sim_line *line_of(int net)
{
    return net == DISCORD ? sim_discord_line(w.discord) : sim_irc_line(w.nets[net].irc);
}

/* ---- the process ---- */

static void kill_it(void)
{
    enum sim_kill how = sim_chance(500) ? SIM_KILL : SIM_POWER_CUT;
    counts[how == SIM_KILL ? FAULT_KILL : FAULT_POWER_CUT]++;
    trouble(-1);
    sim_kill_later(how, 1 + sim_dice(60));
}

static void stop_it(void)
{
    if (!sim_is_running())
        return;
    counts[FAULT_STOP]++;
    trouble(-1);
    if (!sim_stop(60000))
        world_break(LAW_ALIVE, "it does not stop");
    w.restart_at = sim_now() + 100 + sim_dice(10000);
}

static void reload(void)
{
    int net = any_irc();
    counts[FAULT_RELOAD]++;
    w.nets[net].is_configured = !w.nets[net].is_configured;
    wrong_for(net, 10000);
    world_configure();
    sim_reload();
}

static void jump(void)
{
    counts[FAULT_CLOCK]++;
    w.jumped_at = sim_now();
    sim_jump((sim_dice(2) ? 1 : -1) * (int64_t)sim_dice(7200) * 1000);
}

/* ---- the disk ---- */

/* It is back in time for what waits for it. */
static void spoil_server(void)
{
    enum sim_server_fault fault = (enum sim_server_fault)sim_dice(SERVER_FAULTS);
    int64_t ms = fault == SERVER_PROMOTED ? 5000 + sim_dice(25000) : sim_dice(10000);
    wrong_for(-1, 20000 + ms);
    w.spoilt_at = sim_now();
    sim_server_fail(fault, ms);
}

static void spoil_disk(void)
{
    if (world_has_server) {
        spoil_server();
        return;
    }
    static const enum sim_disk_fault faults[] = {DISK_EIO, DISK_ENOSPC, DISK_SHORT, DISK_NO_SYNC};
    int which = sim_dice(4); /* counted where they are met */
    wrong_for(-1, 20000);
    w.spoilt_at = sim_now();
    sim_disk_fail(faults[which], sim_dice(8), 1 + sim_dice(6));
}

static void slow_disk(void)
{
    counts[FAULT_DISK_SLOW]++;
    wrong_for(-1, 40000);
    w.disk_slow_until = sim_now() + 1000 + sim_dice(20000);
    sim_disk_delay(500, 1 + sim_dice(5000) + 500);
}

/* ---- wires ---- */

static void drop(void)
{
    int net = any_irc();
    counts[FAULT_DROP]++;
    trouble(net);
    sim_irc_drop(w.nets[net].irc);
}

static void silence(void)
{
    int net = sim_dice(NETS);
    counts[FAULT_SILENCE]++;
    line_of(net)->is_silent = true;
    wrong_for(net, 5000 + sim_dice(200000));
}

static void refuse(void)
{
    int net = sim_dice(NETS);
    counts[FAULT_DOWN]++;
    line_of(net)->is_down = true;
    if (net != DISCORD)
        sim_irc_drop(w.nets[net].irc);
    else
        standin_drop(w.discord, STANDIN_EVERY);
    wrong_for(net, 1000 + sim_dice(100000));
}

static void lag(void)
{
    int net = sim_dice(NETS);
    counts[FAULT_LAG]++;
    line_of(net)->least = 500;
    line_of(net)->most = 500 + sim_dice(8000);
    wrong_for(net, 30000);
}

/* ---- IRC ---- */

static void repeat(void)
{
    struct human *human = &w.humans[sim_dice(HUMANS)];
    if (human->net == DISCORD || human->is_out || human->said_at == 0)
        return;
    counts[FAULT_REPEAT]++;
    sim_person_repeat(human->irc);
}

/* Forward, nothing may change. Back, what is said up to five minutes after we came may be taken
   for history. */
static void jump_server(void)
{
    int net = any_irc();
    bool is_back = sim_chance(500);
    counts[FAULT_SERVER_CLOCK]++;
    if (is_back)
        wrong_for(net, 5 * 60000 + 5000);
    sim_irc_jump(w.nets[net].irc, (is_back ? -1 : 1) * (int64_t)(1 + sim_dice(7200)) * 1000);
}

static void replay(void)
{
    int net = any_irc();
    counts[FAULT_REPLAY]++;
    sim_irc_replay(w.nets[net].irc, true);
    trouble(net);
    sim_irc_drop(w.nets[net].irc);
}

static void take_out(struct human *human, const char *why, int64_t ms)
{
    if (human->net == DISCORD || human->is_out)
        return;
    sim_person_quit(human->irc, why);
    human->is_out = true;
    human->asked_at = human->owed_at = 0;
    for (int r = 0; r < ROOMS; r++)
        w.nets[human->net].rooms[r].owed_at = w.nets[human->net].rooms[r].tale_count =
            0; /* there may be nobody left to read it */
    human->back_at = sim_now() + ms;
    human->named_at = sim_now();
    human->former_name[0] = '\0';
    if (human->key[0] != '$')
        human->key[0] = '\0';
}

static void split(void)
{
    int net = any_irc();
    int64_t ms = 20000 + sim_dice(300000);
    counts[FAULT_SPLIT]++;
    for (int i = 0; i < HUMANS; i++)
        if (w.humans[i].net == net && sim_chance(600))
            take_out(&w.humans[i], "one.example two.example", ms);
}

static void go(void)
{
    struct human *human = &w.humans[sim_dice(HUMANS)];
    counts[FAULT_PERSON_GONE] += human->net != DISCORD && !human->is_out;
    take_out(human, "bye", sim_dice(300000));
}

static void rename_human(void)
{
    struct human *human = &w.humans[sim_dice(HUMANS)];
    char nick[16];
    if (human->net == DISCORD || human->is_out)
        return;
    counts[FAULT_PERSON_RENAMED]++;
    snprintf(nick, sizeof nick, "n%d", sim_dice(3 * HUMANS));
    human->named_at = sim_now();
    human->asked_at = human->owed_at = 0;
    memcpy(human->former_name, human->name, sizeof human->former_name);
    sim_person_rename(human->irc, nick);
    snprintf(human->name, sizeof human->name, "%s", sim_person_nick(human->irc));
}

static void kick(void)
{
    struct human *human = &w.humans[sim_dice(HUMANS)];
    if (human->net == DISCORD || !human_is_there(human))
        return;
    counts[FAULT_BOT_KICKED]++;
    wrong_for(human->net, 5000);
    const char *channel = w.nets[human->net].rooms[sim_dice(ROOMS)].shown;
    sim_irc_kick_bot(w.nets[human->net].irc, human->irc, channel);
    sim_irc_invite_bot(w.nets[human->net].irc, human->irc, channel);
}

/* The channel does not let the bot in for a while. */
static void ban(void)
{
    int net = any_irc();
    const char *channel = w.nets[net].rooms[sim_dice(ROOMS)].shown;
    const struct human *by = NULL;
    for (int i = 0; i < HUMANS && !by; i++)
        if (w.humans[i].net == net && human_is_there(&w.humans[i]))
            by = &w.humans[i];
    if (!by)
        return;
    counts[FAULT_ROOM_LOST]++;
    wrong_for(net, 20000 + sim_dice(100000));
    sim_irc_mode(w.nets[net].irc, channel, "+b");
    sim_irc_kick_bot(w.nets[net].irc, by->irc, channel);
}

static void let_in(int net)
{
    for (int i = 0; i < ROOMS; i++) {
        const char *channel = w.nets[net].rooms[i].shown;
        sim_irc_mode(w.nets[net].irc, channel, "-b");
        for (int h = 0; h < HUMANS; h++)
            if (w.humans[h].net == net && human_is_there(&w.humans[h]) &&
                !sim_irc_has_bot(w.nets[net].irc, channel)) {
                sim_irc_invite_bot(w.nets[net].irc, w.humans[h].irc, channel);
                break;
            }
    }
}

/* ---- Discord ---- */

/* A channel is deleted, and another one takes its place. */
static void delete_channel(void)
{
    int r = sim_dice(ROOMS);
    struct room_seen *room = &w.nets[DISCORD].rooms[r];
    char name[8] = {(char)('a' + r), '\0'};
    counts[FAULT_ROOM_LOST]++;
    wrong_for(DISCORD, 5000);
    standin_delete_channel(w.discord, room->channel);
    *room = (struct room_seen){.channel = standin_channel(w.discord, w.guild, name)};
    snprintf(room->name, HOST_ROOM, "<#%llu>", (unsigned long long)room->channel);
}

static void spoil_gateway(void)
{
    wrong_for(DISCORD, 30000);
    switch (sim_dice(5)) {
    case 0:
        counts[FAULT_GATEWAY_REPEAT]++;
        standin_repeat_events(w.discord, 2);
        break;
    case 1:
        counts[FAULT_GATEWAY_REORDER]++;
        standin_reorder_events(w.discord, 2 + sim_dice(3));
        break;
    case 2:
        counts[FAULT_GATEWAY_SESSION]++;
        standin_invalidate(w.discord, 0, false);
        break;
    case 3:
        counts[FAULT_GATEWAY_DROP]++;
        standin_reconnect(w.discord, 0);
        break;
    default:
        counts[FAULT_GATEWAY_DROP]++;
        standin_drop(w.discord, STANDIN_EVERY);
        break;
    }
}

static void spoil_rest(void)
{
    static const enum standin_fault_kind refusals[] = {STANDIN_FAULT_USER, STANDIN_FAULT_SHARED,
                                                       STANDIN_FAULT_STATUS, STANDIN_FAULT_GLOBAL};
    static const enum standin_fault_kind losses[] = {STANDIN_FAULT_CLOSE, STANDIN_FAULT_CLOSE_AFTER,
                                                     STANDIN_FAULT_TRUNCATED};
    struct standin_fault fault = {.times = 1 + sim_dice(2), .ms = 200 + sim_dice(5000)};
    int way = sim_dice(3);
    wrong_for(DISCORD, 60000);
    counts[way == 0 ? FAULT_REST_REFUSED : way == 1 ? FAULT_REST_SLOW : FAULT_REST_LOST]++;
    if (way == 2 && sim_chance(500)) {
        sim_discord_lose(w.discord, 1, sim_chance(500));
        return;
    }
    fault.kind = way == 0   ? refusals[sim_dice(4)]
                 : way == 1 ? sim_chance(500) ? STANDIN_FAULT_SLOW : STANDIN_FAULT_SLOW_BEFORE
                            : losses[sim_dice(3)];
    if (fault.kind == STANDIN_FAULT_STATUS)
        fault.status = 502;
    standin_fault(w.discord, &fault);
}

/* ---- all of them ---- */

void fate_strike(void)
{
    static const struct {
        int weight;
        void (*strike)(void);
    } all[] = {{16, kill_it},
               {8, stop_it},
               {8, reload},
               {8, jump},
               {22, spoil_disk},
               {8, slow_disk},
               {12, hung_strike},
               {8, drop},
               {8, silence},
               {8, refuse},
               {8, lag},
               {13, repeat},
               {8, replay},
               {8, split},
               {13, go},
               {13, rename_human},
               {13, kick},
               {5, ban},
               {4, delete_channel},
               {38, spoil_gateway},
               {24, spoil_rest},
               {8, jump_server}};
    enum { KINDS = sizeof all / sizeof *all };
    int total = 0, i = 0;
    for (int k = 0; k < KINDS; k++)
        total += all[k].weight;
    for (int chosen = sim_dice(total); chosen >= all[i].weight; i++)
        chosen -= all[i].weight;
    all[i].strike();
}

static void mend_net(int i)
{
    struct sim_line *line = line_of(i);
    line->is_silent = line->is_down = false;
    line->least = 5;
    line->most = 100;
    if (i != DISCORD)
        sim_irc_replay(w.nets[i].irc, false), let_in(i);
    else
        standin_heal(w.discord);
    trouble(i);
}

void fate_tick(void)
{
    for (int i = 0; i < NETS; i++)
        if (w.nets[i].wrong_until && w.nets[i].wrong_until <= sim_now()) {
            w.nets[i].wrong_until = 0;
            mend_net(i);
        }
    if (w.disk_slow_until && w.disk_slow_until <= sim_now()) {
        w.disk_slow_until = 0;
        sim_disk_delay(1, 15);
        trouble(-1);
    }
}

void fate_mend(void)
{
    bool is_changed = false;
    sim_disk_fail(DISK_EIO, 0, 0);
    sim_server_heal();
    sim_disk_delay(1, 15);
    sim_kill_later(SIM_KILL, -1);
    w.disk_slow_until = 0;
    for (int i = 0; i < NETS; i++) {
        w.nets[i].wrong_until = 0;
        mend_net(i);
        is_changed |= !w.nets[i].is_configured;
        w.nets[i].is_configured = true;
    }
    world_configure();
    if (is_changed)
        sim_reload();
}
