/* One connection to the server: libpq opened late, where the server is, every wait, texts of any
   bytes, and sql.h over it. Hands go over this connection, so another machine must prove its name
   unless the admin's own line says otherwise: neither the environment nor a service file can weaken
   that unseen. libpq never blocks here: it only takes what poll() has announced. */
#include "postgres_link.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "check.h"
#include "list.h"
#include "store_postgres.h"
#include "text.h"

struct postgres_late postgres_late;

/* Call it before any of its functions. False, with a sentence in `why`, if libpq cannot be
   opened. */
static bool postgres_late_open(struct text *why)
{
    static const struct machine_function functions[] = {
#define LATE(name) {#name, (void *)&(name)},
#include "postgres_late.def"
#undef LATE
    };
    char bytes[256];
    struct text problem = text_over(bytes, sizeof bytes);
    if (PQclear || machine_open_library("libpq.so.5", functions,
                                        sizeof functions / sizeof *functions, &problem))
        return true;
    text_putf(why, "PostgreSQL cannot be spoken to: %s. Install libpq5.", bytes);
    return false;
}

/* ---- where the server is ---- */

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

/* ---- the connection ---- */

enum { LOOKS = 3 };

void postgres_link_init(struct postgres_link *link, const struct postgres_address *address)
{
    *link = (struct postgres_link){.sql = {.ops = &postgres_sql_ops}, .address = address};
}

void postgres_link_close(struct postgres_link *link)
{
    PQfinish(link->conn);
    link->conn = NULL;
    for (int i = 0; i < link->count; i++)
        free(link->statements[i].text);
    free(link->statements);
    link->statements = NULL;
    link->count = link->space = 0;
    link->has_append = link->has_begin = link->is_greeted = false;
}

/* ---- failures ---- */

/* The first line, without the data that a DETAIL has. */
static void keep_reason(struct postgres_link *link, const char *message, const char *sqlstate)
{
    size_t length = strcspn(message, "\n");
    snprintf(link->reason, sizeof link->reason, "%.*s", (int)(length < 250 ? length : 250),
             message);
    snprintf(link->sqlstate, sizeof link->sqlstate, "%s", sqlstate ? sqlstate : "");
}

/* What the server's codes mean for us; the first that fits. */
static enum store_result meaning(const char *sqlstate)
{
    static const struct {
        const char *begins;
        enum store_result result;
    } meanings[] = {
        {"53100", STORE_FULL},      {"53200", STORE_MEMORY},    {"53", STORE_BUSY},
        {"25006", STORE_READ_ONLY}, {"42501", STORE_READ_ONLY}, {"57P", STORE_AWAY},
        {"08", STORE_AWAY},         {"57014", STORE_BUSY},      {"55", STORE_BUSY},
        {"40", STORE_BUSY},         {"25P03", STORE_AWAY},      {"XX", STORE_DAMAGED},
    };
    for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++)
        if (strncmp(sqlstate, meanings[i].begins, strlen(meanings[i].begins)) == 0)
            return meanings[i].result;
    return STORE_IO;
}

bool postgres_link_is_lost(const struct postgres_link *link)
{
    return !link->conn || PQstatus(link->conn) != CONNECTION_OK;
}

int postgres_link_lose(struct postgres_link *link)
{
    if (link->conn) {
        const char *message = PQerrorMessage(link->conn);
        keep_reason(link, *message ? message : "the server does not answer", "");
    }
    postgres_link_close(link);
    return LINK_FAILED + STORE_AWAY;
}

int postgres_link_code(struct postgres_link *link, const PGresult *result)
{
    ExecStatusType status = PQresultStatus(result);
    if (!result)
        return postgres_link_lose(link);
    if (status != PGRES_FATAL_ERROR && status != PGRES_BAD_RESPONSE &&
        status != PGRES_PIPELINE_ABORTED)
        return SQL_OK;
    if (status == PGRES_PIPELINE_ABORTED) /* follows the failure, and says nothing */
        return LINK_FAILED + STORE_IO;
    const char *sqlstate = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    const char *message = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
    keep_reason(link, message ? message : PQresultErrorMessage(result), sqlstate);
    enum store_result means = sqlstate ? meaning(sqlstate) : STORE_AWAY;
    if (means == STORE_AWAY)
        postgres_link_close(link);
    return LINK_FAILED + (int)means;
}

