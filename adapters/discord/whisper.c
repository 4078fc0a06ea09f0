/* Which way a private line goes. Hands go the way the person chose. While direct messages are
   refused, or have to wait, hands go into the panel, and the room says so once. Public replies
   that wait in a room go out as one message; people who asked for the same text share it. */
#include "private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "board.h"
#include "check.h"
#include "markdown.h"
#include "people.h"
#include "places.h"
#include "posts.h"
#include "prose.h"
#include "reply.h"
#include "rest.h"
#include "strings/shared.def"
#include "text.h"
#include "view.h"

enum {
    HINT_MS = 10 * 60 * 1000,
    SPACE_MS = 2000,
    /* above this, new ones are dropped */
    WAITING_OF_PERSON = 3,
    WAITING_MOST = 24, /* replies that wait in a room */
    NAMES = 512,       /* bytes */
};

/* ---- answers to one person, said in public ---- */

static void drop_taken(struct board *board, bool is_said)
{
    for (struct public_reply **link = &board->replies; *link;) {
        struct public_reply *reply = *link;
        if (!reply->is_taken || !is_said) {
            reply->is_taken = false;
            link = &reply->next;
            continue;
        }
        *link = reply->next;
        free(reply);
    }
}

static void done(struct place *place, const struct rest_answer *answer)
{
    struct board *board = place->board;
    int code = answer->outcome == REST_REFUSED ? answer->code : 0;
    bool is_about_reply =
        board->is_reply_referring && (code == CODE_NO_HISTORY || code == CODE_NO_PERMISSION);
    board->takes_no_replies |= is_about_reply;
    board->is_last &= answer->outcome != REST_DONE;
    drop_taken(board, !is_about_reply); /* else sent again, without referring to a message */
    if (!is_about_reply && place_end_of(place, answer) == PLACE_CLOSED) {
        board_drop_replies(board);
        if (!board->is_lost)
            board_lose(board, answer);
    } else if (!is_about_reply && code != 0) {
        discord_log_refusal("discord-not-answered", board->room, answer);
    }
    if (board->replies)
        loop_timer_set(&place->timer, SPACE_MS);
}

/* ---- one message of what waits ---- */

static bool is_same(const struct public_reply *one, const struct public_reply *other)
{
    return strcmp(one->content, other->content) == 0;
}

static void put_names(struct public_reply *first, struct text *out)
{
    int count = 0;
    for (struct public_reply *reply = first; reply; reply = reply->next) {
        if (reply->is_taken || !is_same(reply, first))
            continue;
        text_put(out, count++ > 0 ? ", **" : "**");
        markdown_put_foreign(reply->name, out);
        text_put(out, "**");
    }
    text_put(out, ": ");
}

/* As many as fit, the oldest first. */
static void compose(struct board *board, struct text *out)
{
    struct public_reply *first = board->replies;
    if (!first->next && first->message[0] && !board->takes_no_replies) {
        first->is_taken = true;
        text_put(out, first->content);
        return;
    }
    for (struct public_reply *reply = first; reply; reply = reply->next) {
        char names[NAMES + DISCORD_CONTENT * 4];
        struct text part = text_over(names, sizeof names);
        if (reply->is_taken)
            continue;
        text_put(&part, out->length > 0 ? "\n" : "");
        put_names(reply, &part);
        text_put(&part, reply->content);
        bool fits =
            !part.cut && markdown_length(out->bytes) + markdown_length(names) <= DISCORD_CONTENT;
        if (!fits && out->length > 0)
            break; /* it goes into the next message */
        text_put(out, fits ? names : reply->content);
        for (struct public_reply *same = reply->next; same; same = same->next)
            same->is_taken |= is_same(same, reply);
        reply->is_taken = true;
    }
}

static void say_next(struct place *place)
{
    struct board *board = place->board;
    struct discord *discord = board->discord;
    char bytes[DISCORD_TEXT];
    struct text content = text_over(bytes, sizeof bytes);
    if (!board->replies || place->ticket || !board_is_open(board) || !board_find_channel(board) ||
        !places_is_open(discord, board->room))
        return;
    compose(board, &content);
    json_t *body = markdown_body_new(bytes, NULL, 0);
    board->is_reply_referring = board->replies->message[0] && !board->takes_no_replies;
    if (board->is_reply_referring)
        json_object_set_new(body, "message_reference",
                            json_pack("{s:s, s:b}", "message_id", board->replies->message,
                                      "fail_if_not_exists", 0));
    board->reply_at = loop_now(discord->loop);
    place_send(place, body, false);
}

