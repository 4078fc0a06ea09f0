/* Cutting the deck with own words, and what a deal proves to whom. Bounded: a person cuts CUTS_MOST times at a table
   before leaving it, for each cut is a line of the record. luck.c knows what a key is made of. */
#include "cut.h"

#include <stdio.h>
#include <string.h>

#include "seal.h"
#include "text.h"
#include "lobby.h"
#include "refuse.h"
#include "seats.h"
#include "tell.h"

enum { CUTS_MOST = 10, LINE_BYTES = 256 };

const char *cut_find(const char *words, int *before)
{
    static const char key[] = "cut=";
    for (const char *p = words; (p = strstr(p, key)); p++)
        if (p == words || p[-1] == ' ') {
            *before = (int)(p - words);
            return p + strlen(key);
        }
    *before = (int)strlen(words);
    return NULL;
}

bool cut_is_empty(const char *words)
{
    return words[strspn(words, " ")] == '\0';
}

void cut_add(struct change *change, int seat, const char *words)
{
    char bytes[LINE_BYTES];
    struct text line = text_over(bytes, sizeof bytes);
    seal_put_cut(seat, words, &line);
    change_add(change, bytes);
}

/* Does not tell the words: a person who knows the secret would know the deal. */
void cut_tell(struct session *session, int seat)
{
    if (luck_has_cut(session->seats[seat].cut))
        tell_room(session, POST_NEWS, STRING_CUT, "who", session->seats[seat].name, (char *)0);
}

static void told_cut(struct change *change)
{
    cut_tell(change->session, change->seat);
    if (change->session->deals_at != INT64_MAX)
        lobby_start_if_full(change->session, &change->heard); /* the table may have waited only for this cut */
}

void host_cut(struct host *host, struct session *session, const struct heard *heard, const char *words)
{
    char bytes[LINE_BYTES], most[12];
    struct text line = text_over(bytes, sizeof bytes);
    if (host_lacks_table(host, session, heard))
        return;
    int seat = session_seat_of(session, heard);
    snprintf(most, sizeof most, "%d", CUTS_MOST);
    if (session_has_begun(session)) {
        tell_openly(host, heard, STRING_CUT_LATE, (char *)0);
    } else if (seat < 0) {
        tell_openly(host, heard, STRING_NOT_SEATED, (char *)0);
    } else if (cut_is_empty(words)) {
        tell_openly(host, heard, STRING_CUT_WHAT, (char *)0);
    } else if (session->seats[seat].cuts >= CUTS_MOST) {
        tell_openly(host, heard, STRING_CUT_OFTEN, "most", most, (char *)0);
    } else {
        seal_put_cut(seat, words, &line);
        change_commit_line(session, heard, &line, seat, NULL, false, told_cut);
    }
}
