/* One table of robots, from its opening to its end: see simulated.h. It has a record like a
   table in a room: apply.c applies lines of the lobby, rules.c deals and plays. choose_seat() and
   choose_move() say how the random numbers are used, so that other programs can compare their
   figures. */
#include "simulated.h"

#include <stdlib.h>
#include <string.h>

#include "apply.h"
#include "change.h"
#include "check.h"
#include "deal.h"
#include "edition_file.h"
#include "games.h"
#include "host_state.h"
#include "record.h"
#include "reveal.h"
#include "seal.h"
#include "session_view.h"
#include "simulation.h"
#include "store.h"
#include "text.h"

enum { LINE_BYTES = 1024 };

const char *const simulated_names[TABLE_SEATS] = {"ann", "bob", "cid", "dan", "eve", "fay",
                                                  "guy", "hal", "ida", "joe", "kim", "leo"};

static void put_line(struct simulated *simulated, struct session *session, const char *line,
                     const struct chance *chance)
{
    if (simulated->record) {
        fprintf(simulated->record, "%s\n", line);
        if (simulated->asked->reveals && chance)
            reveal_write(session, session->next_line, chance, simulated->record);
    }
    session->next_line++;
}

static void put_persons(const struct simulated *simulated, const struct change *change)
{
    for (int i = 0; i < change->draft.person_count && simulated->record; i++) {
        char bytes[PERSON_LINE], hex[PERSON_HEX];
        struct text line = text_over(bytes, sizeof bytes);
        struct store_person row;
        record_person_row(&change->draft.persons[i], hex, &row);
        record_person_put_line(&row, &line);
        fprintf(simulated->record, "%s\n", bytes);
    }
}

static void put_secret(const struct simulated *simulated, const struct session *session)
{
    char hex[SEAL_SECRET_HEX];
    seal_write_secret(&session->playing->lot, hex);
    if (simulated->record)
        fprintf(simulated->record, "@secret value=%s\n", hex);
}

/* Applies lines, and the persons that come with them. */
static void apply_change(struct simulated *simulated, struct session *session,
                         struct change *change_take)
{
    for (int i = 0; i < change_take->draft.person_count; i++)
        record_persons_put(&session->persons, &change_take->draft.persons[i]);
    for (int i = 0; i < change_take->draft.line_count; i++) {
        char bytes[256];
        struct text why = text_over(bytes, sizeof bytes);
        check(session_apply_line(session, change_take->draft.lines[i], &why));
        put_line(simulated, session, change_take->draft.lines[i], NULL);
        if (i == 0) {
            put_persons(simulated, change_take);
            put_secret(simulated, session);
        }
    }
    change_free(change_take);
}

static void add_line(void *arg, const char *line)
{
    change_add(arg, line);
}

/* Puts a line about one step of the game. */
static void put_step(struct simulated *simulated, struct session *session, const char *line,
                     const struct chance *chance)
{
    char bytes[DEAL_LINE];
    unsigned char table[SESSION_HASH];
    struct text closed = text_over(bytes, sizeof bytes);
    text_put(&closed, line);
    session_table_hash(session, table);
    record_close(&closed, table, session->link);
    put_line(simulated, session, bytes, chance);
}

static struct session *open_table(struct simulated *simulated, int number)
{
    char bytes[LINE_BYTES], name[20];
    struct text line = text_over(bytes, sizeof bytes);
    snprintf(name, sizeof name, "table%d", number);
    struct session *session =
        session_new_apart(simulated->host, &simulated->port, name, simulated->asked->game);
    memcpy(session->playing->rules.options, simulated->asked->rules.options,
           sizeof session->playing->rules.options);
    seal_draw_secret(simulated->host, &session->playing->lot);
    struct change *change = change_new(session, NULL);
    check(change_put_record(change, "simulate", "simulate"));
    change_put_room(change, 1, session->home.port, name);
    seal_put(&session->playing->lot, &line);
    change_add_line(change, &line);
    for (int i = 0; i < simulated->asked->players; i++)
        change_put_robot(change, i, simulated->asked->levels[i], simulated_names[i]);
    change_put_options(change);
    deal_edition_choose(session);
    deal_edition_each_line(session, add_line, change);
    seal_put_close(session->game->partners ? 1 : 0, &line);
    change_add_line(change, &line);
    apply_change(simulated, session, change);
    return session;
}

static void lobby_begin(struct simulated *simulated, struct session *session)
{
    struct playing *playing = session->playing;
    struct chance chance;
    char line[DEAL_LINE];
    int first = playing->game_number == 0 ? SEAT_NONE : deal_next_beginner(playing);
    playing->seats = session->seat_count;
    session->closing.is_closed = false;
    deal_begin(playing, session->game, session->seats, first, &chance, NULL, line);
    put_step(simulated, session, line, &chance);
}

static int draw_bit(struct chance *chance, unsigned bits)
{
    for (int skip = chance_pick(chance, __builtin_popcount(bits)); skip > 0; skip--)
        bits &= bits - 1;
    return __builtin_ctz(bits);
}

