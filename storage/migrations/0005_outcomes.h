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
