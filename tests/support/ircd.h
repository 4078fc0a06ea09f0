/* A real IRC server (ngircd, unpacked by servers.sh) on loopback, for one test: own folder, own
   certificate authority, ports from the kernel. Next: irc_person.h for people who talk on it. */
#ifndef IRCD_H
#define IRCD_H

#include <stdbool.h>

struct ircd_options {
    bool tls; /* also listen with TLS */
    /* host name or address in the server's certificate; NULL: localhost */
    const char *certificate_name;
    bool ipv6; /* listen on ::1 instead of 127.0.0.1, where the machine has it */
    /* throttle as ngircd is shipped; otherwise people may talk as fast as they can */
    bool penalties;
    const char *password; /* a server password, or NULL */
};

struct ircd;

/* Starts the server whose path is in the environment variable TABLETALK_NGIRCD and returns when
   it listens (at most ten seconds). NULL with the reason on standard error if it cannot. */
struct ircd *ircd_start(const struct ircd_options *options);

/* Stops it and removes its folder. NULL is allowed. */
void ircd_stop(struct ircd *ircd);

/* Breaks all connections: ends the server and starts it again on the same ports. */
bool ircd_restart(struct ircd *ircd);

const char *ircd_host(const struct ircd *ircd); /* "127.0.0.1" or "::1" */
int ircd_port(const struct ircd *ircd);
int ircd_tls_port(const struct ircd *ircd);
/* the authority that signed the server's certificate */
const char *ircd_ca_file(const struct ircd *ircd);
const char *ircd_other_ca_file(const struct ircd *ircd); /* one that did not */
const char *ircd_folder(const struct ircd *ircd);        /* a test may put its own files here */
void ircd_print_log(const struct ircd *ircd);            /* to standard error, for a failure */

#endif
