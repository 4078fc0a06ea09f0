/* Which nick we have: the alternatives while the one we want is taken, and the way
   back to it. Then the lines of IRC around cap.h and sasl.h. A password is tried once for each
   connection, because many tries look like an attack. */
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "log.h"
#include "text.h"
#include "wire_state.h"

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
    int limit = cap_isupport_number(&wire->isupport, "NICKLEN", 9) - size;
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

static void wire_nick_begin(struct wire *wire)
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
    if (wire->state == WIRE_READY && !is_wanted(wire) && !wire_is_me(wire, event->nick) &&
        text_is_same_folded(wire->casemap, event->nick, wire->config.nick))
        wire_send(wire, "NICK %s", wire->config.nick);
}

/* ---- registration and login ---- */

enum {
    PIECE = 400,
    MECHANISMS_MS = 2000,
    IDENTIFY_MS = 10000,
    AGAIN_MS = 5 * 60 * 1000,
    BASE64 = sodium_base64_VARIANT_ORIGINAL
};

static const char every_mechanism[] = "EXTERNAL ECDSA-NIST256P-CHALLENGE SCRAM-SHA-256 PLAIN";

static bool is_required(const struct wire *wire)
{
    return wire->config.account && wire->config.login_is_required;
}

bool wire_wants_login(const struct wire *wire)
{
    return wire->config.account || (wire->config.client_cert && wire->is_tls);
}

static bool can_identify(const struct wire *wire)
{
    return wire->config.identifies && wire->config.nickserv && wire->config.account &&
           wire->config.account_password && !wire->login.has_shown_secret;
}

/* --- endings --- */

/* We are ready, but not logged in: looks now and then whether the server has SASL again. */
static void wire_login_hope(struct wire *wire)
{
    if (wire_wants_login(wire) && !wire->login.is_done && wire->caps.is_listed &&
        !caps_has(&wire->caps, CAP_SASL))
        loop_timer_set(&wire->login.step, AGAIN_MS);
}

static void wire_login_wait(struct wire *wire)
{
    loop_timer_set(&wire->login.step, wire->config.step_ms);
}

static void wire_end_caps(struct wire *wire)
{
    loop_timer_stop(&wire->login.step);
    if (!wire->has_ended_caps && !wire->is_welcome)
        wire_send(wire, "CAP END");
    wire->has_ended_caps = true;
}

void wire_become_ready(struct wire *wire)
{
    wire->state = WIRE_READY;
    loop_timer_set(&wire->watchdog, wire->config.idle_ms);
    wire_nick_begin(wire);
    wire_login_hope(wire);
}

static void stop_sasl(struct wire *wire)
{
    struct wire_login *login = &wire->login;
    login->has_shown_secret = login->has_shown_secret || login->sasl.has_shown_secret;
    login->is_running = false;
    login->input_length = 0;
    loop_timer_stop(&login->work);
    loop_timer_stop(&login->step);
    sasl_fini(&login->sasl);
}

static void leave(struct wire *wire, bool is_unwelcome, const char *why)
{
    wire->is_unwelcome = is_unwelcome;
    wire_send(wire, "QUIT");
    wire_flush(wire);
    wire_fail(wire, "the login to the account %s failed, and it is required: %s",
              wire->config.account, why);
}

static void give_up(struct wire *wire, bool is_unwelcome, const char *why)
{
    stop_sasl(wire);
    if (is_required(wire) && !wire->is_welcome) {
        leave(wire, is_unwelcome, why);
        return;
    }
    log_event(LOG_WARN, "irc-login-failed", "network", wire->config.network, "why", why, (char *)0);
    wire_end_caps(wire);
}

/* --- the choice --- */

/* `list` has words between spaces or commas; NULL and "" have every mechanism. */
static bool has_mechanism(const char *list, enum sasl_mechanism mechanism)
{
    if (!list || !*list)
        return true;
    for (size_t length; *list; list += length, list += *list != '\0') {
        length = strcspn(list, " ,");
        if (sasl_named(list, (int)length) == mechanism)
            return true;
    }
    return false;
}

static bool has_means(const struct wire *wire, enum sasl_mechanism mechanism)
{
    const struct wire_config *config = &wire->config;
    if (mechanism == SASL_EXTERNAL)
        return config->client_cert && wire->is_tls;
    if (mechanism == SASL_ECDSA)
        return config->account && config->account_key;
    return config->account && config->account_password && !wire->login.has_shown_secret;
}

