/* The inside of the stand-in, file by file:
     standin.c             opening and closing, ids, lists; standin_ports.c: its ports
     standin_log.c         the log, violations
     standin_world.c       guilds, channels, users; standin_happens.c: what happens to them
     standin_message.c     messages: made, changed, told, seen
     standin_check.c       50035: what Discord refuses in a body
     standin_http.c        bytes of REST (libwebsockets); standin_body.c: what is in them
     standin_rest.c        the table of routes, the way of a request; standin_channels.c,
     standin_application.c,
                           standin_webhooks.c: what the routes do
     standin_limits.c      buckets, the global limit; standin_faults.c: answers that go wrong on
     order
     standin_socket.c      bytes of the gateway (libwebsockets, zlib); standin_gateway.c: op
     codes, sessions;
                           standin_events.c: dispatches; standin_orders.c: what goes wrong on
                           order
     standin_people.c      what people do; standin_slash.c: what they type after the slash
     standin_odd.c         the dialect of other servers
   Not for tests: they use standin.h. */
#ifndef STANDIN_INSIDE_H
#define STANDIN_INSIDE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "loop.h"
#include "standin.h"

struct lws;
struct lws_vhost;
struct conn;
struct request;

enum {
    INTENT_GUILDS = 1,
    INTENT_GUILD_MESSAGES = 512,
    INTENT_DIRECT_MESSAGES = 4096,
    INTENT_MESSAGE_CONTENT = 32768,

    FLAG_EPHEMERAL = 64,
    FLAG_LOADING = 128,
    FLAG_SILENT = 4096,
    FLAG_V2 = 32768,

    ROLES = 8,   /* of a guild, of a person */
    KEYS = 16,   /* of shards, where they are counted apart */
    ARGS = 3,    /* {} in a route, at most */
    FILES = 10,  /* uploads of a request */
    SENDS = 120, /* of the bot on one connection in SENDS_TIME */
    SENDS_TIME = 60000,
    GLOBAL_RATE = 50 /* requests in a second */
};

/* --- lists of pointers --- */

struct list {
    void **items;
    int count, room;
};
void list_add(struct list *list, void *item);
void list_remove(struct list *list, int index);
/* Frees the items, too, by `drop` (NULL: they belong to somebody else). */
void list_fini(struct list *list, void (*drop)(void *item));

/* --- the world --- */

struct role {
    uint64_t id, rights;
    char *name;
    uint64_t bot; /* it was made for; 0: none */
};

struct guild {
    uint64_t id, owner;
    struct role roles[ROLES]; /* besides @everyone */
    int role_count;
    uint64_t everybody; /* what @everyone may do */
    char *name;
    bool is_available, has_bot;
    int64_t joined_at;       /* of the wall clock */
    uint64_t system_channel; /* 0: none */
};

struct user {
    uint64_t id, rights;
    uint64_t roles[ROLES];
    int role_count;
    char *username, *shown, *nick, *locale;
    bool refuses_dms, has_installed;
    uint64_t timeout_guild;
    int64_t timeout_until; /* of the wall clock */
    int pings, pushes;
};

struct overwrite {
    uint64_t whose, allow, deny;
};

struct channel {
    struct overwrite overwrites[8];
    int overwrite_count;
    uint64_t id, guild, parent, recipient, rights;
    int type;
    char *name;
    bool is_deleted, is_archived, is_locked;
    uint64_t hidden_from[16];
    int hidden;
    uint64_t members[16]; /* of a private thread */
    int member_count;
    int standing; /* messages of the bot that standin_forget() keeps */
    /* the last time that a post was answered with what stands there already, by its nonce */
    int64_t known_at;
};

struct message {
    struct standin_message shown;
    json_t *body;       /* what `shown` shows */
    char nonce[32];     /* "": none */
    uint64_t made_by;   /* the interaction whose answer it is; 0: none */
    int64_t edits_from; /* the window of edits of old messages */
    int old_edits;
    bool stands; /* standin_forget() keeps it */
};

struct interaction {
    struct standin_interaction shown;
    char token[64];
    json_t *event; /* d of INTERACTION_CREATE */
    json_t *data;
    bool is_deferred;  /* type 5 that was not filled yet */
    int follow_ups;    /* of an application that only the person has installed */
    uint64_t original; /* what @original is */
};

