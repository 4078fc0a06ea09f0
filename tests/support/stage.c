#include "stage.h"

#include <string.h>

#include "testing.h"
#include "text.h"

void stage_init(struct stage *stage, const struct game *game, int seats)
{
    memset(stage, 0, sizeof *stage);
    stage->game = game;
    game_ruleset(game, &stage->rules);
    table_init(&stage->table, &stage->rules, seats);
    chance_init(&stage->chance, NULL, NULL);
}

void stage_option(struct stage *stage, const char *name, const char *value)
{
    char bytes[200];
    struct text why = text_over(bytes, sizeof bytes);
    if (!option_set(stage->game, stage->rules.options, name, value, &why))
        fail_msg("%s", bytes);
}

static int face_of(const struct stage *stage, const char *code, size_t length)
{
    for (int face = 0; face < stage->rules.face_count; face++)
        if (strlen(stage->rules.faces[face].code) == length &&
            strncmp(stage->rules.faces[face].code, code, length) == 0)
            return face;
    fail_msg("no face has the code %.*s", (int)length, code);
    return -1;
}

/* Cards come from shared zone 0, which should be one that nobody sees, so that no knowledge
   comes with them. */
void stage_lay(struct stage *stage, int zone, const char *codes)
{
    struct play play = {.rules = &stage->rules, .table = &stage->table};
    for (const char *p = codes; *p;) {
        size_t length = strcspn(p, " ");
        table_add(&stage->table, 0, face_of(stage, p, length), 1);
        if (zone != 0)
            table_move(&play, 0, zone_size(&stage->table, 0) - 1, zone);
        p += length;
        p += strspn(p, " ");
    }
}

static void expect(const struct stage *stage, const struct table *table, int zone,
                   const char *codes, const char *who)
{
    char bytes[1024];
    struct text text = text_over(bytes, sizeof bytes);
    for (int i = 0; i < zone_size(table, zone); i++) {
        int face = zone_face(table, zone, i);
        text_putf(&text, "%s%s", i ? " " : "",
                  face_is_back(face) ? "-" : stage->rules.faces[face].code);
    }
    if (strcmp(bytes, codes) != 0)
        fail_msg("%s: zone %s/%d holds \"%s\", expected \"%s\"", who,
                 zone_spec(&stage->rules, zone)->name, zone_owner(&stage->rules, zone) + 1, bytes,
                 codes);
}

void stage_expect(const struct stage *stage, int zone, const char *codes)
{
    expect(stage, &stage->table, zone, codes, "the table");
}

void stage_expect_seen(const struct stage *stage, int viewer, int zone, const char *codes)
{
    static const char *const names[] = {"seat 1 sees", "seat 2 sees", "seat 3 sees", "seat 4 sees"};
    struct sight sight;
    table_sight(&stage->rules, &stage->table, viewer, &sight);
    expect(stage, &sight.seen, zone, codes, viewer < 4 ? names[viewer] : "the public sees");
}

static struct move read_move(const struct stage *stage, const char *text)
{
    struct move move;
    if (!move_read_canonical(&stage->rules, text, &move))
        fail_msg("\"%s\" is no move", text);
    return move;
}

bool stage_can(const struct stage *stage, int seat, const char *text)
{
    struct move move = read_move(stage, text);
    struct sight sight;
    struct moves moves;
    table_sight(&stage->rules, &stage->table, seat, &sight);
    stage->game->legal(&stage->rules, &sight, seat, &moves);
    return moves_has(&moves, &move);
}

void stage_play(struct stage *stage, int seat, const char *text)
{
    struct move move = read_move(stage, text);
    if (!stage_can(stage, seat, text))
        fail_msg("\"%s\" is not legal for seat %d", text, seat + 1);
    struct play play = {&stage->rules, &stage->table, &stage->chance, &stage->events, NULL};
    stage->events.count = 0;
    stage->game->apply(&play, seat, &move);
    assert_false(stage->chance.broken);
}

const char *stage_refusal(const struct stage *stage, int seat, const char *text)
{
    struct move move = read_move(stage, text);
    struct sight sight;
    table_sight(&stage->rules, &stage->table, seat, &sight);
    // cppcheck-suppress returnDanglingLifetime ; the sentence is the game's own, it does not live
    // in what it is told about
    return stage->game->explain(&stage->rules, &sight, seat, &move);
}

void stage_score(const struct stage *stage, struct score *out)
{
    struct sight sight;
    table_sight(&stage->rules, &stage->table, SEAT_PUBLIC, &sight);
    stage->game->score(&stage->rules, &sight, out);
}
