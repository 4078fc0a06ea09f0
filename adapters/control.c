/* See control.h. An answer is lines that begin with ' ' (for standard output), '!' (for standard
   error) or '=' (the end, with the exit status). */
#include "control.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "check.h"
#include "log.h"
#include "loop.h"
#include "machine.h"
#include "text.h"

static const char socket_name[] = "tabletalk.sock";

struct control_call {
    struct control *control;
    struct control_call *next;
    int fd; /* -1 if the client is gone */
    bool is_heard, has_ended;
    char *order; /* the bytes of the order so far */
    size_t order_used;
    char *out; /* bytes that the client has not taken yet */
    size_t out_used, out_size;
    struct loop_timer patience;
    void (*on_empty)(void *arg);
    void *empty_arg;
    struct loop_timer empty;
};

struct control {
    struct loop *loop;
    char *folder;
    int fd;
    control_hear *hear;
    void *arg;
    struct control_call *calls;
    int clients;         /* calls whose client is still there */
    int64_t quiet_until; /* until then the log names no refused stranger */
};

/* ---- addresses ---- */

/* A path may be longer than an address can hold, so the address names the folder by our
   descriptor. */
static bool address_in(const char *folder, struct sockaddr_un *address, int *folder_fd)
{
    *folder_fd = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
    *address = (struct sockaddr_un){.sun_family = AF_UNIX};
    snprintf(address->sun_path, sizeof address->sun_path, "/proc/self/fd/%d/%s", *folder_fd,
             socket_name);
    return *folder_fd >= 0;
}

static int listen_in(const char *folder)
{
    struct sockaddr_un address;
    int folder_fd, fd = -1;
    struct stat about;
    if (!address_in(folder, &address, &folder_fd))
        return -1;
    if (fstatat(folder_fd, socket_name, &about, AT_SYMLINK_NOFOLLOW) == 0 &&
        S_ISSOCK(about.st_mode))
        unlinkat(folder_fd, socket_name, 0);
    mode_t before = umask(0177);
    fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    bool done = fd >= 0 && bind(fd, (const struct sockaddr *)&address, sizeof address) == 0 &&
                listen(fd, CONTROL_CLIENTS) == 0;
    int reason = errno;
    umask(before);
    if (!done && fd >= 0)
        close(fd);
    close(folder_fd);
    errno = reason;
    return done ? fd : -1;
}

static const char refusal[] = "!Only the user that tabletalk runs as, and root, may ask it.\n=1\n";

/* The socket's mode keeps strangers out, unless somebody changed it or the system ignores it. A
   stranger gets one sentence, and the log at most a line a minute. */
static bool is_one_of_us(struct control *control, int fd)
{
    struct ucred peer = {.uid = (uid_t)-1};
    socklen_t size = sizeof peer;
    if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 &&
        (peer.uid == geteuid() || peer.uid == 0))
        return true;
    char number[24];
    int64_t now = loop_now(control->loop);
    snprintf(number, sizeof number, "%lu", (unsigned long)peer.uid);
    if (now >= control->quiet_until)
        log_event(LOG_WARN, "control-refused", "user", number, "why", "it is another user",
                  (char *)0);
    control->quiet_until =
        now >= control->quiet_until ? now + CONTROL_QUIET_MS : control->quiet_until;
    (void)!send(fd, refusal, sizeof refusal - 1, MSG_NOSIGNAL);
    return false;
}

/* ---- one client ---- */

static void on_client(void *arg, int fd, unsigned events);

/* The oldest client who has not said its order, else the oldest who does not take its answer.
   NULL if an answer is being made for each. */
static struct control_call *find_idle(const struct control *control)
{
    struct control_call *silent = NULL, *slow = NULL; /* the list begins with the newest */
    for (struct control_call *call = control->calls; call; call = call->next) {
        silent = call->fd >= 0 && !call->is_heard ? call : silent;
        slow = call->fd >= 0 && call->out_used > 0 ? call : slow;
    }
    return silent ? silent : slow;
}

/* Others wait in the kernel only while CONTROL_CLIENTS orders are being carried out. */
static void watch_listener(const struct control *control)
{
    bool has_place = control->clients < CONTROL_CLIENTS || find_idle(control);
    loop_rewatch(control->loop, control->fd, has_place ? LOOP_READ : 0);
}

static void hang_up(struct control_call *call)
{
    if (call->fd < 0)
        return;
    loop_timer_stop(&call->patience);
    loop_unwatch(call->control->loop, call->fd);
    close(call->fd);
    call->fd = -1;
    call->out_used = 0;
    call->control->clients--;
    watch_listener(call->control);
    if (call->on_empty)
        loop_timer_set(&call->empty, 0);
}

