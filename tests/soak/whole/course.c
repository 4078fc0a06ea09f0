/* The law of the course: what each room shows of a table is a part of what happened, in this
   order, and in the end all show the same. A state of a table is what everybody may see of its
   cards; it is known again in what arrives by the board that was told with it, without blanks
   and signs of markup. */
#include <stdio.h>
#include <string.h>

#include "port.h"
#include "posts.h"
#include "prose.h"
#include "room.h"
#include "session_view.h"
#include "text.h"
#include "view.h"
#include "world.h"

enum { BOARD_LEAST = 16 };

#define BEHIND "\t" /* begins a row behind those of people */
#define DIM    "\v" /* begins one that seldom matters: it is shown with the whole board alone */

/* ---- the states of a table ---- */

/* Without blanks, markup, pictures and what else networks put between; also of a message of
   Discord in JSON. */
static void strip(const char *text, char *out, size_t size)
{
    size_t length = 0;
    for (; *text && length + 1 < size; text++)
        if (strncmp(text, "\\n", 2) == 0 || strncmp(text, "-#", 2) == 0) /* small print */
            text++;
        else if (*text > ' ' && *text < 127 && !strchr("*\\`_", *text))
            out[length++] = *text;
    out[length] = '\0';
}

/* IRC shows of a board what is new, and all rows before those of people whenever there is
   anything new: by the rows that are no person's a state is known again there. Those of people
   begin with a name; what comes behind them, which is shown only when it is new, is marked. */
static void strip_table(const struct prose *board, char *out, size_t size)
{
    struct text text = text_over(out, size);
    bool is_behind = false;
    for (int at = 0, end; board->text[at]; at = end + (int)strspn(board->text + end, " |")) {
        const char *gap = strstr(board->text + at, " | ");
        char row[STATE], bytes[STATE];
        bool is_named = false, is_dim = false;
        end = gap ? (int)(gap - board->text) : board->length;
        for (int i = 0; i < board->span_count; i++)
            if (board->spans[i].at == at) {
                is_named |= board->spans[i].style == PROSE_NAME;
                is_dim |= board->spans[i].style == PROSE_DIM;
            }
        snprintf(row, sizeof row, "%.*s", end - at, board->text + at);
        strip(row, bytes, sizeof bytes);
        is_behind |= is_named;
        if (!is_named)
            text_putf(&text, "%s%s%s", text.length > 0 ? "\n" : "",
                      is_dim      ? DIM
                      : is_behind ? BEHIND
                                  : "",
                      bytes);
    }
}

/* Names may change without a move. */
static uint64_t key_of_state(struct session *session)
{
    struct naming naming;
    struct view view = session_view(session, &naming);
    struct sight sight;
    struct prose board;
    for (int i = 0; i < session->seat_count; i++)
        naming.names[i] = "x";
    prose_clear(&board);
    table_sight(view.rules, &session->playing->table, SEAT_PUBLIC, &sight);
    view_board(&view, &sight, VIEW_LINE, &board);
    return text_hash(HASH_START + (uint64_t)session->playing->game_number, board.text);
}

static bool has_state(const struct known *known, const struct known_state *state)
{
    for (int i = 0; i < known->state_count && i < STATES; i++) {
        const struct known_state *other = &known->states[i];
        if (other->number == state->number && strcmp(other->board, state->board) == 0 &&
            strcmp(other->block, state->block) == 0 && strcmp(other->table, state->table) == 0)
            return true;
    }
    return false;
}

static long note_state(struct session *session, struct known *known, const struct post *post)
{
    const struct known_state *last = &known->states[(known->state_count + STATES - 1) % STATES];
    struct known_state state = {.key = key_of_state(session)};
    bool is_new = known->state_count == 0 || last->key != state.key;
    state.number = known->state += is_new;
    strip(post->board->text, state.board, STATE);
    strip(post->block ? post->block->text : "", state.block, STATE);
    strip_table(post->board, state.table, STATE);
    if (!has_state(known, &state))
        known->states[known->state_count++ % STATES] = state;
    return state.number;
}

