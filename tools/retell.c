#include "retell.h"

#include <stdlib.h>
#include <string.h>

#include "session_view.h"
#include "check.h"
#include "deal.h"
#include "text.h"
#include "outcome.h"
#include "seats.h"
#include "tell.h"
#include "port.h"

static void put(const struct retelling *retelling, const char *before, const struct prose *prose)
{
    if (prose->length > 0)
        fprintf(retelling->out, "%s%s\n", before, prose->text);
}

void retell_record(struct retelling *retelling, const struct session *session)
{
    struct prose line;
    prose_clear(&line);
    prose_putf(&line, "== %s, ", session->game->name);
    prose_put_foreign(&line, PROSE_PLAIN, session->home.name);
    prose_put(&line, " of ");
    prose_put_foreign(&line, PROSE_PLAIN, session->home.port->network);
    put(retelling, "", &line);
    free(retelling->hand);
    retelling->hand = NULL;
}

/* Puts the board as the viewer sees it, and the people that the table waits for. */
static void put_standing(const struct retelling *retelling, const struct session *session)
{
    struct naming naming;
    struct view view = session_view(session, &naming);
    struct prose prose;
    prose_clear(&prose);
    tell_put_board(session, retelling->viewer, retelling->viewer, &prose);
    put(retelling, "    ", &prose);
    prose_clear(&prose);
    tell_put_next(&view, session, false, &prose);
    put(retelling, "    ", &prose);
}

/* Puts the hand and the choices, unless the viewer was told the same hand last. */
static void put_own(struct retelling *retelling, const struct session *session)
{
    struct prose prose;
    if (retelling->viewer == SEAT_PUBLIC || session->playing.table.over)
        return;
    prose_clear(&prose);
    tell_put_hand(session, retelling->viewer, &prose);
    if (retelling->hand && strcmp(retelling->hand, prose.text) == 0)
        return;
    free(retelling->hand);
    retelling->hand = strdup(prose.text);
    check(retelling->hand);
    put(retelling, "    (private) ", &prose);
}

static void put_result(const struct retelling *retelling, const struct session *session)
{
    struct naming naming;
    struct view view = session_view(session, &naming);
    struct pages result = {0};
    tell_outcome(&view, &session->playing, &result);
    for (const struct page *page = result.first; page; page = page->next)
        put(retelling, "", &page->prose);
    pages_fini(&result);
}

/* Puts the sentences of the step, as the viewer hears them. */
static void put_events(const struct retelling *retelling, const struct session *session, const char *before)
{
    struct naming naming;
    struct view view = session_view(session, &naming);
    const struct events *events = &session->step->events;
    struct prose prose;
    for (int begin = 0; begin < events->count; begin = tell_sentence_end(events, begin))
        if (tell_sentence(&view, events, begin, retelling->viewer, &prose)) {
            fprintf(retelling->out, "%s%s", before, prose.text);
            before = " ";
        }
}

static void retell_start(struct retelling *retelling, const struct session *session)
{
    struct prose prose;
    prose_clear(&prose);
    if (session->playing.game_number == 1) {
        view_string(&prose, STRING_STARTED, "who", session_people(session, session_all_seats(session)), "game",
                    session->game->name, (char *)0);
    } else {
        view_string(&prose, STRING_MATCH_NEXT, "next", text_number(deal_counted(&session->playing)), "most",
                    text_number(game_match_length(session->game, session->playing.rules.options)), "who",
                    session->seats[session->playing.begins].name, (char *)0);
    }
    put(retelling, "", &prose);
    if (session->step->events.count > 0) {
        put_events(retelling, session, "");
        fputc('\n', retelling->out);
    }
    retelling->moves = 0;
}

static void retell_move(struct retelling *retelling, const struct session *session)
{
    fprintf(retelling->out, "%d.", ++retelling->moves);
    put_events(retelling, session, " ");
    fputc('\n', retelling->out);
}

/* The lines about people that a room is told. */
static const struct news {
    const char *kind;
    enum string id;
} news[] = {{"away", STRING_LEFT_PLAY}, {"back", STRING_RETURNED}, {"claim", STRING_ATTACHED}};

static void retell_news(const struct retelling *retelling, const struct session *session, const char *kind, int seat)
{
    struct prose prose;
    prose_clear(&prose);
    for (size_t i = 0; i < sizeof news / sizeof *news; i++)
        if (strcmp(news[i].kind, kind) == 0 && session_has_begun(session) && seat >= 0 && seat < session->seat_count)
            view_string(&prose, news[i].id, "who", session->seats[seat].name, (char *)0);
    put(retelling, "", &prose);
}

void retell_line(struct retelling *retelling, const struct session *session, const char *kind, int seat)
{
    bool is_start = strcmp(kind, "start") == 0;
    if (!is_start && strcmp(kind, "move") != 0) {
        retell_news(retelling, session, kind, seat);
        return;
    }
    if (is_start)
        retell_start(retelling, session);
    else
        retell_move(retelling, session);
    put_standing(retelling, session);
    put_own(retelling, session);
    if (session->playing.table.over)
        put_result(retelling, session);
}

void retell_fini(struct retelling *retelling)
{
    free(retelling->hand);
    retelling->hand = NULL;
}
