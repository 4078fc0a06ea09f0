/* The generic suite over the toy games: the kit carries what the real games will need. */
#include "generic.h"
#include "long.h"
#include "toys/toys.h"

int main(void)
{
    static const struct game *const toys[] = {
#define TOY_GAME(id) &toy_##id,
#include "toys/toys.def"
#undef TOY_GAME
    };
    return generic_run("toys", toys, sizeof toys / sizeof *toys, is_long() ? 40 : 8);
}
