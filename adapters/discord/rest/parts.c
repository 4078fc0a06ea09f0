/* See parts.h. Files are texts without NUL. A part ends where a line break and the boundary
   stand, so that no file has a carriage return or the boundary in it. */
#include "parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "http.h"
#include "rest.h"

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
                "Content-Type: text/plain; charset=utf-8\r\n\r\n",
                HTTP_BOUNDARY, i, json_string_value(json_object_get(file, "name")));
        put_text(out, json_string_value(json_object_get(file, "text")));
        fputs("\r\n", out);
    }
}

/* The message without its files, but with what names them. */
static json_t *named(const json_t *message, const json_t *files)
{
    json_t *copy = json_copy((json_t *)message), *attachments = json_array();
    check(copy && attachments);
    for (size_t i = 0; i < json_array_size(files); i++)
        json_array_append_new(attachments,
                              json_pack("{s:i, s:O}", "id", (int)i, "filename",
                                        json_object_get(json_array_get(files, i), "name")));
    json_object_del(copy, REST_FILES);
    check(json_object_set_new(copy, "attachments", attachments) == 0);
    return copy;
}

char *parts_dump(const json_t *body)
{
    const json_t *data = json_object_get(body, "data"), *files = json_object_get(body, REST_FILES);
    bool is_inside = !files;
    files = files ? files : json_object_get(data, REST_FILES);
    json_t *whole = is_inside ? json_copy((json_t *)body) : named(body, files);
    if (is_inside)
        check(json_object_set_new(whole, "data", named(data, files)) == 0);
    char *json = json_dumps(whole, JSON_COMPACT), *bytes = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&bytes, &length);
    check(json && out);
    fprintf(
        out,
        "--%s\r\nContent-Disposition: form-data; name=\"payload_json\"\r\nContent-Type: application/json\r\n\r\n"
        "%s\r\n",
        HTTP_BOUNDARY, json);
    put_files(out, files);
    fprintf(out, "--%s--\r\n", HTTP_BOUNDARY);
    check(fclose(out) == 0);
    free(json);
    json_decref(whole);
    return bytes;
}
