/* Every ruling of docs/rulings/<game>.md has a test named after it: test_<id>_..., as
   test_hc7_... for HC7. */
#ifndef RULINGS_H
#define RULINGS_H

#include <stddef.h>

/* Fails, naming the ids, if a ruling in the file has no such test among `names`. Paths are taken
   from tests/. */
void rulings_are_tested(const char *path, const char *prefix, const char *const *names,
                        size_t count);

#endif
