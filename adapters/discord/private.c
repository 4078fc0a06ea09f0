/* See private.h. First how channels are opened, then what goes through them. */
#include "private.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "check.h"
#include "controls.h"
#include "keep.h"
#include "log.h"
#include "markdown.h"
#include "people.h"
#include "place.h"
#include "places.h"
#include "posts.h"
#include "prose.h"
#include "rest.h"
#include "text.h"
#include "view.h"

/* Discord names no figure. Young bots are said to have been stopped after 20 channels within
   minutes: the whole application opens 16 at once and 26 in ten minutes, one guild 12 and 17. */
enum {
    OPENINGS = 16,          /* channels opened at once */
    OPENING_MS = 60 * 1000, /* then one in so long */
    RESERVE = 10,           /* of OPENINGS, kept for people at a table */
    SHARE = 4,              /* of a guild at once */
    /* the largest table has its first hands at once */
    SHARE_SEATED = 12,
    SHARE_MS = 120 * 1000, /* then one in so long */
    WAITING_OF_GUILD = 16, /* of a guild */
    WAITING_MOST = 256,    /* of all guilds */
    HURRY_MS = 10 * 1000,
    PATIENCE_MS = 1800 * 1000,
    PAUSE_MS = 600 * 1000,
    AGAIN_MS = 30 * 1000, /* after Discord did not answer */
    /* once the person does something */
    REFUSED_MS = 600 * 1000,
    REFUSED_MOST_MS = 24 * 3600 * 1000, /* each refusal makes it four times as long */
};

struct share {
    struct share *next;
    char guild[DISCORD_ID]; /* "": none that is known */
    int64_t full_at;        /* when its share is full again */
};

struct opening {
    struct opening *next;
    char person[DISCORD_ID], guild[DISCORD_ID];
    int64_t since;
    bool is_seated;
    bool is_under_way; /* Discord is asked */
};

struct dms {
    struct discord *discord;
    int64_t full_at;
    int64_t paused_until;
    struct share *shares;
    struct opening *waiting; /* and under way, oldest first */
    struct person *news;     /* oldest first */
    struct loop_timer timer;
};

static void serve(void *arg);

struct dms *private_queue_new(struct discord *discord)
{
    struct dms *dms = calloc(1, sizeof *dms);
    check(dms);
    dms->discord = discord;
    loop_timer_init(&dms->timer, discord->loop, serve, dms);
    return dms;
}

void private_queue_free(struct dms *dms)
{
    while (dms && dms->waiting) {
        struct opening *opening = dms->waiting;
        dms->waiting = opening->next;
        free(opening);
    }
    while (dms && dms->shares) {
        struct share *share = dms->shares;
        dms->shares = share->next;
        free(share);
    }
    if (dms)
        loop_timer_stop(&dms->timer);
    free(dms);
}

static void drop(struct opening **link)
{
    struct opening *opening = *link;
    *link = opening->next;
    free(opening);
}

static void drop_person(struct dms *dms, const struct person *person)
{
    for (struct opening **link = &dms->waiting; *link;)
        if (strcmp((*link)->person, person->id) == 0)
            drop(link);
        else
            link = &(*link)->next;
}

/* ---- what became of it ---- */

/* Newer news take the place of older ones, unless they say less: each person is in the list once.
 */
static void add_news(struct discord *discord, struct person *person, enum dm_news news)
{
    struct person **end = &discord->dms->news;
    bool is_final = news == DM_NEWS_OPEN || news == DM_NEWS_REFUSED,
         is_listed = person->news != DM_NEWS_ABSENT;
    if (is_final || news > person->news)
        person->news = news;
    if (is_listed)
        return;
    while (*end)
        end = &(*end)->next_with_news;
    *end = person;
    person->pins++;
    loop_timer_set(&discord->dm_news, 0);
}

struct person *private_take_news(struct dms *dms, enum dm_news *news)
{
    struct person *person = dms->news;
    *news = person ? person->news : DM_NEWS_ABSENT;
    if (!person)
        return NULL;
    dms->news = person->next_with_news;
    person->next_with_news = NULL;
    person->news = DM_NEWS_ABSENT;
    person->pins--;
    return person;
}

