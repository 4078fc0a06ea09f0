#include "watch.h"

#include <poll.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "check.h"

enum { CTRL_C = 3, CTRL_D = 4, ESCAPE = 27, KEY_MS = 50 /* after so long a lone Escape is one */ };

/* What a key asks for. */
enum wish { WISH_NOTHING, WISH_NEXT, WISH_BACK, WISH_FIRST, WISH_LAST, WISH_QUIT };

FILE *watch_init(struct watch *watch)
{
    *watch = (struct watch){.steps = NULL};
    watch->text = open_memstream(&watch->bytes, &watch->size);
    check(watch->text);
    return watch->text;
}

void watch_end_step(struct watch *watch)
{
    if (watch->count == watch->space) {
        watch->space = watch->space ? 2 * watch->space : 64;
        watch->steps = realloc(watch->steps, (size_t)watch->space * sizeof *watch->steps);
        check(watch->steps);
    }
    check(fflush(watch->text) == 0);
    watch->steps[watch->count] = strndup(watch->bytes, (size_t)ftello(watch->text));
    check(watch->steps[watch->count++]);
    rewind(watch->text);
}

void watch_fini(struct watch *watch)
{
    for (int i = 0; i < watch->count; i++)
        free(watch->steps[i]);
    free(watch->steps);
    if (watch->text)
        fclose(watch->text);
    free(watch->bytes);
    *watch = (struct watch){.steps = NULL};
}

/* ---- keys ---- */

static int read_byte(void)
{
    unsigned char byte;
    return read(STDIN_FILENO, &byte, 1) == 1 ? byte : CTRL_D;
}

static enum wish wish_of_arrow(int byte)
{
    switch (byte) {
    case 'C':
    case 'B':
        return WISH_NEXT;
    case 'D':
    case 'A':
        return WISH_BACK;
    case 'H':
        return WISH_FIRST;
    case 'F':
        return WISH_LAST;
    default:
        return WISH_NOTHING;
    }
}

static enum wish read_wish(void)
{
    static const struct {
        const char *keys;
        enum wish wish;
    } rows[] = {{"\r\n nN", WISH_NEXT},
                {"bBpP\x7f\b", WISH_BACK},
                {"fF1<", WISH_FIRST},
                {"lLgG>", WISH_LAST},
                {"qQ", WISH_QUIT}};
    int byte = read_byte();
    if (byte == CTRL_C || byte == CTRL_D)
        return WISH_QUIT;
    struct pollfd rest = {.fd = STDIN_FILENO, .events = POLLIN};
    if (byte == ESCAPE)
        return poll(&rest, 1, KEY_MS) > 0 && read_byte() == '[' ? wish_of_arrow(read_byte())
                                                                : WISH_NOTHING;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (byte && strchr(rows[i].keys, byte))
            return rows[i].wish;
    return WISH_NOTHING;
}

static int step_after(const struct watch *watch, int step, enum wish wish)
{
    int last = watch->count - 1;
    switch (wish) {
    case WISH_NEXT:
        return step < last ? step + 1 : last;
    case WISH_BACK:
        return step > 0 ? step - 1 : 0;
    case WISH_FIRST:
        return 0;
    case WISH_LAST:
        return last;
    case WISH_NOTHING:
    case WISH_QUIT:
        break;
    }
    return step;
}

/* ---- the screen ---- */

/* A terminal that knows no sequences gets one step below the other. */
static bool has_sequences(void)
{
    const char *term = getenv("TERM");
    return term && *term && strcmp(term, "dumb") != 0;
}

static void show(const struct watch *watch, int step, FILE *out)
{
    if (has_sequences())
        fputs("\033[H\033[2J", out);
    fputs(watch->steps[step], out);
    fprintf(out, "Step %d of %d. Enter: next, b: back, f: first, l: last, q: leave.\n", step + 1,
            watch->count);
    fflush(out);
}

static void show_all(const struct watch *watch, FILE *out)
{
    for (int i = 0; i < watch->count; i++)
        fputs(watch->steps[i], out);
}

int watch_run(struct watch *watch, FILE *out)
{
    struct termios before, keys;
    if (watch->count == 0) {
        fputs("No card was dealt, so there is nothing to watch.\n", out);
        return 0;
    }
    if (!isatty(fileno(out)) || tcgetattr(STDIN_FILENO, &before) != 0) {
        show_all(watch, out);
        return 0;
    }
    keys = before;
    keys.c_lflag &= ~(tcflag_t)(ICANON | ECHO | ISIG);
    keys.c_cc[VMIN] = 1;
    keys.c_cc[VTIME] = 0;
    tcsetattr(STDIN_FILENO, TCSANOW, &keys);
    int step = 0, shown = -1;
    for (enum wish wish = WISH_NOTHING; wish != WISH_QUIT; wish = read_wish()) {
        step = step_after(watch, step, wish);
        if (step != shown)
            show(watch, step, out);
        shown = step;
    }
    tcsetattr(STDIN_FILENO, TCSANOW, &before);
    return 0;
}