static const struct place_kind answers_kind = {
    .lane = REST_PERSON, .route = "/channels/{}/messages", .done = done, .on_time = say_next};

/* ---- what comes ---- */

static void add(struct board *board, const struct person *person, const char *message,
                const char *content)
{
    struct public_reply **end = &board->replies;
    size_t size = strlen(content) + 1;
    while (*end)
        end = &(*end)->next;
    *end = calloc(1, sizeof **end + size);
    check(*end);
    snprintf((*end)->person, sizeof(*end)->person, "%s", person->id);
    snprintf((*end)->name, sizeof(*end)->name, "%s", person->name);
    if (message && strlen(message) < DISCORD_ID && strspn(message, "0123456789") == strlen(message))
        snprintf((*end)->message, sizeof(*end)->message, "%s", message);
    memcpy((*end)->content, content, size);
}

static bool is_waiting(const struct board *board, const struct person *person, const char *content)
{
    for (const struct public_reply *reply = board->replies; reply; reply = reply->next)
        if (!reply->is_taken && strcmp(reply->person, person->id) == 0 &&
            strcmp(reply->content, content) == 0)
            return true;
    return false;
}

static bool has_place(const struct board *board, const struct person *person)
{
    int of_person = 0, all = 0;
    for (const struct public_reply *reply = board->replies; reply; reply = reply->next, all++)
        of_person += strcmp(reply->person, person->id) == 0;
    return of_person < WAITING_OF_PERSON && all < WAITING_MOST;
}

/* False if that cannot be done. */
static bool reply_in_public(struct discord *discord, struct person *person,
                            const struct whisper *whisper)
{
    struct board *board =
        whisper->room && whisper->room[0] != '@' ? board_of(discord, whisper->room) : NULL;
    char bytes[DISCORD_TEXT], part[DISCORD_TEXT];
    struct text content = text_over(bytes, sizeof bytes), piece = text_over(part, sizeof part);
    if (!board || !board_is_open(board))
        return false;
    const struct markdown_style style = board_style(board);
    bool is_in_fence = false;
    markdown_put(whisper->prose,
                 &(struct markdown_style){.prefix = style.prefix, .commands = style.commands},
                 &content);
    for (const char *rest = bytes; *rest && has_place(board, person); text_clear(&piece)) {
        rest += markdown_piece(rest, DISCORD_CONTENT, &is_in_fence, &piece);
        if (!is_waiting(board, person, part))
            add(board, person, whisper->answers, part);
    }
    struct place *place = &board->answers;
    int64_t since = loop_now(discord->loop) - board->reply_at;
    if (!place->kind) {
        place_init(place, &answers_kind, discord);
        place->board = board;
    }
    if (!place->ticket && !loop_timer_is_set(&place->timer))
        loop_timer_set(&place->timer,
                       board->reply_at > 0 && since < SPACE_MS ? SPACE_MS - since : 0);
    return true;
}

/* ---- where what cannot be sent is found, said in public ---- */

/* People who ask hear it each time. Others hear it once for the hands of a table; of anything
   else once in a while, and only if they never pressed anything. */
static bool may_tell(struct discord *discord, struct person *person, const struct whisper *whisper)
{
    int64_t now = loop_now(discord->loop);
    bool was_told = person->told_at > 0 && now - person->told_at < HINT_MS;
    if (whisper->is_asked || whisper->answers)
        return true;
    return whisper->kind == WHISPER_HAND ? person->told_of != whisper->table
                                         : !was_told && !person->can_use_panel;
}

static void tell_where(struct discord *discord, struct person *person,
                       const struct whisper *whisper)
{
    bool is_hand = whisper->kind == WHISPER_HAND, is_refused = person->dm == DM_REFUSED;
    struct prose prose;
    if (!may_tell(discord, person, whisper))
        return;
    person->told_at = loop_now(discord->loop);
    if (is_hand)
        person->told_of = whisper->table;
    prose_open(&prose, host_person_language(discord->host, discord->network, person->id));
    view_sentence(&prose,
                  discord_strings[!is_refused ? DISCORD_STRING_DM_WAITS
                                  : is_hand   ? DISCORD_STRING_DM_REFUSED_HAND
                                              : DISCORD_STRING_DM_REFUSED],
                  (char *)0);
    reply_in_public(
        discord, person,
        &(struct whisper){.room = whisper->room, .answers = whisper->answers, .prose = &prose});
}

