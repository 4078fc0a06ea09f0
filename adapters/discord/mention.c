/* See mention.h. */
#include "mention.h"

#include <stdio.h>
#include <string.h>

#include "people.h"

const char *mention_person(void *self, const char *typed, const char **name)
{
    static char id[DISCORD_ID];
    const struct discord *discord = self;
    if (strncmp(typed, "<@", 2) != 0)
        return NULL;
    const char *digits = typed + 2 + (typed[2] == '!');
    size_t length = strspn(digits, "0123456789");
    if (length == 0 || length >= sizeof id || strcmp(digits + length, ">") != 0)
        return NULL;
    snprintf(id, sizeof id, "%.*s", (int)length, digits);
    const struct person *person = people_find(discord->people, id);
    *name = person && person->name[0] ? person->name : typed;
    return id;
}
