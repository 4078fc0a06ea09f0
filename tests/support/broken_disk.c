/* The disk that fails on order: see broken_disk.h. One global state, because the calls it stands
   in for have none. */
#include "broken_disk.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "check.h"

enum { FLUSHED_MAX = 256 };

static struct {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int skip, count, reason;
    size_t torn; /* bytes of a failing write that are there all the same */
    bool has_failed, is_held, is_noting;
    int flush_reason; /* errno of every flush, 0 when they work */
    int waiting, flushes, writes;
    /* "folder/name" of everything that lay in a flushed folder */
    char flushed[FLUSHED_MAX][2 * PATH_MAX];
    int flushed_count;
    int watched; /* a descriptor of the folder; 0 if none is */
    char watched_name[NAME_MAX + 1];
    ino_t kept; /* what a power cut leaves under that name */
    int unsafe;
} disk = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

/* 0 to go on, or -1 with errno; the lock is held. */
static int turn(void)
{
    if (disk.count == 0 || disk.skip-- > 0)
        return 0;
    disk.skip = 0;
    disk.count--;
    disk.has_failed = true;
    errno = disk.reason;
    return -1;
}

/* The file that lies under the watched name now; 0 for none. */
static ino_t lies_there(void)
{
    struct stat about;
    return fstatat(disk.watched, disk.watched_name, &about, AT_SYMLINK_NOFOLLOW) == 0 ? about.st_ino
                                                                                      : 0;
}

static bool is_watched(int fd)
{
    struct stat about, folder;
    return disk.watched && fstat(fd, &about) == 0 && fstat(disk.watched, &folder) == 0 &&
           about.st_ino == folder.st_ino && about.st_dev == folder.st_dev;
}

static int operation(int writes)
{
    pthread_mutex_lock(&disk.lock);
    disk.writes += writes;
    disk.unsafe += writes && disk.watched && lies_there() != disk.kept;
    int outcome = turn();
    pthread_mutex_unlock(&disk.lock);
    return outcome;
}

/* Remembers every entry of the folder that is about to be flushed. */
static void note_folder(int fd)
{
    struct stat about;
    if (fstat(fd, &about) != 0 || !S_ISDIR(about.st_mode))
        return;
    char link[64], path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    check(length > 0);
    path[length] = '\0';
    DIR *folder = opendir(path);
    check(folder);
    /* Nobody else reads this stream. */
    /* cppcheck-suppress readdirCalled */
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        check(disk.flushed_count < FLUSHED_MAX);
        snprintf(disk.flushed[disk.flushed_count++], sizeof disk.flushed[0], "%s/%s", path,
                 entry->d_name);
    }
    closedir(folder);
}

static int flush(long call, int fd)
{
    pthread_mutex_lock(&disk.lock);
    disk.flushes++;
    if (disk.flush_reason)
        errno = disk.flush_reason;
    int outcome = disk.flush_reason ? -1 : turn(), reason = errno;
    disk.waiting++;
    pthread_cond_broadcast(&disk.changed);
    while (disk.is_held)
        pthread_cond_wait(&disk.changed, &disk.lock);
    disk.waiting--;
    if (outcome == 0 && disk.is_noting)
        note_folder(fd);
    if (outcome == 0 && is_watched(fd))
        disk.kept = lies_there();
    pthread_mutex_unlock(&disk.lock);
    errno = reason;
    return outcome ? outcome : (int)syscall(call, fd);
}

int fsync(int fd)
{
    return flush(SYS_fsync, fd);
}

int fdatasync(int fildes)
{
    return flush(SYS_fdatasync, fildes);
}

static ssize_t broken_pwrite(int fd, const void *bytes, size_t size, off64_t offset)
{
    if (operation(1) == 0)
        return pwrite64(fd, bytes, size, offset);
    int reason = errno;
    pthread_mutex_lock(&disk.lock);
    size_t torn = disk.torn;
    pthread_mutex_unlock(&disk.lock);
    if (torn > 0 && torn < size)
        check(pwrite64(fd, bytes, torn, offset) == (ssize_t)torn);
    errno = reason;
    return -1;
}

