/* Our part of what Discord allows a bot and an address, where others use the rest (rest.h). */
#ifndef SHARE_H
#define SHARE_H

struct rest;

struct rest_part {
    int shards, of; /* of the application */
    int networks;   /* that may have our address */
};

/* From now on; until then all of it is ours. */
void rest_share(struct rest *rest, const struct rest_part *part);

#endif
