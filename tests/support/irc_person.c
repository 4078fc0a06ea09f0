/* The test's IRC client: what a person does on IRC. The bytes are the business of irc_stream.c. */
#include "irc_person.h"

#include "in_words.h"
#include <regex.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "child.h"
#include "irc_stream.h"

enum { CONNECT_MILLISECONDS = TEST_SOON_MS, QUIT_MILLISECONDS = TEST_SOON_MS, LINE_SIZE = 1024 };

struct irc_person {
    struct irc_stream *stream;
    char nick[64];
    char line[LINE_SIZE]; /* the last one received */
    char text[LINE_SIZE];
    char *transcript;
    size_t used;
    /* who has quit while somebody waited for their words, and not come back; "" for nobody */
    char gone[64];
};

static void note(struct irc_person *person, const char *arrow, const char *line)
{
    size_t more = strlen(arrow) + strlen(line) + 1;
    person->transcript = realloc(person->transcript, person->used + more + 1);
    check(person->transcript);
    person->used +=
        (size_t)snprintf(person->transcript + person->used, more + 1, "%s%s\n", arrow, line);
}

bool irc_person_send(struct irc_person *person, const char *format, ...)
{
    char line[LINE_SIZE];
    va_list args;
    va_start(args, format);
    int length = vsnprintf(line, sizeof line - 2, format, args);
    va_end(args);
    check(length >= 0 && length < LINE_SIZE - 2);
    note(person, "-> ", line);
    return irc_stream_send(person->stream, line);
}

/* Reads one line before `end`, answers it if it is a PING. */
static bool read_line(struct irc_person *person, long end)
{
    if (!irc_stream_receive(person->stream, person->line, sizeof person->line, end))
        return false;
    note(person, "<- ", person->line);
    size_t length = strlen(person->gone);
    if (length > 0 && strncmp(person->line + 1, person->gone, length) == 0 &&
        person->line[1 + length] == '!')
        person->gone[0] = '\0';
    if (strncmp(person->line, "PING ", 5) == 0)
        irc_person_send(person, "PONG %s", person->line + 5);
    return true;
}

static void compile(regex_t *regex, const char *pattern)
{
    check(regcomp(regex, in_words_as_pattern(pattern), REG_EXTENDED | REG_NOSUB) == 0);
}

const char *irc_person_expect(struct irc_person *person, const char *pattern, int milliseconds)
{
    regex_t regex;
    long end = test_now() + milliseconds;
    bool has_matched = false;
    compile(&regex, pattern);
    while (!has_matched && read_line(person, end))
        has_matched = regexec(&regex, person->line, 0, NULL, 0) == 0;
    regfree(&regex);
    return has_matched ? person->line : NULL;
}

/* A colour number has one or two digits. */
static int digits(const char *at)
{
    int count = (int)strspn(at, "0123456789");
    return count < 2 ? count : 2;
}

/* Copies `from` without format codes: bold, italic, reverse, underline, off, and colours with
   their numbers. */
static void strip_formatting(char *to, const char *from)
{
    while (*from) {
        if (*from == '\003') {
            from += 1 + digits(from + 1);
            if (*from == ',' && digits(from + 1) > 0)
                from += 1 + digits(from + 1);
        } else if (strchr("\002\035\026\037\017", *from)) {
            from++;
        } else {
            *to++ = *from++;
        }
    }
    *to = '\0';
}

/* True if the last line is a PRIVMSG from that nick to that target; its text is then in
   person->text. */
static bool is_message(struct irc_person *person, const char *from, const char *to)
{
    char start[160], middle[160];
    snprintf(start, sizeof start, ":%s!", from);
    snprintf(middle, sizeof middle, " PRIVMSG %s :", to ? to : person->nick);
    const char *found = strstr(person->line, middle);
    if (strncmp(person->line, start, strlen(start)) != 0 || !found)
        return false;
    strip_formatting(person->text, found + strlen(middle));
    return true;
}

const char *irc_person_hear(struct irc_person *person, const char *from, const char *to,
                            const char *pattern, int milliseconds)
{
    regex_t regex;
    long end = test_now() + milliseconds;
    bool has_matched = false;
    compile(&regex, pattern);
    while (!has_matched && read_line(person, end))
        has_matched =
            is_message(person, from, to) && regexec(&regex, person->text, 0, NULL, 0) == 0;
    regfree(&regex);
    return has_matched ? person->text : NULL;
}

