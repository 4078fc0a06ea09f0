/* See terminal.h. libedit runs unbuffered: the loop says when bytes come, whole keys wait in
   `typed`, and each el_gets() reads exactly one of them. libedit's commands that would read on by
   themselves are not bound.

   What stands fixed is above a scroll region, in which libedit's line is the last, so that it needs
   to know of nothing; curses would own the whole screen, and the line with it. terminfo says
   whether a terminal has such a region. The other sequences are those that all of these have. */
#include "terminal.h"

#include <errno.h>
#include <histedit.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <termcap.h>
#include <termios.h>
#include <unistd.h>

#include "check.h"
#include "loop.h"
#include "paint.h"
#include "text.h"

/* ---- suggestions ---- */

enum { LINE = 512, WORDS = 64, WORD = 80, LIST = 8 * 1024 };

struct suggest {
    int typed; /* bytes of what was typed */
    int word;  /* where the last typed word begins */
    int count;
    char common[LINE];
    char words[WORDS][WORD];
    int word_count;
    char list[LIST];
};

struct suggest *terminal_suggest_new(const char *typed)
{
    struct suggest *suggest = calloc(1, sizeof *suggest);
    check(suggest);
    suggest->typed = (int)strlen(typed);
    const char *blank = strrchr(typed, ' ');
    suggest->word = blank ? (int)(blank - typed) + 1 : 0;
    return suggest;
}

void terminal_suggest_free(struct suggest *suggest)
{
    free(suggest);
}

static void add_word(struct suggest *suggest, const char *line)
{
    char bytes[WORD];
    struct text word = text_over(bytes, sizeof bytes);
    text_put_bytes(&word, line + suggest->word, (int)strcspn(line + suggest->word, " "));
    for (int i = 0; i < suggest->word_count; i++)
        if (strcmp(suggest->words[i], bytes) == 0)
            return;
    if (suggest->word_count < WORDS)
        memcpy(suggest->words[suggest->word_count++], bytes, sizeof bytes);
}

bool terminal_suggest_add(void *arg, const char *line)
{
    struct suggest *suggest = arg;
    if ((int)strlen(line) < suggest->typed || strlen(line) >= LINE)
        return true;
    if (suggest->count++ == 0) {
        memcpy(suggest->common, line, strlen(line) + 1);
    } else {
        int same = 0;
        while (line[same] && line[same] == suggest->common[same])
            same++;
        suggest->common[text_utf8_floor(line, same)] = '\0';
    }
    add_word(suggest, line);
    return true;
}

int terminal_suggest_count(const struct suggest *suggest)
{
    return suggest->count;
}

const char *terminal_suggest_rest(struct suggest *suggest)
{
    return (int)strlen(suggest->common) > suggest->typed ? suggest->common + suggest->typed : "";
}

const char *terminal_suggest_list(struct suggest *suggest, int columns)
{
    struct text list = text_over(suggest->list, sizeof suggest->list);
    int column = 0;
    for (int i = 0; i < suggest->word_count; i++) {
        int width = paint_width(suggest->words[i], (int)strlen(suggest->words[i]));
        bool fits = column + 2 + width < columns;
        text_put(&list, i == 0 ? "" : fits ? "  " : "\n");
        column = i > 0 && fits ? column + 2 + width : width;
        text_put(&list, suggest->words[i]);
    }
    text_put(&list, "\n");
    return suggest->list;
}

/* ---- the terminal ---- */

enum {
    TYPED_BYTES = 4096,
    LINE_BYTES = 1024,
    PROMPT_BYTES = 160,
    HISTORY_LINES = 500,
    KEY_LONGEST = 32, /* bytes; a longer sequence is not a key */
    KEY_MS = 50,      /* after so long a lone Escape, or a key whose rest was lost, is dropped */
    REST_MS = 100,    /* a screen that has not changed its size for so long is drawn again */
    SHOWN_BYTES = 16 * 1024,
    FRAME_ROWS = 24, /* of the smallest screen with a frame */
    FRAME_COLUMNS = 80,
    CTRL_D = 0x04,
    CTRL_V = 0x16,
    CTRL_X = 0x18,
    ESCAPE = 0x1b
};

