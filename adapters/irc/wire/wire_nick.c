/* Which nick we have: the alternatives while the one we want is taken, and the way back to it. */
#include <stdio.h>
#include <string.h>

#include "log.h"
#include "text.h"
#include "wire_nick.h"
#include "wire_out.h"

enum {
    REGAIN_MS = 60 * 1000,
    REGAIN_DOUBLINGS = 5, /* up to half an hour */
    RELEASED_MS = 2000    /* services are quick */
};

bool wire_keep_name(char *kept, const char *name)
{
    struct text text = text_over(kept, WIRE_NAME);
    text_put(&text, name);
    return text.length > 0 && !text.cut;
}

/* --- while we register --- */

/* The configured nicks in order, then the first with numbers behind it, cut to the length the
   server allows. */
static bool choose_next_nick(struct wire *wire)
{
    const char *const *others = wire->config.alternative_nicks;
    int listed = 0;
    while (others[listed])
        listed++;
    int number = ++wire->nicks_tried - listed;
    if (number <= 0)
        return wire_keep_name(wire->nick, others[wire->nicks_tried - 1]);
    char digits[12];
    int size = snprintf(digits, sizeof digits, "%d", number);
    int limit = isupport_number(&wire->isupport, "NICKLEN", 9) - size;
    int length = (int)strlen(wire->config.nick);
    if (limit < 1)
        limit = 1;
    struct text text = text_over(wire->nick, sizeof wire->nick);
    text_put_bytes(&text, wire->config.nick,
                   length <= limit ? length : text_utf8_floor(wire->config.nick, limit));
    text_put(&text, digits);
    return number <= WIRE_DIGITS;
}

/* --- afterwards --- */

static bool is_wanted(const struct wire *wire)
{
    return strcmp(wire->nick, wire->config.nick) == 0;
}

static bool has_services(const struct wire *wire)
{
    return wire->config.nickserv && wire->config.regain && wire->account[0];
}

/* 432 or 437: services hold the nick for its owner; if we are logged in, that is us. */
static void release(struct wire *wire)
{
    if (has_services(wire) && !wire->has_released) {
        wire->has_released = true;
        wire_send(wire, "PRIVMSG %s :RELEASE %s", wire->config.nickserv, wire->config.nick);
        loop_timer_set(&wire->regain, RELEASED_MS);
    }
}

void wire_on_nick_refused(struct wire *wire, const struct wire_event *event)
{
    bool is_held = event->numeric == 432 || event->numeric == 437;
    if (wire->state == WIRE_READY && is_held &&
        text_is_same_folded(wire->casemap, event->params[1], wire->config.nick))
        release(wire);
    if (wire->is_welcome || wire->state != WIRE_REGISTERING)
        return;
    if (choose_next_nick(wire))
        wire_send(wire, "NICK %s", wire->nick);
    else
        wire_fail(wire, "every nick is refused, the last with: %s",
                  event->param_count ? event->params[event->param_count - 1] : "-");
}

/* Asks the server for our nick, again and again with longer pauses. */
static void regain(void *arg)
{
    struct wire *wire = arg;
    if (wire->state != WIRE_READY || is_wanted(wire))
        return;
    wire_send(wire, "NICK %s", wire->config.nick);
    if (wire->regains < REGAIN_DOUBLINGS)
        wire->regains++;
    loop_timer_set(&wire->regain, (int64_t)REGAIN_MS << wire->regains);
}

void wire_nick_init(struct wire *wire)
{
    loop_timer_init(&wire->regain, wire->loop, regain, wire);
}

void wire_nick_begin(struct wire *wire)
{
    if (is_wanted(wire))
        return;
    log_event(LOG_WARN, "irc-nick-taken", "network", wire->config.network, "wanted",
              wire->config.nick, "nick", wire->nick, (char *)0);
    if (has_services(wire))
        wire_send(wire, "PRIVMSG %s :%s %s", wire->config.nickserv, wire->config.regain,
                  wire->config.nick);
    loop_timer_set(&wire->regain, has_services(wire) ? RELEASED_MS : REGAIN_MS);
}

void wire_nick_changed(struct wire *wire)
{
    if (wire->state != WIRE_READY)
        return;
    log_event(LOG_INFO, is_wanted(wire) ? "irc-nick-back" : "irc-renamed", "network",
              wire->config.network, "nick", wire->nick, (char *)0);
    if (!is_wanted(wire) && !loop_timer_is_set(&wire->regain))
        loop_timer_set(&wire->regain, REGAIN_MS);
}

void wire_nick_watched(struct wire *wire, bool is_free)
{
    if (wire->state != WIRE_READY || is_wanted(wire))
        return;
    wire->regains = is_free ? 0 : REGAIN_DOUBLINGS; /* in case we missed that they left */
    loop_timer_set(&wire->regain, is_free ? 0 : (int64_t)REGAIN_MS << REGAIN_DOUBLINGS);
}

/* The person who had our nick is gone, or has another name now. */
void wire_on_nick_freed(struct wire *wire, const struct wire_event *event)
{
    if (wire->state == WIRE_READY && !is_wanted(wire) && !wire_is_ours(wire, event->nick) &&
        text_is_same_folded(wire->casemap, event->nick, wire->config.nick))
        wire_send(wire, "NICK %s", wire->config.nick);
}
