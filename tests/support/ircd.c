/* Owns one ngircd: folder, configuration, ports, process. It must not know what is said on it. */
#include "ircd.h"

#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "child.h"

enum { START_TRIES = 5, START_MILLISECONDS = 10000, FOLDER_SIZE = 64, PATH_SIZE = 96 };

struct ircd {
    struct ircd_options options;
    struct child child;
    int port, tls_port;
    char folder[FOLDER_SIZE];
    char config[PATH_SIZE], log[PATH_SIZE], ca[PATH_SIZE], other_ca[PATH_SIZE];
};

/* A port that was free a moment ago; a collision shows in the server's log and is tried again. */
static int free_port(bool ipv6)
{
    struct sockaddr_in6 v6 = {.sin6_family = AF_INET6, .sin6_addr = IN6ADDR_LOOPBACK_INIT};
    struct sockaddr_in v4 = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct sockaddr *address = ipv6 ? (struct sockaddr *)&v6 : (struct sockaddr *)&v4;
    socklen_t size = ipv6 ? sizeof v6 : sizeof v4;
    int fd = socket(address->sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    check(fd >= 0);
    check(bind(fd, address, size) == 0 && getsockname(fd, address, &size) == 0);
    close(fd);
    return ntohs(ipv6 ? v6.sin6_port : v4.sin_port);
}

/* Containers often come without. */
static bool has_ipv6(void)
{
    struct sockaddr_in6 address = {.sin6_family = AF_INET6, .sin6_addr = IN6ADDR_LOOPBACK_INIT};
    int fd = socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0);
    bool can_bind = fd >= 0 && bind(fd, (struct sockaddr *)&address, sizeof address) == 0;
    if (fd >= 0)
        close(fd);
    return can_bind;
}

static bool run_in_folder(const char *const argv[], const char *folder)
{
    char log[PATH_SIZE];
    struct child child;
    snprintf(log, sizeof log, "%s/commands.log", folder);
    if (!child_start(&child, argv, -1, -1, log))
        return false;
    if (!child_wait(&child, START_MILLISECONDS))
        child_stop(&child, SIGKILL);
    return child.status == 0;
}

static void write_config(const struct ircd *ircd)
{
    const struct ircd_options *options = &ircd->options;
    FILE *file = fopen(ircd->config, "w");
    check(file);
    fprintf(file, "[Global]\nName = irc.test.example\nInfo = a test\nAdminInfo1 = a test\nListen = %s\nPorts = %d\n",
            ircd_host(ircd), ircd->port);
    fprintf(file, "MotdFile = %s/no-motd\nServerUID = nobody\nServerGID = nogroup\n", ircd->folder);
    if (options->password)
        fprintf(file, "Password = %s\n", options->password);
    /* IdleTimeout ends a server whose test has crashed. */
    fprintf(file, "[Limits]\nMaxConnectionsIP = 0\nMaxNickLength = 16\nIdleTimeout = 120\n");
    if (!options->penalties)
        fprintf(file, "MaxPenaltyTime = 0\n");
    fprintf(file, "[Options]\nPAM = no\nDNS = no\nIdent = no\n");
    if (options->tls)
        fprintf(file, "[SSL]\nCertFile = %s/good.pem\nKeyFile = %s/good.key\nPorts = %d\n", ircd->folder, ircd->folder,
                ircd->tls_port);
    fclose(file);
}

static int count_in_log(const struct ircd *ircd, const char *words)
{
    char line[512];
    int found = 0;
    FILE *file = fopen(ircd->log, "r");
    while (file && fgets(line, sizeof line, file))
        found += strstr(line, words) != NULL;
    if (file)
        fclose(file);
    return found;
}

static bool has_started(struct ircd *ircd)
{
    int listeners = ircd->options.tls ? 2 : 1;
    long end = test_now() + START_MILLISECONDS;
    while (test_now() < end && child_is_running(&ircd->child) && count_in_log(ircd, "Can't bind") == 0) {
        if (count_in_log(ircd, "Now listening on") == listeners && count_in_log(ircd, " ready.") == 1)
            return true;
        test_sleep(5);
    }
    return false;
}

