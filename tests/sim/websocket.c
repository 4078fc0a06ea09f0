/* websocket.h over a simulated wire to the stand-in's gateway. The far end is forgotten when the
   program dies: then the stand-in sees the connection end. */
#include "websocket.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "discord_model.h"
#include "gateway_session.h"

enum what { UP, MESSAGE, DOWN, SAID, LEFT };
enum { SILENT_MS = 500 }; /* until it is looked whether the wire is still silent */

struct piece {
    struct piece *next;
    int64_t due;
    enum what what;
    bool is_binary;
    int code;
    size_t length;
    char bytes[];
};

struct websockets {
    struct loop *loop;
};

/* One struct for both directions: what is said in either keeps its order. */
struct websocket {
    struct websocket *next;
    struct websocket_events events;
    void *arg;
    struct websocket_address url;
    struct place *place;
    struct talk *talk;
    struct websockets *links;
    bool is_closing, is_over;
    void (*closed)(void *arg);
    void *closed_arg;
    struct loop_timer timer;
    int64_t latest[2];
    struct piece *first, **last;
};

static struct websocket *all;

static bool goes_out(enum what what)
{
    return what == SAID || what == LEFT;
}

static bool is_silent(const struct websocket *link)
{
    return link->place && discord_line(link->place)->is_silent;
}

/* When it may arrive: what the program would be told waits while that stands still. */
static int64_t due_of(const struct piece *piece)
{
    int64_t goes_on = sim_now() + clock_hung_ms();
    return piece->what == SAID || piece->due > goes_on ? piece->due : goes_on;
}

/* Bytes sent while the wire is silent come later. Our own end is known at once. */
static bool is_due(const struct websocket *link, const struct piece *piece)
{
    return due_of(piece) <= sim_now() && (piece->what == LEFT || !is_silent(link));
}

static void plan(struct websocket *link)
{
    int64_t first = INT64_MAX;
    for (const struct piece *piece = link->first; piece; piece = piece->next)
        first = due_of(piece) < first ? due_of(piece) : first;
    int64_t least = is_silent(link) ? SILENT_MS : 0;
    if (first != INT64_MAX)
        loop_timer_set(&link->timer, first > sim_now() + least ? first - sim_now() : least);
}

static void put_piece(struct websocket *link, enum what what, int code, const char *bytes,
                      size_t length, bool is_binary)
{
    struct piece *piece = calloc(1, sizeof *piece + length + 1);
    int64_t *latest = &link->latest[goes_out(what)];
    int64_t due = sim_now() + (link->place ? line_delay(discord_line(link->place)) : 1);
    check(piece);
    *latest = due < *latest ? *latest : due;
    *piece = (struct piece){
        .due = *latest, .what = what, .code = code, .length = length, .is_binary = is_binary};
    if (length)
        memcpy(piece->bytes, bytes, length);
    *link->last = piece;
    link->last = &piece->next;
    plan(link);
}

static struct piece *take_piece(struct websocket *link)
{
    struct piece **found = NULL;
    for (struct piece **at = &link->first; *at; at = &(*at)->next)
        if (is_due(link, *at) && (!found || (*at)->due < (*found)->due))
            found = at;
    if (!found)
        return NULL;
    struct piece *piece = *found;
    *found = piece->next;
    if (!piece->next)
        link->last = found;
    return piece;
}

static void free_link(struct websocket *link)
{
    for (struct websocket **at = &all; *at; at = &(*at)->next)
        if (*at == link) {
            *at = link->next;
            break;
        }
    if (link->talk)
        discord_leave(link->talk, 0);
    loop_timer_stop(&link->timer);
    while (link->first) {
        struct piece *next = link->first->next;
        free(link->first);
        link->first = next;
    }
    free(link);
}

/* ---- the far end ---- */

static void on_message(void *arg, const char *bytes, size_t length, bool is_binary)
{
    struct websocket *link = arg;
    sim_trace(discord_name(link->place), is_binary ? ">>z" : ">>", bytes, length);
    put_piece(link, MESSAGE, 0, bytes, length, is_binary);
}

static void on_closed(void *arg, int code)
{
    struct websocket *link = arg;
    link->talk = NULL;
    put_piece(link, DOWN, code < 0 ? 0 : code, "", 0, false);
}

