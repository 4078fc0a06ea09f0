/* What was learned besides limits: tokens that are dead, messages that were seen (queue.c). */
#ifndef REMEMBERED_H
#define REMEMBERED_H

enum {
    REMEMBERED_TOKENS = 64, /* they are of no use to anybody after a quarter of an hour */
    REMEMBERED_SEEN = 64,   /* they come back within a moment */
    REMEMBERED_NONCE = 26,
    REMEMBERED_ID = 24
};

struct remembered_token {
    char *token;
    int status, code; /* Discord's refusal */
};

struct remembered_message {
    char nonce[REMEMBERED_NONCE], id[REMEMBERED_ID];
};

/* All zero is empty. */
struct remembered {
    struct remembered_token tokens[REMEMBERED_TOKENS];
    struct remembered_message seen[REMEMBERED_SEEN];
    int next_token, next_seen;
};

void remembered_fini(struct remembered *remembered);

void remembered_spend(struct remembered *remembered, const char *token, int status, int code);
/* NULL if the token may be used. `token` may be NULL. */
const struct remembered_token *remembered_token(const struct remembered *remembered,
                                                const char *token);

/* Longer ones are not ours and not remembered. */
void remembered_see(struct remembered *remembered, const char *nonce, const char *id);
/* The id of the message, NULL if it was not seen. `nonce` may be NULL. */
const char *remembered_message(const struct remembered *remembered, const char *nonce);

#endif