static bool start_process(struct ircd *ircd)
{
    const char *const argv[] = {getenv("TABLETALK_NGIRCD"), "-n", "-f", ircd->config, NULL};
    unlink(ircd->log);
    if (!child_start(&ircd->child, argv, -1, -1, ircd->log))
        return false;
    if (has_started(ircd))
        return true;
    child_stop(&ircd->child, SIGKILL);
    return false;
}

static bool make_folder(struct ircd *ircd)
{
    const char *name = ircd->options.certificate_name ? ircd->options.certificate_name : "localhost";
    const char *const certs[] = {TEST_SUPPORT_FOLDER "/certs.sh", ircd->folder, name, NULL};
    snprintf(ircd->folder, sizeof ircd->folder, "/tmp/tabletalk-ircd-XXXXXX");
    check(mkdtemp(ircd->folder) && chmod(ircd->folder, 0755) == 0); /* the server gives up root */
    snprintf(ircd->config, sizeof ircd->config, "%s/ngircd.conf", ircd->folder);
    snprintf(ircd->log, sizeof ircd->log, "%s/ngircd.log", ircd->folder);
    snprintf(ircd->ca, sizeof ircd->ca, "%s/ca.pem", ircd->folder);
    snprintf(ircd->other_ca, sizeof ircd->other_ca, "%s/other.pem", ircd->folder);
    return !ircd->options.tls || run_in_folder(certs, ircd->folder);
}

struct ircd *ircd_start(const struct ircd_options *options)
{
    if (!getenv("TABLETALK_NGIRCD")) {
        fprintf(stderr, "TABLETALK_NGIRCD does not name an ngircd; run this test by ctest\n");
        return NULL;
    }
    struct ircd *ircd = calloc(1, sizeof *ircd);
    check(ircd);
    ircd->options = *options;
    ircd->options.ipv6 = options->ipv6 && has_ipv6();
    bool is_ready = make_folder(ircd);
    for (int i = 0; is_ready && i < START_TRIES; i++) {
        ircd->port = free_port(ircd->options.ipv6);
        ircd->tls_port = options->tls ? free_port(ircd->options.ipv6) : 0;
        write_config(ircd);
        if (start_process(ircd))
            return ircd;
    }
    ircd_print_log(ircd);
    ircd_stop(ircd);
    return NULL;
}

bool ircd_restart(struct ircd *ircd)
{
    child_stop(&ircd->child, SIGTERM);
    return start_process(ircd);
}

void ircd_stop(struct ircd *ircd)
{
    if (!ircd)
        return;
    child_stop(&ircd->child, SIGTERM);
    const char *const argv[] = {"/bin/rm", "-rf", ircd->folder, NULL};
    struct child child;
    if (child_start(&child, argv, -1, -1, "/dev/null"))
        child_wait(&child, START_MILLISECONDS);
    free(ircd);
}

const char *ircd_host(const struct ircd *ircd)
{
    return ircd->options.ipv6 ? "::1" : "127.0.0.1";
}

int ircd_port(const struct ircd *ircd)
{
    return ircd->port;
}

int ircd_tls_port(const struct ircd *ircd)
{
    return ircd->tls_port;
}

const char *ircd_ca_file(const struct ircd *ircd)
{
    return ircd->ca;
}

const char *ircd_other_ca_file(const struct ircd *ircd)
{
    return ircd->other_ca;
}

const char *ircd_folder(const struct ircd *ircd)
{
    return ircd->folder;
}

void ircd_print_log(const struct ircd *ircd)
{
    static const char *const names[] = {"commands.log", "ngircd.log"};
    char path[PATH_SIZE], line[512];
    for (int i = 0; i < (int)(sizeof names / sizeof *names); i++) {
        snprintf(path, sizeof path, "%s/%s", ircd->folder, names[i]);
        FILE *file = fopen(path, "r");
        while (file && fgets(line, sizeof line, file))
            fprintf(stderr, "%s: %s", names[i], line);
        if (file)
            fclose(file);
    }
}
