/* Any lines of three people in two rooms and in private, over a real host. It must not crash;
   the person at the host's own terminal is always answered; and nothing told holds a control
   byte or ill-formed UTF-8. Each line begins with a letter that says who and where. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "commands.h"
#include "house.h"
#include "store.h"
#include "text.h"

enum { LINES_MOST = 60 };

/* NOLINTBEGIN(readability-identifier-naming): the name is libFuzzer's */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
/* NOLINTEND(readability-identifier-naming) */

static struct house house;

static void check_clean(const char *told, int length)
{
    for (int at = 0, step; at < length; at += step) {
        unsigned scalar;
        step = text_utf8(told + at, length - at, &scalar);
        check(step > 0 && (scalar >= 0x20 || scalar == '\n') && (scalar < 0x7f || scalar >= 0xa0));
    }
}

static void say(unsigned choice, const char *line)
{
    static const char *const people[] = {"ann", "bob", "cid"}, *const rooms[] = {"#a", "#b", NULL};
    unsigned rank = choice / 9 % 2 ? RANK_LOCAL : 0;
    house_forget(&house);
    house_say_as(&house, rooms[choice / 3 % 3], people[choice % 3], rank, NULL, line);
    house_settle(&house);
    check_clean(house.told, house.length);
    check(!rank || line[strspn(line, " \t")] == '\0' || house.length > 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *bytes = strndup((const char *)data, size), *rest = bytes, *line;
    check(bytes);
    house_open(&house, store_memory_new(), size % 2, 7);
    house.commands = commands_new();
    for (int i = 0; i < LINES_MOST && (line = strsep(&rest, "\n")); i++)
        if (*line)
            say((unsigned char)*line, line + 1);
    house_close(&house);
    commands_free(house.commands);
    store_close(house.store);
    free(bytes);
    return 0;
}
