
#include "deal.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "coach.h"
#include "faces.h"
#include "host_state.h"
#include "record.h"
#include "seat.h"
#include "text.h"

/* ---- from one state to the next ---- */

static void shuffle_seats(struct seat *seats, int count, struct chance *chance)
{
    for (int i = count - 1; i >= 1; i--) {
        int j = chance_pick(chance, i + 1);
        struct seat seat = seats[i];
        seats[i] = seats[j];
        seats[j] = seat;
    }
}

/* All games of a match have the cuts of the first, in the order of sitting down, until the seats
   are closed again. */
static void begin_luck(struct playing *playing, const struct seat *seats)
{
    struct lot *lot = &playing->lot;
    if (playing->game_number++ == 0 || lot->takes_cuts) {
        lot->takes_cuts = false;
        lot->seats = playing->seats;
        for (int seat = 0; seat < playing->seats; seat++)
            memcpy(lot->cuts[seat], seats[seat].cut, LUCK_CUT);
    }
    seal_luck_key(lot, (uint64_t)playing->game_number, playing->key);
    playing->draws = 0;
    playing->practice = playing->coach > 0 ? playing->game_number : playing->practice;
}

/* Who was chosen to begin the first game changes places with the one who got the seat that
   begins by lot, or by what the setup dealt to it. Nobody has seen anything yet. */
static void seat_beginner(struct seat *seats, int count, int begins)
{
    for (int i = 0; i < count; i++)
        if (seats[i].begins && i != begins) {
            struct seat chosen = seats[i];
            seats[i] = seats[begins];
            seats[begins] = chosen;
            return;
        }
}

static void begin_squares(struct playing *playing, const struct seat *seats)
{
    playing->squares = (struct deal_squares){.every = 1};
    for (int seat = 0; seat < playing->seats; seat++)
        if (seats[seat].kind == SEAT_PERSON)
            playing->squares.seat = (unsigned char)(seat + 1);
}

/* Alone at the first place; alone at the last. In a game for one: more or fewer points than at the
   square before. */
static enum deal_square square_of(const struct playing *playing, const struct score *score)
{
    const struct deal_squares *squares = &playing->squares;
    int seat = squares->seat - 1, own = score->total[seat], better = 0, worse = 0;
    for (int other = 0; other < playing->seats; other++) {
        better += other != seat && score->total[other] > own;
        worse += other != seat && score->total[other] < own;
    }
    if (playing->seats == 1) {
        better = own < squares->points;
        worse = own > squares->points;
    }
    bool is_first = worse > 0 && worse == (playing->seats > 1 ? playing->seats - 1 : 1);
    return is_first ? SQUARE_AHEAD : worse == 0 && better > 0 ? SQUARE_BEHIND : SQUARE_LEVEL;
}

static void add_square(struct playing *playing, const struct game *game)
{
    struct deal_squares *squares = &playing->squares;
    struct score score;
    deal_score(playing, game, &score);
    if (squares->count == DEAL_SQUARES) {
        squares->count = DEAL_SQUARES / 2;
        for (int i = 0; i < squares->count; i++)
            squares->list[i] = squares->list[2 * i + 1];
        squares->every = (unsigned short)(2 * squares->every);
    }
    squares->list[squares->count++] = (unsigned char)square_of(playing, &score);
    squares->points = (short)score.total[squares->seat - 1];
    squares->since = 0;
}

/* The last square is the result. */
static void note_square(struct playing *playing, const struct game *game, int seat)
{
    struct deal_squares *squares = &playing->squares;
    if (seat == squares->seat - 1)
        squares->since++;
    if (squares->seat > 0 && (squares->since >= squares->every || playing->table.over))
        add_square(playing, game);
}

/* Clockwise, in the order of joining after one random shuffle. People who have an order already
   keep it. */
static void lay_out(struct playing *playing, const struct game *game, struct seat *seats,
                    int first_seat, struct chance *chance, struct events *events)
{
    bool is_by_lot = playing->game_number == 1 && first_seat == SEAT_NONE;
    if (is_by_lot)
        shuffle_seats(seats, playing->seats, chance);
    for (int seat = 0; seat < playing->seats; seat++)
        seats[seat].first_decision = playing->decisions[seat];
    playing->rules.first_seat = first_seat;
    playing->rules.deal = playing->game_number - 1;
    memcpy(playing->rules.points, playing->points, sizeof playing->points);
    table_init(&playing->table, &playing->rules, playing->seats);
    struct play play = {
        .rules = &playing->rules, .table = &playing->table, .chance = chance, .events = events};
    if (events)
        events->count = 0;
    playing->hush = 0;
    game->setup(&play);
    if (is_by_lot)
        seat_beginner(seats, playing->seats, playing->table.turn);
    if (playing->lot.day)
        begin_squares(playing, seats);
    playing->draws += (uint64_t)chance->next;
    playing->begins = first_seat == SEAT_NONE ? playing->table.turn : first_seat;
}