struct terminal {
    struct loop *loop;
    struct terminal_user user;
    EditLine *el;
    History *past;
    char *history;
    struct termios before; /* the terminal's modes as we found them */
    char prompt[PROMPT_BYTES];
    char typed[TYPED_BYTES]; /* bytes of keys that libedit has not read yet */
    int typed_count;
    int key_left; /* bytes of the key that is being read */
    struct loop_timer key_timer, rest_timer;
    bool is_editing;         /* the prompt and the line stand on the screen */
    bool has_region;         /* what scrolls may be a part of the screen */
    char *frame;             /* lines above it; NULL if none */
    int frame_rows;          /* on the screen, with the rule below them; 0 if none */
    char shown[SHOWN_BYTES]; /* the last lines that scrolled, to draw them again */
};

static struct terminal *terminal_of(EditLine *el)
{
    void *terminal;
    el_get(el, EL_CLIENTDATA, &terminal);
    return terminal;
}

/* ---- what libedit asks for ---- */

static char *get_prompt(EditLine *el)
{
    return terminal_of(el)->prompt;
}

static void drop_typed(struct terminal *terminal, int count)
{
    terminal->typed_count -= count;
    memmove(terminal->typed, terminal->typed + count, (size_t)terminal->typed_count);
}

/* The next character of the key that is being read. -1 if it has no more. */
static int get_character(EditLine *el, wchar_t *out)
{
    struct terminal *terminal = terminal_of(el);
    unsigned scalar;
    if (terminal->key_left == 0)
        return -1;
    int size = text_utf8(terminal->typed, terminal->key_left, &scalar);
    if (size == 0) {
        size = 1;
        scalar = '?';
    }
    *out = (wchar_t)scalar;
    terminal->key_left -= size;
    drop_typed(terminal, size);
    return 1;
}

/* ---- the line on the screen ---- */

/* Takes the prompt and the line off the screen. */
static void hide(struct terminal *terminal)
{
    const LineInfo *line = el_line(terminal->el);
    int column = paint_width(terminal->prompt, (int)strlen(terminal->prompt)) +
                 paint_width(line->buffer, (int)(line->cursor - line->buffer));
    int rows = column / terminal_columns(terminal);
    if (!terminal->is_editing)
        return;
    if (rows > 0)
        printf("\033[%dA", rows);
    printf("\r\033[J");
}

static void show(struct terminal *terminal)
{
    fflush(stdout);
    if (terminal->is_editing)
        el_set(terminal->el, EL_REFRESH);
}

void terminal_keep_lines(char *kept, size_t size, const char *lines)
{
    size_t length = strlen(lines), had = strlen(kept), drop = 0;
    while (drop < had && had - drop + length >= size)
        drop += strcspn(kept + drop, "\n") + 1;
    drop = drop < had ? drop : had;
    memmove(kept, kept + drop, had - drop + 1);
    if (length < size)
        memcpy(kept + had - drop, lines, length + 1);
}

void terminal_print(struct terminal *terminal, const char *lines)
{
    hide(terminal);
    fputs(lines, stdout);
    terminal_keep_lines(terminal->shown, sizeof terminal->shown, lines);
    show(terminal);
}

void terminal_set_prompt(struct terminal *terminal, const char *prompt)
{
    hide(terminal);
    struct text text = text_over(terminal->prompt, sizeof terminal->prompt);
    text_put(&text, prompt);
    show(terminal);
}

int terminal_columns(const struct terminal *terminal)
{
    enum { USUAL = 80 };
    int columns = 0;
    struct winsize size = {0};
    if (terminal)
        el_get(terminal->el, EL_GETTC, "co", &columns, (void *)0);
    else if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0)
        columns = size.ws_col;
    return columns > 0 ? columns : USUAL;
}

/* ---- the frame ---- */

static int terminal_rows(const struct terminal *terminal)
{
    int rows = 0;
    el_get(terminal->el, EL_GETTC, "li", &rows, (void *)0);
    return rows;
}

