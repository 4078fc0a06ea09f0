/* See setup.h. First what is asked, then the section that is made of it. */
#include "setup.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "adapter.h"
#include "check.h"
#include "cli.h"
#include "config.h"
#include "text.h"

static const char new_file[] = "bot.conf";

struct setup {
    const struct network_kind *kind;
    const char *title;
    const char *given[NETWORK_QUESTIONS]; /* by arguments; NULL: not */
    char *answers[NETWORK_QUESTIONS];     /* on the heap; NULL until they are there */
    const char *path;                     /* of the configuration */
    bool is_new;                          /* it is to be made */
    char *secret;                         /* the file that was made for one; NULL: none */
    FILE *out, *err;
};

/* ---- asking ---- */

static struct termios terminal; /* as it was */

/* Ctrl-C amid a password leaves a terminal that shows what is typed. */
static void on_interrupt(int number)
{
    tcsetattr(STDIN_FILENO, TCSANOW, &terminal);
    signal(number, SIG_DFL);
    raise(number);
}

/* Turns the terminal's echo off or on. */
static void show_typing(bool is_shown)
{
    struct termios silent;
    if (!is_shown && tcgetattr(STDIN_FILENO, &terminal) != 0)
        return;
    silent = terminal;
    silent.c_lflag &= ~(tcflag_t)ECHO;
    signal(SIGINT, is_shown ? SIG_DFL : on_interrupt);
    tcsetattr(STDIN_FILENO, TCSAFLUSH, is_shown ? &terminal : &silent);
}

/* A line, on the heap, without blanks around it. NULL: nobody answers any more. */
static char *ask(const struct setup *setup, const char *asked, const char *usual, bool is_secret)
{
    char *line = NULL;
    size_t size = 0;
    fprintf(setup->out, usual && *usual ? "%s [%s]: " : "%s: ", asked, usual);
    fflush(setup->out);
    if (is_secret)
        show_typing(false);
    ssize_t length = getline(&line, &size, stdin);
    if (is_secret) {
        show_typing(true);
        fputc('\n', setup->out);
    }
    if (length < 0) {
        free(line);
        return NULL;
    }
    while (length > 0 && strchr(" \t\r\n", line[length - 1]))
        line[--length] = '\0';
    const char *from = line + strspn(line, " \t");
    char *answer = strdup(*from || !usual ? from : usual);
    check(answer);
    free(line);
    return answer;
}

/* What was typed goes into a file beside the configuration that only its owner can read; its name
   takes the place of what was typed. */
static bool keep_secret(struct setup *setup, const char *option, char **answer)
{
    const char *slash = strrchr(setup->path, '/');
    char *name = NULL, *path = NULL;
    int length = (int)strlen(option) - (int)strlen("_file");
    check(asprintf(&name, "%s.%.*s", setup->title, length, option) >= 0);
    check(asprintf(&path, "%.*s%s", slash ? (int)(slash + 1 - setup->path) : 0, setup->path,
                   name) >= 0);
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    bool is_kept = fd >= 0 && dprintf(fd, "%s\n", *answer) > 0;
    if (!is_kept)
        fprintf(setup->err, "tabletalk: %s cannot be written: %s\n", path, strerror(errno));
    if (fd >= 0)
        close(fd);
    explicit_bzero(*answer, strlen(*answer));
    free(*answer);
    *answer = name;
    setup->secret = fd >= 0 ? path : NULL; /* else it is somebody else's */
    if (fd < 0)
        free(path);
    return is_kept;
}

static bool is_answered(const struct setup *setup, const char *option)
{
    const struct network_question *questions = setup->kind->admin->questions;
    for (int i = 0; option && questions[i].option; i++)
        if (strcmp(questions[i].option, option) == 0)
            return setup->answers[i] && *setup->answers[i];
    return true;
}

