/* Answers to questions about standings, from the tables that sql_outcome.c writes. */
#include "sql.h"
#include <stdio.h>
#include <string.h>

#include "store_asked.h"

/* Upper and lower case are the same for the letters of ASCII. */
#define NAMED(is_name)                                                                             \
    "SELECT network, key, name FROM identity WHERE shown = 1 AND " is_name                         \
    " AND (?2 = '' OR network = ?2) LIMIT 2"
static const char named[] = NAMED("name = ?1 COLLATE NOCASE"),
                  named_in_postgres[] = NAMED("lower(name) = lower(?1 COLLATE \"C\")");

/* An opponent counts who has played rated games of this kind with others, too; more are not
   looked for. */
#define RIVALS                                                                                                         \
    "(SELECT count(*) FROM (SELECT rival.person FROM (SELECT DISTINCT their.person FROM outcome_seat AS own "          \
    "JOIN outcome ON outcome.number = own.outcome AND outcome.game = rating.game AND outcome.unrated = '' "            \
    "JOIN outcome_seat AS their ON their.outcome = own.outcome AND their.person NOT IN (0, own.person) "               \
    "WHERE own.person = rating.person) AS rival WHERE 3 <= (SELECT count(*) FROM (SELECT 1 FROM outcome_seat AS it "   \
    "JOIN outcome ON outcome.number = it.outcome AND outcome.game = rating.game AND outcome.unrated = '' "             \
    "WHERE it.person = rival.person AND EXISTS (SELECT 1 FROM outcome_seat AS third WHERE third.outcome = it.outcome " \
    "AND third.person NOT IN (0, rival.person, rating.person)) LIMIT 3) AS games) LIMIT 5) AS rivals)"
_Static_assert(STORE_RIVALS == 5 && STORE_RIVAL_GAMES == 3, "the statement says so");

static const char top[] =
    "SELECT game, name, games, won, rated, mu, sigma, rivals FROM (SELECT rating.game, identity.name, games, won, rated, mu, "
    "sigma, rating.person, " RIVALS
    " AS rivals FROM rating JOIN identity ON identity.number = rating.person "
    "WHERE rating.game = ?1 AND rating.network = ?2 AND rating.room = ?3 AND month = ?4 AND rated > 0 AND shown = 1) AS listed "
    "ORDER BY CASE WHEN rivals >= 5 THEN 0 ELSE 1 END, mu - 3 * sigma DESC, person LIMIT ?5";

/* Games count under all numbers of a person; the rating is that of the lowest one, which takes
   part since they were linked. */
static const char person[] =
    "WITH mine (number) AS (SELECT number FROM identity WHERE (network, key) IN "
    "(VALUES (?1, ?2), (?3, ?4), (?5, ?6), (?7, ?8), (?9, ?10))) "
    "SELECT game, '', sum(games), sum(won), sum(rated), "
    "coalesce(max(CASE WHEN person = (SELECT min(number) FROM mine) THEN mu END), 0), "
    "coalesce(max(CASE WHEN person = (SELECT min(number) FROM mine) THEN sigma END), 0) "
    "FROM rating WHERE person IN (SELECT number FROM mine) AND month = 0 AND network = '' AND room = '' GROUP BY game ORDER BY game LIMIT ?11";

static const char last[] =
    "SELECT game, outcome.ended, identity.name, robot, place, points, outcome.record, "
    "unrated = '" STORE_UNCOUNTED "', coalesce(record.ended, 0) "
    "FROM outcome JOIN outcome_seat ON outcome = outcome.number "
    "LEFT JOIN identity ON identity.number = person AND shown = 1 LEFT JOIN record ON record.id = outcome.record "
    "WHERE outcome.number = (SELECT max(number) FROM outcome WHERE network = ?1 AND room = ?2) "
    "ORDER BY place, seat LIMIT ?3";

static void copy_column(struct sql_statement *row, int column, char *out, size_t size)
{
    const char *text = sql_text(row, column);
    snprintf(out, size, "%s", text ? text : "");
}

static void take_standing(struct sql_statement *row, struct store_answer *answer, bool has_rivals)
{
    struct store_standing *standing = &answer->list[answer->count++];
    copy_column(row, 0, standing->game, sizeof standing->game);
    copy_column(row, 1, standing->name, sizeof standing->name);
    standing->games = sql_number(row, 2);
    standing->won = sql_number(row, 3);
    standing->rated = sql_number(row, 4);
    standing->mu = sql_real(row, 5);
    standing->sigma = sql_real(row, 6);
    standing->rivals = has_rivals ? sql_number(row, 7) : 0;
}

