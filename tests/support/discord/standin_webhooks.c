/* Answers to interactions: the first one within 3 seconds and once, later ones by the token for
   15 minutes. Whether a message is ephemeral is settled by the first answer, as it is at
   Discord. */
#include "standin_inside.h"

#include <inttypes.h>
#include <string.h>

enum { FIRST_ANSWER = 3000, TOKEN_LIFE = 900000, CHOICES = 25 };

enum { COMMAND = 2, COMPONENT, AUTOCOMPLETE, MODAL_SUBMIT };

enum {
    ANSWER_MESSAGE = 4,
    ANSWER_DEFER,
    ANSWER_DEFER_UPDATE,
    ANSWER_UPDATE,
    ANSWER_CHOICES,
    ANSWER_MODAL
};

static struct interaction *by_token(const struct standin *standin, const char *token)
{
    for (int i = standin->interactions.count - 1; i >= 0; i--) {
        struct interaction *interaction = standin->interactions.items[i];
        if (strcmp(interaction->token, token) == 0)
            return interaction;
    }
    return NULL;
}

/* --- the first answer --- */

static void answer_message(struct standin *standin, struct interaction *interaction,
                           struct request *request, const json_t *data, struct answer *answer)
{
    const struct channel *channel = find_channel(standin, interaction->shown.channel);
    bool is_private = json_integer_value(json_object_get(data, "flags")) & FLAG_EPHEMERAL;
    if (!check_message(standin, request, data, NULL, answer))
        return;
    const struct message *message = post_as_bot(standin, channel, request, data, interaction,
                                                is_private ? interaction->shown.user : 0, 0);
    interaction->original = message->shown.id;
}

static void answer_defer(struct standin *standin, struct interaction *interaction,
                         struct request *request, const json_t *data, struct answer *answer)
{
    const struct channel *channel = find_channel(standin, interaction->shown.channel);
    json_int_t flags = json_integer_value(json_object_get(data, "flags"));
    (void)answer;
    if (flags & ~(json_int_t)FLAG_EPHEMERAL)
        log_violation(standin, "%s: only flag 64 is allowed when deferring", request->route->name);
    json_t *empty = json_object();
    const struct message *message =
        post_as_bot(standin, channel, NULL, empty, interaction,
                    flags & FLAG_EPHEMERAL ? interaction->shown.user : 0, FLAG_LOADING);
    json_decref(empty);
    interaction->original = message->shown.id;
    interaction->is_deferred = true;
}

static void answer_defer_update(struct standin *standin, struct interaction *interaction,
                                struct request *request, const json_t *data, struct answer *answer)
{
    (void)standin, (void)request, (void)data, (void)answer;
    interaction->original = interaction->shown.source;
}

static void answer_update(struct standin *standin, struct interaction *interaction,
                          struct request *request, const json_t *data, struct answer *answer)
{
    struct message *message = find_message(standin, interaction->shown.source);
    if (!message || message->shown.is_deleted) {
        refuse(answer, 404, 10008, "Unknown Message");
        return;
    }
    if (!check_message(standin, request, data, message, answer))
        return;
    change_message(standin, message, request, data);
    interaction->original = message->shown.id;
}

static void answer_choices(struct standin *standin, struct interaction *interaction,
                           struct request *request, const json_t *data, struct answer *answer)
{
    size_t i;
    json_t *choice;
    const json_t *choices = json_object_get(data, "choices");
    json_t *errors = json_object();
    (void)request;
    if (!json_is_array(choices) || json_array_size(choices) > CHOICES)
        complain(errors, "data.choices", "BASE_TYPE_BAD_LENGTH", "Must be 25 or fewer in length.");
    json_array_foreach((json_t *)choices, i, choice)
    {
        int length = code_points(string_of(choice, "name", ""));
        if (length < 1 || length > 100 || code_points(string_of(choice, "value", "")) > 100)
            complain(errors, "data.choices", "BASE_TYPE_BAD_LENGTH",
                     "Must be between 1 and 100 in length.");
    }
    if (judge(errors, answer))
        show(standin, interaction->shown.user, interaction->shown.channel, data);
}

