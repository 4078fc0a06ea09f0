/* What is in the body of a request: JSON, or multipart/form-data with payload_json and files. */
#include "standin_inside.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"

enum { FILE_SIZE = 10 * 1024 * 1024 };

static bool parse(struct request *request, const char *bytes, size_t length, struct answer *answer)
{
    json_error_t error;
    json_decref(request->json);
    request->json = json_loadb(bytes, length, JSON_DECODE_ANY, &error);
    if (request->json)
        return true;
    log_violation(request->standin, "%s: the body is no JSON: %s", request->route->name,
                  error.text);
    refuse(answer, 400, 50109, "The request body contains invalid JSON.");
    return false;
}

/* The value of `key="value"` in the head of a part. */
static void attribute(const char *head, const char *key, char *value, size_t size)
{
    char pattern[32];
    snprintf(pattern, sizeof pattern, "; %s=\"", key);
    const char *found = strcasestr(head, pattern);
    value[0] = '\0';
    if (!found)
        return;
    found += strlen(pattern);
    size_t length = strcspn(found, "\"");
    snprintf(value, size, "%.*s", (int)length, found);
}

/* The line of that name in the head of a part. */
static void field(const char *head, const char *name, char *value, size_t size)
{
    const char *found = strcasestr(head, name);
    value[0] = '\0';
    if (found)
        snprintf(value, size, "%.*s", (int)strcspn(found + strlen(name), "\r\n"),
                 found + strlen(name));
}

static bool take_part(struct request *request, const char *head, const char *bytes, size_t length,
                      struct answer *answer)
{
    char name[32], filename[128];
    size_t most =
        request->standin->options.file_size ? request->standin->options.file_size : FILE_SIZE;
    attribute(head, "name", name, sizeof name);
    attribute(head, "filename", filename, sizeof filename);
    if (strcmp(name, "payload_json") == 0)
        return parse(request, bytes, length, answer);
    if (request->file_count == FILES || strncmp(name, "files[", 6) != 0 || !filename[0]) {
        log_violation(request->standin,
                      "%s: the part \"%s\" is neither payload_json nor files[n] with a name",
                      request->route->name, name);
        return true;
    }
    if (length > most) {
        refuse(answer, 413, 40005, "Request entity too large");
        return false;
    }
    struct upload *file = &request->files[request->file_count++];
    free(request->standin->last_file);
    request->standin->last_file = strndup(bytes, length);
    check(request->standin->last_file);
    file->length = length;
    strcpy(file->name, name);
    strcpy(file->filename, filename);
    field(head, "\r\nContent-Type: ", file->type, sizeof file->type);
    file->is_png = length > 8 && memcmp(bytes, "\x89PNG\r\n\x1a\n", 8) == 0;
    return true;
}

static bool read_parts(struct request *request, const char *boundary, struct answer *answer)
{
    char mark[160];
    int mark_length = snprintf(mark, sizeof mark, "--%s", boundary);
    const char *end = request->bytes + request->length;
    const char *at = memmem(request->bytes, request->length, mark, (size_t)mark_length);
    while (at && at + mark_length + 2 < end && strncmp(at + mark_length, "--", 2) != 0) {
        const char *head = at + mark_length + 2;
        const char *bytes = memmem(head, (size_t)(end - head), "\r\n\r\n", 4);
        const char *next =
            bytes ? memmem(bytes, (size_t)(end - bytes), mark, (size_t)mark_length) : NULL;
        if (!next || next - bytes < 6)
            break;
        char *text = strndup(head, (size_t)(bytes - head));
        check(text);
        bool is_fine = take_part(request, text, bytes + 4, (size_t)(next - bytes) - 6, answer);
        free(text);
        if (!is_fine)
            return false;
        at = next;
    }
    return true;
}

bool read_body(struct standin *standin, struct request *request, struct answer *answer)
{
    const char *type = request->content_type;
    standin->bytes += (int64_t)request->length;
    if (request->length == 0)
        return true;
    if (strncasecmp(type, "application/json", 16) == 0)
        return parse(request, request->bytes, request->length, answer);
    const char *boundary = strstr(type, "boundary=");
    if (strncasecmp(type, "multipart/form-data", 19) == 0 && boundary) {
        char plain[128];
        boundary += strlen("boundary=");
        boundary += *boundary == '"';
        snprintf(plain, sizeof plain, "%.*s", (int)strcspn(boundary, "\";"), boundary);
        return read_parts(request, plain, answer);
    }
    log_violation(standin, "%s: Content-Type is \"%s\"", request->route->name, type);
    refuse(answer, 400, 50035,
           "Expected \"Content-Type\" header to be one of {'application/json'}.");
    return false;
}
