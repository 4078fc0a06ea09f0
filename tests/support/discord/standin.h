/* A stand-in for Discord, for tests: REST and gateway v10 on loopback, out of the test's own
   loop, so that under a virtual clock hours pass in a second and "nothing was sent before
   Reset-After" is exact. It is written against what Discord does, not against our client: it
   checks what it is sent as Discord would, enforces the limits, keeps a log of everything, and
   breaks on order. Whatever a well-behaved bot must not do is a *violation*; tests assert that
   no violation happened.

   A test makes a world (guilds, channels, users), lets the bot connect, acts as people, gives
   orders, and asks the log. Ids are Discord's: 64 bits, never 0. Times are milliseconds of the
   loop's clock. Pointers that are returned live until the stand-in is freed unless it says
   otherwise; strings are copied. Wrong arguments abort: they are a slip in the test. Inside:
   standin_inside.h is the table of contents. */
#ifndef STANDIN_H
#define STANDIN_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct loop;
struct standin;

enum {
    STANDIN_TEXT = 0, /* kinds of channels, as Discord counts them */
    STANDIN_DM = 1,
    STANDIN_GROUP = 3, /* a message of people among themselves: the bot is never there */
    STANDIN_PUBLIC_THREAD = 11,
    STANDIN_PRIVATE_THREAD = 12,

    STANDIN_EVERY = -1,  /* every shard; every time */
    STANDIN_EVERYONE = 0 /* as a viewer: somebody who sees the public side only. As a pinged user:
                            @everyone, @here and roles */
};

/* What a bot may be allowed to do in a channel. */
#define STANDIN_MANAGE_CHANNELS    (UINT64_C(1) << 4)
#define STANDIN_MANAGE_GUILD       (UINT64_C(1) << 5)
#define STANDIN_VIEW               (UINT64_C(1) << 10)
#define STANDIN_SEND               (UINT64_C(1) << 11)
#define STANDIN_MANAGE_MESSAGES    (UINT64_C(1) << 13)
#define STANDIN_EMBED              (UINT64_C(1) << 14)
#define STANDIN_ATTACH             (UINT64_C(1) << 15)
#define STANDIN_HISTORY            (UINT64_C(1) << 16)
#define STANDIN_MANAGE_THREADS     (UINT64_C(1) << 34)
#define STANDIN_PUBLIC_THREADS     (UINT64_C(1) << 35)
#define STANDIN_PRIVATE_THREADS    (UINT64_C(1) << 36)
#define STANDIN_SEND_IN_THREADS    (UINT64_C(1) << 38)
#define STANDIN_RECOMMENDED_RIGHTS UINT64_C(377957239808)

/* --- opening --- */

/* All zero is a good start. */
struct standin_options {
    const char *token;      /* NULL: STANDIN_TOKEN */
    int shards;             /* what /gateway/bot advises; 0: 1 */
    int least_shards;       /* fewer in an Identify are closed with 4011; 0: 1 */
    int max_concurrency;    /* 0: 1 */
    int identifies;         /* left of 1000 today; 0: all; -1: none */
    int64_t reset_after;    /* ms until they are 1000 again; 0: 24 h */
    int64_t session_life;   /* ms a session waits for its Resume; 0: 5 minutes */
    int heartbeat_interval; /* ms; 0: 41250 */
    /* the privileged intent is off in the portal: asking for it is closed with 4014 */
    bool has_no_message_content;
    /* interactions_endpoint_url: no interaction comes by the gateway then */
    const char *endpoint_url;
    int dm_openings;        /* new DM channels in 10 minutes before 40003; 0: 20 */
    bool url_ends_in_slash; /* both happen */
    bool counts_from_zero;  /* READY has s 0, as some servers have it */
    const char *cert, *key; /* PEM files: https and wss */

