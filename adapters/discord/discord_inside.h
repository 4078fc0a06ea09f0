/* Inside the adapter for Discord. Only adapters/discord/ includes this.

   discord.c      starts, stops, passes gateway events on; the host's port
   people.c       who somebody is: names, whether they are reached in private, what they prefer
   openings.c     direct message channels that are opened, in turn
   guilds.c       guilds: owners and roles, so who may command there; outages
   places.c       which guild a room lies in; what happens to guilds and channels, and so to rooms
   absence.c      guilds that we were removed from: their tables wait for us to be invited again
   door.c         messages in order, each once, and not before it can be judged
   missed.c       what was said while we were not told
   hear.c         messages -> what the host hears
   threads.c      tables that are opened in a thread of their own
   tidy.c         gives back what is not used any more
   speak.c        posts -> the message of a table, edited while it is the last one, else said anew; with board.h, board.c, say.c
   public_replies.c       answers that hold no secret -> replies where they were asked
   elsewhere.c    what is said of a table whose room takes nothing from us
   whispers.c     whispers -> private panel or direct message
   interact.c     slash commands, buttons and menus: what the host hears of them; interact.h is what the next ones share
   reply.c        the answer to one of them: collected, then given once and in time
   shown.c        private panels that are open, kept fresh
   panel.c        what is pressed: buttons of a table, hand and moves of a seat, and their custom ids
   slash.c        the commands as Discord registers them, made from the rows of commands.def
   choices.c      what is offered while an option is typed
   json_fields.c  fields of what Discord sends
   bodies.c       what every message of ours carries
   markdown.c     prose -> Discord's text
   setup.c        tells the owner what is missing (tabletalk discord setup); not part of the running bot
   rest.h, gateway.h  the way out and the way in */
#ifndef DISCORD_INSIDE_H
#define DISCORD_INSIDE_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "adapter.h"
#include "discord.h"
#include "host.h"
#include "loop.h"
#include "shelf.h"

struct door;
struct gateway;
struct guilds;
struct interactions;
struct missed;
struct openings;
struct people;
struct places;
struct prose;
struct rest;
struct rest_answer;
struct room_text;
struct speaker;
struct text;
struct threads;

enum {
    DISCORD_ID = 24,          /* bytes of a snowflake with its NUL */
    DISCORD_NONCE = 26,       /* bytes of a nonce with its NUL */
    DISCORD_CONTENT = 2000,   /* code points of a message */
    DISCORD_TEXT = 12 * 1024, /* bytes of a text under way */
    DISCORD_DIGEST = 17       /* of a text, in hex, with its NUL */
};

struct discord {
    struct adapter adapter; /* first */
    struct discord_setup setup;
    struct loop *loop;
    struct host *host;
    char network[HOST_NETWORK];                     /* "discord:club": what the host and our kept keys call it */
    char user[DISCORD_ID], application[DISCORD_ID]; /* ours; "" before they are known */
    bool reads_content;                             /* the text of messages in channels is asked for */
    bool hears_prefix;                              /* and comes, or comes all the same */
    bool is_up;                                     /* READY has come */
    bool has_no_commands;                           /* they were refused: people type and press */
    bool was_asked;                                 /* for something, by somebody, which is not settled yet */
    bool is_stopping;
    bool is_telling_back; /* a room that comes back tells how it stands */
    const char *rests;    /* it cannot go on before the admin has done something, for this reason; NULL: it goes on */
    char *token;          /* the current one */
    bool has_unheard;     /* something was pressed while we were stopping: the next process is told of it again */
    int64_t born;         /* when we were made, ms since 1970 */
    unsigned nonces;      /* given out since then */
    struct rest *rest;
    struct gateway *gateway;
    struct people *people;
    struct openings *openings;
    struct guilds *guilds;
    struct places *places;
    struct door *door;
    struct missed *missed;
    struct speaker *speaker;
    struct interactions *interactions;
    struct threads *threads;
    struct loop_timer farewell, settle, ask_again, tidy;
    unsigned tidied; /* how often */
    int64_t farewell_at, ask_again_ms;
    adapter_left_fn *left;
    void *left_arg;
};

