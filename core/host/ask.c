/* What commands and adapters ask the host. Nothing here changes anything. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "clock.h"
#include "coach.h"
#include "elsewhere.h"
#include "games.h"
#include "heard.h"
#include "host_state.h"
#include "leave.h"
#include "linking.h"
#include "list.h"
#include "lobby.h"
#include "pending.h"
#include "policy.h"
#include "posts.h"
#include "presence.h"
#include "recover.h"
#include "room.h"
#include "seat.h"
#include "session.h"
#include "session_view.h"
#include "strings/clock.def"
#include "strings/lobby.def"
#include "tables.h"
#include "tell.h"
#include "text.h"
#include "turn.h"

bool host_is_game(const char *words)
{
    return *words && game_find(words);
}

void host_each_game(bool (*each)(void *arg, const char *id), void *arg)
{
    for (int i = 0; i < game_count; i++)
        if (!each(arg, games[i]->id))
            return;
}

/* Or the least, usual and greatest of a number. */
static bool each_value(const struct option_spec *option,
                       bool (*each)(void *, const char *, const char *, const char *), void *arg)
{
    int numbers[] = {option->least, option->standard, option->most};
    int count = option->kind == OPTION_NUMBER ? 3 : option->word_count;
    for (int i = 0; i < count; i++) {
        char bytes[128];
        struct text text = text_over(bytes, sizeof bytes);
        if (option->kind == OPTION_NUMBER)
            option_format(option, numbers[i], &text);
        else
            text_put(&text, option->words[i]); /* of a set: one of several that commas join */
        if (!each(arg, option->name, bytes, option->help))
            return false;
    }
    return true;
}

void host_each_option(const char *word,
                      bool (*each)(void *arg, const char *option, const char *value,
                                   const char *help),
                      void *arg)
{
    const struct game *game = game_find(word);
    for (int i = 0; game && i < game->option_count; i++)
        if (!each_value(&game->options[i], each, arg))
            return;
}

void host_each_table_option(const struct session *session,
                            bool (*each)(void *arg, const char *option, const char *value,
                                         const char *help),
                            void *arg)
{
    struct prose first, clock;
    prose_clear(&first);
    prose_clear(&clock);
    view_string(&first, STRING_FIRST_HELP, (char *)0);
    view_string(&clock, STRING_CLOCK_HELP, (char *)0);
    bool goes_on = true;
    if (!session_has_fixed_seats(session))
        goes_on = each(arg, "first", first_by_lot, first.text);
    for (int seat = 0; goes_on && seat < session->seat_count && !session_has_fixed_seats(session);
         seat++)
        goes_on = each(arg, "first", session->seats[seat].name, first.text);
    for (int i = 0; goes_on && i < PACE_EXAMPLES; i++)
        goes_on = each(arg, "clock", pace_word(pace_examples[i]), clock.text);
}

void host_each_topic(const char *word, bool (*each)(void *arg, const char *topic), void *arg)
{
    const struct game *game = game_find(word);
    for (int i = 0; game && i < game->topic_count && each(arg, game->topics[i].name); i++)
        ;
}

/* Doubles the space at each power of two. */
static void add_name(char (**names)[HOST_ROOM], int *count, const char name[HOST_ROOM])
{
    if ((*count & (*count - 1)) == 0)
        *names = realloc(*names, (size_t)(*count ? 2 * *count : 1) * sizeof **names);
    check(*names);
    memcpy((*names)[(*count)++], name, HOST_ROOM);
}

static bool is_here(const struct host *host, const char *network)
{
    const struct host_port *port = host_port_of(host, network);
    return port && port_is_here(port);
}

/* The names first: `each` may open and close tables. */
void host_each_room(struct host *host, const char *network,
                    void (*each)(void *arg, const char *room), void *arg)
{
    int count = 0;
    char(*names)[HOST_ROOM] = NULL;
    for (const struct session *session = host->tables.first; session; session = session->next)
        for (int i = 0; i < session_showing_count(session); i++)
            if (strcmp(session_showing(session, i)->port->network, network) == 0)
                add_name(&names, &count, session_showing(session, i)->name);
    for (int i = 0; i < count; i++)
        each(arg, names[i]);
    free(names);
}

