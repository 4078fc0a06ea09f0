/* The sub-command `faces`, and the files that an admin makes from its output. core/games/faces.c
   checks the lines; deal.c puts the faces into use. */
#include "edition_file.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "cli.h"
#include "deal.h"
#include "faces.h"
#include "games.h"
#include "log.h"
#include "option.h"
#include "text.h"
#include "tools.h"

struct complaint {
    const char *path;
    FILE *err;
    int count;
    char first[400];
};

static void complain(void *arg, int line, const char *sentence)
{
    struct complaint *complaint = arg;
    char place[24] = "";
    if (line > 0)
        snprintf(place, sizeof place, ":%d", line);
    fprintf(complaint->err, "%s%s: %s\n", complaint->path, place, sentence);
    if (complaint->count++ > 0)
        return;
    struct text first = text_over(complaint->first, sizeof complaint->first);
    if (line > 0)
        text_putf(&first, "line %d: ", line);
    text_put(&first, sentence);
}

/* NULL, with a sentence, if it cannot be read. */
static char *load(const char *path, struct complaint *complaint)
{
    char sentence[300];
    struct text why = text_over(sentence, sizeof sentence);
    char *bytes = config_file_load(path, FACES_FILE, "a file of faces", &why);
    if (!bytes)
        complain(complaint, 0, sentence);
    return bytes;
}

/* The faces of a file, on the heap. NULL if the file has a mistake. */
static struct faces *read_faces(struct complaint *complaint)
{
    char *bytes = load(complaint->path, complaint);
    struct faces *faces = calloc(1, sizeof *faces);
    check(faces);
    bool is_right = bytes && faces_read(bytes, faces, complain, complaint);
    free(bytes);
    if (is_right)
        return faces;
    free(faces);
    return NULL;
}

bool edition_load(struct host *host, const char *path, const struct game *game, FILE *err)
{
    struct complaint complaint = {.path = path, .err = err};
    struct faces *faces = read_faces(&complaint);
    if (faces && faces->game == game) {
        deal_edition_use(host, faces);
        return true;
    }
    if (faces)
        fprintf(err, "%s: these are faces of %s, not of %s\n", path, faces->game->id, game->id);
    free(faces);
    return false;
}

bool tool_use_faces(struct host *host, const char *path, FILE *err)
{
    struct complaint complaint = {.path = path, .err = err};
    struct faces *faces = read_faces(&complaint);
    if (!faces) {
        if (host)
            log_event(
                LOG_ERROR, "faces-refused", "file", path, "why", complaint.first, "do",
                "the built-in faces stay in use; tabletalk faces --check FILE names every mistake",
                (char *)0);
        return false;
    }
    if (host) {
        log_event(LOG_INFO, "faces-in-use", "file", path, "game", faces->game->id, (char *)0);
        deal_edition_use(host, faces);
    } else {
        free(faces);
    }
    return true;
}

/* ---- the command ---- */

static int print_built_in(const char *word, FILE *out, FILE *err)
{
    const struct game *game = game_find(word);
    if (!game || !game->face_form) {
        fprintf(err,
                game ? "tabletalk: the faces of %s are fixed" : "tabletalk: there is no game '%s'",
                word);
        fprintf(err, "; faces that can be corrected have:");
        for (int i = 0; i < game_count; i++)
            if (games[i]->face_form)
                fprintf(err, " %s", games[i]->id);
        fprintf(err, "\n");
        return 2;
    }
    char *bytes = malloc(FACES_FILE);
    check(bytes);
    struct text text = text_over(bytes, FACES_FILE);
    faces_write(game, game->faces, game->face_count, &text);
    check(!text.cut);
    fputs(bytes, out);
    free(bytes);
    return fflush(out) == 0 && !ferror(out) ? 0 : 1;
}

static bool is_built_in(const struct game *game, const struct face *face)
{
    for (int i = 0; i < game->face_count; i++)
        if (face_same(&game->faces[i], face))
            return true;
    return false;
}

static int check_file(const char *path, FILE *out, FILE *err)
{
    struct complaint complaint = {.path = path, .err = err};
    struct faces *faces = read_faces(&complaint);
    int corrected = 0;
    if (!faces)
        return 1;
    for (int i = 0; i < faces->count; i++)
        corrected += !is_built_in(faces->game, &faces->list[i]);
    fprintf(out, "%s: nothing is wrong. %d faces of %s, %d of them not as built in", path,
            faces->count, faces->game->name, corrected);
    fputs(corrected ? ":" : ".", out);
    for (int i = 0; i < faces->count; i++)
        if (!is_built_in(faces->game, &faces->list[i]))
            fprintf(out, " %s", faces->list[i].code);
    fprintf(out, "\n");
    free(faces);
    return fflush(out) == 0 && !ferror(out) ? 0 : 1;
}

const struct argument faces_options[] = {
    {"--check", "FILE",
     "Say what is wrong with FILE, line by line, or which of its faces are not as built in.", NULL,
     0},
    {.name = NULL},
};

int tool_faces(int argc, char *const argv[], const struct config *config, FILE *out, FILE *err)
{
    (void)config;
    const char *path = NULL, *word;
    int status =
        cli_read_arguments(argc, argv, faces_options, "faces GAME, or tabletalk faces --check FILE",
                           &path, &word, out, err);
    if (status != CLI_GO_ON)
        return status;
    if ((path != NULL) != (word != NULL))
        return path ? check_file(path, out, err) : print_built_in(word, out, err);
    fputs("tabletalk: say which game: tabletalk faces GAME; or: faces --check FILE\n", err);
    return CLI_USAGE;
}
