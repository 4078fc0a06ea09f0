/* Outcomes and ratings, counted by one function, from what stands in the outcome, both when a game
   ends and when all is counted again; so both give the same bits. */
#include "sql_write.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "list.h"
#include "rating.h"
#include "store_ops.h"

enum { WEIGHT_DAYS = 7 };

/* clang-format off */
static const char *const statements[OUTCOME_STATEMENTS] = {
    [OUTCOME_RENAME] = "UPDATE identity SET name = ?3 WHERE network = ?1 AND key = ?2",
    [OUTCOME_NAME] = "INSERT INTO identity (network, key, name) VALUES (?1, ?2, ?3)",
    [OUTCOME_SHOW] = "UPDATE identity SET shown = ?3 WHERE network = ?1 AND key = ?2",
    [OUTCOME_NUMBER] = "SELECT number FROM identity WHERE network = ?1 AND key = ?2",
    [OUTCOME_ADD] = "INSERT INTO outcome (record, part, ended, game, options, network, room, unrated) "
        "SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8 WHERE NOT EXISTS (SELECT 1 FROM outcome WHERE record = ?1 AND part = ?2) "
        "RETURNING number",
    [OUTCOME_ADD_SEAT] = "INSERT INTO outcome_seat (outcome, seat, person, robot, place, points, has_left, gains, "
        "costs) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
    [OUTCOME_STANDING] = "SELECT mu, sigma FROM rating "
        "WHERE game = ?1 AND network = ?2 AND room = ?3 AND month = ?4 AND person = ?5",
    [OUTCOME_COUNT] = "INSERT INTO rating (game, network, room, month, person, games, won, rated, mu, sigma) "
        "VALUES (?1, ?2, ?3, ?4, ?5, 1, ?6, ?7, ?8, ?9) ON CONFLICT (game, network, room, month, person) "
        "DO UPDATE SET games = rating.games + 1, won = rating.won + excluded.won, rated = rating.rated + excluded.rated, "
        " mu = excluded.mu, sigma = excluded.sigma",
    [OUTCOME_CLEAR] = "DELETE FROM rating",
    [OUTCOME_NEXT] = "SELECT number, ended, game, network, room, unrated FROM outcome WHERE number > ?1 "
        "ORDER BY number LIMIT 1",
    [OUTCOME_SEATS] = "SELECT person, robot, place, gains, costs FROM outcome_seat WHERE outcome = ?1 ORDER BY seat",
    /* How often these two met in rated games of this kind since then, this one left out. */
    [OUTCOME_MET] = "SELECT count(*) FROM (SELECT outcome FROM outcome_seat WHERE person = ?1 AND outcome < ?3 "
        "ORDER BY outcome DESC LIMIT 500) AS latest JOIN outcome ON outcome.number = latest.outcome "
        "JOIN outcome_seat AS other ON other.outcome = latest.outcome AND other.person = ?2 "
        "WHERE outcome.game = ?4 AND outcome.unrated = '' AND outcome.ended > ?5",
    [OUTCOME_NEXT_THERE] = "SELECT number, ended FROM outcome WHERE number > ?1 AND game = ?2 AND network = ?3 AND room = ?4 "
        "AND ended >= ?5 AND ended < ?6 AND unrated = '' ORDER BY number LIMIT 1",
};

/* clang-format on */

struct counted {
    const char *game, *network, *room;
    int64_t number, ended;
    int month;
    bool is_rated;
    double weight; /* in every list */
    int seat_count;
    struct {
        int64_t person; /* 0 for nobody known */
        bool is_robot;
        struct rating robot;
        int place;
        bool cannot_gain, costs_nobody;
    } seats[STORE_OUTCOME_SEATS];
};

int sql_outcomes_open(struct sql_outcomes *outcomes, struct sql *db)
{
    int code = SQL_OK;
    *outcomes = (struct sql_outcomes){.db = db};
    for (int i = 0; i < OUTCOME_STATEMENTS && code == SQL_OK; i++)
        code = sql_prepare(db, statements[i], &outcomes->statements[i]);
    return code;
}

void sql_outcomes_close(struct sql_outcomes *outcomes)
{
    for (int i = 0; i < OUTCOME_STATEMENTS; i++)
        sql_finish(&outcomes->statements[i]);
    *outcomes = (struct sql_outcomes){.db = NULL};
}

