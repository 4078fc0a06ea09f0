#include "event.h"

#include <stddef.h>
#include <string.h>

#include "check.h"
#include "ruleset.h"
#include "table.h"

struct event *event_add(struct play *play, enum event_kind kind)
{
    struct events *events = play->events;
    if (!events)
        return NULL;
    check(events->count < EVENTS_MAX);
    struct event *event = &events->list[events->count++];
    memset(event, 0, sizeof *event);
    event->kind = kind;
    event->seat = SEAT_NONE;
    event->heard = EVERYBODY;
    return event;
}

void event_whisper(struct play *play, unsigned heard, int say, int seat, int arg0, int arg1,
                   int arg2)
{
    struct event *event = event_add(play, EVENT_SAID);
    if (!event)
        return;
    event->say = say;
    event->seat = seat;
    event->heard = heard;
    for (const struct event *before = event;
         before > play->events->list && before[-1].kind != EVENT_SAID; before--)
        event->count++;
    event->args[0] = arg0;
    event->args[1] = arg1;
    event->args[2] = arg2;
}

void event_say(struct play *play, int say, int seat, int arg0, int arg1, int arg2)
{
    event_whisper(play, EVERYBODY, say, seat, arg0, arg1, arg2);
}

bool event_sight(const struct ruleset *rules, const struct event *event, int viewer,
                 struct event *out)
{
    unsigned bit = 1u << viewer;
    if (!(event->heard & bit))
        return false;
    *out = *event;
    bool has_face = event->kind == EVENT_MOVED || event->kind == EVENT_MARKED;
    if (has_face && !(event->shown & bit))
        out->face = FACE_BACK(rules->faces[event->face].back);
    out->shown = 0; /* a viewer must not know who else sees the face */
    out->heard = 0;
    return true;
}
