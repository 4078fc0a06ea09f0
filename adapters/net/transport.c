/* See transport.h. curl only makes the connection; curl_easy_recv and curl_easy_send then move the
   bytes. Each transport has its own multi handle: in a shared one the next transfer would close a
   connection that looks idle to curl. */
#include "transport.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "curl_loop.h"
#include "text.h"

/* ---- pins ---- */

/* OpenSSL parses the certificate, for where its key begins and ends must not be guessed. */

enum { PINS_FINGERPRINT = 32 * 3 }; /* "E1:EE:...", and a NUL */
enum { HASH = crypto_hash_sha256_BYTES, BASE64 = sodium_base64_VARIANT_ORIGINAL };

struct hashes {
    unsigned char certificate[HASH], key[HASH];
};

static void take_hashes(X509 *certificate, struct hashes *hashes)
{
    unsigned char *key = NULL;
    int length = i2d_X509_PUBKEY(X509_get_X509_PUBKEY(certificate), &key);
    check(length > 0 && X509_digest(certificate, EVP_sha256(), hashes->certificate, NULL));
    crypto_hash_sha256(hashes->key, key, (unsigned long long)length);
    OPENSSL_free(key);
}

static void put_fingerprint(char fingerprint[PINS_FINGERPRINT], const unsigned char hash[HASH])
{
    struct text text = text_over(fingerprint, PINS_FINGERPRINT);
    for (int i = 0; i < HASH; i++)
        text_putf(&text, "%s%02X", i ? ":" : "", hash[i]);
}

/* The length tells which: a hash has 44 characters in base64, but 64 digits in hexadecimal. */
static bool is_pin_of(const char *pin, int length, const struct hashes *hashes)
{
    unsigned char hash[HASH];
    size_t size = 0;
    if (sodium_base642bin(hash, sizeof hash, pin, (size_t)length, NULL, &size, NULL, BASE64) == 0 &&
        size == HASH)
        return memcmp(hash, hashes->key, HASH) == 0;
    if (sodium_hex2bin(hash, sizeof hash, pin, (size_t)length, ":", &size, NULL) == 0 &&
        size == HASH)
        return memcmp(hash, hashes->certificate, HASH) == 0;
    return false;
}

/* `pins` are words between spaces: the SHA-256 of the key in base64, or of the whole certificate in
   hexadecimal digits. The fingerprint is "" if `pem` is not a certificate. */
static bool pins_have(const char *pins, const char *pem, char fingerprint[PINS_FINGERPRINT])
{
    struct hashes hashes;
    bool has = false;
    BIO *bytes = BIO_new_mem_buf(pem, -1);
    check(bytes);
    X509 *certificate = PEM_read_bio_X509(bytes, NULL, NULL, NULL);
    BIO_free(bytes);
    fingerprint[0] = '\0';
    if (!certificate) {
        ERR_clear_error();
        return false;
    }
    take_hashes(certificate, &hashes);
    X509_free(certificate);
    put_fingerprint(fingerprint, hashes.certificate);
    for (int length; *pins && !has; pins += length + (pins[length] == ' ')) {
        length = (int)strcspn(pins, " ");
        has = is_pin_of(pins, length, &hashes);
    }
    return has;
}

enum {
    READ_AT_ONCE = 4096,
    READS_PER_TURN = 1, /* then other sockets have their turn */
    /* the wire's words are better */
    CURL_GRACE_MS = 2000,
    REASON_BYTES = 512
};

struct transport {
    struct loop *loop;
    struct transport_events events;
    void *arg;
    struct curl_loop curl;
    CURL *easy;
    CURLU *url;
    struct loop_timer ack;
    struct loop_timer more; /* that are left in TLS, where the loop cannot see them */
    int fd;                 /* -1 before it is up */
    bool is_tls;
    const char *pins;
    bool is_mute;   /* sending failed; reading will tell why */
    int busy;       /* callbacks on the stack */
    bool is_doomed; /* freed inside a callback */
    char detail[CURL_ERROR_SIZE];
};

/* --- leaving callbacks --- */

static void destroy(struct transport *transport)
{
    loop_timer_stop(&transport->ack);
    loop_timer_stop(&transport->more);
    if (transport->fd >= 0)
        loop_unwatch(transport->loop, transport->fd);
    curl_multi_remove_handle(transport->curl.multi, transport->easy);
    curl_easy_cleanup(transport->easy);
    curl_loop_fini(&transport->curl);
    curl_url_cleanup(transport->url);
    free(transport);
}