void host_each_room_to_tell(struct host *host, const char *network,
                            void (*each)(void *arg, const char *room), void *arg)
{
    int count = 0;
    int offers = rematch_untold(host, network, NULL);
    char(*names)[HOST_ROOM] = calloc((size_t)(host->asides.untold + offers) + 1, sizeof *names);
    check(names);
    for (const struct aside *aside = host->asides.first; aside; aside = aside->next)
        if (aside->is_untold && strcmp(aside->port->network, network) == 0)
            memcpy(names[count++], aside->room, sizeof *names);
    count += faults_untold(host, network, names + count);
    count += rematch_untold(host, network, names + count);
    host_each_room(host, network, each, arg);
    for (int i = 0; i < count; i++)
        each(arg, names[i]);
    free(names);
    for (int i = 0; i < host->networks.count && is_here(host, network); i++)
        if (!port_is_here(&host->networks.ports[i]))
            host->networks.ports[i].elsewhere->each_room(host->networks.ports[i].self, each, arg);
}

static struct host_table table_in(const struct session *session)
{
    return (struct host_table){.number = session->id,
                               .network = session->home.port->network,
                               .room = session->home.name,
                               .game = session->game->id,
                               .opener = session->opener.name,
                               .seats = session->seat_count,
                               .state = session_has_begun(session) ? HOST_TABLE_PLAYED
                                                                   : HOST_TABLE_LOBBY,
                               .since = session->when.since};
}

void host_each_table(struct host *host, void (*each)(void *arg, const struct host_table *table),
                     void *arg)
{
    for (const struct session *session = host->tables.first; session; session = session->next) {
        const struct host_table table = table_in(session);
        each(arg, &table);
    }
    aside_each(host, 0, each, arg);
    faults_each(host, 0, each, arg);
}

bool host_look_at(struct host *host, const struct host_table *known,
                  void (*each)(void *arg, const struct host_table *table), void *arg)
{
    const struct session *session = host_find(host, known->network, known->room);
    if (!session || session->id != known->number)
        return aside_each(host, known->number, each, arg) ||
               faults_each(host, known->number, each, arg);
    const struct host_table table = table_in(session);
    each(arg, &table);
    return true;
}

void host_each_seated(const struct session *session, const char *network,
                      void (*each)(void *arg, const char *key, const char *name), void *arg)
{
    for (int seat = 0; seat < session->seat_count; seat++) {
        const struct seat *s = &session->seats[seat];
        if (s->kind == SEAT_PERSON && !s->is_left && !s->is_detached &&
            strcmp(s->port->network, network) == 0)
            each(arg, s->key, s->next_name[0] ? s->next_name : s->called);
    }
}

void host_each_person(struct host *host, const char *network,
                      void (*each)(void *arg, const char *key, const char *name), void *arg)
{
    for (const struct session *session = host->tables.first; session; session = session->next)
        host_each_seated(session, network, each, arg);
    for (int i = 0; i < host->networks.count && is_here(host, network); i++)
        if (!port_is_here(&host->networks.ports[i]))
            host->networks.ports[i].elsewhere->each_person(host->networks.ports[i].self, each, arg);
}

static const char *verb_help(const struct game *game, const char *word)
{
    size_t length = strlen(word);
    for (int v = 0; v < game->verb_count; v++) {
        const struct verb_spec *verb = &game->verbs[v];
        /* "effect change" */
        bool is_first_of_two = text_is_prefix(word, verb->word) && verb->word[length] == ' ';
        if ((is_first_of_two || text_same_word(verb->word, word)) && !(verb->flags & VERB_HOST))
            return verb->help;
        for (const char *alias = verb->aliases ? verb->aliases : ""; *alias;
             alias += strspn(alias, " ")) {
            size_t end = strcspn(alias, " ");
            if (end == length && text_is_prefix(word, alias))
                return verb->help;
            alias += end;
        }
    }
    return NULL;
}

