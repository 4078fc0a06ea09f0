/* A file that goes along with a message to one person. */
#ifndef FILE_H
#define FILE_H

#include <jansson.h>

struct whisper_file;

/* As rest.h wants the files of a message. New reference. */
json_t *file_body(const struct whisper_file *file);

#endif
