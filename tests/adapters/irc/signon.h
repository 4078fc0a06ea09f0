/* The tests of signon.c. */
#ifndef SIGNON_H
#define SIGNON_H

int run_signon_tests(void); /* how many failed */

#endif
