/* See trouble.h. One table tells what happened; the other gives advice about certificates. */
#include "trouble.h"

#include <string.h>

#include "text.h"

static const struct {
    CURLcode code;
    const char *words;
} problems[] = {
    {CURLE_URL_MALFORMAT, "this is no host name or address"},
    {CURLE_COULDNT_RESOLVE_HOST, "the name cannot be resolved: is it right, and does DNS work here?"},
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

void trouble_put(struct text *reason, CURL *easy, CURLcode code, const char *detail)
{
    const char *words = "the connection failed";
    for (size_t i = 0; i < sizeof problems / sizeof problems[0]; i++)
        if (problems[i].code == code)
            words = problems[i].words;
    long number = 0;
    if (code == CURLE_COULDNT_CONNECT)
        curl_easy_getinfo(easy, CURLINFO_OS_ERRNO, &number);
    const char *said = number ? strerror((int)number) : detail[0] ? detail : curl_easy_strerror(code);
    text_putf(reason, "%s (%s)", words, said);
    for (size_t i = 0; code == CURLE_PEER_FAILED_VERIFICATION && i < sizeof advices / sizeof advices[0]; i++)
        if (strstr(said, advices[i].detail))
            text_put(reason, advices[i].advice);
}
