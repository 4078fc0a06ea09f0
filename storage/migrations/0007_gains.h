/* Format 7: what a game may do to a seat's rating. `gains`: it can rise; `costs`: others can
   lose to this seat. */
static const char migration_0007_gains[] =
    "ALTER TABLE outcome_seat ADD COLUMN gains INTEGER NOT NULL DEFAULT 1;"
    "ALTER TABLE outcome_seat ADD COLUMN costs INTEGER NOT NULL DEFAULT 1;";
