/* What libwebsockets says goes to our log: at most 20 lines an hour, because strangers cause
   some of them (a request for the page of figures whose head is too long). The next line says
   how many were left out. */
#ifndef LWS_LOG_H
#define LWS_LOG_H

#include <stdint.h>

/* Errors and warnings, for the whole process. `now` gives ms of the loop's clock; both last as
   long as the process uses libwebsockets. */
void lws_log_begin(int64_t (*now)(void *arg), void *arg);

#endif
