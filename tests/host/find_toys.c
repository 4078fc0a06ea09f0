/* For tests of the host: the linker puts this in the place of game_find(), so that tables of
   toys can be opened and come back. "races" is the toy "stairs" played for the most games won;
   of "ages" the test says which versions there are. */
#include <string.h>

#include "find_toys.h"
#include "toys/toys.h"

struct found_versions ages_versions = {2, 1};

static void setup_planted(struct play *play)
{
    toy_snap.setup(play);
    play->table->shared[TABLE_SHARED - 1] = 1;
}

// NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp,readability-identifier-naming):
// the linker's names
const struct game *__wrap_game_find(const char *word);
const struct game *__real_game_find(const char *word);

const struct game *__wrap_game_find(const char *word)
{
    static const struct game *const toys[] = {
#define TOY_GAME(id) &toy_##id,
#include "toys/toys.def"
#undef TOY_GAME
    };
    static struct game races;
    if (strcmp(word, "races") == 0) {
        races = toy_stairs;
        races.id = races.name = "races";
        races.match = MATCH_WINS;
        return &races;
    }
    static struct game marathon;
    static struct option_spec chores[2];
    if (strcmp(word, "marathon") == 0) { /* a robot has thousands of moves */
        marathon = toy_stairs;
        marathon.id = marathon.name = "marathon";
        memcpy(chores, toy_stairs.options, sizeof chores);
        chores[0].most = 10000;
        marathon.options = chores;
        return &marathon;
    }
    static struct game planted;
    if (strcmp(word, "planted") == 0) { /* has a public register that nobody is shown */
        planted = toy_snap;
        planted.id = planted.name = "planted";
        planted.setup = setup_planted;
        return &planted;
    }
    static struct game ages;
    if (strcmp(word, "ages") == 0) {
        ages = toy_ages;
        ages.version = ages_versions.newest;
        ages.version_min = ages_versions.oldest;
        return &ages;
    }
    for (size_t i = 0; i < sizeof toys / sizeof *toys; i++)
        if (strcmp(toys[i]->id, word) == 0)
            return toys[i];
    return __real_game_find(word);
}
// NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp,readability-identifier-naming)
