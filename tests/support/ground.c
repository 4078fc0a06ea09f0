/* See ground.h. It must not know which server it is. */
#include "ground.h"

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

enum { COMMAND_MILLISECONDS = TEST_SOON_MS };

int ground_free_port(bool ipv6)
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

bool ground_has_ipv6(void)
{
    struct sockaddr_in6 address = {.sin6_family = AF_INET6, .sin6_addr = IN6ADDR_LOOPBACK_INIT};
    int fd = socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0);
    bool can_bind = fd >= 0 && bind(fd, (struct sockaddr *)&address, sizeof address) == 0;
    if (fd >= 0)
        close(fd);
    return can_bind;
}

static bool run(const char *const argv[], const char *log)
{
    struct child child;
    if (!child_start(&child, argv, -1, -1, log))
        return false;
    if (!child_wait(&child, COMMAND_MILLISECONDS))
        child_stop(&child, SIGKILL);
    return child.status == 0;
}

void ground_make(char folder[GROUND_FOLDER])
{
    const char *top = getenv("TMPDIR");
    int length = snprintf(folder, GROUND_FOLDER, "%s/tabletalk-ircd-XXXXXX", top ? top : "/tmp");
    check(length < GROUND_FOLDER);
    check(mkdtemp(folder) && chmod(folder, 0755) == 0);
}

bool ground_make_certificates(const char *folder, const char *name)
{
    char log[GROUND_PATH];
    const char *const argv[] = {TEST_SUPPORT_FOLDER "/certs.sh", folder, name, NULL};
    snprintf(log, sizeof log, "%s/commands.log", folder);
    return run(argv, log);
}

void ground_remove(const char *folder)
{
    const char *const argv[] = {"/bin/rm", "-rf", folder, NULL};
    run(argv, "/dev/null");
}

int ground_count(const char *path, const char *words)
{
    char line[512];
    int found = 0;
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file))
        found += strstr(line, words) != NULL;
    if (file)
        fclose(file);
    return found;
}

void ground_print(const char *folder, const char *name)
{
    char path[GROUND_PATH], line[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file))
        fprintf(stderr, "%s: %s", name, line);
    if (file)
        fclose(file);
}
