/* "then MOVE": a move in advance, said in private. It is kept and not looked at: what is
   answered follows from its length and from what everybody sees. It is a line of the record, so
   that it survives a kill and no message counts twice; the words stand beside the record, so
   that they can be forgotten and no later reader of the record finds a plan. play/trial.c plays
   it with the move that brings the turn, in one append, so that nothing is lost between the two
   or played twice. Bounded: one for each seat, PERSON_AHEAD bytes; AHEADS_MOST lines of a seat
   between two of its moves. */
#include <string.h>

#include "change.h"
#include "deal.h"
#include "host_commands.h"
#include "host_state.h"
#include "refuse.h"
#include "seats.h"
#include "session_view.h"
#include "tell.h"
#include "text.h"

enum {
    AHEADS_MOST = 8,
    NUMBER_BYTES = 21, /* of its line, and a blank */
    AHEAD_BYTES = PERSON_AHEAD - NUMBER_BYTES - 1
};

/* What is kept for the seat. NULL if nothing is. */
static const char *kept_for(const struct session *session, int seat)
{
    const char *words;
    return persons_by_ahead(&session->persons, session->seats[seat].ahead_line, &words) ? words
                                                                                        : NULL;
}

static void told(struct change *change)
{
    const struct session *session = change->session;
    const char *kept = kept_for(session, change->seat);
    tell_person(session->host, &change->heard, kept ? STRING_AHEAD_KEPT : STRING_AHEAD_OFF, "move",
                kept ? kept : "", (char *)0);
}

/* `words` are kept; nothing is any more if they are NULL. */
static void save(struct session *session, const struct heard *heard, int seat, const char *words)
{
    struct change *change = change_new(session, heard);
    char bytes[AHEAD_LINE];
    struct text line = text_over(bytes, sizeof bytes);
    if (words)
        draft_keep_ahead(&change->draft, session, &session->seats[seat], session->next_line, words);
    else
        draft_forget_ahead(&change->draft, session, &session->seats[seat]);
    draft_put_ahead_line(seat, words != NULL, &line);
    change_add_line(change, &line);
    change_commit_lines(change, seat, NULL, told);
}

/* Why no move is kept. STRING_COUNT if it is. Nothing here looks at the move, or at a card. */
static enum string refusal(const struct session *session, int seat, const char *words)
{
    if (session->playing->is_over || session->playing->table.over)
        return STRING_AHEAD_GAME_OVER;
    if (deal_is_real_time(session->playing, session->game))
        return STRING_AHEAD_REAL_TIME;
    if (session_due(session) >> seat & 1)
        return STRING_AHEAD_NOW;
    if (strlen(words) > AHEAD_BYTES)
        return STRING_AHEAD_LONG;
    return session->seats[seat].ahead_count < AHEADS_MOST ? STRING_COUNT : STRING_AHEAD_OFTEN;
}

static void take(struct session *session, const struct heard *heard, int seat, const char *words)
{
    enum string id = refusal(session, seat, words);
    if (id == STRING_COUNT)
        save(session, heard, seat, words);
    else
        tell_person(session->host, heard, id, "most",
                    text_number(id == STRING_AHEAD_LONG ? (int)AHEAD_BYTES : (int)AHEADS_MOST),
                    (char *)0);
}

static void answer(struct session *session, const struct heard *heard, int seat, const char *words)
{
    const char *kept = kept_for(session, seat);
    bool is_off = text_same_word(words, "off");
    if (*words && !is_off)
        take(session, heard, seat, words);
    else if (!kept)
        tell_person(session->host, heard, STRING_AHEAD_NONE, (char *)0);
    else if (is_off)
        save(session, heard, seat, NULL);
    else
        tell_person(session->host, heard, STRING_AHEAD_SHOWN, "move", kept, (char *)0);
}

void host_then(struct host *host, struct session *session, const struct heard *heard,
               const char *words)
{
    if (heard->room && !(heard->rank & RANK_LOCAL)) { /* a terminal has nobody else */
        tell_person(host, heard, STRING_AHEAD_PRIVATE, (char *)0);
        return;
    }
    if (host_lacks_table(host, session, heard))
        return;
    int seat = session_seat_of(session, heard);
    if (!session_has_begun(session))
        tell_not_begun(session, heard);
    else if (seat < 0)
        tell_not_seated(session, heard, STRING_NOT_SEATED_RUNNING);
    else if (session->seats[seat].is_left)
        tell_person(host, heard, STRING_TAKEN_OVER, "who", heard->name, (char *)0);
    else
        answer(session, heard, seat, words);
}
