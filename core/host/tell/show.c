/* What people ask to see: their hand, the board, moves, games, rules. Changes nothing, and
   answers only the person who asks. */
#include "show.h"

#include <stdio.h>
#include <string.h>

#include "deal.h"
#include "game.h"
#include "games.h"
#include "host_commands.h"
#include "host_state.h"
#include "latest.h"
#include "offers.h"
#include "page.h"
#include "posts.h"
#include "presence.h"
#include "seal.h"
#include "seat.h"
#include "session_view.h"
#include "strings/again.def"
#include "strings/lobby.def"
#include "strings/playing.def"
#include "strings/replay.def"
#include "strings/seatword.def"
#include "strings/shared.def"
#include "tell.h"
#include "text.h"

static bool has_begun(struct host *host, struct session *session, const struct heard *heard)
{
    if (!session)
        tell_openly(host, heard, STRING_TABLE_NONE, (char *)0);
    else if (!session_has_begun(session))
        tell_not_begun(session, heard);
    return session && session_has_begun(session);
}

/* In the look of the person who asks; who has no seat reads like the room. */
static struct view view_for(const struct session *session, const struct heard *heard,
                            struct naming *naming)
{
    struct view view = session_view(session, naming);
    int seat = session_seat_of(session, heard);
    const struct showing *showing =
        heard->room ? room_find(session->host, heard->network, heard->room) : NULL;
    if (seat >= 0)
        view.is_aloud = session_is_aloud(session, seat);
    else if (showing)
        view.is_aloud = session_showing_columns(showing) == VIEW_ALOUD;
    view.language = host_language(session->host, heard);
    return view;
}

/* The same with what one seat may see, or the public. */
static struct view sight_of(const struct session *session, const struct heard *heard, int viewer,
                            struct naming *naming, struct sight *sight)
{
    struct view view = view_for(session, heard, naming);
    table_sight(view.rules, &session->playing->table, viewer, sight);
    return view;
}

void tell_put_board(const struct session *session, int viewer, int shown, struct prose *out)
{
    struct naming naming;
    struct view view = session_view(session, &naming);
    struct sight sight;
    int columns = session_columns(session, viewer);
    view_set_look(&view, view_look(columns == VIEW_ALOUD, out->language));
    table_sight(view.rules, &session->playing->table, shown, &sight);
    view.last = viewer < session->seat_count ? 1 + viewer : 0;
    view_board(&view, &sight, viewer < session->seat_count ? columns : VIEW_LINE, out);
}

