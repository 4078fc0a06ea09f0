/* What rest.c has learned besides limits: interactions' tokens that are of no use any more, and messages of ours that
   came back by the gateway. Keeps the last so many of each (enums below); for older ones rest.c asks Discord again. */
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
    int status, code; /* how Discord said it */
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
/* NULL if nothing is known against it. `token` may be NULL. */
const struct remembered_token *remembered_token(const struct remembered *remembered, const char *token);

/* What is longer than any of ours is not remembered. */
void remembered_see(struct remembered *remembered, const char *nonce, const char *id);
/* The id of the message; NULL if it was not seen. `nonce` may be NULL. */
const char *remembered_message(const struct remembered *remembered, const char *nonce);

#endif
