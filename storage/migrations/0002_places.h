/* Format 2: which table stands where, how old and how big a record is. sqlite_upgrade.c fills it
   for records of format 1, one by one: a record that is damaged must not keep the others from
   coming along. */
static const char migration_0002_places[] =
    /* One row for each table in play: the key is why no two of them can have one room. */
    "CREATE TABLE place ("
    "    network TEXT NOT NULL,"
    "    room    TEXT NOT NULL,"
    "    record  INTEGER NOT NULL,"
    "    PRIMARY KEY (network, room)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE INDEX place_of ON place (network, record);"
    /* The place that the table has or had last; the bytes of its lines; seconds since 1970, 0
       where not known. */
    "ALTER TABLE record ADD COLUMN network TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE record ADD COLUMN room TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE record ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE record ADD COLUMN began INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE record ADD COLUMN last INTEGER NOT NULL DEFAULT 0;"
    /* Which database this is: a file beside it says so, too. */
    "CREATE TABLE house (id TEXT NOT NULL) STRICT;"
    "INSERT INTO house VALUES (lower(hex(randomblob(16))));";
