/* What this process learns from the others of a shared house: rows about people that they have
   written, what they ask, and what they tell of people (api/elsewhere.h). Each kind of row
   belongs to the file that keeps it. */
#include <string.h>

#include "aside.h"
#include "bans.h"
#include "elsewhere.h"
#include "forget.h"
#include "host_state.h"
#include "keeper.h"
#include "linking.h"
#include "links.h"
#include "prose.h"
#include "room_bans.h"
#include "text.h"
#include "twice.h"
#include "view.h"
#include "whoami.h"
#include "wishes.h"

/* ---- rows ---- */

static void learn_link(struct host *host, const char *key, const char *value)
{
    struct linked person;
    if (!links_learn(host, key, value, &person))
        return;
    for (int i = 0; i < person.count; i++)
        twice_linked(host, &person.identities[i]);
    const struct host_port *port = host_port_of(host, person.identities[0].network);
    if (port && port_is_here(port))
        (void)links_share_look(host, person.identities[0].network, person.identities[0].key);
}

static void learn_ban(struct host *host, const char *key, const char *value)
{
    if (!bans_learn(host, key, value))
        return;
    for (int i = 0; i < host->port_count; i++)
        bans_vacate_all(host, host->ports[i].network);
}

static const struct {
    const char *prefix;
    void (*learn)(struct host *host, const char *key, const char *value);
} kinds[] = {
    {"link.", learn_link},          {"ban.", learn_ban},
    {"roomban.", room_bans_learn},  {"notice.", wishes_learn},
    {"forget.", forgettings_learn},
};

void host_note_kept(struct host *host, const char *key, const char *value, int64_t now)
{
    host->now = now;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strncmp(key, kinds[i].prefix, strlen(kinds[i].prefix)) == 0)
            kinds[i].learn(host, key, value);
}

/* ---- questions ---- */

void host_answer_question(struct host *host, const struct host_question *question,
                          struct text *answer)
{
    const struct heard person = {.network = question->network, .key = question->key, .name = ""},
                       other = {.network = question->other_network,
                                .key = question->other_key,
                                .name = ""};
    struct prose tables;
    prose_clear(&tables);
    if (question->kind == HOST_QUESTION_TABLES)
        (void)whoami_put_tables(host, person.network, person.key, &tables);
    if (question->kind == HOST_QUESTION_ASIDES)
        resume_put_asides(host, &person, &tables);
    if (tables.length > 0)
        text_put(answer, tables.text + 1);
    if (question->kind == HOST_QUESTION_TOGETHER && twice_sit_together(host, &person, &other))
        text_put(answer, LINKING_TOGETHER);
}

void host_person_used(struct host *host, const char *network, const char *key)
{
    if (far_keeps_persons(host))
        links_note_use(host, network, key);
}
