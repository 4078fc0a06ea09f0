/* See session.h. Kept as one JSON object. */
#include "gateway_session.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "keep.h"

static bool fits(const char *text)
{
    return text && strlen(text) < GATEWAY_SESSION_TEXT;
}

void gateway_session_init(struct gateway_session *session, struct keep *keep, const char *bot, int shard,
                          int shard_count)
{
    const char *id, *url;
    json_int_t sequence;
    int count;
    *session = (struct gateway_session){.keep = keep, .shard_count = shard_count, .seen = UINT64_MAX};
    snprintf(session->key, sizeof session->key, "discord:%s:session %d", bot, shard);
    const char *kept = keep_get(keep, session->key);
    json_t *root = kept ? json_loads(kept, 0, NULL) : NULL;
    if (root &&
        json_unpack(root, "{s:s, s:s, s:I, s:i}", "id", &id, "url", &url, "seq", &sequence, "of", &count) == 0 &&
        count == shard_count && fits(id) && fits(url)) {
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
    json_int_t sequence = session->settled.has_sequence ? (json_int_t)session->settled.sequence : -1;
    json_t *root = json_pack("{s:s, s:s, s:I, s:i}", "id", session->id, "url", session->url, "seq", sequence, "of",
                             session->shard_count);
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
    session->settled = (struct gateway_session_mark){true, session->has_sequence, session->sequence};
    bool is_same = session->stored.is_set && session->stored.has_sequence == session->has_sequence &&
                   session->stored.sequence == session->sequence;
    if (!is_same &&
        (session->has_news || !session->stored.is_set || now - session->stored_at >= GATEWAY_SESSION_STORE_MS))
        gateway_session_store(session, now);
}
