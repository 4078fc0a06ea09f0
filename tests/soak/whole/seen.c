/* What arrives at people's clients: lines on IRC, on Discord what the stand-in shows. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "in_words.h"
#include "standin_inside.h"
#include "world.h"

/* People keep the seat words they are given, and the codes. */
static void take_in(struct human *human, const char *text)
{
    static const char *const starts[] = {"<SEAT_WORD_1> ", "<SEAT_WORD_RIGHT_3> "};
    for (size_t s = 0; s < sizeof starts / sizeof *starts; s++) {
        const char *start = in_words(starts[s]), *word = strstr(text, start);
        if (word)
            snprintf(human->word, sizeof human->word, "%.11s", word + strlen(start));
    }
    shared_take_in(human, text);
}

void seen_irc(void *arg, struct sim_person *person, const char *channel, const char *text)
{
    struct human *human = arg;
    int room = channel ? room_of(human->net, channel) : -1;
    (void)person;
    if (!channel)
        take_in(human, text);
    laws_arrived(channel ? NULL : human, human->net, room, text, 0);
}

static struct human *human_of_user(uint64_t user)
{
    for (int i = 0; i < HUMANS; i++)
        if (user && w.humans[i].user == user)
            return &w.humans[i];
    return NULL;
}

static int places_room_of(uint64_t channel)
{
    for (int r = 0; r < ROOMS; r++)
        if (w.nets[DISCORD].rooms[r].channel == channel)
            return r;
    return -1;
}

/* Who reads a hand already is not sent it once more: Discord answers with the message that is
   there, by its nonce. */
static void note_known(void)
{
    for (int i = DISCORD; i < HUMANS; i += NETS) {
        uint64_t dm = standin_dm_if_open(w.discord, w.humans[i].user);
        const struct channel *channel = dm ? find_channel(w.discord, dm) : NULL;
        if (channel && channel->known_at > w.humans[i].known_at)
            laws_known(&w.humans[i], channel->known_at);
    }
}

void seen_discord(void)
{
    note_known();
    struct list *all = &w.discord->seen;
    for (int i = 0; i < all->count; i++) {
        struct seen *seen = all->items[i];
        const struct channel *channel = find_channel(w.discord, seen->channel);
        uint64_t viewer = seen->viewer ? seen->viewer : channel ? channel->recipient : 0;
        struct human *human = human_of_user(viewer);
        if (human)
            take_in(human, seen->text);
        laws_arrived(human, DISCORD, human ? -1 : places_room_of(seen->channel), seen->text,
                     seen->message);
        free(seen->text);
        free(seen);
    }
    all->count = 0;
}
