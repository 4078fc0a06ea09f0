/* Who is in which channel: each membership is in the chain of its person and in that of its channel. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "members_inside.h"

struct channel *members_channel(const struct members *members, const char *folded)
{
    for (int i = 0; i < members->channel_count; i++)
        if (strcmp(members->channels[i]->name, folded) == 0)
            return members->channels[i];
    return NULL;
}

struct membership *membership_in(const struct member *member, const char *folded_channel)
{
    for (struct membership *in = member->in; in; in = in->next_of_member)
        if (strcmp(in->channel->name, folded_channel) == 0)
            return in;
    return NULL;
}

static struct channel *make_channel(struct members *members, const char *folded)
{
    struct channel *channel = members_channel(members, folded);
    if (channel)
        return channel;
    check(members->channel_count < MEMBERS_CHANNELS);
    channel = calloc(1, sizeof *channel);
    check(channel);
    snprintf(channel->name, sizeof channel->name, "%s", folded);
    channel->place = members->channel_count;
    members->channels[members->channel_count++] = channel;
    return channel;
}

struct membership *membership_begin(struct members *members, struct member *member, const char *folded_channel)
{
    struct channel *channel = make_channel(members, folded_channel);
    struct membership *in = calloc(1, sizeof *in);
    check(in);
    *in =
        (struct membership){.member = member, .channel = channel, .next_of_member = member->in, .next = channel->first};
    if (in->next)
        in->next->previous = in;
    member->in = channel->first = in;
    member->in_count++;
    members->shared++;
    return in;
}

void membership_end(struct members *members, struct membership *in)
{
    struct channel *channel = in->channel;
    struct membership **at = &in->member->in;
    while (*at != in)
        at = &(*at)->next_of_member;
    *at = in->next_of_member;
    in->member->in_count--;
    if (in->next)
        in->next->previous = in->previous;
    if (in->previous)
        in->previous->next = in->next;
    else
        channel->first = in->next;
    free(in);
    members->shared--;
    if (!channel->first) {
        struct channel *last = members->channels[--members->channel_count];
        members->channels[channel->place] = last;
        last->place = channel->place;
        free(channel);
    }
}