void private_refused(struct discord *discord, struct person *person)
{
    int64_t wait = REFUSED_MS;
    if (person->dm == DM_REFUSED)
        return;
    person->dm = DM_REFUSED;
    for (int i = 0; i < person->refusals && wait < REFUSED_MOST_MS; i++)
        wait *= 4;
    person->refusals += person->refusals < REFUSALS_MOST;
    person->next_try = loop_wall(discord->loop) + (wait < REFUSED_MOST_MS ? wait : REFUSED_MOST_MS);
    people_keep_dm(discord, person);
    log_event(LOG_INFO, "discord-dm-refused", "user", person->id, (char *)0);
    add_news(discord, person, DM_NEWS_REFUSED);
}

void private_opened(struct discord *discord, struct person *person)
{
    person->dm = DM_OPEN;
    person->refusals = 0;
    people_keep_dm(discord, person);
    add_news(discord, person, DM_NEWS_OPEN);
}

/* ---- opening one ---- */

static void greeted(struct place *place, const struct rest_answer *answer)
{
    struct person *person = place->person;
    drop_person(place->discord->dms, person);
    if (answer->outcome == REST_DONE)
        private_opened(place->discord, person);
    else if (answer->outcome == REST_REFUSED)
        private_refused(place->discord, person);
    else
        person->dm = DM_UNKNOWN;
}

static const struct place_kind greeting_kind = {.lane = REST_PERSON,
                                                .is_private = true,
                                                .is_brief = true,
                                                .route = "/channels/{}/messages",
                                                .done = greeted};

/* Only a message that arrives shows that somebody takes direct messages. */
static void greet(struct discord *discord, struct person *person)
{
    const struct markdown_style style = {.prefix = ""};
    char bytes[HOST_TEXT];
    struct text content = text_over(bytes, sizeof bytes);
    struct prose greeting;
    prose_open(&greeting, host_person_language(discord->host, discord->network, person->id));
    view_sentence(&greeting, discord_strings[DISCORD_STRING_HANDS_GREETING], (char *)0);
    markdown_put(&greeting, &style, &content);
    place_send(place_new(&greeting_kind, discord, person), markdown_body_new(bytes, NULL, 0),
               false);
}

static void opened(struct place *place, const struct rest_answer *answer)
{
    struct discord *discord = place->discord;
    struct person *person = place->person;
    const char *channel = field_text(answer->body, "id");
    if (answer->outcome == REST_DONE && channel && strlen(channel) < DISCORD_ID) {
        snprintf(person->dm_channel, sizeof person->dm_channel, "%s", channel);
        greet(discord, person);
        return;
    }
    drop_person(discord->dms, person);
    if (answer->outcome == REST_REFUSED && answer->code != CODE_TOO_MANY) {
        private_refused(discord, person);
        return;
    }
    discord_log_refusal("discord-dm-not-opened", person->id, answer);
    discord->dms->paused_until =
        loop_now(discord->loop) +
        (answer->code == CODE_TOO_MANY ? (int64_t)PAUSE_MS : (int64_t)AGAIN_MS);
    person->dm = DM_UNKNOWN;
    private_open(discord, person);
}

static const struct place_kind opening_kind = {.lane = REST_PERSON,
                                               .is_private = true,
                                               .is_brief = true,
                                               .route = "/users/@me/channels",
                                               .done = opened};

/* ---- turns ---- */

/* Of what Discord bears from a bot, others have the rest. */
static int opening_ms(const struct dms *dms)
{
    return OPENING_MS * dms->discord->part.of / dms->discord->part.shards;
}

static int part_of(const struct dms *dms, int most)
{
    return most * dms->discord->part.shards / dms->discord->part.of;
}

/* Of a bucket of `most`, which gets one back every `ms`, when it holds more than `kept`. */
static int64_t ready_at(int64_t full_at, int most, int kept, int ms)
{
    return full_at - (int64_t)(most - kept - 1) * ms;
}

