/* What belongs to one person among the settings that are kept: the networks' rows, by the form
   of their keys. The store that erases them, the adapters' view of them and what lists them for
   the person all ask here. Knows no network by name, and no value but one. */
#ifndef KEPT_H
#define KEPT_H

#include <stdbool.h>
#include <stddef.h>

#include "identity.h"

/* The row with this key is about the person: "irc look $ann" reads WHAT NETWORK PERSON,
   "discord:club:look:900" reads NETWORK:WHAT:PERSON, "shell look ann" reads NETWORK WHAT PERSON;
   also with "@" before the person, for the private conversation. Puts the word WHAT if `what` is
   not NULL. A row need not be one that is still written: earlier versions kept which games a person
   had played there, with "legends" as WHAT. */
enum { KEPT_WHAT = 24 };
bool kept_is_of(const char *key, struct identity who, char what[KEPT_WHAT]);

/* The setting that is written once and never changes: the salt of all hashes. */
#define KEPT_SALT "host.salt"

/* Rows about people that every process of a shared house knows, by the beginnings of their keys:
   links, bans, wishes, and who is being forgotten. NULL ends the list. */
extern const char *const kept_shared[];
bool kept_is_shared(const char *key);

/* The row says which channel is the person's alone: puts its id, under which more rows of the
   same network may stand. */
bool kept_channel(const char *key, const char *value, struct identity who, size_t size,
                  char *channel);

#endif