/* ---- waiting ---- */

static long now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* False if nothing happened until then. */
static bool wait_until(const struct postgres_link *link, short events, long until)
{
    struct pollfd wait = {.fd = PQsocket(link->conn), .events = events};
    long left = until - now_ms();
    int count = 0;
    while (left > 0 && (count = poll(&wait, 1, (int)left)) < 0 && errno == EINTR)
        left = until - now_ms();
    return count > 0;
}

/* Breaks the connection, as if the server had. */
static PGresult *give_up(struct postgres_link *link, const char *why)
{
    keep_reason(link, why, "");
    postgres_link_close(link);
    return NULL;
}

PGresult *postgres_link_wait(struct postgres_link *link)
{
    long until = now_ms() + LINK_WAIT_MS;
    int unsent = 1;
    while (link->conn) {
        unsent = unsent > 0 ? PQflush(link->conn) : unsent;
        if (unsent == 0 && !PQisBusy(link->conn))
            return PQgetResult(link->conn);
        if (unsent < 0 || !wait_until(link, unsent ? POLLIN | POLLOUT : POLLIN, until))
            return give_up(link,
                           unsent < 0 ? PQerrorMessage(link->conn) : "the server does not answer");
        if (!PQconsumeInput(link->conn))
            return give_up(link, PQerrorMessage(link->conn));
    }
    return NULL;
}

void postgres_link_look(struct postgres_link *link)
{
    struct pollfd wait = {.events = POLLIN};
    /* its last words, then its end */
    for (int i = 0; i < LOOKS && !postgres_link_is_lost(link); i++) {
        wait.fd = PQsocket(link->conn);
        if (poll(&wait, 1, 0) != 1)
            return;
        if (!PQconsumeInput(link->conn))
            give_up(link, PQerrorMessage(link->conn));
    }
}

static void take_notice(void *arg, const PGresult *notice)
{
    const char *severity = PQresultErrorField(notice, PG_DIAG_SEVERITY_NONLOCALIZED);
    if (severity && strcmp(severity, "WARNING") == 0)
        ((struct postgres_link *)arg)->is_warned = true;
}

int postgres_link_open(struct postgres_link *link)
{
    long until = now_ms() + LINK_CONNECT_MS;
    PostgresPollingStatusType status = PGRES_POLLING_WRITING;
    postgres_link_close(link);
    link->opened++;
    link->conn = PQconnectStartParams(link->address->names, link->address->values, 1);
    check(link->conn);
    bool is_waiting = PQstatus(link->conn) != CONNECTION_BAD;
    while (is_waiting && status != PGRES_POLLING_OK && status != PGRES_POLLING_FAILED) {
        is_waiting = wait_until(link, status == PGRES_POLLING_READING ? POLLIN : POLLOUT, until);
        status = PQconnectPoll(link->conn);
    }
    if (status == PGRES_POLLING_OK && PQsetnonblocking(link->conn, 1) == 0) {
        PQsetNoticeReceiver(link->conn, take_notice, link);
        return SQL_OK;
    }
    keep_reason(link, PQerrorMessage(link->conn), "");
    return LINK_FAILED + STORE_AWAY; /* the caller may ask libpq why, and closes it */
}

/* ---- statements without parameters ---- */

static int take(struct postgres_link *link, const PGresult *result, int64_t *first)
{
    if (first && PQresultStatus(result) == PGRES_TUPLES_OK && PQntuples(result) > 0)
        *first = strtoll(PQgetvalue(result, 0, 0), NULL, 10);
    return postgres_link_code(link, result);
}

int postgres_link_do(struct postgres_link *link, const char *text, int64_t *first)
{
    int code = SQL_OK;
    if (first)
        *first = 0;
    if (postgres_link_is_lost(link) || !PQsendQuery(link->conn, text))
        return postgres_link_lose(link);
    for (PGresult *result; (result = postgres_link_wait(link)); PQclear(result)) {
        int failed = take(link, result, first);
        code = code ? code : failed;
    }
    return code || link->conn ? code : LINK_FAILED + STORE_AWAY;
}

