/* libcurl in our loop: a multi handle that the loop wakes, the options that every connection
   has, and the reason for a failure in words that an admin can act on. Knows no URL and no
   protocol. */
#ifndef CURL_LOOP_H
#define CURL_LOOP_H

#include "curl_late.h"
#include "loop.h"

struct text;

struct curl_loop {
    struct loop *loop;
    CURLM *multi;
    struct loop_timer timer; /* the one that curl asked for */
    void (*took)(void *arg);
    void *arg;
};

/* Calls `took` whenever curl may have results; `took` may end with curl_loop_fini. */
void curl_loop_init(struct curl_loop *curl, struct loop *loop, void (*took)(void *arg), void *arg);
/* Remove and clean up every easy handle first. */
void curl_loop_fini(struct curl_loop *curl);

/* A handle without a proxy, with TLS 1.2 or later and every certificate verified. Trusts the CA
   in `ca_file` alone, or those of the system if NULL. `detail` gets curl's own words for a
   failure. */
CURL *curl_loop_easy(const char *ca_file, long connect_ms, char detail[CURL_ERROR_SIZE]);

/* Appends a clause without a full stop: "nobody answers there (Connection refused)". `detail`
   may be empty. */
void curl_loop_put_trouble(struct text *reason, CURL *easy, CURLcode code, const char *detail);

#endif