const char *host_verb_help(const struct session *session, const char *word)
{
    const char *help = session ? verb_help(session->game, word) : NULL;
    for (int i = 0; i < game_count && !session && !help; i++)
        help = verb_help(games[i], word);
    return help;
}

void host_each_verb(const struct session *session,
                    bool (*each)(void *arg, const char *verb, const char *help), void *arg)
{
    for (int v = 0; v < session->game->verb_count; v++) {
        const struct verb_spec *verb = &session->game->verbs[v];
        if (!(verb->flags & VERB_HOST) && verb->help && !each(arg, verb->word, verb->help))
            return;
    }
}

void host_each_move(struct host *host, struct session *session, const struct heard *heard,
                    bool (*each)(void *arg, const char *move), void *arg)
{
    struct naming naming;
    struct sight sight;
    struct moves moves;
    int seat = session_acting_seat(session, heard);
    (void)host;
    if (seat < 0 || !session_legal(session, seat, &sight, &moves))
        return;
    session_naming(session, &naming);
    for (int i = 0; i < moves.count; i++) {
        char bytes[MOVE_TEXT];
        struct text text = text_over(bytes, sizeof bytes);
        move_format(&session->playing->rules, &naming, &moves.list[i], &text);
        if (!each(arg, bytes))
            return;
    }
}

bool host_panel(const struct session *session, const struct heard *heard, struct press *press,
                struct prose *prose)
{
    int seat = session_acting_seat(session, heard);
    if (seat < 0 || session->playing->is_over)
        return false;
    *press = (struct press){
        .table = session->id, .seat = seat, .decision = session->playing->decisions[seat]};
    tell_put_hand(session, seat, prose);
    return true;
}

static const char *picture_of(const struct prose *label)
{
    for (int i = 0; i < label->span_count; i++)
        if (label->spans[i].style == PROSE_CARD && label->spans[i].picture[0])
            return label->spans[i].picture;
    return "";
}

static void each_choice(const struct session *session, int seat, const struct sight *sight,
                        const struct moves *moves,
                        bool (*each)(void *arg, const struct host_choice *choice), void *arg)
{
    const struct ruleset *rules = &session->playing->rules;
    struct naming naming;
    struct view view = session_view(session, &naming);
    TEXT_UNCLEARED struct view_cards cards;
    view_set_look(&view, session_look(session, seat));
    view_cards(&view, sight, &cards);
    for (int i = 0; i < moves->count; i++) {
        char bytes[MOVE_TEXT];
        struct text text = text_over(bytes, sizeof bytes);
        struct prose label, detail, target;
        prose_open(&label, view.language);
        prose_open(&detail, view.language);
        prose_open(&target, view.language);
        move_format(rules, NULL, &moves->list[i], &text);
        view_choice(&view, sight, &moves->list[i], &label, &detail);
        view_target(&view, &moves->list[i], &target);
        const struct view_card *card = view_played(&view, sight, &moves->list[i], &cards);
        const struct verb_spec *verb = &rules->verbs[moves->list[i].verb];
        const struct host_choice choice = {.verb = verb->word,
                                           .help = verb->help ? verb->help : "",
                                           .move = bytes,
                                           .label = label.text,
                                           .detail = detail.text,
                                           .picture = picture_of(&label),
                                           .card = card ? card->code : "",
                                           .target = target.text};
        if (!each(arg, &choice))
            return;
    }
}

void host_each_choice(const struct session *session, const struct heard *heard,
                      bool (*each)(void *arg, const struct host_choice *choice), void *arg)
{
    struct sight sight;
    struct moves moves;
    int seat = session_acting_seat(session, heard);
    if (seat < 0 || !session_legal(session, seat, &sight, &moves))
        return;
    moves_by_face(&session->playing->rules, &sight, seat, &moves);
    each_choice(session, seat, &sight, &moves, each, arg);
}

/* If a person of that network plays it; else -1. */
static int sole_due(const struct session *session, const char *network)
{
    unsigned due = session_has_begun(session) ? session_due(session) : 0;
    int seat = 0;
    while (due && !(due >> seat & 1))
        seat++;
    const struct seat *s = &session->seats[seat];
    bool is_person = due == 1u << seat && s->kind == SEAT_PERSON && !s->is_left && !s->is_detached;
    return is_person && strcmp(s->port->network, network) == 0 ? seat : -1;
}