static void answer_modal(struct standin *standin, struct interaction *interaction,
                         struct request *request, const json_t *data, struct answer *answer)
{
    (void)request;
    if (check_modal(standin, data, answer))
        show(standin, interaction->shown.user, interaction->shown.channel, data);
}

/* What may answer what, by a bit for each type of interaction. */
static const struct {
    int type, to;
    void (*fn)(struct standin *standin, struct interaction *interaction, struct request *request,
               const json_t *data, struct answer *answer);
} kinds[] = {
    {ANSWER_MESSAGE, 1 << COMMAND | 1 << COMPONENT | 1 << MODAL_SUBMIT, answer_message},
    {ANSWER_DEFER, 1 << COMMAND | 1 << COMPONENT | 1 << MODAL_SUBMIT, answer_defer},
    {ANSWER_DEFER_UPDATE, 1 << COMPONENT | 1 << MODAL_SUBMIT, answer_defer_update},
    {ANSWER_UPDATE, 1 << COMPONENT | 1 << MODAL_SUBMIT, answer_update},
    {ANSWER_CHOICES, 1 << AUTOCOMPLETE, answer_choices},
    {ANSWER_MODAL, 1 << COMMAND | 1 << COMPONENT, answer_modal},
};

static void answer_first(struct standin *standin, struct interaction *interaction,
                         struct request *request, struct answer *answer)
{
    int type = (int)json_integer_value(json_object_get(request->json, "type"));
    json_t *data = json_object_get(request->json, "data");
    answer->status = 0;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (kinds[i].type == type && (kinds[i].to & 1 << interaction->shown.type)) {
            kinds[i].fn(standin, interaction, request, data, answer);
            if (answer->status)
                return;
            interaction->shown.answered = loop_now(standin->loop);
            interaction->shown.answer = type;
            interaction->shown.message = interaction->original;
            interaction->shown.data = interaction->data = json_incref(data);
            give(answer, 204, NULL);
            return;
        }
    log_violation(standin, "an interaction of type %d was answered by type %d",
                  interaction->shown.type, type);
    refuse(answer, 400, 50035, "Invalid Form Body");
}

static void tell_response(struct standin *standin, const struct interaction *interaction,
                          struct answer *answer)
{
    const struct message *message = find_message(standin, interaction->original);
    json_t *resource = json_pack("{s:i}", "type", interaction->shown.answer);
    if (message)
        json_object_set(resource, "message", message->body);
    give(answer, 200,
         json_pack("{s:{s:o, s:i, s:o}, s:o}", "interaction", "id", json_id(interaction->shown.id),
                   "type", interaction->shown.type, "response_message_id",
                   json_id(interaction->original), "resource", resource));
}

void post_callback(struct standin *standin, struct request *request, struct answer *answer)
{
    struct interaction *interaction = by_token(standin, request->args[1]);
    json_t *wants_response = query_value(request, "with_response");
    bool is_known = interaction && interaction->shown.id == request->ids[0];
    if (is_known && interaction->shown.answered >= 0)
        refuse(answer, 400, 40060, "Interaction has already been acknowledged.");
    else if (!is_known || loop_now(standin->loop) - interaction->shown.at > FIRST_ANSWER)
        refuse(answer, 404, 10062, "Unknown interaction");
    else {
        answer_first(standin, interaction, request, answer);
        if (answer->status == 204 && wants_response &&
            strcmp(json_string_value(wants_response), "true") == 0)
            tell_response(standin, interaction, answer);
    }
    json_decref(wants_response);
}

/* --- later ones --- */