void deal_game(struct playing *playing, const struct game *game, struct seat *seats, int first_seat,
               struct chance *chance, struct events *events)
{
    begin_luck(playing, seats);
    lay_out(playing, game, seats, first_seat, chance, events);
}

void deal_score(const struct playing *playing, const struct game *game, struct score *out)
{
    struct sight sight;
    table_sight(&playing->rules, &playing->table, SEAT_PUBLIC, &sight);
    game->score(&playing->rules, &sight, out);
}

/* HC12: a match ends as a shared one after twice its length of shared games in a row. */
static bool is_shared_match(const struct playing *playing, const struct game *game)
{
    return playing->shared_in_row >= 2 * game_match_length(game, &playing->rules, playing->seats);
}

/* A game that is shared is nobody's win; it is played again, if there is a match
   (docs/rulings/heartcatchers.md, HC12). */
static void count_game(struct playing *playing, const struct game *game)
{
    struct score score;
    deal_score(playing, game, &score);
    bool is_shared = score.winners & (score.winners - 1);
    int length = game_match_length(game, &playing->rules, playing->seats), most = 0;
    for (int seat = 0; seat < playing->seats; seat++) {
        playing->points[seat] += score.total[seat];
        playing->wins[seat] += !is_shared && (score.winners >> seat & 1);
        most = playing->wins[seat] > most ? playing->wins[seat] : most;
    }
    bool is_void = is_shared && length > 1 && game->replays_shared &&
                   playing->rules.version >= game->replays_shared;
    bool is_decided = game->match == MATCH_WINS && most > length / 2;
    playing->shared += is_void;
    playing->shared_in_row = is_void ? playing->shared_in_row + 1 : 0;
    bool is_last = game->ends && length > 1
                       ? game->ends(&playing->rules, playing->points, playing->seats)
                       : deal_counted(playing) >= length;
    playing->is_over = is_decided || is_last || is_shared_match(playing, game);
}

void deal_move(struct playing *playing, const struct game *game, int seat, const struct move *move,
               struct chance *chance, struct events *events)
{
    struct play play = {.rules = &playing->rules,
                        .table = &playing->table,
                        .chance = chance,
                        .events = events,
                        .learned = &playing->learned};
    TEXT_UNCLEARED struct table before;
    bool may_tell = events && game->moment_count > 0 && playing->hush == 0;
    if (may_tell)
        table_copy(&before, &playing->table);
    playing->hush -= playing->hush > 0;
    playing->learned = 0;
    if (events)
        events->count = 0;
    if (deal_may_coach(playing))
        coach_note_move(playing, game, seat, move);
    game->apply(&play, seat, move);
    if (may_tell && moment_add(game, &playing->rules, &before, &playing->table, events))
        playing->hush = MOMENT_MOVES - 1;
    playing->draws += (uint64_t)chance->next;
    if (seat != SEAT_HOST)
        playing->decisions[seat]++;
    if (playing->lot.day)
        note_square(playing, game, seat);
    if (playing->table.over)
        count_game(playing, game);
}

static void add_number(crypto_auth_hmacsha256_state *state, int number)
{
    unsigned value = (unsigned)number;
    unsigned char bytes[4] = {(unsigned char)(value >> 24), (unsigned char)(value >> 16),
                              (unsigned char)(value >> 8), (unsigned char)value};
    crypto_auth_hmacsha256_update(state, bytes, sizeof bytes);
}

static void add_numbers(crypto_auth_hmacsha256_state *state, const int *numbers, int count)
{
    for (int i = 0; i < count; i++)
        add_number(state, numbers[i]);
}