static bool can_use(const struct wire *wire, enum sasl_mechanism mechanism)
{
    return has_means(wire, mechanism) && !(wire->login.tried & 1u << mechanism) &&
           has_mechanism(wire->caps.sasl, mechanism);
}

static enum sasl_mechanism choose(const struct wire *wire)
{
    const char *list = wire->config.mechanisms && *wire->config.mechanisms ? wire->config.mechanisms
                                                                           : every_mechanism;
    for (size_t length; *list; list += length, list += *list != '\0') {
        length = strcspn(list, " ,");
        enum sasl_mechanism mechanism = sasl_named(list, (int)length);
        if (mechanism < SASL_MECHANISMS && can_use(wire, mechanism))
            return mechanism;
    }
    return SASL_MECHANISMS;
}

static void make_nonce(char nonce[SASL_NONCE])
{
    unsigned char bytes[3 * ((SASL_NONCE - 1) / 4)];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2base64(nonce, SASL_NONCE, bytes, sizeof bytes, BASE64);
}

static bool try_next(struct wire *wire)
{
    char nonce[SASL_NONCE];
    enum sasl_mechanism mechanism = choose(wire);
    if (mechanism == SASL_MECHANISMS)
        return false;
    make_nonce(nonce);
    sasl_start(&wire->login.sasl, mechanism, wire->config.account, wire->config.account_password,
               nonce);
    wire->login.sasl.key_file = wire->config.account_key;
    wire->login.tried |= 1u << mechanism;
    wire->login.is_running = true;
    wire->login.has_answered = false;
    wire->login.input_length = 0;
    wire_send(wire, "AUTHENTICATE %s", sasl_name(mechanism));
    wire_login_wait(wire);
    return true;
}

/* Capabilities are agreed on: logs in, or ends the negotiation, or closes the wire. */
static void wire_login_begin(struct wire *wire)
{
    if (wire->login.is_done || wire->login.is_running || wire->login.is_identifying ||
        !wire_wants_login(wire)) {
        wire_end_caps(wire);
        return;
    }
    if (!caps_has(&wire->caps, CAP_SASL)) {
        if (!can_identify(wire))
            give_up(wire, false, "the server does not offer SASL now");
        else
            wire_end_caps(wire);
        return;
    }
    if (!try_next(wire)) {
        char why[CAP_VALUE + 80];
        snprintf(why, sizeof why, "the server offers %s, and none of these can be used here",
                 wire->caps.sasl);
        give_up(wire, false, why);
    }
}

/* --- what goes out and comes in --- */

/* Pieces of 400 bytes. A shorter one is the last; "+" is an empty one. */
static void send_answer(struct wire *wire)
{
    const struct sasl *sasl = &wire->login.sasl;
    char encoded[sodium_base64_ENCODED_LEN(SASL_BYTES, BASE64)];
    sodium_bin2base64(encoded, sizeof encoded, sasl->answer, (size_t)sasl->answer_length, BASE64);
    int length = (int)strlen(encoded);
    for (int at = 0; at < length; at += PIECE)
        wire_send(wire, "AUTHENTICATE %.*s", length - at < PIECE ? length - at : PIECE,
                  encoded + at);
    if (length % PIECE == 0)
        wire_send(wire, "AUTHENTICATE +");
    sodium_memzero(encoded, sizeof encoded);
    wire->login.has_answered = true;
    wire_login_wait(wire);
}

static void break_off(struct wire *wire, bool is_unwelcome, const char *why)
{
    wire_send(wire, "AUTHENTICATE *");
    give_up(wire, is_unwelcome, why);
}

static void act(struct wire *wire, enum sasl_step step)
{
    if (step == SASL_ANSWERS)
        send_answer(wire);
    else if (step == SASL_WORKS)
        loop_timer_set(&wire->login.work, 0);
    else
        break_off(wire, wire->login.has_answered, wire->login.sasl.why);
}

static void on_work(void *arg)
{
    struct wire *wire = arg;
    if (wire->login.is_running)
        act(wire, sasl_work(&wire->login.sasl));
}

