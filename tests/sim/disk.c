/* The disk under SQLite: a VFS before its own. It remembers what was written and not flushed, so
   that a power cut can take it away again, whole, in part or out of order; and it fails on
   order. Files that SQLite does not write are not its business. */
#include "inside.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

enum { PATH = 512, SECTOR = 512 };

/* A write that was not flushed; without bytes: a truncation. */
struct unflushed {
    struct unflushed *next;
    sqlite3_int64 at;
    int length;
    unsigned char bytes[];
};

struct image {
    struct image *next;
    char path[PATH];
    unsigned char *flushed;
    size_t size, room;
    struct unflushed *first, **last;
};

struct file {
    sqlite3_file base;
    struct image *image;
    sqlite3_file *real; /* behind this struct */
};

static struct {
    sqlite3_vfs vfs, *real;
    struct image *images;
    enum sim_disk_fault fault;
    int skip, times;
    long met[DISK_FAULTS];
    uint64_t luck;
} disk;

/* ---- what is on the platter ---- */

static void put_bytes(struct image *image, sqlite3_int64 at, const void *bytes, size_t length)
{
    size_t end = (size_t)at + length;
    if (end > image->room) { /* not for each piece: to copy it all costs more than all else */
        image->room = 2 * end;
        image->flushed = realloc(image->flushed, image->room);
        check(image->flushed);
    }
    if (end > image->size) {
        memset(image->flushed + image->size, 0, end - image->size);
        image->size = end;
    }
    memcpy(image->flushed + at, bytes, length);
}

static void apply(struct image *image, const struct unflushed *change, int length)
{
    if (change->length > 0)
        put_bytes(image, change->at, change->bytes, (size_t)length);
    else if ((size_t)change->at < image->size)
        image->size = (size_t)change->at;
}

static void flush(struct image *image, bool keeps)
{
    enum side was = side_enter(SIDE_WORLD);
    while (image->first) {
        struct unflushed *next = image->first->next;
        if (keeps)
            apply(image, image->first, image->first->length);
        free(image->first);
        image->first = next;
    }
    image->last = &image->first;
    side_enter(was);
}

static void note(struct image *image, sqlite3_int64 at, const void *bytes, int length)
{
    if (!image)
        return;
    enum side was = side_enter(SIDE_WORLD);
    struct unflushed *change = malloc(sizeof *change + (size_t)length);
    check(change);
    side_enter(was);
    *change = (struct unflushed){.at = at, .length = length};
    if (length > 0)
        memcpy(change->bytes, bytes, (size_t)length);
    *image->last = change;
    image->last = &change->next;
}

static void load(struct image *image)
{
    FILE *file = fopen(image->path, "rb");
    if (!file)
        return;
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    image->flushed = malloc((size_t)size + 1);
    check(image->flushed && fread(image->flushed, 1, (size_t)size, file) == (size_t)size);
    image->size = image->room = (size_t)size;
    fclose(file);
}

static struct image *image_of(const char *path)
{
    struct image *image = disk.images;
    while (image && strcmp(image->path, path) != 0)
        image = image->next;
    if (image)
        return image;
    enum side was = side_enter(SIDE_WORLD);
    image = calloc(1, sizeof *image);
    check(image);
    snprintf(image->path, PATH, "%s", path);
    image->last = &image->first;
    load(image);
    side_enter(was);
    image->next = disk.images;
    return disk.images = image;
}

static void forget(struct image *image)
{
    for (struct image **at = &disk.images; *at; at = &(*at)->next)
        if (*at == image) {
            *at = image->next;
            break;
        }
    flush(image, false);
    free(image->flushed);
    free(image);
}

/* Of each piece that was not flushed, all is there, or nothing, or its first sectors; sometimes
   a prefix of all pieces. */
