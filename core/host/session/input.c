/* Inputs: copies of what was heard, or of what the clock asks for. input_queue.c runs them. */
#include "input.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "called.h"
#include "check.h"
#include "port.h"
#include "session.h"
#include "text.h"

const char *host_source(const struct heard *heard)
{
    return heard->source.id ? heard->source.id : heard->key;
}

struct input *input_new(enum input_kind kind, const struct session *session, int64_t now)
{
    struct input *input = calloc(1, sizeof *input);
    check(input);
    input->kind = kind;
    input->now = now;
    if (session) {
        snprintf(input->network, sizeof input->network, "%s", session->home.port->network);
        snprintf(input->room, sizeof input->room, "%s", session->home.name);
    }
    return input;
}

/* A name that is cut is still a name. Line ends would make it several, and no record holds
   control bytes. */
void input_set_name(struct input *input, const char *name)
{
    called_person(name, input->name, sizeof input->name);
}

void input_go_by(struct input *input, const char *name)
{
    memcpy(input->own_name, input->name, sizeof input->own_name);
    input_set_name(input, name);
}

/* The adapter and commands/ keep out keys and texts that do not fit: cut, they would mean
   something else. */
struct input *input_of_heard(const struct heard *heard)
{
    struct input *input = input_new(INPUT_HEARD, NULL, heard->now);
    const char *room = heard->room ? heard->room : "";
    check(strlen(heard->network) < HOST_NETWORK && strlen(room) < HOST_ROOM &&
          strlen(heard->key) < HOST_KEY && strlen(heard->text) < HOST_TEXT);
    check(strlen(host_source(heard)) < HOST_SOURCE &&
          (!heard->group || strlen(heard->group) < HOST_GROUP));
    input->rank = heard->rank;
    input->source_people = heard->source.people;
    snprintf(input->source, sizeof input->source, "%s", host_source(heard));
    snprintf(input->group, sizeof input->group, "%s", heard->group ? heard->group : "");
    input->in_private = heard->room == NULL;
    input->has_id = heard->id && strlen(heard->id) < INPUT_ID;
    input->is_press = heard->press != NULL;
    if (heard->press)
        input->press = *heard->press;
    snprintf(input->network, sizeof input->network, "%s", heard->network);
    snprintf(input->room, sizeof input->room, "%s", room);
    snprintf(input->key, sizeof input->key, "%s", heard->key);
    snprintf(input->text, sizeof input->text, "%s", heard->text);
    snprintf(input->id, sizeof input->id, "%s", input->has_id ? heard->id : "");
    input_set_name(input, heard->name);
    return input;
}

struct heard input_heard(const struct input *input)
{
    return (struct heard){.network = input->network,
                          .room = input->in_private ? NULL : input->room,
                          .group = input->group[0] ? input->group : NULL,
                          .key = input->key,
                          .source = {input->source[0] ? input->source : NULL, input->source_people},
                          .name = input->name,
                          .own_name = input->own_name[0] ? input->own_name : NULL,
                          .rank = input->rank,
                          .text = input->text,
                          .id = input->has_id ? input->id : NULL,
                          .press = input->is_press ? &input->press : NULL,
                          .now = input->now};
}
