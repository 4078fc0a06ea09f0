/* soak_ladder [SEEDS [FIRST]]: so many (10) times, people who farm a rating, around the whole
   program on simulated wires (tests/sim/sim.h). On each of two IRC networks wolf plays lamb
   again and again, who loses on purpose; then wolf beats some more people who play nobody else.
   Honest people play each other beside them. What a room reads of it by !top must hold: games
   with one opponent show little, who has met few people has no place, and namesakes of the other
   network change nothing. Ends with 1 at the first seed that breaks a law. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "games.h"
#include "host_state.h"
#include "in_words.h"
#include "seat.h"
#include "session_view.h"
#include "sim.h"
#include "tables.h"
#include "text.h"

enum {
    NETS = 2,
    FARMED = 14,
    FARMED_FAR = 3,
    PUPPETS = 4,
    HONEST = 6,
    FARMERS = 2 + PUPPETS,
    PEOPLE = FARMERS + HONEST
};
enum { WOLF, LAMB, PUPPET, GOOD = FARMERS };
enum { TICK_MS = 2500, GAMES_MOST = 64, READ_BYTES = 4096, PATIENCE = 4000 };

/* What the first games with three newcomers show, if all are won: 8.99. */
static const double most_of_one_opponent = 9.0;

static const char *const names[PEOPLE] = {"wolf", "lamb", "pawn", "rook", "mole", "moth",
                                          "ann",  "bob",  "cora", "dan",  "edna", "finn"};

struct pair {
    int one, other;
};

/* A network, its room, and the games that are still to be played there. */
static struct place {
    struct sim_irc *irc;
    char network[16];
    struct sim_person *people[PEOPLE];
    struct pair games[GAMES_MOST];
    int game_count, played;
    int64_t table;         /* of the game that is played now; 0 if none is */
    char read[READ_BYTES]; /* the last list, without marks */
} places[NETS];

static int failed;

static void expect(bool is_so, const struct place *place, const char *law)
{
    if (is_so)
        return;
    printf("FAILED: \"%s\" does not hold on %s: %s\n", law, place->network, place->read);
    failed++;
}

/* ---- what they read ---- */

/* Names that are written so that they call nobody are read as they are meant. */
static void on_heard(void *arg, struct sim_person *person, const char *channel, const char *text)
{
    struct place *place = arg;
    size_t length = 0;
    (void)person, (void)channel;
    if (!strstr(text, in_words("<TOP_HERE> ")))
        return;
    for (const char *byte = text; *byte && length + 1 < READ_BYTES; byte++)
        if ((unsigned char)*byte < 0x80)
            place->read[length++] = *byte;
    place->read[length] = '\0';
}

struct standing {
    bool is_there, has_place;
    double shown;
};

/* "Best at Heartcatchers here: 1. ann 12.4 (5 games). Not in the list yet: wolf 8.5 (0 of 5
   opponents)." */
static struct standing standing_of(const struct place *place, int person)
{
    struct standing standing = {.is_there = false};
    char name[32];
    const char *unplaced = strstr(place->read, in_words("<TOP_UNPLACED>")), *at = place->read;
    snprintf(name, sizeof name, " %s ", names[person]);
    at = strstr(place->read, name);
    if (!at)
        return standing;
    standing.is_there = true;
    standing.has_place = !unplaced || at < unplaced;
    standing.shown = strtod(at + strlen(name), NULL);
    return standing;
}

static void ask(struct place *place, const char *words)
{
    place->read[0] = '\0';
    sim_person_say(place->people[GOOD], "#games", words);
    sim_wait(20000);
    expect(place->read[0] != '\0', place, "the list is told");
}

/* ---- how they play ---- */

static void say(struct place *place, int person, const char *text)
{
    char line[HOST_TEXT + 1];
    snprintf(line, sizeof line, "!%s", text);
    sim_person_say(place->people[person], "#games", line);
}

static int person_in(const struct session *session, int seat)
{
    for (int i = 0; i < PEOPLE; i++)
        if (session->seats[seat].kind == SEAT_PERSON &&
            strcmp(session->seats[seat].key + 1, names[i]) == 0)
            return i;
    return -1;
}

static const struct game *played;

static void badly(const struct ruleset *rules, const struct sight *sight, int seat,
                  const struct moves *moves, int *worths)
{
    played->weigh(rules, sight, seat, moves, worths);
    for (int i = 0; i < moves->count; i++)
        worths[i] = -worths[i];
}

/* Wolf plays well, those who are there for wolf as badly as they can, the others at random. */
static const struct move *choose(const struct session *session, int seat, int person,
                                 const struct sight *sight, const struct moves *moves)
{
    const struct ruleset *rules = &session->playing->rules;
    struct chance_seed seed = {(uint64_t)sim_dice(1 << 30)};
    struct chance chance;
    chance_init(&chance, chance_seeded, &seed);
    played = session->game;
    if (person >= GOOD)
        return &moves->list[sim_dice(moves->count)];
    return &moves->list[game_weigh_choose(person == WOLF ? played->weigh : badly, rules, sight,
                                          seat, moves, &chance)];
}

static void move(struct place *place, struct session *session)
{
    unsigned due = session_due(session);
    struct naming naming;
    struct sight sight;
    struct moves moves;
    char bytes[HOST_TEXT];
    session_naming(session, &naming);
    for (int seat = 0; seat < session->seat_count; seat++) {
        int person = person_in(session, seat);
        struct text text = text_over(bytes, sizeof bytes);
        if (!(due >> seat & 1) || person < 0 || !session_legal(session, seat, &sight, &moves))
            continue;
        move_format(&session->playing->rules, &naming,
                    choose(session, seat, person, &sight, &moves), &text);
        say(place, person, bytes);
        return;
    }
}

