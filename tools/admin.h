/* The admin's commands of the shell: tabletalk status, tables, backup and their like. They ask the running process, or do what
   can be done without one. Knows the folder and the socket in it; what the orders mean is in orders.c. */
#ifndef ADMIN_H
#define ADMIN_H

#include "cli.h"

/* For struct cli_command. Block; the exit status. */
int admin_order(int argc, char *const argv[], const struct config *config);
int admin_backup(int argc, char *const argv[], const struct config *config);

#endif