static void bind_texts(struct sql_statement *statement, int first, const char *const *texts,
                       int count)
{
    for (int i = 0; i < count; i++)
        sql_bind_text(statement, first + i, texts[i]);
}

/* ---- who ---- */

static int name_identity(struct sql_outcomes *outcomes, const struct store_identity *identity)
{
    const char *const texts[] = {identity->network, identity->key, identity->name};
    bind_texts(&outcomes->statements[OUTCOME_RENAME], 1, texts, 3);
    int code = sql_run(&outcomes->statements[OUTCOME_RENAME]);
    if (code != SQL_OK || outcomes->db->changed)
        return code;
    bind_texts(&outcomes->statements[OUTCOME_NAME], 1, texts, 3);
    return sql_run(&outcomes->statements[OUTCOME_NAME]);
}

int sql_outcomes_show(struct sql_outcomes *outcomes, const struct store_identity *identity,
                      bool is_shown)
{
    struct sql_statement *statement = &outcomes->statements[OUTCOME_SHOW];
    int code = name_identity(outcomes, identity);
    bind_texts(statement, 1, (const char *const[]){identity->network, identity->key}, 2);
    sql_bind_number(statement, 3, is_shown);
    return code ? code : sql_run(statement);
}

/* The number of an identity; 0 if it has none. */
static int find_number(struct sql_outcomes *outcomes, const struct store_identity *identity,
                       int64_t *number)
{
    struct sql_statement *statement = &outcomes->statements[OUTCOME_NUMBER];
    bind_texts(statement, 1, (const char *const[]){identity->network, identity->key}, 2);
    int code = sql_step(statement);
    *number = code == SQL_ROW ? sql_number(statement, 0) : 0;
    sql_reset(statement);
    return code == SQL_ROW || code == SQL_DONE ? SQL_OK : code;
}

/* 0 if they have none. */
static int sql_outcomes_person(struct sql_outcomes *outcomes, const struct store_outcome_seat *seat,
                               int64_t *person)
{
    int code = SQL_OK;
    *person = 0;
    for (int i = 0; i < seat->identity_count && code == SQL_OK; i++) {
        int64_t number = 0;
        code = find_number(outcomes, &seat->identities[i], &number);
        if (number && (!*person || number < *person))
            *person = number;
    }
    return code;
}

/* The one who played is known from now on. */
static int find_person(struct sql_outcomes *outcomes, const struct store_outcome_seat *seat,
                       int64_t *person)
{
    const struct store_identity *played = &seat->identities[0];
    int code = SQL_OK;
    if (seat->identity_count > 0)
        code = name_identity(outcomes, played);
    return code ? code : sql_outcomes_person(outcomes, seat, person);
}

/* ---- ratings ---- */

/* Nobody knows how good strangers are. */
static bool is_rated(const struct counted *counted, int seat)
{
    return counted->seats[seat].person || counted->seats[seat].is_robot;
}

static void bind_scope(struct sql_statement *statement, const struct counted *counted, bool is_room,
                       int month, int64_t person)
{
    const char *texts[] = {counted->game, is_room ? counted->network : "",
                           is_room ? counted->room : ""};
    bind_texts(statement, 1, texts, 3);
    sql_bind_number(statement, 4, month);
    sql_bind_number(statement, 5, person);
}

/* Ratings of one room and month, counted beside the database. */
struct sql_book {
    struct booked *list;
    int count, space;
};

struct booked {
    int64_t person;
    struct rating rating;
};

/* A new one, if the person is not in the book. */
static struct rating *rating_in(struct sql_book *book, int64_t person)
{
    int i = 0;
    while (i < book->count && book->list[i].person != person)
        i++;
    if (i == book->count) {
        book->list = list_grow(book->list, book->count, &book->space, sizeof *book->list);
        book->list[book->count++] = (struct booked){person, rating_new()};
    }
    return &book->list[i].rating;
}