static void drop_call(struct control_call *call)
{
    hang_up(call);
    loop_timer_stop(&call->empty);
    free(call->order);
    free(call->out);
    free(call);
}

static void free_call(struct control_call *call)
{
    struct control_call **link = &call->control->calls;
    for (; *link != call; link = &(*link)->next)
        check(*link);
    *link = call->next;
    drop_call(call);
}

/* Ends a call whose client is gone: frees it, unless an answer is still being made. */
static void let_go(struct control_call *call)
{
    hang_up(call);
    if (call->has_ended || !call->is_heard)
        free_call(call);
}

static void on_impatience(void *arg)
{
    let_go(arg);
}

static void on_empty(void *arg)
{
    struct control_call *call = arg;
    void (*fn)(void *) = call->on_empty;
    call->on_empty = NULL;
    if (fn)
        fn(call->empty_arg);
}

static void send_out(struct control_call *call)
{
    ssize_t sent = send(call->fd, call->out, call->out_used, MSG_NOSIGNAL);
    if (sent < 0 && errno != EAGAIN && errno != EINTR) {
        let_go(call);
        return;
    }
    if (sent > 0) {
        call->out_used -= (size_t)sent;
        memmove(call->out, call->out + sent, call->out_used);
        loop_timer_set(&call->patience, CONTROL_READ_MS);
    }
    loop_rewatch(call->control->loop, call->fd, call->out_used ? LOOP_WRITE : LOOP_READ);
    if (call->out_used)
        return;
    loop_timer_stop(&call->patience);
    if (call->has_ended)
        let_go(call);
    else if (call->on_empty)
        loop_timer_set(&call->empty, 0);
}

static void read_order(struct control_call *call)
{
    ssize_t got =
        recv(call->fd, call->order + call->order_used, CONTROL_ORDER - call->order_used, 0);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (got <= 0 || call->is_heard) { /* the client left, or said more than one line */
        let_go(call);
        return;
    }
    call->order_used += (size_t)got;
    char *end = memchr(call->order, '\n', call->order_used);
    if (!end && call->order_used < CONTROL_ORDER)
        return;
    call->is_heard = true;
    loop_timer_stop(&call->patience);
    watch_listener(call->control);
    if (end) {
        *end = '\0';
        call->control->hear(call->control->arg, call, call->order);
    } else {
        control_put(call, true, "This order is too long.");
        control_end(call, 2);
    }
}

static void on_client(void *arg, int fd, unsigned events)
{
    struct control_call *call = arg;
    (void)fd;
    if (events & LOOP_WRITE)
        send_out(call);
    else
        read_order(call);
}