/* ---- many statements in one message ---- */

int postgres_link_prepare(struct postgres_link *link, const char *name, const char *text, int count,
                          const Oid *types)
{
    int code = SQL_OK;
    if (postgres_link_is_lost(link) || !PQsendPrepare(link->conn, name, text, count, types))
        return postgres_link_lose(link);
    for (PGresult *result; (result = postgres_link_wait(link)); PQclear(result))
        code = code ? code : postgres_link_code(link, result);
    return code || link->conn ? code : LINK_FAILED + STORE_AWAY;
}

int postgres_link_pipeline_begin(struct postgres_link *link)
{
    bool is_begun = !postgres_link_is_lost(link) && PQenterPipelineMode(link->conn);
    return is_begun ? SQL_OK : postgres_link_lose(link);
}

int postgres_link_pipeline_send(struct postgres_link *link)
{
    return PQpipelineSync(link->conn) ? SQL_OK : postgres_link_lose(link);
}

int postgres_link_pipeline_take(struct postgres_link *link, int *changed)
{
    if (!link->conn)
        return LINK_FAILED + STORE_AWAY;
    PGresult *result = postgres_link_wait(link);
    int code = postgres_link_code(link, result);
    if (changed)
        *changed = code == SQL_OK ? atoi(PQcmdTuples(result)) : 0;
    PQclear(result);
    if (link->conn)
        PQclear(postgres_link_wait(link)); /* NULL, behind each statement */
    return code;
}

int postgres_link_pipeline_end(struct postgres_link *link, int code)
{
    if (link->conn) {
        PQclear(postgres_link_wait(link)); /* of the sync */
        if (!link->conn || !PQexitPipelineMode(link->conn))
            return postgres_link_lose(link);
    }
    return code || link->conn ? code : LINK_FAILED + STORE_AWAY;
}

/* ---- texts ---- */

enum { STANDS_FOR_BYTES = 0xF700, STAND_IN_BYTES = 3 };

/* Length of the sequence that may stay as it is; 0 if its first byte has to be replaced. */
static int plain_length(const char *text, size_t left)
{
    unsigned scalar;
    int length = text_utf8(text, left < 4 ? (int)left : 4, &scalar);
    return length && scalar >= STANDS_FOR_BYTES + 0x80 && scalar <= STANDS_FOR_BYTES + 0xFF
               ? 0
               : length;
}

static size_t count_replaced(const char *text, size_t size)
{
    size_t replaced = 0;
    for (size_t i = 0; i < size;) {
        int length = (unsigned char)text[i] < 0x80 ? 1 : plain_length(text + i, size - i);
        replaced += length == 0;
        i += length ? (size_t)length : 1;
    }
    return replaced;
}

char *postgres_text_encode(const char *text)
{
    size_t size = strlen(text), replaced = count_replaced(text, size), to = 0;
    char *encoded = replaced ? malloc(size + replaced * (STAND_IN_BYTES - 1) + 1) : NULL;
    check(encoded || !replaced);
    for (size_t i = 0; encoded && i < size;) {
        int length = plain_length(text + i, size - i);
        unsigned scalar = STANDS_FOR_BYTES + (unsigned char)text[i];
        if (length) {
            memcpy(encoded + to, text + i, (size_t)length);
            to += (size_t)length;
            i += (size_t)length;
            continue;
        }
        encoded[to++] = (char)(0xE0 | scalar >> 12);
        encoded[to++] = (char)(0x80 | (scalar >> 6 & 0x3F));
        encoded[to++] = (char)(0x80 | (scalar & 0x3F));
        i++;
    }
    if (encoded)
        encoded[to] = '\0';
    return encoded;
}