void course_post(struct session *session, struct known *known, int net, const struct post *post)
{
    int r = room_of(net, post->room);
    if (r < 0 || !post->board || post->board->length == 0 || !session_has_begun(session))
        return;
    struct room_seen *room = &w.nets[net].rooms[r];
    if (room->table != session->id) {
        room->table = session->id;
        room->seen_state = room->told = room->posted = 0;
        room->seen_in = 0;
        room->course[0] = '\0';
    }
    long number = note_state(session, known, post);
    if (number < room->posted)
        world_break(LAW_COURSE, "%s on %s is told state %ld of table %lld behind state %ld",
                    room->name, w.nets[net].title, number, (long long)session->id, room->posted);
    room->posted = number;
    if ((post->is_midway && net != DISCORD) || !has_readers(net, r))
        return;
    room->told = number;
    room->told_at = sim_now();
}

/* ---- what arrives ---- */

/* Where the board begins that ends in what has just come. NULL if none does. */
static const char *find_board(const char *text, size_t come, const char *board)
{
    size_t length = strlen(board);
    if (length < BOARD_LEAST)
        return NULL;
    for (const char *p = strchr(text, *board); p; p = strchr(p + 1, *board))
        if (strncmp(p, board, length) == 0 && (size_t)(p - text) + length > come)
            return p;
    return NULL;
}

/* Behind `from`, the end of this row of a table; `from` itself where the row need not be shown,
   for the room has read it. NULL if it is neither. */
static const char *behind_row(const char *from, const char *row, const char *shown)
{
    char bytes[STATE];
    bool is_behind = *row == *BEHIND || *row == *DIM;
    snprintf(bytes, sizeof bytes, "%.*s", (int)strcspn(row, "\n"), row);
    const char *at = strstr(from, bytes + is_behind);
    if (at)
        return at + strlen(bytes + is_behind);
    return *row == *DIM || (is_behind && strstr(shown, bytes)) ? from : NULL;
}

/* The same of the rows of the table, in their order: the last place where they end, and how many
   of them are there. */
static const char *find_table(const char *text, size_t come, const char *table, const char *shown,
                              int *there)
{
    const char *found = NULL;
    for (const char *p = text; *table && *p; p++) {
        const char *end = p, *begin = NULL;
        int rows = 0;
        for (const char *row = table; end && *row;
             row += row[strcspn(row, "\n")] ? strcspn(row, "\n") + 1 : strlen(row)) {
            const char *next = behind_row(end, row, shown);
            rows += next && next != end;
            begin = begin || next == end || !next
                        ? begin
                        : next - strcspn(row, "\n") + (*row == *BEHIND || *row == *DIM);
            end = next;
        }
        if (!end || !begin)
            break;
        if ((size_t)(end - text) > come) {
            found = end;
            *there = rows;
        }
        p = begin;
    }
    return found;
}

/* The rows of the table that the room has read. */
static const char *table_shown(const struct room_seen *room, const struct known *known)
{
    for (int i = 0; i < known->state_count && i < STATES; i++)
        if (known->states[i].number == room->seen_state)
            return known->states[i].table;
    return "";
}

/* Boards of different states can look the same: it is the earliest that could come now. An edit
   that was on its way for long, from before a restart perhaps, may show what was once in a
   message above the newest one: nothing is shown behind it. */
static void note_shown(struct room_seen *room, const struct known *known, bool has_boards,
                       const char *text, size_t come, uint64_t message)
{
    long next = 0, former = 0;
    /* of several in a line of IRC the last one counts, and that of which most is there */
    const char *latest = NULL;
    int most = 0;
    const char *shown = table_shown(room, known);
    for (int i = 0; i < known->state_count && i < STATES; i++) {
        const struct known_state *state = &known->states[i];
        int there = 0;
        const char *at = has_boards ? find_board(text, come, state->board)
                                    : find_table(text, come, state->table, shown, &there);
        if (!at && has_boards)
            at = find_board(text, come, state->block);
        if (!at)
            continue;
        bool is_later = !has_boards && latest && (at > latest || (at == latest && there > most));
        bool is_alike = has_boards || (at == latest && there == most);
        if (state->number < room->seen_state)
            former = state->number;
        else if (!next || is_later || (state->number < next && is_alike))
            next = state->number, latest = at, most = there;
    }
    counts[LAW_COURSE] += next > 0;
    if (next) {
        room->seen_state = next;
        room->seen_in = message > room->seen_in ? message : room->seen_in;
    } else if (former && message >= room->seen_in) {
        world_break(LAW_COURSE, "%s shows state %ld of table %lld behind state %ld: %s", room->name,
                    former, (long long)room->table, room->seen_state, text + come);
    }
}