int64_t discord_now(const struct discord *discord);
/* The room can be posted to: if it comes back, it tells how it stands. */
void discord_room_ready(struct discord *discord, const char *room);

/* ---- people.c ---- */

enum dm_state {
    DM_UNKNOWN,
    DM_WAITING, /* for its turn to be opened */
    DM_OPENING, /* or the first message there is under way */
    DM_OPEN,
    DM_REFUSED /* closed by the person: until a while has passed, and the person does something */
};

enum hands_by { HANDS_BY_DM, HANDS_BY_PANEL };

struct held;
struct letter;

struct person {
    struct shelf_item item; /* first */
    int pins;               /* of those who keep a pointer beyond a turn of the loop */
    char id[DISCORD_ID];
    char name[HOST_NAME]; /* as last seen */
    enum dm_state dm;
    bool has_waited; /* DM_WAITING, DM_OPENING: no game waits for it any more */
    char dm_channel[DISCORD_ID];
    char asked_in[HOST_ROOM]; /* the room of what they were told last; "": none */
    char guild[DISCORD_ID];   /* where they were heard or dealt with last: it pays for what they are sent; "": none */
    enum hands_by hands;      /* what the person chose */
    bool
        can_use_panel; /* has pressed or commanded something since the bot runs: gets hands by the panel if not by DM */
    int refusals;      /* in a row */
    int64_t next_try;  /* DM_REFUSED: not before, ms since 1970 */
    int64_t hinted_at; /* when a room was last told where their private answers are; 0: never */
    int64_t wait_told_at;   /* when they last heard, unasked, that these come later; 0: never */
    struct letter *letters; /* whispers.c */
    struct held *held;      /* likewise */
};

struct people *people_new(struct discord *discord);
void people_free(struct people *people);
void people_tidy(struct people *people);
size_t people_count(const struct people *people);
/* The person with this id, created if new. Never NULL; lasts until people_tidy(), and longer while it is pinned. */
struct person *people_get(struct people *people, const char *id);
/* The same, if the person is known already; else NULL. */
struct person *people_find(const struct people *people, const char *id);
/* From a user object, and its member object or NULL: display name by nick, global name, user name, as one word. NULL if it
   is no user. */
struct person *people_meet(struct people *people, const json_t *user, const json_t *member);
/* Has the direct message channel opened when it has its turn, if it is not known; host_reach_known() follows. */
void people_open_dm(struct discord *discord, struct person *person);
enum host_reach people_reach(struct discord *discord, struct person *person);
void people_reach_known(struct discord *discord, const struct person *person);
/* A request about somebody, under way: by id, for the answer. */
struct waiting_person {
    struct discord *discord;
    char id[DISCORD_ID];
};
/* They wrote to us: the channel is open. */
void people_dm_is_open(struct discord *discord, struct person *person);
/* A direct message was refused (50007, 50278): the panel is left. */
void people_dm_refused(struct discord *discord, struct person *person);
/* They did something: what was refused may be tried again. */
void people_acted(struct discord *discord, struct person *person, bool with_interaction);
/* host_port.prefer: "dm" or "panel". */
void people_prefer(void *discord, const struct heard *heard, const char *words, struct prose *answer);
void people_choose_hands(struct discord *discord, struct person *person, enum hands_by hands);

/* ---- openings.c ---- */

struct openings *openings_new(struct discord *discord);
void openings_free(struct openings *openings);
/* Opens a direct message channel in its turn. `is_seated`: the person sits at a table, so a hand is to come. */
void openings_want(struct discord *discord, struct person *person, bool is_seated);

/* ---- guilds.c ---- */

#define RIGHT_ADMINISTRATOR  (UINT64_C(1) << 3)
#define RIGHT_MANAGE_GUILD   (UINT64_C(1) << 5)
#define RIGHT_VIEW           (UINT64_C(1) << 10)
#define RIGHT_PUBLIC_THREADS (UINT64_C(1) << 35)
#define RIGHT_IN_THREADS     (UINT64_C(1) << 38)

