/* The board in the form that its reader has, and everything that lies in the zones of a seat. */
#include "check.h"
#include "game.h"
#include "prose.h"
#include "scene.h"
#include "sight.h"
#include "speak.h"
#include "strings/view.def"
#include "text.h"
#include "view.h"

void view_board(const struct view *view, const struct sight *sight, int columns, struct prose *out)
{
    TEXT_UNCLEARED struct scene scene;
    TEXT_UNCLEARED struct remarks remarks;
    scene_make(view, sight, &remarks, &scene);
    if (view->is_aloud || columns == VIEW_LINE) {
        scene_put_line(view, &scene, out);
    } else if (columns == VIEW_MESSAGE) {
        scene_put_message(view, &scene, out);
    } else {
        int block = prose_begin(out, PROSE_BOARD);
        scene_put_columns(view, &scene, columns, out);
        prose_end(out, block);
    }
}

/* ---- zone by zone ---- */

/* "deck: 2 cyan, magenta, 3 unseen": the cards of the zones from `zone` on, equal cards together,
   in the order of colours. */
static void put_contents(const struct view *view, const struct sight *sight, const char *label,
                         int zone, int zones, struct prose *out)
{
    const struct table *t = &sight->seen;
    const struct ruleset *rules = view->rules;
    const char *before = "";
    int unseen = t->first[zone + zones] - t->first[zone], tally[TABLE_FACES] = {0};
    if (unseen == 0)
        return;
    for (int i = t->first[zone]; i < t->first[zone + zones]; i++)
        if (!face_is_back(t->cards[i].face))
            tally[t->cards[i].face]++;
    prose_put(out, out->length > 0 ? "; " : "");
    prose_put(out, label);
    prose_put(out, ": ");
    for (int i = 1; i <= COLOUR_COUNT; i++) /* cards without a colour come last */
        for (int face = 0; face < rules->face_count; face++) {
            int count = tally[face];
            if (count == 0 || (int)rules->faces[face].colour != i % COLOUR_COUNT)
                continue;
            prose_put(out, before);
            speak_count(count, out);
            speak_name(view, face, SPEAK_FULL, out);
            unseen -= count;
            before = ", ";
        }
    if (unseen == 0)
        return;
    prose_put(out, before);
    view_string(out, STRING_SCENE_UNSEEN, "n", text_number(unseen), (char *)0);
}

void view_contents(const struct view *view, const struct sight *sight, int seat, struct prose *out)
{
    int zones = seat == SEAT_NONE ? view->rules->shared_zones : view->rules->seat_zones,
        first = seat == SEAT_NONE ? 0 : seat_zone(view->rules, seat, 0), before = out->length;
    if (seat != SEAT_NONE && zones > 1 &&
        view->game->hand < 0) /* the seat's cards go round from one zone to the next */
        put_contents(view, sight, "owns", first, zones, out);
    for (int zone = first; zone < first + zones; zone++)
        put_contents(view, sight, zone_spec(view->rules, zone)->name, zone, 1, out);
    if (out->length == before)
        view_string(out, STRING_SCENE_NOTHING, (char *)0);
}

/* ---- the meaning of the codes ---- */

static bool is_in_play(const struct sight *sight, int face)
{
    const struct table *t = &sight->seen;
    for (int i = 0; i < t->first[t->zones]; i++)
        if (t->cards[i].face == face)
            return true;
    for (int i = 0; i < sight->unseen_count; i++)
        if (sight->unseen[i] == face)
            return true;
    return false;
}

void view_legend(const struct view *view, const struct sight *sight, struct prose *out)
{
    bool first = true;
    for (int face = 0; face < view->rules->face_count && !view->is_aloud; face++) {
        if (!is_in_play(sight, face))
            continue;
        prose_put(out, first ? "" : ", ");
        speak_chip(view, face, out);
        prose_put(out, " = ");
        prose_put(out, view->rules->faces[face].name);
        first = false;
    }
    prose_put(out, first ? "" : ".");
}