static void take(int64_t *full_at, int ms, int64_t now)
{
    *full_at = (*full_at > now ? *full_at : now) + ms;
}

static struct share *find_share(const struct dms *dms, const char *guild)
{
    struct share *share = dms->shares;
    while (share && strcmp(share->guild, guild) != 0)
        share = share->next;
    return share;
}

static void forget_shares(struct dms *dms, int64_t now)
{
    for (struct share **link = &dms->shares; *link;) {
        struct share *share = *link;
        if (share->full_at > now) {
            link = &share->next;
            continue;
        }
        *link = share->next;
        free(share);
    }
}

static void use_share(struct dms *dms, const char *guild, int64_t now)
{
    struct share *share = find_share(dms, guild);
    if (!share) {
        share = calloc(1, sizeof *share);
        check(share);
        snprintf(share->guild, sizeof share->guild, "%s", guild);
        share->next = dms->shares;
        dms->shares = share;
    }
    take(&share->full_at, SHARE_MS, now);
    take(&dms->full_at, opening_ms(dms), now);
}

static int64_t turn_of(const struct dms *dms, const struct opening *opening)
{
    const struct share *share = find_share(dms, opening->guild);
    int most = part_of(dms, OPENINGS) > 0 ? part_of(dms, OPENINGS) : 1;
    int64_t at = ready_at(dms->full_at, most, opening->is_seated ? 0 : part_of(dms, RESERVE),
                          opening_ms(dms));
    int64_t of_guild =
        share ? ready_at(share->full_at, opening->is_seated ? SHARE_SEATED : SHARE, 0, SHARE_MS)
              : 0;
    at = of_guild > at ? of_guild : at;
    return dms->paused_until > at ? dms->paused_until : at;
}

static bool goes_before(const struct dms *dms, const struct opening *one,
                        const struct opening *other)
{
    const struct share *share = find_share(dms, one->guild),
                       *others = find_share(dms, other->guild);
    if (one->is_seated != other->is_seated)
        return one->is_seated;
    return (share ? share->full_at : 0) < (others ? others->full_at : 0);
}

static struct opening **next_of(struct dms *dms, int64_t now)
{
    struct opening **best = NULL;
    for (struct opening **link = &dms->waiting; *link; link = &(*link)->next)
        if (!(*link)->is_under_way && turn_of(dms, *link) <= now &&
            (!best || goes_before(dms, *link, *best)))
            best = link;
    return best;
}

static void open_next(struct dms *dms, struct opening **link, int64_t now)
{
    struct opening *opening = *link;
    struct person *person = people_get(dms->discord, opening->person);
    if (person->dm != DM_WAITING) {
        drop(link);
        return;
    }
    opening->is_under_way = true;
    opening->since = now;
    use_share(dms, opening->guild, now);
    person->dm = DM_OPENING;
    place_send(place_new(&opening_kind, dms->discord, person),
               json_pack("{s:s}", "recipient_id", person->id), false);
}

/* A request that is under way ends by itself. */
static void drop_impatient(struct dms *dms, int64_t now)
{
    for (struct opening **link = &dms->waiting; *link;) {
        struct opening *opening = *link;
        if (opening->is_under_way || now - opening->since < PATIENCE_MS) {
            link = &opening->next;
            continue;
        }
        struct person *person = people_get(dms->discord, opening->person);
        if (person->dm == DM_WAITING) {
            person->dm = DM_UNKNOWN;
            add_news(dms->discord, person, DM_NEWS_GIVEN_UP);
        }
        drop(link);
    }
}

static void look_at_waiting(struct dms *dms, int64_t now)
{
    for (const struct opening *opening = dms->waiting; opening; opening = opening->next) {
        struct person *person = people_get(dms->discord, opening->person);
        if (person->has_waited || (opening->is_under_way && now - opening->since < HURRY_MS))
            continue;
        person->has_waited = true;
        add_news(dms->discord, person, DM_NEWS_WAITS);
    }
}

