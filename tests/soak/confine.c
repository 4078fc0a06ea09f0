/* confine FILE PROGRAM [ARGUMENT...]: runs a program under the seccomp filter that systemd makes
   of the shipped unit. FILE names the system calls that are allowed, one a line; all others fail
   with EPERM. As with RestrictAddressFamilies= and MemoryDenyWriteExecute= there are no sockets
   but those of the Internet and of this machine, and no memory is written and run. */
#include <errno.h>
#include <seccomp.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "check.h"

/* Allows a call whose argument `arg`, of the bits in `mask`, is `value`. */
static void allow_where(scmp_filter_ctx filter, int call, unsigned arg, scmp_datum_t mask,
                        int value)
{
    struct scmp_arg_cmp where = {
        .arg = arg, .op = SCMP_CMP_MASKED_EQ, .datum_a = mask, .datum_b = (scmp_datum_t)value};
    check(seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, call, 1, &where) == 0);
}

static void allow(scmp_filter_ctx filter, const char *name)
{
    enum { FAMILY = 0, PROTECTION = 2, ALL_BITS = 0xffff };
    int call = seccomp_syscall_resolve_name(name);
    if (call == __NR_SCMP_ERROR) /* a call of another processor, or newer than the library */
        return;
    if (strcmp(name, "socket") == 0) {
        allow_where(filter, call, FAMILY, ALL_BITS, AF_INET);
        allow_where(filter, call, FAMILY, ALL_BITS, AF_INET6);
        allow_where(filter, call, FAMILY, ALL_BITS, AF_UNIX);
    } else if (strcmp(name, "mmap") == 0) {
        allow_where(filter, call, PROTECTION, PROT_EXEC, 0);
        allow_where(filter, call, PROTECTION, PROT_WRITE, 0);
    } else if (strcmp(name, "mprotect") == 0 || strcmp(name, "pkey_mprotect") == 0) {
        allow_where(filter, call, PROTECTION, PROT_EXEC, 0);
    } else {
        check(seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, call, 0, NULL) == 0);
    }
}

int main(int argc, char **argv)
{
    char line[128];
    FILE *list = argc > 2 ? fopen(argv[1], "r") : NULL;
    if (!list) {
        fprintf(stderr, "usage: confine FILE PROGRAM [ARGUMENT...]\n");
        return 2;
    }
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
    check(filter);
    while (fgets(line, sizeof line, list)) {
        line[strcspn(line, "\n")] = '\0';
        allow(filter, line);
    }
    fclose(list);
    int result = seccomp_load(filter);
    if (result < 0) {
        fprintf(stderr, "confine: the filter is refused: %s\n", strerror(-result));
        return 1;
    }
    seccomp_release(filter);
    execv(argv[2], argv + 2);
    perror(argv[2]);
    return 127;
}