/* Number by number, so that no machine lays it out otherwise. */
static void add_seen(crypto_auth_hmacsha256_state *state, const struct table *table)
{
    const int head[] = {table->seats, table->zones, table->turn, table->phase, table->over};
    add_numbers(state, head, (int)(sizeof head / sizeof *head));
    add_numbers(state, table->shared, TABLE_SHARED);
    for (int seat = 0; seat < table->seats; seat++)
        add_numbers(state, table->own[seat], TABLE_OWN);
    add_numbers(state, table->first, table->zones + 1);
    for (int i = 0; i < table->first[table->zones]; i++) {
        const struct card *card = &table->cards[i];
        const int all[] = {card->face, card->as, card->slot, card->known};
        add_numbers(state, all, (int)(sizeof all / sizeof *all));
    }
}

uint64_t deal_answer_seed(const struct playing *playing, const struct sight *sight)
{
    static const char label[] = "answer";
    unsigned char hash[crypto_auth_hmacsha256_BYTES];
    uint64_t seed = 0;
    crypto_auth_hmacsha256_state state;
    crypto_auth_hmacsha256_init(&state, playing->key, LUCK_KEY);
    crypto_auth_hmacsha256_update(&state, (const unsigned char *)label, sizeof label);
    add_number(&state, sight->viewer);
    add_seen(&state, &sight->seen);
    crypto_auth_hmacsha256_final(&state, hash);
    for (int i = 0; i < 8; i++)
        seed = seed << 8 | hash[i];
    return seed;
}

static void put_outcome(const struct chance *chance, struct text *line)
{
    record_put_picks(line, chance);
    check(!line->cut);
}

static void take_chance(struct luck *luck, const struct playing *playing, struct chance *chance)
{
    seal_luck_init(luck, playing->key, playing->draws);
    chance_init(chance, seal_luck_next, luck);
    chance->begin = seal_luck_begin;
}

void deal_begin(struct playing *playing, const struct game *game, struct seat *seats,
                int first_seat, struct chance *chance, struct events *events, char bytes[DEAL_LINE])
{
    struct luck luck;
    struct text line = text_over(bytes, DEAL_LINE);
    begin_luck(playing, seats);
    if (playing->game_number == 1 && first_seat == SEAT_NONE && game->partners)
        first_seat = 0; /* people chose their partners by the order in which they sat down */
    take_chance(&luck, playing, chance);
    lay_out(playing, game, seats, first_seat, chance, events);
    chance->source = NULL; /* `luck` ends here */
    text_put(&line, "start");
    record_put_number(&line, "game", playing->game_number);
    record_put_number(&line, "first", first_seat == SEAT_NONE ? 0 : first_seat + 1);
    put_outcome(chance, &line);
}

void deal_play(struct playing *playing, const struct game *game, int seat, const struct move *move,
               struct chance *chance, struct events *events, char bytes[DEAL_LINE])
{
    struct luck luck;
    struct text line = text_over(bytes, DEAL_LINE);
    take_chance(&luck, playing, chance);
    deal_move(playing, game, seat, move, chance, events);
    chance->source = NULL; /* `luck` ends here */
    if (seat == SEAT_HOST)
        text_put(&line, "move host ");
    else
        text_putf(&line, "move p%d ", seat + 1);
    move_write(&playing->rules, move, &line);
    put_outcome(chance, &line);
}

int deal_next_beginner(const struct playing *playing)
{
    return (playing->begins + 1) % playing->seats;
}

unsigned deal_match_winners(const struct playing *playing, const struct game *game)
{
    const int *counts = game->match == MATCH_SUM ? playing->points : playing->wins;
    unsigned winners = 0;
    if (is_shared_match(playing, game))
        return (1u << playing->seats) - 1;
    int best = counts[0];
    for (int seat = 1; seat < playing->seats; seat++)
        best = counts[seat] > best ? counts[seat] : best;
    for (int seat = 0; seat < playing->seats; seat++)
        if (counts[seat] == best)
            winners |= 1u << seat;
    return winners;
}

/* ---- editions ---- */

enum { LINE_BYTES = FACE_LINE + 64 };

struct edition {
    struct edition *next;
    bool is_in_use; /* for tables that begin from now on */
    struct faces *faces;
};

static void take_faces(struct ruleset *rules, const struct game *game, const struct faces *faces)
{
    rules->faces = faces ? faces->list : game->faces;
    rules->face_count = faces ? faces->count : game->face_count;
}