struct guilds *guilds_new(void);
void guilds_free(struct guilds *guilds);
void guilds_tidy(struct discord *discord);
/* A guild object, whole: it is there, and so are its owner and its roles. */
void guilds_note(struct discord *discord, const json_t *data);
/* GUILD_UPDATE; GUILD_ROLE_CREATE, _UPDATE, _DELETE. */
void guilds_on_update(struct discord *discord, const json_t *data);
void guilds_on_role(struct discord *discord, const json_t *data);
void guilds_set_out(struct discord *discord, const char *id);
bool guilds_is_out(const struct discord *discord, const char *id);
/* We are not in it any more. */
void guilds_forget(struct discord *discord, const char *id);
/* Whether it is known who may command there; if not it is asked, and door_guild_known() follows, in bounded time. */
bool guilds_knows(struct discord *discord, const char *id);
/* RANK_OPERATOR, RANK_ADMIN: of a member object (with "permissions" in interactions, with roles in messages). `id` NULL: in
   private. */
unsigned guilds_rank(struct discord *discord, const char *id, const char *user, const json_t *member);
/* What a member may do in a channel, by roles and the overwrites of the channel object; 0: the guild is not known. */
uint64_t guilds_rights(const struct discord *discord, const char *id, const char *user, const json_t *member,
                       const json_t *channel);

/* ---- places.c ---- */

/* "<#50>" and back; false if it is none. A direct message channel is no room. */
void room_of_channel(const char *channel, char room[HOST_ROOM]);
bool channel_of_room(const char *room, char channel[DISCORD_ID]);
struct places *places_new(struct discord *discord);
void places_free(struct places *places);
bool places_wants(const char *type);
bool places_event(struct discord *discord, const char *type, const json_t *data); /* false: not about places */
void places_tidy(struct discord *discord);
/* The guild of a room, where it is known; else NULL. Lasts until places_tidy(). */
const char *places_guild(struct discord *discord, const char *room);
/* The same of a channel; "": not known. */
const char *places_guild_of(struct discord *discord, const char *channel);
/* Remembers which guild a room belongs to. */
void places_note(struct discord *discord, const char *room, const char *guild);
/* The same beyond a restart: there is a table. */
void places_keep(struct discord *discord, const char *room);
size_t places_count(const struct discord *discord);
/* Whether something may be said there now: not in an outage, not after we were removed. */
bool places_is_open(struct discord *discord, const char *room);

/* ---- absence.c ---- */

/* We were removed from the guild; its tables wait. */
void absence_begin(struct discord *discord, const char *guild);
/* We are there again: each table says so. */
void absence_end(struct discord *discord, const char *guild);
bool absence_is(const struct discord *discord, const char *guild);
/* Stops the tables of the guild with this id and leaves it; `answer` says so. False: it says why not. */
bool absence_leave(struct discord *discord, const char *words, struct text *answer);
/* READY says which guilds there are: from the others we were removed. */
void absence_on_ready(struct discord *discord, const json_t *data);
/* Stops the tables that have waited long enough. */
void absence_tidy(struct discord *discord);

/* ---- door.c ---- */

struct door *door_new(void);
void door_free(struct door *door);
void door_tidy(struct discord *discord);
size_t door_count(const struct discord *discord);
/* What has come by the gateway. */
void door_message(struct discord *discord, const json_t *message);
/* Nothing is heard in this channel until door_release(). Returns the id of the last message that was; 0: not known. */
uint64_t door_hold(struct discord *discord, const char *channel);
/* A message of that time, in any order, as REST tells it; `guild` "": a direct message. */
void door_bring(struct discord *discord, const char *channel, const char *guild, const json_t *message);
/* Everything up to the message `complete` was brought; 0: nothing. */
void door_release(struct discord *discord, const char *channel, uint64_t complete);
/* guilds_knows() would say something else now. */
void door_guild_known(struct discord *discord);
/* What was heard so far is safe: it is remembered that it was heard. */
void door_keep(struct discord *discord);
bool door_is_idle(const struct discord *discord); /* nothing waits there */
enum { DOOR_OF_PERSON = 50, DOOR_OF_GUILD = 1000 };
int door_waiting(const struct discord *discord); /* messages */