static int read_rating(struct sql_outcomes *outcomes, const struct counted *counted, bool is_room,
                       int month, int64_t person, struct rating *rating)
{
    if (outcomes->book) {
        *rating = *rating_in(outcomes->book, person);
        return SQL_OK;
    }
    struct sql_statement *statement = &outcomes->statements[OUTCOME_STANDING];
    bind_scope(statement, counted, is_room, month, person);
    int code = sql_step(statement);
    *rating = rating_new();
    if (code == SQL_ROW)
        *rating = (struct rating){sql_real(statement, 0), sql_real(statement, 1)};
    sql_reset(statement);
    return code == SQL_ROW || code == SQL_DONE ? SQL_OK : code;
}

static int write_rating(struct sql_outcomes *outcomes, const struct counted *counted, bool is_room,
                        int month, int seat, const struct rating *rating)
{
    if (outcomes->book) {
        *rating_in(outcomes->book, counted->seats[seat].person) = *rating;
        return SQL_OK;
    }
    struct sql_statement *statement = &outcomes->statements[OUTCOME_COUNT];
    bind_scope(statement, counted, is_room, month, counted->seats[seat].person);
    sql_bind_number(statement, 6, counted->seats[seat].place == 1);
    sql_bind_number(statement, 7, counted->is_rated);
    sql_bind_real(statement, 8, rating->mu);
    sql_bind_real(statement, 9, rating->sigma);
    return sql_run(statement);
}

static int count_in(struct sql_outcomes *outcomes, const struct counted *counted, bool is_room,
                    int month)
{
    struct rated players[STORE_OUTCOME_SEATS];
    int seats[STORE_OUTCOME_SEATS], count = 0, code = SQL_OK;
    for (int seat = 0; seat < counted->seat_count && code == SQL_OK; seat++) {
        bool is_robot = counted->seats[seat].is_robot;
        if (!is_rated(counted, seat))
            continue;
        players[count] = (struct rated){.rating = counted->seats[seat].robot,
                                        .place = counted->seats[seat].place,
                                        .is_fixed = is_robot,
                                        .cannot_gain = counted->seats[seat].cannot_gain,
                                        .costs_nobody = counted->seats[seat].costs_nobody};
        if (!is_robot)
            code = read_rating(outcomes, counted, is_room, month, counted->seats[seat].person,
                               &players[count].rating);
        seats[count++] = seat;
    }
    if (counted->is_rated && code == SQL_OK)
        rating_update(players, count, counted->weight);
    for (int i = 0; i < count && code == SQL_OK; i++)
        if (!players[i].is_fixed)
            code = write_rating(outcomes, counted, is_room, month, seats[i], &players[i].rating);
    return code;
}

/* How often two people met in WEIGHT_DAYS before. */
static int find_met(struct sql_outcomes *outcomes, const struct counted *counted, int one,
                    int other, int64_t *met)
{
    struct sql_statement *statement = &outcomes->statements[OUTCOME_MET];
    sql_bind_number(statement, 1, counted->seats[one].person);
    sql_bind_number(statement, 2, counted->seats[other].person);
    sql_bind_number(statement, 3, counted->number);
    sql_bind_text(statement, 4, counted->game);
    sql_bind_number(statement, 5, counted->ended - (int64_t)WEIGHT_DAYS * 24 * 3600);
    int code = sql_step(statement);
    *met = code == SQL_ROW ? sql_number(statement, 0) : 0;
    sql_reset(statement);
    return code == SQL_ROW || code == SQL_DONE ? SQL_OK : code;
}

/* The k-th game of a pair within some days weighs 1/k, a game of many as much as the pair that met
   most often. */
static int weigh(struct sql_outcomes *outcomes, struct counted *counted)
{
    int64_t most = 0;
    for (int one = 0; one < counted->seat_count && counted->is_rated; one++)
        for (int other = 0; other < one; other++) {
            int64_t met = 0;
            if (!counted->seats[one].person || !counted->seats[other].person)
                continue;
            int code = find_met(outcomes, counted, one, other, &met);
            if (code != SQL_OK)
                return code;
            most = met > most ? met : most;
        }
    counted->weight = 1.0 / (double)(most + 1);
    return SQL_OK;
}

