/* The tables in PostgreSQL, first made in format 6 of SQLite's (0001 to 0006 say what the
   columns are; the numbers are the same). A released migration is never changed: add the next
   number, for both databases. Texts are compared byte by byte. house: one row. term: how often
   the house was opened; only the process that opened it last may write. batch: the transactions
   that were committed under that term. numbered: numbers that were given, also to rows that are
   gone. */
static const char migration_postgres_0006[] =
    "CREATE TABLE house (id text NOT NULL, format bigint NOT NULL, term bigint NOT NULL, batch bigint NOT NULL);"
    "INSERT INTO house VALUES (md5(random()::text || clock_timestamp()::text), 6, 0, 0);"
    "CREATE TABLE record ("
    "    id bigint PRIMARY KEY, lines bigint NOT NULL, ended bigint NOT NULL DEFAULT 0,"
    "    network text COLLATE \"C\" NOT NULL DEFAULT '', room text COLLATE \"C\" NOT NULL DEFAULT '',"
    "    bytes bigint NOT NULL DEFAULT 0, began bigint NOT NULL DEFAULT 0, last bigint NOT NULL DEFAULT 0,"
    "    secret text COLLATE \"C\""
    ") WITH (fillfactor = 70);"
    "CREATE INDEX record_in_play ON record (id) WHERE ended = 0;"
    "CREATE TABLE line ("
    "    record bigint NOT NULL, seq bigint NOT NULL, text text COLLATE \"C\" NOT NULL, message text COLLATE \"C\","
    "    PRIMARY KEY (record, seq)"
    ");"
    "CREATE TABLE setting (key text COLLATE \"C\" PRIMARY KEY, value text COLLATE \"C\" NOT NULL);"
    "CREATE TABLE place ("
    "    network text COLLATE \"C\" NOT NULL, room text COLLATE \"C\" NOT NULL, record bigint NOT NULL,"
    "    PRIMARY KEY (network, room)"
    ");"
    "CREATE INDEX place_of ON place (network, record);"
    "CREATE INDEX place_held ON place (record);"
    "CREATE TABLE person ("
    "    record bigint NOT NULL, number bigint NOT NULL, network text COLLATE \"C\" NOT NULL,"
    "    key text COLLATE \"C\" NOT NULL, name text COLLATE \"C\" NOT NULL, salt text COLLATE \"C\" NOT NULL,"
    "    source text COLLATE \"C\" NOT NULL, ahead text COLLATE \"C\" NOT NULL DEFAULT '',"
    "    PRIMARY KEY (record, number)"
    ");"
    "CREATE INDEX person_of ON person (network, key);"
    "CREATE TABLE identity ("
    "    number bigint PRIMARY KEY, network text COLLATE \"C\" NOT NULL, key text COLLATE \"C\" NOT NULL,"
    "    name text COLLATE \"C\" NOT NULL, shown bigint NOT NULL DEFAULT 0, UNIQUE (network, key)"
    ");"
    "CREATE INDEX identity_named ON identity (lower(name)) WHERE shown = 1;"
    "CREATE TABLE outcome ("
    "    number bigint PRIMARY KEY, record bigint NOT NULL, part bigint NOT NULL, ended bigint NOT NULL,"
    "    game text COLLATE \"C\" NOT NULL, options text COLLATE \"C\" NOT NULL, network text COLLATE \"C\" NOT NULL,"
    "    room text COLLATE \"C\" NOT NULL, unrated text COLLATE \"C\" NOT NULL, UNIQUE (record, part)"
    ");"
    "CREATE INDEX outcome_in_room ON outcome (network, room, number);"
    "CREATE TABLE outcome_seat ("
    "    outcome bigint NOT NULL, seat bigint NOT NULL, person bigint NOT NULL, robot text COLLATE \"C\" NOT NULL,"
    "    place bigint NOT NULL, points bigint NOT NULL, has_left bigint NOT NULL, PRIMARY KEY (outcome, seat)"
    ");"
    "CREATE INDEX outcome_seat_of ON outcome_seat (person);"
    "CREATE TABLE rating ("
    "    game text COLLATE \"C\" NOT NULL, network text COLLATE \"C\" NOT NULL, room text COLLATE \"C\" NOT NULL,"
    "    month bigint NOT NULL, person bigint NOT NULL, games bigint NOT NULL, won bigint NOT NULL,"
    "    rated bigint NOT NULL, mu double precision NOT NULL, sigma double precision NOT NULL,"
    "    PRIMARY KEY (game, network, room, month, person)"
    ");"
    "CREATE INDEX rating_of ON rating (person, month);"
    /* A sequence would leave gaps where a transaction is rolled back, and a gap means that a row
       was deleted. */
    "CREATE TABLE numbered (name text COLLATE \"C\" PRIMARY KEY, seq bigint NOT NULL);"
    "INSERT INTO numbered VALUES ('identity', 0), ('outcome', 0);"
    "CREATE FUNCTION give_number() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
    "    IF NEW.number IS NULL THEN"
    "        UPDATE numbered SET seq = seq + 1 WHERE name = TG_TABLE_NAME RETURNING seq INTO NEW.number;"
    "    ELSE"
    "        UPDATE numbered SET seq = NEW.number WHERE name = TG_TABLE_NAME AND seq < NEW.number;"
    "    END IF;"
    "    RETURN NEW; END $$;"
    "CREATE TRIGGER number_identity BEFORE INSERT ON identity FOR EACH ROW EXECUTE FUNCTION give_number();"
    "CREATE TRIGGER number_outcome BEFORE INSERT ON outcome FOR EACH ROW EXECUTE FUNCTION give_number();";

