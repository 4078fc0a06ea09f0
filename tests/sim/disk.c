/* The disk under SQLite. */
#include "inside.h"

void disk_open(const char *folder)
{
    (void)folder;
}

void disk_close(void)
{
}

void disk_restore(enum sim_kill how)
{
    (void)how;
}

void sim_disk_fail(enum sim_disk_fault fault, int skip, int times)
{
    (void)fault, (void)skip, (void)times;
}

long sim_disk_met(enum sim_disk_fault fault)
{
    (void)fault;
    return 0;
}
