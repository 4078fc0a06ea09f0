/* What an interaction means: who did it, where, with what rank, and what the host hears of it. */
#include "inbox.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "board.h"
#include "check.h"
#include "commands.h"
#include "completion.h"
#include "controls.h"
#include "host_admin.h"
#include "list.h"
#include "markdown.h"
#include "people.h"
#include "places.h"
#include "posts.h"
#include "private.h"
#include "prose.h"
#include "reply.h"
#include "rest.h"
#include "setting.h"
#include "strings/shared.def"
#include "tables.h"
#include "text.h"
#include "view.h"

enum { INTERACTION_COMMAND = 2, INTERACTION_COMPONENT, INTERACTION_TYPING, INTERACTION_MODAL };

struct act {
    struct discord *discord;
    const json_t *interaction, *data;
    struct person *person;
    bool is_private;   /* in direct messages, or elsewhere */
    bool is_elsewhere; /* only this person has added us, to the own account */
    char guild[DISCORD_ID], channel[DISCORD_ID];
    char room[HOST_ROOM]; /* "<#50>"; in direct messages "@KEY", where a private table is */
    unsigned rank;
};

/* ---- what can be completed ---- */

enum { CALLBACK_CHOICES = 8 };

static void autocomplete_answer(const struct act *act)
{
    char id[DISCORD_ID];
    struct completion asked = {act->discord, act->data, act->person, act->room};
    json_t *body = json_pack("{s:i, s:{s:o}}", "type", CALLBACK_CHOICES, "data", "choices",
                             completion_choices(&asked));
    field_id(act->interaction, "id", id);
    rest_send(act->discord->rest,
              &(struct rest_request){.lane = REST_CALLBACK,
                                     .method = "POST",
                                     .route = ROUTE_CALLBACK,
                                     .ids = {id, field_text(act->interaction, "token")},
                                     .body = body,
                                     .guild = act->guild[0] ? act->guild : NULL,
                                     .deadline = loop_now(act->discord->loop) + REPLY_FIRST_MS});
}

/* ---- what was pressed and called ---- */

enum { CHANNEL_DM = 1, CHANNEL_THREAD_FIRST = 10, CHANNEL_THREAD_LAST = 12 };

enum { SEEN_IDS = 1024 };

struct interactions {
    RING(SEEN_IDS) seen;
};

/* ---- life ---- */

struct interactions *interaction_list_new(void)
{
    struct interactions *interactions = calloc(1, sizeof *interactions);
    check(interactions);
    return interactions;
}

void interaction_list_free(struct interactions *interactions)
{
    free(interactions);
}

static bool was_seen(struct interactions *interactions, const char *id)
{
    int64_t number = (int64_t)strtoull(id, NULL, 10);
    bool is_seen = ring_has(&interactions->seen, number);
    if (!is_seen)
        ring_add(&interactions->seen, number);
    return is_seen;
}

/* ---- where ---- */

static bool table_here(const struct act *act, struct host_board *out)
{
    return host_board_in(act->discord->host, act->discord->network, act->room, out);
}

static bool table_numbered(const struct act *act, int64_t number, struct host_board *out)
{
    const char *network = act->discord->network;
    return host_board_of(act->discord->host, identity(network, act->person->id), number, out) ||
           (table_here(act, out) && out->table == number);
}

static bool lacks_files(const struct act *act)
{
    const char *rights = field_text(act->interaction, "app_permissions");
    return !act->is_private && rights &&
           !(strtoull(rights, NULL, 10) & (RIGHT_ADMINISTRATOR | RIGHT_ATTACH_FILES));
}

static void open_prose(const struct discord *discord, const struct person *person,
                       struct prose *prose)
{
    prose_open(prose, host_person_language(discord->host, discord->network, person->id));
}