/* Format 7, of PostgreSQL alone: many processes can share a house. unit: what one process at a
   time serves; the unit with the name "" is the whole house. owner: who serves it, until when by
   the server's clock. term: how often it was given to somebody; only who holds the newest term
   may write. The term is part of a key: so a transaction that holds the row FOR KEY SHARE keeps
   the term from changing, and does not keep the lease from being renewed. number: which numbers
   tables of the unit get (UNIT_TABLES in store_postgres.h). written: the transactions that were
   committed under the newest term. process: who lives, also without a unit. house.shared:
   whether units are served by processes of their own. */
static const char migration_postgres_0007[] =
    "CREATE TABLE unit ("
    "    name text COLLATE \"C\" PRIMARY KEY, number bigint NOT NULL UNIQUE, owner text COLLATE \"C\" NOT NULL DEFAULT '',"
    "    term bigint NOT NULL DEFAULT 0, until timestamptz NOT NULL DEFAULT '-infinity', UNIQUE (name, term)"
    ") WITH (fillfactor = 50);"
    "INSERT INTO unit (name, number, term) SELECT '', 0, term FROM house;"
    "CREATE TABLE written (unit text COLLATE \"C\" PRIMARY KEY, batch bigint NOT NULL) WITH (fillfactor = 50);"
    "INSERT INTO written SELECT '', batch FROM house;"
    "CREATE TABLE process (owner text COLLATE \"C\" PRIMARY KEY, until timestamptz NOT NULL);"
    "ALTER TABLE house DROP COLUMN term, DROP COLUMN batch, ADD COLUMN shared boolean NOT NULL DEFAULT false;";

/* Format 8, of PostgreSQL alone: processes of a shared house write to one another. mail: what
   one unit (the sender) says to the host of another; number: the sender's own, ever higher;
   place: which room or person it is about, as a hash, for the bound of each; 0 for none. Deleted
   when it is dealt with. mailed: the sender's last number, in the same transaction: so it is
   known later whether a commit whose answer was lost was carried out. */
static const char migration_postgres_0008[] =
    "CREATE TABLE mail ("
    "    unit text COLLATE \"C\" NOT NULL, sender text COLLATE \"C\" NOT NULL, number bigint NOT NULL,"
    "    place bigint NOT NULL, body text COLLATE \"C\" NOT NULL, PRIMARY KEY (unit, sender, number)"
    ");"
    "CREATE INDEX mail_of ON mail (sender, unit, place);"
    "CREATE TABLE mailed (unit text COLLATE \"C\" PRIMARY KEY, number bigint NOT NULL) WITH (fillfactor = 50);";

/* Format 9: what a game may do to a seat's rating, as format 7 of SQLite has it. */
static const char migration_postgres_0009[] =
    "ALTER TABLE outcome_seat ADD COLUMN gains bigint NOT NULL DEFAULT 1;"
    "ALTER TABLE outcome_seat ADD COLUMN costs bigint NOT NULL DEFAULT 1;";
