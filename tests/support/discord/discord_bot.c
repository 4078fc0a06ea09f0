/* See discord_bot.h. The token is in a file of its own beside the configuration, as an owner
   would have it. */
#include "discord_bot.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bot.h"
#include "check.h"
#include "scratch.h"
#include "standin.h"
#include "standin_child.h"
#include "testing.h"

enum { LOG_LINE = 4096, LOG_LINES = 120, LOG_WIDTH = 300 };

void discord_bot_write_token(const struct bot *bot)
{
    char *path = scratch_path(bot_folder(bot), "token");
    int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    check(fd >= 0 && dprintf(fd, "%s\n", STANDIN_TOKEN) > 0);
    close(fd);
    free(path);
}

void discord_bot_open(struct discord_bot *both, const char *const options[], const char *lines)
{
    char config[2048];
    both->folder = scratch_make();
    char *log = scratch_path(both->folder, "standin.log");
    both->discord = standin_child_new(options, log);
    free(log);
    snprintf(config, sizeof config,
             "discord \"club\" {\n token_file = \"token\"\n api = \"%s\"\n%s}\n",
             standin_child_rest_url(both->discord), lines);
    both->bot = bot_new(config);
    discord_bot_write_token(both->bot);
}

void discord_bot_close(struct discord_bot *both)
{
    bot_free(both->bot);
    standin_child_free(both->discord);
    scratch_remove(both->folder);
}

/* The end of the stand-in's log, each line as far as it says what happened. */
static void print_standin_log(const struct discord_bot *both)
{
    static char lines[LOG_LINES][LOG_WIDTH];
    char line[LOG_LINE];
    int count = 0;
    char *path = scratch_path(both->folder, "standin.log");
    FILE *log = fopen(path, "r");
    free(path);
    while (log && fgets(line, sizeof line, log))
        snprintf(lines[count++ % LOG_LINES], LOG_WIDTH, "%.*s", (int)strcspn(line, "\n"), line);
    if (log)
        fclose(log);
    for (int i = count < LOG_LINES ? 0 : count - LOG_LINES; i < count; i++)
        fprintf(stderr, "%s\n", lines[i % LOG_LINES]);
}

void discord_bot_print(const struct discord_bot *both)
{
    bot_print_log(both->bot);
    print_standin_log(both);
    fprintf(stderr, "the table: %s\n", standin_child_ask(both->discord, "table games"));
    fprintf(stderr, "ann: %s\n", standin_child_ask(both->discord, "letter ann"));
    fprintf(stderr, "bob: %s\n", standin_child_ask(both->discord, "letter bob"));
}

static void expect_no_violation(const struct discord_bot *both)
{
    char *lines = NULL;
    standin_child_ask(both->discord, "violations");
    check((lines = strdup(standin_child_said(both->discord))) != NULL);
    for (char *rest = lines, *line; (line = strsep(&rest, "\n")) != NULL;)
        if (strncmp(line, "violation:", 10) == 0 &&
            !strstr(line, "before the end of its bucket's limit"))
            fail_msg("%s", line);
    free(lines);
}

/* The token's last part is what nobody else may know. */
void discord_bot_expect_no_token(const struct bot *bot)
{
    char command[600];
    const char *secret = strrchr(STANDIN_TOKEN, '.') + 1;
    snprintf(command, sizeof command,
             "grep -srlF --exclude=token -- '%s' '%s' /proc/%d/cmdline >&2", secret,
             bot_folder(bot), (int)bot_pid(bot));
    /* NOLINTNEXTLINE(cert-env33-c): a constant, a folder of our own, a number */
    if (system(command) == 0)
        fail_msg("these hold the token");
}

void discord_bot_expect_clean(const struct discord_bot *both)
{
    expect_no_violation(both);
    discord_bot_expect_no_token(both->bot);
}