static bool refuses_to_speak(const struct act *act, struct reply *reply)
{
    const char *missing = act->is_private ? NULL : places_permission_missing(act->interaction);
    struct prose prose;
    if (!missing)
        return false;
    open_prose(act->discord, act->person, &prose);
    view_sentence(&prose, discord_strings[DISCORD_STRING_PERMISSION_LACKING], "permission", missing,
                  (char *)0);
    reply_say(reply, prose.text);
    return true;
}

static struct reply *answer(const struct act *act, enum reply_place place)
{
    struct reply *reply = reply_new(act->discord, act->interaction, act->person, place);
    snprintf(reply->room, sizeof reply->room, "%s", act->room);
    return reply;
}

static void say_string(struct reply *reply, int id)
{
    char bytes[HOST_TEXT * 2];
    struct text text = text_over(bytes, sizeof bytes);
    struct prose prose;
    open_prose(reply->discord, reply->person, &prose);
    view_string(&prose, id, (char *)0);
    markdown_put(&prose,
                 &(struct markdown_style){.prefix = "/", .commands = reply->discord->commands},
                 &text);
    reply_say(reply, bytes);
}

/* ---- to the host ---- */

/* That of the room, or of the pressed table. */
static const char *group_of(const struct act *act, const char *room, const struct press *press)
{
    struct host_board table;
    const char *at = room                                                 ? room
                     : press && table_numbered(act, press->table, &table) ? table.room
                                                                          : NULL;
    return at ? places_guild(act->discord, at) : NULL;
}

static void hear(const struct act *act, struct reply *reply, const struct heard *what)
{
    char line[HOST_TEXT];
    struct text out = text_over(line, sizeof line);
    struct heard heard = controls_heard(act->discord, act->person);
    heard.room = what->room;
    heard.group = group_of(act, what->room, what->press);
    heard.rank = what->rank;
    heard.text = line;
    heard.id = reply->heard;
    heard.press = what->press;
    heard.table = what->table;
    heard.is_awaited = true;
    text_put(&out, what->text);
    for (char *p = line; *p; p++)
        *p = (char)((unsigned char)*p < ' ' ? ' ' : *p);
    reply->is_heard = !heard.press;
    if (out.cut)
        say_string(reply, STRING_INPUT_TOO_LONG);
    else if (heard.press)
        commands_press(act->discord->setup.commands, act->discord->host, &heard);
    else
        commands_hear(act->discord->setup.commands, act->discord->host, &heard);
}

/* Answers a flooder, because the host says so only once. */
static bool is_too_much(const struct act *act, struct reply *reply)
{
    struct heard heard = controls_heard(act->discord, act->person);
    heard.rank = act->rank;
    if (!commands_ignores(act->discord->setup.commands, &heard))
        return false;
    json_decref(reply->controls); /* of what was not read */
    reply->controls = NULL;
    reply_say(reply, discord_strings[DISCORD_STRING_TOO_MUCH]);
    return true;
}

/* In another room than this one the person has no operator's rank. */
static void hear_at(const struct act *act, struct reply *reply, const char *room, const char *text)
{
    bool is_here = strcmp(room, act->room) == 0;
    unsigned rank = is_here ? act->rank : act->rank & RANK_ADMIN;
    reply->takes_hand |= people_gets_hands(act->person);
    if (is_too_much(act, reply))
        return;
    hear(act, reply,
         &(struct heard){
             .room = room[0] == '@' || !room[0] ? NULL : room, .rank = rank, .text = text});
}

static bool has_panel(const struct act *act, int64_t table)
{
    struct host_panel *panel =
        host_panel_of(act->discord->host, identity(act->discord->network, act->person->id), table);
    host_panel_free(panel);
    return panel != NULL;
}

static void show_hand(const struct act *act, struct reply *reply, int64_t table, const char *room)
{
    if (has_panel(act, table)) {
        reply->table = table;
        reply->is_about_hand = true;
        reply_complete(reply);
    } else {
        hear_at(act, reply, room, "hand");
    }
}

/* ---- buttons and menus ---- */