const char *irc_person_next(struct irc_person *person, const char *from, bool *is_private,
                            const char **raw, int milliseconds)
{
    char pattern[160], target[160];
    snprintf(pattern, sizeof pattern, "^:%s![^ ]+ (PRIVMSG|QUIT) ", from);
    const char *line = irc_person_expect(person, pattern, milliseconds);
    const char *message = line ? strstr(line, " PRIVMSG ") : NULL,
               *text = message ? strstr(message, " :") : NULL;
    if (line && !text)
        snprintf(person->gone, sizeof person->gone, "%s", from);
    if (!text)
        return NULL;
    snprintf(target, sizeof target, " PRIVMSG %s :", person->nick);
    *is_private = strncmp(message, target, strlen(target)) == 0;
    *raw = line;
    strip_formatting(person->text, text + strlen(" :"));
    return person->text;
}

bool irc_person_misses(const struct irc_person *person)
{
    return person->gone[0] != '\0';
}

void irc_person_listen(struct irc_person *person, int milliseconds)
{
    long end = test_now() + milliseconds;
    while (read_line(person, end))
        ;
}

int irc_person_count(const struct irc_person *person, const char *pattern)
{
    regex_t regex;
    int found = 0;
    compile(&regex, pattern);
    char *copy = strdup(irc_person_transcript(person)), *rest = copy;
    check(copy);
    for (char *line; (line = strsep(&rest, "\n")) != NULL;)
        found += strncmp(line, "<- ", 3) == 0 && regexec(&regex, line + 3, 0, NULL, 0) == 0;
    free(copy);
    regfree(&regex);
    return found;
}

const char *irc_person_line(const struct irc_person *person)
{
    return person->line;
}

const char *irc_person_transcript(const struct irc_person *person)
{
    return person->transcript ? person->transcript : "";
}

bool irc_person_is_connected(const struct irc_person *person)
{
    return irc_stream_is_open(person->stream);
}

static bool register_nick(struct irc_person *person, const struct irc_address *address)
{
    if (address->password)
        irc_person_send(person, "PASS %s", address->password);
    irc_person_send(person, "NICK %s", person->nick);
    irc_person_send(person, "USER %s 0 * :a test", person->nick);
    const char *answer =
        irc_person_expect(person, "^ERROR |^[^ ]+ (001|4[0-9][0-9]) ", CONNECT_MILLISECONDS);
    return answer && strstr(answer, " 001 ");
}

struct irc_person *irc_person_connect(const struct irc_address *address, const char *nick,
                                      char *error, int size)
{
    struct irc_stream *stream =
        irc_stream_open(address, test_now() + CONNECT_MILLISECONDS, error, size);
    if (!stream)
        return NULL;
    struct irc_person *person = calloc(1, sizeof *person);
    check(person);
    person->stream = stream;
    snprintf(person->nick, sizeof person->nick, "%s", nick);
    if (register_nick(person, address))
        return person;
    snprintf(error, (size_t)size, "%s was not welcome: %s", nick, person->line);
    irc_person_free(person);
    return NULL;
}

void irc_person_free(struct irc_person *person)
{
    if (!person)
        return;
    irc_stream_close(person->stream);
    free(person->transcript);
    free(person);
}

void irc_person_quit(struct irc_person *person)
{
    irc_person_send(person, "QUIT :bye");
    irc_person_listen(person, QUIT_MILLISECONDS); /* ends when the server closes */
    irc_person_free(person);
}

bool irc_person_join(struct irc_person *person, const char *channel)
{
    irc_person_send(person, "JOIN %s", channel);
    return irc_person_expect(person, "^[^ ]+ 366 ", CONNECT_MILLISECONDS) != NULL;
}

bool irc_person_part(struct irc_person *person, const char *channel)
{
    char pattern[160];
    snprintf(pattern, sizeof pattern, "^:%s!.* PART ", person->nick);
    irc_person_send(person, "PART %s", channel);
    return irc_person_expect(person, pattern, CONNECT_MILLISECONDS) != NULL;
}

bool irc_person_nick(struct irc_person *person, const char *nick)
{
    char pattern[160];
    snprintf(pattern, sizeof pattern, "^:%s!.* NICK |^[^ ]+ 43[0-9] ", person->nick);
    irc_person_send(person, "NICK %s", nick);
    const char *answer = irc_person_expect(person, pattern, CONNECT_MILLISECONDS);
    if (!answer || !strstr(answer, " NICK "))
        return false;
    snprintf(person->nick, sizeof person->nick, "%s", nick);
    return true;
}

bool irc_person_say(struct irc_person *person, const char *channel, const char *text)
{
    return irc_person_send(person, "PRIVMSG %s :%s", channel, text);
}

bool irc_person_whisper(struct irc_person *person, const char *nick, const char *text)
{
    return irc_person_send(person, "PRIVMSG %s :%s", nick, text);
}