    /* As other servers of the same language have it. */
    bool sends_plain;          /* compresses nothing, also if it is asked to */
    bool sends_content_anyway; /* whatever the flags and the intents say */
    bool hides_channel_types;  /* no channel_type in messages */
    bool has_no_autocomplete;  /* commands with it are refused: 50035 */
    bool forgets_nonces;       /* enforce_nonce is nothing to it */
    bool has_no_codes;         /* errors say the status again where Discord has a code */
    size_t file_size;          /* bytes; a larger file is refused: 413. 0: 10 MiB */
};

#define STANDIN_TOKEN "MTIzNDU2.stand-in.c2VjcmV0LXRva2Vu"

/* NULL: all zero */
struct standin *standin_new(struct loop *loop, const struct standin_options *options);
/* Before the loop is freed; open connections are dropped. NULL is fine. */
void standin_free(struct standin *standin);

/* "http://127.0.0.1:PORT/api/v10" */
const char *standin_rest_url(const struct standin *standin);
/* "ws://127.0.0.1:PORT": what /gateway says */
const char *standin_gateway_url(const struct standin *standin);
const char *standin_resume_url(const struct standin *standin); /* another port: what READY says */
uint64_t standin_application(const struct standin *standin);
uint64_t standin_bot_user(const struct standin *standin); /* another id than the application's */

/* --- the world --- */

/* The bot is in every guild and may do STANDIN_RECOMMENDED_RIGHTS. Connected sessions hear of
   what is new. */
uint64_t standin_guild(struct standin *standin, const char *name);
/* A guild that belongs to this shard of so many. */
uint64_t standin_guild_on(struct standin *standin, const char *name, int shard, int shards);
uint64_t standin_channel(struct standin *standin, uint64_t guild, const char *name);
/* A person, member of every guild there is or will be. `shown` (global_name) may be NULL. */
uint64_t standin_user(struct standin *standin, const char *username, const char *shown);
/* in every guild; NULL: none */
void standin_set_nick(struct standin *standin, uint64_t user, const char *nick);
void standin_set_locale(struct standin *standin, uint64_t user, const char *locale);
/* What a person may do in every guild besides what roles allow; 0 at first. */
void standin_set_member_rights(struct standin *standin, uint64_t user, uint64_t rights);

/* Another role of the guild, with these permissions; and a person who has it. */
uint64_t standin_role(struct standin *standin, uint64_t guild, const char *name, uint64_t rights);
/* One that Discord makes for a bot when it is invited. */
uint64_t standin_role_of(struct standin *standin, uint64_t guild, const char *name, uint64_t rights,
                         uint64_t bot);
void standin_give_role(struct standin *standin, uint64_t user, uint64_t role);
void standin_take_role(struct standin *standin, uint64_t user, uint64_t role);
/* What a role may do from now on (GUILD_ROLE_UPDATE); `role` may be the guild's id: that of
   everybody. */
void standin_set_role(struct standin *standin, uint64_t guild, uint64_t role, uint64_t rights);
void standin_delete_role(struct standin *standin, uint64_t guild, uint64_t role);

/* Whose the guild is; nobody's at first. GUILD_UPDATE tells of it. */
void standin_set_owner(struct standin *standin, uint64_t guild, uint64_t user);

/* Where the guild welcomes people; 0, as at first: nowhere. */
void standin_set_system_channel(struct standin *standin, uint64_t guild, uint64_t channel);

/* The bot's rights in a channel (threads go by their parent's); a CHANNEL_UPDATE tells of it. */
void standin_set_rights(struct standin *standin, uint64_t channel, uint64_t rights);
/* What a channel gives and takes from a role or a person, beyond their rights in the guild; a
   CHANNEL_UPDATE tells of it. */
void standin_overwrite(struct standin *standin, uint64_t channel, uint64_t whose, uint64_t allow,
                       uint64_t deny);
