/* Why libcurl could not do something, in words an admin can act on. For every adapter that talks through curl. */
#ifndef TROUBLE_H
#define TROUBLE_H

#include <curl/curl.h>

struct text;

/* Appends a clause without a full stop: "nobody answers there (Connection refused)". `detail` is what curl wrote into
   CURLOPT_ERRORBUFFER; it may be empty. */
void trouble_put(struct text *reason, CURL *easy, CURLcode code, const char *detail);

#endif
