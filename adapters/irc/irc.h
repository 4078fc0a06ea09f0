/* One IRC network as the host sees it: a connection that is made again when it is lost, the
   channels of the configuration, the people in them, and what is said in both directions. Each
   network is one of these. Knows nothing of games; commands.h reads commands, host.h keeps
   tables.

   Go next to: network.h (what each file does), wire.h (the connection), members.h (who is
   who), ../outbox/outbox.h (what waits to be said), render.h and render.h (prose to lines),
   bucket.h (how fast). */
#ifndef IRC_H
#define IRC_H

#include <stdbool.h>

#include "adapter.h"
#include "list.h"
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
    /* the network and room that a bridge joins to it, "discord:club <#50>"; or NULL */
    const char *bridged_with;
    const char *key; /* NULL if it asks for none; never shown or logged */
};

/* Whose INVITE brings us into a channel that is not configured. Into configured ones anybody may
   ask us back. */
enum irc_invites { IRC_INVITES_NOBODY, IRC_INVITES_ACCOUNTS, IRC_INVITES_ANYBODY };

/* `wire.keep` also keeps what people and channels chose. The strings and arrays must outlive the
   adapter. */
struct irc_setup {
    /* tried in turn, ends with NULL; if NULL, `wire.host` is the only one */
    const char *const *servers;
    /* `network` is the admin's name for it; tables remember "irc:" and that name */
    struct wire_config wire;
    const struct irc_channel *channels;
    int channel_count;
    const char *const *admins; /* nick!user@host, with * and ? */
    int admin_count;
    const char *const *bridges; /* nicks of bots that repeat what people elsewhere say */
    int bridge_count;
    const char *prefix; /* what a command may begin with in private */
    bool is_coloured;
    bool operators_count; /* a channel's operators may command its table */
    enum irc_invites invites;
    /* without better proof, the same nick!user@host after a netsplit is the same person */
    bool trusts_hosts;
    const char *flood; /* a preset's name, or "auto": by the server's software */
};

/* Adds the network to the host; connects when it is started. Never NULL: failures are logged and
   tried again. */
struct adapter *irc_new(const struct irc_setup *setup, struct loop *loop, struct host *host,
                        struct commands *commands);

/* Applies another configuration of the same network: joins and leaves channels, and connects
   anew if it asks for another connection. Its strings take the place of the old ones;
   `setup->wire.network` must be the same. */
void irc_change(struct adapter *adapter, const struct irc_setup *setup);

extern const struct network_kind irc_kind;

/* When to connect again, after a connection was lost or never came up. */
enum backoff_why {
    BACKOFF_LOST,
    BACKOFF_THROTTLED, /* the server said: too fast */
    BACKOFF_BANNED,
    /* it refuses our password or account: trying again soon would look like an attack */
    BACKOFF_UNWELCOME,
    BACKOFF_KILLED
};

enum { BACKOFF_NEVER = -1, BACKOFF_KILLS = 3, BACKOFF_STABLE_MS = 10 * 60 * 1000 };

struct backoff {
    int failures, bans;
    RING(BACKOFF_KILLS) kills;
};

/* What the reason of a closed connection means ("Closing Link: ... (K-lined)"). */
enum backoff_why irc_backoff_read(const char *reason);

/* Milliseconds to wait; BACKOFF_NEVER after three kills within an hour, because somebody does
   not want us. `lasted_ms` is how long the connection was ready, 0 if it never was; `dice` is
   any random number. */
int64_t irc_backoff_next(struct backoff *backoff, enum backoff_why why, int64_t lasted_ms,
                         int64_t now, uint32_t dice);

typedef void irc_event_fn(struct irc *irc, const struct wire_event *event);

#endif