/* All seats that may act are equally likely. A robot of a level acts only if the table waits for
   it, as at a table of people; the host acts only if nobody else can. */
static int choose_seat(const struct session *session, struct chance *chance)
{
    unsigned may = 0, wants = 0, due = session_due(session);
    for (int seat = 0; seat < session->seat_count; seat++) {
        struct sight sight;
        struct moves moves;
        session_legal(session, seat, &sight, &moves);
        moves_but_votes(&session->playing->rules, &moves);
        if (moves.count == 0)
            continue;
        may |= 1u << seat;
        if (session->seats[seat].level == ROBOT_RANDOM || due >> seat & 1)
            wants |= 1u << seat;
    }
    if (may == 0)
        return SEAT_HOST;
    return draw_bit(chance, wants ? wants : may);
}

static uint64_t draw_seed(struct chance *chance)
{
    uint64_t high = (uint64_t)chance_pick(chance, 1 << 30);
    return high << 30 | (uint64_t)chance_pick(chance, 1 << 30);
}

/* What a robot of a level plays: it thinks, or takes what looks best at once. */
static int decide(const struct simulated *simulated, const struct robot_question *question,
                  enum robot_level level, struct chance *chance)
{
    const struct robot_limits limits = {
        .rollouts = robot_rollouts(question->game, question->sight->seen.seats, level)};
    if (question->moves->count == 1)
        return 0;
    if (limits.rollouts == ROBOT_LOOKS)
        return game_choose(question->game, question->rules, question->sight, question->seat,
                           question->moves, chance);
    return robot_think(question, limits, draw_seed(chance), simulated->arena);
}

/* A random robot draws among moves that differ by face. */
static struct move choose_move(const struct simulated *simulated, const struct session *session,
                               int seat, struct chance *chance)
{
    struct sight sight;
    struct moves moves;
    const struct ruleset *rules = &session->playing->rules;
    check(session_legal(session, seat, &sight, &moves));
    if (seat != SEAT_HOST && session->seats[seat].level != ROBOT_RANDOM) {
        const struct robot_question question = {session->game, rules, &sight, seat, &moves};
        int chosen = decide(simulated, &question, session->seats[seat].level, chance);
        check(chosen >= 0 && chosen < moves.count);
        return moves.list[chosen];
    }
    moves_but_votes(rules, &moves);
    moves_by_face(rules, &sight, seat, &moves);
    return moves.list[chance_pick(chance, moves.count)];
}

static void play_move(struct simulated *simulated, struct session *session)
{
    struct chance thoughts, chance;
    char line[DEAL_LINE];
    chance_init(&thoughts, chance_seeded, &simulated->host->robots);
    int seat = choose_seat(session, &thoughts);
    struct move move = choose_move(simulated, session, seat, &thoughts);
    deal_play(session->playing, session->game, seat, &move, &chance, NULL, line);
    put_step(simulated, session, line, &chance);
}

static void count_game(struct simulated *simulated, const struct session *session, int decisions)
{
    struct score score;
    int players[TABLE_SEATS] = {0};
    for (int seat = 0; seat < session->seat_count; seat++)
        while (strcmp(session->seats[seat].name, simulated_names[players[seat]]) != 0)
            players[seat]++;
    deal_score(session->playing, session->game, &score);
    statistics_add(&simulated->statistics, decisions, &score, players);
}

bool simulated_init(struct simulated *simulated, const struct simulation *asked, FILE *err)
{
    *simulated = (struct simulated){
        .asked = asked, .host = host_new(NULL, NULL, NULL), .port.network = "simulate"};
    simulated->arena = malloc(sizeof *simulated->arena);
    check(simulated->arena);
    return !asked->faces || edition_load(simulated->host, asked->faces, asked->game, err);
}

void simulated_fini(struct simulated *simulated)
{
    free(simulated->arena);
    host_free(simulated->host);
}

bool simulated_play(struct simulated *simulated, int number)
{
    /* Must not be a multiple of the generator's own step, or the tables would share one stream. */
    uint64_t seed =
        (simulated->asked->seed * 0xd1342543de82ef95u + (uint64_t)number) * 0xaf251af3b0f025b5u;
    host_fix_luck(simulated->host, seed);
    simulated->host->robots.state = ~seed * 0xd1342543de82ef95u;
    struct session *session = open_table(simulated, number);
    while (!session->playing->is_over) {
        int decisions = 0;
        lobby_begin(simulated, session);
        for (; !session->playing->table.over && decisions < SIMULATED_MOVES_MOST; decisions++)
            play_move(simulated, session);
        if (!session->playing->table.over)
            break;
        count_game(simulated, session, decisions);
    }
    bool is_over = session->playing->is_over;
    if (is_over)
        put_step(simulated, session, "end reason=finished", NULL);
    change_remove_session(session);
    simulated->statistics.tables += is_over;
    return is_over;
}