static bool is_ephemeral(const struct act *act)
{
    return field_number(json_object_get(act->interaction, "message"), "flags") & MESSAGE_EPHEMERAL;
}

static struct reply *reply_to_panel(const struct act *act, const struct pressed *pressed)
{
    /* else others would read it */
    bool is_own = !pressed->is_open && (act->is_private || is_ephemeral(act));
    const char *id = field_text(json_object_get(act->interaction, "message"), "id");
    struct reply *reply = answer(act, is_own ? REPLY_IN_PLACE : REPLY_NEW);
    reply->is_ephemeral = is_ephemeral(act);
    reply->table = pressed->press.table;
    reply->is_about_hand = true;
    reply->is_of_board = pressed->is_open;
    reply->is_aside = is_own && !reply->is_ephemeral &&
                      !private_is_latest(act->discord, act->person, reply->table, id);
    return reply;
}

/* Messages of the table keep their buttons when newer ones follow. */
static void say_old_button(const struct act *act, struct reply *reply, int64_t table)
{
    reply->table = table;
    reply->is_about_hand = has_panel(act, table);
    if (reply->is_about_hand)
        say_string(reply, STRING_PRESS_STALE);
    else
        reply_say(reply, discord_strings[DISCORD_STRING_BUTTON_OLD]);
}

/* A button under a result, whose table is over, or of an open seat: what it says goes by the number
   behind it. */
static bool is_of_result(const struct pressed *pressed)
{
    return pressed->kind == PRESSED_TABLE && (strcmp(pressed->words, CONTROLS_AGAIN) == 0 ||
                                              strcmp(pressed->words, CONTROLS_NEXT) == 0 ||
                                              strcmp(pressed->words, CONTROLS_SHARE) == 0 ||
                                              strcmp(pressed->words, CONTROLS_SIT) == 0);
}

static void hear_aloud(const struct act *act, const char *line)
{
    struct reply *reply = answer(act, REPLY_NEW);
    if (!refuses_to_speak(act, reply))
        hear_at(act, reply, act->room, line);
}

static void on_result_button(const struct act *act, const struct pressed *pressed)
{
    char line[HOST_TEXT];
    struct text text = text_over(line, sizeof line);
    bool is_share = strcmp(pressed->words, CONTROLS_SHARE) == 0;
    text_putf(&text, "%s%s %" PRId64, is_share ? "last" : pressed->words,
              is_share ? " picture" : "", pressed->press.table);
    hear_aloud(act, line);
}

static void show_picture(const struct act *act, struct reply *reply)
{
    if (attachment_ask(board_of(act->discord, act->room)))
        reply_complete(reply);
    else
        reply_say(reply, discord_strings[DISCORD_STRING_NO_FILES]);
}

static void on_table_button(const struct act *act, const struct pressed *pressed)
{
    struct reply *reply = answer(act, REPLY_NEW);
    struct host_board table;
    bool is_known = table_numbered(act, pressed->press.table, &table);
    const char *command = is_known ? controls_command(&table, pressed->words) : NULL;
    if (!is_known) {
        say_string(reply, STRING_PRESS_NOT_YOURS);
        return;
    }
    if (!command) {
        say_old_button(act, reply, table.table);
        return;
    }
    reply->table = table.table;
    if (strcmp(command, "hand") == 0)
        show_hand(act, reply, table.table, table.room);
    else if (strcmp(pressed->words, CONTROLS_PICTURE) == 0)
        show_picture(act, reply);
    else if (commands_manner(pressed->words) == COMMANDS_QUIETLY ||
             strcmp(table.room, act->room) != 0 || !refuses_to_speak(act, reply))
        hear_at(act, reply, table.room, command);
}

