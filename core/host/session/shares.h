/* Inside the host: how many tables are open, by who bears their cost. */
#ifndef SHARES_H
#define SHARES_H

#include "session.h"

void shares_init(struct host *host);
void shares_fini(struct host *host);
bool shares_load_salt(struct host *host, const char *key,
                      const char *value); /* a setting of the store's; false: another */
/* The salted hash of who bears a cost: records are readable, and hosts are nobody's business. */
void shares_hash(const struct host *host, const char *network, const char *source, unsigned char out[SESSION_PAYER]);
/* The table is open for who is to bear its cost by now. room_remove() takes it back. */
void shares_count(struct session *session);
void shares_forget(struct session *session);
/* A table that is set aside, and so not in memory, still is one of who opened it: by 1, and by -1 when that is over. */
void shares_keep_aside(struct host *host, const char *network, const unsigned char payer[SESSION_PAYER], int by);
/* No table more for this person, guild or network; `why` says so. */
bool shares_refuse(struct host *host, const struct heard *heard, struct prose *why);
void shares_keep_salt(struct host *host); /* in the store; once */

#endif
