/* What the room and each person is told of a session, and the sentences for people who may not do
   what they asked for. Posts and whispers leave the host here, in pages: where one prose is full,
   the next one goes on, so that nothing of a result, or of hundreds of robots' moves, is ever
   cut. */
#ifndef TELL_H
#define TELL_H

#include <stdbool.h>

#include "host_commands.h"
#include "posts.h"
#include "prose.h"
#include "session.h"
#include "view.h"

struct page {
    struct page *next;
    struct prose prose;
};

/* All zero is empty. The pages are on the heap until tell_pages_fini(). */
struct pages {
    struct page *first, *last;
};

/* Adds a piece behind the rest, after `glue`; or, if it does not fit even without words about a
   big moment, on a new page without the glue. */
void tell_pages_put(struct pages *pages, const char *glue, const struct prose *piece);
/* on the last page */
bool tell_pages_fit(const struct pages *pages, const char *glue, const struct prose *piece);
bool tell_pages_are_empty(const struct pages *pages);
void tell_pages_fini(struct pages *pages);

/* ---- posts and whispers ---- */

enum { SEND_MOST_MS = 120000 /* then clocks run even if the room was told nothing */ };

/* the room is told what happens */
bool tell_reaches(const struct session *session, const struct showing *showing);
/* To those who read the language of the tale: tell_each_language() puts it in each. */
void tell_post(const struct session *session, enum post_kind kind, const struct prose *tale);
/* How a tale can be read: view_look(). */
enum { TELL_LOOKS = VIEW_LOOKS };
/* those that a room or a person reads */
void tell_find_looks(const struct session *session, bool is_read[TELL_LOOKS]);
bool tell_has_pages(const struct pages tale[TELL_LOOKS]);
/* A look that was chosen only now has nothing of its own yet, and gets another. */
const struct pages *tell_pages_for(const struct pages tale[TELL_LOOKS], int look);
void tell_pages(const struct session *session, enum post_kind kind,
                const struct pages tale[TELL_LOOKS]);
/* With the board, and with the people the table waits for. */
void tell_standing(const struct session *session, enum post_kind kind, const struct prose *tale);
/* `goes_on`: whom the table waits for has just moved, and is not called. */
void tell_play(const struct session *session, enum post_kind kind,
               const struct pages tale[TELL_LOOKS], bool goes_on);
/* The languages that are read there, as bits; English if nobody reads. */
unsigned tell_languages(const struct session *session);
/* A loop that opens `tale` once for each of them. */
#define tell_each_language(session, tale)                                                          \
    for (unsigned left_ = tell_languages(session);                                                 \
         left_ && (prose_open(tale, (enum language)__builtin_ctz(left_)), true);                   \
         left_ &= left_ - 1)
/* For the eyes of a seat's person, wherever they are. */
void tell_seat(const struct session *session, int seat, enum whisper_kind kind,
               const struct prose *prose);
/* Shows a hand and its moves to the owner, behind `tale`, which may be NULL. False if there was
   no hand to show. */
bool tell_hand(const struct session *session, int seat, const struct pages *tale);
/* For ports that draw panels: it is told with the next turn. */
void tell_hand_ahead(const struct session *session, int seat);
/* What somebody asked to see of the table, who did not have to wait for it. */
void tell_asked(const struct session *session, const struct heard *heard,
                const struct prose *prose);
/* Where the table is, for its people on this network: the room, or in private the game. */
const char *tell_place(const struct session *session, const struct host_port *port);
/* Whispers a sentence with a seat word to the owner. Never left out, however much there is to
   say. */
void tell_word(const struct session *session, const struct heard *heard, int id, const char *word);
void tell_word_of(const struct host *host, int64_t table, const char *place,
                  const struct heard *heard, int id,
                  const char *word); /* for a table without a room */
/* Whispers a sentence of strings.def to the person who said something. */
#define tell_person(host, heard, ...)                                                              \
    do {                                                                                           \
        struct prose sentence_;                                                                    \
        prose_open(&sentence_, host_language(host, heard));                                        \
        view_string(&sentence_, __VA_ARGS__);                                                      \
        host_whisper(host, heard, &sentence_);                                                     \
    } while (0)
/* The same, where the sentence and its values hold no secret in any case. */
#define tell_openly(host, said, ...)                                                               \
    do {                                                                                           \
        struct heard open_ = *(said);                                                              \
        open_.is_open = true;                                                                      \
        tell_person(host, &open_, __VA_ARGS__);                                                    \
    } while (0)