void transport_free(struct transport *transport)
{
    if (!transport)
        return;
    transport->is_doomed = true;
    if (!transport->busy)
        destroy(transport);
}

static void leave(struct transport *transport)
{
    if (--transport->busy == 0 && transport->is_doomed)
        destroy(transport);
}

static void go_down(struct transport *transport, const char *reason)
{
    loop_timer_stop(&transport->curl.timer);
    loop_timer_stop(&transport->ack);
    loop_timer_stop(&transport->more);
    if (transport->fd >= 0)
        loop_unwatch(transport->loop, transport->fd);
    transport->fd = -1;
    transport->events.on_down(transport->arg, reason);
}

static void fail(struct transport *transport, CURLcode code)
{
    char bytes[REASON_BYTES];
    struct text reason = text_over(bytes, sizeof bytes);
    curl_loop_put_trouble(&reason, transport->easy, code, transport->detail);
    go_down(transport, bytes);
}

/* --- the connection is up --- */

static void read_some(struct transport *transport)
{
    char bytes[READ_AT_ONCE];
    for (int reads = 0; reads < READS_PER_TURN; reads++) {
        size_t length = 0;
        CURLcode code = curl_easy_recv(transport->easy, bytes, sizeof bytes, &length);
        if (transport->is_doomed || code == CURLE_AGAIN)
            return;
        if (code != CURLE_OK) {
            fail(transport, code);
            return;
        }
        if (length == 0) {
            go_down(transport, "the server closed the connection");
            return;
        }
        transport->events.on_bytes(transport->arg, bytes, (int)length);
        /* TLS may hold more bytes that it has read */
        bool is_all = !transport->is_tls && length < sizeof bytes;
        if (transport->is_doomed || is_all)
            return;
    }
    loop_timer_set(&transport->more, 0);
}

static void on_more(void *arg)
{
    struct transport *transport = arg;
    transport->busy++;
    read_some(transport);
    leave(transport);
}

/* Without quick ACKs the server waits for our delayed ones before it sends more. The option lasts
   for one read only; an answer in the same turn acknowledges by itself. */
static void acknowledge(void *arg)
{
    const struct transport *transport = arg;
    setsockopt(transport->fd, IPPROTO_TCP, TCP_QUICKACK, &(int){1}, sizeof(int));
}

static void on_connection(void *arg, int fd, unsigned events)
{
    struct transport *transport = arg;
    transport->busy++;
    if (events & LOOP_READ) {
        read_some(transport);
        if (transport->fd >= 0 && !transport->is_doomed)
            loop_timer_set(&transport->ack, 0);
    }
    if ((events & LOOP_WRITE) && transport->fd >= 0 && !transport->is_doomed) {
        loop_rewatch(transport->loop, fd, LOOP_READ);
        transport->events.on_room(transport->arg);
    }
    leave(transport);
}

/* "" if absent. */
static const char *certificate_of(CURL *easy)
{
    static const char name[] = "Cert:";
    struct curl_certinfo *chain = NULL;
    curl_easy_getinfo(easy, CURLINFO_CERTINFO, &chain);
    for (const struct curl_slist *field = chain && chain->num_of_certs ? chain->certinfo[0] : NULL;
         field; field = field->next)
        if (strncmp(field->data, name, strlen(name)) == 0)
            return field->data + strlen(name);
    return "";
}

/* Then curl checks neither name nor authority. */
static bool has_pinned(struct transport *transport)
{
    char fingerprint[PINS_FINGERPRINT], bytes[REASON_BYTES];
    if (!transport->is_tls || !transport->pins ||
        pins_have(transport->pins, certificate_of(transport->easy), fingerprint))
        return true;
    struct text reason = text_over(bytes, sizeof bytes);
    text_putf(&reason, "its certificate is none of the pinned ones (its fingerprint is %s)",
              fingerprint);
    go_down(transport, bytes);
    return false;
}

static void go_up(struct transport *transport)
{
    if (!has_pinned(transport))
        return;
    curl_socket_t fd = CURL_SOCKET_BAD;
    curl_easy_getinfo(transport->easy, CURLINFO_ACTIVESOCKET, &fd);
    if (fd == CURL_SOCKET_BAD) {
        go_down(transport, "the connection was lost at once");
        return;
    }
    transport->fd = fd;
    loop_timer_stop(&transport->curl.timer); /* curl's part is done: the descriptor is ours now */
    loop_unwatch(transport->loop, fd);
    loop_watch(transport->loop, fd, LOOP_READ, on_connection, transport);
    transport->events.on_up(transport->arg);
    if (!transport->is_doomed && transport->fd >= 0)
        loop_timer_set(&transport->more, 0); /* TLS may have read ahead */
}