/* The byte that the three at `text` stand for; 0 if they stand for themselves. */
static unsigned stands_for(const unsigned char *text)
{
    if (text[0] != 0xEF || (text[1] & 0xFE) != 0x9E || (text[2] & 0xC0) != 0x80)
        return 0;
    return (text[1] & 3U) << 6 | (text[2] & 0x3FU);
}

void postgres_text_decode(char *text)
{
    char *to = text;
    for (const char *from = text; *from;) {
        unsigned byte = stands_for((const unsigned char *)from);
        *to++ = byte ? (char)byte : *from;
        from += byte ? STAND_IN_BYTES : 1;
    }
    *to = '\0';
}

/* ---- sql.h over a link ---- */

/* A statement is sent whole the first time on a connection; when its text runs again, the server
   prepares and keeps it. All rows of a question are here before the first one is told. */

enum { PARAMETERS = 16, NUMBER_BYTES = 32, OID_NUMBER = 20, OID_TEXT = 25, OID_REAL = 701 };

struct prepared {
    char *text; /* with $1 for ?1 */
    int count;  /* of its parameters */
    Oid types[PARAMETERS];
    const char *values[PARAMETERS];
    char numbers[PARAMETERS][NUMBER_BYTES];
    char *encoded[PARAMETERS];
    int number;       /* among the link's */
    unsigned opened;  /* the connection for which that holds; 0 for none */
    PGresult *result; /* NULL before it runs */
    int row;
    unsigned decoded; /* columns of this row, a bit each */
};

/* Parameters that are not bound are texts; every type is said, because the server would guess. */
static void forget_parameters(struct prepared *own)
{
    for (int i = 0; i < PARAMETERS; i++) {
        free(own->encoded[i]);
        own->encoded[i] = NULL;
        own->values[i] = NULL;
    }
}

static int prepare(struct sql_statement *statement, const char *text)
{
    struct prepared *own = calloc(1, sizeof *own);
    check(own);
    own->text = strdup(text);
    check(own->text);
    for (char *mark = own->text; (mark = strchr(mark, '?')); mark++) {
        int number = atoi(mark + 1);
        check(number >= 1 && number <= PARAMETERS);
        *mark = '$';
        own->count = number > own->count ? number : own->count;
    }
    for (int i = 0; i < PARAMETERS; i++)
        own->types[i] = OID_TEXT;
    statement->own = own;
    return SQL_OK;
}

static void bind(struct sql_statement *statement, int parameter, Oid type, const char *value)
{
    struct prepared *own = statement->own;
    check(parameter >= 1 && parameter <= PARAMETERS);
    own->types[parameter - 1] = type;
    own->values[parameter - 1] = value;
    own->count = parameter > own->count ? parameter : own->count;
}

static void bind_number(struct sql_statement *statement, int parameter, int64_t number)
{
    char *digits = ((struct prepared *)statement->own)->numbers[parameter - 1];
    snprintf(digits, NUMBER_BYTES, "%lld", (long long)number);
    bind(statement, parameter, OID_NUMBER, digits);
}

static void bind_real(struct sql_statement *statement, int parameter, double real)
{
    char *digits = ((struct prepared *)statement->own)->numbers[parameter - 1];
    snprintf(digits, NUMBER_BYTES, "%.17g", real);
    bind(statement, parameter, OID_REAL, digits);
}

static void bind_text(struct sql_statement *statement, int parameter, const char *text)
{
    char **encoded = &((struct prepared *)statement->own)->encoded[parameter - 1];
    free(*encoded);
    *encoded = text ? postgres_text_encode(text) : NULL;
    bind(statement, parameter, OID_TEXT, *encoded ? *encoded : text);
}

/* Waits for the result of what was sent, and for its end. */
static int take_result(struct postgres_link *link, PGresult **kept)
{
    PGresult *result = postgres_link_wait(link);
    int code = postgres_link_code(link, result);
    for (PGresult *more; link->conn && (more = postgres_link_wait(link));)
        PQclear(more);
    if (code != SQL_OK || !kept)
        PQclear(result);
    else
        *kept = result;
    return code || link->conn ? code : LINK_FAILED + STORE_AWAY;
}

