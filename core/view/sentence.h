/* The numbers of the host's sentences, STRING_WON and so on. They stand in groups
   (strings/NOUN.def), which those files include that say them; so a new sentence compiles few files
   anew. speak.c has the texts. strings.def says what a row is. */
#ifndef SENTENCE_H
#define SENTENCE_H

#define STRING_GROUPS(GROUP)                                                                       \
    GROUP(LOBBY)                                                                                   \
    GROUP(PLAYING)                                                                                 \
    GROUP(SHARED)                                                                                  \
    GROUP(POLICY)                                                                                  \
    GROUP(LEAVING)                                                                                 \
    GROUP(HELP)                                                                                    \
    GROUP(PEOPLE)                                                                                  \
    GROUP(ROOMS)                                                                                   \
    GROUP(REPLAY)                                                                                  \
    GROUP(VIEW)                                                                                    \
    GROUP(CLOCK)                                                                                   \
    GROUP(SEATWORD)                                                                                \
    GROUP(BAN)                                                                                     \
    GROUP(UNDO)                                                                                    \
    GROUP(STANDINGS)                                                                               \
    GROUP(AGAIN)                                                                                   \
    GROUP(PICTURE)                                                                                 \
    GROUP(DAILY)                                                                                   \
    GROUP(SEEK)                                                                                    \
    GROUP(PAGE)
#define STRINGS_NUMBER(group) STRINGS_##group,
enum { STRINGS_NONE, STRING_GROUPS(STRINGS_NUMBER) STRINGS_GROUPS, STRINGS_MOST = 256 };
/* clang-format off */
#define STRINGS_OF(group)  enum { STRINGS_BEFORE_##group = STRINGS_##group * STRINGS_MOST,
#define SENTENCE(id, text) STRING_##id,
#define STRINGS_END        };
/* clang-format on */
enum { STRING_NONE };

#endif
