/* Posts and whispers: everything that leaves the host goes through here. A public post is made
   from the public's sight, a whisper from the sight of the one seat it goes to; there is no third
   kind. */
#include "tell.h"

#include <stdlib.h>
#include <string.h>

#include "advice.h"
#include "check.h"
#include "deal.h"
#include "host_commands.h"
#include "host_state.h"
#include "presence.h"
#include "robots.h"
#include "room.h"
#include "seat.h"
#include "session_view.h"
#include "strings/playing.def"
#include "strings/seatword.def"
#include "strings/shared.def"
#include "strings/undo.def"
#include "text.h"

enum { PAGE_RESERVE = 8 }; /* prose.c keeps these for its own end */

/* Spans count, too: without them a name could highlight somebody. */
static bool has_room(const struct prose *page, const char *glue, const struct prose *piece)
{
    int length = page->length + (int)strlen(glue) + piece->length;
    return length <= PROSE_BYTES - PAGE_RESERVE &&
           page->span_count + piece->span_count <= PROSE_SPANS;
}

static void add_page(struct pages *pages, enum language language)
{
    struct page *page = malloc(sizeof *page);
    check(page);
    page->next = NULL;
    prose_open(&page->prose, language);
    if (pages->last)
        pages->last->next = page;
    else
        pages->first = page;
    pages->last = page;
}

bool tell_pages_fit(const struct pages *pages, const char *glue, const struct prose *piece)
{
    return pages->last && has_room(&pages->last->prose, glue, piece);
}

void tell_pages_put(struct pages *pages, const char *glue, const struct prose *piece)
{
    TEXT_UNCLEARED struct prose quiet;
    if (pages->last && !tell_pages_fit(pages, glue, piece))
        pages->last->prose = *prose_without_voice(&pages->last->prose, &quiet);
    if (!tell_pages_fit(pages, glue, piece))
        add_page(pages, piece->language);
    else
        prose_put(&pages->last->prose, glue);
    prose_append(&pages->last->prose, piece);
}

bool tell_pages_are_empty(const struct pages *pages)
{
    return !pages->first;
}

void tell_pages_fini(struct pages *pages)
{
    while (pages->first) {
        struct page *page = pages->first;
        pages->first = page->next;
        free(page);
    }
    pages->last = NULL;
}

/* ---- posts and whispers ---- */

/* A room that is not back yet gets the standing when it is; but a table that no room knows to be
   back speaks to all. So does the end: there will be no standing after it. */
static bool is_ready(const struct session *session, const struct showing *showing)
{
    return !showing->is_untold || session->state.is_recovered || session->playing->is_over;
}

/* Where a bridge joins rooms of the table, only one is told, and the bridge repeats it in the
   others. */
static int find_told(const struct session *session, const struct showing *told[SESSION_SHOWN])
{
    const struct showing *rooms[SESSION_SHOWN] = {0};
    int count = 0, told_count = 0;
    for (int i = 0; i < session_showing_count(session); i++) {
        const struct showing *showing = session_showing(session, i);
        if (is_ready(session, showing) || showing == session->shown.alone)
            rooms[count++] = showing;
    }
    unsigned which = count > 1 ? room_those_to_tell(session->host, rooms, count) : 1;
    for (int i = 0; i < count; i++)
        if (which >> i & 1 && (!session->shown.alone || rooms[i] == session->shown.alone))
            told[told_count++] = rooms[i];
    return told_count;
}

bool tell_reaches(const struct session *session, const struct showing *showing)
{
    const struct showing *told[SESSION_SHOWN];
    int count = find_told(session, told);
    while (count > 0 && told[count - 1] != showing)
        count--;
    return count > 0;
}

/* ---- who reads what is told: rooms, and people without a room ---- */

struct reader {
    const struct showing *showing; /* NULL for a person */
    int seat;
    int look; /* view_look() */
};

static int find_readers(const struct session *session,
                        struct reader readers[SESSION_SHOWN + TABLE_SEATS])
{
    const struct showing *told[SESSION_SHOWN];
    int count = find_told(session, told);
    for (int i = 0; i < count; i++)
        readers[i] = (struct reader){told[i], SEAT_NONE, session_showing_look(told[i])};
    for (int seat = 0; seat < session->seat_count && !session->shown.alone; seat++)
        if (session_seat_is_apart(session, seat))
            readers[count++] = (struct reader){NULL, seat, session_look(session, seat)};
    return count;
}