static int64_t next_look(const struct dms *dms, int64_t now)
{
    int64_t next = INT64_MAX;
    for (const struct opening *opening = dms->waiting; opening; opening = opening->next) {
        int64_t turn = turn_of(dms, opening), late = opening->since + HURRY_MS,
                end = opening->since + PATIENCE_MS;
        int64_t at = opening->is_under_way ? (late > now ? late : INT64_MAX)
                     : turn < end          ? turn
                                           : end;
        next = at < next ? at : next;
    }
    return next;
}

static void serve(void *arg)
{
    struct dms *dms = arg;
    struct opening **link;
    int64_t now = loop_now(dms->discord->loop);
    drop_impatient(dms, now);
    while ((link = next_of(dms, now)))
        open_next(dms, link, now);
    look_at_waiting(dms, now);
    forget_shares(dms, now);
    int64_t next = next_look(dms, now);
    if (next != INT64_MAX)
        loop_timer_set(&dms->timer, next > now ? next - now : 1);
}

/* That of the person's table, otherwise of the room where they were heard. */
static void note_guild(struct discord *discord, struct person *person)
{
    struct host_board table;
    const char *of_table =
        people_table(discord, person, &table) ? places_guild(discord, table.room) : NULL;
    const char *of_room = *person->asked_in ? places_guild(discord, person->asked_in) : NULL;
    snprintf(person->guild, sizeof person->guild, "%s",
             of_table  ? of_table
             : of_room ? of_room
                       : "");
}

static void want(struct discord *discord, struct person *person, bool is_seated)
{
    struct dms *dms = discord->dms;
    struct opening **end = &dms->waiting;
    int of_guild = 0, all = 0;
    note_guild(discord, person);
    for (; *end; end = &(*end)->next, all++)
        of_guild += strcmp((*end)->guild, person->guild) == 0;
    if (of_guild >= WAITING_OF_GUILD || all >= WAITING_MOST)
        return;
    *end = calloc(1, sizeof **end);
    check(*end);
    snprintf((*end)->person, sizeof(*end)->person, "%s", person->id);
    snprintf((*end)->guild, sizeof(*end)->guild, "%s", person->guild);
    (*end)->since = loop_now(discord->loop);
    (*end)->is_seated = is_seated;
    person->dm = DM_WAITING;
    person->has_waited = false;
    loop_timer_set(&dms->timer, 0);
}

void private_open(struct discord *discord, struct person *person)
{
    if (person->dm == DM_UNKNOWN)
        want(discord, person, people_is_seated(discord, person));
}

/* No game waits where a direct message may arrive late, or never. */
enum host_reach private_reach(void *self, const char *key)
{
    struct discord *discord = self;
    struct person *person = people_get(discord, key);
    if (person->hands == HANDS_BY_DM)
        private_open(discord, person);
    bool is_finding_out = person->dm == DM_WAITING || person->dm == DM_OPENING;
    return is_finding_out && !people_gets_hands(person) ? HOST_REACH_ASKED : HOST_REACHED;
}

/* ---- hands ---- */

json_t *private_file_body(const struct whisper_file *file)
{
    json_t *files = json_pack("[{s:s, s:s}]", "name", file->name, "text", file->text);
    check(files);
    return files;
}

enum {
    HELD_MOST = 8,                /* messages that wait until a person's channel is open */
    SUPPRESS_NOTIFICATIONS = 4096 /* only a new message can be silent */
};

static const struct place_kind hand_kind, letter_kind;

static void forget_over(const struct discord *discord, struct person *person)
{
    struct host_board table;
    for (struct place **link = &person->shown_hands; *link;) {
        struct place *hand = *link;
        if (hand->ticket || hand->cancelled ||
            host_board_of(discord->host, identity(discord->network, person->id), hand->table,
                          &table)) {
            link = &hand->next;
            continue;
        }
        *link = hand->next;
        place_fini(hand);
        free(hand);
    }
}

