/* Tells people about their own cards. */
#include "view.h"

#include "game.h"
#include "speak.h"

/* "R red heart" */
static void put_card(const struct view *view, int face, struct prose *out)
{
    put_chip(view, face, out);
    if (!face_is_back(face) && !view->is_aloud)
        prose_putf(out, " %s", view->rules->faces[face].name);
}

/* By label; or face by face, if the zone is sorted. */
static void put_labelled(const struct view *view, const struct table *table, int zone,
                         struct prose *out)
{
    bool first = true, is_sorted = zone_spec(view->rules, zone)->flags & ZONE_SORTED;
    for (int face = 0; face < (is_sorted ? view->rules->face_count : 1); face++)
        for (int slot = 1; slot <= TABLE_SLOTS; slot++) {
            int i = zone_find_slot(table, zone, slot);
            if (i < 0 || (is_sorted && zone_face(table, zone, i) != face))
                continue;
            char label[] = {move_label(view->rules, slot), '\0'};
            prose_put(out, first ? "" : ", ");
            prose_styled(out, PROSE_STRONG, COLOUR_NONE, label);
            prose_put(out, " ");
            put_card(view, zone_face(table, zone, i), out);
            first = false;
        }
}

/* Cards without labels: equal cards together, in the order of the game. */
static void put_counted(const struct view *view, const struct table *table, int zone,
                        struct prose *out)
{
    bool first = true;
    for (int face = 0; face < view->rules->face_count; face++) {
        int count = zone_tally(table, zone, face);
        if (count == 0)
            continue;
        prose_put(out, first ? "" : ", ");
        put_card(view, face, out);
        put_times(view, count, out);
        first = false;
    }
}

static void put_cards(const struct view *view, const struct table *table, int zone,
                      struct prose *out)
{
    if (zone_spec(view->rules, zone)->flags & ZONE_SLOTS)
        put_labelled(view, table, zone, out);
    else
        put_counted(view, table, zone, out);
}

/* "; bid: 3" */
static void put_registers(const struct view *view, const int *own, struct prose *out)
{
    for (int i = 0; i < TABLE_OWN; i++) {
        const struct register_spec *spec = &view->rules->registers[i];
        if (!spec->name || own[i] == 0)
            continue;
        prose_putf(out, "; %s: ", spec->name);
        if (spec->words)
            prose_put(out, spec->words[own[i]]);
        else
            prose_putf(out, "%d", own[i]);
    }
}

/* The hand, and then everything else that only this seat sees: "R red x2; effects: two Expose
   Two Sets". */
void view_hand(const struct view *view, const struct sight *sight, struct prose *out)
{
    const struct table *table = &sight->seen;
    if (view->game->hand < 0 || sight->viewer < 0 || sight->viewer >= table->seats)
        return;
    int hand = seat_zone(view->rules, sight->viewer, view->game->hand);
    if (zone_size(table, hand) == 0)
        view_string(out, STRING_HAND_EMPTY, (char *)0);
    put_cards(view, table, hand, out);
    for (int z = 0; z < view->rules->seat_zones; z++) {
        int zone = seat_zone(view->rules, sight->viewer, z);
        const struct zone_spec *spec = zone_spec(view->rules, zone);
        if (zone == hand || spec->audience != AUDIENCE_OWNER || spec->flags & ZONE_UNLISTED ||
            zone_size(table, zone) == 0)
            continue;
        prose_putf(out, "; %s: ", spec->name);
        put_cards(view, table, zone, out);
    }
    if (view->rules->registers)
        put_registers(view, table->own[sight->viewer], out);
}
