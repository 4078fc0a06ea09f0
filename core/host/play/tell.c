/* Posts and whispers: everything that leaves the host goes through here. Public posts are made from the public's sight,
   whispers from the sight of the one seat they go to; there is no third kind. */
#include <string.h>

#include "host_state.h"
#include "refuse.h"
#include "seats.h"
#include "tell.h"
#include "text.h"

static void put_post(const struct session *session, struct post *post)
{
    post->room = session->name;
    post->table = session->id;
    session->port->post(session->port->self, post);
}

void tell_post(const struct session *session, enum post_kind kind, const struct prose *tale)
{
    struct post post = {.kind = kind, .tale = tale};
    put_post(session, &post);
}

int tell_sentence_end(const struct events *events, int begin)
{
    while (begin < events->count && events->list[begin].kind != EVENT_SAID)
        begin++;
    return begin + (begin < events->count);
}

bool tell_sentence(const struct view *view, const struct events *events, int begin, int viewer, struct prose *out)
{
    struct event heard[EVENTS_MAX];
    int heard_count = 0, end = tell_sentence_end(events, begin);
    for (int i = begin; i < end; i++)
        heard_count += event_sight(view->rules, &events->list[i], viewer, &heard[heard_count]);
    prose_clear(out);
    view_events(view, heard, heard_count, out);
    return out->length > 0;
}

void tell_tale(const struct view *view, const struct events *events, struct pages *out)
{
    struct prose sentence;
    for (int begin = 0; begin < events->count; begin = tell_sentence_end(events, begin))
        if (tell_sentence(view, events, begin, SEAT_PUBLIC, &sentence))
            pages_put(out, " ", &sentence);
}

void tell_own(const struct view *view, const struct events *events, int seat, struct pages *out)
{
    struct prose in_public, in_private;
    for (int begin = 0; begin < events->count; begin = tell_sentence_end(events, begin)) {
        tell_sentence(view, events, begin, SEAT_PUBLIC, &in_public);
        if (tell_sentence(view, events, begin, seat, &in_private) && strcmp(in_private.text, in_public.text) != 0)
            pages_put(out, " ", &in_private);
    }
}

unsigned session_due(const struct session *session)
{
    struct sight sight;
    if (!session_has_begun(session) || session->playing.is_over)
        return 0;
    table_sight(&session->playing.rules, &session->playing.table, SEAT_PUBLIC, &sight);
    return session->game->due(&session->playing.rules, &sight);
}

bool session_legal(const struct session *session, int seat, struct sight *sight, struct moves *moves)
{
    table_sight(&session->playing.rules, &session->playing.table, seat, sight);
    moves->count = 0;
    session->game->legal(&session->playing.rules, sight, seat, moves);
    return moves->count > 0;
}

unsigned session_all_seats(const struct session *session)
{
    return (1u << session->seat_count) - 1;
}

void session_people(const struct session *session, unsigned seats, struct text *out)
{
    for (int seat = 0; seat < session->seat_count; seat++)
        if (seats >> seat & 1)
            text_putf(out, "%s%s", out->length ? "\n" : "", session->seats[seat].name);
}

void tell_put_next(const struct view *view, const struct session *session, struct prose *out)
{
    unsigned due = session_due(session), gone = 0;
    for (int seat = 0; seat < session->seat_count; seat++)
        if ((due >> seat & 1) && session->seats[seat].is_detached)
            gone |= 1u << seat;
    if (due & ~gone)
        view_due(view, due & ~gone, out);
    if (!gone)
        return;
    char names[TABLE_SEATS * HOST_NAME];
    struct text who = text_over(names, sizeof names);
    session_people(session, gone, &who);
    if (out->length > 0)
        prose_put(out, " ");
    view_string(out, STRING_DETACHED_DUE, "who", names, (char *)0);
}