static void connect_now(struct websocket *link)
{
    static const struct talk_events events = {on_message, on_closed};
    const struct sim_line *line = link->place ? discord_line(link->place) : NULL;
    if (!line || line->is_down ||
        (link->talk = discord_talk(link->place, link->url.port, link->url.path, &events, link)) ==
            NULL)
        put_piece(link, DOWN, 0, "Connection refused", 18, false);
}

/* ---- arriving ---- */

static void arrive_here(struct websocket *link, const struct piece *piece)
{
    if (link->is_closing || link->is_over || process_is_dead())
        return;
    enum side was = side_enter(SIDE_PROGRAM);
    if (piece->what == UP) {
        link->events.up(link->arg);
    } else if (piece->what == MESSAGE) {
        link->events.message(link->arg, piece->bytes, piece->length, piece->is_binary);
    } else {
        link->is_over = true;
        link->events.down(link->arg, piece->code,
                          *piece->bytes ? piece->bytes : "it closed the connection");
    }
    side_enter(was);
}

static void leave(struct websocket *link, int code)
{
    struct talk *talk = link->talk;
    link->talk = NULL;
    if (talk)
        discord_leave(talk, code);
    link->is_over = true;
    if (!link->closed || process_is_dead())
        return;
    enum side was = side_enter(SIDE_PROGRAM);
    link->closed(link->closed_arg);
    side_enter(was);
}

static void arrive(struct websocket *link, const struct piece *piece)
{
    if (piece->what == LEFT) {
        leave(link, piece->code);
    } else if (piece->what == SAID) {
        if (link->talk)
            discord_hear(link->talk, piece->bytes);
    } else {
        arrive_here(link, piece);
        if (piece->what == UP && !link->is_over && !link->is_closing)
            connect_now(link);
    }
}

static void on_time(void *arg)
{
    struct websocket *link = arg;
    for (struct piece *piece; !link->is_over && (piece = take_piece(link)) != NULL; free(piece))
        arrive(link, piece);
    if (link->is_over)
        free_link(link);
    else
        plan(link);
}

/* ---- websocket.h ---- */

struct websockets *websocket_links_new(const struct websockets_setup *setup)
{
    struct websockets *links = calloc(1, sizeof *links);
    check(links);
    links->loop = setup->loop;
    return links;
}

void websocket_links_free(struct websockets *links)
{
    enum side was = side_enter(SIDE_WORLD);
    struct websocket *next;
    for (struct websocket *link = all; links && link; link = next) {
        next = link->next;
        if (link->links == links)
            free_link(link);
    }
    side_enter(was);
    free(links);
}

struct websocket *websocket_open(struct websockets *links, const struct websocket_address *url,
                                 const struct websocket_events *events, void *arg)
{
    enum side was = side_enter(SIDE_WORLD);
    struct websocket *link = calloc(1, sizeof *link);
    check(link);
    *link =
        (struct websocket){.next = all, .events = *events, .arg = arg, .url = *url, .links = links};
    link->last = &link->first;
    link->place = discord_place(NULL, url->port);
    all = link;
    loop_timer_init(&link->timer, sim_loop(), on_time, link);
    bool is_there = link->place && !discord_line(link->place)->is_down;
    put_piece(link, is_there ? UP : DOWN, 0, "", 0, false);
    side_enter(was);
    return link;
}

void websocket_send(struct websocket *link, const char *text)
{
    enum side was = side_enter(SIDE_WORLD);
    if (process_acts()) {
        sim_trace(link->place ? discord_name(link->place) : "?", "<<", text, strlen(text));
        put_piece(link, SAID, 0, text, strlen(text), false);
    }
    side_enter(was);
}

void websocket_pause(struct websocket *link, bool is_paused)
{
    (void)link, (void)is_paused;
}

void websocket_close(struct websocket *link, int code, void (*closed)(void *arg), void *arg)
{
    enum side was = side_enter(SIDE_WORLD);
    link->is_closing = true;
    link->closed = closed;
    link->closed_arg = arg;
    put_piece(link, LEFT, code, "", 0, false);
    side_enter(was);
}

void discord_hang_up_all(void)
{
    for (struct websocket *link = all; link; link = link->next)
        if (link->talk) {
            discord_leave(link->talk, 0);
            link->talk = NULL;
        }
}