static void cut_power(struct image *image)
{
    int way = sim_dice(4), kept = sim_dice(40);
    for (const struct unflushed *change = image->first; change; change = change->next) {
        bool is_there = way == 1 || (way == 2 && kept-- > 0) || (way == 3 && sim_dice(2));
        if (is_there)
            apply(image, change, change->length);
        else if (way >= 2 && change->length > SECTOR && sim_dice(2))
            apply(image, change, SECTOR * sim_dice(change->length / SECTOR));
    }
    if (!*image->path)
        return; /* it was deleted */
    FILE *file = fopen(image->path, "wb");
    check(file && fwrite(image->flushed, 1, image->size, file) == image->size && fclose(file) == 0);
}

void disk_restore(enum sim_kill how)
{
    while (disk.images) {
        if (how == SIM_POWER_CUT)
            cut_power(disk.images);
        forget(disk.images);
    }
}

/* ---- failing ---- */

void sim_disk_fail(enum sim_disk_fault fault, int skip, int times)
{
    disk.fault = fault;
    disk.skip = skip;
    disk.times = times;
}

long sim_disk_met(enum sim_disk_fault fault)
{
    return disk.met[fault];
}

static bool fails(bool is_flush)
{
    if (disk.times == 0 || is_flush != (disk.fault == DISK_NO_SYNC))
        return false;
    if (disk.skip > 0) {
        disk.skip--;
        return false;
    }
    disk.times--;
    disk.met[disk.fault]++;
    return true;
}

/* ---- the methods of a file ---- */

static struct file *ours(sqlite3_file *file)
{
    return (struct file *)file;
}

static sqlite3_file *real(sqlite3_file *file)
{
    return ((struct file *)file)->real;
}

static int on_close(sqlite3_file *file)
{
    return real(file)->pMethods->xClose(real(file));
}

static int on_read(sqlite3_file *file, void *bytes, int length, sqlite3_int64 at)
{
    return real(file)->pMethods->xRead(real(file), bytes, length, at);
}

static int write_through(sqlite3_file *file, const void *bytes, int length, sqlite3_int64 at)
{
    int code = real(file)->pMethods->xWrite(real(file), bytes, length, at);
    if (code == SQLITE_OK)
        note(ours(file)->image, at, bytes, length);
    return code;
}

static int on_write(sqlite3_file *file, const void *bytes, int length, sqlite3_int64 at)
{
    if (!process_acts())
        return SQLITE_IOERR_WRITE;
    if (!fails(false))
        return write_through(file, bytes, length, at);
    if (disk.fault == DISK_SHORT && length > 1)
        write_through(file, bytes, 1 + sim_dice(length - 1), at);
    return disk.fault == DISK_EIO ? SQLITE_IOERR_WRITE : SQLITE_FULL;
}

static int on_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    if (!process_acts())
        return SQLITE_IOERR_TRUNCATE;
    if (fails(false))
        return SQLITE_IOERR_TRUNCATE;
    int code = real(file)->pMethods->xTruncate(real(file), size);
    if (code == SQLITE_OK)
        note(ours(file)->image, size, NULL, 0);
    return code;
}

static int on_sync(sqlite3_file *file, int flags)
{
    (void)flags;
    if (!process_acts())
        return SQLITE_IOERR_FSYNC;
    if (fails(true))
        return SQLITE_IOERR_FSYNC;
    if (ours(file)->image)
        flush(ours(file)->image, true);
    return SQLITE_OK; /* nothing of ours outlives the machine */
}

static int on_file_size(sqlite3_file *file, sqlite3_int64 *size)
{
    return real(file)->pMethods->xFileSize(real(file), size);
}

static int on_lock(sqlite3_file *file, int level)
{
    return real(file)->pMethods->xLock(real(file), level);
}

static int on_unlock(sqlite3_file *file, int level)
{
    return real(file)->pMethods->xUnlock(real(file), level);
}

static int on_check(sqlite3_file *file, int *is_reserved)
{
    return real(file)->pMethods->xCheckReservedLock(real(file), is_reserved);
}

static int on_control(sqlite3_file *file, int what, void *arg)
{
    return real(file)->pMethods->xFileControl(real(file), what, arg);
}

static int on_sector_size(sqlite3_file *file)
{
    return real(file)->pMethods->xSectorSize(real(file));
}

static int on_characteristics(sqlite3_file *file)
{
    (void)file;
    return 0; /* no promise about what a power cut leaves */
}