/* A person's right to see a channel; everybody may at first. */
void standin_hide_channel(struct standin *standin, uint64_t channel, uint64_t user);
/* threads too: THREAD_DELETE */
void standin_delete_channel(struct standin *standin, uint64_t channel);
void standin_archive_thread(struct standin *standin, uint64_t thread, bool is_locked);
/* An outage of the guild (GUILD_DELETE with unavailable) and its end (GUILD_CREATE). */
void standin_set_available(struct standin *standin, uint64_t guild, bool is_available);
void standin_kick(struct standin *standin, uint64_t guild);   /* the bot is removed */
void standin_invite(struct standin *standin, uint64_t guild); /* and comes back */
/* 50007 on sending to this person, and 50278 if there is no common guild either. */
void standin_refuse_dms(struct standin *standin, uint64_t user, bool refuses);
/* Moderators keep a person from writing and pressing in a guild for so long; 0 ends it. Nobody
   tells a bot that does not ask. */
void standin_time_out(struct standin *standin, uint64_t guild, uint64_t user, int64_t ms);

/* Adds the application to the own account. What it registered for that can be used where the bot
   is not, too: in guilds without it, and in messages of people among themselves. There it can
   only answer interactions. */
void standin_install(struct standin *standin, uint64_t user);
uint64_t standin_group(struct standin *standin); /* such messages; everybody sees them */

/* --- people --- */

/* The DM channel of a person with the bot, opened by the person. */
uint64_t standin_dm(struct standin *standin, uint64_t user);
/* All return the id of the message. Texts may mention "<@ID>". */
uint64_t standin_say(struct standin *standin, uint64_t user, uint64_t channel, const char *text);
/* `pings`: the switch beside the text is on, as it is at first, and the author of that message
   is mentioned. */
uint64_t standin_reply(struct standin *standin, uint64_t user, uint64_t message, const char *text,
                       bool pings);
/* By another bot, by a webhook, by the system (type != 0): fields of `more` replace those of the
   message. `more` is taken. */
uint64_t standin_say_oddly(struct standin *standin, uint64_t user, uint64_t channel,
                           const char *text, json_t *more);
void standin_edit(struct standin *standin, uint64_t message, const char *text);
/* by its author or a moderator; also the bot's */
void standin_delete(struct standin *standin, uint64_t message);

/* At once, as a moderator's bot would: one MESSAGE_DELETE_BULK. All in one channel. */
void standin_delete_bulk(struct standin *standin, const uint64_t *messages, int count);

/* Interactions. All return the interaction's id, or 0 where a person could not have done it:
   nothing they see holds that enabled component, the command is not registered, that option does
   not exist. */
uint64_t standin_press(struct standin *standin, uint64_t user, uint64_t message,
                       const char *custom_id);
/* By what stands on it: the label, or the name of its emoji. */
uint64_t standin_press_label(struct standin *standin, uint64_t user, uint64_t message,
                             const char *label);
/* Values in one string, separated by newlines. */
uint64_t standin_select(struct standin *standin, uint64_t user, uint64_t message,
                        const char *custom_id, const char *values);
/* A press that no honest client makes. `message` may be any; values NULL: a button. */
uint64_t standin_forge(struct standin *standin, uint64_t user, uint64_t message,
                       const char *custom_id, const char *values);
/* "play game:heartcatchers players:3", "table close number:4": as registered; a value may be in
   double quotes. */
uint64_t standin_slash(struct standin *standin, uint64_t user, uint64_t channel,
                       const char *command);
/* From the menu of a person, by the command's name. */
uint64_t standin_choose(struct standin *standin, uint64_t user, uint64_t channel,
                        const char *command, uint64_t whom);
/* Whether a client would take what is typed there, "play game:kritters", of these commands as they
   are registered. */
bool standin_can_type(json_t *commands, const char *command);
/* The same, with the last option being typed. */
uint64_t standin_autocomplete(struct standin *standin, uint64_t user, uint64_t channel,
                              const char *command);
/* Sends the modal that answered `interaction`: "custom_id=value" lines. */
uint64_t standin_submit(struct standin *standin, uint64_t interaction, const char *fields);
/* Delivers an interaction's event again. */
void standin_repeat_interaction(struct standin *standin, uint64_t interaction);