int terminal_frame_rows(const struct terminal *terminal)
{
    int rows = terminal_rows(terminal);
    bool is_large = rows >= FRAME_ROWS && terminal_columns(terminal) >= FRAME_COLUMNS;
    return terminal->has_region && is_large ? rows * 2 / 3 - 1 : 0;
}

/* Draws the frame, a rule below it, and makes the rest of the screen scroll. The cursor stays. */
static void draw_frame(struct terminal *terminal)
{
    int row = 0, columns = terminal_columns(terminal);
    printf("\0337\033[?7l"); /* what is too long is cut */
    for (const char *line = terminal->frame; *line; line += strcspn(line, "\n") + 1)
        printf("\033[%d;1H%.*s\033[K", ++row, (int)strcspn(line, "\n"), line);
    printf("\033[%d;1H\033[K", ++row);
    for (int i = 0; i < columns; i++)
        putchar('-');
    for (int i = row; i < terminal->frame_rows; i++)
        printf("\033[%d;1H\033[K", i + 1);
    printf("\033[%d;%dr\033[?7h\0338", row + 1, terminal_rows(terminal));
    terminal->frame_rows = row;
}

/* All of the screen. */
static void draw(struct terminal *terminal)
{
    printf("\033[r\033[H\033[2J");
    terminal->frame_rows = 0;
    if (terminal->frame) {
        draw_frame(terminal);
        printf("\033[%d;1H", terminal_rows(terminal));
    }
    fputs(terminal->shown, stdout);
    show(terminal);
}

void terminal_set_frame(struct terminal *terminal, const char *lines)
{
    char *before = terminal->frame;
    if (lines && before && strcmp(before, lines) == 0)
        return;
    terminal->frame = lines ? strdup(lines) : NULL;
    check(!lines || terminal->frame);
    if (lines && before) {
        draw_frame(terminal);
        fflush(stdout);
    } else if (lines) { /* what stands there scrolls off */
        int rows = terminal_rows(terminal);
        hide(terminal);
        printf("\033[%d;1H", rows);
        for (int i = 0; i < rows; i++)
            putchar('\n');
        draw(terminal);
    } else if (before) {
        draw(terminal);
    }
    free(before);
}

void terminal_clear(struct terminal *terminal)
{
    enum { TALLEST = 100 };
    for (int i = 0; i < TALLEST && !terminal; i++)
        putchar('\n');
    if (!terminal)
        return;
    printf("\033[H\033[2J\033[3J");
    terminal->shown[0] = '\0';
    draw(terminal);
}

/* Everything scrolls again; what is on the screen stays, with the cursor. */
static void leave_frame(struct terminal *terminal)
{
    if (terminal->frame_rows > 0)
        printf("\0337\033[r\0338");
    terminal->frame_rows = 0;
    fflush(stdout);
}

/* Ctrl-L */
static unsigned char redraw(EditLine *el, int key)
{
    struct terminal *terminal = terminal_of(el);
    (void)key;
    if (!terminal->frame)
        terminal->shown[0] = '\0';
    draw(terminal);
    return CC_NORM;
}

/* Shows an empty line to edit, in raw mode. */
static void begin_editing(struct terminal *terminal)
{
    el_set(terminal->el, EL_UNBUFFERED, 1);
    terminal->is_editing = true;
}

static void end_editing(struct terminal *terminal)
{
    el_set(terminal->el, EL_UNBUFFERED, 0);
    terminal->is_editing = false;
}

/* ---- Tab ---- */

static unsigned char complete(EditLine *el, int key)
{
    struct terminal *terminal = terminal_of(el);
    const LineInfo *line = el_line(el);
    char typed[LINE_BYTES];
    struct text text = text_over(typed, sizeof typed);
    (void)key;
    text_put_bytes(&text, line->buffer, (int)(line->cursor - line->buffer));
    struct suggest *suggest = terminal_suggest_new(typed);
    terminal->user.complete(terminal->user.arg, typed, terminal_suggest_add, suggest);
    unsigned char result = CC_ERROR;
    if (*terminal_suggest_rest(suggest)) {
        result = el_insertstr(el, terminal_suggest_rest(suggest)) == 0 ? CC_REFRESH : CC_ERROR;
    } else if (terminal_suggest_count(suggest) > 1) {
        terminal_print(terminal, terminal_suggest_list(suggest, terminal_columns(terminal)));
        result = CC_NORM;
    }
    terminal_suggest_free(suggest);
    return result;
}

