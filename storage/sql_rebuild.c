/* Makes outcomes those that a record gives, for "standings --rebuild". A row that is right is
   not touched. What no record says is kept where a row says it: its number, who somebody was,
   and of older records when the game ended; absent, it gets the time of the record's last line
   there. A row that is absent gets the number that it must have had: outcomes are numbered in
   the order of their ends, without gaps, so a gap is where a row was deleted. */
#include <string.h>

#include "sql_outcome.h"

/* clang-format off */
static const char find_row[] = "SELECT number FROM outcome WHERE record = ?1 AND part = ?2";

/* The greatest free number in front of the outcomes that ended later. Free is at least the one
   that this row had, but a clock that was set back may have put it behind them. */
#define ADD_ROW(sequence) \
    "WITH own (ended) AS (SELECT coalesce(nullif(CAST(?3 AS BIGINT), 0), max(last), 0) FROM record WHERE id = ?1), " \
    "given (most) AS (SELECT coalesce(max(seq), 0) FROM " sequence " WHERE name = 'outcome'), " \
    "later (number) AS (SELECT coalesce(min(number), (SELECT most + 1 FROM given)) FROM outcome, own " \
    "WHERE outcome.ended > own.ended), " \
    "free (number) AS (SELECT number - 1 FROM outcome UNION SELECT most FROM given EXCEPT SELECT number FROM outcome) " \
    "INSERT INTO outcome (number, record, part, ended, game, options, network, room, unrated) SELECT " \
    "coalesce((SELECT max(free.number) FROM free, later WHERE free.number < later.number AND free.number > 0), " \
    " (SELECT min(number) FROM free WHERE number > 0)), " \
    "?1, ?2, own.ended, '', '', '', '', '' FROM own RETURNING number"

static const char add_row[] = ADD_ROW("sqlite_sequence"), add_row_in_postgres[] = ADD_ROW("numbered");

#define ENDED "coalesce(nullif(CAST(?2 AS BIGINT), 0), ended)"
static const char set_row[] = "UPDATE outcome SET ended = " ENDED ", game = ?3, options = ?4, network = ?5, room = ?6, "
    "unrated = ?7 WHERE number = ?1 AND (ended, game, options, network, room, unrated) <> "
    "(" ENDED ", ?3, ?4, ?5, ?6, ?7)";

static const char find_seat[] = "SELECT person FROM outcome_seat WHERE outcome = ?1 AND seat = ?2";

static const char set_seat[] = "INSERT INTO outcome_seat (outcome, seat, person, robot, place, points, has_left, gains, costs) "
    "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) ON CONFLICT (outcome, seat) DO UPDATE SET person = excluded.person, robot = excluded.robot, "
    "place = excluded.place, points = excluded.points, has_left = excluded.has_left, gains = excluded.gains, costs = excluded.costs "
    "WHERE (outcome_seat.person, outcome_seat.robot, outcome_seat.place, outcome_seat.points, "
    "outcome_seat.has_left, outcome_seat.gains, outcome_seat.costs) <> "
    "(excluded.person, excluded.robot, excluded.place, excluded.points, excluded.has_left, excluded.gains, excluded.costs)";

static const char cut_seats[] = "DELETE FROM outcome_seat WHERE outcome = ?1 AND seat > ?2";
/* clang-format on */

/* Runs a statement with numbers, then texts; `found` gets the first column, or 0. */
static int run(struct sql *db, const char *text, const int64_t *numbers, int number_count,
               const char *const *texts, int text_count, int64_t *found)
{
    struct sql_statement statement;
    int code = sql_prepare(db, text, &statement);
    if (code != SQL_OK)
        return code;
    for (int i = 0; i < number_count; i++)
        sql_bind_number(&statement, i + 1, numbers[i]);
    for (int i = 0; i < text_count; i++)
        sql_bind_text(&statement, number_count + i + 1, texts[i]);
    code = sql_step(&statement);
    if (found)
        *found = code == SQL_ROW ? sql_number(&statement, 0) : 0;
    sql_finish(&statement);
    return code == SQL_ROW || code == SQL_DONE ? SQL_OK : code;
}

