/* Registers the slash commands with Discord when they are others than the last time, and keeps
   the ids that it gives them. What they are: shell.c. */
#include "answer.h"
#include "slash.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "keep.h"
#include "log.h"
#include "rest.h"
#include "text.h"

struct registering {
    struct discord *discord;
    /* the commands for a server that knows no autocomplete; NULL if these were sent */
    json_t *plainer;
    char key[64], hash[2 * crypto_hash_sha256_BYTES + 1];
};

enum { IDS = 4096 /* bytes of what is kept: at most 102 names and ids */ };

static void forget_registering(void *arg)
{
    struct registering *registering = arg;
    json_decref(registering->plainer);
    free(registering);
}

static void send_commands(struct registering *registering, json_t *commands);

/* The ids in what is kept. */
static void note_ids(struct discord *discord, const char *kept)
{
    free(discord->commands);
    discord->commands = strdup(kept + strcspn(kept, " "));
    check(discord->commands);
}

/* The moves are not offered then, but can be typed. */
static json_t *without_autocomplete(const json_t *commands)
{
    json_t *plainer = json_deep_copy(commands);
    check(plainer);
    for (size_t i = 0; i < json_array_size(plainer); i++) {
        json_t *options = json_object_get(json_array_get(plainer, i), "options");
        for (size_t k = 0; k < json_array_size(options); k++)
            json_object_del(json_array_get(options, k), "autocomplete");
    }
    return plainer;
}

static void log_refusal(const struct rest_answer *answer)
{
    char code[16];
    snprintf(code, sizeof code, "%d", answer->code ? answer->code : answer->status);
    log_event(LOG_WARN, "discord-commands-refused", "code", code, "why",
              answer->message ? answer->message : "", (char *)0);
}

/* The server has no commands, or not such as ours: people type, and no new session tries again. */
static bool is_hopeless(const struct rest_answer *answer)
{
    enum { NOT_FOUND = 404, NOT_ALLOWED = 405 };
    return answer->outcome == REST_REFUSED &&
           (answer->code == CODE_BAD_FORM || answer->status == NOT_FOUND ||
            answer->status == NOT_ALLOWED);
}

/* Keeps the hash of what was sent, and behind it the ids that Discord gave: " play:123
   join:124". */
static void keep_registered(const struct registering *registering, const json_t *commands)
{
    struct discord *discord = registering->discord;
    char bytes[IDS];
    struct text row = text_over(bytes, sizeof bytes);
    text_putf(&row, "%s ", registering->hash);
    for (size_t i = 0; i < json_array_size(commands); i++) {
        const json_t *command = json_array_get(commands, i);
        const char *name = field_text(command, "name");
        char id[DISCORD_ID];
        if (name && field_id(command, "id", id))
            text_putf(&row, " %s:%s", name, id);
    }
    if (row.cut)
        snprintf(bytes, sizeof bytes, "%s ", registering->hash);
    keep_put(discord->setup.keep, registering->key, bytes, NULL, NULL);
    note_ids(discord, bytes);
}

static void registered(void *arg, const struct rest_answer *answer)
{
    struct registering *registering = arg;
    struct discord *discord = registering->discord;
    json_t *plainer = registering->plainer;
    if (answer->outcome == REST_DONE) {
        keep_registered(registering, answer->body);
        log_event(LOG_INFO, "discord-commands-registered", "autocomplete", plainer ? "yes" : "no",
                  (char *)0);
    } else if (answer->outcome == REST_REFUSED && answer->code == CODE_BAD_FORM && plainer) {
        registering->plainer = NULL;
        send_commands(registering, plainer);
        return;
    } else {
        discord->has_no_commands = is_hopeless(answer);
        log_refusal(answer);
    }
    forget_registering(registering);
}

static void send_commands(struct registering *registering, json_t *commands)
{
    struct discord *discord = registering->discord;
    rest_send(discord->rest, &(struct rest_request){.lane = REST_BACKGROUND,
                                                    .method = "PUT",
                                                    .route = "/applications/{}/commands",
                                                    .ids = {discord->application},
                                                    .body = commands,
                                                    .done = registered,
                                                    .arg = registering,
                                                    .forget = forget_registering});
}

void slash_register(struct discord *discord)
{
    if (discord->has_no_commands || !discord->application[0])
        return;
    struct registering *registering = calloc(1, sizeof *registering);
    unsigned char hash[crypto_hash_sha256_BYTES];
    json_t *commands = slash_commands();
    char *dumped = json_dumps(commands, JSON_COMPACT | JSON_SORT_KEYS);
    check(registering && dumped);
    registering->discord = discord;
    snprintf(registering->key, sizeof registering->key, "discord:%s:commands",
             discord->application);
    crypto_hash_sha256(hash, (const unsigned char *)dumped, strlen(dumped));
    sodium_bin2hex(registering->hash, sizeof registering->hash, hash, sizeof hash);
    free(dumped);
    const char *kept = keep_get(discord->setup.keep, registering->key);
    size_t length = strlen(registering->hash);
    if (kept && strncmp(kept, registering->hash, length) == 0 && kept[length]) {
        note_ids(discord, kept);
        json_decref(commands);
        free(registering);
        return;
    }
    registering->plainer = without_autocomplete(commands);
    send_commands(registering, commands);
}
