/* Outcomes and ratings: see sqlite_outcome.h. Ratings are counted by one function, from what stands in the outcome, both
   when a game ends and when all is counted again; so both give the same bits. */
#include "sqlite_outcome.h"

#include <string.h>
#include <time.h>

#include "rating.h"

/* clang-format off */
static const char *const statements[OUTCOME_STATEMENTS] = {
    [OUTCOME_NAME] = "INSERT INTO identity (network, key, name) VALUES (?1, ?2, ?3) "
        "ON CONFLICT DO UPDATE SET name = excluded.name",
    [OUTCOME_SHOW] = "UPDATE identity SET shown = ?3 WHERE network = ?1 AND key = ?2",
    [OUTCOME_NUMBER] = "SELECT number FROM identity WHERE network = ?1 AND key = ?2",
    [OUTCOME_ADD] = "INSERT INTO outcome (record, part, ended, game, options, network, room, unrated) "
        "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT DO NOTHING",
    [OUTCOME_ADD_SEAT] = "INSERT INTO outcome_seat (outcome, seat, person, robot, place, points, has_left) "
        "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    [OUTCOME_STANDING] = "SELECT mu, sigma FROM rating "
        "WHERE game = ?1 AND network = ?2 AND room = ?3 AND month = ?4 AND person = ?5",
    [OUTCOME_COUNT] = "INSERT INTO rating (game, network, room, month, person, games, won, rated, mu, sigma) "
        "VALUES (?1, ?2, ?3, ?4, ?5, 1, ?6, ?7, ?8, ?9) ON CONFLICT DO UPDATE SET games = games + 1, "
        "won = won + excluded.won, rated = rated + excluded.rated, mu = excluded.mu, sigma = excluded.sigma",
    [OUTCOME_CLEAR] = "DELETE FROM rating",
    [OUTCOME_NEXT] = "SELECT number, ended, game, network, room, unrated FROM outcome WHERE number > ?1 "
        "ORDER BY number LIMIT 1",
    [OUTCOME_SEATS] = "SELECT person, robot, place FROM outcome_seat WHERE outcome = ?1 ORDER BY seat",
};
/* clang-format on */

/* What counts of an outcome. The texts belong to the caller. */
struct counted {
    const char *game, *network, *room;
    int month;
    bool is_rated;
    int seat_count;
    struct {
        int64_t person; /* 0 for nobody known */
        bool is_robot;
        struct rating robot;
        int place;
    } seats[STORE_OUTCOME_SEATS];
};

int sqlite_outcomes_open(struct sqlite_outcomes *outcomes, sqlite3 *db)
{
    int code = SQLITE_OK;
    *outcomes = (struct sqlite_outcomes){.db = db};
    for (int i = 0; i < OUTCOME_STATEMENTS && code == SQLITE_OK; i++)
        code = sqlite3_prepare_v3(db, statements[i], -1, SQLITE_PREPARE_PERSISTENT, &outcomes->statements[i], NULL);
    return code;
}

void sqlite_outcomes_close(struct sqlite_outcomes *outcomes)
{
    for (int i = 0; i < OUTCOME_STATEMENTS; i++)
        sqlite3_finalize(outcomes->statements[i]);
    *outcomes = (struct sqlite_outcomes){.db = NULL};
}

