/* Tells somebody who they are to us, on which networks, and at which tables they sit. Other
   processes of the house are asked for their tables. */
#include "whoami.h"

#include <string.h>

#include "elsewhere.h"
#include "host_commands.h"
#include "host_state.h"
#include "inquiry.h"
#include "links.h"
#include "seats.h"
#include "tables.h"
#include "tell.h"

static void put_place(const struct session *session, const char *network, struct prose *out)
{
    const char *here = host_room_name(session, network), *room = *here ? here : session->home.name;
    prose_put(out, " ");
    if (room[0] == '@')
        view_string(out, STRING_WHOAMI_TABLE_PRIVATE, "game", session->game->name, (char *)0);
    else
        view_string(out, STRING_WHOAMI_TABLE, "game", session->game->name, "room", room, (char *)0);
}

int whoami_put_tables(struct host *host, const char *network, const char *key, struct prose *out)
{
    struct session *session;
    int tables = 0;
    for (; (session = host_table_of(host, network, key, tables)); tables++)
        put_place(session, network, out);
    return tables;
}

static void put_others(const struct host *host, const struct heard *heard, struct prose *out)
{
    const struct linked *person = links_of(host, heard->network, heard->key);
    for (int i = 0; person && i < person->count; i++) {
        const struct identity *other = &person->identities[i];
        if (strcmp(other->key, heard->key) == 0 && strcmp(other->network, heard->network) == 0)
            continue;
        prose_put(out, " ");
        view_string(out, STRING_WHOAMI_LINKED, "who", other->name, "network", other->network,
                    (char *)0);
    }
}

/* `elsewhere`: sentences of other processes, "" for none. */
static void tell(struct host *host, const struct heard *heard, const char *elsewhere, bool are_all)
{
    const struct host_port *port = host_port_of(host, heard->network);
    bool lasts = port && seat_key_lasts(port, heard->key);
    struct prose answer;
    prose_clear(&answer);
    view_string(&answer, lasts ? STRING_WHOAMI : STRING_WHOAMI_PASSING, "who", heard->name,
                "network", heard->network, (char *)0);
    put_others(host, heard, &answer);
    int tables = whoami_put_tables(host, heard->network, heard->key, &answer);
    prose_put(&answer, *elsewhere ? " " : "");
    prose_put(&answer, elsewhere);
    if (!are_all || (tables == 0 && !*elsewhere)) {
        prose_put(&answer, " ");
        view_string(&answer, are_all ? STRING_WHOAMI_NO_TABLE : STRING_WHOAMI_AWAY, (char *)0);
    }
    host_whisper(host, heard, &answer);
}

static void on_answers(struct host *host, const struct heard *heard, int64_t tag,
                       const char *answers, bool are_all)
{
    (void)tag;
    tell(host, heard, answers ? answers : "", are_all);
}

void host_show_self(struct host *host, const struct heard *heard)
{
    const struct host_question question = {.kind = HOST_QUESTION_TABLES,
                                           .network = heard->network,
                                           .key = heard->key,
                                           .other_network = "",
                                           .other_key = ""};
    inquiry_ask(host, heard, &question, on_answers, 0);
}