/* Who a row names stays: perhaps that person was forgotten, or had other links then. */
static int find_persons(struct sql_outcomes *outcomes, int64_t number,
                        const struct store_outcome *outcome, int64_t persons[STORE_OUTCOME_SEATS])
{
    int code = SQL_OK;
    for (int seat = 0; seat < outcome->seat_count && code == SQL_OK; seat++) {
        const struct store_outcome_seat *from = &outcome->seats[seat];
        persons[seat] = 0;
        if (from->robot[0])
            continue;
        code = run(outcomes->db, find_seat, (const int64_t[]){number, seat + 1}, 2, NULL, 0,
                   &persons[seat]);
        if (code == SQL_OK && persons[seat] == 0)
            code = sql_outcomes_person(outcomes, from, &persons[seat]);
    }
    return code;
}

static const char *why_unrated(const struct store_outcome *outcome,
                               const int64_t persons[STORE_OUTCOME_SEATS])
{
    int people = 0;
    if (strcmp(outcome->unrated, STORE_UNCOUNTED) == 0)
        return STORE_UNCOUNTED;
    if (strcmp(outcome->unrated, STORE_UNUSUAL) == 0)
        return STORE_UNUSUAL;
    for (int seat = 0; seat < outcome->seat_count; seat++)
        people += persons[seat] != 0;
    return people < 2 ? "people" : "";
}

static int set_seats(struct sql_outcomes *outcomes, int64_t number,
                     const struct store_outcome *outcome,
                     const int64_t persons[STORE_OUTCOME_SEATS], int64_t *changed)
{
    int code = SQL_OK;
    for (int seat = 0; seat < outcome->seat_count && code == SQL_OK; seat++) {
        const struct store_outcome_seat *from = &outcome->seats[seat];
        struct sql_statement statement;
        code = sql_prepare(outcomes->db, set_seat, &statement);
        if (code != SQL_OK)
            return code;
        const int64_t numbers[] = {
            number,         seat + 1,           persons[seat],      0, from->place, from->points,
            from->has_left, !from->cannot_gain, !from->costs_nobody};
        for (int i = 0; i < 9; i++)
            sql_bind_number(&statement, i + 1, numbers[i]);
        sql_bind_text(&statement, 4, from->robot);
        code = sql_run(&statement);
        *changed += outcomes->db->changed;
        sql_finish(&statement);
    }
    code = code ? code
                : run(outcomes->db, cut_seats, (const int64_t[]){number, outcome->seat_count}, 2,
                      NULL, 0, NULL);
    *changed += outcomes->db->changed;
    return code;
}

int sql_outcomes_rebuild(struct sql_outcomes *outcomes, int64_t record,
                         const struct store_outcome *outcome, bool adds,
                         struct store_recount *found)
{
    int64_t number = 0, persons[STORE_OUTCOME_SEATS];
    const int64_t own[] = {record, outcome->game_number, outcome->ended};
    int code = run(outcomes->db, find_row, own, 2, NULL, 0, &number);
    bool is_absent = code == SQL_OK && number == 0;
    *found = (struct store_recount){.absent = is_absent};
    if (is_absent && !adds)
        return code;
    if (is_absent)
        code = run(outcomes->db, sql_either(outcomes->db, add_row, add_row_in_postgres), own, 3,
                   NULL, 0, &number);
    code = code ? code : find_persons(outcomes, number, outcome, persons);
    if (code != SQL_OK)
        return code;
    int64_t changed = 0;
    const char *texts[] = {outcome->game, outcome->options, outcome->network, outcome->room,
                           why_unrated(outcome, persons)};
    code = run(outcomes->db, set_row, (const int64_t[]){number, outcome->ended}, 2, texts, 5, NULL);
    changed += outcomes->db->changed;
    code = code ? code : set_seats(outcomes, number, outcome, persons, &changed);
    found->wrong = !is_absent && changed > 0;
    return code;
}
