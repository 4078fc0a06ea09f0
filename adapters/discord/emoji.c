/* See emoji.h. The file has a line for each emoji: its name, its id, and the digest of the
   picture that was uploaded. */
#include "emoji.h"

#include <errno.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "json.h"
#include "rest.h"
#include "text.h"

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

static bool is_entry(const struct entry *entry)
{
    return strlen(entry->name) == EMOJI_NAME - 1 &&
           strspn(entry->id, "0123456789") == strlen(entry->id);
}

/* Lines that are no entry are left out: the next upload writes them anew. */
static void read_entries(struct emoji *emoji, FILE *file)
{
    char line[128];
    while (emoji->count < EMOJI_MOST && fgets(line, sizeof line, file)) {
        struct entry *entry = &emoji->entries[emoji->count];
        if (sscanf(line, "%2s %23s %16s", entry->name, entry->id, entry->digest) == 3 &&
            is_entry(entry))
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

struct emoji *emoji_read(const char *folder, const char *application)
{
    struct emoji *emoji = emoji_new(folder, application);
    FILE *file = fopen(emoji->path, "re");
    if (!file) {
        emoji_free(emoji);
        return NULL;
    }
    read_entries(emoji, file);
    fclose(file);
    return emoji;
}

void emoji_free(struct emoji *emoji)
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

const char *emoji_id(const struct emoji *emoji, const char *name)
{
    const struct entry *entry = find(emoji, name);
    return entry && (entry->is_confirmed || !emoji->is_asked) ? entry->id : NULL;
}

bool emoji_confirm(struct emoji *emoji, const json_t *items)
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

const char *emoji_button_id(const struct emoji *emoji, const char *name)
{
    const struct entry *entry = find(emoji, name);
    return entry && entry->is_confirmed ? entry->id : NULL;
}

/* What was uploaded under this name, as a digest. NULL if absent. */
static const char *emoji_digest(const struct emoji *emoji, const char *name)
{
    const struct entry *entry = find(emoji, name);
    return entry ? entry->digest : NULL;
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
    const char *id = json_string_value(json_object_get(upload->there, picture->name));
    const char *noted = emoji_id(upload->emoji, picture->name),
               *uploaded = emoji_digest(upload->emoji, picture->name);
    char digest[DISCORD_DIGEST];
    digest_of(picture, digest);
    return id && noted && strcmp(id, noted) == 0 && strcmp(uploaded, digest) == 0;
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
    const char *old = json_string_value(json_object_get(upload->there, picture->name));
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
    upload->emoji = emoji_read(upload->folder, upload->application);
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

bool emoji_upload(const struct discord_setup *setup, const char *folder,
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
    emoji_free(upload.emoji);
    loop_free(upload.loop);
    return upload.is_done;
}
