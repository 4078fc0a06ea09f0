#include "plain.h"

#include <string.h>

#include "check.h"

static const struct zone_spec zones[] = {
    [HIDDEN] = {"hidden", AUDIENCE_NONE, 0},
    [OPEN] = {"open", AUDIENCE_ALL, 0},
    [TOP] = {"top", AUDIENCE_TOP, 0},
    [MIXED] = {"mixed", AUDIENCE_CONTENTS, 0},
    [KEPT] = {"kept", AUDIENCE_NONE, ZONE_KEEP},
    [PLAIN_SHARED + HAND] = {"hand", AUDIENCE_OWNER, ZONE_SLOTS},
    [PLAIN_SHARED + PRIVATE] = {"private", AUDIENCE_OWNER, 0},
    [PLAIN_SHARED + CACHE] = {"cache", AUDIENCE_NONE, ZONE_KEEP},
    [PLAIN_SHARED + SHELF] = {"shelf", AUDIENCE_ALL, 0},
};
static const char letters[] = "ABCDXY";
static const struct face faces[PLAIN_FACES] = {
    {.code = "A", .name = "ace", .back = 0}, {.code = "B", .name = "bee", .back = 0},
    {.code = "C", .name = "cat", .back = 0}, {.code = "D", .name = "dog", .back = 0},
    {.code = "X", .name = "axe", .back = 1}, {.code = "Y", .name = "yoke", .back = 1},
};
static const char *const backs[] = {"card", "tool"};

void plain_init(struct plain *plain)
{
    memset(plain, 0, sizeof *plain);
    plain->rules = (struct ruleset){.faces = faces,
                                    .face_count = PLAIN_FACES,
                                    .backs = backs,
                                    .back_count = 2,
                                    .hand = HAND,
                                    .first_seat = SEAT_NONE};
    ruleset_set_zones(&plain->rules, zones, PLAIN_SHARED, PLAIN_OWN);
    table_init(&plain->table, &plain->rules, PLAIN_SEATS);
    chance_init(&plain->chance, NULL, NULL);
    plain->play = (struct play){&plain->rules, &plain->table, &plain->chance, &plain->events, NULL};
}

int plain_zone(int seat, int zone)
{
    return PLAIN_SHARED + seat * PLAIN_OWN + zone;
}

void plain_lay(struct plain *plain, int zone, const char *codes)
{
    for (; *codes; codes++) {
        table_add(&plain->table, HIDDEN, (int)(strchr(letters, *codes) - letters), 1);
        if (zone != HIDDEN)
            table_move(&plain->play, HIDDEN, zone_size(&plain->table, HIDDEN) - 1, zone);
    }
    plain->events.count = 0;
}

const char *plain_text(const struct table *table, int zone)
{
    enum { TEXTS = 8, LONGEST = 64 };
    static char texts[TEXTS][LONGEST];
    static int next;
    char *text = texts[next++ % TEXTS];
    int size = zone_size(table, zone);
    check(size < LONGEST);
    for (int i = 0; i < size; i++) {
        int face = zone_face(table, zone, i);
        text[i] = face_is_back(face) ? "-="[face_back_class(face)] : letters[face];
    }
    text[size] = '\0';
    return text;
}

const char *plain_seen(const struct plain *plain, int viewer, int zone)
{
    struct sight sight;
    table_sight(&plain->rules, &plain->table, viewer, &sight);
    return plain_text(&sight.seen, zone);
}

bool sight_same(const struct sight *a, const struct sight *b)
{
    return a->viewer == b->viewer && a->unseen_count == b->unseen_count &&
           memcmp(a->unseen, b->unseen, (size_t)a->unseen_count * sizeof *a->unseen) == 0 &&
           table_same(&a->seen, &b->seen);
}