static int on_shm_map(sqlite3_file *file, int page, int size, int extends, void volatile **at)
{
    return real(file)->pMethods->xShmMap(real(file), page, size, extends, at);
}

static int on_shm_lock(sqlite3_file *file, int offset, int count, int flags)
{
    return real(file)->pMethods->xShmLock(real(file), offset, count, flags);
}

static void on_shm_barrier(sqlite3_file *file)
{
    real(file)->pMethods->xShmBarrier(real(file));
}

static int on_shm_unmap(sqlite3_file *file, int deletes)
{
    return real(file)->pMethods->xShmUnmap(real(file), deletes);
}

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = on_close,
    .xRead = on_read,
    .xWrite = on_write,
    .xTruncate = on_truncate,
    .xSync = on_sync,
    .xFileSize = on_file_size,
    .xLock = on_lock,
    .xUnlock = on_unlock,
    .xCheckReservedLock = on_check,
    .xFileControl = on_control,
    .xSectorSize = on_sector_size,
    .xDeviceCharacteristics = on_characteristics,
    .xShmMap = on_shm_map,
    .xShmLock = on_shm_lock,
    .xShmBarrier = on_shm_barrier,
    .xShmUnmap = on_shm_unmap,
};

/* ---- the methods of the disk ---- */

static int on_open(sqlite3_vfs *vfs, sqlite3_filename name, sqlite3_file *file, int flags, int *out)
{
    struct file *own = ours(file);
    (void)vfs;
    *own = (struct file){.real = (sqlite3_file *)(own + 1)};
    int code = disk.real->xOpen(disk.real, name, own->real, flags, out);
    if (own->real->pMethods)
        own->base.pMethods = &methods;
    if (code == SQLITE_OK && name &&
        flags & (SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_WAL | SQLITE_OPEN_MAIN_JOURNAL))
        own->image = image_of(name);
    return code;
}

static int on_delete(sqlite3_vfs *vfs, const char *name, int syncs)
{
    (void)vfs;
    if (!process_acts())
        return SQLITE_IOERR_DELETE;
    int code = disk.real->xDelete(disk.real, name, syncs);
    for (struct image *image = disk.images; image; image = image->next)
        if (strcmp(image->path, name) == 0) {
            flush(image, false);
            image->size = 0;
            image->path[0] = '\0'; /* open files may still point to it */
        }
    return code;
}

static uint64_t mix(void)
{
    disk.luck = disk.luck * UINT64_C(6364136223846793005) + 1442695040888963407;
    return disk.luck >> 33;
}

static int on_randomness(sqlite3_vfs *vfs, int count, char *bytes)
{
    (void)vfs;
    for (int i = 0; i < count; i++)
        bytes[i] = (char)mix();
    return count;
}

static int on_sleep(sqlite3_vfs *vfs, int us)
{
    (void)vfs;
    return us;
}

static int on_time(sqlite3_vfs *vfs, sqlite3_int64 *now)
{
    static const sqlite3_int64 epoch = 24405875 * (sqlite3_int64)8640000;
    (void)vfs;
    *now = epoch + loop_wall(sim_loop());
    return SQLITE_OK;
}

void disk_open(const char *folder)
{
    (void)folder;
    if (!disk.real)
        disk.real = sqlite3_vfs_find(NULL);
    sqlite3_vfs *own_real = disk.real;
    memset(&disk, 0, sizeof disk);
    disk.real = own_real;
    disk.luck = 4711;
    disk.vfs = *disk.real;
    disk.vfs.zName = "simulated";
    disk.vfs.szOsFile = (int)sizeof(struct file) + disk.real->szOsFile;
    disk.vfs.xOpen = on_open;
    disk.vfs.xDelete = on_delete;
    disk.vfs.xRandomness = on_randomness;
    disk.vfs.xSleep = on_sleep;
    disk.vfs.xCurrentTimeInt64 = on_time;
    check(sqlite3_vfs_register(&disk.vfs, 1) == SQLITE_OK);
}

void disk_close(void)
{
    while (disk.images)
        forget(disk.images);
    sqlite3_vfs_unregister(&disk.vfs);
}
