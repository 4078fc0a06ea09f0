/* Owns one ngircd: folder, configuration, ports, process. It must not know what is said on it. */
#include "ircd.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "check.h"
#include "child.h"
#include "ground.h"

enum { START_TRIES = 5, START_MILLISECONDS = TEST_SOON_MS };

struct ircd {
    struct ircd_options options;
    struct child child;
    int port, tls_port;
    char folder[GROUND_FOLDER];
    char config[GROUND_PATH], log[GROUND_PATH], ca[GROUND_PATH], other_ca[GROUND_PATH];
};

static void write_config(const struct ircd *ircd)
{
    const struct ircd_options *options = &ircd->options;
    FILE *file = fopen(ircd->config, "w");
    check(file);
    fprintf(
        file,
        "[Global]\nName = irc.test.example\nInfo = a test\nAdminInfo1 = a test\nListen = %s\nPorts = %d\n",
        ircd_host(ircd), ircd->port);
    fprintf(file, "MotdFile = %s/no-motd\nServerUID = nobody\nServerGID = nogroup\n", ircd->folder);
    if (options->password)
        fprintf(file, "Password = %s\n", options->password);
    /* IdleTimeout ends a server whose test has crashed. */
    fprintf(
        file,
        /* who only watches answers late */
        "[Limits]\nMaxConnectionsIP = 0\nMaxNickLength = 16\nIdleTimeout = 120\nPongTimeout = 300\n");
    if (!options->penalties)
        fprintf(file, "MaxPenaltyTime = 0\n");
    fprintf(file, "[Options]\nPAM = no\nDNS = no\nIdent = no\n");
    if (options->tls)
        fprintf(file, "[SSL]\nCertFile = %s/good.pem\nKeyFile = %s/good.key\nPorts = %d\n",
                ircd->folder, ircd->folder, ircd->tls_port);
    fclose(file);
}

static bool has_started(struct ircd *ircd)
{
    int listeners = ircd->options.tls ? 2 : 1;
    long end = test_now() + START_MILLISECONDS;
    while (test_now() < end && child_is_running(&ircd->child) &&
           ground_count(ircd->log, "Can't bind") == 0) {
        if (ground_count(ircd->log, "Now listening on") == listeners &&
            ground_count(ircd->log, " ready.") == 1)
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
    const char *name =
        ircd->options.certificate_name ? ircd->options.certificate_name : "localhost";
    ground_make(ircd->folder);
    snprintf(ircd->config, sizeof ircd->config, "%s/ngircd.conf", ircd->folder);
    snprintf(ircd->log, sizeof ircd->log, "%s/ngircd.log", ircd->folder);
    snprintf(ircd->ca, sizeof ircd->ca, "%s/ca.pem", ircd->folder);
    snprintf(ircd->other_ca, sizeof ircd->other_ca, "%s/other.pem", ircd->folder);
    return !ircd->options.tls || ground_make_certificates(ircd->folder, name);
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
    ircd->options.ipv6 = options->ipv6 && ground_has_ipv6();
    bool is_ready = make_folder(ircd);
    for (int i = 0; is_ready && i < START_TRIES; i++) {
        ircd->port = ground_free_port(ircd->options.ipv6);
        ircd->tls_port = options->tls ? ground_free_port(ircd->options.ipv6) : 0;
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
    ground_remove(ircd->folder);
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
    ground_print(ircd->folder, "commands.log");
    ground_print(ircd->folder, "ngircd.log");
}