void wire_on_authenticate(struct wire *wire, const struct wire_event *event)
{
    struct wire_login *login = &wire->login;
    const char *piece = event->params[0];
    int length = strcmp(piece, "+") == 0 ? 0 : (int)strlen(piece);
    if (!login->is_running)
        return;
    if (length > PIECE || length > SASL_INPUT - login->input_length) {
        break_off(wire, wire->login.has_answered, "the server says too much");
        return;
    }
    memcpy(login->input + login->input_length, piece, (size_t)length);
    login->input_length += length;
    if (length == PIECE)
        return;
    unsigned char bytes[SASL_BYTES];
    size_t size = 0;
    bool is_base64 = sodium_base642bin(bytes, sizeof bytes, login->input,
                                       (size_t)login->input_length, NULL, &size, NULL, BASE64) == 0;
    login->input_length = 0;
    if (is_base64)
        act(wire, sasl_hear(&login->sasl, bytes, (int)size));
    else
        break_off(wire, wire->login.has_answered, "what the server says is not base64");
}

/* --- what came of it --- */

/* 900 us nick!user@host account :You are now logged in */
void wire_on_logged_in(struct wire *wire, const struct wire_event *event)
{
    if (wire->login.is_running && !wire->login.sasl.is_proven)
        return;
    if (!wire_keep_name(wire->account, event->params[2]))
        wire->account[0] = '\0';
    wire->login.is_done = wire->account[0] != '\0';
    if (wire->login.is_identifying && wire->login.is_done) {
        wire->login.is_identifying = false;
        loop_timer_stop(&wire->login.step);
        wire_become_ready(wire);
    }
}

void wire_on_logged_out(struct wire *wire, const struct wire_event *event)
{
    (void)event;
    wire->account[0] = '\0';
    wire->login.is_done = false;
}

/* 903, 907 */
void wire_on_sasl_done(struct wire *wire, const struct wire_event *event)
{
    (void)event;
    if (!wire->login.is_running)
        return;
    if (!wire->login.sasl.is_proven) {
        break_off(wire, wire->login.has_answered,
                  "the server let us in without the proof that it knows the account");
        return;
    }
    stop_sasl(wire);
    wire->login.is_done = true;
    if (!wire->account[0] && wire->config.account)
        wire_keep_name(wire->account, wire->config.account);
    log_event(LOG_INFO, "irc-logged-in", "network", wire->config.network, "account", wire->account,
              (char *)0);
    wire_end_caps(wire);
    if (wire->state == WIRE_READY) /* services are back */
        wire_nick_begin(wire);
}

/* Who we are was looked at and refused: to say it again soon would look like an attack.
   Otherwise services are away, or busy with our nick, and the next try is as good as any. */
static bool is_refusal(const struct wire *wire, const char *command)
{
    return wire->login.has_answered && (strcmp(command, "904") == 0 || strcmp(command, "905") == 0);
}

/* 902, 904, 905, 906; one of them also answers when we break off. */
void wire_on_sasl_failed(struct wire *wire, const struct wire_event *event)
{
    if (!wire->login.is_running)
        return;
    char why[WIRE_TEXT];
    struct text text = text_over(why, sizeof why);
    text_putf(&text, "%s: the server says: %s", sasl_name(wire->login.sasl.mechanism),
              event->param_count ? event->params[event->param_count - 1] : event->command);
    stop_sasl(wire);
    if (!try_next(wire))
        give_up(wire, is_refusal(wire, event->command), why);
}

/* 908 us EXTERNAL,PLAIN :are available: 904 should follow. */
void wire_on_mechanisms(struct wire *wire, const struct wire_event *event)
{
    struct text list = text_over(wire->caps.sasl, sizeof wire->caps.sasl);
    text_put(&list, event->params[1]);
    if (wire->login.is_running)
        loop_timer_set(&wire->login.step, MECHANISMS_MS);
}

/* --- NickServ --- */

bool wire_login_identifies(struct wire *wire)
{
    if (wire->login.is_done || wire->login.is_identifying || !can_identify(wire))
        return wire->login.is_identifying;
    wire->login.has_shown_secret = wire->login.is_identifying = true;
    wire_send(wire, "PRIVMSG %s :IDENTIFY %s %s", wire->config.nickserv, wire->config.account,
              wire->config.account_password);
    loop_timer_set(&wire->login.step, IDENTIFY_MS);
    return true;
}

