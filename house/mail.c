#include "mail.h"

#include <stdio.h>
#include <stdlib.h>

#include "check.h"
#include "config.h"
#include "elsewhere.h"
#include "heard.h"
#include "holder.h"
#include "loop.h"
#include "relay.h"
#include "store_postgres.h"
#include "text.h"
#include "tools.h"
#include "unit.h"

_Static_assert((int)HOST_NETWORKS <= (int)LEASE_UNITS, "each network can be a unit");

struct mail {
    struct loop *loop;
    struct host *host;
    struct store_mail *store;
    struct relay *relay;
    bool has_begun;
};

/* ---- out ---- */

static bool send(void *self, const char *to, const char *place, const char *body)
{
    const struct mail *mail = self;
    return store_mail_send(mail->store,
                           &(struct store_mail_item){.unit = to, .place = place, .body = body});
}

static void done(void *self, const char *from, int64_t number)
{
    store_mail_done(((struct mail *)self)->store, from, number);
}

static bool is_away(void *self, const char *network)
{
    return store_mail_is_away(((struct mail *)self)->store, network);
}

/* ---- in ---- */

static void arrived(void *arg, const struct store_mail_item *item)
{
    relay_arrived(((struct mail *)arg)->relay, item->unit, item->number, item->body);
}

static void refused(void *arg, const struct store_mail_item *item)
{
    relay_refused(((struct mail *)arg)->relay, item->unit, item->body);
}

static void kept(void *arg, const char *key, const char *value)
{
    const struct mail *mail = arg;
    host_note_kept(mail->host, key, value, loop_now(mail->loop));
}

static void on_mail(void *arg, int fd, unsigned events)
{
    (void)fd, (void)events;
    store_mail_dispatch(((struct mail *)arg)->store);
}

static void begin(void *self)
{
    struct mail *mail = self;
    loop_watch(mail->loop, store_mail_fd(mail->store), LOOP_READ, on_mail, mail);
    mail->has_begun = true;
}

/* ---- life ---- */

static struct store_mail *open_store(const struct mail_setup *setup, struct mail *mail,
                                     struct text *why)
{
    const char *units[LEASE_UNITS];
    struct store_postgres where = tool_server(setup->config);
    for (int i = 0; i < setup->names->count; i++)
        units[i] = setup->names->names[i];
    where.unit = unit_name(setup->unit);
    where.owner = unit_owner(setup->unit);
    return store_mail_open(&where, units, setup->names->count,
                           &(struct store_mail_watch){
                               .arrived = arrived, .refused = refused, .kept = kept, .arg = mail},
                           why);
}

struct mail *mail_open(const struct mail_setup *setup, bool *failed)
{
    char bytes[512];
    struct text why = text_over(bytes, sizeof bytes);
    *failed = false;
    if (!setup->unit)
        return NULL;
    struct mail *mail = calloc(1, sizeof *mail);
    check(mail);
    mail->loop = setup->loop;
    mail->host = setup->host;
    mail->store = open_store(setup, mail, &why);
    *failed = !mail->store;
    if (*failed) {
        fprintf(stderr, "tabletalk: %s\n", bytes);
        free(mail);
        return NULL;
    }
    mail->relay = relay_new(&(struct relay_setup){
        .network = unit_name(setup->unit),
        .loop = setup->loop,
        .host = setup->host,
        .commands = setup->commands,
        .mail = {.send = send, .done = done, .is_away = is_away, .begin = begin, .self = mail}});
    return mail;
}

struct relay *mail_relay(struct mail *mail)
{
    return mail ? mail->relay : NULL;
}

static void add_guest(void *arg, const char *unit, int64_t table, const char *room, const char *key)
{
    relay_add_guest(((struct mail *)arg)->relay, unit, table, room, key);
}

void mail_load(struct mail *mail)
{
    if (mail)
        store_mail_each_guest(mail->store, add_guest, mail);
}

bool mail_close_for(struct mail *mail, int ms)
{
    if (mail && mail->has_begun)
        loop_unwatch(mail->loop, store_mail_fd(mail->store));
    return !mail || store_mail_close_for(mail->store, ms);
}

void mail_free(struct mail *mail)
{
    if (mail)
        relay_free(mail->relay);
    free(mail);
}
