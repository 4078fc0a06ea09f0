#include "body.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "http.h"
#include "json.h"
#include "rest.h"

/* ---- a body with files ---- */

/* A part ends where a line break and the boundary stand, so no text has a carriage return or the
   boundary in it, and a picture with the boundary in it is not sent. */

static void put_text(FILE *out, const char *text)
{
    for (const char *p = text; *p; p++)
        if (*p != '\r')
            putc(strncmp(p, HTTP_BOUNDARY, strlen(HTTP_BOUNDARY)) == 0 ? '_' : *p, out);
}

static void put_files(FILE *out, const json_t *files)
{
    for (size_t i = 0; i < json_array_size(files); i++) {
        const json_t *file = json_array_get(files, i);
        fprintf(out,
                "--%s\r\nContent-Disposition: form-data; name=\"files[%zu]\"; filename=\"%s\"\r\n"
                "Content-Type: text/%s; charset=utf-8\r\n\r\n",
                HTTP_BOUNDARY, i, field_text(file, "name"),
                strstr(field_text(file, "name"), ".html") ? "html" : "plain");
        put_text(out, field_text(file, "text"));
        fputs("\r\n", out);
    }
}

static void put_picture(FILE *out, size_t number, const struct rest_picture *picture)
{
    fprintf(out,
            "--%s\r\nContent-Disposition: form-data; name=\"files[%zu]\"; filename=\"%s\"\r\n"
            "Content-Type: image/png\r\n\r\n",
            HTTP_BOUNDARY, number, picture->name);
    fwrite(picture->png, 1, picture->size, out);
    fputs("\r\n", out);
}

/* Takes the picture's words as they are, as far as Discord lets them be. */
static json_t *described(size_t number, const struct rest_picture *picture)
{
    json_t *attachment = json_pack("{s:i, s:s, s:s}", "id", (int)number, "filename", picture->name,
                                   "description", picture->alt);
    check(attachment);
    return attachment;
}

static json_t *named(const json_t *message, const json_t *files, const struct rest_picture *picture)
{
    json_t *copy = json_copy((json_t *)message), *attachments = json_array();
    check(copy && attachments);
    for (size_t i = 0; i < json_array_size(files); i++)
        json_array_append_new(attachments,
                              json_pack("{s:i, s:O}", "id", (int)i, "filename",
                                        json_object_get(json_array_get(files, i), "name")));
    if (picture)
        json_array_append_new(attachments, described(json_array_size(files), picture));
    json_object_del(copy, REST_FILES);
    check(json_object_set_new(copy, "attachments", attachments) == 0);
    return copy;
}

char *body_dump_parts(const json_t *body, const struct rest_picture *picture, size_t *length)
{
    const json_t *data = json_object_get(body, "data"), *files = json_object_get(body, REST_FILES);
    bool is_inside = !files && data;
    files = files ? files : json_object_get(data, REST_FILES);
    if (picture && memmem(picture->png, picture->size, HTTP_BOUNDARY, strlen(HTTP_BOUNDARY)))
        return NULL;
    json_t *whole = is_inside ? json_copy((json_t *)body) : named(body, files, picture);
    if (is_inside)
        check(json_object_set_new(whole, "data", named(data, files, picture)) == 0);
    char *json = json_dumps(whole, JSON_COMPACT), *bytes = NULL;
    FILE *out = open_memstream(&bytes, length);
    check(json && out);
    fprintf(
        out,
        "--%s\r\nContent-Disposition: form-data; name=\"payload_json\"\r\nContent-Type: application/json\r\n\r\n"
        "%s\r\n",
        HTTP_BOUNDARY, json);
    put_files(out, files);
    if (picture)
        put_picture(out, json_array_size(files), picture);
    fprintf(out, "--%s--\r\n", HTTP_BOUNDARY);
    check(fclose(out) == 0);
    free(json);
    json_decref(whole);
    return bytes;
}
