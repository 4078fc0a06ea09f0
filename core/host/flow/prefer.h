/* How somebody wants to read us: the network knows what that means. */
#ifndef PREFER_H
#define PREFER_H

struct heard;
struct host;

/* Asks the person's network for it, and tells the answer when the choice is saved. */
void prefer(struct host *host, const struct heard *heard, const char *words);

#endif
