/* What is kept of a person, for the person who asks. A table that says who somebody is has a
   statement here, as it has in sql_erase.c; settings are found by the function that finds them
   there. Writes nothing. */
#include "sql.h"
#include <stdio.h>

#include "list.h"
#include "sql_erase.h"
#include "store_asked.h"
#include "store_kept.h"

/* Columns: table, number, count, at, is it shown, name, line. ?1: the network, ?2: the key. Each
   in the order in which people read it, the newest table first. */
/* Who logged in at a table sat there by a nick before. */
#define THEIR_PERSONS                                                                                                              \
    "person.record IN (SELECT record FROM person WHERE network = ?1 AND key = ?2) AND person.network = ?1 "                        \
    "AND (person.key = ?2 OR (substr(?2, 1, 1) = '$' AND substr(person.key, 1, 1) <> '$' AND person.key <> '' AND person.name IN " \
    "(SELECT own.name FROM person AS own WHERE own.record = person.record AND own.network = ?1 AND own.key = ?2))) "
#define THEIR_ORDER "ORDER BY person.record DESC, person.number"

static const struct {
    enum store_kept_kind kind;
    const char *sql;
} of_person[] = {
    {STORE_KEPT_NUMBER,
     "SELECT 0, number, (SELECT count(*) FROM outcome_seat WHERE person = identity.number), 0, shown, name, '' "
     "FROM identity WHERE network = ?1 AND key = ?2"},
    {STORE_KEPT_PERSON,
     "SELECT person.record, person.number, 0, coalesce(record.began, 0), 0, person.name, coalesce(line.text, '') "
     "FROM person LEFT JOIN record ON record.id = person.record "
     "LEFT JOIN line ON line.record = person.record AND line.seq = 1 "
     "WHERE " THEIR_PERSONS THEIR_ORDER},
    {STORE_KEPT_AHEAD,
     "SELECT record, number, 0, 0, 0, name, ahead FROM person WHERE ahead <> '' AND " THEIR_PERSONS
         THEIR_ORDER},
    {STORE_KEPT_ROOM,
     "SELECT id, 0, 0, began, 0, '', '' FROM record WHERE network = ?1 AND room = '@' || ?2 UNION "
     "SELECT record, 0, 0, began, 0, '', '' FROM place JOIN record ON record.id = place.record "
     "WHERE place.network = ?1 AND place.room = '@' || ?2 UNION "
     "SELECT record, 0, 0, ended, 0, '', '' FROM outcome WHERE network = ?1 AND room = '@' || ?2 "
     "AND record NOT IN (SELECT id FROM record) ORDER BY 1 DESC"},
};

struct gathering {
    struct store_answer *answer;
    const char *network; /* of the identity that is looked for */
    int space;
};

/* NULL if there is no room for one more row, which is counted then. */
static struct store_kept *add(struct gathering *gathering, enum store_kept_kind kind)
{
    struct store_answer *answer = gathering->answer;
    if (answer->kept_count == STORE_KEPT) {
        answer->kept_more++;
        return NULL;
    }
    answer->kept =
        list_grow(answer->kept, answer->kept_count, &gathering->space, sizeof *answer->kept);
    struct store_kept *row = &answer->kept[answer->kept_count++];
    *row = (struct store_kept){.kind = kind};
    snprintf(row->network, sizeof row->network, "%s", gathering->network);
    return row;
}

static void copy_column(struct sql_statement *row, int column, char out[STORE_KEPT_TEXT])
{
    const char *text = sql_text(row, column);
    snprintf(out, STORE_KEPT_TEXT, "%s", text ? text : "");
}

static void take(struct sql_statement *row, enum store_kept_kind kind, struct gathering *gathering)
{
    struct store_kept *kept = add(gathering, kind);
    if (!kept)
        return;
    kept->table = sql_number(row, 0);
    kept->number = sql_number(row, 1);
    kept->count = sql_number(row, 2);
    kept->at = sql_number(row, 3);
    kept->is_shown = (int)sql_number(row, 4);
    copy_column(row, 5, kept->name);
    copy_column(row, 6, kept->line);
}

static void take_setting(void *arg, const char *key, const char *value)
{
    struct store_kept *kept = add(arg, STORE_KEPT_SETTING);
    if (!kept)
        return;
    snprintf(kept->key, sizeof kept->key, "%s", key);
    snprintf(kept->value, sizeof kept->value, "%s", value);
}

static int gather(struct sql *db, size_t which, const struct store_known *identity,
                  struct gathering *gathering)
{
    struct sql_statement statement;
    int code = sql_prepare(db, of_person[which].sql, &statement);
    if (code == SQL_OK) {
        sql_bind_text(&statement, 1, identity->network);
        sql_bind_text(&statement, 2, identity->key);
        while ((code = sql_step(&statement)) == SQL_ROW)
            take(&statement, of_person[which].kind, gathering);
    }
    sql_finish(&statement);
    return code == SQL_DONE ? SQL_OK : code;
}

int sql_answer_kept(struct sql *db, struct store_asked *asked)
{
    const struct store_question *question = &asked->question;
    struct gathering gathering = {.answer = &asked->answer};
    int code = SQL_OK;
    for (int i = 0; code == SQL_OK && i < question->identity_count; i++) {
        const struct store_known *identity = &question->identities[i];
        gathering.network = identity->network;
        for (size_t k = 0; code == SQL_OK && k < sizeof of_person / sizeof *of_person; k++)
            code = gather(db, k, identity, &gathering);
        if (code == SQL_OK)
            code = sql_settings_of(db, identity->network, identity->key, take_setting, &gathering);
    }
    return code;
}
