/* The tests of system_calls.c. */
#ifndef SYSTEM_CALLS_H
#define SYSTEM_CALLS_H

int run_system_call_tests(void); /* how many failed */

#endif
