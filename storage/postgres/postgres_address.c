/* See postgres_address.h. Hands go over this connection, so another machine must prove its name
   unless the admin's own line says otherwise: neither the environment nor a service file can
   weaken that unseen. */
#include "postgres_address.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "store_postgres.h"
#include "text.h"

static char *copy(const char *text)
{
    char *copied = strdup(text);
    check(copied);
    return copied;
}

static void add(struct postgres_address *address, const char *name, const char *value)
{
    check(address->count < ADDRESS_PARAMETERS);
    address->names[address->count] = name;
    address->values[address->count++] = value;
}

/* What the line says of an option; NULL if nothing. */
static const char *said(const PQconninfoOption *options, const char *name)
{
    for (; options->keyword; options++)
        if (strcmp(options->keyword, name) == 0)
            return options->val && *options->val ? options->val : NULL;
    return NULL;
}

static const char *said_or_set(const PQconninfoOption *options, const char *name,
                               const char *variable)
{
    const char *value = said(options, name);
    value = value ? value : getenv(variable);
    return value && *value ? value : NULL;
}

/* A folder with a socket, or a name or address of this machine. */
static bool is_local(const char *host, size_t length)
{
    static const char *const names[] = {"localhost", "::1", "127.0.0.1"};
    bool is_found = length == 0 || host[0] == '/' || host[0] == '@';
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        is_found |= strlen(names[i]) == length && strncmp(names[i], host, length) == 0;
    return is_found;
}

/* Hosts are separated by commas; any of them may be used. */
static bool are_local(const char *hosts)
{
    while (hosts && *hosts) {
        size_t length = strcspn(hosts, ",");
        if (!is_local(hosts, length))
            return false;
        hosts += length + (hosts[length] == ',');
    }
    return true;
}

static bool is_this_machine(const PQconninfoOption *options)
{
    if (said_or_set(options, "service", "PGSERVICE"))
        /* its file says where that is; a socket there needs no certificate all the same */
        return false;
    return are_local(said_or_set(options, "host", "PGHOST")) &&
           are_local(said_or_set(options, "hostaddr", "PGHOSTADDR"));
}

/* libpq looks into the home folder for authorities; the system's are what most servers'
   certificates are signed by. */
static const char *authorities(void)
{
    static const char *const files[] = {"/etc/ssl/certs/ca-certificates.crt",
                                        "/etc/pki/tls/certs/ca-bundle.crt"};
    char own[512];
    const char *home = getenv("HOME");
    snprintf(own, sizeof own, "%s/.postgresql/root.crt", home ? home : "");
    if (home && access(own, R_OK) == 0)
        return NULL;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (access(files[i], R_OK) == 0)
            return files[i];
    return NULL;
}

static void secure(struct postgres_address *address, const PQconninfoOption *options)
{
    const char *mode = said(options, "sslmode");
    bool is_remote = !is_this_machine(options);
    address->is_unverified = is_remote && mode && strcmp(mode, "verify-full") != 0;
    if (mode || !is_remote)
        return;
    add(address, "sslmode", "verify-full");
    const char *file = said_or_set(options, "sslrootcert", "PGSSLROOTCERT") ? NULL : authorities();
    if (file && !said_or_set(options, "service", "PGSERVICE"))
        add(address, "sslrootcert", file);
}

/* What stands before the line counts where the line is silent; what stands behind it always
   counts. */
static void put_together(struct postgres_address *address, const PQconninfoOption *options)
{
    static const char *const silent[][2] = {{"fallback_application_name", "tabletalk"},
                                            /* of two servers, not the copy */
                                            {"target_session_attrs", "read-write"},
                                            {"keepalives_idle", "5"},
                                            {"keepalives_interval", "2"},
                                            {"keepalives_count", "3"},
                                            {"tcp_user_timeout", "4000"}};
    for (size_t i = 0; i < sizeof silent / sizeof *silent; i++)
        add(address, silent[i][0], silent[i][1]);
    secure(address, options);
    add(address, "dbname", address->server);
    if (address->password)
        add(address, "password", address->password);
    add(address, "client_encoding", "UTF8");
}

bool postgres_address_init(struct postgres_address *address, const struct store_postgres *where,
                           struct text *why)
{
    char *mistake = NULL;
    *address = (struct postgres_address){.server = copy(where->server)};
    if (!postgres_late_open(why))
        return false;
    address->password = where->password ? copy(where->password) : NULL;
    /* An empty line, and one that is only a name, would be the name of a database. */
    bool is_line = !*where->server || strchr(where->server, '=') || strstr(where->server, "://");
    PQconninfoOption *options = PQconninfoParse(where->server, &mistake);
    bool is_right = false;
    if (!options || !is_line) {
        if (mistake)
            mistake[strcspn(mistake, "\n")] = '\0';
        text_putf(
            why,
            "the option postgres cannot be understood: %s. It takes pairs, such as host=db.example dbname=tabletalk "
            "user=tabletalk, or service=tabletalk, or postgresql://tabletalk@db.example/tabletalk",
            mistake ? mistake : "it has no = in it");
    } else if (said(options, "password")) {
        text_put(
            why,
            "the option postgres has a password in it, where everybody can read it who reads the configuration: "
            "take it out, and give postgres_password_file or postgres_password_env");
    } else {
        is_right = true;
        put_together(address, options);
    }
    PQconninfoFree(options);
    PQfreemem(mistake);
    return is_right;
}

void postgres_address_fini(struct postgres_address *address)
{
    if (address->password)
        explicit_bzero(address->password, strlen(address->password));
    free(address->password);
    free(address->server);
}
