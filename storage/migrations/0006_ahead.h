/* Format 6: beside a person of a record stands what that person wants to play when it is their
   turn, or nothing. */
static const char migration_0006_ahead[] =
    "ALTER TABLE person ADD COLUMN ahead TEXT NOT NULL DEFAULT '';";