/* For the person of this network for whom alone the table waits, in a game without hidden hands: it
   follows from the public's sight. False if there is no such person. */
static bool each_open_choice(const struct session *session, const char *network,
                             struct press *press,
                             bool (*each)(void *arg, const struct host_choice *choice), void *arg)
{
    struct sight sight;
    struct moves moves = {.count = 0};
    int seat = host_has_hands(session) ? -1 : sole_due(session, network);
    if (seat < 0)
        return false;
    *press = (struct press){
        .table = session->id, .seat = seat, .decision = session->playing->decisions[seat]};
    table_sight(&session->playing->rules, &session->playing->table, SEAT_PUBLIC, &sight);
    session->game->legal(&session->playing->rules, &sight, seat, &moves);
    each_choice(session, seat, &sight, &moves, each, arg);
    return moves.count > 0;
}

/* Asked at every line, so it looks at no session: what is being saved is counted, and what is
   due stands first in the heap. */
bool host_is_settled(const struct host *host)
{
    const struct heap_item *first = heap_first(&host->clock.due);
    return host->running.saving == 0 && (!first || first->at > host->now);
}

const char *host_help(struct host *host, const char *network, const char *command)
{
    const struct host_port *port = host_port_of(host, network);
    for (const struct host_help *row = port ? port->help : NULL; row && row->command; row++)
        if (strcmp(row->command, command) == 0)
            return row->text;
    return NULL;
}

/* ---- what can be pressed or completed ---- */

/* A table of another process is asked for in the ports of the other networks (api/elsewhere.h). */

/* ---- moves ---- */

static char *copy_of(const char *text)
{
    char *copy = strdup(text);
    check(copy);
    return copy;
}

void host_moves_add(struct host_moves *moves, const struct host_choice *choice)
{
    moves->list = list_grow(moves->list, moves->count, &moves->space, sizeof *moves->list);
    moves->list[moves->count++] = (struct host_choice){.verb = copy_of(choice->verb),
                                                       .help = copy_of(choice->help),
                                                       .move = copy_of(choice->move),
                                                       .label = copy_of(choice->label),
                                                       .detail = copy_of(choice->detail),
                                                       .picture = copy_of(choice->picture),
                                                       .card = copy_of(choice->card),
                                                       .target = copy_of(choice->target)};
}

void host_moves_add_card(struct host_moves *moves, const struct host_card *card)
{
    moves->cards =
        list_grow(moves->cards, moves->card_count, &moves->card_space, sizeof *moves->cards);
    moves->cards[moves->card_count++] = (struct host_card){.key = copy_of(card->key),
                                                           .letters = copy_of(card->letters),
                                                           .name = copy_of(card->name),
                                                           .picture = copy_of(card->picture),
                                                           .count = card->count};
}

void host_moves_free(struct host_moves *moves)
{
    for (int i = 0; i < moves->count; i++) {
        const struct host_choice *choice = &moves->list[i];
        const char *texts[] = {choice->verb,   choice->help,    choice->move, choice->label,
                               choice->detail, choice->picture, choice->card, choice->target};
        for (size_t t = 0; t < sizeof texts / sizeof *texts; t++)
            free((char *)texts[t]);
    }
    for (int i = 0; i < moves->card_count; i++) {
        const struct host_card *card = &moves->cards[i];
        const char *texts[] = {card->key, card->letters, card->name, card->picture};
        for (size_t t = 0; t < sizeof texts / sizeof *texts; t++)
            free((char *)texts[t]);
    }
    free(moves->list);
    free(moves->cards);
    *moves = (struct host_moves){.count = 0};
}

static bool add_choice(void *moves, const struct host_choice *choice)
{
    host_moves_add(moves, choice);
    return true;
}

/* ---- of a table here ---- */

