/* The tests of identity.c and refusals.c. */
#ifndef IDENTITY_H
#define IDENTITY_H

int run_identity_tests(void); /* how many failed */
int run_refusal_tests(void);

#endif
