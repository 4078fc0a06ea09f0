/* How long things took: collected one by one, asked by shares. */
#ifndef WAITS_H
#define WAITS_H

struct waits {
    int *list;
    int count, room;
};

void waits_add(struct waits *waits, int wait);
/* so many took no longer than that; 0 without any wait */
int waits_share(struct waits *waits, int per_cent);

#endif