/* ---- keys ---- */

/* CSI: parameters and intermediates up to a final byte. */
static int sequence_length(const char *bytes, int length)
{
    for (int i = 2; i < length; i++)
        if (bytes[i] >= 0x40 && bytes[i] <= 0x7e)
            return i + 1;
    return 0;
}

static int rest_of(const char *bytes, int length)
{
    int rest = length > 1 ? terminal_key_length(bytes + 1, length - 1) : 0;
    return rest ? 1 + rest : 0;
}

static int character_length(const char *bytes, int length)
{
    unsigned char lead = (unsigned char)bytes[0];
    int wanted = lead >> 5 == 6 ? 2 : lead >> 4 == 14 ? 3 : lead >> 3 == 30 ? 4 : 1;
    if (wanted > length)
        return 0;
    int size = text_utf8(bytes, length, NULL);
    return size ? size : 1;
}

int terminal_key_length(const char *bytes, int length)
{
    if (bytes[0] == CTRL_V || bytes[0] == CTRL_X)
        return rest_of(bytes, length); /* the next key belongs to this one */
    if (bytes[0] != ESCAPE)
        return character_length(bytes, length);
    if (length > 1 && bytes[1] == '[')
        return sequence_length(bytes, length);
    if (length > 1 && bytes[1] == 'O')
        return length > 2 ? 3 : 0;
    return rest_of(bytes, length);
}

/* The line scrolls now, too. */
static void keep_typed(struct terminal *terminal, const char *line)
{
    char bytes[PROMPT_BYTES + LINE_BYTES];
    struct text text = text_over(bytes, sizeof bytes);
    text_put(&text, terminal->prompt);
    for (; *line; line++)
        text_putf(&text, "%c", (unsigned char)*line < ' ' || *line == 0x7f ? '?' : *line);
    text_put(&text, "\n");
    terminal_keep_lines(terminal->shown, sizeof terminal->shown, bytes);
}

static void take_line(struct terminal *terminal, const char *bytes, int length)
{
    char line[LINE_BYTES];
    struct text text = text_over(line, sizeof line);
    text_put_bytes(&text, bytes, length);
    end_editing(terminal);
    keep_typed(terminal, line);
    if (line[strspn(line, " \t")] != '\0') {
        HistEvent event;
        history(terminal->past, &event, H_ENTER, line);
    }
    terminal->user.line(terminal->user.arg, line);
    begin_editing(terminal);
}

static void read_key(struct terminal *terminal, int length)
{
    const LineInfo *line = el_line(terminal->el);
    if (terminal->typed[0] == CTRL_D && line->lastchar == line->buffer) {
        drop_typed(terminal, length);
        terminal->user.end(terminal->user.arg);
        return;
    }
    int count = 0;
    terminal->key_left = length;
    const char *bytes = el_gets(terminal->el, &count);
    drop_typed(terminal, terminal->key_left);
    terminal->key_left = 0;
    if (bytes && count > 0 && (bytes[count - 1] == '\n' || bytes[count - 1] == '\r'))
        take_line(terminal, bytes, count - 1);
}

static void read_keys(struct terminal *terminal)
{
    while (terminal->typed_count > 0) {
        int length = terminal_key_length(terminal->typed, terminal->typed_count);
        if (length > 0)
            read_key(terminal, length);
        else if (terminal->typed_count > KEY_LONGEST)
            drop_typed(terminal, 1);
        else
            break;
    }
    if (terminal->typed_count > 0)
        loop_timer_set(&terminal->key_timer, KEY_MS);
    else
        loop_timer_stop(&terminal->key_timer);
}

/* Drops the first byte of a key whose rest did not come. */
static void give_up_key(void *arg)
{
    struct terminal *terminal = arg;
    if (terminal->typed_count > 0)
        drop_typed(terminal, 1);
    read_keys(terminal);
}

