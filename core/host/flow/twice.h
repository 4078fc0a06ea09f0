/* Nobody has two seats at one table (twice.c). */
#ifndef TWICE_H
#define TWICE_H

#include <stdbool.h>

struct heard;
struct host;
struct identity;
struct session;

/* Both have seats at one table of this process. */
bool twice_sit_together(struct host *host, const struct heard *first, const struct heard *second);
/* Gives up one second seat, if somebody has one. False if nobody has. */
bool twice_give_up(struct session *session);
/* The person has just been linked: second seats are given up in their tables' turns. */
void twice_linked(struct host *host, const struct identity *identity);

#endif
