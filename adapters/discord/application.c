/* See application.h. */
#include "application.h"

#include <errno.h>
#include <sodium.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "answer.h"
#include "check.h"
#include "json.h"
#include "log.h"
#include "rest.h"
#include "text.h"

#ifndef TABLETALK_VERSION
#define TABLETALK_VERSION "0"
#endif
#ifndef TABLETALK_HOMEPAGE
#define TABLETALK_HOMEPAGE "https://example.org"
#endif

enum {
    FLAG_CONTENT = 1 << 18 | 1 << 19 /* of an application: Message Content was approved, or its
                                        owner has switched it on */
};

const char discord_user_agent[] = "DiscordBot (" TABLETALK_HOMEPAGE ", " TABLETALK_VERSION ")";

/* JSON members that nothing here reads, and that grow with a server or that any person can make
   large. A number other than 0 drops the member only at that depth or deeper:
   permission_overwrites are read in a single channel, not in a list of channels. Of the message
   that another one answers only its id and its author's are read. */
const struct sieve_key discord_unread[] = {
    {"activity_instances", 0},
    {"attachments", 0},
    {"author", SIEVE_KEPT_INSIDE},
    {"available_tags", 0},
    {"avatar", 0},
    {"avatar_decoration_data", 0},
    {"banner", 0},
    {"collectibles", 0},
    {"color", 0},
    {"colors", 0},
    {"deaf", 0},
    {"default_auto_archive_duration", 0},
    {"discriminator", 0},
    {"embedded_activities", 0},
    {"embeds", 0},
    {"emojis", 0},
    {"features", 0},
    {"guild_scheduled_events", 0},
    {"hoist", 0},
    {"icon", 0},
    {"icon_emoji", 0},
    {"id", SIEVE_KEPT_INSIDE},
    {"interaction_metadata", 0},
    {"joined_at", 3},
    {"last_message_id", 0},
    {"managed", 0},
    {"member_count", 0},
    {"members", 0},
    {"mentionable", 0},
    {"message_count", 0},
    {"message_snapshots", 0},
    {"mute", 0},
    {"nsfw", 0},
    {"pending", 0},
    {"permission_overwrites", 4},
    {"poll", 0},
    {"position", 0},
    {"premium_since", 0},
    {"presences", 0},
    {"primary_guild", 0},
    {"public_flags", 0},
    {"rate_limit_per_user", 0},
    {"reactions", 0},
    {"referenced_message", SIEVE_NARROWED},
    {"soundboard_sounds", 0},
    {"stage_instances", 0},
    {"sticker_items", 0},
    {"stickers", 0},
    {"thread_metadata", 0},
    {"topic", 0},
    {"total_message_sent", 0},
    {"unicode_emoji", 0},
    {"version", 0},
    {"voice_states", 0},
    {NULL, 0},
};

bool discord_may_read(const json_t *application)
{
    return (field_number(application, "flags") & FLAG_CONTENT) != 0;
}

void discord_note_id(const json_t *object, char out[DISCORD_ID])
{
    const char *id = field_text(object, "id");
    if (id && strlen(id) < DISCORD_ID)
        snprintf(out, DISCORD_ID, "%s", id);
}

int64_t discord_time(const char *text)
{
    struct tm parts = {.tm_isdst = 0};
    if (!text || sscanf(text, "%d-%d-%dT%d:%d:%d", &parts.tm_year, &parts.tm_mon, &parts.tm_mday,
                        &parts.tm_hour, &parts.tm_min, &parts.tm_sec) != 6)
        return 0;
    parts.tm_year -= 1900;
    parts.tm_mon--;
    return ((int64_t)timegm(&parts) + 1) * 1000; /* parts of a second are over, too */
}

int64_t discord_longer(int64_t last, int64_t first, int64_t most)
{
    int64_t next = last == 0 ? first : last * 2;
    return next < most ? next : most;
}

void discord_log_refusal(const char *what, const char *where, const struct rest_answer *answer)
{
    char code[16];
    snprintf(code, sizeof code, "%d", answer->code ? answer->code : answer->status);
    log_event(LOG_WARN, what, "where", where, "code", code, "why",
              answer->message ? answer->message : "", (char *)0);
}

/* ---- questions to Discord ---- */

static void on_errand(void *arg, const struct rest_answer *answer)
{
    struct errand *errand = arg;
    errand->done(errand, answer);
    free(errand);
}

