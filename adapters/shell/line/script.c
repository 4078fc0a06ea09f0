/* See script.h. */
#include "script.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "check.h"
#include "loop.h"

enum {
    SCRIPT_BYTES = 4096,
    SETTLE_MS = 20 /* what is answered without a word is noticed so late */
};

struct script {
    struct loop *loop;
    struct script_user user;
    char bytes[SCRIPT_BYTES];
    int count;
    bool is_over; /* the last byte was read */
    bool is_heard;
    bool skips; /* skips the rest of a line that was too long */
    bool has_ended;
    struct loop_timer timer; /* runs while something waits for its answer */
};

static void drop(struct script *script, int count)
{
    script->count -= count;
    memmove(script->bytes, script->bytes + count, (size_t)script->count);
}

/* Hands over the first line once it is whole; the last line needs no line end. A line that fills
   the buffer is longer than any command: only its beginning is handed over, and is refused as
   too long. */
static bool hand_over_line(struct script *script)
{
    char line[SCRIPT_BYTES + 1];
    const char *end = memchr(script->bytes, '\n', (size_t)script->count);
    int length = end ? (int)(end - script->bytes) : script->count;
    if (!end && !(script->is_over && script->count > 0) && script->count < SCRIPT_BYTES)
        return false;
    memcpy(line, script->bytes, (size_t)length);
    line[length] = '\0';
    if (length > 0 && line[length - 1] == '\r')
        line[length - 1] = '\0';
    drop(script, length + (end != NULL));
    bool is_rest = script->skips;
    script->skips = !end;
    if (!is_rest)
        script->user.line(script->user.arg, line);
    return true;
}

static void go_on(void *arg)
{
    struct script *script = arg;
    bool settled;
    while ((settled = script->user.is_settled(script->user.arg)) && hand_over_line(script))
        ;
    if (!settled)
        loop_timer_set(&script->timer, SETTLE_MS);
    if (!script->is_over) {
        loop_rewatch(script->loop, STDIN_FILENO, script->count < SCRIPT_BYTES ? LOOP_READ : 0);
    } else if (settled && !script->has_ended) {
        script->has_ended = true;
        script->user.end(script->user.arg, script->is_heard);
    }
}

static void on_input(void *arg, int fd, unsigned events)
{
    struct script *script = arg;
    (void)events;
    ssize_t count = read(fd, script->bytes + script->count, SCRIPT_BYTES - (size_t)script->count);
    if (count < 0 && (errno == EINTR || errno == EAGAIN))
        return;
    if (count <= 0) {
        script->is_over = true;
        loop_unwatch(script->loop, fd);
    } else {
        script->count += (int)count;
        script->is_heard = true;
    }
    go_on(script);
}

void script_answered(struct script *script)
{
    if (loop_timer_is_set(&script->timer))
        loop_timer_set(&script->timer, 0);
}

bool script_is_at_end(void)
{
    struct stat about;
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    int waiting = 0;
    if (fstat(STDIN_FILENO, &about) != 0)
        return true;
    if (S_ISREG(about.st_mode))
        return lseek(STDIN_FILENO, 0, SEEK_CUR) >= about.st_size;
    if (S_ISCHR(about.st_mode))
        return about.st_rdev == makedev(1, 3); /* /dev/null */
    return poll(&input, 1, 0) == 1 &&
           (ioctl(STDIN_FILENO, FIONREAD, &waiting) != 0 || waiting == 0);
}

struct script *script_new(struct loop *loop, const struct script_user *user)
{
    struct script *script = calloc(1, sizeof *script);
    check(script);
    script->loop = loop;
    script->user = *user;
    loop_timer_init(&script->timer, loop, go_on, script);
    loop_watch(loop, STDIN_FILENO, LOOP_READ, on_input, script);
    return script;
}

void script_free(struct script *script)
{
    if (!script)
        return;
    loop_unwatch(script->loop, STDIN_FILENO);
    loop_timer_stop(&script->timer);
    free(script);
}
