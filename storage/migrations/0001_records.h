/* Format 1: records, their lines, settings. A released migration is never changed: add the next
   number. */
static const char migration_0001_records[] =
    /* lines: how many there are, so that the next one is numbered lines + 1. */
    "CREATE TABLE record ("
    "    id    INTEGER PRIMARY KEY,"
    "    lines INTEGER NOT NULL,"
    "    ended INTEGER NOT NULL DEFAULT 0"
    ") STRICT;"
    "CREATE INDEX record_in_play ON record (id) WHERE ended = 0;"
    "CREATE TABLE line ("
    "    record INTEGER NOT NULL,"
    "    seq    INTEGER NOT NULL,"
    "    text   TEXT NOT NULL,"
    "    PRIMARY KEY (record, seq)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE TABLE setting ("
    "    key   TEXT PRIMARY KEY,"
    "    value TEXT NOT NULL"
    ") STRICT, WITHOUT ROWID;";