void tell_find_looks(const struct session *session, bool is_read[TELL_LOOKS])
{
    struct reader readers[SESSION_SHOWN + TABLE_SEATS];
    int count = find_readers(session, readers);
    memset(is_read, 0, TELL_LOOKS * sizeof *is_read);
    for (int i = 0; i < count; i++)
        is_read[readers[i].look] = true;
    is_read[0] |= count == 0;
}

unsigned tell_languages(const struct session *session)
{
    struct reader readers[SESSION_SHOWN + TABLE_SEATS];
    unsigned languages = 0;
    for (int i = find_readers(session, readers); i > 0; i--)
        languages |= 1u << view_look_language(readers[i - 1].look);
    return languages ? languages : 1u << LANGUAGE_EN;
}

const struct pages *tell_pages_for(const struct pages tale[TELL_LOOKS], int look)
{
    for (int i = 0; i < TELL_LOOKS && tell_pages_are_empty(&tale[look]); i++)
        if (!tell_pages_are_empty(&tale[i]))
            return &tale[i];
    return &tale[look];
}

bool tell_has_pages(const struct pages tale[TELL_LOOKS])
{
    return !tell_pages_are_empty(tell_pages_for(tale, 0));
}

static void put_post(const struct session *session, const struct showing *showing,
                     struct post *post)
{
    post->room = showing->name;
    post->table = session->id;
    showing->port->post(showing->port->self, post);
}

/* All of a post in one whisper. */
static void whisper_post(const struct session *session, const struct seat *seat,
                         const struct post *post)
{
    const struct prose *parts[] = {post->tale, post->board, post->next};
    struct prose prose;
    struct whisper whisper = {.person = seat->key,
                              .name = seat->called,
                              .table = session->id,
                              .kind = WHISPER_ANSWER,
                              .prose = &prose};
    prose_open(&prose, LANGUAGE_EN); /* the parts say it */
    for (int i = 0; i < 3; i++) {
        if (!parts[i] || parts[i]->length == 0)
            continue;
        prose_put(&prose, prose.length > 0 ? " " : "");
        prose_append(&prose, parts[i]);
    }
    seat->port->whisper(seat->port->self, &whisper);
}

/* Where the rules of the room say so, without words about big moments. */
static void put_to(const struct session *session, const struct reader *reader, struct post *post)
{
    const struct showing *showing = reader->showing;
    TEXT_UNCLEARED struct prose quiet;
    const struct prose *tale = post->tale ? prose_without_voice(post->tale, &quiet) : NULL;
    if (tale != post->tale &&
        room_rule_is(session->host, showing ? showing->port : session->seats[reader->seat].port,
                     showing ? showing->name : "@", RULE_VOICE, "no"))
        post->tale = tale;
    if (reader->showing)
        put_post(session, reader->showing, post);
    else
        whisper_post(session, &session->seats[reader->seat], post);
}

void tell_post(const struct session *session, enum post_kind kind, const struct prose *tale)
{
    struct reader readers[SESSION_SHOWN + TABLE_SEATS];
    int count = find_readers(session, readers);
    for (int i = 0; i < count; i++)
        if (view_look_language(readers[i].look) == tale->language)
            put_to(session, &readers[i], &(struct post){.kind = kind, .tale = tale});
}

int tell_sentence_end(const struct events *events, int begin)
{
    while (begin < events->count && events->list[begin].kind < EVENT_SAID)
        begin++;
    return begin + (begin < events->count);
}

/* The events of the sentence that begins there, as `viewer` gets them. Returns how many. */
static int hear(const struct view *view, const struct events *events, int begin, int viewer,
                struct event heard[EVENTS_MAX])
{
    int count = 0, end = tell_sentence_end(events, begin);
    for (int i = begin; i < end; i++)
        count += event_sight(view->rules, &events->list[i], viewer, &heard[count]);
    return count;
}

bool tell_sentence(const struct view *view, const struct events *events, int begin, int viewer,
                   struct prose *out)
{
    TEXT_UNCLEARED struct event heard[EVENTS_MAX];
    int count = hear(view, events, begin, viewer, heard);
    prose_open(out, view->language);
    view_events(view, heard, count, out);
    return out->length > 0;
}

