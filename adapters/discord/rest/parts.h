/* A body with files: multipart/form-data, with the JSON as its first part. */
#ifndef PARTS_H
#define PARTS_H

#include <jansson.h>

/* The text of a body, or of the message in it, that has REST_FILES; they become parts, each
   named by an attachment. */
char *parts_dump(const json_t *body);

#endif
