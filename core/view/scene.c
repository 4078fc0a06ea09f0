/* Makes a scene from a sight. The game's layout says which zones and registers are shown; its
   remark() adds what they mean for the players. */
#include "scene.h"

#include <string.h>

#include "check.h"
#include "game.h"
#include "sight.h"
#include "view.h"

_Static_assert(SCENE_CARDS == 2 * TABLE_CARDS, "all cards, and as many groups");

/* What is needed to make an item of one seat, or of the table. */
struct making {
    const struct view *view;
    const struct table *table;
    int viewer;
    const struct moves *moves; /* of whose turn it is, where everybody knows them */
    struct scene *scene;
};

static int zone_of(const struct making *making, int seat, int zone)
{
    return seat == SEAT_NONE ? zone : seat_zone(making->view->rules, seat, zone);
}

static bool can_take(const struct making *making, const struct board_item *layout, int value)
{
    bool can = false;
    for (int i = 0; layout->verb && i < making->moves->count; i++) {
        const struct move *move = &making->moves->list[i];
        can |= move->verb == layout->verb - 1 && move->args[0] == value;
    }
    return can;
}

static int shown_face(const struct making *making, const struct board_item *layout, int face)
{
    int plain = face_is_back(face) ? 0 : making->view->rules->faces[face].plain;
    return layout->is_plain && plain ? plain - 1 : face;
}

/* Equal neighbours lie together, unless each has its number. */
static void add_cards(struct making *making, struct scene_item *item, int face, int count, int mark)
{
    struct scene *scene = making->scene;
    int seen = shown_face(making, item->layout, face);
    struct scene_cards *last = item->count > 0 ? &scene->cards[scene->card_count - 1] : NULL;
    if (last && last->face == seen && last->mark == mark && !item->layout->is_numbered) {
        last->count += count;
        return;
    }
    check(scene->card_count < SCENE_CARDS);
    scene->cards[scene->card_count++] =
        (struct scene_cards){seen, count, mark, can_take(making, item->layout, item->count)};
    item->count++;
}

static void add_list(struct making *making, struct scene_item *item, int zone)
{
    const struct table *t = making->table;
    for (int i = 0; i < zone_size(t, zone); i++) {
        const struct card *card = zone_card(t, zone, i);
        add_cards(making, item, card->face, 1, item->layout->words ? card->as : 0);
    }
    if (item->layout->room)
        item->room = t->shared[item->layout->room - 1] - zone_size(t, zone);
}

static void add_tally(struct making *making, struct scene_item *item, int zone)
{
    const struct table *t = making->table;
    item->unseen = item->size;
    for (int face = 0; face < making->view->rules->face_count; face++) {
        int count = zone_tally(t, zone, face);
        if (count > 0)
            add_cards(making, item, face, count, 0);
        item->unseen -= count;
    }
}

static void add_stack(struct making *making, struct scene_item *item, int zone)
{
    const struct table *t = making->table;
    if (item->size > 0)
        add_cards(making, item, zone_top(t, zone), 1, 0);
    if (item->layout->style != BOARD_STACK || item->layout->under == SEAT_NONE)
        return;
    int under = zone_of(making, item->seat, item->layout->under), before = item->count;
    item->unseen = zone_size(t, under);
    for (int i = 0; i < zone_size(t, under); i++)
        if (!face_is_back(zone_face(t, under, i))) {
            struct scene *scene = making->scene;
            check(scene->card_count < SCENE_CARDS);
            scene->cards[scene->card_count++] =
                (struct scene_cards){.face = zone_face(t, under, i), .count = 1};
            item->count++;
        }
    item->known = item->count - before;
}

/* The cards of somebody else's hand that the viewer saw go in. */
static void add_known(struct making *making, struct scene_item *item, int zone)
{
    const struct table *t = making->table;
    const struct zone_spec *spec = zone_spec(making->view->rules, zone);
    if (spec->audience != AUDIENCE_OWNER || !(spec->flags & ZONE_KEEP) ||
        zone_owner(making->view->rules, zone) == making->viewer)
        return;
    for (int i = 0; i < zone_size(t, zone); i++)
        if (!face_is_back(zone_face(t, zone, i)))
            add_cards(making, item, zone_face(t, zone, i), 1, 0);
    item->known = item->count;
}

