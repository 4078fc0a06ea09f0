/* What is kept of a person, for the person. Forgetting a person: what is kept goes, what others
   need stays under a number. docs/privacy.md says what is kept. */
#ifndef HOST_PRIVACY_H
#define HOST_PRIVACY_H

#include <stdbool.h>

struct heard;
struct host;

/* Somebody asks what is kept. "": the first page; "2": that page. */
void host_show_mydata(struct host *host, const struct heard *heard, const char *words);

/* Somebody asks to be forgotten. "": a code that confirms it; the code: it is done. */
void host_forget_me(struct host *host, const struct heard *heard, const char *words);

/* Forgets the person with this identity, and all linked ones, for an admin. Begins at once;
   `done` (may be NULL) comes when it is durable, or cannot be saved; `waits_for`: the networks,
   with commas, whose processes are away and still have it in memory. False if too many are being
   forgotten. */
typedef void host_erased(void *arg, bool is_done, const char *waits_for);
bool host_erase(struct host *host, const char *network, const char *key, host_erased *done,
                void *arg);

/* Called when an identity is forgotten, so that nobody keeps or writes back what is in memory. */
typedef void host_forget(void *arg, const char *network, const char *key);
void host_on_forget(struct host *host, host_forget *forget, void *arg);

#endif
