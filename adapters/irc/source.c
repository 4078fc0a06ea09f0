/* Names of sources: "account:ann", "host:192.0.2.7", "host:2001:db8:1:2::/64". */
#include "source.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include <sodium.h>

#include "check.h"

enum { HASH_BYTES = 16, HOST_BYTES = 512, HALF_GROUPS = 4 };

static const char account_mark[] = "account:", host_mark[] = "host:";

/* A name too long is not cut: who chooses a long name could choose to look like another. */
static void put(char source[HOST_SOURCE], const char *mark, const char *name)
{
    unsigned char hash[HASH_BYTES];
    char digits[2 * HASH_BYTES + 1];
    if (snprintf(source, HOST_SOURCE, "%s%s", mark, name) < HOST_SOURCE)
        return;
    crypto_generichash(hash, sizeof hash, (const unsigned char *)name, strlen(name), NULL, 0);
    sodium_bin2hex(digits, sizeof digits, hash, sizeof hash);
    snprintf(source, HOST_SOURCE, "%s#%s", mark, digits); /* no host has a # */
}

void source_of_account(const char *key, char source[HOST_SOURCE])
{
    check(key[0] == '$');
    put(source, account_mark, key + 1);
}

/* Cuts an IPv6 address to what its owner cannot choose. False if it is no address. */
static bool cut_address(char *host, size_t size)
{
    static const unsigned char mapped[12] = {[10] = 0xff, [11] = 0xff};
    unsigned char address[16];
    char text[INET6_ADDRSTRLEN];
    if (inet_pton(AF_INET6, host, address) != 1)
        return false;
    if (memcmp(address, mapped, sizeof mapped) == 0) { /* an IPv4 address, whatever it is written as */
        inet_ntop(AF_INET, address + sizeof mapped, host, (socklen_t)size);
        return true;
    }
    memset(address + 8, 0, 8);
    inet_ntop(AF_INET6, address, text, sizeof text);
    snprintf(host, size, "%s/64", text);
    return true;
}

/* Cloaks of IPv6 addresses: of what stands between the colons one part or more changes within a /64. UnrealIRCd writes "ALL:MOST:64:IP",
   InspIRCd "net-all:64:48:32.IP", Solanum the address itself with other letters in its second half. */
static void cut_cloak(char *host)
{
    size_t length = strlen(host);
    char *at = strchr(host, ':');
    if (!at)
        return;
    if (length > 3 && strcmp(host + length - 3, ":ip") == 0) {
        host[length - 3] = '\0';
        at = strrchr(host, ':');
        memmove(host, at ? at : host, strlen(at ? at : host) + 1);
    } else if (length > 3 && strcmp(host + length - 3, ".ip") == 0) {
        memmove(host, at, strlen(at) + 1);
    } else {
        for (int group = 1; at && group < HALF_GROUPS; group++)
            at = strchr(at + 1, ':');
        if (at)
            *at = '\0';
    }
}

void source_of_host(const char *host, char source[HOST_SOURCE])
{
    char name[HOST_BYTES + 1];
    size_t length = strlen(host);
    if (length > HOST_BYTES) {
        put(source, host_mark, host);
        return;
    }
    for (size_t i = 0; i <= length; i++)
        name[i] = (char)tolower((unsigned char)host[i]);
    if (!cut_address(name, sizeof name))
        cut_cloak(name);
    put(source, host_mark, name);
}
