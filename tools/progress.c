#include "progress.h"

#include <time.h>
#include <unistd.h>

#include "text.h"

enum { FIRST_MS = 1000, AGAIN_MS = 200, BAR = 20, SECOND_MS = 1000, MINUTE_S = 60 };

/* Only when the line is written and the estimate of the end hang on it. */
int64_t progress_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void progress_begin(struct progress *progress, FILE *err, int64_t now)
{
    *progress =
        (struct progress){.err = isatty(fileno(err)) ? err : NULL, .begun = now, .told = now};
}

void progress_format(long done, long all, int64_t ms, struct text *out)
{
    int64_t left = (ms * (all - done) / done + SECOND_MS - 1) / SECOND_MS;
    text_put(out, "[");
    for (int i = 0; i < BAR; i++)
        text_put(out, i < done * BAR / all ? "#" : ".");
    text_putf(out, "] %ld of %ld, about ", done, all);
    if (left < 2 * MINUTE_S)
        text_putf(out, "%d s left", (int)left);
    else if (left < 120 * MINUTE_S)
        text_putf(out, "%d min left", (int)((left + MINUTE_S / 2) / MINUTE_S));
    else
        text_putf(out, "%d h left", (int)((left + 30 * MINUTE_S) / (60 * MINUTE_S)));
}

bool progress_is_due(const struct progress *progress, int64_t now)
{
    return progress->err && now - progress->begun >= FIRST_MS && now - progress->told >= AGAIN_MS;
}

void progress_write(struct progress *progress, const char *line, int64_t now)
{
    fprintf(progress->err, "\r%s\033[K", line);
    fflush(progress->err);
    progress->told = now;
    progress->is_told = true;
}

void progress_put(struct progress *progress, long done, long all, int64_t now)
{
    char bytes[100];
    struct text line = text_over(bytes, sizeof bytes);
    if (!progress_is_due(progress, now))
        return;
    progress_format(done, all, now - progress->begun, &line);
    progress_write(progress, bytes, now);
}

void progress_end(struct progress *progress)
{
    if (!progress->is_told)
        return;
    fputs("\r\033[K", progress->err);
    fflush(progress->err);
}
