/* Format 4: a table can have several places, so that people of several rooms play at it. The
   place of `record` is its home; the end of a table frees all its places, which this index
   finds. */
static const char migration_0004_guests[] = "CREATE INDEX place_held ON place (record);";