int transport_send(struct transport *transport, const char *bytes, int length)
{
    size_t sent = 0;
    if (transport->fd < 0 || transport->is_mute)
        return 0;
    loop_mind_lease(transport->loop);
    CURLcode code = curl_easy_send(transport->easy, bytes, (size_t)length, &sent);
    if (sent > 0)
        loop_timer_stop(&transport->ack);
    if (code != CURLE_OK && code != CURLE_AGAIN)
        transport->is_mute = true;
    else if ((int)sent < length)
        loop_rewatch(transport->loop, transport->fd, LOOP_READ | LOOP_WRITE);
    return (int)sent;
}

/* --- curl makes the connection --- */

static void take_result(void *arg)
{
    struct transport *transport = arg;
    int left;
    const CURLMsg *message = curl_multi_info_read(transport->curl.multi, &left);
    if (!message || message->msg != CURLMSG_DONE)
        return;
    transport->busy++;
    if (message->data.result == CURLE_OK)
        go_up(transport);
    else
        fail(transport, message->data.result);
    leave(transport);
}

/* So that nothing in a host name can become another part of a URL. */
static bool set_address(struct transport *transport, const struct transport_config *config)
{
    char host[260], port[12];
    struct text text = text_over(host, sizeof host), digits = text_over(port, sizeof port);
    text_putf(&text, strchr(config->host, ':') ? "[%s]" : "%s", config->host);
    text_putf(&digits, "%d", config->port);
    return !text.cut &&
           curl_url_set(transport->url, CURLUPART_SCHEME, config->is_tls ? "https" : "http", 0) ==
               0 &&
           curl_url_set(transport->url, CURLUPART_HOST, host, 0) == 0 &&
           curl_url_set(transport->url, CURLUPART_PORT, port, 0) == 0 &&
           curl_easy_setopt(transport->easy, CURLOPT_CURLU, transport->url) == CURLE_OK;
}

static void set_options(struct transport *transport, const struct transport_config *config)
{
    CURL *easy = transport->easy;
    curl_easy_setopt(easy, CURLOPT_CONNECT_ONLY, 1L);
    curl_easy_setopt(easy, CURLOPT_SSL_ENABLE_ALPN, 0L);
    /* a pin is stronger than any authority */
    curl_easy_setopt(easy, CURLOPT_SSL_VERIFYPEER, config->pins ? 0L : 1L);
    curl_easy_setopt(easy, CURLOPT_SSL_VERIFYHOST, config->pins ? 0L : 2L);
    curl_easy_setopt(easy, CURLOPT_CERTINFO, config->pins ? 1L : 0L); /* for has_pinned() */
    curl_easy_setopt(easy, CURLOPT_SSLCERT, config->client_cert);
    curl_easy_setopt(easy, CURLOPT_SSLKEY, config->client_key);
}

static void refuse_address(void *arg)
{
    struct transport *transport = arg;
    transport->busy++;
    fail(transport, CURLE_URL_MALFORMAT);
    leave(transport);
}

struct transport *transport_new(struct loop *loop, const struct transport_config *config,
                                const struct transport_events *events, void *arg)
{
    struct transport *transport = calloc(1, sizeof *transport);
    check(transport);
    *transport = (struct transport){.loop = loop,
                                    .events = *events,
                                    .arg = arg,
                                    .is_tls = config->is_tls,
                                    .pins = config->pins,
                                    .fd = -1};
    curl_loop_init(&transport->curl, loop, take_result, transport);
    transport->easy = curl_loop_easy(config->ca_file, (long)config->connect_ms + CURL_GRACE_MS,
                                     transport->detail);
    transport->url = curl_url();
    check(transport->url);
    loop_timer_init(&transport->ack, loop, acknowledge, transport);
    loop_timer_init(&transport->more, loop, on_more, transport);
    set_options(transport, config);
    if (!set_address(transport, config)) {
        loop_timer_init(&transport->more, loop, refuse_address, transport);
        loop_timer_set(&transport->more, 0);
        return transport;
    }
    check(curl_multi_add_handle(transport->curl.multi, transport->easy) == CURLM_OK);
    return transport;
}
