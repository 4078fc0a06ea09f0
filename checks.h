/* What of a configuration only the layers above config/ know: house rules, corrected faces,
   where the tables are kept, and whether anybody would be heard. Everything that is wrong is
   told on `err`, one line each. */
#ifndef CHECKS_H
#define CHECKS_H

#include <stdbool.h>
#include <stdio.h>

struct config;
struct host;

/* Uses the house rules; `host` NULL only checks them. False if one has a mistake. */
bool checks_use_rules(struct host *host, const struct config *config, FILE *err);

/* The same for files of corrected faces. Blocks while it reads them. */
bool checks_use_faces(struct host *host, const struct config *config, FILE *err);

/* For struct cli_program: what stops a start, and what --check-config looks at besides. The
   second blocks: it asks a server of a database, and makes and removes a folder. */
bool checks_values(const struct config *config, FILE *err);
bool checks_files(const struct config *config, FILE *err);

/* False, with a sentence, where this process may not open as many files as playing takes. */
bool checks_limits(FILE *err);

/* Says what is missing where no network is named and nobody types, which is how the package and
   the image begin. */
void checks_say_unfinished(const struct config *config);

#endif