/* Puts the board as the seat sees it, if others see less of it. */
static void put_own_board(const struct session *session, int seat, struct prose *out)
{
    struct prose own, open;
    prose_open(&own, out->language);
    prose_open(&open, out->language);
    tell_put_board(session, seat, SEAT_PUBLIC, &open);
    tell_put_board(session, seat, seat, &own);
    if (strcmp(own.text, open.text) == 0)
        return;
    prose_put(out, "\n");
    view_string(out, STRING_BOARD_OWN, (char *)0);
    prose_put(out, session_columns(session, seat) > VIEW_LINE ? "\n" : " ");
    prose_append(out, &own);
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

void host_show_hand(struct host *host, const struct call *call)
{
    struct session *session = call->session;
    const struct heard *heard = call->heard;
    int seat = asking_seat(host, session, heard);
    if (seat < 0)
        return;
    struct prose prose;
    prose_open(&prose, host_language(host, heard));
    if (session->game->hand < 0) {
        struct naming naming;
        struct sight sight;
        struct view view = sight_of(session, heard, seat, &naming, &sight);
        struct prose own;
        prose_open(&own, view.language);
        tell_put_turn(session, seat, &prose);
        view_contents(&view, &sight, seat, &own);
        view_string(&prose, STRING_HAND_NONE, "game", session->game->name, (char *)0);
        prose_put(&prose, " ");
        prose_append(&prose, &own);
        prose_put(&prose, ".");
    }
    tell_put_hand(session, seat, &prose);
    put_own_board(session, seat, &prose);
    tell_asked(session, heard, &prose);
}

/* Who asks in a room is answered what everybody may see. */
static int viewer_of(const struct session *session, const struct heard *heard)
{
    int seat = heard->room ? -1 : session_seat_of(session, heard);
    return seat < 0 ? SEAT_PUBLIC : seat;
}

/* Shows the board to a person who asked in private. */
static void whisper_standing(const struct session *session, const struct heard *heard)
{
    struct naming naming;
    struct view view = view_for(session, heard, &naming);
    struct prose prose;
    prose_open(&prose, view.language);
    tell_put_board(session, viewer_of(session, heard), viewer_of(session, heard), &prose);
    prose_put(&prose, "\n");
    tell_put_next(&view, session, false, &prose);
    host_whisper(session->host, heard, &prose);
    tell_show_board(session, heard);
}

/* Tells who sits there, before the game. */
static void show_lobby(const struct session *session, const struct heard *heard)
{
    struct prose prose;
    bool is_theirs = session_seat_of(session, heard) >= 0;
    int id = is_theirs ? STRING_BOARD_LOBBY_YOURS : STRING_BOARD_LOBBY;
    prose_open(&prose, host_language(session->host, heard));
    view_string(&prose, id, "game", session->game->name, "who",
                session_people(session, session_all_seats(session)), (char *)0);
    if (is_theirs)
        tell_put_not_begun(session, heard, &prose);
    host_answer(session->host, heard, &prose);
}

static void put_contents(const struct view *view, const struct sight *sight, int seat,
                         struct pages *out)
{
    struct prose row, contents;
    prose_open(&row, view->language);
    prose_open(&contents, view->language);
    view_contents(view, sight, seat, &contents);
    if (seat != SEAT_NONE) {
        prose_put_foreign(&row, PROSE_NAME, view->naming->names[seat]);
        prose_put(&row, ": ");
    }
    prose_append(&row, &contents);
    tell_pages_put(out, "\n", &row);
}

/* Shows the asker what lies where: all of it, or what these seats have. */
static void show_contents(const struct session *session, const struct heard *heard, unsigned seats,
                          bool is_all)
{
    struct naming naming;
    struct sight sight;
    struct view view = sight_of(session, heard, viewer_of(session, heard), &naming, &sight);
    struct pages pages = {0};
    if (is_all)
        put_contents(&view, &sight, SEAT_NONE, &pages);
    for (int seat = 0; seat < session->seat_count; seat++)
        if (seats >> seat & 1)
            put_contents(&view, &sight, seat, &pages);
    for (const struct page *page = pages.first; page; page = page->next)
        host_whisper(session->host, heard, &page->prose);
    tell_pages_fini(&pages);
}

/* Where somebody is in the rules. */
static struct reader_place *place_of(struct host *host, const struct heard *heard)
{
    uint64_t who = text_hash(text_hash(HASH_START, heard->network), heard->key);
    struct reader_place *place = &host->words.places[who % RULES_READERS];
    if (place->who != who)
        *place = (struct reader_place){.who = who};
    return place;
}

static bool is_reader(const struct host *host, const struct heard *heard)
{
    const struct host_port *port = host_port_of(host, heard->network);
    char own[HOST_ROOM];
    snprintf(own, sizeof own, "@%s", heard->key);
    return port && port->columns && port->columns(port->self, own) == VIEW_ALOUD;
}

/* The place is kept for "next". */
static void put_topic(struct host *host, const struct heard *heard, const struct game *game,
                      const char *topic, struct prose *out)
{
    struct reader_place *place = place_of(host, heard);
    if (view_rules(game, topic, is_reader(host, heard), out)) {
        place->game = game;
        place->topic = view_topic(game, topic);
    }
}

/* Says how the board is read, and what its codes mean. */
static void show_legend(const struct session *session, const struct heard *heard)
{
    struct naming naming;
    struct sight sight;
    struct view view = sight_of(session, heard, SEAT_PUBLIC, &naming, &sight);
    struct prose prose;
    prose_open(&prose, view.language);
    if (view.is_aloud) {
        view_string(&prose, STRING_LEGEND_ALOUD, (char *)0);
    } else {
        view_legend(&view, &sight, &prose);
        prose_put(&prose, "\n");
        put_topic(session->host, heard, session->game, "board", &prose);
    }
    host_whisper(session->host, heard, &prose);
}

static void show_part(const struct session *session, const struct heard *heard, const char *words)
{
    unsigned all = session_all_seats(session), named = seat_names_find(session, words);
    if (text_same_word(words, "legend")) {
        show_legend(session, heard);
    } else if (named || text_same_word(words, "all")) {
        show_contents(session, heard, named ? named : all, !named);
    } else {
        tell_person(session->host, heard, STRING_BOARD_UNKNOWN, "typed", words, "who",
                    session_people(session, all), (char *)0);
    }
}

/* In the room where it was asked for; where a bridge joins that room to another of the table, in
   all as ever. */
static void answer_standing(struct session *session, const struct heard *heard)
{
    session->shown.alone = room_find(session->host, heard->network, heard->room);
    if (session->shown.alone && !tell_reaches(session, session->shown.alone))
        session->shown.alone = NULL;
    tell_standing(session, POST_ANSWER, NULL);
    session->shown.alone = NULL;
}

void host_show_board(struct host *host, const struct call *call)
{
    struct session *session = call->session;
    const struct heard *heard = call->heard;
    const char *words = call->words;
    if (tell_lacks_table(host, session, heard))
        return;
    if (!session_has_begun(session))
        show_lobby(session, heard);
    else if (*words)
        show_part(session, heard, words);
    else if (heard->room)
        answer_standing(session, heard);
    else
        whisper_standing(session, heard);
}

void host_show_moves(struct host *host, const struct call *call)
{
    struct session *session = call->session;
    const struct heard *heard = call->heard;
    int seat = asking_seat(host, session, heard);
    if (seat < 0)
        return;
    struct naming naming;
    struct view view = view_for(session, heard, &naming);
    struct sight sight;
    struct moves moves;
    struct prose prose;
    prose_open(&prose, view.language);
    if (session_legal(session, seat, &sight, &moves)) {
        tell_put_turn(session, seat, &prose);
        view_string(&prose, STRING_OFFER, (char *)0);
        prose_put(&prose, " ");
        view_offer(&view, &moves, &prose);
    } else if (session_due(session) && !(session_due(session) >> seat & 1)) {
        view_string(&prose, STRING_MOVES_NONE_WAIT, "who",
                    session_people(session, session_due(session)), (char *)0);
    } else {
        view_string(&prose, STRING_MOVES_NONE, (char *)0);
    }
    tell_asked(session, heard, &prose);
}

/* Asked for like the board, this calls nobody. */
void host_show_turn(struct host *host, const struct call *call)
{
    struct session *session = call->session;
    const struct heard *heard = call->heard;
    struct naming naming;
    struct prose prose;
    if (!has_begun(host, session, heard))
        return;
    struct view view = view_for(session, heard, &naming);
    prose_open(&prose, view.language);
    tell_put_next(&view, session, false, &prose);
    if (prose.length == 0)
        view_string(&prose, STRING_TURN_NOBODY, (char *)0);
    host_whisper(host, heard, &prose);
}

void host_show_score(struct host *host, const struct call *call)
{
    struct session *session = call->session;
    const struct heard *heard = call->heard;
    struct naming naming;
    struct score score;
    struct prose prose;
    if (!has_begun(host, session, heard))
        return;
    const struct playing *playing = session->playing;
    struct view view = view_for(session, heard, &naming);
    prose_open(&prose, view.language);
    deal_score(playing, session->game, &score);
    view_string(&prose, STRING_SCORE, (char *)0);
    prose_put(&prose, " ");
    view_standing(&view, score.total, playing->seats, &prose);
    prose_put(&prose, ".");
    if (deal_counted(playing) > 1) {
        prose_put(&prose, " ");
        latest_put_standing(&view, playing, deal_counted(playing) - 1, &prose);
        prose_put(&prose, ".");
    }
    host_whisper(host, heard, &prose);
}

/* Of a game in pairs that has begun: who plays with whom. */
static void put_partners(const struct session *session, struct prose *out)
{
    const struct game *game = session->game;
    unsigned told = 0;
    for (int seat = 0; game->partners && session_has_begun(session) && seat < session->seat_count;
         seat++) {
        unsigned side = game->partners(&session->playing->rules, session->seat_count, seat);
        if (told & side || side == 1u << seat)
            continue;
        told |= side;
        prose_put(out, " ");
        view_string(out, STRING_WHO_PARTNERS, "who", session_people(session, side), (char *)0);
    }
}

void host_show_who(struct host *host, const struct call *call)
{
    struct session *session = call->session;
    const struct heard *heard = call->heard;
    unsigned robots = 0, left = 0;
    struct prose prose;
    if (tell_lacks_table(host, session, heard))
        return;
    for (int seat = 0; seat < session->seat_count; seat++) {
        const struct seat *s = &session->seats[seat];
        robots |= (unsigned)(s->kind == SEAT_ROBOT) << seat;
        left |= (unsigned)(s->kind == SEAT_PERSON && s->is_left) << seat;
    }
    const struct {
        int id;
        unsigned seats;
    } parts[] = {{STRING_WHO_ROBOTS, robots}, {STRING_WHO_LEFT, left}};
    static const int absent[] = {[PRESENCE_AWAY] = STRING_WHO_GONE,
                                 [PRESENCE_UNPROVEN] = STRING_WHO_UNPROVEN,
                                 [PRESENCE_NETWORK_AWAY] = STRING_WHO_NETWORK_AWAY};
    prose_open(&prose, host_language(host, heard));
    view_string(&prose, STRING_WHO, "game", session->game->name, "who",
                session_people(session, session_all_seats(session)), (char *)0);
    put_partners(session, &prose);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (parts[i].seats) {
            prose_put(&prose, " ");
            view_string(&prose, parts[i].id, "who", session_people(session, parts[i].seats),
                        (char *)0);
        }
    tell_put_absent(session, presence_out_of_reach(session, session_all_seats(session)), absent,
                    &prose);
    const struct waiting *waiting = waiting_of(host, session->id);
    if (waiting) {
        prose_put(&prose, " ");
        view_string(&prose, STRING_WHO_WAITS, "who", waiting_names(waiting), (char *)0);
    }
    host_whisper(host, heard, &prose);
}

/* Where a number opens one of them, they have numbers (commands/dispatch.c). */
static void show_games(struct host *host, const struct heard *heard)
{
    struct prose prose;
    bool is_menu =
        (!heard->room || heard->rank & RANK_LOCAL) && !host_table_of(host, identity_of(heard), 0);
    prose_open(&prose, host_language(host, heard));
    view_string(&prose, is_menu ? STRING_GAMES_MENU : STRING_GAMES, (char *)0);
    prose_put(&prose, "\n");
    view_games(is_menu, &prose);
    host_whisper(host, heard, &prose);
}

void host_show_games(struct host *host, const struct call *call)
{
    show_games(host, call->heard);
}

void show_unknown_game(struct host *host, const struct heard *heard, const char *word)
{
    char bytes[HOST_TEXT];
    struct text names = text_over(bytes, sizeof bytes);
    const struct game *like = game_like(word);
    unsigned meant = like ? 0 : game_meant(word);
    int one = meant ? __builtin_ctz(meant) : 0;
    for (int i = 0, count = 0; i < game_count; i++)
        if (meant >> i & 1)
            text_putf(&names, "%s!play %s", count++ ? ", " : "", games[i]->id);
    if (*word == '\0')
        show_games(host, heard);
    else if (like)
        tell_person(host, heard, STRING_GAME_LIKE, "typed", word, "game", like->name, "text",
                    like->summary, "id", like->id, (char *)0);
    else if (meant & (meant - 1))
        tell_person(host, heard, STRING_GAME_UNKNOWN_SEVERAL, "typed", word, "text", bytes,
                    (char *)0);
    else if (meant)
        tell_person(host, heard, STRING_GAME_UNKNOWN_NEAREST, "typed", word, "game",
                    games[one]->name, "id", games[one]->id, (char *)0);
    else
        tell_person(host, heard, STRING_GAME_UNKNOWN, "typed", word, "n", text_number(game_count),
                    (char *)0);
}

static void show_topic(struct host *host, const struct heard *heard, const struct game *game,
                       const char *topic)
{
    struct prose prose;
    prose_open(&prose, host_language(host, heard));
    put_topic(host, heard, game, topic, &prose);
    host_whisper(host, heard, &prose);
}

/* "next": what comes behind the topic read last, and behind the last topic the first one. */
static bool show_next(struct host *host, const struct heard *heard, const char *words)
{
    const struct reader_place *place = place_of(host, heard);
    if (!text_same_word(words, "next") || !place->game)
        return false;
    show_topic(host, heard, place->game,
               place->game->topics[(place->topic + 1) % place->game->topic_count].name);
    return true;
}

/* "[game] [topic]": at a table the game may be left out. */
void host_show_rules(struct host *host, const struct call *call)
{
    struct session *session = call->session;
    const struct heard *heard = call->heard;
    const char *words = call->words;
    char first[HOST_TEXT];
    size_t length = strcspn(words, " ");
    struct text word = text_over(first, sizeof first);
    text_put_bytes(&word, words, (int)length);
    if (show_next(host, heard, words))
        return;
    words = text_same_word(words, "next") ? "" : words;
    const struct game *game = game_find(first);
    const char *topic = game ? words + length + strspn(words + length, " ") : words;
    if (!game)
        game = session ? session->game : NULL;
    if (!game && game_count == 1 && !*words)
        game = games[0];
    if (!game) {
        if (*words)
            show_unknown_game(host, heard, first);
        else
            tell_person(host, heard, STRING_GAME_WHICH, "id", games[0]->id, (char *)0);
        return;
    }
    show_topic(host, heard, game, *topic && !text_same_word(topic, "next") ? topic : NULL);
}

/* ---- a record told again ---- */

static void put_events(const struct session *session, int viewer, const char *glue,
                       struct pages *out)
{
    struct naming naming;
    struct view view = session_view(session, &naming);
    const struct events *events = &session->record.step->events;
    struct prose prose;
    for (int begin = 0; begin < events->count; begin = tell_sentence_end(events, begin))
        if (tell_sentence(&view, events, begin, viewer, &prose)) {
            tell_pages_put(out, glue, &prose);
            glue = " ";
        }
}

static void put_start(const struct session *session, struct pages *out)
{
    const struct playing *playing = session->playing;
    struct naming naming;
    const struct view view = session_view(session, &naming);
    struct prose prose;
    prose_open(&prose, view.language);
    if (playing->game_number == 1)
        view_string(&prose, STRING_STARTED, "who",
                    session_people(session, session_all_seats(session)), "game",
                    session->game->name, (char *)0);
    else
        latest_put_next(&view, playing, session->seats[playing->begins].name, &prose);
    tell_pages_put(out, " ", &prose);
}

/* The lines about people that a room is told. */
static const struct news {
    const char *kind;
    int id;
} news[] = {{"away", STRING_LEFT_PLAY},
            {"back", STRING_RETURNED},
            {"claim", STRING_ATTACHED},
            {"swap", STRING_SWAPPED}};

static void put_news(const struct session *session, const char *kind, int seat, struct pages *out)
{
    struct prose prose;
    for (size_t i = 0; i < sizeof news / sizeof *news; i++) {
        if (strcmp(news[i].kind, kind) != 0 || !session_has_begun(session) || seat < 0 ||
            seat >= session->seat_count)
            continue;
        prose_open(&prose, session_language(session, SEAT_PUBLIC));
        view_string(&prose, news[i].id, "who", session->seats[seat].name, (char *)0);
        tell_pages_put(out, " ", &prose);
    }
}

void show_replayed(const struct session *session, const char *kind, int seat, int viewer,
                   struct pages *out)
{
    bool is_start = strcmp(kind, "start") == 0;
    if (is_start)
        put_start(session, out);
    if (is_start || strcmp(kind, "move") == 0)
        put_events(session, viewer, is_start ? "\n" : " ", out);
    else
        put_news(session, kind, seat, out);
}

void show_replayed_standing(const struct session *session, int viewer, struct pages *out)
{
    struct naming naming;
    struct view view = session_view(session, &naming);
    struct sight sight;
    struct prose prose;
    prose_open(&prose, view.language);
    tell_put_board(session, viewer, viewer, &prose);
    tell_pages_put(out, "\n", &prose);
    if (viewer == SEAT_PUBLIC || session->game->hand < 0)
        return;
    view_set_look(&view, session_look(session, viewer));
    table_sight(view.rules, &session->playing->table, viewer, &sight);
    prose_open(&prose, view.language);
    view_string(&prose, STRING_REPLAY_HAND, (char *)0);
    prose_put(&prose, " ");
    view_hand(&view, &sight, &prose);
    prose_put(&prose, ".");
    tell_pages_put(out, "\n", &prose);
}

void show_replayed_result(const struct session *session, struct pages *out)
{
    struct naming naming;
    struct view view = session_view(session, &naming);
    tell_outcome(&view, session->playing, out);
}

static void put_page_step(const struct session *session, int viewer, struct page_file *out)
{
    const struct table *table = &session->playing->table;
    struct naming naming;
    struct view view = session_view(session, &naming);
    struct sight sight;
    struct prose call;
    view.is_aloud = false;
    view.last = viewer == SEAT_PUBLIC ? 0 : 1 + viewer;
    prose_open(&call, view.language);
    table_sight(view.rules, table, SEAT_PUBLIC, &sight);
    if (!table->over)
        view_due(&view, &sight, session_due(session), false, &call);
    table_sight(view.rules, table, viewer, &sight);
    page_show(out, &view, &sight, table->over ? NULL : &call);
}

void show_replayed_page(const struct session *session, const char *kind, int seat, int viewer,
                        struct page_file *out)
{
    bool is_move = strcmp(kind, "move") == 0, is_undo = strcmp(kind, "undo") == 0;
    struct pages said = {0}, result = {0};
    struct prose undone;
    show_replayed(session, kind, seat, viewer, &said);
    prose_open(&undone, session_language(session, viewer));
    view_string(&undone, STRING_REPLAY_UNDO, (char *)0);
    if (is_undo)
        tell_pages_put(&said, " ", &undone);
    for (const struct page *text = said.first; text; text = text->next)
        page_say(out, text->prose.text);
    if (is_move || is_undo || strcmp(kind, "start") == 0)
        put_page_step(session, viewer, out);
    if (is_move && session->playing->table.over)
        show_replayed_result(session, &result);
    for (const struct page *text = result.first; text; text = text->next)
        page_add_result(out, text->prose.text);
    tell_pages_fini(&said);
    tell_pages_fini(&result);
}
