/* `tabletalk discord cards`: see emoji.h. Asks which application it is and which emoji it has,
   then goes through the pictures one by one, on a loop of its own. Knows nothing of a running
   bot, which reads the file that is left. */
#include "emoji.h"

#include <errno.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "json.h"
#include "rest.h"
#include "text.h"

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