/* True if its text has run on this connection; else it is noted. */
static bool is_known(struct postgres_link *link, struct prepared *own)
{
    own->opened = link->opened;
    for (own->number = 0; own->number < link->count; own->number++)
        if (strcmp(link->statements[own->number].text, own->text) == 0)
            return true;
    link->statements =
        list_grow(link->statements, link->count, &link->space, sizeof *link->statements);
    link->statements[link->count++] = (struct link_statement){.text = strdup(own->text)};
    check(link->statements[own->number].text);
    return false;
}

static int prepare_on_server(struct postgres_link *link, const struct prepared *own,
                             const char *name)
{
    if (!PQsendPrepare(link->conn, name, own->text, own->count, own->types))
        return postgres_link_lose(link);
    int code = take_result(link, NULL);
    if (code == SQL_OK)
        link->statements[own->number].is_prepared = true;
    return code;
}

static int send_prepared(struct postgres_link *link, const struct prepared *own)
{
    char name[16];
    snprintf(name, sizeof name, "s%d", own->number);
    int code =
        link->statements[own->number].is_prepared ? SQL_OK : prepare_on_server(link, own, name);
    bool is_sent = code == SQL_OK &&
                   PQsendQueryPrepared(link->conn, name, own->count, own->values, NULL, NULL, 0);
    return code || is_sent ? code : postgres_link_lose(link);
}

static int send_whole(struct postgres_link *link, const struct prepared *own)
{
    bool is_sent = PQsendQueryParams(link->conn, own->text, own->count, own->types, own->values,
                                     NULL, NULL, 0);
    return is_sent ? SQL_OK : postgres_link_lose(link);
}

static int run(struct postgres_link *link, struct prepared *own)
{
    if (postgres_link_is_lost(link))
        return postgres_link_lose(link);
    bool is_again = own->opened == link->opened || is_known(link, own);
    int code = is_again ? send_prepared(link, own) : send_whole(link, own);
    code = code ? code : take_result(link, &own->result);
    if (code == SQL_OK)
        link->sql.changed = strtoll(PQcmdTuples(own->result), NULL, 10);
    own->row = -1;
    return code;
}

static int step(struct sql_statement *statement)
{
    struct prepared *own = statement->own;
    int code = own->result ? SQL_OK : run((struct postgres_link *)statement->db, own);
    if (code != SQL_OK)
        return code;
    own->decoded = 0;
    return ++own->row < PQntuples(own->result) ? SQL_ROW : SQL_DONE;
}

static void reset(struct sql_statement *statement)
{
    struct prepared *own = statement->own;
    PQclear(own->result);
    own->result = NULL;
    forget_parameters(own);
}

static void finish(struct sql_statement *statement)
{
    struct prepared *own = statement->own;
    reset(statement);
    free(own->text);
    free(own);
}

static const char *text(struct sql_statement *statement, int column)
{
    struct prepared *own = statement->own;
    if (PQgetisnull(own->result, own->row, column))
        return NULL;
    char *value = PQgetvalue(own->result, own->row, column);
    if (!(own->decoded & 1U << column))
        postgres_text_decode(value);
    own->decoded |= 1U << column;
    return value;
}

static int64_t number(struct sql_statement *statement, int column)
{
    const char *value = text(statement, column);
    return !value ? 0 : *value == 't' ? 1 : strtoll(value, NULL, 10);
}

static double real(struct sql_statement *statement, int column)
{
    const char *value = text(statement, column);
    return value ? strtod(value, NULL) : 0;
}

static size_t bytes(struct sql_statement *statement, int column)
{
    return strlen(text(statement, column));
}

static enum store_result result(struct sql *db, int code)
{
    (void)db;
    bool is_ours = code > LINK_FAILED && code < LINK_FAILED + STORE_RESULT_COUNT;
    return is_ours ? (enum store_result)(code - LINK_FAILED)
           : code == SQL_OK || code == SQL_ROW || code == SQL_DONE ? STORE_OK
           : code == SQL_CORRUPT                                   ? STORE_DAMAGED
                                                                   : STORE_MEMORY;
}

const struct sql_ops postgres_sql_ops = SQL_OPS;
