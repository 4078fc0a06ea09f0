/* The adapter for Discord: one application with its bot. Rooms are channels and threads, "<#ID>";
   people are user ids, which never change. Events come by the gateway (gateway.h), messages go out
   by REST (rest.h). */
#ifndef DISCORD_H
#define DISCORD_H

#include <stdbool.h>

struct adapter;
struct commands;
struct easel;
struct host;
struct keep;
struct loop;
struct network_kind;

enum discord_content { DISCORD_CONTENT_AUTO, DISCORD_CONTENT_NO };

struct discord_setup {
    struct loop *loop;
    struct host *host;
    struct commands *commands;
    struct keep *keep;
    const char *title;            /* the network is "discord:TITLE" */
    const char *token;            /* without "Bot " */
    const char *api;              /* "https://discord.com/api/v10" */
    const char *gateway;          /* NULL: the address that the API gives */
    const char *ca_file;          /* NULL: the system's */
    const char *prefix;           /* of text commands in channels */
    enum discord_content content; /* auto: messages are read if the application may */
    bool welcomes;                /* a guild that it was just added to */
    const char *const *admins;    /* user ids whose word counts everywhere */
    int admin_count;
    /* "<#50> irc:oftc #games": a bridge joins that room to the channel */
    const char *const *bridged;
    int bridged_count;
    /* of the pictures of cards; NULL: nowhere. Copied */
    const char *folder;
    /* draws pictures; it outlives the network. NULL: none are shown */
    struct easel *easel;
    int shard_count, first_shard, last_shard; /* 0, 0, -1: all shards, as many as Discord advises */
    bool was_silent;                          /* no other process has sent for this bot just now */
    /* of Discord, that may share an address; 0 for 1 */
    int networks;
    /* It rests until discord_change(). `why` is a sentence for the admin. */
    void (*failed)(void *arg, const char *why);
    void *arg;
};

/* Texts and lists are the caller's and last until discord_change(). Adds the network to the host.
 */
struct adapter *discord_new(const struct discord_setup *setup);

/* The configuration was read again: `setup` counts from now on, all but its folder. Connects anew
   if that is needed, and tries again if it rests. */
void discord_change(struct adapter *adapter, const struct discord_setup *setup);

/* discord_kind.c: for networks.c. */
extern const struct network_kind discord_kind;

#endif