void tell_full_stop(struct tale *tale)
{
    if (tale->robot != SEAT_NONE)
        prose_put(&tale->out->last->prose, "."); /* tell.c leaves room for it */
    tale->robot = SEAT_NONE;
}

/* Puts the short form of a sentence about this robot behind its others. False if it has no short
   form. */
static bool put_brief(struct tale *tale, const struct view *view, const struct events *events,
                      int begin, int robot)
{
    TEXT_UNCLEARED struct event heard[EVENTS_MAX];
    TEXT_UNCLEARED struct prose brief, line;
    prose_open(&brief, view->language);
    if (view->is_aloud ||
        !view_brief(view, heard, hear(view, events, begin, SEAT_PUBLIC, heard), robot, &brief))
        return false;
    const char *glue = strncmp(brief.text, "->", 2) == 0 ? " " : "; ";
    if (tale->robot == robot && tell_pages_fit(tale->out, glue, &brief)) {
        tell_pages_put(tale->out, glue, &brief);
        return true;
    }
    tell_full_stop(tale);
    prose_open(&line, view->language);
    prose_put_foreign(&line, PROSE_NAME, view->naming->names[robot]);
    prose_put(&line, ": ");
    prose_append(&line, &brief);
    tell_pages_put(tale->out, "\n", &line);
    tale->robot = robot;
    return true;
}

void tell_move(struct tale *tale, const struct view *view, const struct events *events, int robot)
{
    TEXT_UNCLEARED struct prose sentence;
    for (int begin = 0; begin < events->count; begin = tell_sentence_end(events, begin)) {
        if (robot != SEAT_NONE && put_brief(tale, view, events, begin, robot))
            continue;
        enum event_kind kind = events->list[tell_sentence_end(events, begin) - 1].kind;
        if (kind < EVENT_SAID || !tell_sentence(view, events, begin, SEAT_PUBLIC, &sentence) ||
            (kind == EVENT_MOMENT &&
             (tale->has_voice || !tell_pages_fit(tale->out, " ", &sentence))))
            continue;
        tale->has_voice |= kind == EVENT_MOMENT;
        tell_full_stop(tale);
        tell_pages_put(tale->out, " ", &sentence);
    }
}

void tell_own(const struct view *view, const struct events *events, int seat, struct pages *out)
{
    TEXT_UNCLEARED struct prose in_public, in_private;
    for (int begin = 0; begin < events->count; begin = tell_sentence_end(events, begin)) {
        tell_sentence(view, events, begin, SEAT_PUBLIC, &in_public);
        if (tell_sentence(view, events, begin, seat, &in_private) &&
            strcmp(in_private.text, in_public.text) != 0)
            tell_pages_put(out, " ", &in_private);
    }
}

/* The table waits for robots alone, which think and answer soon: nobody can type anything. */
bool tell_waits_for_robots(const struct session *session)
{
    bool is_planned = session->host->thinking ||
                      robots_leave_time(session->playing, session->game, session->seats);
    unsigned due = is_planned ? session_due(session) : 0;
    bool waits = due != 0;
    for (int seat = 0; seat < session->seat_count; seat++)
        waits &= !(due >> seat & 1) || seat_is_robots(&session->seats[seat]);
    return waits;
}

void tell_put_next(const struct view *view, const struct session *session, bool goes_on,
                   struct prose *out)
{
    unsigned due = session_due(session), gone = presence_out_of_reach(session, due);
    if (tell_waits_for_robots(session)) {
        view_string(out, STRING_DUE_ROBOTS, "who", session_people(session, due), (char *)0);
        return;
    }
    struct sight sight;
    table_sight(view->rules, &session->playing->table, SEAT_PUBLIC, &sight);
    if (due & ~gone)
        view_due(view, &sight, due & ~gone, goes_on, out);
    static const int ids[] = {[PRESENCE_AWAY] = STRING_DUE_AWAY,
                              [PRESENCE_UNPROVEN] = STRING_DUE_UNPROVEN,
                              [PRESENCE_NETWORK_AWAY] = STRING_DUE_NETWORK_AWAY};
    if (gone)
        tell_put_absent(session, gone, ids, out);
}

/* The keys of the people whom tell_put_next() calls: nobody in real time, where anybody may
   play. */
