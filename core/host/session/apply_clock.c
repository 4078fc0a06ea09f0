#include "apply_clock.h"

#include <string.h>

#include "pace.h"
#include "takeback.h"
#include "text.h"

bool apply_clock(struct session *session, const struct record_line *line, struct text *why)
{
    (void)why;
    session->clocks.pace = (enum pace)pace_of(record_get(line, "pace"));
    return true;
}

bool apply_pause(struct session *session, const struct record_line *line, struct text *why)
{
    long long at;
    if (!record_get_number(line, "at", &at) || at < 1 || at > SECONDS_MOST) {
        text_put(why, "'pause' does not say when");
        return false;
    }
    session->clocks.paused_at = at;
    session->clocks.agreed = 0;
    return true;
}

bool apply_unpause(struct session *session, const struct record_line *line, struct text *why)
{
    (void)line;
    if (session->clocks.paused_at == 0)
        text_put(why, "a table goes on that was not paused");
    session->clocks.paused_at = 0;
    return why->length == 0;
}

/* ---- what people ask each other ---- */

bool apply_vote(struct session *session, const struct record_line *line, struct text *why)
{
    long long seat, at = 0;
    bool is_pause = strcmp(record_get(line, "for"), "pause") == 0;
    if (!record_get_number(line, "seat", &seat) || seat < 1 || seat > session->seat_count)
        text_put(why, "'vote' names no seat of this table");
    else if (is_pause && (!record_get_number(line, "at", &at) || at < 1 || at > SECONDS_MOST))
        text_put(why, "'vote' does not say when");
    else if (is_pause)
        pace_ask(&session->clocks, (int)seat - 1, at);
    else
        takeback_vote(&session->takeback, (int)seat - 1,
                      strcmp(record_get(line, "says"), "yes") == 0);
    return why->length == 0;
}
