/* The data folder: see data_folder.h. The lock is flock(2) on a file that stays: removing it
   would let two processes lock two files of the same name. */
#include "data_folder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "machine.h"
#include "text.h"

static char *path_in(const char *folder, const char *name)
{
    char *path = NULL;
    check(asprintf(&path, "%s/%s", folder, name) > 0);
    return path;
}

/* 0, or -1 with errno. */
static int sync_folder(const char *path)
{
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return -1;
    int failed = fsync(fd), reason = errno;
    close(fd);
    errno = reason;
    return failed;
}

/* Flushes the name of each new folder into the folder above. 0, or -1 with errno. */
static int make_folders(char *path)
{
    for (char *slash = path; *slash;) {
        slash += strspn(slash, "/");
        slash += strcspn(slash, "/");
        char rest = *slash;
        *slash = '\0';
        bool made = mkdir(path, 0700) == 0;
        int reason = made ? 0 : errno;
        char *above = path_in(path, "..");
        if (made && sync_folder(above) != 0)
            reason = errno;
        free(above);
        *slash = rest;
        if (reason && reason != EEXIST) {
            errno = reason;
            return -1;
        }
    }
    return 0;
}

char *data_folder_make(const char *folder, struct text *why)
{
    char *copy = strdup(folder), *path = NULL;
    check(copy);
    if (access(folder, F_OK) == 0 || make_folders(copy) == 0)
        path = realpath(folder, NULL);
    free(copy);
    if (!path)
        text_putf(
            why,
            "The data folder %s cannot be made: %s. Make it yourself, for the user that runs tabletalk, or name "
            "another one.",
            folder, strerror(errno));
    return path;
}

static void remove_folders(const char *folder, size_t keep)
{
    char *path = strdup(folder);
    check(path);
    for (size_t length = strlen(path); length > keep; path[length] = '\0') {
        rmdir(path);
        while (length > keep && path[length - 1] == '/')
            length--;
        while (length > keep && path[length - 1] != '/')
            length--;
    }
    free(path);
}

/* How many bytes of the path name a folder that is there. */
static size_t length_there(const char *folder)
{
    char *path = strdup(folder);
    check(path);
    size_t length = strlen(path);
    while (length > 0 && access(path, F_OK) != 0) {
        while (length > 0 && path[length - 1] == '/')
            length--;
        while (length > 0 && path[length - 1] != '/')
            length--;
        path[length] = '\0';
    }
    free(path);
    return length;
}

bool data_folder_check(const char *folder, struct text *why)
{
    struct stat about;
    size_t there = length_there(folder);
    char *path = data_folder_make(folder, why);
    bool is_made = path != NULL,
         is_folder = is_made && stat(path, &about) == 0 && S_ISDIR(about.st_mode);
    bool is_usable =
        is_folder && (about.st_uid != geteuid() || access(path, R_OK | W_OK | X_OK) == 0);
    int reason = is_folder ? errno : ENOTDIR;
    free(path);
    remove_folders(folder, there);
    if (is_made && !is_usable)
        text_putf(why, "The data folder %s cannot be used: %s. Name another one.", folder,
                  strerror(reason));
    return is_usable;
}

static void say_who_holds(int fd, const char *folder, struct text *why)
{
    char pid[32] = "";
    ssize_t length = pread(fd, pid, sizeof pid - 1, 0);
    if (length > 0)
        pid[strspn(pid, "0123456789")] = '\0';
    text_putf(
        why,
        "The data folder %s is in use by another tabletalk, process %s. Stop that one first, or give this one a "
        "data folder of its own.",
        folder, pid[0] ? pid : "number unknown");
}

/* The owner of a folder that is not ours could put anything there under our files' names. */
static bool is_ours(const char *folder, struct text *why)
{
    struct stat about;
    char owner[USER_NAME_BYTES], us[USER_NAME_BYTES];
    bool is_there = stat(folder, &about) == 0;
    if (is_there && about.st_uid == geteuid())
        return true;
    if (!is_there) {
        text_putf(why, "The data folder %s cannot be looked at: %s.", folder, strerror(errno));
        return false;
    }
    machine_user_name(about.st_uid, owner);
    machine_user_name(geteuid(), us);
    text_putf(
        why,
        "The data folder %s belongs to another user, %s, and this is %s. Run tabletalk as that user, for example by "
        "runuser -u, or give it a folder of its own.",
        folder, owner, us);
    return false;
}

static void say_no_lock(const char *folder, const char *path, struct text *why)
{
    if (errno == ELOOP)
        text_putf(
            why,
            "%s is a symbolic link, which tabletalk never makes. Look where it leads, and remove it.",
            path);
    else
        text_putf(
            why,
            "The data folder %s cannot be used: %s: %s. It must be a folder that the user running tabletalk may "
            "write to.",
            folder, path, strerror(errno));
}

int data_folder_lock(const char *folder, struct text *why)
{
    if (!is_ours(folder, why))
        return -1;
    char *path = path_in(folder, "tabletalk.lock");
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    bool locked = fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0;
    if (fd >= 0 && !locked && errno == EWOULDBLOCK)
        say_who_holds(fd, folder, why);
    else if (!locked)
        say_no_lock(folder, path, why);
    free(path);
    if (!locked) {
        if (fd >= 0)
            close(fd);
        return -1;
    }
    /* The process id only helps an admin who finds the folder locked: a full disk must not keep
       us from starting. */
    if (ftruncate(fd, 0) == 0)
        dprintf(fd, "%ld\n", (long)getpid());
    return fd;
}

bool data_folder_sync(const char *folder, struct text *why)
{
    char *above = path_in(folder, "..");
    /* We may not be allowed to read the folder above. Then somebody else made our folder, and
       need not have its name flushed by us. */
    bool done = sync_folder(folder) == 0 && (sync_folder(above) == 0 || errno == EACCES);
    free(above);
    if (!done)
        text_putf(why, "The data folder %s cannot be flushed to the disk: %s. Check the disk.",
                  folder, strerror(errno));
    return done;
}