static int called_by(const struct view *view, const struct session *session,
                     const struct host_port *port, const char *keys[TABLE_SEATS])
{
    unsigned due = session_due(session);
    bool is_real_time = view->game->is_real_time && view->game->is_real_time(view->rules);
    int count = 0;
    for (int seat = 0; seat < session->seat_count && !(is_real_time && (due & (due - 1))); seat++) {
        const struct seat *s = &session->seats[seat];
        if ((due >> seat & 1) && s->kind == SEAT_PERSON && s->port == port && !s->is_detached &&
            !s->is_left)
            keys[count++] = s->key;
    }
    return count;
}

static void put_standing(const struct session *session, const struct reader *reader,
                         enum post_kind kind, const struct prose *tale, bool goes_on)
{
    const struct showing *showing = reader->showing;
    const char *called[TABLE_SEATS];
    struct naming naming;
    struct view view = session_view(session, &naming);
    struct sight sight;
    struct prose board, block, next;
    view_set_look(&view, reader->look);
    prose_open(&board, view.language);
    prose_open(&block, view.language);
    prose_open(&next, view.language);
    table_sight(view.rules, &session->playing->table, SEAT_PUBLIC, &sight);
    view.last = 1 + session_only_person(session); /* among robots that row is the last one */
    view_board(&view, &sight, VIEW_LINE, &board);
    if (showing && session_showing_columns(showing) > VIEW_LINE)
        view_board(&view, &sight, session_showing_columns(showing), &block);
    tell_put_next(&view, session, goes_on, &next);
    struct post post = {
        .kind = kind,
        .tale = tale,
        .board = &board,
        .block = block.length > 0 ? &block : NULL,
        .next = next.length > 0 ? &next : NULL,
        .called = called,
        .called_count = !showing || goes_on ? 0 : called_by(&view, session, showing->port, called),
        .goes_on = goes_on ? session_people(session, session_due(session)) : NULL,
        .is_midway = goes_on || tell_waits_for_robots(session),
        .is_real_time = view.game->is_real_time && view.game->is_real_time(view.rules),
        .has_hands = view.game->hand >= 0,
        .may_wait = goes_on && session->seat_count > 1};
    if ((tale && tale->length > 0) || board.length > 0 ||
        next.length > 0) /* a toy may have no board */
        put_to(session, reader, &post);
}

void tell_standing(const struct session *session, enum post_kind kind, const struct prose *tale)
{
    struct reader readers[SESSION_SHOWN + TABLE_SEATS];
    int count = find_readers(session, readers);
    for (int i = 0; i < count; i++)
        if (!tale || view_look_language(readers[i].look) == tale->language)
            put_standing(session, &readers[i], kind, tale, false);
}

void tell_pages(const struct session *session, enum post_kind kind,
                const struct pages tale[TELL_LOOKS])
{
    struct reader readers[SESSION_SHOWN + TABLE_SEATS];
    int count = find_readers(session, readers);
    for (int i = 0; i < count; i++)
        for (const struct page *page = tell_pages_for(tale, readers[i].look)->first; page;
             page = page->next)
            put_to(session, &readers[i], &(struct post){.kind = kind, .tale = &page->prose});
}

void tell_play(const struct session *session, enum post_kind kind,
               const struct pages tale[TELL_LOOKS], bool goes_on)
{
    struct reader readers[SESSION_SHOWN + TABLE_SEATS];
    int count = find_readers(session, readers);
    for (int i = 0; i < count; i++) {
        const struct page *page = tell_pages_for(tale, readers[i].look)->first;
        for (; page && page->next; page = page->next)
            put_to(session, &readers[i], &(struct post){.kind = kind, .tale = &page->prose});
        put_standing(session, &readers[i], kind, page ? &page->prose : NULL, goes_on);
    }
}

void tell_put_turn(const struct session *session, int seat, struct prose *out)
{
    if (!session_is_aloud(session, seat) || !(session_due(session) >> seat & 1))
        return;
    view_string(out, STRING_ALOUD_YOUR_TURN, (char *)0);
    prose_put(out, " ");
}

static void put_cards(const struct session *session, const struct view *view,
                      const struct sight *sight, int seat, struct prose *out)
{
    view_string(out, STRING_HAND, "room", tell_place(session, session->seats[seat].port),
                (char *)0);
    prose_put(out, " ");
    view_hand(view, sight, out);
    prose_put(out, ".");
}

