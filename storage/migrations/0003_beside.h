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