static int broken_ftruncate(int fd, off64_t size)
{
    return operation(0) ? -1 : ftruncate64(fd, size);
}

void broken_disk_attach(void)
{
    sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
    check(vfs);
    check(vfs->xSetSystemCall(vfs, "pwrite64", (sqlite3_syscall_ptr)broken_pwrite) == SQLITE_OK);
    check(vfs->xSetSystemCall(vfs, "ftruncate", (sqlite3_syscall_ptr)broken_ftruncate) ==
          SQLITE_OK);
}

void broken_disk_fail(int skip, int count, int reason)
{
    pthread_mutex_lock(&disk.lock);
    disk.skip = skip;
    disk.count = count;
    disk.reason = reason;
    disk.has_failed = false;
    pthread_mutex_unlock(&disk.lock);
}

void broken_disk_tear(size_t bytes)
{
    pthread_mutex_lock(&disk.lock);
    disk.torn = bytes;
    pthread_mutex_unlock(&disk.lock);
}

void broken_disk_fail_flushes(int reason)
{
    pthread_mutex_lock(&disk.lock);
    disk.flush_reason = reason;
    pthread_mutex_unlock(&disk.lock);
}

bool broken_disk_has_failed(void)
{
    pthread_mutex_lock(&disk.lock);
    bool has_failed = disk.has_failed;
    pthread_mutex_unlock(&disk.lock);
    return has_failed;
}

void broken_disk_hold(bool held)
{
    pthread_mutex_lock(&disk.lock);
    disk.is_held = held;
    pthread_cond_broadcast(&disk.changed);
    pthread_mutex_unlock(&disk.lock);
}

void broken_disk_wait_held(void)
{
    struct timespec deadline;
    clock_gettime(CLOCK_REALTIME, &deadline);
    deadline.tv_sec += 30;
    pthread_mutex_lock(&disk.lock);
    while (disk.waiting == 0)
        check(pthread_cond_timedwait(&disk.changed, &disk.lock, &deadline) == 0);
    pthread_mutex_unlock(&disk.lock);
}

int broken_disk_flushes(void)
{
    pthread_mutex_lock(&disk.lock);
    int flushes = disk.flushes;
    pthread_mutex_unlock(&disk.lock);
    return flushes;
}

int broken_disk_writes(void)
{
    pthread_mutex_lock(&disk.lock);
    int writes = disk.writes;
    pthread_mutex_unlock(&disk.lock);
    return writes;
}

void broken_disk_note_folders(bool noting)
{
    pthread_mutex_lock(&disk.lock);
    disk.is_noting = noting;
    pthread_mutex_unlock(&disk.lock);
}

bool broken_disk_has_flushed(const char *folder, const char *name)
{
    char wanted[2 * PATH_MAX];
    char *path = realpath(folder, NULL);
    check(path);
    snprintf(wanted, sizeof wanted, "%s/%s", path, name);
    free(path);
    bool found = false;
    pthread_mutex_lock(&disk.lock);
    for (int i = 0; i < disk.flushed_count; i++)
        found = found || strcmp(disk.flushed[i], wanted) == 0;
    pthread_mutex_unlock(&disk.lock);
    return found;
}

void broken_disk_watch(const char *folder, const char *name)
{
    pthread_mutex_lock(&disk.lock);
    if (disk.watched)
        close(disk.watched);
    disk.watched = folder ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : 0;
    check(disk.watched >= 0);
    snprintf(disk.watched_name, sizeof disk.watched_name, "%s", name ? name : "");
    disk.kept = disk.watched ? lies_there() : 0;
    disk.unsafe = 0;
    pthread_mutex_unlock(&disk.lock);
}

int broken_disk_unsafe_writes(void)
{
    pthread_mutex_lock(&disk.lock);
    int unsafe = disk.unsafe;
    pthread_mutex_unlock(&disk.lock);
    return unsafe;
}
