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