/* The same, for everybody in the room. */
#define tell_room(session, kind, ...)                                                              \
    do {                                                                                           \
        struct prose sentence_;                                                                    \
        tell_each_language (session, &sentence_) {                                                 \
            view_string(&sentence_, __VA_ARGS__);                                                  \
            tell_post(session, kind, &sentence_);                                                  \
        }                                                                                          \
    } while (0)
/* Puts the sentence of events that begins at `begin`, as `viewer` hears it, and returns where it
   ends. False if `viewer` hears nothing. */
int tell_sentence_end(const struct events *events, int begin);
bool tell_sentence(const struct view *view, const struct events *events, int begin, int viewer,
                   struct prose *out);
/* Tells the public one move after the other: a person's in sentences; all that one robot does in
   a line of short forms, "robot: draws B -> 3; takes row 1 (E2 N1).", as far as they have some;
   one big moment at most. */
struct tale {
    struct pages *out;
    int robot; /* whose line has no full stop yet; SEAT_NONE */
    bool has_voice;
};
void tell_move(struct tale *tale, const struct view *view, const struct events *events,
               int robot /* or SEAT_NONE */);
void tell_full_stop(struct tale *tale);
/* Puts those sentences of a move that sound different to a seat. */
void tell_own(const struct view *view, const struct events *events, int seat, struct pages *out);
/* "Your turn. " for a screen reader, if the table waits for the seat. */
void tell_put_turn(const struct session *session, int seat, struct prose *out);
/* What a seat holds, and nothing that changes with the turn; nothing in a game without hands. */
void tell_put_cards(const struct session *session, int seat, struct prose *out);
/* What a seat holds and may do, behind what it is told. */
void tell_put_hand(const struct session *session, int seat, struct prose *out);
/* The board in the look of the viewer, a seat or SEAT_PUBLIC, with what `shown` sees: the
   viewer, or SEAT_PUBLIC. In private the viewer's own row stands last (show.c). */
void tell_put_board(const struct session *session, int viewer, int shown, struct prose *out);
bool tell_waits_for_robots(const struct session *session);
/* Shows a person how the table stands, as they may see it, as a picture beside the words
   (pictures.c). */
void tell_show_board(const struct session *session, const struct heard *heard);
/* Shows a room how the game ended, `ended` s since 1970 (0: not known), by port->show_result(),
   which may say why not. False if none is over (pictures.c). */
bool tell_show_result(const struct session *session, const struct host_port *port, const char *room,
                      int64_t ended, struct prose *why);
/* The people the table waits for, and what they can type; says so if one of them is not there. */
void tell_put_next(const struct view *view, const struct session *session, bool goes_on,
                   struct prose *out);

/* About the people of these seats who are out of reach: the sentence of each kind of presence
   ({who}, {place}, and {name} of the first of them). */
void tell_put_absent(const struct session *session, unsigned seats, const int ids[],
                     struct prose *out);

/* ---- refusals ---- */

/* Somebody new wants to come in while it is practice. */
bool tell_refuses_practice(const struct session *session, const struct heard *heard);
bool tell_refuses(struct session *session, const struct heard *heard,
                  /* says why, if it refuses */
                  const char *command);
/* Likewise, with the caller's sentence about who may ({who}), or about nobody if `id` has no
   {who}. */
bool tell_refuses_with(struct session *session, const struct heard *heard, int id,
                       const char *command);
/* likewise */
bool tell_lacks_table(struct host *host, struct session *session, const struct heard *heard);
/* Says that the person has no seat there: why nobody sits there, or the caller's sentence about
   those who do ({who}, {game}). */
void tell_not_seated(struct session *session, const struct heard *heard, int id);
/* False with the seat of a person who plays there; else it was said why not. */
bool tell_refuses_player(struct host *host, struct session *session, const struct heard *heard,
                         int *seat);
/* Says why nothing can be played yet, and what to do about it. */
void tell_put_not_begun(const struct session *session, const struct heard *heard,
                        struct prose *out);
void tell_not_begun(const struct session *session, const struct heard *heard);
/* The seat of that name, or SEAT_NONE. `command` is what the name stands behind, "kick" or
   "options first=". True if the name fits several seats, and the person was asked which. */
bool tell_ask_name(struct session *session, const struct heard *heard, const char *typed,
                   const char *command, int *seat);

#endif
