/* Strings as JSON writes them. Whatever the bytes are, what comes out is well-formed. Knows
   nothing of what is quoted. */
#ifndef QUOTE_H
#define QUOTE_H

struct text;

/* Puts the string in quotes, and leaves `spare` bytes of the text free: what is too long for
   that loses its end. A byte that is not UTF-8 is put as the four characters \xNN. Puts nothing
   if not even two quotes fit. */
void quote_json(struct text *text, const char *string, int spare);

#endif
