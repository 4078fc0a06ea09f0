/* One function for each kind of token; scan_next looks at the first byte and calls one. */
#include "scan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

enum { VARIABLE_SIZE = 64 }; /* of an environment variable's name, with its NUL */

#define LETTERS       "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_"
#define DIGITS        "0123456789"
#define BETWEEN_NAMES " \t\r\n,{}"              /* what ends a name that stands without quotes */
#define WORD_BYTES    LETTERS DIGITS ".:/@%~^-" /* of a value without quotes */

static const char *rest(const struct scan *scan)
{
    return scan->bytes + scan->at;
}

static void skip_long_comment(struct scan *scan)
{
    const char *end = strstr(rest(scan) + 2, "*/");
    int stop = end ? (int)(end + 2 - scan->bytes) : (int)strlen(scan->bytes);
    if (!end)
        problem_add(scan->problems, scan->line, "this comment is never closed: */ is missing");
    for (; scan->at < stop; scan->at++)
        scan->line += scan->bytes[scan->at] == '\n';
}

/* True for names of channels behind each other, "#games, #quiet", up to a brace or the end of
   the line. What is meant as a comment has a blank behind its #, or more words. */
static bool is_of_names(const char *comment)
{
    const char *here = comment;
    while (*here == '#') {
        size_t length = strcspn(here, BETWEEN_NAMES);
        if (strspn(here, "#") == length || strcspn(here, "\"'") < length)
            return false;
        here += length;
        here += strspn(here, " \t");
        here += *here == ',';
        here += strspn(here, " \t\r");
    }
    return here > comment && (!*here || strchr("\n{}", *here));
}

static void skip_comment(struct scan *scan)
{
    if (*rest(scan) == '#' && is_of_names(rest(scan))) {
        scan->unquoted = scan->at;
        scan->unquoted_line = scan->line;
    }
    scan->at += (int)strcspn(rest(scan), "\n");
}

/* Semicolons count as blanks: people end lines with them out of habit. */
static void skip_space(struct scan *scan)
{
    for (;;) {
        const char *here = rest(scan);
        if (here[0] == '/' && here[1] == '*') {
            skip_long_comment(scan);
        } else if (here[0] == '#' || (here[0] == '/' && here[1] == '/')) {
            skip_comment(scan);
        } else if (here[0] && strchr(" \t\r\n;", here[0])) {
            scan->line += here[0] == '\n';
            scan->at++;
        } else {
            return;
        }
    }
}

/* ${NAME} or ${NAME:-text} at `at`. Returns its length. 0, with a problem, if it is broken or
   not set. */
static int variable_length(const struct scan *scan, int at)
{
    char name[VARIABLE_SIZE];
    const char *start = scan->bytes + at + 2;
    size_t length = strspn(start, LETTERS DIGITS);
    size_t text =
        strncmp(start + length, ":-", 2) == 0 ? 2 + strcspn(start + length + 2, "}\"'\\$\n") : 0;
    if (length == 0 || length >= sizeof name || strchr(DIGITS, start[0]) ||
        start[length + text] != '}') {
        problem_add(
            scan->problems, scan->line,
            "${ begins an environment variable: write ${NAME} or ${NAME:-what else}, or put the text into '...'");
        return 0;
    }
    memcpy(name, start, length);
    name[length] = '\0';
    if (text == 0 && !getenv(name)) {
        problem_add(scan->problems, scan->line,
                    "the environment variable %s is not set: set it, or write ${%s:-what else}",
                    name, name);
        return 0;
    }
    return (int)(2 + length + text + 1);
}

/* The length of what stands at `at` inside the string, one character or one ${}; 0 if it may not
   stand there. */
static int string_step(const struct scan *scan, int at, char quote)
{
    const char *here = scan->bytes + at;
    if (here[0] == '\\' && here[1] != quote && here[1] != '\\') {
        problem_add(scan->problems, scan->line,
                    "a backslash in a string is written \\\\ (and %c is written \\%c)", quote,
                    quote);
        return 0;
    }
    if (here[0] == '\\')
        return 2;
    return quote == '"' && here[0] == '$' && here[1] == '{' ? variable_length(scan, at) : 1;
}

static enum token_kind scan_string(struct scan *scan)
{
    char quote = *rest(scan);
    int line_end = scan->at + (int)strcspn(rest(scan), "\n");
    bool is_good = true;
    for (scan->at++; scan->at < line_end && *rest(scan) != quote;) {
        int step = is_good ? string_step(scan, scan->at, quote) : 1 + (*rest(scan) == '\\');
        is_good = is_good && step > 0;
        scan->at += step;
    }
    if (scan->at >= line_end) {
        scan->at = line_end;
        if (is_good)
            problem_add(scan->problems, scan->line,
                        "a string is not closed on its line: %c is missing", quote);
        return TOKEN_BAD;
    }
    scan->at++;
    return is_good ? TOKEN_STRING : TOKEN_BAD;
}