static int count_everywhere(struct sql_outcomes *outcomes, struct counted *counted)
{
    int code = weigh(outcomes, counted);
    code = code ? code : count_in(outcomes, counted, false, 0);
    code = code ? code : count_in(outcomes, counted, false, counted->month);
    if (code || !counted->room[0])
        return code;
    code = count_in(outcomes, counted, true, 0);
    return code ? code : count_in(outcomes, counted, true, counted->month);
}

static int month_of(int64_t ended)
{
    time_t seconds = (time_t)ended;
    struct tm day;
    return gmtime_r(&seconds, &day) ? (day.tm_year + 1900) * 100 + day.tm_mon + 1 : 0;
}

/* ---- one outcome ---- */

/* `number` becomes 0 if there is an outcome of that game. */
static int add_row(struct sql_outcomes *outcomes, int64_t record, int64_t ended,
                   const struct store_outcome *outcome, int64_t *number)
{
    struct sql_statement *statement = &outcomes->statements[OUTCOME_ADD];
    const char *texts[] = {outcome->game, outcome->options, outcome->network, outcome->room,
                           outcome->unrated};
    sql_bind_number(statement, 1, record);
    sql_bind_number(statement, 2, outcome->game_number);
    sql_bind_number(statement, 3, ended);
    bind_texts(statement, 4, texts, 5);
    int code = sql_step(statement);
    *number = code == SQL_ROW ? sql_number(statement, 0) : 0;
    sql_reset(statement);
    return code == SQL_ROW || code == SQL_DONE ? SQL_OK : code;
}

static int add_seat(struct sql_outcomes *outcomes, int64_t number, int seat, int64_t person,
                    const struct store_outcome_seat *from)
{
    struct sql_statement *statement = &outcomes->statements[OUTCOME_ADD_SEAT];
    sql_bind_number(statement, 1, number);
    sql_bind_number(statement, 2, seat + 1);
    sql_bind_number(statement, 3, person);
    sql_bind_text(statement, 4, from->robot);
    sql_bind_number(statement, 5, from->place);
    sql_bind_number(statement, 6, from->points);
    sql_bind_number(statement, 7, from->has_left);
    sql_bind_number(statement, 8, !from->cannot_gain);
    sql_bind_number(statement, 9, !from->costs_nobody);
    return sql_run(statement);
}

static struct counted begin_counting(int64_t number, const char *game, const char *network,
                                     const char *room, int64_t ended, const char *unrated)
{
    return (struct counted){.game = game,
                            .network = network,
                            .room = room,
                            .number = number,
                            .ended = ended,
                            .month = month_of(ended),
                            .is_rated = !unrated[0],
                            .weight = 1.0};
}

static void count_seat(struct counted *counted, int64_t person, const char *robot, int place,
                       bool cannot_gain, bool costs_nobody)
{
    int seat = counted->seat_count++;
    counted->seats[seat].cannot_gain = cannot_gain;
    counted->seats[seat].costs_nobody = costs_nobody;
    counted->seats[seat].person = person;
    counted->seats[seat].is_robot = robot[0] != '\0';
    counted->seats[seat].robot = rating_of_robot(robot);
    counted->seats[seat].place = place;
}

int sql_outcomes_add(struct sql_outcomes *outcomes, int64_t record, int64_t written,
                     const struct store_outcome *outcome)
{
    int64_t number, ended = outcome->ended ? outcome->ended : written;
    int code = add_row(outcomes, record, ended, outcome, &number);
    if (code || number == 0)
        return code; /* played again after a repair: the first one counts */
    struct counted counted = begin_counting(number, outcome->game, outcome->network, outcome->room,
                                            ended, outcome->unrated);
    for (int seat = 0; seat < outcome->seat_count && code == SQL_OK; seat++) {
        const struct store_outcome_seat *from = &outcome->seats[seat];
        int64_t person = 0;
        code = find_person(outcomes, from, &person);
        code = code ? code : add_seat(outcomes, number, seat, person, from);
        count_seat(&counted, person, from->robot, from->place, from->cannot_gain,
                   from->costs_nobody);
    }
    return code || strcmp(outcome->unrated, STORE_UNCOUNTED) == 0
               ? code
               : count_everywhere(outcomes, &counted);
}

/* ---- all of them again ---- */

