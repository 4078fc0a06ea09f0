/* What our texts are in the languages that people read. Texts are written in English, and are
   looked up by it in the catalogues that po/CODE.po became. Knows no sentence, and nobody who
   reads. */
#ifndef LANGUAGE_H
#define LANGUAGE_H

#include <stdbool.h>

enum language {
    LANGUAGE_EN,
#define LANGUAGE(id, code, name, english, plural, stage) LANGUAGE_##id,
#include "languages.def"
#undef LANGUAGE
    LANGUAGE_COUNT
};

/* "de" */
const char *language_code(enum language language);
/* Much of it is not translated yet, and appears in English. */
bool language_is_draft(enum language language);
/* By its code, with a region or without ("de-AT", "pt_BR"), or by its name in English or in
   itself. False if unknown. */
bool language_find(const char *word, enum language *out);
/* A text of ours in that language; `text` itself where nobody has translated it. Valid for ever. */
const char *language_text(enum language language, const char *text);

/* Which of so many forms of a word stands with a number. English has 2: for 1, and for others. */
int language_plural(enum language language, int number, int forms);

/* A name can have forms behind the one that stands alone: "rotes Herz|a:ein rotes Herz". Finds the
   one that is asked for, or the nearest: for "a-acc" that is "a", then "acc", then the first one.
   Returns where it begins in `name`. */
const char *language_form(const char *name, const char *form, int *length);

#endif
