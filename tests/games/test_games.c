/* The generic suite over every game of games.def. */
#include "game.h"
#include "generic.h"

int main(void)
{
    return generic_run("games", games, game_count, 2000);
}
