/* transport.h over a simulated wire: pieces arrive in their order, each after a while, or never.
   Behind it: irc_server.c. */
#include "transport.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "inside.h"

enum what { UP, BYTES, DOWN };
enum { SILENT_MS = 500 }; /* until it is looked whether the wire is still silent */

/* Something on its way, in one of the two directions. */
struct piece {
    struct piece *next;
    int64_t due;
    enum what what;
    int length;
    char bytes[];
};

struct way {
    struct piece *first, **last;
    int64_t latest;
    struct loop_timer timer;
};

struct transport {
    struct transport *next;
    struct transport_events events;
    void *arg;
    struct sim_irc *irc; /* NULL if no such server is there */
    struct sim_person *client;
    struct way in, out; /* to the program; to the server */
    bool is_up, is_over;
    bool is_freed; /* by the program */
    int busy;
};

static struct transport *all;

static void put_piece(struct transport *transport, struct way *way, enum what what,
                      const char *bytes, int length)
{
    struct piece *piece = calloc(1, sizeof *piece + (size_t)length + 1);
    int64_t delay = transport->irc ? line_delay(net_line(transport->irc)) : 1;
    check(piece);
    *piece = (struct piece){.due = sim_now() + delay, .what = what, .length = length};
    if (length)
        memcpy(piece->bytes, bytes, (size_t)length);
    if (piece->due < way->latest)
        piece->due = way->latest;
    way->latest = piece->due;
    *way->last = piece;
    way->last = &piece->next;
    if (!loop_timer_is_set(&way->timer))
        loop_timer_set(&way->timer, piece->due - sim_now());
}

static struct piece *take_piece(struct way *way)
{
    struct piece *piece = way->first;
    if (!piece || piece->due > sim_now())
        return NULL;
    way->first = piece->next;
    if (!way->first)
        way->last = &way->first;
    return piece;
}

static bool is_silent(const struct transport *transport)
{
    return transport->irc && net_line(transport->irc)->is_silent;
}

/* Bytes sent while the wire is silent come later: TCP loses nothing of a connection that lives
   on. */
static void plan(const struct transport *transport, struct way *way)
{
    if (way->first && way == &transport->in && clock_holds(&way->timer))
        return;
    if (way->first && is_silent(transport))
        loop_timer_set(&way->timer, SILENT_MS);
    else if (way->first)
        loop_timer_set(&way->timer, way->first->due > sim_now() ? way->first->due - sim_now() : 0);
}

static void drop_pieces(struct way *way)
{
    loop_timer_stop(&way->timer);
    while (way->first) {
        struct piece *next = way->first->next;
        free(way->first);
        way->first = next;
    }
    way->last = &way->first;
}

/* When both ends have let go of it. */
static void free_if_done(struct transport *transport)
{
    if (transport->busy || !transport->is_freed || transport->client)
        return;
    for (struct transport **at = &all; *at; at = &(*at)->next)
        if (*at == transport) {
            *at = transport->next;
            break;
        }
    drop_pieces(&transport->in);
    drop_pieces(&transport->out);
    free(transport);
}

static void arrive(struct transport *transport, const struct piece *piece)
{
    enum side was = side_enter(SIDE_PROGRAM);
    if (piece->what == UP) {
        transport->is_up = true;
        transport->events.on_up(transport->arg);
    } else if (piece->what == BYTES) {
        transport->events.on_bytes(transport->arg, piece->bytes, piece->length);
    } else {
        transport->is_over = true;
        transport->events.on_down(transport->arg, piece->bytes);
    }
    side_enter(was);
}

static void on_in(void *arg)
{
    struct transport *transport = arg;
    transport->busy++;
    bool is_held = clock_hung_ms() > 0;
    for (struct piece *piece; !is_held && !transport->is_freed && !transport->is_over &&
                              !is_silent(transport) && (piece = take_piece(&transport->in));) {
        if (piece->what == UP)
            transport->client = net_accept(transport->irc, transport);
        if (!process_is_dead())
            arrive(transport, piece);
        free(piece);
    }
    transport->busy--;
    if (transport->is_freed || transport->is_over)
        drop_pieces(&transport->in);
    plan(transport, &transport->in);
    free_if_done(transport);
}

static void on_out(void *arg)
{
    struct transport *transport = arg;
    transport->busy++;
    /* the end is seen at once */
    bool is_held = is_silent(transport) && !process_is_dead() && !transport->is_freed;
    for (struct piece *piece; !is_held && (piece = take_piece(&transport->out)) != NULL;
         free(piece)) {
        struct sim_person *client = transport->client;
        if (client && piece->what == BYTES && !is_silent(transport)) {
            net_hear(client, piece->bytes, piece->length);
        } else if (client && piece->what == DOWN) {
            transport->client = NULL;
            net_gone(client);
        }
    }
    transport->busy--;
    plan(transport, &transport->out);
    free_if_done(transport);
}

/* ---- transport.h ---- */

struct transport *transport_new(struct loop *loop, const struct transport_config *config,
                                const struct transport_events *events, void *arg)
{
    enum side was = side_enter(SIDE_WORLD);
    struct transport *transport = calloc(1, sizeof *transport);
    (void)loop;
    check(transport);
    *transport = (struct transport){
        .next = all, .events = *events, .arg = arg, .irc = net_find(config->host)};
    transport->in.last = &transport->in.first;
    transport->out.last = &transport->out.first;
    all = transport;
    loop_timer_init(&transport->in.timer, sim_loop(), on_in, transport);
    loop_timer_init(&transport->out.timer, sim_loop(), on_out, transport);
    static const char refused[] = "Connection refused", unknown[] = "Could not resolve host";
    if (!transport->irc)
        put_piece(transport, &transport->in, DOWN, unknown, sizeof unknown);
    else if (net_line(transport->irc)->is_down)
        put_piece(transport, &transport->in, DOWN, refused, sizeof refused);
    else
        put_piece(transport, &transport->in, UP, NULL, 0);
    side_enter(was);
    return transport;
}

void transport_free(struct transport *transport)
{
    if (!transport)
        return;
    enum side was = side_enter(SIDE_WORLD);
    transport->is_freed = true;
    if (transport->client && !process_is_dead())
        put_piece(transport, &transport->out, DOWN, "", 1);
    else if (!transport->client)
        free_if_done(transport);
    side_enter(was);
}

int transport_send(struct transport *transport, const char *bytes, int length)
{
    if (!transport->is_up || transport->is_over)
        return 0;
    enum side was = side_enter(SIDE_WORLD);
    if (process_acts()) {
        sim_trace(sim_irc_name(transport->irc), "<", bytes, (size_t)length);
        put_piece(transport, &transport->out, BYTES, bytes, length);
    }
    side_enter(was);
    return length;
}

/* ---- for the server ---- */

void transport_deliver(struct transport *transport, const char *bytes, int length)
{
    sim_trace(sim_irc_name(transport->irc), ">", bytes, (size_t)length);
    put_piece(transport, &transport->in, BYTES, bytes, length);
}

void transport_hang_up(struct transport *transport)
{
    static const char words[] = "the server closed the connection";
    transport->client = NULL;
    put_piece(transport, &transport->in, DOWN, words, sizeof words);
}

/* The program has died: the servers see its connections end. */
void transport_close_all(void)
{
    for (struct transport *transport = all; transport; transport = transport->next)
        if (transport->client)
            put_piece(transport, &transport->out, DOWN, "", 1);
}

void transport_forget_all(void)
{
    while (all) {
        struct transport *transport = all;
        transport->client = NULL;
        transport->is_freed = true;
        free_if_done(transport);
        check(all != transport);
    }
}
