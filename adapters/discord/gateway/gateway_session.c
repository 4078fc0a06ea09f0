/* See gateway_session.h. A session is kept as one JSON object. */
#include "gateway_session.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "keep.h"
#include "log.h"
#include "text.h"

/* ---- where it is ---- */

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
    if (length == 0 || length >= room || (is_v6 && text[length] != ']') ||
        memchr(text, '@', length))
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

/* ---- the session ---- */

static bool fits(const char *text)
{
    return text && strlen(text) < GATEWAY_SESSION_TEXT;
}

void gateway_session_init(struct gateway_session *session, struct keep *keep,
                          const struct gateway_session_use *use)
{
    const char *id, *url;
    json_int_t sequence, intents = use->intents; /* rows of earlier versions do not say them */
    int count;
    *session = (struct gateway_session){
        .keep = keep, .shard_count = use->shard_count, .intents = use->intents, .seen = UINT64_MAX};
    snprintf(session->key, sizeof session->key, "discord:%s:session %d", use->bot, use->shard);
    const char *kept = keep_get(keep, session->key);
    json_t *root = kept ? json_loads(kept, 0, NULL) : NULL;
    if (root &&
        json_unpack(root, "{s:s, s:s, s:I, s:i, s?I}", "id", &id, "url", &url, "seq", &sequence,
                    "of", &count, "for", &intents) == 0 &&
        count == use->shard_count && intents == use->intents && fits(id) && fits(url)) {
        snprintf(session->id, sizeof session->id, "%s", id);
        snprintf(session->url, sizeof session->url, "%s", url);
        session->has_sequence = sequence >= 0;
        session->sequence = sequence >= 0 ? sequence : 0;
    }
    json_decref(root);
}

void gateway_session_begin(struct gateway_session *session, const char *id, const char *url)
{
    snprintf(session->id, sizeof session->id, "%s", fits(id) ? id : "");
    snprintf(session->url, sizeof session->url, "%s", fits(url) ? url : "");
    session->settled.is_set = session->stored.is_set = false;
}

void gateway_session_forget(struct gateway_session *session)
{
    gateway_session_begin(session, "", "");
    session->has_sequence = false;
    session->sequence = 0;
    if (keep_get(session->keep, session->key))
        keep_put(session->keep, session->key, NULL, NULL, NULL);
}

void gateway_session_store(struct gateway_session *session, int64_t now)
{
    if (!session->settled.is_set || !session->id[0])
        return;
    json_int_t sequence =
        session->settled.has_sequence ? (json_int_t)session->settled.sequence : -1;
    json_t *root =
        json_pack("{s:s, s:s, s:I, s:i, s:I}", "id", session->id, "url", session->url, "seq",
                  sequence, "of", session->shard_count, "for", (json_int_t)session->intents);
    check(root); /* both texts came out of JSON */
    char *text = json_dumps(root, JSON_COMPACT);
    check(text);
    keep_put(session->keep, session->key, text, NULL, NULL);
    free(text);
    json_decref(root);
    session->stored = session->settled;
    session->stored_at = now;
    session->has_news = false;
}

void gateway_session_settled(struct gateway_session *session, int64_t now)
{
    if (!session->id[0])
        return;
    session->settled =
        (struct gateway_session_mark){true, session->has_sequence, session->sequence};
    bool is_same = session->stored.is_set &&
                   session->stored.has_sequence == session->has_sequence &&
                   session->stored.sequence == session->sequence;
    if (!is_same && (session->has_news || !session->stored.is_set ||
                     now - session->stored_at >= GATEWAY_SESSION_STORE_MS))
        gateway_session_store(session, now);
}

/* ---- how it ends ---- */

enum { MS_PER_S = 1000, NUMBER = 24 };

static const struct closing closings[] = {
    {4000, AFTER_RESUME, "Discord had an unknown error", NULL},
    {4001, AFTER_RESUME, "Discord did not know what we sent", NULL},
    {4002, AFTER_RESUME, "Discord could not read what we sent", NULL},
    {4003, AFTER_IDENTIFY, "the session is not valid any more", NULL},
    {CLOSING_BAD_TOKEN, AFTER_END, "the token was refused",
     "Discord refuses the bot's token (close code 4004): it is wrong or was reset. Reset it in the developer portal, page "
     "Bot, and put the new one where the setting \"token\" or \"token_file\" says."},
    {4005, AFTER_IDENTIFY, "we identified twice", NULL},
    {4007, AFTER_IDENTIFY, "the sequence to resume from is not valid", NULL},
    {4008, AFTER_PAUSE, "we sent too fast", NULL},
    {4009, AFTER_IDENTIFY, "the session timed out", NULL},
    {CLOSING_BAD_SHARD, AFTER_END, "the shard was refused",
     "Discord refuses the shard (close code 4010): the setting \"shards\" does not fit; leave it out to take what "
     "Discord advises."},
    {CLOSING_TOO_FEW_SHARDS, AFTER_END, "there are too few shards", NULL},
    {CLOSING_BAD_VERSION, AFTER_END, "the version of the API was refused",
     "Discord does not speak version 10 of its API any more (close code 4012): a newer Tabletalk is needed."},
    {CLOSING_BAD_INTENTS, AFTER_END, "the intents are not valid",
     "Discord does not know the intents that were asked for (close code 4013): a newer Tabletalk is needed."},
    {CLOSING_REFUSED_INTENTS, AFTER_END, "the intents are not allowed", NULL},
};

const struct closing *gateway_closing_of(int code)
{
    static const struct closing other = {0, AFTER_RESUME, NULL, NULL};
    for (size_t i = 0; i < sizeof closings / sizeof *closings; i++)
        if (closings[i].code == code)
            return &closings[i];
    return &other;
}

void gateway_closing_describe(const struct closing *closing, const char *said,
                              char out[CLOSING_TEXT])
{
    struct text text = text_over(out, CLOSING_TEXT);
    text_put(&text, closing->why ? closing->why : *said ? said : "the connection broke");
    if (closing->why && *said)
        text_putf(&text, " (it said: %s)", said);
}

/* ---- the log ---- */

void gateway_log_loss(int shard, int code, const char *why, int64_t wait)
{
    char id[NUMBER], number[NUMBER], seconds[NUMBER];
    snprintf(id, sizeof id, "%d", shard);
    snprintf(number, sizeof number, "%d", code);
    snprintf(seconds, sizeof seconds, "%.1f", (double)wait / MS_PER_S);
    log_event(LOG_WARN, "discord-shard-lost", "shard", id, "code", number, "why", why, "again_in_s",
              seconds, (char *)0);
}

void gateway_log_up(int shard, const char *by)
{
    char id[NUMBER];
    snprintf(id, sizeof id, "%d", shard);
    log_event(LOG_INFO, "discord-shard-up", "shard", id, "by", by, (char *)0);
}

void gateway_log_unreadable(const char *type, int position)
{
    char place[NUMBER];
    snprintf(place, sizeof place, "%d", position);
    log_event(LOG_WARN, "discord-event-unreadable", "type", type, "at_byte", place, (char *)0);
}

void gateway_log_too_big(const char *type)
{
    log_event(LOG_WARN, "discord-event-too-big", "type", type, (char *)0);
}
