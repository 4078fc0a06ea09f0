/* See curl_loop.h. */
#include "curl_loop.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "text.h"

/* ---- the library ---- */

struct curl_late curl_late;

void curl_late_open(void)
{
    static const struct machine_function functions[] = {
#define LATE(name) {#name, (void *)&(name)},
#include "curl_late.def"
#undef LATE
    };
    char bytes[256];
    struct text why = text_over(bytes, sizeof bytes);
    if (curl_url ||
        machine_open_library("libcurl.so.4", functions, sizeof functions / sizeof *functions, &why))
        return;
    fprintf(stderr, "tabletalk: No network can be reached without libcurl: %s. Install libcurl4.\n",
            bytes);
    _exit(EXIT_FAILURE);
}

/* ---- sockets and the timer ---- */

static void act(struct curl_loop *curl, curl_socket_t fd, int what)
{
    int running;
    loop_mind_lease(curl->loop);
    curl_multi_socket_action(curl->multi, fd, what, &running);
    curl->took(curl->arg);
}

static void on_fd(void *arg, int fd, unsigned events)
{
    act(arg, fd,
        ((events & LOOP_READ) ? CURL_CSELECT_IN : 0) |
            ((events & LOOP_WRITE) ? CURL_CSELECT_OUT : 0));
}

static void on_timer(void *arg)
{
    act(arg, CURL_SOCKET_TIMEOUT, 0);
}

/* CURLMOPT_SOCKETFUNCTION; `known` is set for descriptors that we watch already. */
static int watch(CURL *easy, curl_socket_t fd, int what, void *arg, void *known)
{
    struct curl_loop *curl = arg;
    (void)easy;
    unsigned events =
        ((what & CURL_POLL_IN) ? LOOP_READ : 0u) | ((what & CURL_POLL_OUT) ? LOOP_WRITE : 0u);
    if (what == CURL_POLL_REMOVE) {
        loop_unwatch(curl->loop, fd);
    } else if (known) {
        loop_rewatch(curl->loop, fd, events);
    } else {
        loop_watch(curl->loop, fd, events, on_fd, curl);
        curl_multi_assign(curl->multi, fd, curl);
    }
    return 0;
}

static int set_timer(CURLM *multi, long ms, void *arg)
{
    struct curl_loop *curl = arg;
    (void)multi;
    if (ms < 0)
        loop_timer_stop(&curl->timer);
    else
        loop_timer_set(&curl->timer, ms);
    return 0;
}

void curl_loop_init(struct curl_loop *curl, struct loop *loop, void (*took)(void *arg), void *arg)
{
    curl_late_open();
    check(curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK);
    *curl = (struct curl_loop){.loop = loop, .multi = curl_multi_init(), .took = took, .arg = arg};
    check(curl->multi);
    loop_timer_init(&curl->timer, loop, on_timer, curl);
    curl_multi_setopt(curl->multi, CURLMOPT_SOCKETFUNCTION, watch);
    curl_multi_setopt(curl->multi, CURLMOPT_SOCKETDATA, curl);
    curl_multi_setopt(curl->multi, CURLMOPT_TIMERFUNCTION, set_timer);
    curl_multi_setopt(curl->multi, CURLMOPT_TIMERDATA, curl);
}

void curl_loop_fini(struct curl_loop *curl)
{
    curl_multi_cleanup(curl->multi);
    loop_timer_stop(&curl->timer);
    curl_global_cleanup();
}

/* Debian's curl knows where Debian keeps certificates. Brought along to another system, it is told
   where they are there; NULL: where it knows, or nowhere. */
static const char *authorities(void)
{
    static const char *const places[] = {"/etc/ssl/certs/ca-certificates.crt",
                                         "/etc/pki/tls/certs/ca-bundle.crt",
                                         "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem"};
    static const size_t count = sizeof places / sizeof *places;
    static size_t found; /* and 1: looked for once */
    if (found > 0)
        return found > 1 && found <= count ? places[found - 1] : NULL;
    while (found < count && access(places[found], R_OK) != 0)
        found++;
    found++;
    return authorities();
}

CURL *curl_loop_easy(const char *ca_file, long connect_ms, char detail[CURL_ERROR_SIZE])
{
    CURL *easy = curl_easy_init();
    check(easy);
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L); /* never wait for the lookup thread */
    curl_easy_setopt(easy, CURLOPT_NOPROXY, "*");
    curl_easy_setopt(easy, CURLOPT_TCP_NODELAY, 1L);
    curl_easy_setopt(easy, CURLOPT_TCP_KEEPALIVE, 1L);
    curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, connect_ms);
    curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, detail);
    curl_easy_setopt(easy, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
    curl_easy_setopt(easy, CURLOPT_SSL_VERIFYPEER, 1L);
    curl_easy_setopt(easy, CURLOPT_SSL_VERIFYHOST, 2L);
    ca_file = ca_file ? ca_file : authorities();
    if (ca_file) {
        curl_easy_setopt(easy, CURLOPT_CAINFO, ca_file);
        curl_easy_setopt(easy, CURLOPT_CAPATH, NULL);
    }
    return easy;
}

/* ---- what went wrong ---- */

static const struct {
    CURLcode code;
    const char *words;
} problems[] = {
    {CURLE_URL_MALFORMAT, "this is no host name or address"},
    {CURLE_COULDNT_RESOLVE_HOST,
     "the name cannot be resolved: is it right, and does DNS work here?"},
    {CURLE_COULDNT_CONNECT, "nobody answers there"},
    {CURLE_OPERATION_TIMEDOUT, "no connection in time"},
    {CURLE_SSL_CONNECT_ERROR, "the TLS handshake failed: is this the port for TLS?"},
    {CURLE_PEER_FAILED_VERIFICATION, "its certificate is refused"},
    {CURLE_SSL_CACERT_BADFILE, "the CA file cannot be read"},
    {CURLE_SSL_CERTPROBLEM, "our client certificate or its key cannot be used"},
    {CURLE_SEND_ERROR, "the connection broke"},
    {CURLE_RECV_ERROR, "the connection broke"},
    {CURLE_GOT_NOTHING, "the server hung up without an answer"},
    {CURLE_PARTIAL_FILE, "the answer broke off"},
    {CURLE_HTTP2_STREAM, "the answer broke off"},
};

static const struct {
    const char *detail, *advice;
} advices[] = {
    {"issuer", "; if its CA is your own, name the CA's file"},
    {"self-signed", "; if its CA is your own, name the CA's file"},
    {"expired", "; the server's admin has to renew it"},
    {"subject name", "; is this the server's real name?"},
};

void curl_loop_put_trouble(struct text *reason, CURL *easy, CURLcode code, const char *detail)
{
    const char *words = "the connection failed";
    for (size_t i = 0; i < sizeof problems / sizeof problems[0]; i++)
        if (problems[i].code == code)
            words = problems[i].words;
    long number = 0;
    if (code == CURLE_COULDNT_CONNECT)
        curl_easy_getinfo(easy, CURLINFO_OS_ERRNO, &number);
    const char *said = number      ? strerror((int)number)
                       : detail[0] ? detail
                                   : curl_easy_strerror(code);
    text_putf(reason, "%s (%s)", words, said);
    for (size_t i = 0;
         code == CURLE_PEER_FAILED_VERIFICATION && i < sizeof advices / sizeof advices[0]; i++)
        if (strstr(said, advices[i].detail))
            text_put(reason, advices[i].advice);
}
