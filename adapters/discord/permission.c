#include "permission.h"

#include <stdint.h>
#include <stdlib.h>

#include "json.h"

const char *permission_missing(const json_t *interaction)
{
    enum { CHANNEL_THREAD_FIRST = 10, CHANNEL_THREAD_LAST = 12 };
    static const struct {
        uint64_t bit;
        const char *name;
        bool in_channels, in_threads;
    } needed[] = {
        {UINT64_C(1) << 10, "View Channel", true, true},
        {UINT64_C(1) << 11, "Send Messages", true, false},
        {UINT64_C(1) << 38, "Send Messages in Threads", false, true},
    };
    const uint64_t administrator = 8;
    const char *text = field_text(interaction, "app_permissions");
    uint64_t have = text ? strtoull(text, NULL, 10) : 0;
    int64_t kind = field_number(json_object_get(interaction, "channel"), "type");
    bool is_thread = kind >= CHANNEL_THREAD_FIRST && kind <= CHANNEL_THREAD_LAST;
    if (!text || have & administrator)
        return NULL;
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
        if ((is_thread ? needed[i].in_threads : needed[i].in_channels) && !(have & needed[i].bit))
            return needed[i].name;
    return NULL;
}
