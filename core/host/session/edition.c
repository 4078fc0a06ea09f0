#include "edition.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "faces.h"
#include "host_state.h"
#include "record.h"
#include "text.h"

enum { LINE_BYTES = FACE_LINE + 64 };

struct edition {
    struct edition *next;
    bool is_in_use; /* for tables that begin from now on */
    struct faces *faces;
};

static void take_faces(struct ruleset *rules, const struct game *game, const struct faces *faces)
{
    rules->faces = faces ? faces->list : game->faces;
    rules->face_count = faces ? faces->count : game->face_count;
}

/* Keeps every table of faces once. NULL for the built-in ones. */
static struct edition *keep(struct host *host, struct faces *faces)
{
    const struct game *game = faces->game;
    struct edition *edition = host->editions;
    while (edition &&
           (edition->faces->game != game ||
            !faces_same(edition->faces->list, edition->faces->count, faces->list, faces->count)))
        edition = edition->next;
    if (edition || faces_same(game->faces, game->face_count, faces->list, faces->count)) {
        free(faces);
        return edition;
    }
    edition = malloc(sizeof *edition);
    check(edition);
    *edition = (struct edition){.next = host->editions, .faces = faces};
    host->editions = edition;
    return edition;
}

void edition_use(struct host *host, struct faces *faces)
{
    for (struct edition *other = host->editions; other; other = other->next)
        other->is_in_use = other->is_in_use && other->faces->game != faces->game;
    struct edition *edition = keep(host, faces);
    if (edition)
        edition->is_in_use = true;
}

void edition_choose(struct session *session)
{
    const struct edition *edition = session->host->editions;
    while (edition && (!edition->is_in_use || edition->faces->game != session->game))
        edition = edition->next;
    take_faces(&session->playing->rules, session->game, edition ? edition->faces : NULL);
}

void editions_free(struct host *host)
{
    while (host->editions) {
        struct edition *edition = host->editions;
        host->editions = edition->next;
        free(edition->faces);
        free(edition);
    }
}

/* ---- in a record ---- */

void edition_each_line(const struct session *session, void (*each)(void *arg, const char *line),
                       void *arg)
{
    const struct game *game = session->game;
    const struct ruleset *rules = &session->playing->rules;
    char bytes[LINE_BYTES];
    struct text line = text_over(bytes, sizeof bytes);
    if (!game->face_form)
        return;
    text_put(&line, "faces");
    record_put_number(&line, "version", game->face_form->version);
    record_put_number(&line, "count", rules->face_count);
    each(arg, bytes);
    for (int i = 0; i < rules->face_count; i++) {
        text_clear(&line);
        text_put(&line, "face ");
        faces_write_line(game, &rules->faces[i], &line);
        record_put(&line, "code", rules->faces[i].code);
        check(!line.cut);
        each(arg, bytes);
    }
}

bool edition_read_heading(struct session *session, const struct record_line *line, struct text *why)
{
    const struct face_form *form = session->game->face_form;
    long long version;
    if (!form) {
        text_put(why, "the faces of this game are what they are");
        return false;
    }
    if (!record_get_number(line, "version", &version) || version != form->version ||
        !record_get_number(line, "count", &session->faces_told)) {
        text_putf(why, "its faces are not written as version %d says", form->version);
        return false;
    }
    free(session->faces_read); /* a start that was taken back may have told faces */
    session->faces_read = calloc(1, sizeof *session->faces_read);
    check(session->faces_read);
    session->faces_read->game = session->game;
    return true;
}

bool edition_read_face(struct session *session, const struct record_line *line, struct text *why)
{
    struct faces *faces = session->faces_read;
    const char *code = record_get(line, "code");
    if (!faces || strlen(line->words) >= FACE_LINE) {
        text_put(why, faces ? "this line is longer than that of any face"
                            : "a face comes before the line 'faces'");
        return false;
    }
    if (!faces_add(faces, line->words, why))
        return false;
    if (code && strcmp(code, faces->list[faces->count - 1].code) == 0)
        return true;
    text_putf(why, "the code of this face is %s", faces->list[faces->count - 1].code);
    return false;
}

bool edition_settle(struct session *session, struct text *why)
{
    struct faces *faces = session->faces_read;
    int at;
    if (!faces)
        return true;
    if (faces->count != session->faces_told) {
        text_putf(why, "of its %lld faces there are %d", session->faces_told, faces->count);
        return false;
    }
    if (!faces_fit(faces, &at, why))
        return false;
    session->faces_read = NULL;
    const struct edition *edition = keep(session->host, faces);
    take_faces(&session->playing->rules, session->game, edition ? edition->faces : NULL);
    return true;
}
