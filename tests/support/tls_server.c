#include "tls_server.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

static char folder[] = "/tmp/tabletalk-tls-XXXXXX";

const char *certs_path(const char *name)
{
    static char paths[4][256];
    static int next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

int certs_make(void **state)
{
    char command[512];
    (void)state;
    if (!mkdtemp(folder))
        return -1;
    snprintf(command, sizeof command, "%s/certs.sh %s >%s/log 2>&1", TEST_SUPPORT_FOLDER, folder,
             folder);
    return system(command);
}

int certs_remove(void **state)
{
    char command[128];
    (void)state;
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command);
}

void tls_server_start(struct tls_server *server, const char *name, const char *client_ca)
{
    int to[2], from[2];
    char cert[64], key[64], port[16] = "";
    snprintf(cert, sizeof cert, "%s/%s.pem", folder, name);
    snprintf(key, sizeof key, "%s/%s.key", folder, name);
    check(pipe(to) == 0 && pipe(from) == 0);
    server->pid = fork();
    if (server->pid == 0) {
        dup2(to[0], STDIN_FILENO);
        dup2(from[1], STDOUT_FILENO);
        close(to[1]);
        execlp("python3", "python3", TEST_SUPPORT_FOLDER "/tls_server.py", cert, key, client_ca,
               (char *)NULL);
        _exit(127);
    }
    close(to[0]);
    close(from[1]);
    server->stdin_end = to[1];
    FILE *out = fdopen(from[0], "r");
    check(out && fgets(port, sizeof port, out));
    fclose(out);
    server->port = (int)strtol(port, NULL, 10);
}

void tls_server_stop(struct tls_server *server)
{
    int status;
    close(server->stdin_end);
    check(waitpid(server->pid, &status, 0) == server->pid);
}
