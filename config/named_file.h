/* Files that somebody names: a configuration, faces, records. Reading one ends, whatever the
   name leads to: pipes, devices and folders are refused before a byte is read, and nothing takes
   more memory than its reader allows. All block on the disk. */
#ifndef NAMED_FILE_H
#define NAMED_FILE_H

#include <stdio.h>

struct text;

enum { NAMED_FILE_LINE = 1 << 20 /* bytes of one line, at most */ };

/* Opens it for reading. NULL, with the reason in a few words ("Is a directory"), if it is
   absent, may not be read, or is no file but a folder, a pipe or a device, from which nothing
   may ever come, or no end. */
FILE *named_file_open(const char *path, struct text *why);

/* The whole text with a NUL behind it, on the heap. NULL, with a sentence without its full stop,
   if it cannot be read, is larger than `most` bytes, or holds a zero byte. `kind`: "a
   configuration file". */
char *named_file_load(const char *path, int most, const char *kind, struct text *why);

/* Puts the next line, without its end, into `line`, which has room for NAMED_FILE_LINE bytes and
   a NUL. Returns its length, which is more than what stands there if the line is longer; -1
   behind the last line, and if reading fails (ferror). */
int named_file_next_line(FILE *file, char *line);

#endif
