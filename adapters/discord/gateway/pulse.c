/* See pulse.h. */
#include "pulse.h"

#include <sodium.h>
#include <stdlib.h>

enum {
    SENDS_KEPT_FOR_HEARTBEATS = 5,
    SENDS_SPAN = 60 * 1000 + 500, /* what two packets may differ in their way is added */
    PRESENCES_SPAN = 20 * 1000 + 500
};

static void on_heart(void *arg);

void pulse_init(struct pulse *pulse, struct loop *loop, const struct pulse_events *events, void *arg)
{
    *pulse = (struct pulse){.loop = loop, .events = events, .arg = arg};
    loop_timer_init(&pulse->heart, loop, on_heart, pulse);
    loop_timer_init(&pulse->show, loop, pulse_try_show, pulse);
}

void pulse_reset(struct pulse *pulse)
{
    pulse->sends.added = pulse->presences.added = 0;
}

void pulse_stop(struct pulse *pulse)
{
    loop_timer_stop(&pulse->heart);
    loop_timer_stop(&pulse->show);
}

/* --- sending --- */

void pulse_send_take(struct pulse *pulse, char *text)
{
    ring_add(&pulse->sends, loop_now(pulse->loop));
    pulse->events->send(pulse->arg, text);
    free(text);
}

static int64_t wait_to_send(const struct pulse *pulse)
{
    return ring_wait(&pulse->sends, PULSE_SENDS - SENDS_KEPT_FOR_HEARTBEATS, SENDS_SPAN, loop_now(pulse->loop));
}

/* --- heartbeats --- */

static void beat(struct pulse *pulse)
{
    pulse_send_take(pulse, pulse->events->heartbeat(pulse->arg));
}

static void on_heart(void *arg)
{
    struct pulse *pulse = arg;
    int64_t now = loop_now(pulse->loop);
    if (pulse->awaits_ack) {
        pulse->events->dead(pulse->arg);
        return;
    }
    pulse->awaits_ack = true;
    beat(pulse);
    pulse->due += pulse->interval;
    if (pulse->due < now) /* we were asleep: from now on */
        pulse->due = now + pulse->interval;
    loop_timer_set(&pulse->heart, pulse->due - now);
}

void pulse_begin(struct pulse *pulse, int64_t interval)
{
    int64_t first = (int64_t)randombytes_uniform((uint32_t)interval);
    pulse->interval = interval;
    pulse->due = loop_now(pulse->loop) + first;
    pulse->awaits_ack = false;
    loop_timer_set(&pulse->heart, first);
}

void pulse_acknowledge(struct pulse *pulse)
{
    pulse->awaits_ack = false;
}

void pulse_answer(struct pulse *pulse)
{
    if (wait_to_send(pulse) == 0)
        beat(pulse);
}

/* --- presences --- */

void pulse_try_show(void *arg)
{
    struct pulse *pulse = arg;
    int64_t now = loop_now(pulse->loop);
    int64_t wait = ring_wait(&pulse->presences, PULSE_PRESENCES, PRESENCES_SPAN, now), other = wait_to_send(pulse);
    wait = wait > other ? wait : other;
    if (!pulse->has_to_show)
        return;
    char *presence = pulse->events->presence(pulse->arg);
    if (presence && wait <= 0) {
        pulse->has_to_show = false;
        ring_add(&pulse->presences, now);
        pulse_send_take(pulse, presence);
    } else if (presence) {
        loop_timer_set(&pulse->show, wait);
        free(presence);
    }
}

void pulse_show(struct pulse *pulse)
{
    pulse->has_to_show = true;
    pulse_try_show(pulse);
}

void pulse_has_shown(struct pulse *pulse)
{
    pulse->has_to_show = false;
}
