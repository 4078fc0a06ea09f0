/* Preloaded into the product by test_irc_leave.c, this takes the place of the C library's
   function: no name is ever found, nor not found. What hangs here in truth is a name server that
   does not answer. */
#include <netdb.h>
#include <unistd.h>

int getaddrinfo(const char *name, const char *service, const struct addrinfo *req,
                struct addrinfo **pai)
{
    static const char words[] = "a name is looked up\n";
    (void)name, (void)service, (void)req, (void)pai;
    if (write(STDERR_FILENO, words, sizeof words - 1) < 0)
        return EAI_SYSTEM;
    for (;;)
        pause();
}
