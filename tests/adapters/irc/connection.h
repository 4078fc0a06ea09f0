/* The tests of connection.c. */
#ifndef CONNECTION_H
#define CONNECTION_H

int run_connection_tests(void); /* how many failed */

#endif