void host_put_board(const struct session *session, const char *network, struct host_board *out)
{
    *out = (struct host_board){.table = host_table_number(session),
                               .is_playing = host_is_playing(session),
                               .has_hands = host_has_hands(session),
                               .is_over = host_is_over(session),
                               .is_closed = session->closing.is_closed};
    snprintf(out->game, sizeof out->game, "%s", host_game_id(session));
    snprintf(out->title, sizeof out->title, "%s", host_game_name(session));
    snprintf(out->room, sizeof out->room, "%s", host_room_name(session, network));
}

void host_put_open_moves(const struct session *session, const char *network, struct host_moves *out)
{
    *out = (struct host_moves){.count = 0};
    each_open_choice(session, network, &out->press, add_choice, out);
}

static void add_cards(const struct session *session, int seat, struct host_moves *out)
{
    struct naming naming;
    struct view view = session_view(session, &naming);
    struct sight sight;
    TEXT_UNCLEARED struct view_cards cards;
    table_sight(view.rules, &session->playing->table, seat, &sight);
    view_cards(&view, &sight, &cards);
    for (int i = 0; i < cards.count; i++) {
        const struct view_card *card = &cards.list[i];
        host_moves_add_card(out, &(struct host_card){.key = card->code,
                                                     .letters = card->letters,
                                                     .name = card->name,
                                                     .picture = card->picture,
                                                     .count = card->count});
    }
}

struct host_panel *host_put_panel(const struct session *session, struct identity who)
{
    const struct heard heard = heard_about(who, "", 0);
    struct host_panel *panel = calloc(1, sizeof *panel);
    check(panel);
    prose_open(&panel->hand, host_language(session->host, &heard));
    if (!host_panel(session, &heard, &panel->moves.press, &panel->hand)) {
        free(panel);
        return NULL;
    }
    host_each_choice(session, &heard, add_choice, &panel->moves);
    int seat = panel->moves.press.seat;
    prose_open(&panel->cards, panel->hand.language);
    tell_put_cards(session, seat, &panel->cards);
    add_cards(session, seat, &panel->moves);
    panel->is_coached = coach_seat_of(session->playing, session->game) == seat;
    panel->can_undo = host_can_undo(session, &heard);
    return panel;
}

void host_panel_free(struct host_panel *panel)
{
    if (panel)
        host_moves_free(&panel->moves);
    free(panel);
}

void host_each_holder(const struct session *session, const char *network,
                      void (*each)(void *arg, const char *key, const char *name), void *arg)
{
    for (int seat = 0; seat < session->seat_count; seat++) {
        const struct seat *s = &session->seats[seat];
        if (s->kind == SEAT_PERSON && !s->is_detached && strcmp(s->port->network, network) == 0)
            each(arg, s->key, s->next_name[0] ? s->next_name : s->called);
    }
}

/* ---- of a table anywhere ---- */

/* The i-th port of another process, if this one serves `network`; else NULL. */
static const struct host_port *other_port(const struct host *host, const char *network, int i)
{
    const struct host_port *own = host_port_of(host, network), *port = &host->networks.ports[i];
    return own && port_is_here(own) && !port_is_here(port) ? port : NULL;
}

bool host_board_in(struct host *host, const char *network, const char *room, struct host_board *out)
{
    const struct session *session = host_find(host, network, room);
    if (session)
        host_put_board(session, network, out);
    for (int i = 0; !session && i < host->networks.count; i++) {
        const struct host_port *port = other_port(host, network, i);
        if (port && port->elsewhere->board_in(port->self, room, out))
            return true;
    }
    return session != NULL;
}

bool host_board_of(struct host *host, struct identity who, int64_t table, struct host_board *out)
{
    const struct session *session = host_table_numbered(host, who, table);
    if (session)
        host_put_board(session, who.network, out);
    for (int i = 0; !session && i < host->networks.count; i++) {
        const struct host_port *port = other_port(host, who.network, i);
        if (port && port->elsewhere->board_of(port->self, who.key, table, out))
            return true;
    }
    return session != NULL;
}

int host_tables_of(struct host *host, struct identity who, int64_t tables[HOST_TABLES_EACH])
{
    int count = 0;
    const struct session *session;
    while (count < HOST_TABLES_EACH && (session = host_table_of(host, who, count)))
        tables[count++] = host_table_number(session);
    for (int i = 0; i < host->networks.count; i++) {
        const struct host_port *port = other_port(host, who.network, i);
        if (port)
            count += port->elsewhere->tables_of(port->self, who.key, tables + count,
                                                HOST_TABLES_EACH - count);
    }
    return count;
}