static struct edition *keep(struct host *host, struct faces *faces)
{
    const struct game *game = faces->game;
    struct edition *edition = host->editions;
    while (edition &&
           (edition->faces->game != game ||
            !faces_same(edition->faces->list, edition->faces->count, faces->list, faces->count)))
        edition = edition->next;
    if (edition || faces_same(game->faces, game->face_count, faces->list, faces->count)) {
        free(faces);
        return edition;
    }
    edition = malloc(sizeof *edition);
    check(edition);
    *edition = (struct edition){.next = host->editions, .faces = faces};
    host->editions = edition;
    return edition;
}

void deal_edition_use(struct host *host, struct faces *faces)
{
    for (struct edition *other = host->editions; other; other = other->next)
        other->is_in_use = other->is_in_use && other->faces->game != faces->game;
    struct edition *edition = keep(host, faces);
    if (edition)
        edition->is_in_use = true;
}

void deal_edition_choose(struct session *session)
{
    const struct edition *edition = session->host->editions;
    while (edition && (!edition->is_in_use || edition->faces->game != session->game))
        edition = edition->next;
    take_faces(&session->playing->rules, session->game, edition ? edition->faces : NULL);
}

uint64_t deal_edition_hash(const struct host *host, const struct game *game)
{
    char bytes[LINE_BYTES];
    uint64_t hash = HASH_START;
    const struct edition *edition = host->editions;
    while (edition && (!edition->is_in_use || edition->faces->game != game))
        edition = edition->next;
    for (int i = 0; edition && i < edition->faces->count; i++) {
        struct text line = text_over(bytes, sizeof bytes);
        faces_write_line(game, &edition->faces->list[i], &line);
        hash = text_hash(hash, bytes);
    }
    return hash;
}

void deal_editions_free(struct host *host)
{
    while (host->editions) {
        struct edition *edition = host->editions;
        host->editions = edition->next;
        free(edition->faces);
        free(edition);
    }
}

/* ---- in a record ---- */

void deal_edition_each_line(const struct session *session,
                            void (*each)(void *arg, const char *line), void *arg)
{
    const struct game *game = session->game;
    const struct ruleset *rules = &session->playing->rules;
    char bytes[LINE_BYTES];
    struct text line = text_over(bytes, sizeof bytes);
    if (!game->face_form)
        return;
    text_put(&line, "faces");
    record_put_number(&line, "version", game->face_form->version);
    record_put_number(&line, "count", rules->face_count);
    each(arg, bytes);
    for (int i = 0; i < rules->face_count; i++) {
        text_clear(&line);
        text_put(&line, "face ");
        faces_write_line(game, &rules->faces[i], &line);
        record_put(&line, "code", rules->faces[i].code);
        check(!line.cut);
        each(arg, bytes);
    }
}

bool deal_edition_read_heading(struct session *session, const struct record_line *line,
                               struct text *why)
{
    const struct face_form *form = session->game->face_form;
    long long version;
    if (!form) {
        text_put(why, "the faces of this game are what they are");
        return false;
    }
    if (!record_get_number(line, "version", &version) || version != form->version ||
        !record_get_number(line, "count", &session->record.faces_told)) {
        text_putf(why, "its faces are not written as version %d says", form->version);
        return false;
    }
    free(session->record.faces_read); /* a start that was taken back may have told faces */
    session->record.faces_read = calloc(1, sizeof *session->record.faces_read);
    check(session->record.faces_read);
    session->record.faces_read->game = session->game;
    return true;
}

bool deal_edition_read_face(struct session *session, const struct record_line *line,
                            struct text *why)
{
    struct faces *faces = session->record.faces_read;
    const char *code = record_get(line, "code");
    if (!faces || strlen(line->words) >= FACE_LINE) {
        text_put(why, faces ? "this line is longer than that of any face"
                            : "a face comes before the line 'faces'");
        return false;
    }
    if (!faces_add(faces, line->words, why))
        return false;
    if (code && strcmp(code, faces->list[faces->count - 1].code) == 0)
        return true;
    text_putf(why, "the code of this face is %s", faces->list[faces->count - 1].code);
    return false;
}

bool deal_edition_settle(struct session *session, struct text *why)
{
    struct faces *faces = session->record.faces_read;
    int at;
    if (!faces)
        return true;
    if (faces->count != session->record.faces_told) {
        text_putf(why, "of its %lld faces there are %d", session->record.faces_told, faces->count);
        return false;
    }
    if (!faces_fit(faces, &at, why))
        return false;
    session->record.faces_read = NULL;
    const struct edition *edition = keep(session->host, faces);
    take_faces(&session->playing->rules, session->game, edition ? edition->faces : NULL);
    return true;
}
