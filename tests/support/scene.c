#include "scene.h"

#include <string.h>

#include "testing.h"
#include "text.h"

void scene_init(struct scene *scene, const struct game *game, int seats)
{
    memset(scene, 0, sizeof *scene);
    scene->game = game;
    game_ruleset(game, &scene->rules);
    table_init(&scene->table, &scene->rules, seats);
    chance_init(&scene->chance, NULL, NULL);
}

void scene_option(struct scene *scene, const char *name, const char *value)
{
    char bytes[200];
    struct text why = text_over(bytes, sizeof bytes);
    if (!option_set(scene->game, scene->rules.options, name, value, &why))
        fail_msg("%s", bytes);
}

static int face_of(const struct scene *scene, const char *code, size_t length)
{
    for (int face = 0; face < scene->rules.face_count; face++)
        if (strlen(scene->rules.faces[face].code) == length &&
            strncmp(scene->rules.faces[face].code, code, length) == 0)
            return face;
    fail_msg("no face has the code %.*s", (int)length, code);
    return -1;
}

/* Cards come from shared zone 0, which should be one that nobody sees, so that no knowledge
   comes with them. */
void scene_lay(struct scene *scene, int zone, const char *codes)
{
    struct play play = {.rules = &scene->rules, .table = &scene->table};
    for (const char *p = codes; *p;) {
        size_t length = strcspn(p, " ");
        table_add(&scene->table, 0, face_of(scene, p, length), 1);
        if (zone != 0)
            table_move(&play, 0, zone_size(&scene->table, 0) - 1, zone);
        p += length;
        p += strspn(p, " ");
    }
}

static void expect(const struct scene *scene, const struct table *table, int zone,
                   const char *codes, const char *who)
{
    char bytes[1024];
    struct text text = text_over(bytes, sizeof bytes);
    for (int i = 0; i < zone_size(table, zone); i++) {
        int face = zone_face(table, zone, i);
        text_putf(&text, "%s%s", i ? " " : "",
                  face_is_back(face) ? "-" : scene->rules.faces[face].code);
    }
    if (strcmp(bytes, codes) != 0)
        fail_msg("%s: zone %s/%d holds \"%s\", expected \"%s\"", who,
                 zone_spec(&scene->rules, zone)->name, zone_owner(&scene->rules, zone) + 1, bytes,
                 codes);
}

void scene_expect(const struct scene *scene, int zone, const char *codes)
{
    expect(scene, &scene->table, zone, codes, "the table");
}

void scene_expect_seen(const struct scene *scene, int viewer, int zone, const char *codes)
{
    static const char *const names[] = {"seat 1 sees", "seat 2 sees", "seat 3 sees", "seat 4 sees"};
    struct sight sight;
    table_sight(&scene->rules, &scene->table, viewer, &sight);
    expect(scene, &sight.seen, zone, codes, viewer < 4 ? names[viewer] : "the public sees");
}

static struct move read_move(const struct scene *scene, const char *text)
{
    struct move move;
    if (!move_read_canonical(&scene->rules, text, &move))
        fail_msg("\"%s\" is no move", text);
    return move;
}

bool scene_can(const struct scene *scene, int seat, const char *text)
{
    struct move move = read_move(scene, text);
    struct sight sight;
    struct moves moves;
    table_sight(&scene->rules, &scene->table, seat, &sight);
    scene->game->legal(&scene->rules, &sight, seat, &moves);
    return moves_has(&moves, &move);
}

void scene_play(struct scene *scene, int seat, const char *text)
{
    struct move move = read_move(scene, text);
    if (!scene_can(scene, seat, text))
        fail_msg("\"%s\" is not legal for seat %d", text, seat + 1);
    struct play play = {&scene->rules, &scene->table, &scene->chance, &scene->events, NULL};
    scene->events.count = 0;
    scene->game->apply(&play, seat, &move);
    assert_false(scene->chance.broken);
}

const char *scene_refusal(const struct scene *scene, int seat, const char *text)
{
    struct move move = read_move(scene, text);
    struct sight sight;
    table_sight(&scene->rules, &scene->table, seat, &sight);
    // cppcheck-suppress returnDanglingLifetime ; the sentence is the game's own, it does not live
    // in what it is told about
    return scene->game->explain(&scene->rules, &sight, seat, &move);
}

void scene_score(const struct scene *scene, struct score *out)
{
    struct sight sight;
    table_sight(&scene->rules, &scene->table, SEAT_PUBLIC, &sight);
    scene->game->score(&scene->rules, &sight, out);
}
