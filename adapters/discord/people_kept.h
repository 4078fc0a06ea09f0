/* What is kept of people, also after a restart: their choices, and how they are reached
   (people_kept.c). */
#ifndef PEOPLE_KEPT_H
#define PEOPLE_KEPT_H

#include "people.h"

/* What somebody chooses holds at once; `wish` is told when it is kept, unless it is NULL. */
void people_choose_hands(struct discord *discord, struct person *person, enum hands_by hands,
                         const struct host_wish *wish);
void people_choose_push(struct discord *discord, struct person *person, bool by_dm,
                        const struct host_wish *wish);
void people_choose_look(struct discord *discord, struct person *person, const struct look *look,
                        const struct host_wish *wish);

extern const struct look_widths people_widths;
/* look_take() for all that people choose here. */
enum look_change people_take_look(struct look *look, const char **words, char wrong[LOOK_WORD]);
void people_forget_choices(struct discord *discord, const char *key);
/* For struct host_port. */
void people_look(void *discord, const char *key, struct text *out);
enum host_nudge people_nudge(void *discord, const char *key);
void people_wear(void *discord, const char *key, const char *words);
bool people_is_first(void *discord, const char *key, const char *game);
int people_columns(void *discord, const char *room);

/* Keeps what is known of the direct message channel; reads what is kept of somebody who was not
   in memory. */
void people_keep_dm(struct discord *discord, const struct person *person);
void people_recall(const struct discord *discord, struct person *person);

#endif
