/* The disk under this process, failing or stalling on order. It stands between SQLite (and our
   own fsync) and the kernel, by defining fsync and fdatasync for the whole program and through
   SQLite's own hook for the rest; so it is linked only into tests that call broken_disk_attach.
   Usable from every thread. */
#ifndef BROKEN_DISK_H
#define BROKEN_DISK_H

#include <stdbool.h>
#include <stddef.h>

/* First thing in main. */
void broken_disk_attach(void);

/* After `skip` more writes, truncations and flushes, `count` of them fail with `reason` (an
   errno). Replaces an earlier order; count 0 heals the disk. */
void broken_disk_fail(int skip, int count, int reason);

/* From here on a failing write of more than so many bytes leaves its first ones on the disk; 0:
   it leaves none. */
void broken_disk_tear(size_t bytes);

/* From here on every flush fails with `reason` while writes work; 0 heals. */
void broken_disk_fail_flushes(int reason);

/* Did the last order come to its first failure? */
bool broken_disk_has_failed(void);

/* While held, flushes wait. */
void broken_disk_hold(bool held);
/* Blocks until one does; aborts after half a minute. */
void broken_disk_wait_held(void);

/* Flushes of files and folders since the start. */
int broken_disk_flushes(void);
/* Writes of SQLite into any file since the start. */
int broken_disk_writes(void);

/* While noting, remember what lies in the folders that are flushed. */
void broken_disk_note_folders(bool noting);
/* Was this folder flushed, while noting, when it held an entry called `name`? */
bool broken_disk_has_flushed(const char *folder, const char *name);

/* A power cut leaves in a folder what lay there when it was flushed last. From here on, which
   has flushed it: how often SQLite wrote while a power cut would have left another file under
   this name than the one that lies there, or none. NULL ends it. */
void broken_disk_watch(const char *folder, const char *name);
int broken_disk_unsafe_writes(void);

#endif
