/* Scratch folders: see scratch.h. */
#include "scratch.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>

#include "check.h"

char *scratch_path(const char *folder, const char *name)
{
    char *path = NULL;
    check(asprintf(&path, "%s/%s", folder, name) > 0);
    return path;
}

char *scratch_make(void)
{
    const char *top = getenv("TMPDIR");
    char *folder = scratch_path(top ? top : "/tmp", "tt-XXXXXX");
    check(mkdtemp(folder));
    return folder;
}

static int remove_entry(const char *path, const struct stat *about, int type, struct FTW *place)
{
    (void)about;
    (void)type;
    (void)place;
    return remove(path);
}

void scratch_remove(char *folder)
{
    nftw(folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
    free(folder);
}