/* MODE us +r, on servers that do not say 900. */
void wire_on_mode(struct wire *wire, const struct wire_event *event)
{
    const char *plus = strchr(event->params[1], '+');
    if (wire->login.is_identifying && wire_is_me(wire, event->params[0]) && plus &&
        strpbrk(plus, "rR"))
        wire_on_logged_in(wire, &(struct wire_event){.params = {"", "", wire->config.account}});
}

/* --- time --- */

void wire_login_missed(struct wire *wire)
{
    if (wire_wants_login(wire) && is_required(wire) && !wire->login.is_done && !can_identify(wire))
        leave(wire, false, "the server does not offer SASL");
}

void wire_login_step(struct wire *wire)
{
    if (wire->login.is_identifying) {
        wire->login.is_identifying = false;
        if (is_required(wire))
            leave(wire, true, "NickServ does not answer, or does not know us");
        else
            wire_become_ready(wire);
    } else if (wire->login.is_running && *wire->caps.sasl &&
               !has_mechanism(wire->caps.sasl, wire->login.sasl.mechanism)) {
        /* 908 and no 904 */
        wire_on_sasl_failed(wire, &(struct wire_event){.command = "this mechanism is not known"});
    } else if (wire->login.is_running) {
        break_off(wire, false, "the server does not answer");
    } else if (!wire->is_welcome) {
        wire_login_begin(wire);
    } else {
        wire_send(wire, "CAP LS 302"); /* some servers do not say when their services are back */
        loop_timer_set(&wire->login.step, AGAIN_MS);
    }
}

void wire_login_init(struct wire *wire)
{
    loop_timer_init(&wire->login.work, wire->loop, on_work, wire);
}

void wire_login_fini(struct wire *wire)
{
    loop_timer_stop(&wire->login.step);
    loop_timer_stop(&wire->login.work);
    loop_timer_stop(&wire->regain);
    sasl_fini(&wire->login.sasl);
}

/* --- registration --- */

void wire_register(struct wire *wire)
{
    wire_send(wire, "CAP LS 302");
    if (wire->config.password && wire_send(wire, "PASS :%s", wire->config.password) != WIRE_SENT) {
        wire_fail(wire, "the server password is too long for a line of IRC");
        return;
    }
    wire_send(wire, "NICK %s", wire->nick);
    wire_send(wire, "USER %s 0 * :%s", wire->config.user, wire->config.realname);
}

static void say_cap(void *arg, const char *line)
{
    wire_send(arg, "%s", line);
}

/* Without TLS only the port counts, with TLS only the duration, which no wiretapper can forge. */
static void take_policy(struct wire *wire)
{
    struct sts sts;
    if (!cap_sts_read(wire->caps.sts, &sts))
        return;
    if (!wire->is_tls && sts.port > 0) {
        wire->upgrade = sts.port;
        wire->queue_start = wire->queue_end = 0; /* not a line more without TLS */
    } else if (wire->is_tls && sts.duration >= 0) {
        wire->sts_duration = sts.duration;
        cap_sts_keep(wire->config.keep, wire->config.host, wire->port, sts.duration,
                     loop_wall(wire->loop));
    }
}

/* CAP us LS * :more to come, or without the "*". */
void wire_on_cap(struct wire *wire, const struct wire_event *event)
{
    bool has_more = event->param_count > 3 && strcmp(event->params[2], "*") == 0;
    bool was_settled = cap_is_settled(&wire->caps), had_sasl = caps_has(&wire->caps, CAP_SASL);
    cap_hear(&wire->caps, event->params[1], has_more, event->params[has_more ? 3 : 2], say_cap,
             wire);
    if (wire->caps.has_sts)
        take_policy(wire);
    if (wire->upgrade || wire->state == WIRE_CLOSED)
        return;
    bool is_settled = cap_is_settled(&wire->caps), has_sasl = caps_has(&wire->caps, CAP_SASL);
    bool are_services_back = wire->is_welcome && has_sasl && !had_sasl;
    if (!wire->is_welcome && !is_settled)
        wire_login_wait(wire);
    else if (are_services_back || (!wire->is_welcome && !was_settled))
        wire_login_begin(wire);
}