static bool answer_one(struct setup *setup, int i, bool is_asked)
{
    const struct network_question *question = &setup->kind->admin->questions[i];
    const char *given = setup->given[i], *usual = question->usual;
    bool is_secret = question->kind == NETWORK_SECRET;
    bool is_idle = !is_answered(setup, question->only_with) ||
                   (question->kind == NETWORK_TOP && !setup->is_new);
    if (given && is_idle) {
        fprintf(setup->err, "tabletalk: %s has no place here: %s\n", question->argument,
                question->kind == NETWORK_TOP ? "the file says it at its top"
                                              : "it goes with what is not given");
        return false;
    }
    given = is_idle ? "" : given;
    if (!given && usual && (!is_asked || question->kind == NETWORK_SELDOM))
        given = usual;
    if (given)
        check((setup->answers[i] = strdup(given)) != NULL);
    while (!setup->answers[i] || (!*setup->answers[i] && !usual && !given)) {
        free(setup->answers[i]);
        setup->answers[i] = ask(setup, question->asked, usual, is_secret);
        if (!setup->answers[i]) {
            fprintf(setup->err, "tabletalk: %s %s is needed: %s\n", question->argument,
                    question->value, question->asked);
            return false;
        }
    }
    return !is_secret || given || !*setup->answers[i] ||
           keep_secret(setup, question->option, &setup->answers[i]);
}

/* ---- the section ---- */

static void put_quoted(FILE *out, const char *from, size_t length)
{
    fputc('"', out);
    for (size_t i = 0; i < length; i++)
        fprintf(out, from[i] == '"' || from[i] == '\\' ? "\\%c" : "%c", from[i]);
    fputc('"', out);
}

static void put_list(FILE *out, const char *answer)
{
    fputc('{', out);
    for (const char *p = answer + strspn(answer, ", "), *from = p; *p; p += strspn(p, ", ")) {
        size_t length = strcspn(p, ",");
        fputs(p > from ? ", " : "", out);
        put_quoted(out, p, length);
        p += length;
    }
    fputc('}', out);
}

static void put_options(FILE *out, const struct setup *setup, bool is_top)
{
    for (int i = 0; setup->answers[i]; i++) {
        const struct network_question *question = &setup->kind->admin->questions[i];
        if (!*setup->answers[i] || (question->kind == NETWORK_TOP) != is_top)
            continue;
        fprintf(out, is_top ? "%s = " : "    %s = ", question->option);
        if (question->kind == NETWORK_LIST)
            put_list(out, setup->answers[i]);
        else
            put_quoted(out, setup->answers[i], strlen(setup->answers[i]));
        fputc('\n', out);
    }
}

/* On the heap. */
static char *section_of(const struct setup *setup)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    check(out);
    put_options(out, setup, true);
    fprintf(out, "\n%s ", setup->kind->name);
    put_quoted(out, setup->title, strlen(setup->title));
    fputs(" {\n", out);
    put_options(out, setup, false);
    fputs("}\n", out);
    check(fclose(out) == 0);
    return text;
}

/* What is in the file, and then the section; on the heap. NULL if the file cannot be read. */
static char *file_with(const struct setup *setup, const char *section)
{
    char *text = NULL;
    size_t size;
    FILE *in = setup->is_new ? NULL : fopen(setup->path, "re"), *out = open_memstream(&text, &size);
    check(out);
    for (int byte; in && (byte = getc(in)) != EOF;)
        putc(byte, out);
    fputs(section, out);
    check(fclose(out) == 0);
    if (in)
        fclose(in);
    if (in || setup->is_new)
        return text;
    free(text);
    return NULL;
}

static bool add_section(const struct setup *setup, const char *section)
{
    int how = setup->is_new ? O_CREAT | O_EXCL : O_APPEND;
    int fd = open(setup->path, O_WRONLY | O_CLOEXEC | how, 0600);
    size_t length = strlen(section);
    bool is_added = fd >= 0 && write(fd, section, length) == (ssize_t)length && fsync(fd) == 0;
    if (!is_added)
        fprintf(setup->err, "tabletalk: %s cannot be written: %s\n", setup->path, strerror(errno));
    if (fd >= 0)
        close(fd);
    return is_added;
}

