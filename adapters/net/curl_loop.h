/* libcurl in our loop: a multi handle that the loop wakes, the options that every connection has,
   and the reason for a failure in words that an admin can act on. */
#ifndef CURL_LOOP_H
#define CURL_LOOP_H

#include "loop.h"
#include "machine.h"

/* Opened by the first network that needs it. */

#define CURL_DISABLE_TYPECHECK /* it would hide the names that are replaced */
#include <curl/curl.h>

#undef curl_easy_setopt
#undef curl_easy_getinfo
#undef curl_multi_setopt

extern struct curl_late {
#define LATE(name) __typeof__(name) *name;
#include "curl_late.def"
#undef LATE
} curl_late;

/* Ends the process with a sentence if it cannot be opened. */
void curl_late_open(void);

#define curl_easy_cleanup        curl_late.curl_easy_cleanup
#define curl_easy_getinfo        curl_late.curl_easy_getinfo
#define curl_easy_init           curl_late.curl_easy_init
#define curl_easy_pause          curl_late.curl_easy_pause
#define curl_easy_recv           curl_late.curl_easy_recv
#define curl_easy_send           curl_late.curl_easy_send
#define curl_easy_setopt         curl_late.curl_easy_setopt
#define curl_easy_strerror       curl_late.curl_easy_strerror
#define curl_free                curl_late.curl_free
#define curl_global_cleanup      curl_late.curl_global_cleanup
#define curl_global_init         curl_late.curl_global_init
#define curl_multi_add_handle    curl_late.curl_multi_add_handle
#define curl_multi_assign        curl_late.curl_multi_assign
#define curl_multi_cleanup       curl_late.curl_multi_cleanup
#define curl_multi_info_read     curl_late.curl_multi_info_read
#define curl_multi_init          curl_late.curl_multi_init
#define curl_multi_remove_handle curl_late.curl_multi_remove_handle
#define curl_multi_setopt        curl_late.curl_multi_setopt
#define curl_multi_socket_action curl_late.curl_multi_socket_action
#define curl_slist_append        curl_late.curl_slist_append
#define curl_slist_free_all      curl_late.curl_slist_free_all
#define curl_url                 curl_late.curl_url
#define curl_url_cleanup         curl_late.curl_url_cleanup
#define curl_url_get             curl_late.curl_url_get
#define curl_url_set             curl_late.curl_url_set

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

/* Without a proxy, with TLS 1.2 or later and every certificate verified, by the CA in `ca_file`
   alone, or those of the system if NULL. */
CURL *curl_loop_easy(const char *ca_file, long connect_ms, char detail[CURL_ERROR_SIZE]);

/* "nobody answers there (Connection refused)". `detail` may be empty. */
void curl_loop_put_trouble(struct text *reason, CURL *easy, CURLcode code, const char *detail);

#endif