void discord_ask_about(const struct errand *errand, const char *route, const char *const ids[2],
                       bool is_background)
{
    struct discord *discord = errand->discord;
    struct errand *copy = malloc(sizeof *copy);
    check(copy);
    *copy = *errand;
    rest_send(discord->rest,
              &(struct rest_request){
                  .lane = is_background ? REST_BACKGROUND : REST_PERSON,
                  .method = "GET",
                  .route = route,
                  .ids = {ids[0], ids[1]},
                  .guild = is_background ? ids[0] : NULL,
                  .deadline = is_background ? 0 : loop_now(discord->loop) + DISCORD_ASK_MS,
                  .done = on_errand,
                  .arg = copy,
                  .forget = free});
}

/* ---- what people are told ---- */

const char *const discord_strings[] = {
#define STRING(id, text) [DISCORD_STRING_##id] = (text),
#include "strings.def"
#undef STRING
};

const struct host_help discord_help[] = {
    {"set",
     "WORDS: dm or panel, which is where your hand is shown; push dm or push room, which message rings at your turn; "
     "nudge, to be told in private when it is your turn, or nudge off; or look and plain, colours, symbols, emoji or reader (for a screen reader), narrow, wide or width 60, for what only "
     "you see."},
    {"settings",
     "Whoever may manage the channel or the server sets them, also threads (whether each table gets one); whoever may manage the "
     "server does so for all its channels at once, too: !settings server guests no. open can be a role."},
    {"ban", "NAME can be a mention of anybody, or a user id, too."},
    {NULL, NULL},
};

bool discord_doubts_emoji(struct discord *discord, const struct rest_answer *answer)
{
    bool is_doubted = answer->outcome == REST_REFUSED && answer->code == CODE_BAD_FORM &&
                      discord->emoji && discord_emoji_confirm(discord->emoji, NULL);
    if (is_doubted)
        loop_timer_set(&discord->emoji_again, 0);
    return is_doubted;
}

/* ---- cards as pictures ---- */

/* The file has a line for each emoji: its name, its id, and the digest of the picture that was
   uploaded. */

enum { PATH = 4096 };

struct emoji {
    char path[PATH];
    int count;
    bool is_asked; /* Discord has said which it has */
    struct entry {
        char name[EMOJI_NAME], id[DISCORD_ID], digest[DISCORD_DIGEST];
        bool is_confirmed;
    } entries[EMOJI_MOST];
};

/* Lines that are no entry are left out: the next upload writes them anew. */
static void read_entries(struct emoji *emoji, FILE *file)
{
    char line[128];
    while (emoji->count < EMOJI_MOST && fgets(line, sizeof line, file)) {
        struct entry *entry = &emoji->entries[emoji->count];
        if (sscanf(line, "%2s %23s %16s", entry->name, entry->id, entry->digest) == 3 &&
            strlen(entry->name) == EMOJI_NAME - 1 &&
            strspn(entry->id, "0123456789") == strlen(entry->id))
            emoji->count++;
    }
}

/* Nothing, to be noted in such a file. */
static struct emoji *emoji_new(const char *folder, const char *application)
{
    struct emoji *emoji = calloc(1, sizeof *emoji);
    check(emoji);
    snprintf(emoji->path, sizeof emoji->path, "%s/discord-cards-%s", folder, application);
    return emoji;
}

struct emoji *discord_emoji_read(const char *folder, const char *application)
{
    struct emoji *emoji = emoji_new(folder, application);
    FILE *file = fopen(emoji->path, "re");
    if (!file) {
        discord_emoji_free(emoji);
        return NULL;
    }
    read_entries(emoji, file);
    fclose(file);
    return emoji;
}

void discord_emoji_free(struct emoji *emoji)
{
    free(emoji);
}

static const struct entry *find(const struct emoji *emoji, const char *name)
{
    for (int i = 0; i < emoji->count; i++)
        if (strcmp(emoji->entries[i].name, name) == 0)
            return &emoji->entries[i];
    return NULL;
}

const char *discord_emoji_id(const struct emoji *emoji, const char *name)
{
    const struct entry *entry = find(emoji, name);
    return entry && (entry->is_confirmed || !emoji->is_asked) ? entry->id : NULL;
}

bool discord_emoji_confirm(struct emoji *emoji, const json_t *items)
{
    bool has_changed = false, was_asked = emoji->is_asked;
    emoji->is_asked = true;
    for (int i = 0; i < emoji->count; i++) {
        struct entry *entry = &emoji->entries[i];
        bool was_shown = entry->is_confirmed || !was_asked;
        entry->is_confirmed = false;
        for (size_t k = 0; k < json_array_size(items) && !entry->is_confirmed; k++) {
            char id[DISCORD_ID];
            entry->is_confirmed =
                field_id(json_array_get(items, k), "id", id) && strcmp(id, entry->id) == 0;
        }
        has_changed |= was_shown != entry->is_confirmed;
    }
    return has_changed;
}