static void put_row(const struct place *hand, struct text *row)
{
    text_putf(row, "%" PRId64 " %s %s", hand->table, hand->message, hand->digest);
}

static bool read_row(struct place *hand, const char *row)
{
    char message[DISCORD_ID], digest[DISCORD_DIGEST];
    int64_t table;
    if (sscanf(row, "%" SCNd64 " %23s %16s", &table, message, digest) != 3 || table != hand->table)
        return false;
    memcpy(hand->message, message, sizeof message);
    memcpy(hand->latest, message, sizeof message);
    memcpy(hand->digest, digest, sizeof digest);
    return true;
}

static struct place *hand_of(struct discord *discord, struct person *person, int64_t table)
{
    struct place *hand = person->shown_hands;
    while (hand && hand->table != table)
        hand = hand->next;
    if (hand)
        return hand;
    forget_over(discord, person);
    hand = place_new(&hand_kind, discord, person);
    hand->table = table;
    place_inherit(hand);
    hand->next = person->shown_hands;
    person->shown_hands = hand;
    return hand;
}

bool private_is_latest(struct discord *discord, struct person *person, int64_t table,
                       const char *message)
{
    const char *latest = hand_of(discord, person, table)->latest;
    return !*latest || !message || strcmp(latest, message) == 0;
}

/* A hand waits without its controls, which take ten times what its words do. A newer one of the
   same table replaces it. */
static void hold(struct person *person, json_t *body, int64_t table)
{
    struct held **end = &person->held;
    int count = 0;
    while (*end && (table == 0 || (*end)->table != table)) {
        end = &(*end)->next;
        count++;
    }
    if (*end) {
        json_decref((*end)->body);
        (*end)->body = body;
        return;
    }
    if (count >= HELD_MOST) {
        json_decref(body);
        return;
    }
    *end = calloc(1, sizeof **end);
    check(*end);
    (*end)->body = body;
    (*end)->table = table;
}

/* People who pressed last read their cards above the buttons; who typed last, all that can be
   typed. */
static json_t *hand_body(struct discord *discord, const struct person *person, int64_t table,
                         struct controls_shown *shown)
{
    return controls_panel(discord, table, person,
                          &(struct controls_view){.is_whole = !person->presses}, shown);
}

/* The hand as it is now. An edit rings nobody, so a person whom the table waits for gets a new
   message. */
static void send_fresh(struct place *hand, bool is_due)
{
    struct controls_shown shown;
    json_t *body = hand_body(hand->discord, hand->person, hand->table, &shown);
    if (body)
        place_show_hand(hand, body, is_due, shown.holds);
}

static void done(struct place *place, const struct rest_answer *answer)
{
    struct discord *discord = place->discord;
    struct person *person = place->person;
    const char *id = field_text(answer->body, "id");
    bool is_hand = place->table != 0, is_closed = place_end_of(place, answer) == PLACE_CLOSED;
    if (is_hand && answer->outcome == REST_DONE) {
        bool is_new = !place->is_edit && id && strlen(id) < DISCORD_ID;
        if (is_new || place->message[0])
            place_keep(place, is_new ? id : place->message, place->sent);
    } else if (is_closed) {
        if (person->dm != DM_REFUSED)
            /* until its person has heard where to find it */
            hold(person, json_incref(place->body), place->table);
        private_refused(discord, person);
    } else if (is_hand && discord_doubts_emoji(discord, answer)) {
        send_fresh(place, !place->is_edit);
    } else if (answer->outcome == REST_REFUSED && place->is_edit) {
        place->message[0] = '\0';
        if (!place->newer)
            place_show(place, json_incref(place->body), true);
    } else if (answer->outcome != REST_DONE) {
        discord_log_refusal("discord-whisper-not-sent", person->id, answer);
    }
    if (!is_closed && !place->ticket)
        place_show_newer(place);
}

/* The hands of a table follow one another: each gets a nonce that the next process would make,
   too. A new one rings only where the person chose so. */
