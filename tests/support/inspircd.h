/* A real IRC server with all of IRCv3 (InspIRCd, unpacked by servers.sh) on loopback, for one
   test, and where asked for the services that keep accounts (Atheme: NickServ, SaslServ,
   ChanServ). Own folder, own certificates, ports from the kernel. "localhost" is the name in its
   certificate. Next: irc_person.h for people who talk on it. */
#ifndef INSPIRCD_H
#define INSPIRCD_H

#include <stdbool.h>

struct inspircd_options {
    bool services;
    bool limits;      /* flood limits as shipped; otherwise people may talk as fast as they can */
    bool sts;         /* the plain port says that clients should come by TLS */
    const char *more; /* further lines for its configuration, or NULL */
};

struct inspircd;

/* Starts the server found in the folder TABLETALK_SERVERS, and its services, and returns when
   they are linked (at most twenty seconds). NULL with the reason on standard error if it cannot. */
struct inspircd *inspircd_start(const struct inspircd_options *options);

/* Another server of the same network, linked to the first; it outlives nobody: stop it first. A
   split breaks the link, and people on both sides stay where they are. */
struct inspircd *inspircd_start_leaf(const struct inspircd *hub);
bool inspircd_split(struct inspircd *leaf);
bool inspircd_unite(struct inspircd *leaf);

/* Stops both and removes the folder. NULL is allowed. */
void inspircd_stop(struct inspircd *server);

/* Breaks all connections: ends the server and starts it again on the same ports; services come
   back, too. */
bool inspircd_restart(struct inspircd *server);

/* Services alone go down, and come back with the accounts they had. */
void inspircd_stop_services(struct inspircd *server);
bool inspircd_start_services(struct inspircd *server);

/* An account of this name, made by NickServ. */
bool inspircd_register(struct inspircd *server, const char *account, const char *password);

/* The fingerprint of `client.pem` in the server's folder becomes a way into the account. */
bool inspircd_trust_client(struct inspircd *server, const char *account, const char *password);

const char *inspircd_host(const struct inspircd *server); /* "127.0.0.1" */
int inspircd_port(const struct inspircd *server);
int inspircd_tls_port(const struct inspircd *server);
const char *inspircd_ca_file(const struct inspircd *server);
/* also holds client.pem and client.key */
const char *inspircd_folder(const struct inspircd *server);
void inspircd_print_log(const struct inspircd *server);

/* OPER with this name and password may KILL and more. */
#define INSPIRCD_OPER "admin"

#endif
