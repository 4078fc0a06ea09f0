/* Where a gateway is, taken apart: "wss://gateway.example:443/path". Knows the query that Discord wants. */
#ifndef GATEWAY_URL_H
#define GATEWAY_URL_H

#include <stdbool.h>

enum { GATEWAY_URL = 512, GATEWAY_URL_HOST = 256, GATEWAY_URL_PATH = 512 };

struct gateway_url {
    bool is_tls;
    int port;
    char host[GATEWAY_URL_HOST]; /* without the brackets of an IPv6 address */
    char path[GATEWAY_URL_PATH]; /* "/?v=10&encoding=json"; whatever query stood in the text is left out */
};

/* False: neither ws:// nor wss://, or something that no connection can be made to. */
bool gateway_url_read(const char *text, bool compresses, struct gateway_url *url);

#endif
