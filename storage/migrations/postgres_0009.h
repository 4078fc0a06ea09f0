/* Format 9: what a game may do to a seat's rating, as format 7 of SQLite has it. */
static const char migration_postgres_0009[] =
    "ALTER TABLE outcome_seat ADD COLUMN gains bigint NOT NULL DEFAULT 1;"
    "ALTER TABLE outcome_seat ADD COLUMN costs bigint NOT NULL DEFAULT 1;";
