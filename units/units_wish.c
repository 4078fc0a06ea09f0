/* What is asked of the server next: what is free and shall be ours, what is given back, what is
   not renewed. Sends nothing. */
#include <stdlib.h>
#include <string.h>

#include "lease.h"
#include "units_state.h"

const struct unit_process *units_find(const struct units *units, const char *name)
{
    for (int i = 0; i < units->count; i++)
        if (strcmp(units->items[i].name, name) == 0)
            return &units->items[i];
    return NULL;
}

static bool is_here(const struct units *units, const char *name)
{
    const struct unit_process *process = units_find(units, name);
    return process && !process->is_out && !process->is_killed &&
           !unit_process_is_given_up(process, units_now(units));
}

bool units_is_beginning(const struct units *units)
{
    for (int i = 0; i < units->view.unit_count; i++)
        if (!units->view.units[i].is_free &&
            strcmp(units->view.units[i].owner, units->process) != 0)
            return false;
    return units_is_new(units);
}

/* Nobody has taken a unit for two turns: it was dealt to a process that does not want it. */
static bool is_left_over(const struct units *units)
{
    for (int i = 0; i < units->count; i++)
        if (units->free_at[i] && units_now(units) > units->free_at[i] + 2 * units->third_ms &&
            is_here(units, units->items[i].name))
            return !units_is_new(units);
    return false;
}

/* What is free: little at a time at first, so that processes that start together get equal
   parts. */
static void wish_for_more(struct units *units)
{
    struct lease_view view = units->view;
    for (int i = 0; i < view.unit_count; i++)
        view.units[i].is_free &= is_here(units, view.units[i].name);
    if (is_left_over(units)) { /* the first one that asks gets it */
        view.process_count = 1;
        memcpy(view.processes[0].name, units->process, LEASE_NAME);
    }
    lease_share(&view, units->process, units_is_new(units) ? 1 : LEASE_UNITS, &units->wish);
}

/* The house learns of units that have come into the configuration. */
static void wish_to_add(struct units *units)
{
    for (int i = 0; i < units->count && units->renewed_at; i++)
        if (!units->items[i].is_out && !lease_find(&units->view, units->items[i].name))
            memcpy(units->wish.add[units->wish.add_count++], units->items[i].name, LEASE_NAME);
}

static bool has_ended(const struct units *units, const struct unit_process *process)
{
    bool is_over = process->leaves || unit_process_is_given_up(process, units_now(units));
    return process->is_ours && process->pid == 0 && is_over;
}

/* What was killed and does not end may be in the middle of its last write: its lease ends by
   itself, and others wait for that. */
static void wish_to_give_back(struct units *units)
{
    struct lease_wish *wish = &units->wish;
    for (int i = 0; i < units->count; i++)
        if (units->items[i].is_killed)
            memcpy(wish->hold[wish->hold_count++], units->items[i].name, LEASE_NAME);
        else if (has_ended(units, &units->items[i]))
            memcpy(wish->release[wish->release_count++], units->items[i].name, LEASE_NAME);
}

void units_wish(struct units *units)
{
    units->wish = (struct lease_wish){.leaves = units->is_leaving};
    if (!units->is_leaving)
        wish_for_more(units);
    wish_to_add(units);
    wish_to_give_back(units);
}
