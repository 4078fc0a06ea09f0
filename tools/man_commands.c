/* What the man page says of each command beyond its line of help: what it does and leaves alone,
   its status, and an example. It knows nothing of how they work; the rows have the names by
   which the tables of commands know them. */
#include "man_commands.h"

#include <string.h>

static const struct man_command rows[] = {
    {"status",
     "It prints how many tables there are, whether everything that was heard is answered, a line for each network, and then the "
     "figures. Only the user that tabletalk runs as, and root, get an answer. The status is 1 if no tabletalk runs with that data folder.",
     "tabletalk --config FILE status --json"},
    {"drain",
     "The games of each network go on in another process within seconds. A network that no process takes is served by nobody then. "
     "Without postgres_lease there is nobody to hand over to, and the status is 1.",
     "tabletalk --config FILE drain"},
    {"tables",
     "Numbers are those that list prints. The room of a table that is ended is told. What export prints holds the hands of everybody: "
     "keep it private.",
     "tabletalk --config FILE tables export 12 > 12.record"},
    {"erase",
     "KEY is written exactly as tables show prints it. This cannot be taken back. Backups that were made before still hold what was. If "
     "the disk or the database fails, the status is 1, and the order can be given again.",
     "tabletalk --config FILE erase irc:libera '$ann'"},
    {"standings",
     "Outcomes that were deleted come back with their old numbers; those of records that were repaired, or are not kept any more, stay "
     "as they are. Ratings then follow from all outcomes to the same last digit, in SQLite and in PostgreSQL. The status is 0 when all "
     "is right, also if something was put right, and 1 if the disk or the database did not let it go on.",
     "tabletalk --config FILE standings --rebuild"},
    {"replay",
     "Nothing is changed. Of a table in play --reveal prints the secrets, too. The status is 1 if a line does not fit.",
     "tabletalk --config FILE replay 12 --watch"},
    {"ban",
     "Without DAYS the ban lasts until it is taken back. What it prints has the number of the ban, for unban.",
     "tabletalk --config FILE ban irc:libera bob 7"},
    {"backup",
     "To restore it, stop tabletalk and take every tabletalk.db* out of the data folder first; docs/storage.md tells how. The copy holds "
     "the hands of everybody: keep it private. With store = postgres none is made, and pg_dump is named instead.",
     "tabletalk --config FILE backup /backup/tables.db"},
    {"move-store",
     "FROM stays as it was. TO gets everything or nothing. Then set store to TO in the configuration, and start tabletalk.",
     "tabletalk --config FILE move-store sqlite postgres"},
    {"verify",
     "docs/fairness.md tells what each sentence of it proves, and how to check the same without tabletalk.",
     "tabletalk verify 17.record"},
    {"faces", "docs/hosting-reference.md tells how to correct them.",
     "tabletalk faces kritters > kritters.faces"},
};

const struct man_command *man_command_of(const char *name)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].name, name) == 0)
            return &rows[i];
    return NULL;
}
