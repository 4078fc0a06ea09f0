/* Texts of any bytes in a database that takes UTF-8 alone. A byte that is not part of a
   well-formed sequence becomes a character of its own, U+F700 and the byte; so does each byte of
   such a character that stood in the text before. Most texts have none, and stay as they are. */
#ifndef POSTGRES_TEXT_H
#define POSTGRES_TEXT_H

/* What the database takes, on the heap; NULL if that is the text itself. */
char *postgres_text_encode(const char *text);

/* The text again, in its place. */
void postgres_text_decode(char *text);

#endif
