/* What the tags of a line say about it, and the batches that are open. Only tags that the server makes itself count,
   and only those we asked for: without the capability, a tag of the same name is somebody's forgery. */
#include <stdio.h>
#include <string.h>

#include "text.h"
#include "wire_tags.h"

/* --- single tags --- */

/* Values are words: one with a control byte or a space in it is none. */
static const char *word_tag(const struct wire *wire, enum cap cap, const char *key)
{
    const char *value = caps_has(&wire->caps, cap) ? line_tag(&wire->tags, key) : NULL;
    for (const char *p = value; p && *p; p++)
        if ((unsigned char)*p <= ' ' || *p == 0x7f)
            return "";
    return value ? value : "";
}

static int64_t days_since_1970(int year, int month, int day)
{
    int shifted = month > 2 ? year : year - 1; /* years that begin in March end with the leap day */
    int64_t leaps = shifted / 4 - shifted / 100 + shifted / 400;
    return 365 * (int64_t)shifted + leaps + (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1 - 719468;
}

/* 2026-01-02T03:04:05.678Z, with three digits behind the point or none; 0 for anything else. */
static int64_t read_time(const char *value)
{
    int year, month, day, hour, minute, second, ms = 0, end = 0;
    if (sscanf(value, "%4d-%2d-%2dT%2d:%2d:%2d%n", &year, &month, &day, &hour, &minute, &second, &end) != 6 || !end)
        return 0;
    if (value[end] == '.' && sscanf(value + end, ".%3d", &ms) != 1)
        return 0;
    bool is_date = year >= 1970 && month >= 1 && month <= 12 && day >= 1 && day <= 31;
    bool is_time = hour >= 0 && hour < 24 && minute >= 0 && minute < 60 && second >= 0 && second <= 60 && ms >= 0;
    if (!is_date || !is_time)
        return 0;
    return (((days_since_1970(year, month, day) * 24 + hour) * 60 + minute) * 60 + second) * 1000 + ms;
}

/* --- batches --- */

static struct wire_batch *find_batch(struct wire *wire, const char *reference)
{
    for (int i = 0; i < WIRE_BATCHES; i++)
        if (strcmp(wire->batches[i].reference, reference) == 0)
            return &wire->batches[i];
    return NULL;
}

static void keep_name(char *kept, const char *name)
{
    struct text text = text_over(kept, WIRE_BATCH_NAME);
    text_put(&text, name);
}

static bool is_history(const char *type)
{
    return text_same_word(type, "chathistory") || text_same_word(type, "draft/chathistory") ||
           text_same_word(type, "znc.in/playback");
}

/* A batch inside another one is replayed if that is. */
static struct wire_batch *open_batch(struct wire *wire, const struct wire_event *event)
{
    const char *reference = event->params[0] + 1;
    struct wire_batch *batch = find_batch(wire, reference);
    if (!batch)
        batch = find_batch(wire, "");
    if (!batch || !*reference || strlen(reference) >= WIRE_BATCH_NAME)
        return NULL;
    keep_name(batch->reference, reference);
    keep_name(batch->type, event->params[1]);
    keep_name(batch->label, event->label);
    batch->is_replay = event->is_replay || is_history(event->params[1]);
    return batch;
}

/* What stands in the slot stays readable until another batch takes it. */
static struct wire_batch *close_batch(struct wire *wire, const struct wire_event *event)
{
    const char *reference = event->params[0] + 1;
    struct wire_batch *batch = *reference ? find_batch(wire, reference) : NULL;
    if (batch)
        batch->reference[0] = '\0';
    return batch;
}

static void follow_batches(struct wire *wire, struct wire_event *event)
{
    struct wire_batch *batch = NULL;
    if (event->params[0][0] == '+')
        batch = open_batch(wire, event);
    else if (event->params[0][0] == '-')
        batch = close_batch(wire, event);
    event->batch = batch ? event->params[0] + 1 : "";
    event->batch_type = batch ? batch->type : "";
    event->is_replay = event->is_replay || (batch && batch->is_replay);
}

void wire_read_tags(struct wire *wire, struct wire_event *event)
{
    event->account = word_tag(wire, CAP_ACCOUNT_TAG, "account");
    event->time = read_time(word_tag(wire, CAP_SERVER_TIME, "time"));
    event->msgid = word_tag(wire, CAP_MESSAGE_TAGS, "msgid");
    event->label = word_tag(wire, CAP_LABELED_RESPONSE, "label");
    event->batch = word_tag(wire, CAP_BATCH, "batch");
    event->batch_type = "";
    event->is_bot = caps_has(&wire->caps, CAP_MESSAGE_TAGS) && line_tag(&wire->tags, "bot");
    const struct wire_batch *around = *event->batch ? find_batch(wire, event->batch) : NULL;
    if (around) {
        event->batch_type = around->type;
        event->label = *event->label ? event->label : around->label;
    }
    event->is_replay = *event->batch && (!around || around->is_replay);
    if (strcmp(event->command, "BATCH") == 0 && caps_has(&wire->caps, CAP_BATCH))
        follow_batches(wire, event);
}
