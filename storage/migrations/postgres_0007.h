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
