/* See curl_late.h. */
#include "curl_late.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "text.h"

struct curl_late curl_late;

void curl_late_open(void)
{
    static const struct late_function functions[] = {
#define LATE(name) {#name, (void *)&(name)},
#include "curl_late.def"
#undef LATE
    };
    char bytes[256];
    struct text why = text_over(bytes, sizeof bytes);
    if (curl_url ||
        late_open("libcurl.so.4", functions, sizeof functions / sizeof *functions, &why))
        return;
    fprintf(stderr, "tabletalk: No network can be reached without libcurl: %s. Install libcurl4.\n",
            bytes);
    _exit(EXIT_FAILURE);
}
