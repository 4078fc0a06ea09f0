/* Which store the configuration names, and how it is opened. */
#include <stdlib.h>

#include "data_folder.h"
#include "store.h"
#include "store_postgres.h"
#include "text.h"
#include "tools.h"

static bool is_postgres(const struct config *config)
{
    return text_same_word(config->store, "postgres");
}

struct store_postgres tool_server(const struct config *config)
{
    return (struct store_postgres){.server = config->postgres,
                                   .password = config->postgres_password};
}

/* The socket for orders lies in the data folder, wherever the tables are. */
static struct store *open_postgres(const struct config *config, const char *unit, const char *owner,
                                   struct text *why)
{
    struct store_postgres where = tool_server(config);
    where.unit = unit;
    where.owner = owner;
    char *folder = data_folder_make(config->data_folder, why);
    struct store *store = folder ? store_postgres_open(&where, why) : NULL;
    free(folder);
    return store;
}

struct store *tool_open_store(const struct config *config, struct text *why)
{
    if (text_same_word(config->store, "memory"))
        return store_memory_new();
    return is_postgres(config) ? open_postgres(config, NULL, NULL, why)
                               : store_sqlite_open(config->data_folder, why);
}

struct store *tool_open_unit(const struct config *config, const char *unit, const char *owner,
                             struct text *why)
{
    return open_postgres(config, unit, owner, why);
}

bool tool_is_store_there(const struct config *config, struct text *why)
{
    return is_postgres(config) || store_sqlite_is_there(config->data_folder, why);
}

bool tool_check_store(const struct config *config, FILE *err)
{
    char bytes[1500];
    struct text why = text_over(bytes, sizeof bytes);
    const struct store_postgres where = tool_server(config);
    bool has_folder = !text_same_word(config->store, "memory") && config->data_folder[0];
    bool is_folder_right = !has_folder || data_folder_check(config->data_folder, &why);
    if (!is_folder_right)
        fprintf(err, "%s: %s\n", config->title, bytes);
    why = text_over(bytes, sizeof bytes);
    bool is_server_right = !is_postgres(config) || store_postgres_check(&where, &why);
    if (!is_server_right)
        fprintf(err, "postgres: %s\n", bytes);
    return is_folder_right && is_server_right;
}

const char *tool_store_name(const struct config *config)
{
    return is_postgres(config) ? "PostgreSQL" : config->data_folder;
}