void tell_put_cards(const struct session *session, int seat, struct prose *out)
{
    struct naming naming;
    struct view view = session_view(session, &naming);
    struct sight sight;
    view_set_look(&view, session_look(session, seat));
    table_sight(view.rules, &session->playing->table, seat, &sight);
    if (session->game->hand >= 0)
        put_cards(session, &view, &sight, seat, out);
}

void tell_put_hand(const struct session *session, int seat, struct prose *out)
{
    struct naming naming;
    struct view view = session_view(session, &naming);
    struct sight sight;
    struct moves moves;
    bool may_act = session_legal(session, seat, &sight, &moves);
    view_set_look(&view, session_look(session, seat));
    if (out->length == 0)
        tell_put_turn(session, seat, out);
    struct prose lines;
    prose_open(&lines, view.language);
    bool has_lines = may_act && session_columns(session, seat) > VIEW_LINE &&
                     view_hand_lines(&view, &sight, &moves, &lines);
    if (has_lines) {
        int hand = seat_zone(view.rules, seat, session->game->hand);
        view_string(out, STRING_HAND_LINES, "room", tell_place(session, session->seats[seat].port),
                    "n", text_number(zone_size(&sight.seen, hand)), (char *)0);
        prose_put(out, "\n");
        prose_append(out, &lines);
    } else if (session->game->hand >= 0) {
        put_cards(session, &view, &sight, seat, out);
    }
    if (may_act && !has_lines) {
        prose_styled(out, PROSE_BREAK, COLOUR_NONE,
                     out->length > 0 && out->text[out->length - 1] != ' ' ? " " : "");
        view_string(out, STRING_OFFER, (char *)0);
        prose_put(out, " ");
        view_offer(&view, &moves, out);
    }
    if (deal_may_coach(session->playing))
        advice_put(session, seat, out);
}

static void whisper_to_seat(const struct session *session, int seat, struct whisper whisper)
{
    const struct seat *owner = &session->seats[seat];
    const struct showing *showing = session_showing_on(session, owner->port);
    whisper.person = owner->key;
    whisper.name = owner->called;
    whisper.room = showing ? showing->name : NULL;
    whisper.table = session->id;
    whisper.is_due = session_due(session) >> seat & 1;
    owner->port->whisper(owner->port->self, &whisper);
}

void tell_seat(const struct session *session, int seat, enum whisper_kind kind,
               const struct prose *prose)
{
    whisper_to_seat(session, seat, (struct whisper){.kind = kind, .prose = prose});
}

void tell_hand_ahead(const struct session *session, int seat)
{
    struct prose hand;
    prose_open(&hand, session_language(session, seat));
    tell_put_hand(session, seat, &hand);
    whisper_to_seat(session, seat,
                    (struct whisper){.kind = WHISPER_HAND, .may_wait = true, .prose = &hand});
}

