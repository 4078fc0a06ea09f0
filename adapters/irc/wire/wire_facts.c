/* Answers what is known about the server and about us. wire_learn.c learns it. */
#include <string.h>

#include "wire_state.h"

const char *wire_nick(const struct wire *wire)
{
    return wire->nick;
}

bool wire_is_me(const struct wire *wire, const char *nick)
{
    return irc_is_same(wire->casemap, wire->nick, nick);
}

const char *wire_tag(const struct wire *wire, const char *key)
{
    return line_tag(&wire->tags, key);
}

bool wire_has(const struct wire *wire, enum wire_ability ability)
{
    static const enum cap caps[] = {
        [WIRE_ACCOUNT_NOTIFY] = CAP_ACCOUNT_NOTIFY,
        [WIRE_ACCOUNT_TAG] = CAP_ACCOUNT_TAG,
        [WIRE_AWAY_NOTIFY] = CAP_AWAY_NOTIFY,
        [WIRE_BATCH] = CAP_BATCH,
        [WIRE_CHGHOST] = CAP_CHGHOST,
        [WIRE_EXTENDED_JOIN] = CAP_EXTENDED_JOIN,
        [WIRE_EXTENDED_MONITOR] = CAP_EXTENDED_MONITOR,
        [WIRE_LABELED_RESPONSE] = CAP_LABELED_RESPONSE,
        [WIRE_MESSAGE_TAGS] = CAP_MESSAGE_TAGS,
        [WIRE_SERVER_TIME] = CAP_SERVER_TIME,
        [WIRE_SETNAME] = CAP_SETNAME,
        [WIRE_STANDARD_REPLIES] = CAP_STANDARD_REPLIES,
    };
    if (ability == WIRE_LABELED_RESPONSE && !caps_has(&wire->caps, CAP_BATCH))
        return false;
    if (ability == WIRE_STANDARD_REPLIES && caps_has(&wire->caps, CAP_STANDARD_REPLIES_INSPIRCD))
        return true;
    return caps_has(&wire->caps, caps[ability]);
}

const char *wire_account(const struct wire *wire)
{
    return wire->account;
}

int wire_lag(const struct wire *wire)
{
    return wire->lag;
}

bool wire_is_unwelcome(const struct wire *wire)
{
    return wire->is_unwelcome;
}

const char *wire_server_version(const struct wire *wire)
{
    return wire->version;
}

const char *wire_isupport(const struct wire *wire, const char *token)
{
    return isupport_get(&wire->isupport, token);
}

int wire_isupport_number(const struct wire *wire, const char *token, int otherwise)
{
    return isupport_number(&wire->isupport, token, otherwise);
}

enum casemap wire_casemap(const struct wire *wire)
{
    return wire->casemap;
}

static bool is_one_of(const char *set, char c)
{
    return set && c && strchr(set, c);
}

const char *wire_channel_of(const struct wire *wire, const char *target)
{
    const char *types = wire_isupport(wire, "CHANTYPES"), *status = wire_isupport(wire, "STATUSMSG");
    const char *name = target;
    while (is_one_of(status, *name))
        name++;
    if (is_one_of(types, *name))
        return name;
    return is_one_of(types, *target) ? target : NULL; /* where + marks channels as well as voice */
}

int wire_room(const struct wire *wire, const char *target)
{
    enum { USUAL_USER = 11, USUAL_HOST = 64 };
    int user = wire->user[0] ? (int)strlen(wire->user) : USUAL_USER;
    int host = wire->host[0] ? (int)strlen(wire->host) : USUAL_HOST;
    int source = (int)strlen(":!@ ") + (int)strlen(wire->nick) + user + host;
    int room = WIRE_BODY - source - (int)strlen("PRIVMSG ") - (int)strlen(target) - (int)strlen(" :");
    return room > 0 ? room : 0;
}