/* ---- missed.c ---- */

struct missed *missed_new(struct discord *discord);
void missed_free(struct missed *missed);
/* Messages there were not told of: they are asked for. Replaces nothing that is under way; `guild` "": a private channel. */
void missed_in(struct discord *discord, const char *channel, const char *guild);
/* The same of all private channels of people who sit somewhere. */
void missed_in_private(struct discord *discord);
/* Somebody waits for it. */
void missed_hurry(struct discord *discord, const char *channel);
/* No message with a lower id is asked for: it would be too old. */
uint64_t missed_since(const struct discord *discord);

/* ---- hear.c ---- */

bool hear_wants(const struct discord *discord, const char *type, const char *data, size_t length);
/* Not of a program, the system or ourselves. */
bool hear_is_of_person(const struct discord *discord, const json_t *message);
/* In private, or said to us. */
bool hear_is_meant(const struct discord *discord, const json_t *message);
void hear_message(struct discord *discord, const json_t *message);
/* Something heard that came otherwise (a slash command): room NULL for private. `press` as in struct heard, or NULL. */
void hear_text(struct discord *discord, struct person *person, const char *room, unsigned rank, const char *text,
               const char *id, const struct press *press);

/* ---- threads.c ---- */

struct threads *threads_new(void);
void threads_free(struct threads *threads);
/* host_port.open_apart: a table wants a thread of its own. */
bool threads_open(void *discord, const struct heard *heard, const struct host_apart *table, struct prose *why);

/* ---- tidy.c ---- */

/* Where nobody holds anything of people, places, boards or lanes. Cheap. */
void tidy_soon(struct discord *discord);
/* What was kept of what is over. */
void tidy_kept(struct discord *discord);
void tidy_on_time(void *discord);

/* ---- speak.c ---- */

struct speaker *speaker_new(struct discord *discord);
void speaker_free(struct speaker *speaker);
void speak_tidy(struct discord *discord);
size_t speak_count(const struct discord *discord);
/* Something may still follow there. */
bool speak_is_busy(const struct discord *discord, const char *room);
void speak_post(void *discord, const struct post *post);
/* Somebody said something there: the table's message is not the last one any more. */
void speak_pushed_up(struct discord *discord, const char *channel);
void speak_pushed_up_room(struct discord *discord, const char *room);
/* Our own message has come back to us by the gateway, with the nonce it was created with. */
void speak_echo(struct discord *discord, const char *channel, const char *message, const char *nonce);
/* Messages that were deleted; a table's own is said anew. */
void speak_deleted(struct discord *discord, const char *channel, const char *message);
/* The channel is gone for good: its table is closed. */
void speak_channel_gone(struct discord *discord, const char *channel);
/* We were removed from the guild of that room. */
void speak_removed(struct discord *discord, const char *room);
/* Rights have changed, or we were invited again: a lost room may be tried, but not too often. */
void speak_may_try(struct discord *discord, const char *room);
void speak_may_try_in(struct discord *discord, const char *guild);
/* The state of the room's table once more. */
void speak_again(struct discord *discord, const char *room);
/* A new session: events were lost. Each live table's message is looked after, one after the other. */
void speak_refresh(struct discord *discord);
/* The rooms can be written to again. */
void speak_resume(struct discord *discord);
bool speak_is_idle(const struct discord *discord); /* all is said */

/* ---- whispers.c ---- */

/* Everything this file knows of the person; what waits for the channel to be opened. */
void whispers_forget(struct person *person);
void whispers_drop_held(struct person *person);
void whisper_to(void *discord, const struct whisper *whisper);
/* A message that could not be given in another way, by direct message, as soon as that is open. Takes `body`. */
void whispers_send(struct discord *discord, struct person *person, json_t *body);
/* What waited for the direct message channel goes out; or the panel is offered. */
void whispers_reachable(struct discord *discord, struct person *person);
/* What they are told in private may come later: they hear how to read it at once. */
void whispers_wait(struct discord *discord, struct person *person);
void whispers_refused(struct discord *discord, struct person *person);
/* They wrote to us in private, so that is open. */
void whispers_said(struct discord *discord, struct person *person, const char *channel);
/* Whether a message is the latest with that table's hand, as far as is known. */
bool whispers_is_latest(struct discord *discord, struct person *person, int64_t table, const char *message);

