/* Cutting the deck with own words. Bounded: a person cuts CUTS_MOST times at a table before leaving it, for each cut is a line
   of the record. luck.c knows what a key is made of, play/fair.c what a deal proves. */
#include "cut.h"

#include <stdio.h>
#include <string.h>

#include "seal.h"
#include "text.h"
#include "tell.h"

enum { LINE_BYTES = 256 };

const char *cut_find(const char *words, int *before)
{
    static const char key[] = "cut=";
    for (const char *p = words; (p = strstr(p, key)); p++)
        if (p == words || p[-1] == ' ') {
            *before = (int)(p - words);
            return p + strlen(key);
        }
    *before = (int)strlen(words);
    return NULL;
}

bool cut_is_empty(const char *words)
{
    return words[strspn(words, " ")] == '\0';
}

void cut_add(struct change *change, int seat, const char *words)
{
    char bytes[LINE_BYTES];
    struct text line = text_over(bytes, sizeof bytes);
    seal_put_cut(seat, words, &line);
    change_add(change, bytes);
}

/* Does not tell the words: a person who knows the secret would know the deal. */
void cut_tell(struct session *session, int seat)
{
    if (luck_has_cut(session->seats[seat].cut))
        tell_room(session, POST_NEWS, STRING_CUT, "who", session->seats[seat].name, (char *)0);
}
