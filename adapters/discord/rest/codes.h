/* Codes of Discord's errors. */
#ifndef CODES_H
#define CODES_H

enum {
    CODE_UNKNOWN_CHANNEL = 10003,
    CODE_UNKNOWN_GUILD = 10004,
    CODE_UNKNOWN_MESSAGE = 10008,
    CODE_UNKNOWN_WEBHOOK = 10015,
    CODE_UNKNOWN_INTERACTION = 10062,
    /* also as a 429 that waiting does not cure: the message has to be posted anew */
    CODE_OLD_EDITS = 30046,
    CODE_UNAUTHORIZED = 40001, /* some servers send it with another status */
    CODE_TOO_MANY = 40003,
    CODE_ALREADY_ANSWERED = 40060,
    CODE_NO_ACCESS = 50001,
    CODE_CANNOT_DM = 50007,
    CODE_NO_PERMISSION = 50013,
    CODE_INVALID_TOKEN = 50014,
    CODE_BAD_FORM = 50035,
    CODE_ARCHIVED = 50083,
    CODE_NO_COMMON_GUILD = 50278,
    CODE_NO_HISTORY = 160002, /* a reply needs the right to read the channel's history */
    CODE_LOCKED = 160005,
};

#endif
