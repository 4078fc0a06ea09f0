#include "rulings.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "testing.h"

static bool is_tested(const char *id, const char *const *names, size_t count)
{
    char wanted[40];
    snprintf(wanted, sizeof wanted, "test_%s_", id);
    for (char *p = wanted; *p; p++)
        *p = (char)tolower(*p);
    for (size_t i = 0; i < count; i++)
        if (strncmp(names[i], wanted, strlen(wanted)) == 0)
            return true;
    return false;
}

void rulings_are_tested(const char *path, const char *prefix, const char *const *names,
                        size_t count)
{
    char line[4096];
    int rulings = 0, missing = 0;
    FILE *file = fopen(path, "r");
    if (!file)
        fail_msg("%s cannot be read", path);
    while (fgets(line, sizeof line, file)) {
        char id[16];
        if (strncmp(line, "| ", 2) != 0 || strncmp(line + 2, prefix, strlen(prefix)) != 0 ||
            sscanf(line + 2, "%15[A-Z0-9]", id) != 1)
            continue;
        rulings++;
        if (!is_tested(id, names, count)) {
            print_error("no test for ruling %s\n", id);
            missing++;
        }
    }
    fclose(file);
    assert_int_not_equal(rulings, 0);
    assert_int_equal(missing, 0);
}