/* What became of an interaction. */
struct standin_interaction {
    uint64_t id, user, channel, guild;
    int type;           /* 2 command, 3 component, 4 autocomplete, 5 modal */
    int64_t at;         /* when the person acted */
    int64_t answered;   /* first answer; -1: none */
    int answer;         /* its type (4 to 9); 0: none */
    uint64_t message;   /* what it was answered with, or the message that was edited; 0: none */
    uint64_t source;    /* the message pressed; 0: none */
    const json_t *data; /* of the answer: choices, modal; NULL: none */
    const char *token;  /* for forgers */
};
const struct standin_interaction *standin_interaction(const struct standin *standin, uint64_t id);

/* --- what people see --- */

struct standin_message {
    uint64_t id, channel, guild, author;
    uint64_t viewer;    /* ephemeral: who alone sees it; 0: all who see the channel */
    int64_t at, edited; /* edited: -1 never */
    bool is_deleted;
    int edits;
    const json_t *body; /* the message object as it is now */
};

/* NULL: there never was one. Deleted ones stay known. */
const struct standin_message *standin_message(const struct standin *standin, uint64_t message);
/* The last that this person sees in the channel (STANDIN_EVERYONE: public ones only); NULL:
   none. */
const struct standin_message *standin_last(const struct standin *standin, uint64_t channel,
                                           uint64_t viewer);
/* The last of those with a component, enabled or not, whose custom_id begins so; NULL: none. */
const struct standin_message *standin_last_with(const struct standin *standin, uint64_t channel,
                                                uint64_t viewer, const char *begin);
/* Whether standin_press_label() finds something on it. */
bool standin_has_label(const struct standin_message *message, const char *label);
/* All of them, oldest first; at most `room`. Returns how many there are. */
int standin_messages(const struct standin *standin, uint64_t channel, uint64_t viewer,
                     const struct standin_message **messages, int room);
const char *standin_content(const struct standin_message *message);
/* Everything readable of it in one string: content, embeds, text displays, labels. Free it. */
char *standin_text(const struct standin_message *message);
/* Threads and DMs of the world: the thread of a message or the newest of a channel; the DM
   channel or 0 if none is open. */
uint64_t standin_thread(const struct standin *standin, uint64_t channel);
uint64_t standin_dm_if_open(const struct standin *standin, uint64_t user);

/* The text of the file that was uploaded last; NULL: none. Files are checked: they are named, a
   picture is one and has words for who does not see it, and an edit that changes the text takes
   away a picture that it does not renew. */
const char *standin_last_file(const struct standin *standin);
/* Every byte of the bot's that this person's client ever received, one JSON text per line, in
   order: messages and their edits in the channels they see, their own ephemeral messages and
   DMs, choices and modals. STANDIN_EVERYONE: what anybody sees. With `since` only what came at
   or after that time. Free it. */
char *standin_received(const struct standin *standin, uint64_t viewer, int64_t since);
/* The same one by one: the next such text at or behind *at, which begins at 0; NULL if it has
   not come yet. */
const char *standin_next_received(const struct standin *standin, uint64_t viewer, int *at);
/* How often somebody was notified by a mention (STANDIN_EVERYONE: the whole channel or a role).
   Edits notify nobody. */
int standin_pings(const struct standin *standin, uint64_t user);
/* How often their telephone rang: for a mention or a direct message that was not sent silently. */
int standin_pushes(const struct standin *standin, uint64_t user);

/* Each thing that somebody's client receives, as JSON, at once; viewer 0: all who see the
   channel. It is not kept then: standin_received() knows nothing of it. For long simulations. */
typedef void standin_seen_fn(void *arg, uint64_t viewer, uint64_t channel, const char *text);
void standin_on_seen(struct standin *standin, standin_seen_fn *fn, void *arg);
/* Forgets the log, what could be replayed and the messages from before that time, but for the
   bot's last twenty in each channel. */
void standin_forget(struct standin *standin, int64_t before);

/* --- the log --- */