/* The keys of the people whom tell_put_next() calls: in real time, where anybody may play, nobody. */
static int called_by(const struct view *view, const struct session *session, const char *keys[TABLE_SEATS])
{
    unsigned due = session_due(session);
    bool is_real_time = view->game->is_real_time && view->game->is_real_time(view->rules);
    int count = 0;
    for (int seat = 0; seat < session->seat_count && !(is_real_time && (due & (due - 1))); seat++) {
        const struct seat *s = &session->seats[seat];
        if ((due >> seat & 1) && s->kind == SEAT_PERSON && !s->is_detached && !s->is_left)
            keys[count++] = s->key;
    }
    return count;
}

void tell_standing(const struct session *session, enum post_kind kind, const struct prose *tale)
{
    const char *called[TABLE_SEATS];
    struct naming naming;
    struct view view = session_view(session, &naming);
    struct sight sight;
    struct prose board, block, next;
    prose_clear(&board);
    prose_clear(&block);
    prose_clear(&next);
    table_sight(view.rules, &session->playing.table, SEAT_PUBLIC, &sight);
    view_board(&view, &sight, VIEW_LINE, &board);
    view_board(&view, &sight, VIEW_BLOCK, &block);
    tell_put_next(&view, session, &next);
    struct post post = {.kind = kind,
                        .tale = tale,
                        .board = &board,
                        .block = &block,
                        .next = &next,
                        .called = called,
                        .called_count = called_by(&view, session, called)};
    put_post(session, &post);
}

void tell_pages(const struct session *session, enum post_kind kind, const struct pages *tale)
{
    for (const struct page *page = tale->first; page; page = page->next)
        tell_post(session, kind, &page->prose);
}

void tell_play(const struct session *session, enum post_kind kind, const struct pages *tale)
{
    for (const struct page *page = tale->first; page && page->next; page = page->next)
        tell_post(session, kind, &page->prose);
    tell_standing(session, kind, tale->last ? &tale->last->prose : NULL);
}

void tell_put_hand(const struct session *session, int seat, struct prose *out)
{
    struct naming naming;
    struct view view = session_view(session, &naming);
    struct sight sight;
    struct moves moves;
    bool may_act = session_legal(session, seat, &sight, &moves);
    if (session->game->hand >= 0) {
        view_string(out, STRING_HAND, "room", tell_place(session), (char *)0);
        prose_put(out, " ");
        view_hand(&view, &sight, out);
        prose_put(out, ".");
    }
    if (may_act) {
        prose_styled(out, PROSE_BREAK, COLOUR_NONE, out->length > 0 ? " " : "");
        view_string(out, STRING_OFFER, (char *)0);
        prose_put(out, " ");
        view_offer(&view, &moves, out);
    }
}

static void whisper_to_seat(const struct session *session, int seat, enum whisper_kind kind, const struct prose *prose)
{
    const struct seat *owner = &session->seats[seat];
    struct whisper whisper = {.person = owner->key,
                              .name = owner->called,
                              .room = session->name,
                              .table = session->id,
                              .is_due = session_due(session) >> seat & 1,
                              .kind = kind,
                              .prose = prose};
    session->port->whisper(session->port->self, &whisper);
}

void tell_hand(const struct session *session, int seat, const struct pages *tale)
{
    struct pages pages = {0};
    struct prose hand;
    prose_clear(&hand);
    if (tale && !pages_is_empty(tale))
        prose_styled(&hand, PROSE_BREAK, COLOUR_NONE, " ");
    if (session->game->hand >= 0) /* else the board says it all */
        tell_put_hand(session, seat, &hand);
    for (const struct page *page = tale ? tale->first : NULL; page; page = page->next)
        pages_put(&pages, " ", &page->prose);
    if (session->game->hand >= 0)
        pages_put(&pages, "", &hand);
    for (const struct page *page = pages.first; page; page = page->next)
        whisper_to_seat(session, seat, page->next ? WHISPER_ANSWER : WHISPER_HAND, &page->prose);
    pages_fini(&pages);
}

static struct whisper answer_to(const struct heard *heard, const struct prose *prose)
{
    return (struct whisper){.person = heard->key,
                            .name = heard->name,
                            .room = heard->room,
                            .kind = WHISPER_ANSWER,
                            .is_open = heard->is_open && heard->room,
                            .answers = heard->id,
                            .prose = prose,
                            .source = host_source(heard)};
}

