/* "last picture": everybody in a room is shown how the last table there ended, as a picture that
   its network draws; and "daily share", how the person's own deal of the day did. Read anew from
   the record, so a restart forgets nothing. Bounded: as asking.h says; the record must be one of
   that room, or the person's of a day that is over. */
#include <stdio.h>
#include <stdlib.h>

#include "asking.h"
#include "change.h"
#include "check.h"
#include "daily.h"
#include "host_commands.h"
#include "host_state.h"
#include "input.h"
#include "port.h"
#include "reader.h"
#include "record.h"
#include "seal.h"
#include "share.h"
#include "strings/replay.def"
#include "strings/standings.def"
#include "tell.h"

struct share {
    struct asking *asking;
    int64_t table; /* 0: the last one in the room */
    int64_t ended; /* in s since 1970; 0 if not known */
    bool is_daily; /* the person's own table, which this room did not see */
    bool is_theirs;
};

static bool begins(void *arg, struct session *session, const struct reader_lines *lines)
{
    struct share *share = arg;
    struct heard heard = input_heard(share->asking->pending.input);
    int day = lines->count > 2 ? seal_day_of(lines->list[2]) : 0;
    if (share->is_daily)
        heard.room = NULL;
    share->is_theirs =
        reader_is_theirs(session, &heard, lines) &&
        (day ? share->is_daily && daily_is_over(session->host, day) : !share->is_daily) &&
        record_is_kind(lines->list[lines->count - 1], "end");
    return share->is_theirs;
}

static void show(const struct share *share, const struct heard *heard,
                 const struct session *session)
{
    struct host *host = share->asking->pending.host;
    const struct host_port *port = host_port_of(host, heard->network);
    struct prose why;
    prose_open(&why, host_language(host, heard));
    if (port && port->show_result &&
        !tell_show_result(session, port, heard->room, share->ended, &why))
        view_string(&why, STRING_LAST_PICTURE_NONE, "number", text_number(share->table), (char *)0);
    if (why.length > 0)
        host_whisper(host, heard, &why);
}

static void finish(void *arg, const struct read_back *back)
{
    struct share *share = arg;
    struct heard heard = input_heard(share->asking->pending.input);
    heard.is_open = true; /* it is about what everybody saw there */
    if (back->session && share->is_theirs)
        show(share, &heard, back->session);
    else
        tell_openly(share->asking->pending.host, &heard,
                    share->is_theirs ? STRING_REPLAY_FAILED : STRING_REPLAY_NOT_HERE, "number",
                    text_number(share->table), (char *)0);
    if (back->session)
        change_remove_session(back->session);
    asking_end(share->asking);
}

static void dropped(void *arg)
{
    struct share *share = arg;
    asking_drop(share->asking);
}

static void begin_reading(struct asking *asking, const struct share *share)
{
    static const struct reader_visitor visitor = {
        .begins = begins, .done = finish, .dropped = dropped};
    struct share *copy = malloc(sizeof *copy);
    check(copy);
    *copy = *share;
    asking->is_replay = true;
    reader_begin(asking->pending.host, share->table, false, &visitor, copy);
}

/* The last table of the room, or another one: then nobody knows when that was over. */
static void read_record(struct asking *asking, const struct store_answer *answer)
{
    bool is_last = !asking->table || answer->table == asking->table;
    begin_reading(asking, &(struct share){.asking = asking,
                                          .table = asking->table ? asking->table : answer->table,
                                          .ended = is_last ? answer->ended : 0});
}

static void told_last(void *arg, const struct store_answer *answer)
{
    struct asking *asking = arg;
    bool is_lost = asking_is_lost(asking, answer->result);
    if (!is_lost && (asking->table || answer->count > 0)) {
        read_record(asking, answer);
        return;
    }
    if (!is_lost) {
        struct heard heard = input_heard(asking->pending.input);
        tell_openly(asking->pending.host, &heard, STRING_LAST_NONE, (char *)0);
    }
    asking_end(asking);
}

void share_daily(struct host *host, const struct heard *heard, int64_t table)
{
    const struct host_port *port = host_port_of(host, heard->network);
    if (!port || !port->show_result || asking_refuses_record(host, heard))
        return;
    struct asking *asking = asking_new(host, heard);
    if (!asking)
        return;
    asking->table = table;
    begin_reading(asking, &(struct share){.asking = asking, .table = table, .is_daily = true});
}

void host_show_result(struct host *host, const struct call *call)
{
    const struct heard *heard = call->heard;
    const struct host_port *port = host_port_of(host, heard->network);
    const char *end = call->words;
    long long table = 0;
    bool is_number = !*end || (record_read_number(end, &end, &table) && !*end && table > 0);
    if (!port || !port->show_result || !is_number || !heard->room) {
        tell_openly(host, heard,
                    !port || !port->show_result ? STRING_LAST_PICTURE_NO_PLACE
                    : !is_number                ? STRING_REPLAY_WORDS
                                                : STRING_LAST_PRIVATE,
                    (char *)0);
        return;
    }
    if (asking_refuses_record(host, heard))
        return;
    struct asking *asking = asking_new(host, heard);
    if (!asking)
        return;
    asking->table = (int64_t)table;
    struct store_question *question =
        asking_question(asking, STORE_ASK_LAST, STORE_OUTCOME_SEATS, told_last);
    snprintf(question->network, sizeof question->network, "%s", heard->network);
    snprintf(question->room, sizeof question->room, "%s", heard->room);
    asking_ask(asking, question);
}