static void on_panel(const struct act *act, const struct pressed *pressed)
{
    struct reply *reply = reply_to_panel(act, pressed);
    reply->page = pressed->page;
    reply->is_whole = pressed->is_whole;
    snprintf(reply->verb, sizeof reply->verb, "%.*s", (int)sizeof reply->verb - 1, pressed->words);
    if (has_panel(act, pressed->press.table))
        reply_complete(reply);
    else
        say_string(reply, STRING_PRESS_NOT_YOURS);
}

static const char *chosen(const struct act *act, const struct pressed *pressed)
{
    const char *option = json_string_value(json_array_get(json_object_get(act->data, "values"), 0));
    return *pressed->words || !option ? pressed->words : option;
}

static void put_sentence(const struct reply *reply, enum discord_string id, const char *card,
                         const char *move, char bytes[HOST_TEXT])
{
    struct text text = text_over(bytes, HOST_TEXT);
    struct prose prose;
    open_prose(reply->discord, reply->person, &prose);
    view_sentence(&prose, discord_strings[id], "card", card, "typed", move, (char *)0);
    markdown_put(&prose,
                 &(struct markdown_style){.prefix = "/", .commands = reply->discord->commands},
                 &text);
}

/* What the answer says if it is played. */
static void note_move(struct reply *reply, const struct host_panel *panel, const char *move)
{
    const struct host_choice *choice = NULL;
    for (int i = 0; panel && i < panel->moves.count; i++)
        if (strcmp(panel->moves.list[i].move, move) == 0)
            choice = &panel->moves.list[i];
    if (!choice)
        return;
    const struct host_card *card = controls_card(panel, choice->card);
    reply->decision = panel->moves.press.decision;
    put_sentence(reply, card ? DISCORD_STRING_PLAYED_CARD : DISCORD_STRING_PLAYED,
                 card ? card->name : "", choice->target, reply->played);
}

static void on_move(const struct act *act, const struct pressed *pressed)
{
    struct reply *reply = reply_to_panel(act, pressed);
    struct host_panel *panel = host_panel_of(
        act->discord->host, identity(act->discord->network, act->person->id), pressed->press.table);
    char move[HOST_TEXT];
    /* what was opened is closed again at once */
    reply->can_wait = !pressed->is_step && reply->place == REPLY_IN_PLACE &&
                      act->person->hands == HANDS_BY_PANEL &&
                      reply_panel_lasts(act->discord, act->person, reply->table);
    if (controls_move(panel, chosen(act, pressed), move)) {
        if (reply->place == REPLY_IN_PLACE)
            note_move(reply, panel, move);
        hear(act, reply,
             &(struct heard){.rank = act->rank, .text = move, .press = &pressed->press});
    } else {
        say_string(reply, STRING_PRESS_STALE);
    }
    host_panel_free(panel);
}

/* Nothing can be played with it, or it is gone. */
static void say_why(struct reply *reply, const struct host_panel *panel,
                    const struct host_card *card)
{
    char bytes[HOST_TEXT];
    if (panel && card && panel->moves.count == 0) {
        say_string(reply, STRING_MOVES_NONE);
    } else if (panel) {
        put_sentence(reply, card ? DISCORD_STRING_CARD_CANNOT : DISCORD_STRING_CARD_GONE,
                     card ? card->name : "", "", bytes);
        reply_say(reply, bytes);
    } else {
        say_string(reply, STRING_PRESS_NOT_YOURS);
    }
}

/* A card that can do one thing does it; several are shown. */
static void on_card(const struct act *act, const struct pressed *pressed)
{
    struct host_panel *panel = host_panel_of(
        act->discord->host, identity(act->discord->network, act->person->id), pressed->press.table);
    const char *key = chosen(act, pressed);
    const struct host_card *card = controls_card(panel, key);
    const struct host_choice *only = NULL;
    int count = card ? controls_moves_of(panel, key, &only) : 0;
    struct reply *reply = reply_to_panel(act, pressed);
    snprintf(reply->card, sizeof reply->card, "%.*s", (int)sizeof reply->card - 1, key);
    if (count == 0) {
        say_why(reply, panel, card);
    } else if (count > 1) {
        struct host_board table;
        if (table_numbered(act, pressed->press.table, &table))
            board_may_go_on(act->discord, table.room);
        reply_complete(reply);
    } else {
        reply->card[0] = '\0';
        reply->can_wait = reply->place == REPLY_IN_PLACE && act->person->hands == HANDS_BY_PANEL &&
                          reply_panel_lasts(act->discord, act->person, reply->table);
        note_move(reply, panel, only->move);
        hear(act, reply,
             &(struct heard){.rank = act->rank, .text = only->move, .press = &panel->moves.press});
    }
    host_panel_free(panel);
}

