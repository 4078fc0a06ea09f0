/* See remembered.h. */
#include "remembered.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "attempt.h"
#include "check.h"

void remembered_fini(struct remembered *remembered)
{
    for (int i = 0; i < REMEMBERED_TOKENS; i++)
        attempt_wipe(remembered->tokens[i].token);
}

void remembered_spend(struct remembered *remembered, const char *token, int status, int code)
{
    struct remembered_token *spent = &remembered->tokens[remembered->next_token];
    char *copied = strdup(token);
    check(copied);
    remembered->next_token = (remembered->next_token + 1) % REMEMBERED_TOKENS;
    attempt_wipe(spent->token);
    spent->token = copied;
    spent->status = status;
    spent->code = code;
}

const struct remembered_token *remembered_token(const struct remembered *remembered, const char *token)
{
    for (int i = 0; token && i < REMEMBERED_TOKENS; i++)
        if (remembered->tokens[i].token && strcmp(remembered->tokens[i].token, token) == 0)
            return &remembered->tokens[i];
    return NULL;
}

void remembered_see(struct remembered *remembered, const char *nonce, const char *id)
{
    if (!*nonce || strlen(nonce) >= REMEMBERED_NONCE || strlen(id) >= REMEMBERED_ID)
        return;
    struct remembered_message *seen = &remembered->seen[remembered->next_seen];
    remembered->next_seen = (remembered->next_seen + 1) % REMEMBERED_SEEN;
    snprintf(seen->nonce, sizeof seen->nonce, "%s", nonce);
    snprintf(seen->id, sizeof seen->id, "%s", id);
}

const char *remembered_message(const struct remembered *remembered, const char *nonce)
{
    for (int i = 0; nonce && i < REMEMBERED_SEEN; i++)
        if (strcmp(remembered->seen[i].nonce, nonce) == 0)
            return remembered->seen[i].id;
    return NULL;
}
