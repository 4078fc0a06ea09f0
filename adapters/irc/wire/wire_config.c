/* A wire's own copy of what it was told, secrets included, and its defaults. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "wire_config.h"

static char *copy(const char *string)
{
    char *copied = string ? strdup(string) : NULL;
    check(copied || !string);
    return copied;
}

static const char *const *copy_list(const char *const *list)
{
    size_t count = 0;
    while (list && list[count])
        count++;
    const char **copied = calloc(count + 1, sizeof *copied);
    check(copied);
    for (size_t i = 0; i < count; i++)
        copied[i] = copy(list[i]);
    return copied;
}

static const size_t string_fields[] = {
    offsetof(struct wire_config, network),     offsetof(struct wire_config, host),
    offsetof(struct wire_config, ca_file),     offsetof(struct wire_config, client_cert),
    offsetof(struct wire_config, client_key),  offsetof(struct wire_config, pins),
    offsetof(struct wire_config, password),    offsetof(struct wire_config, nick),
    offsetof(struct wire_config, user),        offsetof(struct wire_config, realname),
    offsetof(struct wire_config, account),     offsetof(struct wire_config, account_password),
    offsetof(struct wire_config, account_key), offsetof(struct wire_config, mechanisms),
    offsetof(struct wire_config, nickserv),    offsetof(struct wire_config, regain),
};

enum { STRING_FIELDS = sizeof string_fields / sizeof string_fields[0] };

static const char **string_field(struct wire_config *config, int i)
{
    return (const char **)((char *)config + string_fields[i]);
}

static int or_default(int ms, int otherwise)
{
    return ms > 0 ? ms : otherwise;
}

void wire_keep_config(struct wire_config *kept, const struct wire_config *config)
{
    check(config->network && config->host && config->nick && config->user && config->realname);
    *kept = *config;
    for (int i = 0; i < STRING_FIELDS; i++)
        *string_field(kept, i) = copy(*string_field(kept, i));
    kept->alternative_nicks = copy_list(config->alternative_nicks);
    kept->connect_ms = or_default(config->connect_ms, 30000);
    kept->register_ms = or_default(config->register_ms, 60000);
    kept->idle_ms = or_default(config->idle_ms, 90000);
    kept->pong_ms = or_default(config->pong_ms, 60000);
    kept->step_ms = or_default(config->step_ms, 15000);
    kept->quit_ms = or_default(config->quit_ms, 2000);
}

static bool is_same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool is_same_list(const char *const *a, const char *const *b)
{
    size_t i = 0;
    while (a && b && a[i] && b[i] && strcmp(a[i], b[i]) == 0)
        i++;
    const char *end_a = a ? a[i] : NULL, *end_b = b ? b[i] : NULL;
    return !end_a && !end_b;
}

bool wire_is_same_config(const struct wire_config *a, const struct wire_config *b)
{
    struct wire_config left = *a, right = *b;
    for (int i = 0; i < STRING_FIELDS; i++)
        if (!is_same_text(*string_field(&left, i), *string_field(&right, i)))
            return false;
    return a->port == b->port && a->is_tls == b->is_tls &&
           a->login_is_required == b->login_is_required && a->identifies == b->identifies &&
           is_same_list(a->alternative_nicks, b->alternative_nicks);
}

static void wipe_and_free(const char *string)
{
    if (string)
        explicit_bzero((char *)string, strlen(string));
    free((char *)string);
}

void wire_free_config(struct wire_config *kept)
{
    for (int i = 0; i < STRING_FIELDS; i++)
        wipe_and_free(*string_field(kept, i));
    for (int i = 0; kept->alternative_nicks[i]; i++)
        free((char *)kept->alternative_nicks[i]);
    free((void *)kept->alternative_nicks);
}
