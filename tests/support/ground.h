/* The ground a real server of a test stands on: a folder of its own, certificates, ports that
   are free, its log. */
#ifndef GROUND_H
#define GROUND_H

#include <stdbool.h>

enum { GROUND_FOLDER = 64, GROUND_PATH = 128 };

/* A port of loopback that was free a moment ago; a collision shows in the server's log and is
   tried again. */
int ground_free_port(bool ipv6);
bool ground_has_ipv6(void); /* containers often come without */

/* Makes a folder that everybody may enter (servers give up root), and certificates in it
   (certs.sh) for this name. */
void ground_make(char folder[GROUND_FOLDER]);
bool ground_make_certificates(const char *folder, const char *name);
void ground_remove(const char *folder);

/* How many lines of the file hold these words. */
int ground_count(const char *path, const char *words);

/* To standard error, for a failure. */
void ground_print(const char *folder, const char *file);

#endif