/* What went to people's clients. */
struct seen {
    int64_t at;
    uint64_t viewer, channel; /* viewer 0: all who see the channel */
    uint64_t message;         /* its id; 0 if not a message */
    char *text;
};

/* --- REST --- */

struct upload {
    char name[32], filename[128], type[64];
    size_t length;
    bool is_png; /* it begins like one */
    uint64_t id; /* once it is an attachment */
};

struct answer {
    int status;
    int code;
    json_t *body;      /* owned; NULL: none */
    const char *page;  /* instead of JSON */
    char headers[768]; /* further lines */
    int64_t delay;
    bool is_closed, is_truncated, is_broken;
};

typedef void route_fn(struct standin *standin, struct request *request, struct answer *answer);

enum route_flag { ROUTE_OPEN = 1, ROUTE_TOKEN = 2 };

struct route {
    const char *name; /* "POST /channels/{}/messages" */
    route_fn *fn;
    int flags;
    const char *bucket; /* NULL: no limit of its own */
    int limit, window;  /* so many in so many ms */
};

struct request {
    struct standin *standin;
    struct lws *wsi;
    int number;
    char method[8];
    char *path, *query; /* path after /api/v10 */
    char authorization[160], agent[256], content_type[256];
    char *bytes;
    size_t length;
    const struct route *route;
    char args[ARGS][128];
    uint64_t ids[ARGS];
    json_t *json; /* the body, or payload_json; NULL: none */
    struct upload files[FILES];
    int file_count;
    bool is_slow; /* waits before it is served */
    struct loop_timer timer;
    struct answer answer;
    bool has_answer, is_sent;
};

struct bucket {
    char name[40];
    uint64_t top;   /* the id it counts for */
    char token[64]; /* or token */
    int64_t until;  /* end of the window */
    int used;
    int64_t blocked_until; /* by an injected 429 */
    bool is_shared;
};

struct fault {
    struct standin_fault order;
    char *route;
};

/* --- the gateway --- */

struct event {
    int64_t seq, at;
    char *type;
    json_t *data;
};

struct session {
    char id[40];
    int shard, shards;
    uint32_t intents;
    int64_t seq;
    struct list events; /* for the replay */
    struct conn *conn;  /* NULL: waits for its Resume */
    int64_t left;       /* when the connection went */
    bool is_dead;
};

struct wave { /* one web socket message (or a part of one) that waits */
    unsigned char *bytes;
    size_t length;
    int protocol; /* of lws_write */
};

struct conn {
    struct standin *standin;
    struct lws *wsi;
    int number;
    bool is_resume_port, compresses, is_closing;
    struct session *session;
    void *deflater; /* z_stream */
    struct list waves;
    int close_code; /* with is_closing: -1 drop, 0 without a code */
    char *heard;
    size_t heard_length;
    int64_t sends[SENDS]; /* ring of times */
    int send_count;
    int64_t presences[5];
    int presence_count;
    /* the last dispatch; the last one that had a second to arrive */
    int64_t told_at, told_seq, settled_seq;
    struct loop_timer watch;
    char query[96];
};

struct vhost_link { /* lws outlives us; this outlives both */
    struct standin *standin;
    int role;
};

struct standin {
    int64_t bytes;   /* of all bodies */
    char *last_file; /* the text of the latest upload; NULL: none */
    struct loop *loop;
    struct standin_options options;
    char *token, *endpoint_url, *cert, *key;
    bool is_revoked, is_away;
    struct lws_vhost *vhosts[3];
    struct vhost_link *links[3];
    char rest_url[64], gateway_url[64], resume_url[64];
    uint64_t application, bot, next_id;

    struct list guilds, users, channels, messages, interactions, seen;
    standin_seen_fn *on_seen; /* NULL: kept in `seen` */
    void *on_seen_arg;
    json_t *commands, *emojis;
    int commands_created;
    int64_t dm_openings[32];
    int dm_opening_count;
    int everyone_pings;

    struct list entries;
    int mark, violations;
    char *violation_text;
    FILE *live;

    struct list requests; /* under way */
    int request_count;
    struct list buckets, faults;
    int bucket_epoch;
    int64_t global[GLOBAL_RATE];
    int global_count;
    int64_t global_until, page_until;
    struct list invalid; /* times, as int64_t* */

