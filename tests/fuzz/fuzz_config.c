/* Any bytes as a configuration file. Besides not crashing: what is refused is told, and one file
   leaves nothing behind for the next. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "config.h"

/* NOLINTBEGIN(readability-identifier-naming): the name is libFuzzer's */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
/* NOLINTEND(readability-identifier-naming) */
{
    static char told[CONFIG_PROBLEMS_SIZE];
    struct text problems = text_over(told, sizeof told);
    struct config config;
    char *bytes = strndup((const char *)data, size);
    check(bytes);
    if (config_read_text("fuzz", bytes, &config, &problems) == 0)
        config_fini(&config);
    else
        check(problems.length > 0);
    free(bytes);
    text_clear(&problems);
    check(config_read_text("good", "owner = \"ann\"", &config, &problems) == 0 &&
          strcmp(config.owner, "ann") == 0);
    config_fini(&config);
    return 0;
}