void host_whisper(struct host *host, const struct heard *heard, const struct prose *prose)
{
    const struct host_port *port = host_port_of(host, heard->network);
    struct whisper whisper = answer_to(heard, prose);
    if (port)
        port->whisper(port->self, &whisper);
}

const char *tell_place(const struct session *session)
{
    return session->name[0] == '@' ? session->game->name : session->name;
}

void tell_word(const struct session *session, const struct heard *heard, enum string id, const char *word)
{
    tell_word_of(session->port, session->id, tell_place(session), heard, id, word);
}

void tell_word_of(const struct host_port *port, int64_t table, const char *place, const struct heard *heard,
                  enum string id, const char *word)
{
    struct prose prose;
    prose_clear(&prose);
    view_string(&prose, id, "room", place, "word", word, (char *)0);
    struct whisper whisper = answer_to(heard, &prose);
    whisper.is_kept = true;
    whisper.table = table;
    port->whisper(port->self, &whisper);
}

const char *host_help(struct host *host, const char *network, const char *command)
{
    const struct host_port *port = host_port_of(host, network);
    for (const struct host_help *row = port ? port->help : NULL; row && row->command; row++)
        if (strcmp(row->command, command) == 0)
            return row->text;
    return NULL;
}

void host_prefer(struct host *host, const struct heard *heard, const char *words)
{
    const struct host_port *port = host_port_of(host, heard->network);
    struct prose answer;
    prose_clear(&answer);
    if (port && port->prefer)
        port->prefer(port->self, heard, words, &answer);
    else
        view_string(&answer, STRING_LOOK_NONE, (char *)0);
    host_whisper(host, heard, &answer);
}

void host_answer(struct host *host, const struct heard *heard, const struct prose *prose)
{
    const struct host_port *port = host_port_of(host, heard->network);
    struct post post = {.room = heard->room, .kind = POST_ANSWER, .tale = prose, .source = host_source(heard)};
    if (!heard->room)
        host_whisper(host, heard, prose);
    else if (port)
        port->post(port->self, &post);
}

/* ---- what people ask to see ---- */

void tell_not_begun(const struct session *session, const struct heard *heard)
{
    char missing[12];
    struct text number = text_over(missing, sizeof missing);
    text_putf(&number, "%d", session->game->seats_min - session->seat_count);
    if (session->seat_count < session->game->seats_min)
        tell_openly(session->host, heard, STRING_GAME_NOT_BEGUN_FEW, "missing", missing, (char *)0);
    else
        tell_openly(session->host, heard, STRING_GAME_NOT_BEGUN, (char *)0);
}

static bool has_begun(struct host *host, struct session *session, const struct heard *heard)
{
    if (!session)
        tell_openly(host, heard, STRING_TABLE_NONE, (char *)0);
    else if (!session_has_begun(session))
        tell_not_begun(session, heard);
    return session && session_has_begun(session);
}

/* The asker's seat. -1, with a sentence told, if the asker has no seat. */
static int asking_seat(struct host *host, struct session *session, const struct heard *heard)
{
    if (!has_begun(host, session, heard))
        return -1;
    int seat = session_seat_of(session, heard);
    if (seat < 0)
        tell_not_seated(session, heard, STRING_NOT_SEATED_RUNNING);
    return seat;
}

static void whisper_asked(const struct session *session, const struct heard *heard, const struct prose *prose)
{
    struct whisper whisper = answer_to(heard, prose);
    whisper.is_asked = true;
    whisper.table = session->id;
    session->port->whisper(session->port->self, &whisper);
}

void host_show_hand(struct host *host, struct session *session, const struct heard *heard)
{
    int seat = asking_seat(host, session, heard);
    if (seat < 0)
        return;
    struct prose prose;
    prose_clear(&prose);
    if (session->game->hand < 0)
        view_string(&prose, STRING_HAND_NONE, "game", session->game->name, (char *)0);
    tell_put_hand(session, seat, &prose);
    whisper_asked(session, heard, &prose);
}

