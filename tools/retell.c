#include "retell.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "game.h"
#include "port.h"
#include "session_view.h"
#include "show.h"
#include "tell.h"

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
    if (retelling->viewer == SEAT_PUBLIC || session->playing->table.over)
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

/* On one line, behind the number of a move if there is one. */
static void put_pages(const struct retelling *retelling, const char *number,
                      const struct pages *pages)
{
    const char *glue = number[0] ? " " : "";
    fputs(number, retelling->out);
    for (const struct page *page = pages->first; page; page = page->next, glue = " ")
        fprintf(retelling->out, "%s%s", glue, page->prose.text);
    fputs(number[0] || pages->first ? "\n" : "", retelling->out);
}

static void put_result(const struct retelling *retelling, const struct session *session)
{
    struct pages result = {0};
    show_replayed_result(session, &result);
    for (const struct page *page = result.first; page; page = page->next)
        put(retelling, "", &page->prose);
    tell_pages_fini(&result);
}

void retell_line(struct retelling *retelling, const struct session *session, const char *kind,
                 int seat)
{
    char number[24] = "";
    struct pages said = {0};
    bool is_start = strcmp(kind, "start") == 0, is_move = strcmp(kind, "move") == 0;
    retelling->moves = is_start ? 0 : retelling->moves + is_move;
    show_replayed(session, kind, seat, retelling->viewer, &said);
    if (is_move)
        snprintf(number, sizeof number, "%d.", retelling->moves);
    put_pages(retelling, number, &said);
    tell_pages_fini(&said);
    if (!is_start && !is_move)
        return;
    put_standing(retelling, session);
    put_own(retelling, session);
    if (session->playing->table.over)
        put_result(retelling, session);
}

void retell_fini(struct retelling *retelling)
{
    free(retelling->hand);
    retelling->hand = NULL;
}
