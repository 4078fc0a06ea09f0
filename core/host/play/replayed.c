#include "replayed.h"

#include <string.h>

#include "deal.h"
#include "game.h"
#include "outcome.h"
#include "seats.h"
#include "session_view.h"
#include "tell.h"
#include "text.h"

static void put_events(const struct session *session, int viewer, const char *glue,
                       struct pages *out)
{
    struct naming naming;
    struct view view = session_view(session, &naming);
    const struct events *events = &session->step->events;
    struct prose prose;
    for (int begin = 0; begin < events->count; begin = tell_sentence_end(events, begin))
        if (tell_sentence(&view, events, begin, viewer, &prose)) {
            pages_put(out, glue, &prose);
            glue = " ";
        }
}

static void put_start(const struct session *session, struct pages *out)
{
    const struct playing *playing = session->playing;
    struct prose prose;
    prose_clear(&prose);
    if (playing->game_number == 1)
        view_string(&prose, STRING_STARTED, "who",
                    session_people(session, session_all_seats(session)), "game",
                    session->game->name, (char *)0);
    else
        view_string(&prose, STRING_MATCH_NEXT, "next", text_number(deal_counted(playing)), "most",
                    text_number(game_match_length(session->game, playing->rules.options)), "who",
                    session->seats[playing->begins].name, (char *)0);
    pages_put(out, " ", &prose);
}

/* The lines about people that a room is told. */
static const struct news {
    const char *kind;
    enum string id;
} news[] = {{"away", STRING_LEFT_PLAY},
            {"back", STRING_RETURNED},
            {"claim", STRING_ATTACHED},
            {"swap", STRING_SWAPPED}};

static void put_news(const struct session *session, const char *kind, int seat, struct pages *out)
{
    struct prose prose;
    for (size_t i = 0; i < sizeof news / sizeof *news; i++) {
        if (strcmp(news[i].kind, kind) != 0 || !session_has_begun(session) || seat < 0 ||
            seat >= session->seat_count)
            continue;
        prose_clear(&prose);
        view_string(&prose, news[i].id, "who", session->seats[seat].name, (char *)0);
        pages_put(out, " ", &prose);
    }
}

void replayed_put(const struct session *session, const char *kind, int seat, int viewer,
                  struct pages *out)
{
    bool is_start = strcmp(kind, "start") == 0;
    if (is_start)
        put_start(session, out);
    if (is_start || strcmp(kind, "move") == 0)
        put_events(session, viewer, is_start ? "\n" : " ", out);
    else
        put_news(session, kind, seat, out);
}

void replayed_put_standing(const struct session *session, int viewer, struct pages *out)
{
    struct naming naming;
    struct view view = session_view(session, &naming);
    struct sight sight;
    struct prose prose;
    prose_clear(&prose);
    tell_put_board(session, viewer, viewer, &prose);
    pages_put(out, "\n", &prose);
    if (viewer == SEAT_PUBLIC || session->game->hand < 0)
        return;
    view.is_aloud = session_is_aloud(session, viewer);
    table_sight(view.rules, &session->playing->table, viewer, &sight);
    prose_clear(&prose);
    view_string(&prose, STRING_REPLAY_HAND, (char *)0);
    prose_put(&prose, " ");
    view_hand(&view, &sight, &prose);
    prose_put(&prose, ".");
    pages_put(out, "\n", &prose);
}

void replayed_put_result(const struct session *session, struct pages *out)
{
    struct naming naming;
    struct view view = session_view(session, &naming);
    tell_outcome(&view, session->playing, out);
}
