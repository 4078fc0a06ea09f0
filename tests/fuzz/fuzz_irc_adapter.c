/* Any bytes a server could send, through the wire, the adapter, the commands and the host, while
   two people play: with an account and without, on a server that offers all we ask for. Whatever
   they are, hands are not told in the channel, and every line of ours is one line. The linker
   puts our wire_new() in the place of the real one, so that each connection is ours. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "adapter.h"
#include "check.h"
#include "commands.h"
#include "host.h"
#include "log.h"
#include "loop.h"
#include "network.h"
#include "store.h"
#include "wire_state.h"

enum { PIECE_MS = 1500, SEATED_MS = 30000, LATER_MS = 400000 };

/* NOLINTBEGIN(readability-identifier-naming, bugprone-reserved-identifier, cert-dcl37-c,
   cert-dcl51-cpp): the names are libFuzzer's and the linker's */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
struct wire *__wrap_wire_new(struct loop *loop, const struct wire_config *config, wire_fn *fn,
                             void *arg);

struct wire *__wrap_wire_new(struct loop *loop, const struct wire_config *config, wire_fn *fn,
                             void *arg)
{
    return wire_new_offline(loop, config, fn, arg);
}
/* NOLINTEND(readability-identifier-naming, bugprone-reserved-identifier, cert-dcl37-c,
   cert-dcl51-cpp) */

static const char welcome[] =
    ":s CAP * LS :account-notify account-tag batch extended-join extended-monitor labeled-response message-tags "
    "server-time\r\n"
    ":s CAP * ACK :account-notify account-tag batch extended-join extended-monitor labeled-response message-tags "
    "server-time\r\n"
    ":s 001 bot :hi\r\n:s 004 bot s InspIRCd-3 io bo\r\n"
    ":s 005 bot CASEMAPPING=ascii PREFIX=(ov)@+ CHANMODES=b,k,l,cm STATUSMSG=@+ CHANTYPES=# WHOX BOT=B "
    "MONITOR=30 :ok\r\n"
    ":s 422 bot :none\r\n:bot!b@h JOIN #games * :b\r\n:s 353 bot = #games :@ann bob bot\r\n:s 366 bot #games :end\r\n"
    ":s 354 bot 417 a h ann H alice\r\n:s 354 bot 417 b h bob H 0\r\n:s 315 bot #games :end\r\n";

static const char table[] = "@account=alice :ann!a@h PRIVMSG #games :!play heartcatchers\r\n"
                            ":bob!b@h PRIVMSG #games :!join\r\n";

static struct loop *loop; /* making one costs more than an input */
static struct store *store;
static struct host *host;

/* Every line is one line of at most 510 bytes behind its label, and no hand goes into the
   channel. */
static void check_line(const char *line, size_t length)
{
    static const char in_channel[] = "PRIVMSG #games :", hand[] = "your hand:";
    const char *body = line[0] == '@' ? memchr(line, ' ', length) : line;
    check(body && length > 0);
    body += line[0] == '@';
    size_t rest = length - (size_t)(body - line);
    check(rest <= WIRE_BODY && !memchr(body, '\r', rest));
    check(rest < sizeof in_channel || memcmp(body, in_channel, sizeof in_channel - 1) != 0 ||
          !memmem(body, rest, hand, sizeof hand - 1));
}

static void check_output(struct wire *wire)
{
    int length;
    const char *bytes = wire_take_output(wire, &length), *end = bytes + length;
    while (bytes < end) {
        const char *line_end = memchr(bytes, '\n', (size_t)(end - bytes));
        check(line_end && line_end > bytes && line_end[-1] == '\r');
        check_line(bytes, (size_t)(line_end - 1 - bytes));
        bytes = line_end + 1;
    }
}

/* Time passes, the disk writes, what may be said is said. */
static void settle(const struct irc *irc, int64_t ms)
{
    for (int i = 0; i < 2; i++) {
        loop_step(loop, ms / 2);
        store_flush(store);
        store_dispatch(store);
        host_tick(host, loop_now(loop));
    }
    if (irc->wire)
        check_output(irc->wire);
}

static void feed(const struct irc *irc, const char *bytes, size_t length)
{
    if (irc->wire)
        wire_feed(irc->wire, bytes, (int)length);
    settle(irc, PIECE_MS);
}

static struct irc *open_network(struct commands *commands, bool trusts_hosts)
{
    static const struct irc_channel channels[] = {{"#games", "!", true, NULL, NULL}};
    static const char *const admins[] = {"*!*@admin.example"};
    const struct irc_setup setup = {.wire = {.network = "fuzz",
                                             /* which is looked up without asking anybody */
                                             .host = "localhost",
                                             .port = 1,
                                             .nick = "bot",
                                             .user = "u",
                                             .realname = "r",
                                             .nickserv = "NickServ"},
                                    .channels = channels,
                                    .channel_count = 1,
                                    .admins = admins,
                                    .admin_count = 1,
                                    .prefix = "!",
                                    .is_coloured = true,
                                    .operators_count = true,
                                    .trusts_hosts = trusts_hosts,
                                    .invites = IRC_INVITES_ANYBODY,
                                    .flood = trusts_hosts ? "off" : "auto"};
    struct adapter *adapter = irc_new(&setup, loop, host, commands);
    adapter->ops->start(adapter);
    return (struct irc *)adapter;
}

/* The first byte says how the rest comes: in pieces of that size, on which network, and whether
   a long time passes. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!loop) {
        log_setup(LOG_ERROR, -1);
        loop = loop_new(LOOP_VIRTUAL);
    }
    if (size < 2)
        return 0;
    struct commands *commands = commands_new();
    store = store_memory_new();
    host = host_new(store, commands_execute, commands);
    host_fix_luck(host, 1);
    struct irc *irc = open_network(commands, data[0] & 1);
    size_t piece = data[0] & 2 ? size : 16 + data[0];
    feed(irc, welcome, sizeof welcome - 1);
    feed(irc, table, sizeof table - 1);
    settle(irc, SEATED_MS);
    for (size_t at = 1; at < size; at += piece)
        feed(irc, (const char *)data + at, size - at < piece ? size - at : piece);
    settle(irc, data[0] & 4 ? LATER_MS : PIECE_MS);
    host_free(host);
    irc->adapter.ops->free(&irc->adapter);
    store_flush(store);
    store_dispatch(store); /* drops the last save, as the program does */
    store_close(store);
    commands_free(commands);
    return 0;
}