/* ---- public_replies.c ---- */

/* An answer that others may see, as a reply where it was asked; false: that cannot be. */
bool public_replies_take(struct discord *discord, struct person *person, const struct whisper *whisper);

/* ---- elsewhere.c ---- */

/* Nothing can be said in a room any more: who sits there hears why. `code` is Discord's. */
void elsewhere_begin(struct discord *discord, const char *room, int code);
/* What was to be said there, to those whom it concerns. */
void elsewhere_post(struct discord *discord, const struct post *post);
/* The same of something that was not said there any more, to all who sit at the table. */
void elsewhere_say(struct discord *discord, const char *room, struct room_text *text);
/* The room is gone for good: its table is closed, and who sits there hears it. */
void elsewhere_close(struct discord *discord, const char *room);

/* ---- interact.c ---- */

struct interactions *interactions_new(struct discord *discord);
void interactions_free(struct interactions *interactions);
void interact_event(struct discord *discord, const json_t *interaction);
/* A whisper that belongs to the answer of something this person just pressed or commanded: true if it is shown there. */
bool interact_takes(struct discord *discord, const struct whisper *whisper);
/* Shows the hand in a panel of the person's that is still open (its token lives); false if there is none. */
bool interact_refresh_panel(struct discord *discord, const struct person *person, const struct table_room *room);
/* What the person may do where they used the interaction with this id, as Discord said with it; false: it is none. */
bool interact_rights(const struct discord *discord, const char *id, uint64_t *rights);
/* host_port.dealt_with: the answer is complete. */
void interact_dealt_with(void *discord, const char *id);

/* Panels whose token is dead are forgotten. */
void shown_tidy(struct discord *discord);

/* ---- panel.c ---- */

/* The rows of buttons under a table's message: Join, Start, Add robot, ... or My hand, Rules. New reference. */
json_t *panel_table_buttons(const struct table_room *room);
/* Hand, offer and what can be pressed, as the body of a message (content, components, allowed_mentions); NULL if the person has
   no seat in play. New reference. `verb` and `page` choose what is unfolded: NULL and 0 at first. */
json_t *panel_hand(struct discord *discord, const struct table_room *room, const struct person *person,
                   const char *lead, const char *verb, int page);

/* ---- slash.c ---- */

/* The commands as Discord wants them, an array. New reference. */
json_t *slash_commands(void);
/* Registers them, if they are not those of the last time. */
void slash_register(struct discord *discord);

/* ---- discord.c ---- */

extern const char discord_user_agent[]; /* as Discord wants bots to introduce themselves */
/* Whether an application may have the text of messages in channels. */
bool discord_may_read(const json_t *application);

/* A message in a channel came with its text, though nothing said that they would: commands with a prefix work here. */
void discord_reads_after_all(struct discord *discord);

/* A refusal for the log, with Discord's code. */
void discord_log_refusal(const char *what, const char *where, const struct rest_answer *answer);

/* ---- bodies.c ---- */

/* The body of a message: content, no previews of links, and allowed_mentions that ping nobody but `users`. New reference. */
json_t *discord_body(const char *content, const char *const *users, int count);
/* The same for a create-message, which may be repeated: with a nonce of its own. */
json_t *discord_message(struct discord *discord, const char *content, const char *const *users, int count);
void discord_add_nonce(struct discord *discord, json_t *body);
void discord_new_nonce(struct discord *discord, char nonce[DISCORD_NONCE]);
/* The nonce of what is said in a channel after something else that is known to be there (an id; "": nothing): the same in the
   next process, so that what a kill makes us say again is there once. */
void discord_nonce_of(const char *channel, const char *after, const char *content, char nonce[DISCORD_NONCE]);
void discord_put_nonce(json_t *body, const char *nonce);
/* What a message says, to be kept beside its id: so that the next process does not say it again. */
void discord_digest(const char *content, char digest[DISCORD_DIGEST]);

#endif
