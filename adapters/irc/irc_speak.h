/* What the host and we have to say goes through the outbox to the server. */
#ifndef IRC_SPEAK_H
#define IRC_SPEAK_H

#include "port.h"

struct irc;
struct outbox;

struct outbox *irc_outbox_new(struct irc *irc);

/* Somebody else has said something there, or is told something: the first part of a turn waits
   no longer. */
void irc_room_release(struct irc_room *room);
void irc_post(void *self, const struct post *post);
void irc_whisper(void *self, const struct whisper *whisper);
/* Says a sentence of the adapter's own in private. `key` is a member's, or "=nick" for a
   stranger. */
void irc_tell_prose(struct irc *irc, const char *key, const struct prose *prose);
/* The same with a sentence of strings.def, as view_sentence() takes it. */
#define irc_tell(irc, key, id, ...)                                                                \
    do {                                                                                           \
        struct prose sentence_;                                                                    \
        prose_clear(&sentence_);                                                                   \
        view_sentence(&sentence_, irc_strings[id], __VA_ARGS__);                                   \
        irc_tell_prose(irc, key, &sentence_);                                                      \
    } while (0)

/* Would a hand arrive? If we never wrote to that person, we do now, to find out. */
enum host_reach irc_reach(void *self, const char *key);

#endif
