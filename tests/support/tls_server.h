/* Certificates made for one run of a test program, and a TLS server in another process that
   shows one of them. */
#ifndef TLS_SERVER_H
#define TLS_SERVER_H

#include <sys/types.h>

/* For cmocka_run_group_tests: make and remove the certificates of certs.sh, all for "localhost". */
int certs_make(void **state);
int certs_remove(void **state);

/* The path of "ca.pem", "good.key", ...; one of the last four asked for. */
const char *certs_path(const char *name);

struct tls_server {
    pid_t pid;
    int port;
    int stdin_end; /* closing it ends the server */
};

/* Shows NAME.pem on loopback and speaks what tls_server.py says. `client_ca` (a path, or NULL):
   whose clients alone it talks to. */
void tls_server_start(struct tls_server *server, const char *name, const char *client_ca);
void tls_server_stop(struct tls_server *server);

#endif
