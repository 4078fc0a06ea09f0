/* What the store keeps of the whole host, and not of a table, is read at the start. Each part
   knows its own keys. */
#include <stdlib.h>
#include <string.h>

#include "bans.h"
#include "deadlines.h"
#include "forget.h"
#include "host_state.h"
#include "links.h"
#include "load.h"
#include "offers.h"
#include "room_bans.h"
#include "shares.h"
#include "store_postgres.h"
#include "waiting.h"
#include "wishes.h"

/* What is kept of a table in the range of another unit: that unit's process deals with it, and
   ends it. */
static bool is_of_others(const struct host *host, const char *key)
{
    static const char *const prefixes[] = {"again.", "next."};
    for (size_t i = 0; host->is_shared && i < sizeof prefixes / sizeof *prefixes; i++)
        if (strncmp(key, prefixes[i], strlen(prefixes[i])) == 0)
            return strtoll(key + strlen(prefixes[i]), NULL, 10) / UNIT_TABLES !=
                   host->next_table / UNIT_TABLES;
    return false;
}

static void load_setting(void *arg, const char *key, const char *value)
{
    if (is_of_others(arg, key))
        return;
    if (!shares_load_salt(arg, key, value) && !bans_load(arg, key, value) &&
        !deadlines_load(arg, key, value) && !wishes_load(arg, key, value) &&
        !room_bans_load(arg, key, value))
        (void)(links_load(arg, key, value) || offers_load(arg, key, value) ||
               forgettings_load(arg, key, value) || waiting_load(arg, key, value));
}

static void load_salt(void *arg, const char *key, const char *value)
{
    (void)shares_load_salt(arg, key, value);
}

enum store_result load_settings(struct host *host)
{
    enum store_result result = store_load(host->store, load_setting, NULL, host);
    if (result == STORE_OK && host->is_shared && !host->has_salt) {
        /* Several processes may be the first: the salt of one of them counts. */
        shares_keep_salt(host);
        store_flush(host->store);
        host->has_salt = false;
        result = store_load(host->store, load_salt, NULL, host);
    }
    if (result == STORE_OK)
        shares_keep_salt(host);
    return result;
}

bool host_read_settings(struct host *host)
{
    return load_settings(host) == STORE_OK;
}
