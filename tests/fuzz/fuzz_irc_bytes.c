/* Any bytes a server could send, in pieces of any size: first half of each input before the
   welcome, the rest after it; negotiation, login, tags and batches are all on. The wire may
   close, but never break a promise of wire.h. The same bytes also go straight to SCRAM. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "log.h"
#include "loop.h"
#include "text.h"
#include "wire_state.h"

/* NOLINTBEGIN(readability-identifier-naming): the name is libFuzzer's */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
/* NOLINTEND(readability-identifier-naming) */

static void check_text(const char *text)
{
    check(text && text[strcspn(text, "\r\n")] == '\0');
}

static void check_utf8(const char *text)
{
    int length = (int)strlen(text);
    for (int at = 0, step; at < length; at += step) {
        step = text_utf8(text + at, length - at, NULL);
        check(step > 0);
    }
}

static void on_event(void *arg, struct wire *wire, const struct wire_event *event)
{
    (void)arg;
    check(event->param_count >= 0 && event->param_count <= WIRE_PARAMS);
    check_text(event->nick);
    check_text(event->user);
    check_text(event->host);
    check_text(event->command);
    check((event->what == WIRE_LINE) == (event->command[0] != '\0'));
    for (int i = 0; i < WIRE_PARAMS; i++) {
        check_text(event->params[i]);
        check(i < event->param_count || event->params[i][0] == '\0');
    }
    if (strcmp(event->command, "PRIVMSG") == 0 || strcmp(event->command, "NOTICE") == 0)
        check_utf8(event->params[1]);
    check_text(event->account);
    check_text(event->msgid);
    check_text(event->label);
    check_text(event->batch);
    check_text(event->batch_type);
    check(event->time >= 0);
    check(!event->account || strlen(event->account) <= LINE_BYTES);
    check(wire_room(wire, event->params[0]) >= 0);
    wire_channel_of(wire, event->params[0]);
    if (wire_state(wire) == WIRE_READY)
        wire_send(wire, "PRIVMSG %s :%s", event->nick, event->params[1]);
}

/* Every line we send is one line of at most 510 bytes. */
static void check_output(struct wire *wire)
{
    int length;
    const char *bytes = wire_take_output(wire, &length), *end = bytes + length;
    while (bytes < end) {
        const char *line_end = memchr(bytes, '\n', (size_t)(end - bytes));
        check(line_end && line_end > bytes && line_end[-1] == '\r');
        check(line_end - 1 - bytes <= WIRE_BODY &&
              !memchr(bytes, '\r', (size_t)(line_end - 1 - bytes)));
        bytes = line_end + 1;
    }
}

/* The first byte of the input chooses the size of the pieces. */
static void feed(struct wire *wire, const uint8_t *data, size_t size, size_t piece)
{
    for (size_t at = 0; at < size; at += piece) {
        size_t left = size - at;
        wire_feed(wire, (const char *)data + at, (int)(left < piece ? left : piece));
        if (wire->queue_end > WIRE_QUEUE / 2)
            check_output(wire);
    }
}

/* As the challenge, and as the proof, of a server that is not to be trusted. */
static void login_with(const uint8_t *data, size_t size)
{
    struct sasl sasl;
    int length = size < SASL_BYTES ? (int)size : SASL_BYTES;
    sasl_start(&sasl, SASL_SCRAM_SHA_256, "bot", "pass", "nonce");
    check(sasl_hear(&sasl, data, 0) == SASL_ANSWERS);
    enum sasl_step step = sasl_hear(&sasl, data, length);
    for (int i = 0; i < 2 && step == SASL_WORKS; i++)
        step = sasl_work(&sasl);
    check(step != SASL_ANSWERS || sasl.answer_length <= SASL_BYTES);
    if (step == SASL_ANSWERS)
        check(sasl_hear(&sasl, data, length) == SASL_REFUSES); /* who could guess our signature? */
    check(!sasl.is_proven);
    sasl_fini(&sasl);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct wire_config config = {.network = "fuzz",
                                 .host = "fuzz",
                                 .port = 1,
                                 .nick = "bot",
                                 .user = "u",
                                 .realname = "r",
                                 .password = "p%s",
                                 .account = "acc%s",
                                 .account_password = "secret%n",
                                 .nickserv = "NickServ",
                                 .regain = "REGAIN"};
    static const char welcome[] = "\r\n:s 001 bot :hi\r\n:s 422 bot :none\r\n";
    static struct loop *loop; /* making one costs more than an input */
    if (!loop) {
        log_setup(LOG_ERROR, 2);
        loop = loop_new(LOOP_VIRTUAL);
    }
    if (size < 1)
        return 0;
    config.is_tls = data[0] & 2;
    config.identifies = data[0] & 4;
    login_with(data + 1, size - 1);
    struct wire *wire = wire_new_offline(loop, &config, on_event, NULL);
    size_t piece = data[0] % 2 ? data[0] : size;
    feed(wire, data + 1, (size - 1) / 2, piece);
    wire_feed(wire, welcome, sizeof welcome - 1);
    feed(wire, data + 1 + (size - 1) / 2, size - 1 - (size - 1) / 2, piece);
    check_output(wire);
    wire_free(wire);
    return 0;
}