static void on_connection(void *arg, int fd, unsigned events)
{
    struct control *control = arg;
    int client = accept4(fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    (void)events;
    if (client < 0)
        return;
    if (!is_one_of_us(control, client)) {
        close(client);
        return;
    }
    struct control_call *idle = control->clients < CONTROL_CLIENTS ? NULL : find_idle(control);
    if (idle)
        let_go(idle);
    struct control_call *call = calloc(1, sizeof *call);
    check(call);
    *call = (struct control_call){.control = control, .next = control->calls, .fd = client};
    call->order = malloc(CONTROL_ORDER);
    check(call->order);
    control->calls = call;
    control->clients++;
    loop_timer_init(&call->patience, control->loop, on_impatience, call);
    loop_timer_init(&call->empty, control->loop, on_empty, call);
    loop_timer_set(&call->patience, CONTROL_ASK_MS);
    loop_watch(control->loop, client, LOOP_READ, on_client, call);
    watch_listener(control);
}

/* ---- answering ---- */

static void put_bytes(struct control_call *call, const char *bytes, size_t length)
{
    while (call->out_used + length > call->out_size) {
        call->out_size = call->out_size ? 2 * call->out_size : 4096;
        call->out = realloc(call->out, call->out_size);
        check(call->out);
    }
    memcpy(call->out + call->out_used, bytes, length);
    call->out_used += length;
}

static void put_marked(struct control_call *call, char mark, const char *line)
{
    if (call->fd < 0)
        return;
    bool is_first = call->out_used == 0;
    if (is_first) {
        loop_rewatch(call->control->loop, call->fd, LOOP_WRITE);
        loop_timer_set(&call->patience, CONTROL_READ_MS);
    }
    put_bytes(call, &mark, 1);
    put_bytes(call, line, strcspn(line, "\n"));
    put_bytes(call, "\n", 1);
    if (is_first)
        watch_listener(call->control); /* a client that does not take it makes room for others */
}

void control_put(struct control_call *call, bool is_error, const char *line)
{
    put_marked(call, is_error ? '!' : ' ', line);
}

void control_end(struct control_call *call, int status)
{
    char number[16];
    snprintf(number, sizeof number, "%d", status);
    put_marked(call, '=', number);
    call->has_ended = true;
    call->on_empty = NULL;
    if (call->fd < 0)
        free_call(call);
}

void control_when_empty(struct control_call *call, void (*fn)(void *arg), void *arg)
{
    call->on_empty = fn;
    call->empty_arg = arg;
    if (call->out_used == 0)
        loop_timer_set(&call->empty, 0);
}

bool control_is_gone(const struct control_call *call)
{
    return call->fd < 0;
}

/* ---- life ---- */

struct control *control_new(struct loop *loop, const char *folder, control_hear *hear, void *arg,
                            struct text *why)
{
    int fd = listen_in(folder);
    if (fd < 0) {
        text_putf(why, "%s/%s cannot be made, so tabletalk status and its like will not work: %s",
                  folder, socket_name, strerror(errno));
        return NULL;
    }
    struct control *control = calloc(1, sizeof *control);
    check(control);
    *control = (struct control){
        .loop = loop, .folder = strdup(folder), .fd = fd, .hear = hear, .arg = arg};
    check(control->folder);
    loop_watch(loop, fd, LOOP_READ, on_connection, control);
    return control;
}

void control_free(struct control *control)
{
    if (!control)
        return;
    for (struct control_call *call = control->calls, *next; call; call = next) {
        next = call->next;
        drop_call(call);
    }
    loop_unwatch(control->loop, control->fd);
    close(control->fd);
    int folder_fd = open(control->folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (folder_fd >= 0) {
        unlinkat(folder_fd, socket_name, 0);
        close(folder_fd);
    }
    free(control->folder);
    free(control);
}

/* ---- the client's side ---- */

static int connect_to(const char *folder)
{
    struct sockaddr_un address;
    int folder_fd, fd;
    if (!address_in(folder, &address, &folder_fd))
        return -1;
    fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    bool done = fd >= 0 && connect(fd, (const struct sockaddr *)&address, sizeof address) == 0;
    int reason = errno;
    if (!done && fd >= 0)
        close(fd);
    close(folder_fd);
    errno = reason;
    return done ? fd : -1;
}

static bool send_order(int fd, const char *order)
{
    char *line = NULL;
    bool done = true;
    check(asprintf(&line, "%s\n", order) > 0);
    for (size_t at = 0, length = strlen(line); done && at < length;) {
        ssize_t sent = send(fd, line + at, length - at, MSG_NOSIGNAL);
        done = sent > 0;
        at += done ? (size_t)sent : 0;
    }
    free(line);
    return done;
}

static int copy_answer(FILE *answer, FILE *out, FILE *err)
{
    char *line = NULL;
    size_t size = 0;
    int status = 1;
    bool has_ended = false;
    while (!has_ended && getline(&line, &size, answer) > 0) {
        has_ended = line[0] == '=';
        if (has_ended)
            status = (int)strtol(line + 1, NULL, 10);
        else
            fprintf(line[0] == '!' ? err : out, "%s%s", line[0] == '!' ? "tabletalk: " : "",
                    line + 1);
    }
    if (!has_ended)
        fputs("tabletalk: the running tabletalk ended before it had answered\n", err);
    free(line);
    return status;
}

static void say_closed(const char *folder, int reason, FILE *err)
{
    struct stat about;
    char owner[USER_NAME_BYTES];
    if (reason != EACCES || stat(folder, &about) != 0) {
        fprintf(err, "tabletalk: the running tabletalk cannot be asked: %s\n", strerror(reason));
        return;
    }
    machine_user_name(about.st_uid, owner);
    fprintf(
        err,
        "tabletalk: The data folder %s belongs to the user %s. Only that user and root may ask the tabletalk that runs "
        "there; try it again by runuser -u.\n",
        folder, owner);
}

int control_ask(const char *folder, const char *order, FILE *out, FILE *err)
{
    int fd = connect_to(folder);
    if (fd < 0 && (errno == ENOENT || errno == ECONNREFUSED || errno == ENOTDIR))
        return CONTROL_NOBODY;
    if (fd < 0) {
        say_closed(folder, errno, err);
        return 1;
    }
    (void)send_order(fd, order); /* fails if a refusal came first; the answer then tells it */
    FILE *answer = fdopen(fd, "r");
    check(answer);
    int status = copy_answer(answer, out, err);
    fclose(answer);
    return status;
}
