#include "disk_bench.h"

#include <stdlib.h>

#include "broken_disk.h"
#include "check.h"
#include "scratch.h"

int open_bench(void **state)
{
    struct bench *bench = calloc(1, sizeof *bench);
    check(bench);
    bench->folder = scratch_make();
    *state = bench;
    return 0;
}

int close_bench(void **state)
{
    struct bench *bench = *state;
    broken_disk_hold(false);
    broken_disk_fail(0, 0, 0);
    store_close(bench->store);
    scratch_remove(bench->folder);
    free(bench);
    return 0;
}
