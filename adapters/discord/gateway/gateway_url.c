/* See gateway_url.h. */
#include "gateway_url.h"

#include <stdlib.h>
#include <string.h>

#include "text.h"

static bool has_control(const char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text <= ' ' || *text == 0x7f)
            return true;
    return false;
}

/* Copies the host and returns what is behind it, or NULL. */
static const char *read_host(const char *text, char *host, size_t room)
{
    bool is_v6 = *text == '[';
    text += is_v6;
    size_t length = strcspn(text, is_v6 ? "]" : ":/?#");
    if (length == 0 || length >= room || (is_v6 && text[length] != ']') || memchr(text, '@', length))
        return NULL;
    memcpy(host, text, length);
    host[length] = '\0';
    return text + length + is_v6;
}

static const char *read_port(const char *text, int *port)
{
    if (*text != ':')
        return text;
    size_t digits = strspn(++text, "0123456789");
    *port = digits >= 1 && digits <= 5 ? atoi(text) : 0;
    return *port >= 1 && *port <= 65535 ? text + digits : NULL;
}

bool gateway_url_read(const char *text, bool compresses, struct websocket_address *url)
{
    *url = (struct websocket_address){.is_tls = strncmp(text, "wss://", 6) == 0};
    if ((!url->is_tls && strncmp(text, "ws://", 5) != 0) || has_control(text))
        return false;
    url->port = url->is_tls ? 443 : 80;
    text = read_host(text + (url->is_tls ? 6 : 5), url->host, sizeof url->host);
    if (text)
        text = read_port(text, &url->port);
    if (!text || (*text && !strchr("/?#", *text)))
        return false;
    struct text path = text_over(url->path, sizeof url->path);
    text_put_bytes(&path, text, (int)strcspn(text, "?#"));
    if (path.length == 0 || path.bytes[path.length - 1] != '/')
        text_put(&path, "/");
    text_put(&path, "?v=10&encoding=json");
    if (compresses)
        text_put(&path, "&compress=zlib-stream");
    return !path.cut;
}
