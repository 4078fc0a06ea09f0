/* One IRC network as the host sees it: a connection that is kept up, the channels of the configuration, the people in
   them, and what is said in both directions. Several networks are several of these in one loop. Knows nothing of games;
   commands are read by commands.h, tables kept by host.h.

   Go next to: irc_network.h (what each file does), wire.h (the connection), members.h (who is who), ../outbox/outbox.h (what waits to
   be said), split.h and render.h (prose to lines), bucket.h (how fast). */
#ifndef IRC_H
#define IRC_H

#include <stdbool.h>

#include "adapter.h"
#include "wire.h"

struct commands;
struct irc;
struct host;
struct loop;
struct network_kind;

struct irc_channel {
    const char *name;
    const char *prefix; /* what a command begins with there */
    bool is_coloured;
};

/* Whom an INVITE is followed of into a channel that is not configured. Those that are, anybody may ask us back to. */
enum irc_invites { IRC_INVITES_NOBODY, IRC_INVITES_ACCOUNTS, IRC_INVITES_ANYBODY };

/* `wire.keep` remembers what people and channels chose, too. The strings and arrays must outlive the adapter. */
struct irc_setup {
    const char *const *servers; /* in turn, whatever host stands in `wire`; ends with NULL. NULL for that one alone */
    struct wire_config wire;    /* its `network` is the admin's name for it; tables remember "irc:" and that name */
    const struct irc_channel *channels;
    int channel_count;
    const char *const *admins; /* nick!user@host, with * and ?. A mask is as strong as the network's hosts are */
    int admin_count;
    const char *prefix;   /* what may stand before a command in private */
    bool is_coloured;     /* private messages */
    bool operators_count; /* the word of a channel's operators counts at its table */
    enum irc_invites invites;
    bool trusts_hosts; /* after a netsplit nick!user@host is proof enough, where the network cannot give a better one */
    const char *flood; /* a preset's name, or "auto": by the server's software */
};

/* Adds the network to the host; connects when it is started. Never NULL; what is wrong is
   logged and tried again. */
struct adapter *irc_new(const struct irc_setup *setup, struct loop *loop, struct host *host, struct commands *commands);

/* Another configuration of the same network, whose strings take the place of the old ones: joins and leaves channels. If it
   leads to another connection, that is made, now. `setup->wire.network` stays what it was. */
void irc_change(struct adapter *adapter, const struct irc_setup *setup);

/* irc_kind.c: for networks.c. */
extern const struct network_kind irc_kind;

/* What an event of the server is dealt with by. */
typedef void irc_event_fn(struct irc *irc, const struct wire_event *event);

#endif