static void open_game(struct place *place, const struct session *session, struct pair pair)
{
    if (!session || session_has_begun(session)) {
        say(place, pair.one, "play heartcatchers");
    } else if (session->seat_count < 2) {
        say(place, pair.other, "join");
    } else {
        say(place, pair.one, "start");
        say(place, pair.other, "start");
    }
}

static void act(struct place *place)
{
    struct session *session = host_find(sim_host(), place->network, "#games");
    if (place->played == place->game_count)
        return;
    struct pair pair = place->games[place->played];
    bool is_played = session && session_has_begun(session) && !session->playing->is_over;
    if (place->table && !(is_played && session->id == place->table)) {
        place->table = 0;
        place->played++;
    } else if (is_played) {
        place->table = session->id;
        move(place, session);
    } else {
        open_game(place, session, pair);
    }
}

static void play_all(void)
{
    for (int tick = 0; tick < PATIENCE; tick++) {
        bool is_over = true;
        sim_wait(TICK_MS);
        for (int net = 0; net < NETS; net++) {
            act(&places[net]);
            is_over &= places[net].played == places[net].game_count;
        }
        if (is_over)
            break;
    }
    for (int net = 0; net < NETS; net++)
        expect(places[net].played == places[net].game_count, &places[net], "all games end");
    sim_wait(30000);
    for (int net = 0; net < NETS; net++)
        ask(&places[net], "!top heartcatchers");
}

static void plan(struct place *place, int one, int other)
{
    check(place->game_count < GAMES_MOST);
    place->games[place->game_count++] = (struct pair){one, other};
}

/* ---- the world ---- */

static void open_world(uint64_t seed)
{
    sim_open(seed);
    sim_draw_luck(true);
    sim_configure(
        "irc \"net\" {\n server = net.sim\n port = 6667\n tls = no\n insecure = yes\n flood = off\n channels = {\"#games\"}\n}\n"
        "irc \"far\" {\n server = far.sim\n port = 6667\n tls = no\n insecure = yes\n flood = off\n channels = {\"#games\"}\n}");
    for (int net = 0; net < NETS; net++) {
        struct place *place = &places[net];
        const char *name = net == 0 ? "net" : "far";
        snprintf(place->network, sizeof place->network, "irc:%s", name);
        place->irc = sim_irc_new(&(struct sim_irc_options){.name = name,
                                                           .software = "InspIRCd-3",
                                                           .has_whox = true,
                                                           .has_monitor = true,
                                                           .has_no_limits = true,
                                                           .line = {5, 50, false, false}});
        for (int i = 0; i < PEOPLE; i++) {
            place->people[i] =
                sim_person_new(place->irc, names[i], names[i], "people.example", names[i]);
            sim_person_join(place->people[i], "#games");
        }
        sim_person_hears(place->people[GOOD], on_heard, place);
    }
    sim_start();
    sim_wait(20000);
    for (int net = 0; net < NETS; net++)
        for (int i = 0; i < PEOPLE; i++)
            sim_person_say(places[net].people[i], NULL, "!stats on");
    sim_wait(20000);
}

/* ---- what must hold ---- */

static void check_farm(const struct place *place)
{
    struct standing wolf = standing_of(place, WOLF), lamb = standing_of(place, LAMB);
    expect(wolf.is_there && lamb.is_there, place, "their games count");
    expect(wolf.shown < most_of_one_opponent && lamb.shown < most_of_one_opponent, place,
           "games with one opponent show no more than three newcomers");
}

/* Everywhere each of them stands for one network, and no game of one counts for the other. */
static void check_namesakes(struct place *near, struct place *far, struct standing before)
{
    int count = 0;
    expect(standing_of(far, WOLF).shown == before.shown, far, "a namesake changes nothing");
    ask(near, "!top heartcatchers house");
    for (const char *at = near->read; (at = strstr(at, " wolf ")) != NULL; at++)
        count++;
    expect(count == NETS, near, "each of two namesakes has a standing");
}

static void check_places(const struct place *place, bool has_honest)
{
    for (int i = 0; i < PEOPLE; i++) {
        struct standing standing = standing_of(place, i);
        expect(!standing.has_place || i >= GOOD, place,
               "who plays people that nobody else plays has no place");
        expect(standing.has_place == (has_honest && i >= GOOD), place,
               "who has met five people has a place");
    }
}

static void play_seed(uint64_t seed)
{
    struct place *near = &places[0], *far = &places[1];
    memset(places, 0, sizeof places);
    open_world(seed);
    for (int i = 0; i < FARMED_FAR; i++)
        for (int net = 0; net < NETS; net++)
            plan(&places[net], WOLF, LAMB);
    play_all();
    struct standing namesake = standing_of(far, WOLF);
    for (int i = FARMED_FAR; i < FARMED; i++)
        plan(near, WOLF, LAMB);
    play_all();
    check_farm(near);
    check_farm(far);
    check_namesakes(near, far, namesake);
    for (int net = 0; net < NETS; net++)
        for (int i = 0; i < PUPPETS; i++)
            plan(&places[net], WOLF, PUPPET + i);
    play_all();
    check_places(near, false);
    check_places(far, false);
    for (int i = 0; i < HONEST; i++)
        for (int k = i + 1; k < HONEST; k++)
            plan(near, GOOD + i, GOOD + k);
    play_all();
    check_places(near, true);
    check_places(far, false);
    printf("seed %llu: %d games on %s, %d on %s; %d faults\n%s\n", (unsigned long long)seed,
           near->played, near->network, far->played, far->network, failed, near->read);
    sim_close();
}

int main(int argc, char *argv[])
{
    uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : 10;
    uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    for (uint64_t seed = first; seed < first + count && !failed; seed++)
        play_seed(seed);
    return failed > 0;
}