static int word_length(const struct scan *scan)
{
    const char *here = rest(scan);
    int length = (int)strspn(here, WORD_BYTES);
    for (int i = 1; i < length; i++) { /* a comment may follow at once */
        if (here[i] == '/' && (here[i + 1] == '/' || here[i + 1] == '*'))
            return i;
    }
    return length;
}

static enum token_kind scan_word(struct scan *scan)
{
    const char *here = rest(scan);
    bool is_variable = here[0] == '$' && here[1] == '{';
    int length = is_variable ? variable_length(scan, scan->at) : word_length(scan);
    if (length > 0) {
        scan->at += length;
        return TOKEN_WORD;
    }
    char bytes[32];
    struct text text = text_over(bytes, sizeof bytes);
    length = (int)strcspn(here, is_variable ? "\n" : " \t\r\n;{}=,\"'#" WORD_BYTES);
    text_put_bytes(&text, here, length);
    if (!is_variable)
        problem_add(scan->problems, scan->line,
                    "%s cannot stand here: put texts into quotes, such as \"!\"",
                    problem_quote(bytes).text);
    scan->at += length;
    return TOKEN_BAD;
}

static enum token_kind scan_token(struct scan *scan)
{
    static const struct {
        char byte;
        enum token_kind kind;
    } marks[] = {{'{', TOKEN_OPEN}, {'}', TOKEN_CLOSE}, {'=', TOKEN_EQUALS}, {',', TOKEN_COMMA}};
    char byte = *rest(scan);
    if (byte == '\0')
        return TOKEN_END;
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        if (byte == marks[i].byte) {
            scan->at++;
            return marks[i].kind;
        }
    }
    return byte == '"' || byte == '\'' ? scan_string(scan) : scan_word(scan);
}

void scan_next(struct scan *scan)
{
    skip_space(scan);
    scan->now = (struct token){.line = scan->line, .at = scan->at};
    scan->now.kind = scan_token(scan);
    scan->now.length = scan->at - scan->now.at;
}

void scan_init(struct scan *scan, const char *bytes, struct problems *problems)
{
    static const char mark[] = "\xef\xbb\xbf"; /* some editors begin a file of UTF-8 so */
    bool is_marked = strncmp(bytes, mark, sizeof mark - 1) == 0;
    *scan = (struct scan){.bytes = bytes, .line = 1, .unquoted = -1, .problems = problems};
    scan->at = is_marked ? (int)sizeof mark - 1 : 0;
    scan_next(scan);
}

enum token_kind scan_into_comment(struct scan *scan)
{
    const char *comment = scan->bytes + scan->unquoted, *brace = comment + strcspn(comment, "{}\n");
    if (*brace != '{' && *brace != '}')
        return TOKEN_END;
    scan->at = (int)(brace + 1 - scan->bytes);
    scan->line = scan->unquoted_line;
    scan_next(scan);
    return *brace == '{' ? TOKEN_OPEN : TOKEN_CLOSE;
}

/* The value of the ${NAME} or ${NAME:-text} that begins at `at`. Returns the length of all of
   it. */
static int put_variable(const char *at, FILE *out)
{
    int length = (int)strcspn(at, "}"), name_length = (int)strspn(at + 2, LETTERS DIGITS);
    char name[VARIABLE_SIZE];
    struct text text = text_over(name, sizeof name);
    text_put_bytes(&text, at + 2, name_length);
    const char *value = getenv(name);
    if (value)
        fputs(value, out);
    else
        fprintf(out, "%.*s", length - name_length - 4, at + 2 + name_length + 2);
    return length + 1;
}

char *scan_value(const struct scan *scan)
{
    char *value = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&value, &size);
    const char *at = scan->bytes + scan->now.at, *end = at + scan->now.length;
    char quote = scan->now.kind == TOKEN_STRING ? *at : '\0';
    check(out);
    at += quote != '\0';
    end -= quote != '\0';
    while (at < end) {
        if (quote != '\'' && at[0] == '$' && at[1] == '{') {
            at += put_variable(at, out);
        } else {
            at += quote && *at == '\\';
            fputc(*at++, out);
        }
    }
    check(fclose(out) == 0);
    return value;
}
