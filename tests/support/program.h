/* The program that a test runs: TABLETALK_BINARY, which ctest sets; by hand the one of the build
   that the test is of. */
#ifndef PROGRAM_H
#define PROGRAM_H

/* Its path. If it is not there, the test ends with a sentence that says so. */
const char *program_path(void);

#endif