static void address_hand(struct place *hand, json_t *body)
{
    const struct person *person = hand->person;
    char nonce[DISCORD_NONCE], after[64];
    snprintf(after, sizeof after, "%" PRId64 " %s", hand->table, hand->latest);
    markdown_body_nonce_after(person->dm_channel, after, field_text(body, "content"), nonce);
    markdown_body_put_nonce(body, nonce);
    if (!people_rings_by_dm(person) && person->look.nudge != LOOK_NUDGE)
        json_object_set_new(body, "flags",
                            json_integer(field_number(body, "flags") | SUPPRESS_NOTIFICATIONS));
}

static const struct place_kind hand_kind = {.lane = REST_PERSON,
                                            .is_private = true,
                                            .drawer = "letter",
                                            .route = "/channels/{}/messages",
                                            .put_row = put_row,
                                            .read_row = read_row,
                                            .address = address_hand,
                                            .done = done};

static const struct place_kind letter_kind = {.lane = REST_PERSON,
                                              .is_private = true,
                                              .is_brief = true,
                                              .route = "/channels/{}/messages",
                                              .done = done};

static void put_controls(const json_t *panel, json_t *body)
{
    if (panel)
        json_object_set(body, "components", json_object_get(panel, "components"));
}

static void send_body(struct discord *discord, struct person *person, json_t *body, int64_t table)
{
    if (!body) {
        send_fresh(hand_of(discord, person, table), true);
    } else if (table != 0) {
        json_t *panel = hand_body(discord, person, table, NULL);
        put_controls(panel, body);
        json_decref(panel);
        place_show_hand(hand_of(discord, person, table), body, true, "");
    } else {
        place_send(place_new(&letter_kind, discord, person), body, false);
    }
}

void private_send_held(struct discord *discord, struct person *person)
{
    while (person->held) {
        struct held *held = person->held;
        person->held = held->next;
        send_body(discord, person, held->body, held->table);
        free(held);
    }
}

static void forget_messages(struct person *person)
{
    for (struct place *hand = person->shown_hands; hand; hand = hand->next)
        hand->message[0] = '\0';
}

void private_closed(struct person *person)
{
    people_drop_held(person);
    forget_messages(person);
    for (struct place *hand = person->shown_hands; hand; hand = hand->next)
        place_drop_newer(hand);
}

void private_said(struct discord *discord, struct person *person, const char *channel)
{
    if (!*channel || strlen(channel) >= DISCORD_ID)
        return;
    snprintf(person->dm_channel, sizeof person->dm_channel, "%s", channel);
    if (person->dm != DM_OPEN)
        private_opened(discord, person);
    forget_messages(person); /* newer messages stand below them */
}

/* ---- what is said ---- */

/* What was held goes first. */
static bool is_open(struct discord *discord, struct person *person)
{
    if (person->dm == DM_OPEN)
        private_send_held(discord, person);
    return person->dm == DM_OPEN;
}

/* `table`: whose hand it is; 0: no hand. Without a body it is the hand as it is by then. */
static void send_or_hold(struct discord *discord, struct person *person, json_t *body,
                         int64_t table)
{
    if (is_open(discord, person))
        send_body(discord, person, body, table);
    else
        hold(person, body, table);
}

static void open_and_send(struct discord *discord, struct person *person, json_t *body,
                          int64_t table)
{
    if (person->dm == DM_UNKNOWN)
        private_open(discord, person);
    if (person->dm == DM_REFUSED)
        json_decref(body);
    else
        send_or_hold(discord, person, body, table);
}

void private_send(struct discord *discord, struct person *person, json_t *body)
{
    open_and_send(discord, person, body, 0);
}

void private_send_panel(struct discord *discord, struct person *person, int64_t table)
{
    open_and_send(discord, person, NULL, table);
}