static int read_seats(struct sql_outcomes *outcomes, int64_t number, struct counted *counted)
{
    struct sql_statement *seats = &outcomes->statements[OUTCOME_SEATS];
    int code = SQL_DONE;
    sql_bind_number(seats, 1, number);
    while (counted->seat_count < STORE_OUTCOME_SEATS && (code = sql_step(seats)) == SQL_ROW) {
        const char *robot = sql_text(seats, 1);
        if (!robot)
            break;
        count_seat(counted, sql_number(seats, 0), robot, (int)sql_number(seats, 2),
                   !sql_number(seats, 3), !sql_number(seats, 4));
    }
    sql_reset(seats);
    return code == SQL_ROW || code == SQL_DONE ? SQL_OK : code;
}

/* SQL_ROW if there was a next outcome, which is counted then; `number` becomes its number. */
static int recount_next(struct sql_outcomes *outcomes, int64_t *number, int64_t *counted_outcomes)
{
    struct sql_statement *next = &outcomes->statements[OUTCOME_NEXT];
    const char *texts[4]; /* game, network, room, unrated */
    sql_bind_number(next, 1, *number);
    int code = sql_step(next);
    for (int i = 0; i < 4 && code == SQL_ROW; i++)
        if (!(texts[i] = sql_text(next, 2 + i)))
            code = SQL_NOMEM;
    if (code == SQL_ROW) {
        *number = sql_number(next, 0);
        struct counted counted =
            begin_counting(*number, texts[0], texts[1], texts[2], sql_number(next, 1), texts[3]);
        bool counts = strcmp(texts[3], STORE_UNCOUNTED) != 0;
        *counted_outcomes += counts;
        int failed = read_seats(outcomes, *number, &counted);
        if (!failed && counts)
            failed = count_everywhere(outcomes, &counted);
        code = failed ? failed : SQL_ROW;
    }
    sql_reset(next);
    return code;
}

static int recount_all(struct sql_outcomes *outcomes, int64_t *counted_outcomes)
{
    int64_t number = 0;
    int code = sql_run(&outcomes->statements[OUTCOME_CLEAR]);
    while (code == SQL_OK || code == SQL_ROW)
        code = recount_next(outcomes, &number, counted_outcomes);
    return code == SQL_DONE ? SQL_OK : code;
}

/* The ratings as they were, so that they can be compared. A failed count takes this table back
   with all else. */
static const char keep_ratings[] = "CREATE TEMP TABLE rating_before AS SELECT * FROM rating";

/* clang-format off */
static const char compare_ratings[] =
    "SELECT (SELECT count(*) FROM rating), count(*) FROM ("
    "SELECT game, network, room, month, person FROM (SELECT * FROM rating EXCEPT SELECT * FROM rating_before) AS added "
    "UNION "
    "SELECT game, network, room, month, person FROM (SELECT * FROM rating_before EXCEPT SELECT * FROM rating) AS gone) AS differed";

/* clang-format on */

static int compare(struct sql *db, struct store_recount *count)
{
    struct sql_statement statement;
    int code = sql_prepare(db, compare_ratings, &statement);
    code = code ? code : sql_step(&statement);
    if (code == SQL_ROW) {
        count->ratings = sql_number(&statement, 0);
        count->differed = sql_number(&statement, 1);
    }
    sql_finish(&statement);
    return code == SQL_ROW ? SQL_OK : code;
}

int sql_outcomes_recount(struct sql_outcomes *outcomes, struct store_recount *count)
{
    *count = (struct store_recount){.outcomes = 0};
    int code = sql_do(outcomes->db, keep_ratings);
    code = code ? code : recount_all(outcomes, &count->outcomes);
    code = code ? code : compare(outcomes->db, count);
    return code ? code : sql_do(outcomes->db, "DROP TABLE rating_before");
}

/* ---- how the ratings of a room and a month came about ---- */

/* The next one there behind `counted`; SQL_DONE behind the last. */
static int next_there(struct sql_outcomes *outcomes, const struct store_question *question,
                      struct counted *counted)
{
    struct sql_statement *next = &outcomes->statements[OUTCOME_NEXT_THERE];
    const char *const texts[] = {question->game, question->network, question->room};
    sql_bind_number(next, 1, counted->number);
    bind_texts(next, 2, texts, 3);
    sql_bind_number(next, 5, question->from);
    sql_bind_number(next, 6, question->till);
    int code = sql_step(next);
    if (code == SQL_ROW)
        *counted = begin_counting(sql_number(next, 0), question->game, question->network,
                                  question->room, sql_number(next, 1), "");
    sql_reset(next);
    return code;
}

