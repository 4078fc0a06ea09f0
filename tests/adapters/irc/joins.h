/* The tests of channel.c. */
#ifndef JOINS_H
#define JOINS_H

int run_joins_tests(void); /* how many failed */

#endif
