/* The tests of persons.c, refusals.c, injection.c, monitor.c, shares.c and hostile.c. */
#ifndef PERSONS_H
#define PERSONS_H

int run_persons_tests(void); /* how many failed */
int run_refusal_tests(void);
int run_injection_tests(void);
int run_monitor_tests(void);
int run_shares_tests(void);
int run_hostile_tests(void);

#endif
