/* Sentences to somebody who may not do what they asked for, or said too little. Changes nothing. */
#include "refuse.h"

#include <string.h>

#include "host_state.h"
#include "presence.h"
#include "seats.h"
#include "tell.h"
#include "text.h"

bool host_lacks_table(struct host *host, struct session *session, const struct heard *heard)
{
    if (!session)
        tell_person(host, heard, STRING_TABLE_NONE, (char *)0);
    return !session;
}

void tell_not_seated(struct session *session, const struct heard *heard, enum string id)
{
    if (session_seat_waiting(session, heard->network, heard->name) >= 0)
        tell_openly(session->host, heard, STRING_SEAT_NOT_PROVEN, "who", heard->name, (char *)0);
    else if (session_has_begun(session) && heard->room &&
             session_seat_waiting(session, heard->network, NULL) >= 0)
        tell_openly(session->host, heard, STRING_SEAT_NOT_YOURS_YET, "who",
                    session_people(session, presence_waiting(session)), (char *)0);
    else
        tell_openly(session->host, heard, id, "who",
                    session_people(session, session_all_seats(session)), "game",
                    session->game->name, (char *)0);
}

bool session_refuses_with(struct session *session, const struct heard *heard, enum string id,
                          const char *command)
{
    int opener = session_opener_seat(session);
    if (session_obeys(session, heard))
        return false;
    if (session_seat_waiting(session, heard->network, heard->name) >= 0)
        tell_openly(session->host, heard, STRING_SEAT_NOT_PROVEN, "who", heard->name, (char *)0);
    else if (opener >= 0)
        tell_person(session->host, heard, id, "who", session->seats[opener].name, "command",
                    command, (char *)0);
    else
        tell_person(session->host, heard, STRING_NOT_ALLOWED_GONE, "who", session->opener_name,
                    (char *)0);
    return true;
}

bool session_refuses(struct session *session, const struct heard *heard, const char *command)
{
    return session_refuses_with(session, heard, STRING_NOT_ALLOWED, command);
}

void put_not_begun(const struct session *session, const struct heard *heard, struct prose *out)
{
    int least, most;
    session_seats(session, &least, &most);
    prose_put(out, out->length > 0 ? " " : "");
    if (session_seat_of(session, heard) < 0)
        view_string(out, STRING_GAME_NOT_BEGUN_STRANGER, (char *)0);
    else if (session->seat_count < least)
        view_string(out, STRING_GAME_NOT_BEGUN_FEW, "missing",
                    text_number(least - session->seat_count), (char *)0);
    else if (session->closing.deals_at != INT64_MAX &&
             session->closing.deals_at > session->host->now)
        view_string(out, STRING_GAME_NOT_BEGUN_SOON, "seconds",
                    text_number((session->closing.deals_at - session->host->now + 999) / 1000),
                    (char *)0);
    else
        view_string(out, STRING_GAME_NOT_BEGUN, (char *)0);
}

void tell_not_begun(const struct session *session, const struct heard *heard)
{
    struct prose prose;
    struct heard open = *heard;
    prose_clear(&prose);
    open.is_open = true;
    put_not_begun(session, heard, &prose);
    host_whisper(session->host, &open, &prose);
}

/* Which of these people of one name is whose, where their networks tell: "ann-1 is ann@net." */
static void put_networks(const struct session *session, unsigned seats, struct prose *out)
{
    for (int seat = 0; seat < session->seat_count; seat++) {
        const struct seat *s = &session->seats[seat];
        char bytes[HOST_NAME + HOST_NETWORK];
        struct text text = text_over(bytes, sizeof bytes);
        if (!(seats >> seat & 1) || s->kind != SEAT_PERSON)
            continue;
        const char *colon = strchr(s->port->network, ':');
        text_putf(&text, "%s@%s", s->called, colon ? colon + 1 : s->port->network);
        prose_put(out, " ");
        view_string(out, STRING_NAME_NETWORK, "who", s->name, "name", bytes, (char *)0);
    }
}

bool names_ask(struct session *session, const struct heard *heard, const char *typed,
               const char *command, int *seat)
{
    unsigned seats = names_find(session, typed);
    *seat = SEAT_NONE;
    for (int i = 0; i < session->seat_count && *seat < 0; i++)
        if (seats >> i & 1)
            *seat = i;
    if (!(seats & (seats - 1)))
        return false;
    char example[HOST_TEXT];
    bool is_option = *command && command[strlen(command) - 1] == '=';
    snprintf(example, sizeof example, "%s%s%s", command, is_option ? "" : " ",
             session->seats[*seat].name);
    struct prose prose;
    prose_clear(&prose);
    view_string(&prose, STRING_NAME_WHICH, "typed", typed, "command", example, "who",
                session_people(session, seats), (char *)0);
    put_networks(session, seats, &prose);
    host_whisper(session->host, heard, &prose);
    return true;
}