void host_open_moves(struct host *host, const char *network, const char *room,
                     struct host_moves *out)
{
    const struct session *session = host_find(host, network, room);
    *out = (struct host_moves){.count = 0};
    if (session)
        host_put_open_moves(session, network, out);
    for (int i = 0; !session && i < host->networks.count && out->count == 0; i++) {
        const struct host_port *port = other_port(host, network, i);
        if (port)
            port->elsewhere->open_moves(port->self, room, out);
    }
}

struct host_panel *host_panel_of(struct host *host, struct identity who, int64_t table)
{
    const struct session *session = host_table_numbered(host, who, table);
    struct host_panel *panel = session ? host_put_panel(session, who) : NULL;
    for (int i = 0; !session && !panel && i < host->networks.count; i++) {
        const struct host_port *port = other_port(host, who.network, i);
        panel = port ? port->elsewhere->panel_of(port->self, who.key, table) : NULL;
    }
    return panel;
}

bool host_room_offers_again(struct host *host, const char *network, const char *room, int64_t table)
{
    bool is_offered = host_offers_again(host, table);
    for (int i = 0; !is_offered && i < host->networks.count; i++) {
        const struct host_port *port = other_port(host, network, i);
        is_offered = port && port->elsewhere->offers_again(port->self, room, table);
    }
    return is_offered;
}

void host_each_seated_in(struct host *host, const char *network, const char *room,
                         void (*each)(void *arg, const char *key, const char *name), void *arg)
{
    const struct session *session = host_find(host, network, room);
    struct host_board board;
    if (session)
        host_each_seated(session, network, each, arg);
    for (int i = 0; !session && i < host->networks.count; i++) {
        const struct host_port *port = other_port(host, network, i);
        if (port && port->elsewhere->board_in(port->self, room, &board))
            port->elsewhere->each_seated_at(port->self, board.table, each, arg);
    }
}

void host_each_to_kick_at(struct host *host, struct identity who, int64_t table,
                          bool (*each)(void *arg, const char *name), void *arg)
{
    const struct session *session = host_table_numbered(host, who, table);
    const struct heard heard = heard_about(who, "", 0);
    if (session)
        host_each_to_kick(session, &heard, each, arg);
    for (int i = 0; !session && i < host->networks.count; i++) {
        const struct host_port *port = other_port(host, who.network, i);
        if (port)
            port->elsewhere->each_to_kick(port->self, who.key, table, each, arg);
    }
}

/* ---- a lone "yes" or "no" ---- */

/* Each command asks, and is answered, in a file of its own; see host_questions(). */

static bool has_wish(const struct session *session, const struct heard *heard, int seat)
{
    return session->shown.wish && heard->now < session->shown.wish->until &&
           seat == session_opener_seat(session);
}

int host_questions(const struct host *host, const struct session *session,
                   const struct heard *heard, const char *commands[HOST_QUESTIONS])
{
    int count = 0, seat = session ? session_seat_of(session, heard) : -1;
    if (seat >= 0 && has_wish(session, heard, seat))
        commands[count++] = "invite";
    if (!heard->room && (linking_asks(host, heard) || far_asks(host, heard) & HOST_ASKS_LINK))
        commands[count++] = "link";
    if (seat >= 0 && undo_waits_for(session, seat))
        commands[count++] = "undo";
    if (leave_stop_waits_for(session, seat))
        commands[count++] = "stop";
    return count;
}

bool host_is_asked_elsewhere(const struct host *host, const struct heard *heard)
{
    return far_asks(host, heard) & HOST_ASKS_TABLE;
}

bool host_is_asked_at(const struct session *session, struct identity who)
{
    const struct host *host = session->host;
    const char *commands[HOST_QUESTIONS];
    struct heard heard = heard_about(who, "", host->now);
    heard.room = "";
    return host_questions(host, session, &heard, commands) > 0;
}