    struct list conns, sessions;
    int conn_count, session_count;
    int identifies_left;
    int64_t identifies_reset;
    int64_t last_identify[KEYS]; /* by key */
    int64_t refused[KEYS];       /* by shard: the last op 9 false */
    bool withholds_acks, repeats_replayed, says_nulls, says_strings;
    enum standin_hello hello;
    int hello_times;
    int refuse_base, refuse_resume;
    int refuse_resumes, refuse_resumes_code, refuse_identifies, refuse_identifies_code;
    int copies, batch, cut_messages, cut_fragments;
    struct list kept_back;
};

/* standin.c */
uint64_t new_id(struct standin *standin);
int64_t id_time(uint64_t id); /* wall clock, ms */
void *make(size_t size);      /* zeroed; never NULL */
char *copy_of(const char *string);
json_t *json_id(uint64_t id);
uint64_t id_of(const json_t *object, const char *key); /* 0: none */
const char *string_of(const json_t *object, const char *key, const char *otherwise);
json_t *json_time(int64_t wall);
int64_t age_of(const struct standin *standin, uint64_t id); /* ms since it was made */

/* standin_ports.c */
void ports_open(struct standin *standin);    /* fills in the three URLs */
void ports_silence(struct standin *standin); /* calls nobody any more */
void ports_close(struct standin *standin);   /* when requests and connections are gone */

/* standin_log.c */
struct standin_entry *log_entry(struct standin *standin, enum standin_kind kind, int number,
                                const char *route, const char *path);