/* The host says within the answer how the rule is now, or why not. */
static void on_setting(const struct act *act, const struct setting *setting)
{
    struct reply *reply = answer(act, is_ephemeral(act) ? REPLY_IN_PLACE : REPLY_NEW);
    reply->is_ephemeral = is_ephemeral(act);
    reply->controls = setting_controls(act->discord, act->room, act->rank, setting);
    hear_at(act, reply, act->room, setting->line);
}

static void on_component(const struct act *act)
{
    char line[HOST_TEXT];
    struct text challenge = text_over(line, sizeof line);
    struct setting setting;
    const char *id = field_text(act->data, "custom_id");
    struct pressed pressed = controls_read(id ? id : "");
    if (is_of_result(&pressed))
        on_result_button(act, &pressed);
    else if (pressed.kind == PRESSED_TABLE)
        on_table_button(act, &pressed);
    else if (pressed.kind == PRESSED_PANEL)
        on_panel(act, &pressed);
    else if (pressed.kind == PRESSED_CARD)
        on_card(act, &pressed);
    else if (pressed.kind == PRESSED_MOVE)
        on_move(act, &pressed);
    else if (pressed.kind == PRESSED_UNDO)
        hear(act, reply_to_panel(act, &pressed),
             &(struct heard){.rank = act->rank, .text = "", .press = &pressed.press});
    else if (setting_read(act->data, &setting))
        on_setting(act, &setting);
    else if (slash_challenge(act->data, &challenge))
        hear_aloud(act, line);
    else
        reply_say(answer(act, REPLY_NEW), discord_strings[DISCORD_STRING_BUTTON_UNKNOWN]);
}

/* ---- commands ---- */

/* "/move" is heard like a private message about the table. */
static void on_move_command(const struct act *act, struct reply *reply, const char *move)
{
    struct host_board table;
    reply->table = completion_table(act->discord, act->person, act->room, &table) ? table.table : 0;
    reply->is_about_hand = true;
    hear(act, reply, &(struct heard){.rank = act->rank, .text = move, .table = reply->table});
}

static void on_hands_command(const struct act *act, struct reply *reply, const char *by)
{
    bool is_panel = by && strcmp(by, "panel") == 0;
    char line[HOST_NAME];
    if (!is_panel && (!by || strcmp(by, "dm") != 0)) {
        reply_say(reply, discord_strings[DISCORD_STRING_HANDS_HOW]);
        return;
    }
    struct host_board table;
    reply->table = completion_table(act->discord, act->person, act->room, &table) ? table.table : 0;
    reply->is_about_hand = is_panel;
    snprintf(line, sizeof line, "%s %s", "set", by);
    hear_at(act, reply, "@", line);
}