void course_arrived(int net, int r, const char *text, uint64_t message)
{
    struct room_seen *room = &w.nets[net].rooms[r];
    const struct known *known = room->table ? known_of(room->table, false) : NULL;
    char line[4096], all[sizeof line + sizeof room->course];
    if (!known)
        return;
    strip(text, line, sizeof line);
    snprintf(all, sizeof all, "%s%s", room->course, line);
    note_shown(room, known, net == DISCORD, all, strlen(room->course), message);
    size_t length = strlen(line), kept = length < STATE - 1 ? length : STATE - 1;
    snprintf(room->course, sizeof room->course, "%.*s", STATE - 1,
             net == DISCORD ? "" : line + length - kept);
}

/* ---- in the end ---- */

/* The rows that are shown whenever they are new. */
static void put_shown(const char *table, char out[STATE])
{
    struct text text = text_over(out, STATE);
    text_clear(&text);
    for (; *table; table += strcspn(table, "\n"), table += *table != '\0')
        if (*table != *DIM)
            text_putf(&text, "%.*s\n", (int)strcspn(table, "\n"), table);
}

static bool is_same_table(const char *one, const char *other)
{
    char a[STATE], b[STATE];
    put_shown(one, a);
    put_shown(other, b);
    return strcmp(a, b) == 0;
}

/* A card that is drawn from the discard pile and discarded again: who saw the one board sees the
   other. */
static bool look_alike(const struct known *known, int net, long one, long other)
{
    for (int i = 0; i < known->state_count && i < STATES; i++)
        for (int j = 0; known->states[i].number == one && j < known->state_count && j < STATES;
             j++) {
            const struct known_state *a = &known->states[i], *b = &known->states[j];
            if (b->number == other && (net == DISCORD ? strcmp(a->board, b->board) == 0
                                                      : is_same_table(a->table, b->table)))
                return true;
        }
    return false;
}

/* NULL if it does not count: it is no room of ours, or cannot be told anything. */
static const struct room_seen *room_in_the_end(const struct session *session,
                                               const struct showing *showing)
{
    int net = net_of(showing->port->network), r = room_of(net, showing->name);
    const struct room_seen *room = r >= 0 ? &w.nets[net].rooms[r] : NULL;
    return room && room->table == session->id && w.nets[net].up_since && !showing->is_untold ? room
                                                                                             : NULL;
}

/* What it was told in quiet has not arrived. */
static bool is_behind(const struct known *known, const struct room_seen *room, int net)
{
    return room->told_at > w.nets[net].trouble_at && room->seen_state < room->told &&
           !look_alike(known, net, room->seen_state, room->told);
}

bool course_has_arrived(struct session *session)
{
    const struct known *known = known_of(session->id, false);
    bool has_arrived = true;
    for (int i = 0; known && known->state > 0 && i < session_showing_count(session); i++) {
        const struct showing *showing = session_showing(session, i);
        const struct room_seen *room = room_in_the_end(session, showing);
        has_arrived &= !room || !is_behind(known, room, net_of(showing->port->network));
    }
    return has_arrived;
}

void course_check_end(struct session *session)
{
    const struct known *known = known_of(session->id, false);
    for (int i = 0; known && known->state > 0 && i < session_showing_count(session); i++) {
        const struct showing *showing = session_showing(session, i);
        const struct room_seen *room = room_in_the_end(session, showing);
        int net = net_of(showing->port->network);
        if (!room)
            continue;
        counts[LAW_EQUAL]++;
        if (room->posted != known->state)
            world_break(LAW_EQUAL, "table %lld has come to state %ld, and %s on %s to %ld",
                        (long long)session->id, known->state, room->name, w.nets[net].title,
                        room->posted);
        else if (is_behind(known, room, net))
            world_break(LAW_EQUAL, "%s on %s was told state %ld of table %lld, and shows %ld",
                        room->name, w.nets[net].title, room->told, (long long)session->id,
                        room->seen_state);
    }
}
