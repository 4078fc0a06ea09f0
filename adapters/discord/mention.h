/* People as they are typed on Discord: "<@7>" is the person with that id, who need not have said
   anything yet. */
#ifndef MENTION_H
#define MENTION_H

/* For struct host_port.find_person: the id in a mention, and the name of that person, or the
   mention if we know none. NULL if it is no mention. Valid until the next call. */
const char *mention_person(void *discord, const char *typed, const char **name);

#endif