static bool show_in_panel(struct discord *discord, struct person *person,
                          const struct whisper *whisper)
{
    struct host_board table;
    return whisper->kind == WHISPER_HAND && whisper->room &&
           host_board_in(discord->host, discord->network, whisper->room, &table) &&
           reply_panel_refresh(discord, person, &table);
}

static void offer_otherwise(struct discord *discord, struct person *person,
                            const struct whisper *whisper)
{
    if (!show_in_panel(discord, person, whisper))
        tell_where(discord, person, whisper);
}

/* A hand, if one is among it. */
static struct whisper held_of(struct discord *discord, const struct person *person,
                              struct host_board *table)
{
    struct whisper whisper = {.room = person->asked_in, .kind = WHISPER_ANSWER};
    for (const struct held *held = person->held; held; held = held->next)
        if (held->table != 0 &&
            host_board_of(discord->host, identity(discord->network, person->id), held->table,
                          table) &&
            *table->room)
            whisper =
                (struct whisper){.room = table->room, .kind = WHISPER_HAND, .table = held->table};
    return whisper;
}

static void refused(struct discord *discord, struct person *person)
{
    struct host_board table;
    struct whisper whisper = held_of(discord, person, &table);
    bool was_wanted = person->held != NULL; /* else a start has only asked */
    private_closed(person);
    if (was_wanted) {
        show_in_panel(discord, person, &whisper);
        tell_where(discord, person, &whisper); /* also of a panel: hands came otherwise until now */
    }
}

static void waits(struct discord *discord, struct person *person)
{
    struct host_board table;
    struct whisper whisper = held_of(discord, person, &table);
    if (person->held)
        offer_otherwise(discord, person, &whisper);
}

void whisper_hear_dms(void *self)
{
    struct discord *discord = self;
    enum dm_news news;
    for (struct person *person; (person = private_take_news(discord->dms, &news));) {
        if (news == DM_NEWS_OPEN) {
            person->told_of = 0;
            private_send_held(discord, person);
        } else if (news == DM_NEWS_REFUSED) {
            refused(discord, person);
        } else if (news == DM_NEWS_GIVEN_UP) {
            people_drop_held(person);
        } else {
            waits(discord, person);
        }
        if (news != DM_NEWS_GIVEN_UP)
            people_say_reach(discord, person);
    }
}

/* ---- whispers ---- */

/* The room calls them when a turn is theirs, and they did not ask for a private message then. */
static bool is_called_in_room(struct discord *discord, const struct person *person,
                              const struct whisper *whisper)
{
    bool has_room = whisper->room && whisper->room[0] != '@';
    return has_room && !people_rings_by_dm(person) && person->look.nudge != LOOK_NUDGE &&
           board_is_open(board_of(discord, whisper->room));
}

void whisper_to(void *self, const struct whisper *whisper)
{
    struct discord *discord = self;
    if (discord->is_stopping || !*whisper->person)
        return;
    struct person *person = people_get(discord, whisper->person);
    if (!person->name[0])
        snprintf(person->name, sizeof person->name, "%s", whisper->name);
    bool is_hand = whisper->kind == WHISPER_HAND;
    const char *guild = whisper->room ? places_guild(discord, whisper->room) : NULL;
    snprintf(person->asked_in, sizeof person->asked_in, "%s", whisper->room ? whisper->room : "");
    if (guild)
        snprintf(person->guild, sizeof person->guild, "%s", guild);
    if (reply_takes(discord, whisper)) {
        if (is_hand)
            private_told_otherwise(discord, person, whisper->table);
        return;
    }
    if (whisper->may_wait) { /* the next turn brings it */
        reply_panel_correct(discord, person, whisper->table);
        private_told_otherwise(discord, person, whisper->table);
        return;
    }
    if (whisper->is_open && reply_in_public(discord, person, whisper))
        return;
    if (is_hand && person->hands == HANDS_BY_PANEL) {
        /* the room calls them, and they press the button */
        show_in_panel(discord, person, whisper);
        private_told_otherwise(discord, person, whisper->table);
        return;
    }
    private_open(discord, person);
    bool is_hopeless = person->dm == DM_UNKNOWN; /* not queued: too many wait */
    if (person->dm == DM_REFUSED || is_hopeless || people_waits(person))
        offer_otherwise(discord, person, whisper);
    if (is_hand && person->dm == DM_REFUSED)
        private_told_otherwise(discord, person, whisper->table);
    else if (is_hand)
        private_send_hand(discord, person, whisper, is_called_in_room(discord, person, whisper));
    else if (person->dm != DM_REFUSED)
        private_send_answer(discord, person, whisper);
}

