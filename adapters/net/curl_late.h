/* libcurl, opened by the first network that needs it (late.h). Call curl_late_open() before any
   of its functions. */
#ifndef CURL_LATE_H
#define CURL_LATE_H

#define CURL_DISABLE_TYPECHECK /* it would hide the names that are replaced */
#include <curl/curl.h>

#include "late.h"

#undef curl_easy_setopt
#undef curl_easy_getinfo
#undef curl_multi_setopt

extern struct curl_late {
#define LATE(name) __typeof__(name) *name;
#include "curl_late.def"
#undef LATE
} curl_late;

/* Ends the process with a sentence if libcurl cannot be opened. */
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

#endif
