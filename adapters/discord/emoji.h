/* Cards as pictures in a line of text: emoji of the application, one for each face. Which of
   them Discord has, by what id, is kept in a file for each application, which `tabletalk discord
   cards` writes and the bot reads. Knows no game: a picture has a name. */
#ifndef EMOJI_H
#define EMOJI_H

#include <stdbool.h>
#include <stdio.h>

#include "adapter.h"
#include "application.h"

struct emoji;
struct text;

enum {
    EMOJI_NAME = 3,   /* bytes of a name with its NUL */
    EMOJI_MOST = 2000 /* of one application */
};

/* What the file in this folder says of an application. NULL if there is no file, or it cannot be
   read. */
struct emoji *emoji_read(const char *folder, const char *application);
void emoji_free(struct emoji *emoji); /* NULL is fine */

/* The id of the emoji with this name. NULL if absent, or if Discord has said that it is gone. */
const char *emoji_id(const struct emoji *emoji, const char *name);

/* Discord says which emoji the application has, an array: only these may stand on buttons,
   because it refuses a message with any other one there. NULL: none. True if some are shown now
   that were not, or the other way round. */
bool emoji_confirm(struct emoji *emoji, const json_t *items);
/* The same as emoji_id(), for a button. NULL if it was not confirmed. */
const char *emoji_button_id(const struct emoji *emoji, const char *name);

/* ---- the upload ---- */

/* Makes the application have these pictures: uploads, one at a time, what it lacks or has in
   another form, and tells on `out` what it does. An emoji of the same name that somebody else
   made is replaced. Of `setup` it uses title, token, api and ca_file. Blocks until all is done
   or something fails; what is done is noted, so that the next time goes on from there. True if
   all is there. */
bool emoji_upload(const struct discord_setup *setup, const char *folder,
                  const struct network_picture *pictures, int count, FILE *out);

#endif