/* ---- what the person chose ---- */

static void put_look(const struct look *look, struct prose *answer)
{
    prose_open(answer, look_language(look, answer->language)); /* it is read in it */
    enum look_cards cards = look->cards == LOOK_UNSET ? LOOK_EMOJI : look->cards;
    int most = look->width ? look->width : VIEW_COLUMNS;
    view_string(answer, STRING_LOOK_NOW, "look", look_word(cards), (char *)0);
    prose_put(answer, " ");
    view_sentence(answer, discord_strings[DISCORD_STRING_LOOK_PRIVATE], "most", text_number(most),
                  (char *)0);
    view_language_draft(answer, answer->language);
    if (cards != LOOK_COLOUR)
        return;
    prose_put(answer, " ");
    view_sentence(answer, discord_strings[DISCORD_STRING_LOOK_BLOCKS], (char *)0);
}

static void put_nudge(const struct look *look, struct prose *answer)
{
    bool is_on = look->nudge == LOOK_NUDGE;
    view_string(answer, is_on ? STRING_NUDGE_ON : STRING_NUDGE_OFF, (char *)0);
    if (!is_on)
        return;
    prose_put(answer, " ");
    view_sentence(answer, discord_strings[DISCORD_STRING_NUDGE_RINGS], (char *)0);
}

/* If a word is not, the answer may say why. */
static enum look_change take_looks(const struct host_wish *wish, struct look *look)
{
    const char *words = wish->words;
    char wrong[LOOK_WORD];
    bool is_look = text_same_word("look", words) || text_is_prefix("look ", words);
    enum look_change change = LOOK_FINE;
    while (*words && change == LOOK_FINE)
        change = people_take_look(look, &words, wrong);
    if (change == LOOK_WIDTH)
        view_string(wish->answer, STRING_LOOK_WIDTH, "least", text_number(people_widths.least),
                    "most", text_number(people_widths.most), (char *)0);
    else if (change == LOOK_LANGUAGE)
        view_language_unknown(wish->answer, wrong);
    else if (change == LOOK_UNKNOWN && is_look)
        view_string(wish->answer, STRING_LOOK_UNKNOWN, "typed", wrong, (char *)0);
    return change;
}

static void put_hands(enum hands_by hands, struct prose *answer)
{
    view_sentence(answer,
                  discord_strings[hands == HANDS_BY_PANEL ? DISCORD_STRING_HANDS_BY_PANEL
                                                          : DISCORD_STRING_HANDS_BY_DM],
                  (char *)0);
}

static bool prefers_push(struct discord *discord, struct person *person,
                         const struct host_wish *wish)
{
    bool is_by_dm = text_same_word(wish->words, "push dm");
    if (!is_by_dm && !text_same_word(wish->words, "push room"))
        return false;
    view_sentence(
        wish->answer,
        discord_strings[is_by_dm ? DISCORD_STRING_PUSH_BY_DM : DISCORD_STRING_PUSH_IN_ROOM],
        (char *)0);
    people_choose_push(discord, person, is_by_dm, wish);
    return true;
}

static bool prefers_hands(struct discord *discord, struct person *person,
                          const struct host_wish *wish)
{
    bool is_panel = text_same_word(wish->words, "panel");
    enum hands_by hands = is_panel ? HANDS_BY_PANEL : HANDS_BY_DM;
    if (!is_panel && !text_same_word(wish->words, "dm"))
        return false;
    put_hands(hands, wish->answer);
    people_choose_hands(discord, person, hands, wish);
    return true;
}

bool whisper_prefer(void *self, const struct heard *heard, const struct host_wish *wish)
{
    struct discord *discord = self;
    struct person *person = people_get(discord, heard->key);
    struct look look = person->look;
    if (!*wish->words) {
        put_look(&look, wish->answer);
        prose_put(wish->answer, " ");
        put_nudge(&look, wish->answer);
        prose_put(wish->answer, " ");
        put_hands(person->hands, wish->answer);
        return false;
    }
    if (prefers_push(discord, person, wish) || prefers_hands(discord, person, wish))
        return true;
    if (take_looks(wish, &look) == LOOK_FINE) {
        (text_is_prefix("nudge", wish->words) ? put_nudge : put_look)(&look, wish->answer);
        people_choose_look(discord, person, &look, wish);
        return true;
    }
    if (wish->answer->length == 0)
        view_sentence(wish->answer, discord_strings[DISCORD_STRING_HANDS_CHOICE_UNKNOWN], "typed",
                      wish->words, (char *)0);
    return false;
}
