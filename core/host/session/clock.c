#include "clock.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host_state.h"
#include "port.h"
#include "record.h"
#include "room.h"
#include "text.h"

static const char *const words[PACES] = {"", "live", "slow", "off"};

const enum pace pace_examples[PACE_EXAMPLES] = {
    PACE_LIVE, PACE_SLOW, PACE_OFF, PACE_SECONDS_LEAST, (enum pace)60, PACE_SECONDS_MOST};

bool clock_pace_is(long long number)
{
    return (number >= 0 && number < PACES) ||
           (number >= PACE_SECONDS_LEAST && number <= PACE_SECONDS_MOST);
}

const char *clock_pace_put_word(enum pace pace, char out[PACE_WORD])
{
    if (pace < PACES)
        snprintf(out, PACE_WORD, "%s", words[pace]);
    else
        snprintf(out, PACE_WORD, "%ds", (int)pace);
    return out;
}

int clock_pace_of(const char *word)
{
    size_t digits = strspn(word, "0123456789");
    for (int pace = PACE_LIVE; pace < PACES; pace++)
        if (text_same_word(word, words[pace]))
            return pace;
    if (digits == 0 || digits > 3)
        return -1;
    int number = atoi(word);
    bool is_minutes = text_same_word(word + digits, "m"),
         is_seconds = !word[digits] || text_same_word(word + digits, "s");
    int seconds = is_minutes ? 60 * number : is_seconds ? number : -1;
    return seconds >= PACE_SECONDS_LEAST && seconds <= PACE_SECONDS_MOST ? seconds : -1;
}

enum pace clock_pace(const struct session *session)
{
    if (session->clocks.pace != PACE_OF_ROOM)
        return session->clocks.pace;
    if (session->home.port->is_one_keyboard)
        return PACE_OFF;
    return showing_is_private(&session->home) ? PACE_SLOW : PACE_LIVE;
}

/* ---- lines of the record ---- */

bool clock_apply(struct session *session, const struct record_line *line, struct text *why)
{
    (void)why;
    session->clocks.pace = (enum pace)clock_pace_of(record_get(line, "pace"));
    return true;
}

bool clock_apply_pause(struct session *session, const struct record_line *line, struct text *why)
{
    long long at;
    if (!record_get_time(line, &at) || at < 1) {
        text_put(why, "'pause' does not say when");
        return false;
    }
    session->clocks.paused_at = at;
    session->clocks.agreed = 0;
    return true;
}

bool clock_apply_unpause(struct session *session, const struct record_line *line, struct text *why)
{
    (void)line;
    if (session->clocks.paused_at == 0)
        text_put(why, "a table goes on that was not paused");
    session->clocks.paused_at = 0;
    return why->length == 0;
}

/* ---- what is due ---- */

void host_on_deadline(struct host *host, host_wake *wake, void *arg)
{
    host->calls.wake = wake;
    host->calls.wake_arg = arg;
}

void clock_call(struct host *host, int64_t at)
{
    if (at >= host->clock.next_tick)
        return;
    host->clock.next_tick = at;
    if (host->calls.wake)
        host->calls.wake(host->calls.wake_arg, at);
}

bool clock_is_running(const struct session *session)
{
    return !session->change && (!session->state.is_recovered || showing_is_private(&session->home));
}

static int64_t deadline_of(const struct session *session)
{
    if (session->state.is_recovered)
        return session->when.watch_at;
    int64_t first =
        session->alarm.at < session->when.play_on_at ? session->alarm.at : session->when.play_on_at;
    first = session->when.watch_at < first ? session->when.watch_at : first;
    first = session->when.sits_told_at < first ? session->when.sits_told_at : first;
    return session->when.starts_told_at < first ? session->when.starts_told_at : first;
}

void clock_wake(struct session *session)
{
    if (!clock_is_running(session))
        return;
    heap_set(&session->host->clock.due, &session->due, deadline_of(session));
    clock_call(session->host, deadline_of(session));
}

void clock_play_on_at(struct session *session, int64_t at)
{
    session->when.play_on_at = at;
    clock_wake(session);
}

void clock_alarm_at(struct session *session, int64_t at)
{
    session->alarm.at = at;
    session->alarm.waits = false;
    clock_wake(session);
}

struct session *clock_first(const struct host *host)
{
    char *first = (char *)heap_first(&host->clock.due);
    return first ? (struct session *)(void *)(first - offsetof(struct session, due)) : NULL;
}
