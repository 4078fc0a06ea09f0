/* What is kept of a person goes here, and nowhere else: a new table that holds a key, a name or
   an address needs a statement here, one in sql_kept.c, and a row in docs/privacy.md. Next:
   sql_write.c, which calls it; core/base/kept.h, which settings are whose. */
#include "sql.h"
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "sql_erase.h"

#include "check.h"
#include "kept.h"
#include "list.h"
#include "store_work.h"

#define THEIRS "(SELECT record FROM person WHERE network = ?1 AND key = ?2)"

/* ?1: the network, ?2: the key. The last statement takes away what the others find records by.
   The ids of all messages beside a record of theirs go, because the line does not say whose
   message it was. Outcomes and ratings stay, under a number that says nobody any more. */
static const char *const of_person[] = {
    "UPDATE line SET message = NULL WHERE record IN " THEIRS " AND message IS NOT NULL",
    "UPDATE record SET room = '' WHERE id IN " THEIRS " AND network = ?1 AND room = '@' || ?2",
    "DELETE FROM place WHERE network = ?1 AND room = '@' || ?2",
    "UPDATE outcome SET room = '' WHERE network = ?1 AND room = '@' || ?2",
    "DELETE FROM rating WHERE network = ?1 AND room = '' AND (game, month, person) IN"
    " (SELECT game, month, person FROM rating WHERE network = ?1 AND room = '@' || ?2)",
    "UPDATE rating SET room = '' WHERE network = ?1 AND room = '@' || ?2",
    "DELETE FROM identity WHERE network = ?1 AND key = ?2",
    /* Who logged in at a table sat there by a nick before: an account begins with "$", a nick
       does not. */
    "UPDATE person SET key = '', name = '', salt = '', source = '', ahead = '' WHERE substr(?2, 1, 1) = '$' AND record IN " THEIRS
    " AND network = ?1 AND substr(key, 1, 1) <> '$' AND name IN (SELECT own.name FROM person AS own"
    " WHERE own.record = person.record AND own.network = ?1 AND own.key = ?2)",
    "UPDATE person SET key = '', name = '', salt = '', source = '', ahead = '' WHERE network = ?1 AND key = ?2",
};

/* Runs one statement with up to two texts. */
static int run(struct sql *db, const char *sql, const char *one, const char *two)
{
    struct sql_statement statement;
    int code = sql_prepare(db, sql, &statement);
    if (code == SQL_OK) {
        sql_bind_text(&statement, 1, one);
        if (two)
            sql_bind_text(&statement, 2, two);
        code = sql_step(&statement);
    }
    sql_finish(&statement);
    return code == SQL_DONE ? SQL_OK : code;
}

/* ---- settings ---- */

enum { CHANNEL = 32 };

struct keys {
    char **list;
    int count, space;
};

static void keys_add(void *arg, const char *key, const char *value)
{
    struct keys *keys = arg;
    (void)value;
    keys->list = list_grow(keys->list, keys->count, &keys->space, sizeof *keys->list);
    keys->list[keys->count] = strdup(key);
    check(keys->list[keys->count++]);
}

static void keys_free(struct keys *keys)
{
    for (int i = 0; i < keys->count; i++)
        free(keys->list[i]);
    free(keys->list);
}

/* Visits the rows of the person, and finds the person's channel ("" if none is known). */
static int find_settings(struct sql *db, const char *network, const char *who,
                         char channel[CHANNEL], store_setting_visitor *visit, void *arg)
{
    struct sql_statement rows;
    int code = sql_prepare(db, "SELECT key, value FROM setting", &rows);
    while (code == SQL_OK && (code = sql_step(&rows)) == SQL_ROW) {
        const char *key = sql_text(&rows, 0), *value = sql_text(&rows, 1);
        code = key && value ? SQL_OK : SQL_NOMEM;
        if (code == SQL_OK && kept_is_of(key, network, who, NULL)) {
            visit(arg, key, value);
            if (channel)
                kept_channel(key, value, network, who, CHANNEL, channel);
        }
    }
    sql_finish(&rows);
    return code == SQL_DONE ? SQL_OK : code;
}

int sql_settings_of(struct sql *db, const char *network, const char *key,
                    store_setting_visitor *visit, void *arg)
{
    char channel[CHANNEL] = "";
    int code = find_settings(db, network, key, channel, visit, arg);
    return code == SQL_OK && *channel ? find_settings(db, network, channel, NULL, visit, arg)
                                      : code;
}

static int erase_settings(struct sql *db, const struct store_person *person)
{
    struct keys keys = {0};
    int code = sql_settings_of(db, person->network, person->key, keys_add, &keys);
    for (int i = 0; code == SQL_OK && i < keys.count; i++)
        code = run(db, "DELETE FROM setting WHERE key = ?1", keys.list[i], NULL);
    keys_free(&keys);
    return code;
}

/* ---- all of it ---- */

static int erase_person(struct sql *db, const struct store_person *person)
{
    int code = SQL_OK;
    for (size_t i = 0; code == SQL_OK && i < sizeof of_person / sizeof *of_person; i++)
        code = run(db, of_person[i], person->network, person->key);
    return code ? code : erase_settings(db, person);
}

int sql_erase(struct sql *db, const struct store_work *work)
{
    int code = SQL_OK;
    for (int i = 0; code == SQL_OK && i < work->person_count; i++)
        code = erase_person(db, &work->persons[i]);
    for (int i = 0; code == SQL_OK && i < work->count; i += 2) {
        const char *key = work->lines[i], *value = work->lines[i + 1];
        code = value ? run(db,
                           "INSERT INTO setting (key, value) VALUES (?1, ?2) "
                           "ON CONFLICT (key) DO UPDATE SET value = excluded.value",
                           key, value)
                     : run(db, "DELETE FROM setting WHERE key = ?1", key, NULL);
    }
    return code;
}