bool tell_hand(const struct session *session, int seat, const struct pages *tale)
{
    struct pages pages = {0};
    struct prose hand, turn;
    /* Where there is no hand the board tells everything, but not to somebody who has to listen
       to all of it first. */
    if (session->advice)
        session->advice->holds = session->advice->is_latest = false;
    bool has_tale = tale && !tell_pages_are_empty(tale);
    bool has_hand = session->game->hand >= 0 || session_is_aloud(session, seat);
    prose_open(&hand, session_language(session, seat));
    if (has_tale && has_hand)
        prose_styled(&hand, PROSE_BREAK, COLOUR_NONE, " ");
    if (has_hand)
        tell_put_hand(session, seat, &hand);
    else if (deal_may_coach(session->playing)) /* the board tells the rest */
        advice_put(session, seat, &hand);
    prose_open(&turn, hand.language);
    if (has_tale)
        tell_put_turn(session, seat, &turn);
    if (turn.length > 0)
        tell_pages_put(&pages, "", &turn);
    for (const struct page *page = tale ? tale->first : NULL; page; page = page->next)
        tell_pages_put(&pages, turn.length > 0 && page == tale->first ? "" : " ", &page->prose);
    if (hand.length > 0)
        tell_pages_put(&pages, has_hand ? "" : "\n", &hand);
    for (const struct page *page = pages.first; page; page = page->next)
        whisper_to_seat(session, seat,
                        (struct whisper){.kind = page->next ? WHISPER_ANSWER : WHISPER_HAND,
                                         .prose = &page->prose,
                                         .hand_at = page->prose.length - hand.length});
    tell_pages_fini(&pages);
    return has_hand;
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

const char *tell_place(const struct session *session, const struct host_port *port)
{
    const struct showing *showing = session_showing_on(session, port);
    return !showing || showing_is_private(showing) ? session->game->name : showing->name;
}

void tell_word(const struct session *session, const struct heard *heard, int id, const char *word)
{
    const struct host_port *port = host_port_of(session->host, heard->network);
    tell_word_of(session->host, session->id, tell_place(session, port), heard, id, word);
}

void tell_word_of(const struct host *host, int64_t table, const char *place,
                  const struct heard *heard, int id, const char *word)
{
    const struct host_port *port = host_port_of(host, heard->network);
    struct prose prose;
    prose_open(&prose, host_language(host, heard));
    view_string(&prose, id, "room", place, "word", word, (char *)0);
    struct whisper whisper = answer_to(heard, &prose);
    whisper.is_kept = true;
    whisper.table = table;
    port->whisper(port->self, &whisper);
}

void host_answer(struct host *host, const struct heard *heard, const struct prose *prose)
{
    const struct host_port *port = host_port_of(host, heard->network);
    struct post post = {
        .room = heard->room, .kind = POST_ANSWER, .tale = prose, .source = host_source(heard)};
    if (!heard->room)
        host_whisper(host, heard, prose);
    else if (port)
        port->post(port->self, &post);
}

void tell_asked(const struct session *session, const struct heard *heard, const struct prose *prose)
{
    const struct host_port *port = host_port_of(session->host, heard->network);
    struct whisper whisper = answer_to(heard, prose);
    whisper.is_asked = true;
    whisper.table = session->id;
    port->whisper(port->self, &whisper);
}

/* ---- people who are not there: each kind of presence has its own sentence ---- */

/* The sentence of each kind, with the people of that kind and, of a network that is away, of
   that network. */
void tell_put_absent(const struct session *session, unsigned seats, const int ids[],
                     struct prose *out)
{
    while (seats) {
        int first = 0;
        while (!(seats >> first & 1))
            first++;
        const struct seat *s = &session->seats[first];
        enum presence_kind kind = presence_of(session, s).kind;
        unsigned alike = 0;
        for (int seat = first; seat < session->seat_count; seat++)
            if (seats >> seat & 1 && presence_of(session, &session->seats[seat]).kind == kind &&
                strcmp(presence_place(session, &session->seats[seat]),
                       presence_place(session, s)) == 0)
                alike |= 1u << seat;
        if (out->length > 0)
            prose_put(out, " ");
        view_string(out, ids[kind], "who", session_people(session, alike), "place",
                    presence_place(session, s), "name", s->name, (char *)0);
        seats &= ~alike;
    }
}

/* ---- refusals ---- */

bool tell_lacks_table(struct host *host, struct session *session, const struct heard *heard)
{
    if (!session)
        tell_person(host, heard, STRING_TABLE_NONE, (char *)0);
    return !session;
}

void tell_not_seated(struct session *session, const struct heard *heard, int id)
{
    if (session_seat_waiting(session, heard->network, heard->name) >= 0)
        tell_openly(session->host, heard, STRING_SEAT_NOT_PROVEN, "who", heard->name, (char *)0);
    else if (session_has_begun(session) && heard->room &&
             session_seat_waiting(session, heard->network, NULL) >= 0)
        tell_openly(session->host, heard, STRING_SEAT_NOT_YOURS_YET, "who",
                    session_people(session, presence_waiting(session)), (char *)0);
    else
        tell_openly(session->host, heard, id, "who",
                    session_people(session, session_all_seats(session)), "game",
                    session->game->name, (char *)0);
}

bool tell_refuses_player(struct host *host, struct session *session, const struct heard *heard,
                         int *seat)
{
    if (tell_lacks_table(host, session, heard))
        return true;
    *seat = session_seat_of(session, heard);
    if (!session_has_begun(session))
        tell_not_begun(session, heard);
    else if (*seat < 0)
        tell_not_seated(session, heard, STRING_NOT_SEATED_RUNNING);
    else if (session->seats[*seat].is_left)
        tell_openly(host, heard, STRING_TAKEN_OVER, "who", heard->name, (char *)0);
    else
        return false;
    return true;
}

/* Whose seat waits for its word is no new person. */
bool tell_refuses_practice(const struct session *session, const struct heard *heard)
{
    if (!deal_is_practice(session->playing) || session->playing->table.over ||
        session_seat_waiting(session, heard->network, heard->name) >= 0)
        return false;
    unsigned people = 0;
    for (int seat = 0; seat < session->seat_count; seat++)
        people |= session->seats[seat].kind == SEAT_PERSON ? 1u << seat : 0;
    tell_openly(session->host, heard, STRING_PRACTICE_CLOSED, "who",
                session_people(session, people), (char *)0);
    return true;
}

bool tell_refuses_with(struct session *session, const struct heard *heard, int id,
                       const char *command)
{
    int opener = session_opener_seat(session);
    if (session_obeys(session, heard))
        return false;
    if (session_seat_waiting(session, heard->network, heard->name) >= 0)
        tell_openly(session->host, heard, STRING_SEAT_NOT_PROVEN, "who", heard->name, (char *)0);
    else if (opener >= 0)
        tell_person(session->host, heard, id, "who", session->seats[opener].name, "command",
                    command, (char *)0);
    else
        tell_person(session->host, heard, STRING_NOT_ALLOWED_GONE, "who", session->opener.name,
                    (char *)0);
    return true;
}

bool tell_refuses(struct session *session, const struct heard *heard, const char *command)
{
    return tell_refuses_with(session, heard, STRING_NOT_ALLOWED, command);
}

void tell_put_not_begun(const struct session *session, const struct heard *heard, struct prose *out)
{
    int least, most;
    session_seats(session, &least, &most);
    prose_put(out, out->length > 0 ? " " : "");
    if (session_seat_of(session, heard) < 0)
        view_string(out, STRING_GAME_NOT_BEGUN_STRANGER, (char *)0);
    else if (session->seat_count < least)
        view_string(out, STRING_GAME_NOT_BEGUN_FEW, "missing",
                    text_number(least - session->seat_count), (char *)0);
    else if (session->closing.deals_at != INT64_MAX &&
             session->closing.deals_at > session->host->now)
        view_string(out, STRING_GAME_NOT_BEGUN_SOON, "seconds",
                    text_number((session->closing.deals_at - session->host->now + 999) / 1000),
                    (char *)0);
    else
        view_string(out, STRING_GAME_NOT_BEGUN, (char *)0);
}

void tell_not_begun(const struct session *session, const struct heard *heard)
{
    struct prose prose;
    struct heard open = *heard;
    prose_open(&prose, host_language(session->host, heard));
    open.is_open = true;
    tell_put_not_begun(session, heard, &prose);
    host_whisper(session->host, &open, &prose);
}

/* Which of these people of one name is whose, where their networks tell: "ann-1 is ann@net." */
static void put_networks(const struct session *session, unsigned seats, struct prose *out)
{
    for (int seat = 0; seat < session->seat_count; seat++) {
        const struct seat *s = &session->seats[seat];
        char bytes[HOST_NAME + HOST_NETWORK];
        struct text text = text_over(bytes, sizeof bytes);
        if (!(seats >> seat & 1) || s->kind != SEAT_PERSON)
            continue;
        const char *colon = strchr(s->port->network, ':');
        text_putf(&text, "%s@%s", s->called, colon ? colon + 1 : s->port->network);
        prose_put(out, " ");
        view_string(out, STRING_NAME_NETWORK, "who", s->name, "name", bytes, (char *)0);
    }
}

bool tell_ask_name(struct session *session, const struct heard *heard, const char *typed,
                   const char *command, int *seat)
{
    unsigned seats = seat_names_find(session, typed);
    *seat = SEAT_NONE;
    for (int i = 0; i < session->seat_count && *seat < 0; i++)
        if (seats >> i & 1)
            *seat = i;
    if (!(seats & (seats - 1)))
        return false;
    char example[HOST_TEXT];
    bool is_option = *command && command[strlen(command) - 1] == '=';
    snprintf(example, sizeof example, "%s%s%s", command, is_option ? "" : " ",
             session->seats[*seat].name);
    struct prose prose;
    prose_open(&prose, host_language(session->host, heard));
    view_string(&prose, STRING_NAME_WHICH, "typed", typed, "command", example, "who",
                session_people(session, seats), (char *)0);
    put_networks(session, seats, &prose);
    host_whisper(session->host, heard, &prose);
    return true;
}