static bool is_shown(const struct making *making, const struct board_item *layout, int seat)
{
    const struct table *t = making->table;
    const int *registers = seat == SEAT_NONE ? t->shared : t->own[seat];
    bool by_register = layout->shown_by == 0 || registers[layout->shown_by - 1] != 0;
    return by_register && (layout->style != BOARD_MARK || t->shared[layout->zone] == seat) &&
           (layout->if_any == 0 || zone_size(t, zone_of(making, seat, layout->if_any - 1)) > 0);
}

static void add_item(struct making *making, const struct board_item *layout, int seat)
{
    struct scene *scene = making->scene;
    const struct table *t = making->table;
    if (!is_shown(making, layout, seat))
        return;
    check(scene->item_count < SCENE_ITEMS);
    struct scene_item *item = &scene->items[scene->item_count++];
    *item =
        (struct scene_item){.layout = layout, .seat = seat, .first = scene->card_count, .room = -1};
    item->can_take = can_take(making, layout, layout->value);
    if (layout->style >= BOARD_WORD) {
        item->value = layout->style == BOARD_MARK ? 0
                      : seat == SEAT_NONE         ? t->shared[layout->zone]
                                                  : t->own[seat][layout->zone];
        return;
    }
    int zone = zone_of(making, seat, layout->zone);
    item->size = zone_size(t, zone);
    if (layout->style == BOARD_LIST)
        add_list(making, item, zone);
    else if (layout->style == BOARD_TALLY)
        add_tally(making, item, zone);
    else if (layout->style == BOARD_COUNT)
        add_known(making, item, zone);
    else
        add_stack(making, item, zone);
}

/* Whose turn it is, and what they can play if everybody knows it. */
static void find_due(const struct view *view, const struct sight *sight, struct scene *out,
                     struct moves *moves)
{
    moves->count = 0;
    out->due = view->game->due(view->rules, sight);
    for (int seat = 0; view->game->hand < 0 && seat < out->seats; seat++)
        if (out->due == 1u << seat)
            view->game->legal(view->rules, sight, seat, moves);
}

void scene_make(const struct view *view, const struct sight *sight, struct remarks *remarks,
                struct scene *out)
{
    const struct game *game = view->game;
    struct moves moves;
    struct making making = {view, &sight->seen, sight->viewer, &moves, out};
    out->seats = sight->seen.seats;
    out->last = view->last;
    out->is_over = sight->seen.over;
    out->item_count = out->card_count = 0;
    remarks->count = 0;
    remarks->lead_phrase = remarks->lead_brief = NULL;
    out->remarks = remarks;
    out->people = game->board;
    while (out->people < game->board + game->board_count && !out->people->per_seat)
        out->people++;
    find_due(view, sight, out, &moves);
    for (int i = 0; i < game->board_count; i++)
        for (int seat = 0; seat < (game->board[i].per_seat ? out->seats : 1); seat++)
            add_item(&making, &game->board[i], game->board[i].per_seat ? seat : SEAT_NONE);
    if (game->remark)
        game->remark(view->rules, sight, remarks);
}

int scene_next(const struct scene *scene, enum scene_part part, int seat, int item)
{
    for (int i = item + 1; i < scene->item_count; i++) {
        const struct scene_item *next = &scene->items[i];
        enum scene_part of = next->layout->per_seat         ? SCENE_PEOPLE
                             : next->layout < scene->people ? SCENE_OFFER
                                                            : SCENE_FACTS;
        if (of == part && next->seat == seat)
            return i;
    }
    return -1;
}

int scene_seat(const struct scene *scene, int n)
{
    int last = scene->last - 1;
    if (last < 0 || last >= scene->seats || n < last)
        return n;
    return n == scene->seats - 1 ? last : n + 1;
}

int scene_next_remark(const struct scene *scene, int seat, int remark)
{
    for (int i = remark + 1; i < scene->remarks->count; i++)
        if (scene->remarks->list[i].seat == seat && scene->remarks->list[i].zone < 0)
            return i;
    return -1;
}

bool scene_has_items(const struct scene *scene, int seat)
{
    bool has = scene->remarks->lead_phrase || scene_next_remark(scene, seat, -1) >= 0;
    for (int i = -1; (i = scene_next(scene, SCENE_PEOPLE, seat, i)) >= 0;)
        has |= scene->items[i].layout->style != BOARD_MARK;
    return has;
}