const char *discord_emoji_button_id(const struct emoji *emoji, const char *name)
{
    const struct entry *entry = find(emoji, name);
    return entry && entry->is_confirmed ? entry->id : NULL;
}

/* A new file takes the place of the old one: a reader finds one of the two, whole. */
static bool write_entries(const struct emoji *emoji)
{
    char path[PATH + 8];
    snprintf(path, sizeof path, "%s.new", emoji->path);
    FILE *file = fopen(path, "we");
    if (!file)
        return false;
    for (int i = 0; i < emoji->count; i++)
        fprintf(file, "%s %s %s\n", emoji->entries[i].name, emoji->entries[i].id,
                emoji->entries[i].digest);
    bool is_written = fflush(file) == 0 && fsync(fileno(file)) == 0;
    return fclose(file) == 0 && is_written && rename(path, emoji->path) == 0;
}

/* Notes what Discord has now, an empty id for nothing, and writes the file anew. False if that
   fails: errno says why. */
static bool emoji_note(struct emoji *emoji, const char *name, const char *id, const char *digest)
{
    struct entry *entry = (struct entry *)find(emoji, name);
    if (!*id) {
        if (entry)
            *entry = emoji->entries[--emoji->count];
        return write_entries(emoji);
    }
    if (!entry) {
        check(emoji->count < EMOJI_MOST);
        entry = &emoji->entries[emoji->count++];
    }
    snprintf(entry->name, sizeof entry->name, "%s", name);
    snprintf(entry->id, sizeof entry->id, "%s", id);
    snprintf(entry->digest, sizeof entry->digest, "%s", digest);
    return write_entries(emoji);
}

/* ---- tabletalk discord cards ---- */

/* Asks which application it is and which emoji it has, then goes through the pictures one by one,
   on a loop of its own. Knows nothing of a running bot, which reads the file that is left. */

struct upload {
    const struct network_picture *pictures;
    int count, at; /* the picture that is under way */
    int sent;
    const char *folder;
    struct loop *loop;
    struct rest *rest;
    struct emoji *emoji; /* NULL before the application is known */
    json_t *there;       /* what the application has: name -> id */
    char application[DISCORD_ID];
    bool is_done;
    FILE *out;
};

static void go_on(struct upload *upload);

/* ---- ending ---- */

static void stop(struct upload *upload, bool is_done)
{
    upload->is_done = is_done;
    loop_stop(upload->loop);
}

static void give_up(struct upload *upload, const char *what, const struct rest_answer *answer)
{
    const char *why =
        answer->message && *answer->message ? answer->message : "the answer cannot be read";
    fprintf(upload->out, "  FAILED %s: %s\n", what, why);
    stop(upload, false);
}

/* ---- one picture after the other ---- */

static void ask(struct upload *upload, const char *method, const char *route, const char *id,
                json_t *body, rest_done *done)
{
    rest_send(upload->rest,
              &(struct rest_request){.lane = REST_BACKGROUND,
                                     .method = method,
                                     .route = route,
                                     .ids = {*upload->application ? upload->application : NULL, id},
                                     .body = body,
                                     .done = done,
                                     .arg = upload});
}

static void digest_of(const struct network_picture *picture, char digest[DISCORD_DIGEST])
{
    unsigned char hash[DISCORD_DIGEST / 2];
    crypto_generichash(hash, sizeof hash, picture->png, picture->size, NULL, 0);
    sodium_bin2hex(digest, DISCORD_DIGEST, hash, sizeof hash);
}

static void note(struct upload *upload, const char *id)
{
    const struct network_picture *picture = &upload->pictures[upload->at];
    char digest[DISCORD_DIGEST];
    digest_of(picture, digest);
    json_object_set_new(upload->there, picture->name, *id ? json_string(id) : json_null());
    if (emoji_note(upload->emoji, picture->name, id, digest)) {
        go_on(upload);
        return;
    }
    fprintf(upload->out, "  FAILED writing to %s: %s\n", upload->folder, strerror(errno));
    stop(upload, false);
}

