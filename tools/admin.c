/* Commands of the shell: see admin.h. */
#include "admin.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "control.h"
#include "log.h"
#include "orders.h"
#include "store.h"
#include "text.h"

enum { WHY_BYTES = 512 };

static bool has_folder(const struct config *config)
{
    if (text_same_word(config->store, "memory"))
        fputs("tabletalk: with store = memory nothing is kept that another process could look at\n", stderr);
    else if (!config->data_folder[0])
        fputs("tabletalk: there is no home folder to look for the tables in: give --data FOLDER\n", stderr);
    else
        return true;
    return false;
}

/* Nobody runs: so the folder is ours for this one order. */
static int order_offline(const char *order, const struct config *config)
{
    char bytes[WHY_BYTES];
    struct text why = text_over(bytes, sizeof bytes);
    bool is_there = store_sqlite_is_there(config->data_folder, &why);
    struct store *store = is_there ? store_sqlite_open(config->data_folder, &why) : NULL;
    if (!store) {
        fprintf(stderr, "tabletalk: %s\n", bytes);
        return EXIT_FAILURE;
    }
    struct orders *orders = orders_new(&(struct orders_place){.store = store});
    int status = orders_run(orders, order, stdout, stderr);
    orders_free(orders);
    store_close(store);
    return status;
}

int admin_order(int argc, char *const argv[], const struct config *config)
{
    char *order = NULL;
    size_t size;
    FILE *out = open_memstream(&order, &size);
    check(out);
    for (int i = 0; i < argc; i++)
        fprintf(out, "%s%s", i ? " " : "", argv[i]);
    fclose(out);
    log_setup(LOG_ERROR, -1); /* what goes wrong is told in words */
    int status = EXIT_FAILURE;
    if (strchr(order, '\n'))
        fputs("tabletalk: an order is one line\n", stderr);
    else if (has_folder(config)) {
        status = control_ask(config->data_folder, order);
        status = status == CONTROL_NOBODY ? order_offline(order, config) : status;
    }
    free(order);
    return status;
}

int admin_backup(int argc, char *const argv[], const struct config *config)
{
    char bytes[WHY_BYTES];
    struct text why = text_over(bytes, sizeof bytes);
    if (argc != 2) {
        fputs("usage: tabletalk backup FILE\n", stderr);
        return CLI_USAGE;
    }
    log_setup(LOG_ERROR, -1);
    if (!has_folder(config))
        return EXIT_FAILURE;
    if (store_sqlite_backup(config->data_folder, argv[1], &why)) {
        printf("%s is a whole copy. Keep it private: it holds what everybody has in hand.\n", argv[1]);
        return EXIT_SUCCESS;
    }
    fprintf(stderr, "tabletalk: %s\n", bytes);
    return EXIT_FAILURE;
}
