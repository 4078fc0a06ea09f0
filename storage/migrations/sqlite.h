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

/* Format 2: which table stands where, how old and how big a record is. sqlite_file.c fills it
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

/* Format 3: what stands beside the lines of a record: its persons, the ids of messages, its
   secret. Records of version 1, which had these in their lines, stay as they are; nobody plays
   them on. */
static const char migration_0003_beside[] = "CREATE TABLE person ("
                                            "    record  INTEGER NOT NULL,"
                                            "    number  INTEGER NOT NULL,"
                                            "    network TEXT NOT NULL,"
                                            "    key     TEXT NOT NULL,"
                                            "    name    TEXT NOT NULL,"
                                            "    salt    TEXT NOT NULL,"
                                            "    source  TEXT NOT NULL,"
                                            "    PRIMARY KEY (record, number)"
                                            ") STRICT, WITHOUT ROWID;"
                                            /* Where somebody asks what is kept of them. */
                                            "CREATE INDEX person_of ON person (network, key);"
                                            "ALTER TABLE line ADD COLUMN message TEXT;"
                                            "ALTER TABLE record ADD COLUMN secret TEXT;";

/* Format 4: a table can have several places, so that people of several rooms play at it. The
   place of `record` is its home; the end of a table frees all its places, which this index
   finds. */
static const char migration_0004_guests[] = "CREATE INDEX place_held ON place (record);";

/* Format 5: the outcomes of games, who they are about, and the ratings that follow from them. An
   outcome stays when its record is pruned: about 130 bytes with two seats; and four rows of
   ratings of about 110 bytes for each person who has not yet played that game in that room and
   month. */
static const char migration_0005_outcomes[] =
    /* The only place that says who a number is. A number is never given twice. */
    "CREATE TABLE identity ("
    "    number  INTEGER PRIMARY KEY AUTOINCREMENT,"
    "    network TEXT NOT NULL,"
    "    key     TEXT NOT NULL,"
    "    name    TEXT NOT NULL,"
    "    shown   INTEGER NOT NULL DEFAULT 0,"
    "    UNIQUE (network, key)"
    ") STRICT;"
    "CREATE INDEX identity_named ON identity (name COLLATE NOCASE) WHERE shown = 1;"
    /* One row for each game that was finished. `unrated` says why it moves no rating, or is
       empty. */
    "CREATE TABLE outcome ("
    "    number  INTEGER PRIMARY KEY AUTOINCREMENT,"
    "    record  INTEGER NOT NULL,"
    "    part    INTEGER NOT NULL,"
    "    ended   INTEGER NOT NULL,"
    "    game    TEXT NOT NULL,"
    "    options TEXT NOT NULL,"
    "    network TEXT NOT NULL,"
    "    room    TEXT NOT NULL,"
    "    unrated TEXT NOT NULL,"
    "    UNIQUE (record, part)"
    ") STRICT;"
    "CREATE INDEX outcome_in_room ON outcome (network, room, number);"
    /* `person` is a number of an identity, or 0. */
    "CREATE TABLE outcome_seat ("
    "    outcome INTEGER NOT NULL,"
    "    seat    INTEGER NOT NULL,"
    "    person  INTEGER NOT NULL,"
    "    robot   TEXT NOT NULL,"
    "    place   INTEGER NOT NULL,"
    "    points  INTEGER NOT NULL,"
    "    has_left INTEGER NOT NULL,"
    "    PRIMARY KEY (outcome, seat)"
    ") STRICT, WITHOUT ROWID;"
    /* Counted from the outcomes: everywhere (network and room empty) and in each room, for all
       time (month 0) and for each month. */
    "CREATE TABLE rating ("
    "    game    TEXT NOT NULL,"
    "    network TEXT NOT NULL,"
    "    room    TEXT NOT NULL,"
    "    month   INTEGER NOT NULL,"
    "    person  INTEGER NOT NULL,"
    "    games   INTEGER NOT NULL,"
    "    won     INTEGER NOT NULL,"
    "    rated   INTEGER NOT NULL,"
    "    mu      REAL NOT NULL,"
    "    sigma   REAL NOT NULL,"
    "    PRIMARY KEY (game, network, room, month, person)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE INDEX rating_of ON rating (person, month);";

/* Format 6: beside a person of a record stands what that person wants to play when it is their
   turn, or nothing. */
static const char migration_0006_ahead[] =
    "ALTER TABLE person ADD COLUMN ahead TEXT NOT NULL DEFAULT '';";

/* Format 7: what a game may do to a seat's rating. `gains`: it can rise; `costs`: others can
   lose to this seat. */
static const char migration_0007_gains[] =
    "ALTER TABLE outcome_seat ADD COLUMN gains INTEGER NOT NULL DEFAULT 1;"
    "ALTER TABLE outcome_seat ADD COLUMN costs INTEGER NOT NULL DEFAULT 1;";