static struct interaction *still_open(struct standin *standin, const struct request *request,
                                      struct answer *answer)
{
    struct interaction *interaction = by_token(standin, request->args[1]);
    if (interaction && loop_now(standin->loop) - interaction->shown.at > TOKEN_LIFE) {
        log_violation(standin, "%s: the token of interaction %" PRIu64 " is older than 15 minutes",
                      request->route->name, interaction->shown.id);
        refuse(answer, 401, 50027, "Invalid Webhook Token");
        return NULL;
    }
    if (interaction && interaction->shown.answered >= 0 && request->ids[0] == standin->application)
        return interaction;
    refuse(answer, 404, 10015, "Unknown Webhook");
    return NULL;
}

/* A message that this token reaches: what it answered with, and the message that was pressed. */
static struct message *reach(struct standin *standin, const struct request *request,
                             const struct interaction *interaction, struct answer *answer)
{
    uint64_t id =
        strcmp(request->args[2], "@original") == 0 ? interaction->original : request->ids[2];
    struct message *message = find_message(standin, id);
    bool is_ours =
        message && (message->made_by == interaction->shown.id || id == interaction->shown.source);
    if (is_ours && !message->shown.is_deleted)
        return message;
    refuse(answer, 404, 10008, "Unknown Message");
    return NULL;
}

static void fill(struct standin *standin, struct interaction *interaction, struct message *message,
                 struct request *request, struct answer *answer)
{
    if (!check_message(standin, request, request->json, message, answer))
        return;
    if (message->shown.id == interaction->original)
        interaction->is_deferred = false;
    change_message(standin, message, request, request->json);
    give(answer, 200, json_incref(message->body));
}

/* An application that only the person has installed may say so much behind its first answer. */
static bool is_one_too_many(struct interaction *interaction, struct answer *answer)
{
    enum { FOLLOW_UPS = 5 };
    const json_t *owners = json_object_get(interaction->event, "authorizing_integration_owners");
    bool is_one = !json_object_get(owners, "0") && ++interaction->follow_ups > FOLLOW_UPS;
    if (is_one)
        refuse(answer, 400, 40094, "Maximum number of follow-ups reached");
    return is_one;
}

void post_follow_up(struct standin *standin, struct request *request, struct answer *answer)
{
    struct interaction *interaction = still_open(standin, request, answer);
    const struct channel *channel =
        interaction ? find_channel(standin, interaction->shown.channel) : NULL;
    bool is_private = json_integer_value(json_object_get(request->json, "flags")) & FLAG_EPHEMERAL;
    if (!interaction)
        return;
    if (interaction->is_deferred) { /* it takes the place of "thinking...", whatever its flag */
        struct message *message = find_message(standin, interaction->original);
        if (is_private && !message->shown.viewer)
            log_violation(standin,
                          "a private follow-up filled a public deferred answer: everybody sees it");
        fill(standin, interaction, message, request, answer);
        return;
    }
    if (!check_message(standin, request, request->json, NULL, answer) ||
        is_one_too_many(interaction, answer))
        return;
    const struct message *message =
        post_as_bot(standin, channel, request, request->json, interaction,
                    is_private ? interaction->shown.user : 0, 0);
    give(answer, 200, json_incref(message->body));
}

void patch_follow_up(struct standin *standin, struct request *request, struct answer *answer)
{
    struct interaction *interaction = still_open(standin, request, answer);
    struct message *message = interaction ? reach(standin, request, interaction, answer) : NULL;
    if (message)
        fill(standin, interaction, message, request, answer);
}

void get_follow_up(struct standin *standin, struct request *request, struct answer *answer)
{
    const struct interaction *interaction = still_open(standin, request, answer);
    const struct message *message =
        interaction ? reach(standin, request, interaction, answer) : NULL;
    if (message)
        give(answer, 200, json_incref(message->body));
}

void delete_follow_up(struct standin *standin, struct request *request, struct answer *answer)
{
    const struct interaction *interaction = still_open(standin, request, answer);
    struct message *message = interaction ? reach(standin, request, interaction, answer) : NULL;
    if (!message)
        return;
    remove_message(standin, message);
    give(answer, 204, NULL);
}