static void on_input(void *arg, int fd, unsigned events)
{
    struct terminal *terminal = arg;
    (void)events;
    ssize_t count = read(fd, terminal->typed + terminal->typed_count,
                         sizeof terminal->typed - (size_t)terminal->typed_count);
    if (count < 0 && (errno == EINTR || errno == EAGAIN))
        return;
    if (count <= 0) {
        loop_unwatch(terminal->loop, fd);
        terminal->user.end(terminal->user.arg);
        return;
    }
    terminal->typed_count += (int)count;
    read_keys(terminal);
}

/* ---- signals ---- */

static void on_resize(void *arg, int signo)
{
    struct terminal *terminal = arg;
    (void)signo;
    el_resize(terminal->el);
    loop_timer_set(&terminal->rest_timer, REST_MS);
}

/* The screen keeps its new size: the frame is made for it. */
static void on_rest(void *arg)
{
    struct terminal *terminal = arg;
    bool had_frame = terminal->frame != NULL;
    terminal->user.resized(terminal->user.arg);
    if (had_frame && terminal->frame)
        draw(terminal);
}

/* Ctrl-Z: gives the terminal back while we sleep, and shows our line again afterwards. */
static void on_suspend(void *arg, int signo)
{
    struct terminal *terminal = arg;
    (void)signo;
    hide(terminal);
    leave_frame(terminal);
    el_set(terminal->el, EL_PREP_TERM, 0);
    tcsetattr(STDIN_FILENO, TCSADRAIN, &terminal->before);
    kill(getpid(), SIGSTOP);
    el_set(terminal->el, EL_PREP_TERM, 1);
    if (terminal->frame) {
        el_resize(terminal->el);
        draw(terminal);
        return;
    }
    printf("\r\033[J"); /* the terminal has echoed what was typed meanwhile */
    show(terminal);
}

/* ---- a crash ---- */

/* What ends the process at once: the terminal is given back before, as far as that goes. */
static struct {
    int signo;
    struct sigaction found;
} crashes[] = {{.signo = SIGSEGV}, {.signo = SIGBUS},  {.signo = SIGFPE},
               {.signo = SIGILL},  {.signo = SIGABRT}, {.signo = SIGQUIT}};

enum { CRASHES = sizeof crashes / sizeof *crashes };

static struct termios modes_found; /* for a handler, which has no argument */

static void on_crash(int signo)
{
    static const char back[] = "\033[?7h\033[r\033[999;1H\033[J";
    ssize_t count = write(STDOUT_FILENO, back, sizeof back - 1);
    (void)count;
    tcsetattr(STDIN_FILENO, TCSANOW, &modes_found);
    for (int i = 0; i < CRASHES; i++)
        if (crashes[i].signo == signo)
            sigaction(signo, &crashes[i].found, NULL);
    raise(signo); /* comes when we return */
}

static void mind_crashes(struct terminal *terminal)
{
    struct sigaction action = {.sa_handler = on_crash};
    modes_found = terminal->before;
    for (int i = 0; i < CRASHES; i++)
        sigaction(crashes[i].signo, &action, &crashes[i].found);
}

/* ---- life ---- */

/* Unbinds commands that read keys by themselves: they would block the loop. */
static void bind_keys(EditLine *el)
{
    el_set(el, EL_EDITOR, "emacs");
    /* el_set() would leak the texts */
    el_wset(el, EL_ADDFN, L"complete", L"complete a word", complete);
    el_wset(el, EL_ADDFN, L"redraw", L"draw the screen again", redraw);
    el_set(el, EL_BIND, "^I", "complete", (void *)0);
    el_set(el, EL_BIND, "^L", "redraw", (void *)0);
    el_set(el, EL_BIND, "^R", "ed-search-prev-history", (void *)0);
    el_set(el, EL_BIND, "^S", "ed-search-next-history", (void *)0);
    el_set(el, EL_BIND, "\\ex", "ed-unassigned", (void *)0);
    el_set(el, EL_BIND, "\\eX", "ed-unassigned", (void *)0);
}

