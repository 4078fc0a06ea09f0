/* Who started the process and watches over it, as in a house that many processes share: the
   program's own house/units/unit.c looks whether it counts, and ends it. Leases are not
   simulated. */
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "inside.h"
#include "service.h"
#include "unit.h"

enum { HELD_PID = 0x7ffffff0 /* no process has it */ };

/* The linker puts these in the place of what the product calls. */
struct service *__wrap_service_new(struct loop *loop);
struct service *__real_service_new(struct loop *loop);
int __wrap_kill(pid_t pid, int signo);
int __real_kill(pid_t pid, int signo);

static struct {
    struct unit_page page;
    struct unit_process process;
    struct loop_timer look;
    int64_t most_ms, sleeps_until;
    long ended;
} holder;

void holder_close(void)
{
    loop_timer_stop(&holder.look);
    holder.most_ms = 0;
}

static void look(void *arg)
{
    (void)arg;
    if (sim_now() >= holder.sleeps_until && sim_is_running() && !sim_is_dying() &&
        unit_process_hangs(&holder.process, &holder.page, holder.most_ms, sim_now()))
        unit_process_ended(&holder.process, SIGKILL, sim_now());
    loop_timer_set(&holder.look, UNIT_BEAT_MS);
}

void sim_hold(int64_t most_ms)
{
    holder.most_ms = most_ms;
    holder.sleeps_until = holder.ended = 0;
    loop_timer_init(&holder.look, sim_loop(), look, NULL);
    loop_timer_set(&holder.look, UNIT_BEAT_MS);
}

void sim_sleep(int64_t ms)
{
    holder.sleeps_until = sim_now() + ms; /* it wakes as soon as the process, or before that */
    sim_hang(ms + sim_dice(2 * UNIT_BEAT_MS));
}

long sim_ended(void)
{
    return holder.ended;
}

struct service *__wrap_service_new(struct loop *loop)
{
    struct service *service = __real_service_new(loop);
    if (holder.most_ms == 0)
        return service;
    holder.process =
        (struct unit_process){.name = "irc:held", .pid = HELD_PID, .looked_at = sim_now()};
    atomic_store(&holder.page.slots[0].beats, 0);
    service_count(service, &holder.page.slots[0].beats, UNIT_BEAT_MS);
    return service;
}

int __wrap_kill(pid_t pid, int signo)
{
    if (pid != HELD_PID)
        return __real_kill(pid, signo);
    holder.ended++;
    sim_kill(SIM_KILL);
    return 0;
}