/* Tries the section as a part of the whole file, and adds it if it works. */
static int try_section(struct setup *setup, const char *section)
{
    struct config config;
    char *whole = file_with(setup, section), *bytes = malloc(CONFIG_PROBLEMS_SIZE);
    check(bytes);
    struct text problems = text_over(bytes, CONFIG_PROBLEMS_SIZE);
    int status = CLI_USAGE;
    if (!whole) {
        fprintf(setup->err, "tabletalk: %s cannot be read: %s\n", setup->path, strerror(errno));
    } else if (config_read_text(setup->path, whole, &config, &problems) != 0) {
        fputs(bytes, setup->err);
    } else {
        status = setup->kind->admin->inspect(&config, setup->title, setup->out, setup->err);
        config_fini(&config);
    }
    free(bytes);
    free(whole);
    if (status == EXIT_SUCCESS && add_section(setup, section)) {
        fprintf(setup->out,
                "\nThe section is in %s now. To start the bot:\n  tabletalk --config %s\n",
                setup->path, setup->path);
        return EXIT_SUCCESS;
    }
    fprintf(setup->out, "\nNothing was written. The section would have been:\n%s", section);
    return status == EXIT_SUCCESS ? EXIT_FAILURE : status;
}

static int add_network(struct setup *setup, bool is_asked)
{
    const struct network_question *questions = setup->kind->admin->questions;
    bool is_complete = true;
    for (int i = 0; is_complete && questions[i].option; i++)
        is_complete = answer_one(setup, i, is_asked);
    char *section = is_complete ? section_of(setup) : NULL;
    int status = section ? try_section(setup, section) : CLI_USAGE;
    if (setup->secret && status != EXIT_SUCCESS)
        unlink(setup->secret);
    for (int i = 0; i < NETWORK_QUESTIONS; i++)
        free(setup->answers[i]);
    free(section);
    free(setup->secret);
    return status;
}

/* ---- which of both ---- */

static bool has_network(const struct network_kind *kind, const struct config *config,
                        const char *title)
{
    for (int i = 0; i < kind->count(config); i++)
        if (!title || strcmp(kind->title(config, i), title) == 0)
            return true;
    return false;
}

int setup_network(const struct network_kind *kind, const struct argument *arguments, int argc,
                  char *const argv[], const struct config *config, FILE *out, FILE *err)
{
    struct setup setup = {.kind = kind, .out = out, .err = err};
    const char *title = NULL;
    char usage[80];
    bool is_given = false;
    setup.path = config->title ? config->title : new_file;
    setup.is_new = !config->title;
    snprintf(usage, sizeof usage, "[--config FILE] %s setup [TITLE] [OPTION]...", kind->name);
    int status =
        cli_read_arguments(argc - 1, argv + 1, arguments, usage, setup.given, &title, out, err);
    for (int i = 0; i < NETWORK_QUESTIONS; i++)
        is_given |= setup.given[i] != NULL;
    if (status != CLI_GO_ON)
        return status;
    if (!is_given && has_network(kind, config, NULL))
        return kind->admin->inspect(config, title, out, err);
    setup.title = title ? title : kind->admin->title;
    if (setup.is_new && access(setup.path, F_OK) == 0) {
        fprintf(err,
                "tabletalk: %s is there already; to add to it: tabletalk --config %s %s setup\n",
                setup.path, setup.path, kind->name);
        return CLI_USAGE;
    }
    if (has_network(kind, config, setup.title)) {
        fprintf(err, "tabletalk: there is %s \"%s\" already; give the new one another title\n",
                kind->name, setup.title);
        return CLI_USAGE;
    }
    return add_network(&setup, !is_given);
}
