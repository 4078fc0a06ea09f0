/* bare_gateway PORT PATH TOKEN: the least that a bot does with an event of Discord's gateway
   that is not for it: libwebsockets gives the frames, zlib inflates them if they are binary, and
   the whole payload is searched for the event's name. It identifies itself, and counts; nothing
   else. */
#include <libwebsockets.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define ZLIB_CONST
#include <zlib.h>

#include "check.h"

enum { CHUNK = 65536, PAYLOAD = 1 << 20, IDENTIFY = 512 };

static struct {
    const char *token;
    z_stream stream;
    char payload[PAYLOAD];
    size_t length;
    bool is_greeted, has_ended;
    long counted;
} bare;

static void take(const char *bytes, size_t length, bool is_binary)
{
    if (!is_binary) {
        check(bare.length + length < PAYLOAD);
        memcpy(bare.payload + bare.length, bytes, length);
        bare.length += length;
        return;
    }
    bare.stream.next_in = (const Bytef *)bytes;
    bare.stream.avail_in = (uInt)length;
    bare.stream.next_out = (Bytef *)bare.payload + bare.length;
    bare.stream.avail_out = (uInt)(PAYLOAD - bare.length);
    check(inflate(&bare.stream, Z_SYNC_FLUSH) >= Z_OK || bare.stream.avail_in == 0);
    bare.length = PAYLOAD - bare.stream.avail_out;
}

static void read_payload(struct lws *wsi)
{
    if (!bare.is_greeted && memmem(bare.payload, bare.length, "\"op\":10", 7)) {
        bare.is_greeted = true;
        lws_callback_on_writable(wsi);
    }
    bare.counted += memmem(bare.payload, bare.length, "\"t\":\"MESSAGE_CREATE\"", 20) != NULL;
    bare.length = 0;
}

static int identify(struct lws *wsi)
{
    static unsigned char frame[LWS_PRE + IDENTIFY];
    int length = snprintf(
        (char *)frame + LWS_PRE, IDENTIFY,
        "{\"op\":2,\"d\":{\"token\":\"%s\",\"intents\":37377,\"shard\":[0,1],\"properties\":{\"os\":\"linux\","
        "\"browser\":\"bare\",\"device\":\"bare\"}}}",
        bare.token);
    return lws_write(wsi, frame + LWS_PRE, (size_t)length, LWS_WRITE_TEXT) < length ? -1 : 0;
}

static int on_lws(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                  size_t length)
{
    (void)user;
    switch ((int)reason) {
    case LWS_CALLBACK_CLIENT_RECEIVE:
        take(in, length, lws_frame_is_binary(wsi));
        if (lws_is_final_fragment(wsi) && !lws_remaining_packet_payload(wsi))
            read_payload(wsi);
        break;
    case LWS_CALLBACK_CLIENT_WRITEABLE:
        return bare.is_greeted ? identify(wsi) : 0;
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
    case LWS_CALLBACK_CLIENT_CLOSED:
        bare.has_ended = true;
        break;
    default:
        break;
    }
    return 0;
}

int main(int argc, char **argv)
{
    static const struct lws_protocols protocols[] = {
        {.name = "bare", .callback = on_lws, .rx_buffer_size = CHUNK}, {.name = NULL}};
    check(argc == 4);
    bare.token = argv[3];
    check(inflateInit(&bare.stream) == Z_OK);
    lws_set_log_level(0, NULL);
    struct lws_context *context = lws_create_context(&(struct lws_context_creation_info){
        .port = CONTEXT_PORT_NO_LISTEN, .protocols = protocols});
    check(context);
    check(lws_client_connect_via_info(
        &(struct lws_client_connect_info){.context = context,
                                          .address = "127.0.0.1",
                                          .host = "127.0.0.1",
                                          .port = atoi(argv[1]),
                                          .path = argv[2],
                                          .local_protocol_name = "bare"}));
    while (!bare.has_ended)
        lws_service(context, 0);
    lws_context_destroy(context);
    inflateEnd(&bare.stream);
    return 0;
}