static void open_history(struct terminal *terminal, const char *file)
{
    HistEvent event;
    terminal->past = history_init();
    check(terminal->past);
    history(terminal->past, &event, H_SETSIZE, HISTORY_LINES);
    history(terminal->past, &event, H_SETUNIQUE, 1);
    el_set(terminal->el, EL_HIST, history, terminal->past);
    if (!file)
        return;
    terminal->history = strdup(file);
    check(terminal->history);
    history(terminal->past, &event, H_LOAD, file); /* the file is missing the first time */
}

struct terminal *terminal_new(struct loop *loop, const struct terminal_user *user,
                              const char *prompt, const char *history_file)
{
    struct terminal *terminal = calloc(1, sizeof *terminal);
    check(terminal);
    terminal->loop = loop;
    terminal->user = *user;
    setlocale(LC_CTYPE, "C.UTF-8"); /* libedit counts characters by it */
    tcgetattr(STDIN_FILENO, &terminal->before);
    terminal->el = el_init("tabletalk", stdin, stdout, stderr);
    check(terminal->el);
    el_set(terminal->el, EL_CLIENTDATA, terminal);
    el_set(terminal->el, EL_SIGNAL, 0);
    el_set(terminal->el, EL_PROMPT, get_prompt);
    el_set(terminal->el, EL_GETCFN, get_character);
    /* Between two lines libedit leaves its raw mode for a moment. Nothing may be echoed in it. */
    el_set(terminal->el, EL_SETTY, "-x", "-echo", "-icanon", (void *)0);
    bind_keys(terminal->el);
    const char *region = tgetstr("cs", NULL); /* of the terminal that libedit has looked up */
    terminal->has_region = region && strcmp(tgoto(region, 23, 0), "\033[1;24r") == 0;
    mind_crashes(terminal);
    open_history(terminal, history_file);
    loop_timer_init(&terminal->key_timer, loop, give_up_key, terminal);
    loop_timer_init(&terminal->rest_timer, loop, on_rest, terminal);
    loop_watch(loop, STDIN_FILENO, LOOP_READ, on_input, terminal);
    loop_on_signal(loop, SIGWINCH, on_resize, terminal);
    loop_on_signal(loop, SIGTSTP, on_suspend, terminal);
    terminal_set_prompt(terminal, prompt);
    begin_editing(terminal);
    return terminal;
}

void terminal_free(struct terminal *terminal)
{
    HistEvent event;
    if (!terminal)
        return;
    loop_unwatch(terminal->loop, STDIN_FILENO);
    loop_timer_stop(&terminal->key_timer);
    loop_timer_stop(&terminal->rest_timer);
    hide(terminal);
    leave_frame(terminal);
    if (terminal->is_editing)
        end_editing(terminal);
    if (terminal->history)
        history(terminal->past, &event, H_SAVE, terminal->history);
    history_end(terminal->past);
    el_end(terminal->el);
    tcsetattr(STDIN_FILENO, TCSADRAIN, &terminal->before);
    for (int i = 0; i < CRASHES; i++)
        sigaction(crashes[i].signo, &crashes[i].found, NULL);
    free(terminal->frame);
    free(terminal->history);
    free(terminal);
}

/* ---- a script ---- */

enum {
    SCRIPT_BYTES = 4096,
    SETTLE_MS = 20 /* what is answered without a word is noticed so late */
};

struct script {
    struct loop *loop;
    struct script_user user;
    char bytes[SCRIPT_BYTES];
    int count;
    bool is_over;
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

static void on_script_input(void *arg, int fd, unsigned events)
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

void terminal_script_answered(struct script *script)
{
    if (loop_timer_is_set(&script->timer))
        loop_timer_set(&script->timer, 0);
}

bool terminal_script_is_at_end(void)
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

struct script *terminal_script_new(struct loop *loop, const struct script_user *user)
{
    struct script *script = calloc(1, sizeof *script);
    check(script);
    script->loop = loop;
    script->user = *user;
    loop_timer_init(&script->timer, loop, go_on, script);
    loop_watch(loop, STDIN_FILENO, LOOP_READ, on_script_input, script);
    return script;
}

void terminal_script_free(struct script *script)
{
    if (!script)
        return;
    loop_unwatch(script->loop, STDIN_FILENO);
    loop_timer_stop(&script->timer);
    free(script);
}