static void take_seat(struct sql_statement *row, struct store_answer *answer)
{
    struct store_last_seat *seat = &answer->seats[answer->count++];
    copy_column(row, 0, answer->game, sizeof answer->game);
    answer->ended = sql_number(row, 1);
    copy_column(row, 2, seat->name, sizeof seat->name);
    copy_column(row, 3, seat->robot, sizeof seat->robot);
    seat->place = (int)sql_number(row, 4);
    seat->points = (int)sql_number(row, 5);
    answer->table = sql_number(row, 6);
    answer->is_uncounted = (int)sql_number(row, 7);
    answer->is_over = (int)sql_number(row, 8);
}

static void take_known(struct sql_statement *row, struct store_answer *answer)
{
    copy_column(row, 0, answer->known.network, sizeof answer->known.network);
    copy_column(row, 1, answer->known.key, sizeof answer->known.key);
    copy_column(row, 2, answer->known.name, sizeof answer->known.name);
    answer->named++;
}

static void bind_named(struct sql_statement *statement, const struct store_question *question,
                       bool is_anywhere)
{
    sql_bind_text(statement, 1, question->identities[0].name);
    sql_bind_text(statement, 2, is_anywhere ? "" : question->identities[0].network);
}

static void bind_top(struct sql_statement *statement, const struct store_question *question)
{
    sql_bind_text(statement, 1, question->game);
    sql_bind_text(statement, 2, question->network);
    sql_bind_text(statement, 3, question->room);
    sql_bind_number(statement, 4, question->month);
    sql_bind_number(statement, 5, question->most);
}

static void bind_last(struct sql_statement *statement, const struct store_question *question)
{
    sql_bind_text(statement, 1, question->network);
    sql_bind_text(statement, 2, question->room);
    sql_bind_number(statement, 3, question->most);
}

static void bind_person(struct sql_statement *statement, const struct store_question *question)
{
    for (int i = 0; i < question->identity_count; i++) {
        sql_bind_text(statement, 2 * i + 1, question->identities[i].network);
        sql_bind_text(statement, 2 * i + 2, question->identities[i].key);
    }
    sql_bind_number(statement, 11, question->most);
}

static int visit(struct sql_statement *statement, struct store_asked *asked)
{
    int code;
    while ((code = sql_step(statement)) == SQL_ROW && asked->answer.count < STORE_STANDINGS) {
        if (asked->question.kind == STORE_ASK_NAMED)
            take_known(statement, &asked->answer);
        else if (asked->question.kind == STORE_ASK_LAST)
            take_seat(statement, &asked->answer);
        else
            take_standing(statement, &asked->answer, asked->question.kind == STORE_ASK_TOP);
    }
    return code == SQL_ROW || code == SQL_DONE ? SQL_OK : code;
}

static int ask(struct sql *db, struct store_asked *asked, bool is_anywhere)
{
    const char *const texts[] = {[STORE_ASK_PERSON] = person,
                                 [STORE_ASK_NAMED] = sql_either(db, named, named_in_postgres),
                                 [STORE_ASK_TOP] = top,
                                 [STORE_ASK_LAST] = last};
    struct sql_statement statement;
    int code = sql_prepare(db, texts[asked->question.kind], &statement);
    if (code != SQL_OK)
        return code;
    if (asked->question.kind == STORE_ASK_NAMED)
        bind_named(&statement, &asked->question, is_anywhere);
    else if (asked->question.kind == STORE_ASK_TOP)
        bind_top(&statement, &asked->question);
    else if (asked->question.kind == STORE_ASK_LAST)
        bind_last(&statement, &asked->question);
    else
        bind_person(&statement, &asked->question);
    code = visit(&statement, asked);
    sql_finish(&statement);
    return code;
}

int sql_answer(struct sql *db, struct store_asked *asked)
{
    if (asked->question.kind == STORE_ASK_KEPT)
        return sql_answer_kept(db, asked);
    int code = ask(db, asked, false);
    bool is_strange = asked->question.kind == STORE_ASK_NAMED && asked->answer.named == 0;
    return code || !is_strange ? code : ask(db, asked, true);
}