static void on_line(const struct act *act, struct reply *reply, const char *line)
{
    char name[HOST_NAME];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(line, " "), line);
    enum commands_manner manner = commands_manner(name);
    struct host_board table, own;
    const struct board *board = act->is_private ? NULL : board_find(act->discord, act->room);
    reply->table = table_here(act, &table) ? table.table : 0;
    if (manner == COMMANDS_ALOUD && refuses_to_speak(act, reply))
        return;
    if (strcmp(line, "settings") == 0 && lacks_files(act))
        text_put(&reply->said, discord_strings[DISCORD_STRING_NO_FILES]);
    if (strcmp(name, "settings") == 0 && board && attachment_is_elsewhere(board))
        text_put(&reply->said, discord_strings[DISCORD_STRING_PICTURES_ELSEWHERE]);
    if (strcmp(line, "settings") == 0 && !act->is_private)
        reply->controls =
            setting_controls(act->discord, act->room, act->rank, &(struct setting){0});
    else if (strcmp(line, "open") == 0)
        reply->controls = controls_open_seats(act->discord, act->person, act->room, act->rank);
    else if (!reply->table && !act->is_private)
        reply->controls = slash_games(line);
    if (strcmp(line, "hand") == 0)
        show_hand(act, reply,
                  completion_table(act->discord, act->person, act->room, &own) ? own.table : 0,
                  act->room);
    else
        hear_at(act, reply, manner == COMMANDS_PRIVATE ? "@" : act->room, line);
}

static void meet_picked(const struct act *act)
{
    json_t *resolved = json_object_get(act->data, "resolved"),
           *users = json_object_get(resolved, "users"), *user;
    const char *id;
    json_object_foreach(users, id, user)
    {
        people_meet(act->discord, user, json_object_get(json_object_get(resolved, "members"), id));
    }
}

/* What is typed behind /move may be any other command, but for somebody who plays elsewhere and
   asks for that table. False if it is a move or nothing that we know. */
static bool put_line(const struct act *act, const struct slash_call *call, struct text *line)
{
    struct host_board table;
    const char *move = slash_option(call->options, "move");
    if (slash_challenge(act->data, line))
        return true;
    if (strcmp(call->name, "move") != 0)
        return slash_line(call->name, call->options, line);
    move = move ? move + strspn(move, "!/ ") : "";
    if (!commands_knows(move) || (!table_here(act, &table) &&
                                  completion_table(act->discord, act->person, act->room, &table)))
        return false;
    text_put(line, move);
    return true;
}

static void on_command(const struct act *act)
{
    struct slash_call call = slash_read(act->data);
    struct reply *reply = answer(act, REPLY_NEW);
    const char *move = slash_option(call.options, "move");
    char line[HOST_TEXT];
    struct text text = text_over(line, sizeof line),
                done = text_over(reply->done, sizeof reply->done);
    slash_put_path(call.name, &done);
    meet_picked(act);
    bool is_refused = act->is_elsewhere && !slash_works_anywhere(call.name);
    if (act->is_elsewhere && !is_refused)
        text_put(&reply->said, discord_strings[DISCORD_STRING_NOT_PLAYABLE]);
    if (is_refused)
        reply_say(reply, discord_strings[DISCORD_STRING_NOT_PLAYABLE]);
    else if (strcmp(call.name, "hands") == 0)
        on_hands_command(act, reply, slash_option(call.options, "by"));
    else if (put_line(act, &call, &text) && !text.cut)
        on_line(act, reply, line);
    else if (text.cut)
        say_string(reply, STRING_INPUT_TOO_LONG);
    else if (strcmp(call.name, "move") == 0)
        on_move_command(act, reply, move ? move : "");
    else
        reply_say(reply, discord_strings[DISCORD_STRING_COMMAND_UNKNOWN]);
}

static void on_modal(const struct act *act)
{
    reply_say(answer(act, REPLY_NEW), discord_strings[DISCORD_STRING_WINDOW_UNKNOWN]);
}

/* ---- in ---- */

/* In the direct messages between the person and the bot. */
static bool is_with_us(const json_t *interaction)
{
    enum { CONTEXT_DM = 1 };
    return field_number(interaction, "context") == CONTEXT_DM;
}

static void note_direct_messages(const struct act *act, const json_t *channel)
{
    bool is_told = json_is_integer(json_object_get(act->interaction, "context"));
    bool is_ours =
        is_told ? is_with_us(act->interaction) : field_number(channel, "type") == CHANNEL_DM;
    if (is_ours && act->person->dm != DM_OPEN) {
        private_said(act->discord, act->person, act->channel);
        board_pushed_up_private(act->discord, act->person);
    }
}