/* What it made of those who are in the answer. */
static void note_day(struct sql_book *book, const struct counted *counted,
                     struct store_asked *asked)
{
    int64_t day = (counted->ended - asked->question.from) / (24 * 3600);
    for (int seat = 0; seat < counted->seat_count; seat++)
        for (int i = 0; i < asked->answer.count && day < STORE_DAYS; i++)
            if (counted->seats[seat].person && asked->persons[i] == counted->seats[seat].person)
                asked->answer.list[i].days[day] =
                    rating_shown(rating_in(book, counted->seats[seat].person));
}

int sql_outcomes_days(struct sql *db, struct store_asked *asked)
{
    static const int needed[] = {OUTCOME_NEXT_THERE, OUTCOME_SEATS, OUTCOME_MET};
    struct sql_book book = {.list = NULL};
    struct sql_outcomes outcomes = {.db = db, .book = &book};
    struct counted counted = {.number = 0};
    int code = SQL_OK;
    for (int i = 0; i < 3 && code == SQL_OK; i++)
        code = sql_prepare(db, statements[needed[i]], &outcomes.statements[needed[i]]);
    for (int i = 0; i < asked->answer.count * STORE_DAYS; i++)
        asked->answer.list[i / STORE_DAYS].days[i % STORE_DAYS] = NAN;
    while (code == SQL_OK &&
           (code = next_there(&outcomes, &asked->question, &counted)) == SQL_ROW) {
        code = read_seats(&outcomes, counted.number, &counted);
        code = code ? code : weigh(&outcomes, &counted);
        code = code ? code : count_in(&outcomes, &counted, true, counted.month);
        if (code == SQL_OK)
            note_day(&book, &counted, asked);
    }
    sql_outcomes_close(&outcomes);
    free(book.list);
    return code == SQL_DONE ? SQL_OK : code;
}

/* ---- from records ---- */

/* Makes outcomes those that a record gives, for "standings --rebuild". A row that is right is
   not touched. What no record says is kept where a row says it: its number, who somebody was,
   and of older records when the game ended; absent, it gets the time of the record's last line
   there. A row that is absent gets the number that it must have had: outcomes are numbered in
   the order of their ends, without gaps, so a gap is where a row was deleted. */

/* clang-format off */
static const char find_row[] = "SELECT number FROM outcome WHERE record = ?1 AND part = ?2";

/* The greatest free number in front of the outcomes that ended later. Free is at least the one
   that this row had, but a clock that was set back may have put it behind them. */
#define ADD_MISSING(sequence) \
    "WITH own (ended) AS (SELECT coalesce(nullif(CAST(?3 AS BIGINT), 0), max(last), 0) FROM record WHERE id = ?1), " \
    "given (most) AS (SELECT coalesce(max(seq), 0) FROM " sequence " WHERE name = 'outcome'), " \
    "later (number) AS (SELECT coalesce(min(number), (SELECT most + 1 FROM given)) FROM outcome, own " \
    "WHERE outcome.ended > own.ended), " \
    "free (number) AS (SELECT number - 1 FROM outcome UNION SELECT most FROM given EXCEPT SELECT number FROM outcome) " \
    "INSERT INTO outcome (number, record, part, ended, game, options, network, room, unrated) SELECT " \
    "coalesce((SELECT max(free.number) FROM free, later WHERE free.number < later.number AND free.number > 0), " \
    " (SELECT min(number) FROM free WHERE number > 0)), " \
    "?1, ?2, own.ended, '', '', '', '', '' FROM own RETURNING number"

static const char add_missing[] = ADD_MISSING("sqlite_sequence"), add_missing_in_postgres[] = ADD_MISSING("numbered");

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
    if (strcmp(outcome->unrated, STORE_SWAPPED) == 0)
        return STORE_SWAPPED;
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
        code = run(outcomes->db, sql_either(outcomes->db, add_missing, add_missing_in_postgres),
                   own, 3, NULL, 0, &number);
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