/* The board for one who asked in private. */
static void whisper_standing(const struct session *session, const struct heard *heard)
{
    struct naming naming;
    struct view view = session_view(session, &naming);
    struct sight sight;
    struct prose prose;
    prose_clear(&prose);
    table_sight(view.rules, &session->playing.table, SEAT_PUBLIC, &sight);
    view_board(&view, &sight, VIEW_LINE, &prose);
    prose_put(&prose, "\n");
    tell_put_next(&view, session, &prose);
    host_whisper(session->host, heard, &prose);
}

/* Before the game: who sits there. */
static void show_lobby(const struct session *session, const struct heard *heard)
{
    struct prose prose;
    char names[TABLE_SEATS * HOST_NAME];
    struct text who = text_over(names, sizeof names);
    session_people(session, session_all_seats(session), &who);
    prose_clear(&prose);
    view_string(&prose, STRING_BOARD_LOBBY, "game", session->game->name, "who", names, (char *)0);
    host_answer(session->host, heard, &prose);
}

void host_show_board(struct host *host, struct session *session, const struct heard *heard)
{
    if (host_lacks_table(host, session, heard))
        return;
    if (!session_has_begun(session))
        show_lobby(session, heard);
    else if (heard->room)
        tell_standing(session, POST_ANSWER, NULL);
    else
        whisper_standing(session, heard);
}

void host_show_moves(struct host *host, struct session *session, const struct heard *heard)
{
    int seat = asking_seat(host, session, heard);
    if (seat < 0)
        return;
    struct naming naming;
    struct view view = session_view(session, &naming);
    struct sight sight;
    struct moves moves;
    struct prose prose;
    prose_clear(&prose);
    if (session_legal(session, seat, &sight, &moves)) {
        view_string(&prose, STRING_OFFER, (char *)0);
        prose_put(&prose, " ");
        view_offer(&view, &moves, &prose);
    } else if (session_due(session) && !(session_due(session) >> seat & 1)) {
        char names[TABLE_SEATS * HOST_NAME];
        struct text who = text_over(names, sizeof names);
        session_people(session, session_due(session), &who);
        view_string(&prose, STRING_MOVES_NONE_WAIT, "who", names, (char *)0);
    } else {
        view_string(&prose, STRING_MOVES_NONE, (char *)0);
    }
    whisper_asked(session, heard, &prose);
}

void host_show_games(struct host *host, const struct heard *heard)
{
    struct prose prose;
    prose_clear(&prose);
    view_string(&prose, STRING_GAMES, (char *)0);
    prose_put(&prose, "\n");
    view_games(&prose);
    host_whisper(host, heard, &prose);
}

static void unknown_game(struct host *host, const struct heard *heard, const char *word)
{
    const struct game *nearest = game_nearest(word);
    if (nearest)
        tell_person(host, heard, STRING_GAME_UNKNOWN_NEAREST, "typed", word, "game", nearest->name, "id", nearest->id,
                    (char *)0);
    else
        tell_person(host, heard, STRING_GAME_UNKNOWN, "typed", word, (char *)0);
}

/* "[game] [topic]": at a table the game may be left out. */
void host_show_rules(struct host *host, struct session *session, const struct heard *heard, const char *words)
{
    char first[HOST_TEXT];
    size_t length = strcspn(words, " ");
    struct text word = text_over(first, sizeof first);
    text_put_bytes(&word, words, (int)length);
    const struct game *game = game_find(first);
    const char *topic = game ? words + length + strspn(words + length, " ") : words;
    if (!game)
        game = session ? session->game : NULL;
    if (!game && game_count == 1 && !*words)
        game = games[0];
    if (!game) {
        if (*words)
            unknown_game(host, heard, first);
        else
            tell_person(host, heard, STRING_GAME_WHICH, "id", games[0]->id, (char *)0);
        return;
    }
    struct prose prose;
    prose_clear(&prose);
    view_rules(game, *topic ? topic : NULL, &prose);
    host_whisper(host, heard, &prose);
}
