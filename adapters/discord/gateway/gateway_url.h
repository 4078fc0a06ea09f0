/* Where a gateway is, taken apart: "wss://gateway.example:443/path". Knows the query that Discord wants. */
#ifndef GATEWAY_URL_H
#define GATEWAY_URL_H

#include <stdbool.h>

#include "websocket.h"

enum { GATEWAY_URL = 512 };

/* The path becomes "/?v=10&encoding=json"; whatever query stood in the text is left out. False: neither ws:// nor wss://, or
   something that no connection can be made to. */
bool gateway_url_read(const char *text, bool compresses, struct websocket_address *url);

#endif
