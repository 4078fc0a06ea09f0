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

static struct store_postgres server_of(const struct config *config)
{
    return (struct store_postgres){.server = config->postgres, .password = config->postgres_password};
}

/* The socket for orders lies in the data folder, wherever the tables are. */
static struct store *open_postgres(const struct config *config, struct text *why)
{
    const struct store_postgres where = server_of(config);
    char *folder = data_folder_make(config->data_folder, why);
    struct store *store = folder ? store_postgres_open(&where, why) : NULL;
    free(folder);
    return store;
}

struct store *tool_open_store(const struct config *config, struct text *why)
{
    if (text_same_word(config->store, "memory"))
        return store_memory_new();
    return is_postgres(config) ? open_postgres(config, why) : store_sqlite_open(config->data_folder, why);
}

bool tool_is_store_there(const struct config *config, struct text *why)
{
    return is_postgres(config) || store_sqlite_is_there(config->data_folder, why);
}

bool tool_check_store(const struct config *config, FILE *err)
{
    char bytes[512];
    struct text why = text_over(bytes, sizeof bytes);
    const struct store_postgres where = server_of(config);
    if (!is_postgres(config) || store_postgres_check(&where, &why))
        return true;
    fprintf(err, "postgres: %s\n", bytes);
    return false;
}

const char *tool_store_name(const struct config *config)
{
    return is_postgres(config) ? "PostgreSQL" : config->data_folder;
}
