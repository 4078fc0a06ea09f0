/* Why libcurl failed, in words an admin can act on. For every adapter that uses curl. */
#ifndef TROUBLE_H
#define TROUBLE_H

#include <curl/curl.h>

struct text;

/* Appends a clause without a full stop: "nobody answers there (Connection refused)". `detail` is curl's
   CURLOPT_ERRORBUFFER; may be empty. */
void trouble_put(struct text *reason, CURL *easy, CURLcode code, const char *detail);

#endif