static int run(sqlite3_stmt *statement)
{
    int code = sqlite3_step(statement);
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

static void bind_texts(sqlite3_stmt *statement, int first, const char *const *texts, int count)
{
    for (int i = 0; i < count; i++)
        sqlite3_bind_text(statement, first + i, texts[i], -1, SQLITE_STATIC);
}

/* ---- who ---- */

static int name_identity(struct sqlite_outcomes *outcomes, const char *network, const char *key, const char *name)
{
    bind_texts(outcomes->statements[OUTCOME_NAME], 1, (const char *const[]){network, key, name}, 3);
    return run(outcomes->statements[OUTCOME_NAME]);
}

int sqlite_outcomes_show(struct sqlite_outcomes *outcomes, const char *network, const char *key, const char *name,
                         bool is_shown)
{
    sqlite3_stmt *statement = outcomes->statements[OUTCOME_SHOW];
    int code = name_identity(outcomes, network, key, name);
    bind_texts(statement, 1, (const char *const[]){network, key}, 2);
    sqlite3_bind_int(statement, 3, is_shown);
    return code ? code : run(statement);
}

/* The number of an identity; 0 if it has none. */
static int find_number(struct sqlite_outcomes *outcomes, const struct store_identity *identity, int64_t *number)
{
    sqlite3_stmt *statement = outcomes->statements[OUTCOME_NUMBER];
    bind_texts(statement, 1, (const char *const[]){identity->network, identity->key}, 2);
    int code = sqlite3_step(statement);
    *number = code == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : 0;
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    return code == SQLITE_ROW || code == SQLITE_DONE ? SQLITE_OK : code;
}

int sqlite_outcomes_person(struct sqlite_outcomes *outcomes, const struct store_outcome_seat *seat, int64_t *person)
{
    int code = SQLITE_OK;
    *person = 0;
    for (int i = 0; i < seat->identity_count && code == SQLITE_OK; i++) {
        int64_t number = 0;
        code = find_number(outcomes, &seat->identities[i], &number);
        if (number && (!*person || number < *person))
            *person = number;
    }
    return code;
}

/* The one who played is known from now on. */
static int find_person(struct sqlite_outcomes *outcomes, const struct store_outcome_seat *seat, int64_t *person)
{
    const struct store_identity *played = &seat->identities[0];
    int code = SQLITE_OK;
    if (seat->identity_count > 0)
        code = name_identity(outcomes, played->network, played->key, played->name);
    return code ? code : sqlite_outcomes_person(outcomes, seat, person);
}

/* ---- ratings ---- */

/* Whether a seat takes part in a rating: nobody knows how good strangers are. */
static bool is_rated(const struct counted *counted, int seat)
{
    return counted->seats[seat].person || counted->seats[seat].is_robot;
}

static void bind_scope(sqlite3_stmt *statement, const struct counted *counted, bool is_room, int month, int64_t person)
{
    const char *texts[] = {counted->game, is_room ? counted->network : "", is_room ? counted->room : ""};
    bind_texts(statement, 1, texts, 3);
    sqlite3_bind_int(statement, 4, month);
    sqlite3_bind_int64(statement, 5, person);
}

static int read_rating(struct sqlite_outcomes *outcomes, const struct counted *counted, bool is_room, int month,
                       int64_t person, struct rating *rating)
{
    sqlite3_stmt *statement = outcomes->statements[OUTCOME_STANDING];
    bind_scope(statement, counted, is_room, month, person);
    int code = sqlite3_step(statement);
    *rating = rating_new();
    if (code == SQLITE_ROW)
        *rating = (struct rating){sqlite3_column_double(statement, 0), sqlite3_column_double(statement, 1)};
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    return code == SQLITE_ROW || code == SQLITE_DONE ? SQLITE_OK : code;
}

static int write_rating(struct sqlite_outcomes *outcomes, const struct counted *counted, bool is_room, int month,
                        int seat, const struct rating *rating)
{
    sqlite3_stmt *statement = outcomes->statements[OUTCOME_COUNT];
    bind_scope(statement, counted, is_room, month, counted->seats[seat].person);
    sqlite3_bind_int(statement, 6, counted->seats[seat].place == 1);
    sqlite3_bind_int(statement, 7, counted->is_rated);
    sqlite3_bind_double(statement, 8, rating->mu);
    sqlite3_bind_double(statement, 9, rating->sigma);
    return run(statement);
}

/* Counts the game once: everywhere or in its room, for all time or for its month. */
static int count_in(struct sqlite_outcomes *outcomes, const struct counted *counted, bool is_room, int month)
{
    struct rated players[STORE_OUTCOME_SEATS];
    int seats[STORE_OUTCOME_SEATS], count = 0, code = SQLITE_OK;
    for (int seat = 0; seat < counted->seat_count && code == SQLITE_OK; seat++) {
        bool is_robot = counted->seats[seat].is_robot;
        if (!is_rated(counted, seat))
            continue;
        players[count] = (struct rated){counted->seats[seat].robot, counted->seats[seat].place, is_robot};
        if (!is_robot)
            code = read_rating(outcomes, counted, is_room, month, counted->seats[seat].person, &players[count].rating);
        seats[count++] = seat;
    }
    if (counted->is_rated && code == SQLITE_OK)
        rating_update(players, count);
    for (int i = 0; i < count && code == SQLITE_OK; i++)
        if (!players[i].is_fixed)
            code = write_rating(outcomes, counted, is_room, month, seats[i], &players[i].rating);
    return code;
}

static int count_everywhere(struct sqlite_outcomes *outcomes, const struct counted *counted)
{
    int code = count_in(outcomes, counted, false, 0);
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

static int add_row(struct sqlite_outcomes *outcomes, int64_t record, int64_t ended, const struct store_outcome *outcome)
{
    sqlite3_stmt *statement = outcomes->statements[OUTCOME_ADD];
    const char *texts[] = {outcome->game, outcome->options, outcome->network, outcome->room, outcome->unrated};
    sqlite3_bind_int64(statement, 1, record);
    sqlite3_bind_int(statement, 2, outcome->game_number);
    sqlite3_bind_int64(statement, 3, ended);
    bind_texts(statement, 4, texts, 5);
    return run(statement);
}

static int add_seat(struct sqlite_outcomes *outcomes, int64_t number, int seat, int64_t person,
                    const struct store_outcome_seat *from)
{
    sqlite3_stmt *statement = outcomes->statements[OUTCOME_ADD_SEAT];
    sqlite3_bind_int64(statement, 1, number);
    sqlite3_bind_int(statement, 2, seat + 1);
    sqlite3_bind_int64(statement, 3, person);
    sqlite3_bind_text(statement, 4, from->robot, -1, SQLITE_STATIC);
    sqlite3_bind_int(statement, 5, from->place);
    sqlite3_bind_int(statement, 6, from->points);
    sqlite3_bind_int(statement, 7, from->has_left);
    return run(statement);
}

static struct counted begin_counting(const char *game, const char *network, const char *room, int64_t ended,
                                     const char *unrated)
{
    return (struct counted){
        .game = game, .network = network, .room = room, .month = month_of(ended), .is_rated = !unrated[0]};
}

static void count_seat(struct counted *counted, int64_t person, const char *robot, int place)
{
    int seat = counted->seat_count++;
    counted->seats[seat].person = person;
    counted->seats[seat].is_robot = robot[0] != '\0';
    counted->seats[seat].robot = rating_of_robot(robot);
    counted->seats[seat].place = place;
}

int sqlite_outcomes_add(struct sqlite_outcomes *outcomes, int64_t record, int64_t ended,
                        const struct store_outcome *outcome)
{
    int code = add_row(outcomes, record, ended, outcome);
    if (code || sqlite3_changes(outcomes->db) == 0)
        return code; /* played again after a repair: the first one counts */
    int64_t number = sqlite3_last_insert_rowid(outcomes->db);
    struct counted counted = begin_counting(outcome->game, outcome->network, outcome->room, ended, outcome->unrated);
    for (int seat = 0; seat < outcome->seat_count && code == SQLITE_OK; seat++) {
        const struct store_outcome_seat *from = &outcome->seats[seat];
        int64_t person = 0;
        code = find_person(outcomes, from, &person);
        code = code ? code : add_seat(outcomes, number, seat, person, from);
        count_seat(&counted, person, from->robot, from->place);
    }
    return code || strcmp(outcome->unrated, STORE_UNCOUNTED) == 0 ? code : count_everywhere(outcomes, &counted);
}

/* ---- all of them again ---- */

static int read_seats(struct sqlite_outcomes *outcomes, int64_t number, struct counted *counted)
{
    sqlite3_stmt *seats = outcomes->statements[OUTCOME_SEATS];
    int code = SQLITE_DONE;
    sqlite3_bind_int64(seats, 1, number);
    while (counted->seat_count < STORE_OUTCOME_SEATS && (code = sqlite3_step(seats)) == SQLITE_ROW) {
        const char *robot = (const char *)sqlite3_column_text(seats, 1);
        if (!robot)
            break;
        count_seat(counted, sqlite3_column_int64(seats, 0), robot, sqlite3_column_int(seats, 2));
    }
    sqlite3_reset(seats);
    return code == SQLITE_ROW || code == SQLITE_DONE ? SQLITE_OK : code;
}

/* SQLITE_ROW if there was a next outcome, which is counted then; `number` becomes its number. */
static int recount_next(struct sqlite_outcomes *outcomes, int64_t *number, int64_t *counted_outcomes)
{
    sqlite3_stmt *next = outcomes->statements[OUTCOME_NEXT];
    const char *texts[4]; /* game, network, room, unrated */
    sqlite3_bind_int64(next, 1, *number);
    int code = sqlite3_step(next);
    for (int i = 0; i < 4 && code == SQLITE_ROW; i++)
        if (!(texts[i] = (const char *)sqlite3_column_text(next, 2 + i)))
            code = SQLITE_NOMEM;
    if (code == SQLITE_ROW) {
        struct counted counted = begin_counting(texts[0], texts[1], texts[2], sqlite3_column_int64(next, 1), texts[3]);
        bool counts = strcmp(texts[3], STORE_UNCOUNTED) != 0;
        *number = sqlite3_column_int64(next, 0);
        *counted_outcomes += counts;
        int failed = read_seats(outcomes, *number, &counted);
        if (!failed && counts)
            failed = count_everywhere(outcomes, &counted);
        code = failed ? failed : SQLITE_ROW;
    }
    sqlite3_reset(next);
    return code;
}

static int recount_all(struct sqlite_outcomes *outcomes, int64_t *counted_outcomes)
{
    int64_t number = 0;
    int code = run(outcomes->statements[OUTCOME_CLEAR]);
    while (code == SQLITE_OK || code == SQLITE_ROW)
        code = recount_next(outcomes, &number, counted_outcomes);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

/* The ratings as they were, so that they can be compared. A failed count takes this table back with all else. */
static const char keep_ratings[] = "CREATE TEMP TABLE rating_before AS SELECT * FROM rating";

/* clang-format off */
static const char compare_ratings[] =
    "SELECT (SELECT count(*) FROM rating), count(*) FROM ("
    "SELECT game, network, room, month, person FROM (SELECT * FROM rating EXCEPT SELECT * FROM rating_before) "
    "UNION "
    "SELECT game, network, room, month, person FROM (SELECT * FROM rating_before EXCEPT SELECT * FROM rating))";
/* clang-format on */

static int compare(sqlite3 *db, struct store_recount *count)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(db, compare_ratings, -1, &statement, NULL);
    code = code ? code : sqlite3_step(statement);
    if (code == SQLITE_ROW) {
        count->ratings = sqlite3_column_int64(statement, 0);
        count->differed = sqlite3_column_int64(statement, 1);
    }
    sqlite3_finalize(statement);
    return code == SQLITE_ROW ? SQLITE_OK : code;
}

int sqlite_outcomes_recount(struct sqlite_outcomes *outcomes, struct store_recount *count)
{
    *count = (struct store_recount){.outcomes = 0};
    int code = sqlite3_exec(outcomes->db, keep_ratings, NULL, NULL, NULL);
    code = code ? code : recount_all(outcomes, &count->outcomes);
    code = code ? code : compare(outcomes->db, count);
    return code ? code : sqlite3_exec(outcomes->db, "DROP TABLE temp.rating_before", NULL, NULL, NULL);
}
