/* The write-ahead log as SQLite writes it: a VFS that hands the pieces of one commit to the kernel together. */
#ifndef SQLITE_LOG_H
#define SQLITE_LOG_H

/* The name to open the writer's connection with. NULL, which means SQLite's own VFS, where there is no memory for it. */
const char *sqlite_log_vfs(void);

#endif
