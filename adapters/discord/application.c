/* See application.h. */
#include "application.h"

#include <stdio.h>

#include "json_fields.h"
#include "log.h"
#include "rest.h"

#ifndef TABLETALK_VERSION
#define TABLETALK_VERSION "0"
#endif

enum { FLAG_CONTENT = 1 << 18 | 1 << 19 /* of an application: approved, or switched on by its owner */ };

const char discord_user_agent[] = "DiscordBot (https://tabletalk.example, " TABLETALK_VERSION ")";

bool discord_may_read(const json_t *application)
{
    return (field_number(application, "flags") & FLAG_CONTENT) != 0;
}

int64_t discord_now(const struct discord *discord)
{
    return loop_now(discord->loop);
}

void discord_log_refusal(const char *what, const char *where, const struct rest_answer *answer)
{
    char code[16];
    snprintf(code, sizeof code, "%d", answer->code ? answer->code : answer->status);
    log_event(LOG_WARN, what, "where", where, "code", code, "why", answer->message ? answer->message : "", (char *)0);
}
