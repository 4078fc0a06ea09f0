/* What goes into every message of ours: no pings but those meant, no previews, a nonce by which Discord knows it again. Knows
   nothing of what it says. */
#ifndef BODY_H
#define BODY_H

#include "application.h"

enum {
    DISCORD_NONCE = 26,       /* bytes of a nonce with its NUL */
    DISCORD_CONTENT = 2000,   /* code points of a message */
    DISCORD_TEXT = 12 * 1024, /* bytes of a text under way */
    DISCORD_DIGEST = 17       /* of a text, in hex, with its NUL */
};

/* The body of a message: content, no previews of links, and allowed_mentions that ping nobody but `users`. New reference. */
json_t *body_new(const char *content, const char *const *users, int count);
/* The same for a create-message, which may be repeated: with a nonce of its own. */
json_t *body_with_nonce(struct discord *discord, const char *content, const char *const *users, int count);
void body_add_nonce(struct discord *discord, json_t *body);
void body_new_nonce(struct discord *discord, char nonce[DISCORD_NONCE]);
/* The nonce of what is said in a channel after something else that is known to be there (an id; "": nothing): the same in the
   next process, so that what a kill makes us say again is there once. */
void body_nonce_after(const char *channel, const char *after, const char *content, char nonce[DISCORD_NONCE]);
void body_put_nonce(json_t *body, const char *nonce);
/* What a message says, to be kept beside its id: so that the next process does not say it again. */
void body_digest(const char *content, char digest[DISCORD_DIGEST]);

#endif