static void on_uploaded(void *arg, const struct rest_answer *answer)
{
    struct upload *upload = arg;
    char id[DISCORD_ID];
    if (answer->outcome != REST_DONE || !field_id(answer->body, "id", id)) {
        give_up(upload, "uploading a picture", answer);
        return;
    }
    upload->sent++;
    note(upload, id);
}

static void send_picture(struct upload *upload, const struct network_picture *picture)
{
    static const char head[] = "data:image/png;base64,";
    size_t size =
        sizeof head + sodium_base64_ENCODED_LEN(picture->size, sodium_base64_VARIANT_ORIGINAL);
    char *image = malloc(size);
    check(image);
    memcpy(image, head, sizeof head);
    sodium_bin2base64(image + sizeof head - 1, size - sizeof head + 1, picture->png, picture->size,
                      sodium_base64_VARIANT_ORIGINAL);
    ask(upload, "POST", "/applications/{}/emojis", NULL,
        json_pack("{s:s, s:s}", "name", picture->name, "image", image), on_uploaded);
    free(image);
}

static void on_deleted(void *arg, const struct rest_answer *answer)
{
    struct upload *upload = arg;
    if (answer->outcome == REST_DONE || answer->status == 404)
        note(upload, "");
    else
        give_up(upload, "deleting an old picture", answer);
}

static bool is_there(const struct upload *upload, const struct network_picture *picture)
{
    const char *id = field_text(upload->there, picture->name);
    const char *noted = discord_emoji_id(upload->emoji, picture->name);
    const struct entry *uploaded = find(upload->emoji, picture->name);
    char digest[DISCORD_DIGEST];
    digest_of(picture, digest);
    return id && noted && strcmp(id, noted) == 0 && strcmp(uploaded->digest, digest) == 0;
}

static void go_on(struct upload *upload)
{
    while (upload->at < upload->count && is_there(upload, &upload->pictures[upload->at]))
        upload->at++;
    if (upload->at == upload->count) {
        stop(upload, true);
        return;
    }
    const struct network_picture *picture = &upload->pictures[upload->at];
    const char *old = field_text(upload->there, picture->name);
    if (old)
        ask(upload, "DELETE", "/applications/{}/emojis/{}", old, NULL, on_deleted);
    else
        send_picture(upload, picture);
}

/* ---- what is there ---- */

static void on_list(void *arg, const struct rest_answer *answer)
{
    struct upload *upload = arg;
    json_t *items = answer->outcome == REST_DONE ? json_object_get(answer->body, "items") : NULL,
           *item;
    size_t i;
    if (!json_is_array(items)) {
        give_up(upload, "asking which emoji there are", answer);
        return;
    }
    json_array_foreach(items, i, item)
    {
        char id[DISCORD_ID];
        if (field_id(item, "id", id) && field_text(item, "name"))
            json_object_set_new(upload->there, field_text(item, "name"), json_string(id));
    }
    upload->emoji = discord_emoji_read(upload->folder, upload->application);
    if (!upload->emoji)
        upload->emoji = emoji_new(upload->folder, upload->application);
    go_on(upload);
}

static void on_application(void *arg, const struct rest_answer *answer)
{
    struct upload *upload = arg;
    if (answer->outcome != REST_DONE || !field_id(answer->body, "id", upload->application))
        give_up(upload, "asking for the application", answer);
    else
        ask(upload, "GET", "/applications/{}/emojis", NULL, NULL, on_list);
}

bool discord_emoji_upload(const struct discord_setup *setup, const char *folder,
                          const struct network_picture *pictures, int count, FILE *out)
{
    struct upload upload = {.pictures = pictures,
                            .count = count,
                            .folder = folder,
                            .out = out,
                            .loop = loop_new(LOOP_REAL),
                            .there = json_object()};
    fprintf(out, "discord \"%s\", at %s\n", setup->title, setup->api);
    fflush(out);
    upload.rest = rest_new(&(struct rest_setup){.loop = upload.loop,
                                                .base = setup->api,
                                                .ca_file = setup->ca_file,
                                                .token = setup->token,
                                                .user_agent = discord_user_agent});
    ask(&upload, "GET", "/applications/@me", NULL, NULL, on_application);
    loop_run(upload.loop);
    rest_free(upload.rest);
    fprintf(out, "  %d of %d cards are there; %d were uploaded now.\n", upload.at, count,
            upload.sent);
    fputs(upload.is_done ? "  Restart the bot, so that it shows them.\n"
                         : "  Call the command again: it goes on from there.\n",
          out);
    json_decref(upload.there);
    discord_emoji_free(upload.emoji);
    loop_free(upload.loop);
    return upload.is_done;
}
