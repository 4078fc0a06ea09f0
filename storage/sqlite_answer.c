/* Answers to questions about standings, from the tables that sqlite_outcome.c writes. */
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

#include "store_asked.h"

static const char named[] = "SELECT network, key, name FROM identity WHERE shown = 1 AND name = ?1 COLLATE NOCASE "
                            "AND (?2 = '' OR network = ?2) LIMIT 2";

static const char top[] = "SELECT rating.game, identity.name, games, won, rated, mu, sigma FROM rating "
                          "JOIN identity ON identity.number = rating.person "
                          "WHERE game = ?1 AND rating.network = ?2 AND room = ?3 AND month = ?4 AND rated > 0 "
                          "AND shown = 1 ORDER BY mu - 3 * sigma DESC, rating.person LIMIT ?5";

/* Games count under all numbers of a person; the rating is that of the lowest one, which takes part since they were
   linked. */
static const char person[] =
    "WITH mine (number) AS (SELECT number FROM identity WHERE (network, key) IN "
    "(VALUES (?1, ?2), (?3, ?4), (?5, ?6), (?7, ?8), (?9, ?10))) "
    "SELECT game, '', sum(games), sum(won), sum(rated), "
    "coalesce(max(CASE WHEN person = (SELECT min(number) FROM mine) THEN mu END), 0), "
    "coalesce(max(CASE WHEN person = (SELECT min(number) FROM mine) THEN sigma END), 0) "
    "FROM rating WHERE person IN mine AND month = 0 AND network = '' AND room = '' GROUP BY game ORDER BY game LIMIT ?11";

static const char last[] =
    "SELECT game, outcome.ended, identity.name, robot, place, points, outcome.record, "
    "unrated = '" STORE_UNCOUNTED "', coalesce(record.ended, 0) "
    "FROM outcome JOIN outcome_seat ON outcome = outcome.number "
    "LEFT JOIN identity ON identity.number = person AND shown = 1 LEFT JOIN record ON record.id = outcome.record "
    "WHERE outcome.number = (SELECT max(number) FROM outcome WHERE network = ?1 AND room = ?2) "
    "ORDER BY place, seat LIMIT ?3";

static void copy_column(sqlite3_stmt *row, int column, char *out, size_t size)
{
    const char *text = (const char *)sqlite3_column_text(row, column);
    snprintf(out, size, "%s", text ? text : "");
}

static void take_standing(sqlite3_stmt *row, struct store_answer *answer)
{
    struct store_standing *standing = &answer->list[answer->count++];
    copy_column(row, 0, standing->game, sizeof standing->game);
    copy_column(row, 1, standing->name, sizeof standing->name);
    standing->games = sqlite3_column_int64(row, 2);
    standing->won = sqlite3_column_int64(row, 3);
    standing->rated = sqlite3_column_int64(row, 4);
    standing->mu = sqlite3_column_double(row, 5);
    standing->sigma = sqlite3_column_double(row, 6);
}

static void take_seat(sqlite3_stmt *row, struct store_answer *answer)
{
    struct store_last_seat *seat = &answer->seats[answer->count++];
    copy_column(row, 0, answer->game, sizeof answer->game);
    answer->ended = sqlite3_column_int64(row, 1);
    copy_column(row, 2, seat->name, sizeof seat->name);
    copy_column(row, 3, seat->robot, sizeof seat->robot);
    seat->place = sqlite3_column_int(row, 4);
    seat->points = sqlite3_column_int(row, 5);
    answer->table = sqlite3_column_int64(row, 6);
    answer->is_uncounted = sqlite3_column_int(row, 7);
    answer->is_over = sqlite3_column_int(row, 8);
}

static void take_known(sqlite3_stmt *row, struct store_answer *answer)
{
    copy_column(row, 0, answer->known.network, sizeof answer->known.network);
    copy_column(row, 1, answer->known.key, sizeof answer->known.key);
    copy_column(row, 2, answer->known.name, sizeof answer->known.name);
    answer->named++;
}

static void bind_named(sqlite3_stmt *statement, const struct store_question *question, bool is_anywhere)
{
    sqlite3_bind_text(statement, 1, question->identities[0].name, -1, SQLITE_STATIC);
    sqlite3_bind_text(statement, 2, is_anywhere ? "" : question->identities[0].network, -1, SQLITE_STATIC);
}

static void bind_top(sqlite3_stmt *statement, const struct store_question *question)
{
    sqlite3_bind_text(statement, 1, question->game, -1, SQLITE_STATIC);
    sqlite3_bind_text(statement, 2, question->network, -1, SQLITE_STATIC);
    sqlite3_bind_text(statement, 3, question->room, -1, SQLITE_STATIC);
    sqlite3_bind_int(statement, 4, question->month);
    sqlite3_bind_int(statement, 5, question->most);
}

static void bind_last(sqlite3_stmt *statement, const struct store_question *question)
{
    sqlite3_bind_text(statement, 1, question->network, -1, SQLITE_STATIC);
    sqlite3_bind_text(statement, 2, question->room, -1, SQLITE_STATIC);
    sqlite3_bind_int(statement, 3, question->most);
}

static void bind_person(sqlite3_stmt *statement, const struct store_question *question)
{
    for (int i = 0; i < question->identity_count; i++) {
        sqlite3_bind_text(statement, 2 * i + 1, question->identities[i].network, -1, SQLITE_STATIC);
        sqlite3_bind_text(statement, 2 * i + 2, question->identities[i].key, -1, SQLITE_STATIC);
    }
    sqlite3_bind_int(statement, 11, question->most);
}

static int visit(sqlite3_stmt *statement, struct store_asked *asked)
{
    int code;
    while ((code = sqlite3_step(statement)) == SQLITE_ROW && asked->answer.count < STORE_STANDINGS) {
        if (asked->question.kind == STORE_ASK_NAMED)
            take_known(statement, &asked->answer);
        else if (asked->question.kind == STORE_ASK_LAST)
            take_seat(statement, &asked->answer);
        else
            take_standing(statement, &asked->answer);
    }
    return code == SQLITE_ROW || code == SQLITE_DONE ? SQLITE_OK : code;
}

static int ask(sqlite3 *db, struct store_asked *asked, bool is_anywhere)
{
    static const char *const sql[] = {
        [STORE_ASK_PERSON] = person, [STORE_ASK_NAMED] = named, [STORE_ASK_TOP] = top, [STORE_ASK_LAST] = last};
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(db, sql[asked->question.kind], -1, &statement, NULL);
    if (code != SQLITE_OK)
        return code;
    if (asked->question.kind == STORE_ASK_NAMED)
        bind_named(statement, &asked->question, is_anywhere);
    else if (asked->question.kind == STORE_ASK_TOP)
        bind_top(statement, &asked->question);
    else if (asked->question.kind == STORE_ASK_LAST)
        bind_last(statement, &asked->question);
    else
        bind_person(statement, &asked->question);
    code = visit(statement, asked);
    sqlite3_finalize(statement);
    return code;
}

int sqlite_answer(sqlite3 *db, struct store_asked *asked)
{
    if (asked->question.kind == STORE_ASK_KEPT)
        return sqlite_answer_kept(db, asked);
    int code = ask(db, asked, false);
    bool is_strange = asked->question.kind == STORE_ASK_NAMED && asked->answer.named == 0;
    return code || !is_strange ? code : ask(db, asked, true);
}