enum standin_kind {
    STANDIN_REQUEST,   /* REST, once it was read whole */
    STANDIN_ANSWER,    /* status, code, body */
    STANDIN_OPENED,    /* a gateway connection: path holds the query */
    STANDIN_CLOSED,    /* status is the code, 0 none; path "by the bot" or "by us" */
    STANDIN_HEARD,     /* a gateway payload from the bot */
    STANDIN_TOLD,      /* a gateway payload to the bot */
    STANDIN_VIOLATION, /* path is the sentence */
    STANDIN_NOTE       /* orders, pings, people */
};

struct standin_entry {
    enum standin_kind kind;
    int64_t at;
    /* of the request (an answer has its request's) or of the connection, from 1 */
    int number;
    int shard; /* of the connection, -1 not known */
    /* REST: "POST /channels/{}/messages"; gateway: name of the op, or type of the event */
    const char *route;
    const char *path; /* REST: without secrets; else text */
    uint64_t ids[3];  /* REST: what stood for {}, where they are ids */
    int status, code; /* answers, closes */
    int op;
    int64_t seq;        /* gateway: s; of a heartbeat its d; -1: null */
    const json_t *body; /* what was sent or received, without secrets; NULL: none */
};

int standin_entries(const struct standin *standin);
const struct standin_entry *standin_entry(const struct standin *standin, int index);
/* The first at or after `from` of that kind and route ("" or NULL: any; "POST *": fnmatch), or
   -1. */
int standin_find(const struct standin *standin, int from, enum standin_kind kind,
                 const char *route);
int standin_find_if(const struct standin *standin, int from,
                    bool (*fits)(void *arg, const struct standin_entry *entry), void *arg);
/* How many there are since standin_mark() (or the start). */
int standin_count(const struct standin *standin, enum standin_kind kind, const char *route);
void standin_mark(struct standin *standin);

int standin_violations(const struct standin *standin); /* since the start */
/* The sentences, one a line; "" if nothing was violated. Valid until the next call. */
const char *standin_violation_text(struct standin *standin);
void standin_forgive(struct standin *standin); /* forgets them: the test provoked them */
/* 401, 403 and 429 but for the shared ones, within the last 10 minutes. */
int standin_invalid_requests(const struct standin *standin);
int standin_identifies_left(const struct standin *standin);
/* What the bodies of all requests had. */
int64_t standin_bytes(const struct standin *standin);
int standin_commands_created(const struct standin *standin);
const json_t *standin_commands(const struct standin *standin); /* as registered */
/* The owner uploads an emoji of the application, as `tabletalk discord cards` does. Returns its
   id. */
uint64_t standin_emoji(struct standin *standin, const char *name);
void standin_delete_emoji(struct standin *standin); /* all of them */

/* Writes the log, or what is new of it: one line an entry. */
void standin_print(const struct standin *standin, FILE *out);
/* from now on, each entry at once; NULL: stop */
void standin_print_live(struct standin *standin, FILE *out);

#define standin_expect_clean(standin)                                                              \
    do {                                                                                           \
        if (standin_violations(standin))                                                           \
            fail_msg("violations:\n%s", standin_violation_text(standin));                          \
    } while (0)

/* --- orders to REST --- */

enum standin_fault_kind {
    STANDIN_FAULT_USER,         /* 429 of the bucket; `ms` is retry_after */
    STANDIN_FAULT_GLOBAL,       /* 429 of everything but token routes */
    STANDIN_FAULT_SHARED,       /* 429 that does not count as invalid */
    STANDIN_FAULT_HTML,         /* 429 as a page; `ms` Retry-After, 0: header absent */
    STANDIN_FAULT_STATUS,       /* `status` and `code`, without acting; status 0: 500 */
    STANDIN_FAULT_STATUS_AFTER, /* acts, then says so */
    STANDIN_FAULT_CLOSE,        /* closes the connection, without acting */
    STANDIN_FAULT_CLOSE_AFTER,  /* acts, then closes it without a byte */
    STANDIN_FAULT_TRUNCATED,    /* acts, and sends half of the JSON */
    STANDIN_FAULT_BROKEN_JSON,  /* acts, and sends something else than JSON with the right length */
    STANDIN_FAULT_SLOW,         /* acts at once, answers `ms` later */
    STANDIN_FAULT_SLOW_BEFORE   /* acts and answers `ms` later */
};

