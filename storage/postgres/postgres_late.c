/* See postgres_late.h. */
#include "postgres_late.h"

#include "text.h"

struct postgres_late postgres_late;

bool postgres_late_open(struct text *why)
{
    static const struct machine_function functions[] = {
#define LATE(name) {#name, (void *)&(name)},
#include "postgres_late.def"
#undef LATE
    };
    char bytes[256];
    struct text problem = text_over(bytes, sizeof bytes);
    if (PQclear || machine_open_library("libpq.so.5", functions,
                                        sizeof functions / sizeof *functions, &problem))
        return true;
    text_putf(why, "PostgreSQL cannot be spoken to: %s. Install libpq5.", bytes);
    return false;
}
