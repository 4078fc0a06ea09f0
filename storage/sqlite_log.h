/* The write-ahead log as SQLite writes it: a VFS that hands the pieces of one commit to the
   kernel together. */
#ifndef SQLITE_LOG_H
#define SQLITE_LOG_H

/* The name of the VFS for the writer's connection. NULL, which means SQLite's own VFS, without
   enough memory. */
const char *sqlite_log_vfs(void);

#endif