/* The last is returned as a body. */
static json_t *send_all_but_last(struct discord *discord, struct person *person,
                                 const struct whisper *whisper)
{
    const struct markdown_style style = {
        .prefix = "", .cards = person->look.cards, .emoji = discord->emoji};
    char bytes[DISCORD_TEXT], part[DISCORD_TEXT];
    struct text content = text_over(bytes, sizeof bytes), piece = text_over(part, sizeof part);
    json_t *last = NULL;
    bool is_in_fence = false;
    markdown_put_message(whisper->prose, &style, &content);
    for (const char *rest = bytes; *rest; text_clear(&piece)) {
        rest += markdown_piece(rest, DISCORD_CONTENT, &is_in_fence, &piece);
        if (last)
            send_or_hold(discord, person, last, 0);
        last = markdown_body_new(part, NULL, 0);
    }
    return last ? last : markdown_body_new("", NULL, 0);
}

/* News, and behind them the hand as it stands until a card comes or goes. NULL if that is not what
   this person is to read, or too long. */
static json_t *standing_body(const struct discord *discord, const struct person *person,
                             const struct whisper *whisper, const json_t *panel)
{
    const struct markdown_style style = {
        .prefix = "", .cards = person->look.cards, .emoji = discord->emoji};
    char bytes[DISCORD_TEXT];
    struct text content = text_over(bytes, sizeof bytes);
    TEXT_UNCLEARED struct prose news;
    prose_open(&news, whisper->prose->language);
    prose_append_part(&news, whisper->prose, 0, whisper->hand_at);
    markdown_put_message(&news, &style, &content);
    text_put(&content, content.length > 0 ? "\n" : "");
    text_put(&content, field_text(panel, "content"));
    bool fits = markdown_length(bytes) <= DISCORD_CONTENT;
    json_t *body = fits ? markdown_body_new(bytes, NULL, 0) : NULL;
    if (body)
        put_controls(panel, body);
    return body;
}

void private_send_hand(struct discord *discord, struct person *person,
                       const struct whisper *whisper, bool is_called)
{
    struct place *hand = hand_of(discord, person, whisper->table);
    struct controls_shown shown;
    json_t *panel =
        controls_panel(discord, whisper->table, person, &(struct controls_view){0}, &shown);
    bool is_short = person->presses && shown.holds[0];
    if (is_short && is_called && whisper->hand_at == 0 && place_holds(hand, shown.holds)) {
        json_decref(panel); /* only the turn or the board is new */
        return;
    }
    json_t *body = is_short ? standing_body(discord, person, whisper, panel) : NULL;
    /* a hand without moves reads the same in both forms */
    bool is_lasting = body || (!shown.has_moves && person->presses);
    if (!body) {
        body = send_all_but_last(discord, person, whisper);
        put_controls(panel, body);
    }
    json_decref(panel);
    /* only asked while a room that came back is told how it stands: later a hand follows from
       what somebody did */
    bool is_told = discord->is_telling_back && place_has_said(hand, body);
    hand->is_inherited = false;
    if (is_told) {
        json_decref(body);
    } else if (is_open(discord, person)) {
        place_show_hand(hand, body, whisper->is_due, is_lasting ? shown.holds : "");
    } else {
        json_object_del(body, "components"); /* they come anew when it goes */
        hold(person, body, whisper->table);
    }
}

void private_send_answer(struct discord *discord, struct person *person,
                         const struct whisper *whisper)
{
    json_t *body = send_all_but_last(discord, person, whisper);
    if (whisper->file)
        json_object_set_new(body, REST_FILES, private_file_body(whisper->file));
    send_or_hold(discord, person, body, 0);
}

void private_shows(struct discord *discord, struct person *person, int64_t table,
                   const char *message, const char *holds)
{
    struct place *hand = hand_of(discord, person, table);
    if (*message && strcmp(hand->message, message) == 0)
        place_set_hand(hand, holds);
}

void private_told_otherwise(struct discord *discord, struct person *person, int64_t table)
{
    struct place *hand = hand_of(discord, person, table);
    hand->is_inherited = false;
    for (struct held *held = person->held; held; held = held->next)
        if (table != 0 && held->table == table) {
            json_decref(held->body);
            held->body = NULL; /* as it is by then */
        }
    if (hand->ticket) /* it is out of date, or would be */
        send_fresh(hand, false);
}