/* Call when the entry is complete: prints it if wanted. */
void log_done(struct standin *standin, const struct standin_entry *entry);
void log_note(struct standin *standin, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void log_violation(struct standin *standin, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void log_free(struct standin *standin);
void drop_entry(void *item);
/* A copy without the bot's token and those of interactions. */
json_t *without_secrets(const struct standin *standin, const json_t *value);

/* standin_world.c */
struct guild *find_guild(const struct standin *standin, uint64_t id);
bool has_common_guild(const struct standin *standin);
struct user *find_user(const struct standin *standin, uint64_t id);
struct channel *find_channel(const struct standin *standin, uint64_t id);
struct channel *dm_of(const struct standin *standin, uint64_t user);
struct channel *open_dm(struct standin *standin, uint64_t user);
struct channel *new_channel(struct standin *standin, uint64_t id, uint64_t guild, int type,
                            const char *name);
/* a thread's parent */
const struct channel *place_of(const struct standin *standin, const struct channel *channel);
bool is_thread(const struct channel *channel);
bool is_seen_by(const struct standin *standin, const struct channel *channel, uint64_t viewer);
uint64_t rights_in(const struct standin *standin, const struct channel *channel);
/* A member's rights there: what interactions carry. */
uint64_t rights_of(const struct standin *standin, const struct user *user,
                   const struct channel *channel);
json_t *user_object(const struct standin *standin, uint64_t id);
json_t *member_object(const struct standin *standin, const struct user *user, bool with_user);
json_t *role_object(const struct role *role);
json_t *channel_object(const struct standin *standin, const struct channel *channel);
json_t *guild_object(const struct standin *standin, const struct guild *guild);
json_t *application_object(const struct standin *standin);
void world_free(struct standin *standin);

/* standin_message.c */
struct message *find_message(const struct standin *standin, uint64_t id);
/* A message of the bot from a checked body. `made_by` may be NULL; viewer 0: public. Told and
   seen. */
struct message *post_as_bot(struct standin *standin, const struct channel *channel,
                            struct request *request, const json_t *body,
                            struct interaction *made_by, uint64_t viewer, int extra_flags);
struct message *post_as_person(struct standin *standin, const struct channel *channel,
                               uint64_t user, const char *text, uint64_t reply_to, bool pings,
                               json_t *more_taken);
void change_message(struct standin *standin, struct message *message, struct request *request,
                    const json_t *body);
void remove_message(struct standin *standin, struct message *message);
bool is_mentioned(const struct message *message, uint64_t user);
/* Its text is for the bot, whatever intents it has: direct messages, mentions, its own. */
bool is_about_bot(const struct standin *standin, const struct message *message);
/* What remains of any other, as an event or an answer, without the intent. */
void blank_content(json_t *data);
void show(struct standin *standin, uint64_t viewer, uint64_t channel, const json_t *what);
void messages_free(struct standin *standin);
void drop_message(void *item);
void drop_interaction(void *item);
void drop_seen(void *item);

/* standin_check.c: true if it is fine; else the answer is made. */
bool check_message(struct standin *standin, const struct request *request, const json_t *body,
                   const struct message *edited, struct answer *answer);
bool check_modal(struct standin *standin, const json_t *data, struct answer *answer);
bool check_commands(const json_t *commands, struct answer *answer);
void complain(json_t *errors, const char *path, const char *code, const char *message);
/* Takes `errors`: true if it is empty. */
bool judge(json_t *errors, struct answer *answer);
int code_points(const char *text);
/* The enabled component with that custom_id, in rows, sections and containers; NULL: none. */
const json_t *find_component(const json_t *components, const char *custom_id, const char *label);
/* Whether one is there, enabled or not, whose custom_id begins so. */
bool has_component(const json_t *components, const char *begin);

/* standin_http.c, standin_body.c */
int on_http(struct lws *wsi, int reason, struct request **slot, struct standin *standin, void *in,
            size_t length);
bool read_body(struct standin *standin, struct request *request, struct answer *answer);
void request_free(struct request *request);

/* standin_rest.c */
void serve(struct standin *standin, struct request *request, struct answer *answer);
void find_route(struct request *request);
void refuse(struct answer *answer, int status, int code, const char *message);
void give(struct answer *answer, int status, json_t *body_taken);
json_t *query_value(const struct request *request, const char *key); /* string or NULL; owned */

/* standin_channels.c, standin_application.c, standin_webhooks.c */
route_fn post_message, patch_message, get_message, get_messages, delete_message, post_typing,
    get_channel, patch_channel, delete_channel, post_thread, post_thread_from, put_thread_member,
    delete_thread_member;
route_fn get_gateway, get_gateway_bot, get_application, get_me, get_user, get_commands,
    put_commands, post_dm, get_emojis, post_emoji, get_guild, delete_my_guild, get_guild_member,
    patch_application, delete_emoji;
route_fn post_callback, post_follow_up, patch_follow_up, get_follow_up, delete_follow_up;

/* standin_limits.c: true if it may go on; else the answer is a 429. Headers are put into either. */
bool limit(struct standin *standin, const struct request *request, struct answer *answer);
bool limit_old_edit(struct standin *standin, struct message *message, struct answer *answer);
void count_invalid(struct standin *standin);
void block(struct standin *standin, const struct request *request, enum standin_fault_kind kind,
           int64_t ms, struct answer *answer);
void limits_free(struct standin *standin);

/* standin_faults.c: the next order for that request, used up; NULL: none. Valid until faults
   change. */
const struct standin_fault *next_fault(struct standin *standin, const struct request *request);
void faults_free(struct standin *standin);

/* standin_socket.c */
int on_socket(struct lws *wsi, int reason, struct conn **slot, struct standin *standin, int role,
              void *in, size_t length);
void conn_send(struct conn *conn, const char *text, size_t length);
void conn_send_raw(struct conn *conn, const void *bytes, size_t length);
void conn_close(struct conn *conn, int code); /* -1: drop */
void conn_free(struct conn *conn);

/* standin_gateway.c */
void event_free(void *item);
void gateway_greet(struct conn *conn);
void gateway_hear(struct conn *conn, const char *bytes, size_t length);
void gateway_left(struct conn *conn, int code, bool by_bot);
void send_op(struct conn *conn, int op, json_t *data_taken);
void connection_free(void *session);
struct session *find_session(const struct standin *standin, const char *id);

/* standin_events.c. `data` is borrowed. */
void tell_session(struct standin *standin, struct session *session, const char *type,
                  const json_t *data);
void send_event(struct conn *conn, const struct event *event);
/* To every session that guild (0: DMs) goes to, and that asked for one of the intents (0:
   whatever it asked for). */
void tell(struct standin *standin, uint64_t guild, uint32_t intents, const char *type,
          const json_t *data);
void tell_message(struct standin *standin, const char *type, const struct message *message);
void welcome(struct standin *standin, struct session *session);

/* standin_odd.c: a new reference to the value as it goes over the wire */
json_t *as_spoken(const struct standin *standin, const json_t *value);

/* standin_slash.c: `data` of a command interaction, NULL if it is not registered so. */
json_t *read_slash(const struct standin *standin, const char *command, bool is_typing);
/* The same for one in the menu of a person. */
json_t *read_menu(const struct standin *standin, const char *command, uint64_t whom);

#endif
