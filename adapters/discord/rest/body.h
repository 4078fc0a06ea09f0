/* Bodies of requests with files. Knows no queue. */
#ifndef BODY_H
#define BODY_H

#include <jansson.h>
#include <stddef.h>

struct rest_picture;

/* multipart/form-data of a body with REST_FILES, or with a picture: the JSON, then the files, of
   `length` bytes. On the heap. NULL if the picture cannot be one of the parts. */
char *body_dump_parts(const json_t *body, const struct rest_picture *picture, size_t *length);

#endif