/* Somebody has added the application to the own account and uses it where we are not: only that
   person sees the answer. It is heard like a private message. */
static bool is_elsewhere(const json_t *interaction)
{
    const json_t *owners = json_object_get(interaction, "authorizing_integration_owners");
    return json_object_size(owners) > 0 && !json_object_get(owners, "0") &&
           !is_with_us(interaction);
}

/* The rules of a channel hold in its threads. */
static void note_thread(const struct act *act, const json_t *channel)
{
    char above[DISCORD_ID];
    int64_t kind = field_number(channel, "type");
    if (kind >= CHANNEL_THREAD_FIRST && kind <= CHANNEL_THREAD_LAST &&
        field_id(channel, "parent_id", above))
        places_note_above(act->discord, act->room, above);
}

static bool find_place(struct act *act)
{
    const json_t *channel = json_object_get(act->interaction, "channel"),
                 *member = json_object_get(act->interaction, "member");
    if (!field_id(act->interaction, "channel_id", act->channel) &&
        !field_id(channel, "id", act->channel))
        return false;
    act->is_elsewhere = is_elsewhere(act->interaction);
    act->is_private = act->is_elsewhere || !field_id(act->interaction, "guild_id", act->guild);
    if (act->is_private) {
        note_direct_messages(act, channel);
        snprintf(act->room, sizeof act->room, "@%s", act->person->id);
        act->rank = places_rank(act->discord, NULL, act->person->id, NULL);
    } else {
        places_room_of(act->channel, act->room);
        places_note(act->discord, act->room, act->guild);
        note_thread(act, channel);
        struct board *board = board_find(act->discord, act->room);
        if (board)
            attachment_note_rights(board, !lacks_files(act));
        act->rank = places_rank(act->discord, act->guild, act->person->id, member);
        const char *rights = field_text(member, "permissions"); /* in this channel */
        if (rights && strtoull(rights, NULL, 10) & RIGHT_MANAGE_CHANNELS)
            act->rank |= RANK_OPERATOR;
        if (field_number(act->interaction, "type") == INTERACTION_COMMAND)
            act->rank |= places_voice(act->discord, act->room, member);
    }
    return true;
}

void interaction_event(struct discord *discord, const json_t *interaction)
{
    static void (*const kinds[])(const struct act *act) = {
        [INTERACTION_COMMAND] = on_command,
        [INTERACTION_COMPONENT] = on_component,
        [INTERACTION_TYPING] = autocomplete_answer,
        [INTERACTION_MODAL] = on_modal,
    };
    char id[DISCORD_ID];
    int64_t kind = field_number(interaction, "type");
    const json_t *member = json_object_get(interaction, "member");
    const json_t *user = json_object_get(json_is_object(member) ? member : interaction, "user");
    struct act act = {.discord = discord,
                      .interaction = interaction,
                      .data = json_object_get(interaction, "data")};
    bool is_known = kind >= 0 && kind < (int64_t)(sizeof kinds / sizeof *kinds) && kinds[kind];
    char author[DISCORD_ID];
    discord->has_unheard |= discord->is_stopping;
    if (discord->is_stopping || !is_known || !field_id(interaction, "id", id) ||
        !field_text(interaction, "token") || !field_id(user, "id", author) ||
        was_seen(discord->interactions, id))
        return;
    reply_arrived(discord, id);
    act.person = people_meet(discord, user, json_is_object(member) ? member : NULL);
    if (act.person)
        people_note_locale(field_text(interaction, "locale"), &act.person->locale);
    if (!act.person || !find_place(&act) || !reply_has_place(discord, act.person, act.guild))
        return;
    if (kind != INTERACTION_TYPING)
        people_acted(discord, act.person, true);
    kinds[kind](&act);
}