struct standin_fault {
    enum standin_fault_kind kind;
    const char *route; /* fnmatch on "POST /channels/{}/messages"; NULL: any */
    uint64_t id;       /* only where the first id is this; 0: any */
    bool only_files;   /* only where files come along */
    int skip, times;   /* times 0: once; STANDIN_EVERY */
    int64_t ms;
    int status, code;
};

/* several wait one after another */
void standin_fault(struct standin *standin, const struct standin_fault *fault);
void standin_heal(struct standin *standin); /* forgets all faults, REST and gateway */
/* Events and answers as other servers word them: null for absent fields, integers as strings;
   until standin_heal(). */
void standin_speak_oddly(struct standin *standin, bool nulls, bool strings);
/* every X-RateLimit-Bucket is another one from now on */
void standin_rename_buckets(struct standin *standin);
void standin_revoke_token(struct standin *standin); /* 401 everywhere, 4004 at the gateway */
void standin_restore_token(struct standin *standin);

/* --- orders to the gateway --- */

/* All connections end, and none is taken until it is back. */
void standin_away(struct standin *standin, bool is_away);
/* A shard's connection, or STANDIN_EVERY. Not connected: nothing happens. */
/* TCP, without a close frame */
void standin_drop(struct standin *standin, int shard);
/* 0: a close frame without code */
void standin_close(struct standin *standin, int shard, int code);
/* `data` is taken; NULL: null */
void standin_send_op(struct standin *standin, int shard, int op, json_t *data);
void standin_reconnect(struct standin *standin, int shard); /* op 7 */
/* op 9; false forgets the session */
void standin_invalidate(struct standin *standin, int shard, bool is_resumable);
void standin_ask_heartbeat(struct standin *standin, int shard); /* op 1 */
void standin_withhold_acks(struct standin *standin, bool withholds);
/* any event; taken */
void standin_dispatch(struct standin *standin, int shard, const char *type, json_t *data);
/* as one payload */
void standin_send_text(struct standin *standin, int shard, const char *bytes, size_t length);
/* bytes that no zlib stream holds; in plain: no UTF-8 */
void standin_send_corrupt(struct standin *standin, int shard);
/* an event nobody knows, as long as that */
void standin_send_huge(struct standin *standin, int shard, size_t bytes);

/* From now on, until standin_heal(). */
enum standin_hello {
    STANDIN_HELLO,
    STANDIN_RECONNECT_FIRST,
    STANDIN_RECONNECT_INSTEAD,
    STANDIN_SILENT
};
void standin_greet(struct standin *standin, enum standin_hello how, int times);
void standin_refuse_connections(struct standin *standin, bool of_base, bool of_resume, int times);
/* The next Identifies or Resumes are answered so; code 0: op 9 false. */
void standin_refuse_resumes(struct standin *standin, int times, int code);
void standin_refuse_identifies(struct standin *standin, int times, int code);
/* each event comes so often, with a new s each */
void standin_repeat_events(struct standin *standin, int copies);
/* so many are kept back and sent last first */
void standin_reorder_events(struct standin *standin, int batch);
void standin_repeat_replayed(struct standin *standin,
                             /* a Resume replays what was received, too: all it has */
                             bool repeats);
/* Each payload as so many web socket messages (zlib only) of so many fragments. */
void standin_cut_payloads(struct standin *standin, int messages, int fragments);

/* a live session that got READY or RESUMED */
bool standin_is_ready(const struct standin *standin, int shard);
int standin_connections(const struct standin *standin); /* open now */
int standin_opened(const struct standin *standin);      /* since the start */

#endif
