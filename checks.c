/* See checks.h. */
#include "checks.h"

#include <sys/resource.h>

#include "config.h"
#include "host_settings.h"
#include "prose.h"
#include "tools.h"

bool checks_use_faces(struct host *host, const struct config *config, FILE *err)
{
    bool are_right = true;
    for (int i = 0; i < config->faces.count; i++)
        are_right &= tool_use_faces(host, config->faces.items[i], err);
    return are_right;
}

bool checks_use_rules(struct host *host, const struct config *config, FILE *err)
{
    bool are_right = true;
    for (int i = 0; i < config->house_rules.count; i++) {
        struct prose why;
        prose_clear(&why);
        if (host_use_rule(host, config->house_rules.items[i], &why))
            continue;
        fprintf(err, "%s:%d: house_rules \"%s\": %s\n", config->title, config->house_rules.lines[i],
                config->house_rules.items[i], why.text);
        are_right = false;
    }
    return are_right;
}

bool checks_values(const struct config *config, FILE *err)
{
    return checks_use_rules(NULL, config, err);
}

bool checks_files(const struct config *config, FILE *err)
{
    bool are_faces_right = checks_use_faces(NULL, config, err);
    bool is_store_right = tool_check_store(config, err);
    return are_faces_right && is_store_right;
}

bool checks_limits(FILE *err)
{
    /* a table in the terminal takes 16; networks, orders and backups take some more */
    enum { FILES_LEAST = 64 };
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) != 0 || files.rlim_cur >= FILES_LEAST)
        return true;
    fprintf(
        err,
        "tabletalk: It may keep only %d files open at once, and playing takes up to %d: let it open more (ulimit -n "
        "%d; for a service LimitNOFILE).\n",
        (int)files.rlim_cur, FILES_LEAST, FILES_LEAST);
    return false;
}

void checks_say_unfinished(const struct config *config)
{
    static const char missing[] =
        "a section irc \"libera\" { ... } or discord \"club\" { ... }; tabletalk "
        "--print-config-example shows both";
    if (config->title)
        fprintf(
            stderr,
            "tabletalk: %s names no network, and nobody types here: standard input is empty. Add %s.\n",
            config->title, missing);
    else
        fprintf(
            stderr,
            "tabletalk: Nobody types here: standard input is empty. To host on a network, give --config FILE with %s.\n",
            missing);
}
