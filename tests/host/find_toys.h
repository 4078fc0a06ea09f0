/* For tests of the host that play toys: which version of the rules of "ages" the program has, as
   if it had been upgraded. */
#ifndef FIND_TOYS_H
#define FIND_TOYS_H

struct found_versions {
    int newest, oldest;
};

extern struct found_versions ages_versions;

#endif
