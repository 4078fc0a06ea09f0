/* Takes a configuration file apart: bytes into tokens, a function for each kind, and tokens into
   statements: name = value, name = { list }, name "title" { opens a section, } closes it. Reports
   and leaves out statements that it does not understand. */
#include "outline.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

/* ---- problems: the user's text in them is made harmless here ---- */

__attribute__((format(printf, 4, 0))) static void
keep(struct problems *problems, int line, bool is_note, const char *format, va_list args)
{
    problems->notes += is_note;
    if (problems->count++ >= PROBLEM_MOST)
        return;
    /* the readers run one after the other; the lines have to be sorted */
    int at = problems->count - 1;
    for (; at > 0 && problems->items[at - 1].line > line; at--)
        problems->items[at] = problems->items[at - 1];
    struct text text = text_over(problems->items[at].text, sizeof problems->items[at].text);
    problems->items[at].line = line;
    problems->items[at].is_note = is_note;
    text_vputf(&text, format, args);
}

void problem_add(struct problems *problems, int line, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    keep(problems, line, false, format, args);
    va_end(args);
}

void problem_note(struct problems *problems, int line, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    keep(problems, line, true, format, args);
    va_end(args);
}

bool problem_is_at(const struct problems *problems, int line)
{
    for (int i = 0; i < problems->count && i < PROBLEM_MOST; i++) {
        if (problems->items[i].line == line && !problems->items[i].is_note)
            return true;
    }
    return false;
}

void problem_print(const struct problems *problems, struct text *out)
{
    int wrong = problems->count - problems->notes;
    bool is_wrong = wrong > 0;
    for (int i = 0; i < problems->count && i < PROBLEM_MOST; i++) {
        const struct problem *problem = &problems->items[i];
        if (problem->is_note && is_wrong)
            continue;
        wrong -= !problem->is_note;
        text_put(out, problems->file);
        if (problem->line)
            text_putf(out, ":%d", problem->line);
        text_putf(out, ": %s%s\n", problem->is_note ? "note: " : "", problem->text);
    }
    if (wrong > 0)
        text_putf(out, "%s: and %d more\n", problems->file, wrong);
}

struct quoted problem_quote(const char *text)
{
    return problem_quote_part(text, (int)strlen(text));
}

struct quoted problem_quote_part(const char *text, int bytes)
{
    enum { MARKS = 6 }; /* two quotes, three dots and the NUL */
    struct quoted quoted = {""};
    struct text out = text_over(quoted.text, sizeof quoted.text);
    text_put(&out, "\"");
    for (int i = 0, step; text[i]; i += step) {
        unsigned scalar = 0;
        step = text_utf8(text + i, (int)strlen(text + i), &scalar);
        if (i >= bytes || out.length + step > (int)sizeof quoted.text - MARKS) {
            text_put(&out, "...");
            break;
        }
        if (step == 0 || scalar < 0x20 || (scalar >= 0x7f && scalar < 0xa0))
            text_put(&out, "?");
        else
            text_put_bytes(&out, text + i, step);
        step = step ? step : 1;
    }
    text_put(&out, "\"");
    return quoted;
}

void problem_try_nearest(struct nearest *nearest, const char *candidate)
{
    int length = (int)strlen(nearest->typed);
    int limit = length < 4 ? 1 : length < 8 ? 2 : 3;
    int distance = text_distance(nearest->typed, candidate, limit);
    if (distance <= limit && (!nearest->best || distance < nearest->distance)) {
        nearest->best = candidate;
        nearest->distance = distance;
    }
}

/* ---- tokens ---- */

enum token_kind {
    TOKEN_END,
    TOKEN_WORD,
    TOKEN_STRING,
    TOKEN_OPEN,
    TOKEN_CLOSE,
    TOKEN_EQUALS,
    TOKEN_COMMA,
    TOKEN_BAD /* the problem is already told */
};

struct token {
    enum token_kind kind;
    int line;
    int at, length; /* in the file's bytes, quotes included */
};

struct scan {
    const char *bytes;
    int at, line;
    /* the latest comment that looks like names without quotes, {#games}; -1 if none */
    int unquoted, unquoted_line;
    struct problems *problems;
    struct token now;
};

enum { VARIABLE_SIZE = 64 };

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

static void scan_next(struct scan *scan)
{
    skip_space(scan);
    scan->now = (struct token){.line = scan->line, .at = scan->at};
    scan->now.kind = scan_token(scan);
    scan->now.length = scan->at - scan->now.at;
}

/* `bytes` ends with a NUL and outlives the scan; a byte-order mark in front is skipped. The
   first token is then in `now`. */
static void scan_init(struct scan *scan, const char *bytes, struct problems *problems)
{
    static const char mark[] = "\xef\xbb\xbf"; /* some editors begin a file of UTF-8 so */
    bool is_marked = strncmp(bytes, mark, sizeof mark - 1) == 0;
    *scan = (struct scan){.bytes = bytes, .line = 1, .unquoted = -1, .problems = problems};
    scan->at = is_marked ? (int)sizeof mark - 1 : 0;
    scan_next(scan);
}

/* Goes back to that comment, behind the first brace in it. TOKEN_END if it holds none; then
   nothing changes. */
static enum token_kind scan_into_comment(struct scan *scan)
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

/* The meaning of the word or string in `now`, on the heap: without quotes and backslashes, with
   its variables filled in. */
static char *scan_value(const struct scan *scan)
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

/* ---- statements ---- */

struct reading {
    struct scan scan;
    struct outline *outline;
    struct problems *problems;
    int place;
};

static struct outline_place *here(struct reading *reading)
{
    return &reading->outline->places[reading->place];
}

/* A token's text, without the quotes if it is a string. Cuts a text that is too long, so that it
   is no name any more. */
static void token_text(const struct reading *reading, struct token token, char *bytes, size_t size)
{
    int quotes = token.kind == TOKEN_STRING;
    struct text text = text_over(bytes, size);
    text_put_bytes(&text, reading->scan.bytes + token.at + quotes, token.length - 2 * quotes);
}

/* Skips everything up to the brace that closes the one before `now`. */
static void skip_block(struct reading *reading)
{
    for (int depth = 1; depth > 0 && reading->scan.now.kind != TOKEN_END;
         scan_next(&reading->scan)) {
        depth += reading->scan.now.kind == TOKEN_OPEN;
        depth -= reading->scan.now.kind == TOKEN_CLOSE;
    }
}

/* Skips a statement that is not understood: the rest of its line, with the block that it opens. */
static void skip_statement(struct reading *reading, int line)
{
    while (reading->scan.now.line == line && reading->scan.now.kind != TOKEN_END &&
           reading->scan.now.kind != TOKEN_CLOSE) {
        enum token_kind kind = reading->scan.now.kind;
        scan_next(&reading->scan);
        if (kind == TOKEN_OPEN)
            skip_block(reading);
    }
}

/* The innermost section from the current one outwards that has an option of this name. -1 if
   absent. */
static int place_with(struct reading *reading, const char *name)
{
    int place = reading->place;
    while (place >= 0 && !option_find(reading->outline->places[place].section, name))
        place = reading->outline->places[place].parent;
    return place;
}

/* The section anywhere below `section` with an option of this name. */
static const struct section *section_with(const struct section *section, const char *name)
{
    if (option_find(section, name))
        return section;
    for (int i = 0; i < section->option_count; i++) {
        const struct section *below = section->options[i].section;
        const struct section *found = below ? section_with(below, name) : NULL;
        if (found)
            return found;
    }
    return NULL;
}

static void try_names(struct nearest *nearest, const struct section *section)
{
    for (int i = 0; i < section->option_count; i++) {
        const struct option *option = &section->options[i];
        if (option->kind == VALUE_SECRET) {
            problem_try_nearest(nearest, option->name_file);
            problem_try_nearest(nearest, option->name_env);
        } else {
            problem_try_nearest(nearest, option->name);
        }
    }
}

static void tell_unknown(struct reading *reading, const char *name, int line)
{
    struct problems *problems = reading->problems;
    const struct section *section = here(reading)->section;
    struct place_name where = outline_name(reading->outline, reading->place);
    int around = place_with(reading, name);
    const struct section *elsewhere = section_with(&option_root, name);
    struct nearest nearest = {.typed = name};
    try_names(&nearest, section);
    if (around >= 0)
        problem_add(
            problems, line,
            "%s does not belong inside %s, which opened in line %d: is a } missing before it?",
            name, where.text, here(reading)->line);
    else if (elsewhere)
        problem_add(problems, line, "%s belongs inside a section: %s \"%s\" { %s ... }", name,
                    elsewhere->name, elsewhere->title_example, name);
    else if (nearest.best)
        problem_add(problems, line, "%s has no option %s; did you mean %s?", where.text,
                    problem_quote(name).text, nearest.best);
    else
        problem_add(problems, line,
                    "%s has no option %s (tabletalk --print-config-example shows all there are)",
                    where.text, problem_quote(name).text);
}

static struct statement *statement_of(struct reading *reading, const struct option *option)
{
    return &here(reading)->statements[option - here(reading)->section->options];
}

/* False, with a problem, if the option stands in this section already. */
static bool note_line(struct reading *reading, const struct option *option, int line)
{
    struct statement *statement = statement_of(reading, option);
    if (statement->line) {
        problem_add(reading->problems, line,
                    "%s is given twice, first in line %d: keep one of them", option->name,
                    statement->line);
        return false;
    }
    statement->line = line;
    return true;
}

/* Skips the rest of a list. False if the list has no end. A name in front of a = is no item: it
   is left for the next statement. */
static bool skip_list(struct scan *scan)
{
    while (scan->now.kind != TOKEN_END) {
        struct scan before = *scan;
        scan_next(scan);
        if (before.now.kind == TOKEN_CLOSE)
            return true;
        if (scan->now.kind == TOKEN_EQUALS) {
            *scan = before;
            return false;
        }
    }
    return false;
}

static bool is_value(struct token token)
{
    return token.kind == TOKEN_WORD || token.kind == TOKEN_STRING;
}

static void keep_value(struct reading *reading)
{
    struct outline *outline = reading->outline;
    if (outline->value_count == outline->value_space) {
        outline->value_space = outline->value_space * 2 + 64;
        outline->values =
            realloc(outline->values, (size_t)outline->value_space * sizeof *outline->values);
        check(outline->values);
    }
    outline->values[outline->value_count++] =
        (struct value){scan_value(&reading->scan), reading->scan.now.line};
}

/* False if no names without quotes, which began a comment, stand behind the byte `from`; else a
   problem. */
static bool tell_unquoted(struct reading *reading, int from)
{
    const struct scan *scan = &reading->scan;
    if (scan->unquoted <= from)
        return false;
    char name[OUTLINE_TITLE];
    struct text text = text_over(name, sizeof name);
    text_put_bytes(&text, scan->bytes + scan->unquoted,
                   (int)strcspn(scan->bytes + scan->unquoted, " \t\r\n,{}"));
    problem_add(reading->problems, scan->unquoted_line,
                "a # begins a comment, so write it in quotes: %s", problem_quote(name).text);
    return true;
}

/* Reads a list from after its { to after its }. False, with a problem, if the list is broken. */
static bool read_list(struct reading *reading, const struct option *option, int line, int from)
{
    struct scan *scan = &reading->scan;
    struct scan item = *scan;
    from = option->form == FORM_KEYED ? from : INT_MAX;
    while (is_value(scan->now) && scan->unquoted <= from) {
        keep_value(reading);
        item = *scan;
        scan_next(scan);
        if (scan->now.kind != TOKEN_COMMA)
            break;
        scan_next(scan);
    }
    if (tell_unquoted(reading, from)) {
        if (scan_into_comment(scan) != TOKEN_CLOSE)
            skip_list(scan);
        return false;
    }
    struct token wrong = scan->now;
    if (wrong.kind == TOKEN_CLOSE) {
        scan_next(scan);
        return true;
    }
    if (wrong.kind == TOKEN_EQUALS)
        *scan = item;
    if (!skip_list(scan))
        problem_add(reading->problems, line,
                    "the list %s is never closed: a } is missing, or stands behind a #",
                    option->name);
    else if (wrong.kind != TOKEN_BAD)
        problem_add(reading->problems, wrong.line,
                    "the items of the list %s need one comma between them", option->name);
    return false;
}

/* Reads the value after the =, on the same line. False, with a problem, if it is missing or of
   the wrong shape. */
static bool read_value(struct reading *reading, const struct option *option, const char *name,
                       int line, int from)
{
    struct token value = reading->scan.now;
    if (value.kind == TOKEN_BAD)
        return false;
    if (value.kind == TOKEN_OPEN) {
        scan_next(&reading->scan);
        bool is_good = read_list(reading, option, line, value.at);
        if (is_good && option->kind != VALUE_LIST)
            problem_add(reading->problems, line, "%s takes one value, not a list", name);
        return is_good && option->kind == VALUE_LIST;
    }
    if (!is_value(value) || value.line != line) {
        if (tell_unquoted(reading, from))
            return false;
        problem_add(reading->problems, line,
                    "%s has no value: write %s = and the value on one line", name, name);
        return false;
    }
    keep_value(reading);
    scan_next(&reading->scan);
    return true;
}

/* False, with a problem, if the value is the secret itself. */
static bool check_secret(struct reading *reading, const struct option *option, const char *name,
                         int line)
{
    if (option->kind != VALUE_SECRET || strcmp(name, option->name) != 0)
        return true;
    problem_add(
        reading->problems, line,
        "%s may not stand in this file: put it alone into another file, chmod 600 that one, and write "
        "%s = \"FILE\"; or write %s = \"VARIABLE\" and set that in the environment",
        name, option->name_file, option->name_env);
    return false;
}

static void read_option(struct reading *reading, int line, const struct option *option,
                        const char *name)
{
    struct outline *outline = reading->outline;
    struct statement *statement = statement_of(reading, option);
    int first = outline->value_count;
    bool is_good = note_line(reading, option, line);
    if (reading->scan.now.kind != TOKEN_EQUALS) {
        if (reading->scan.now.kind != TOKEN_BAD)
            problem_add(reading->problems, line, "%s needs a = in front of its value", name);
        skip_statement(reading, line);
        return;
    }
    int from = reading->scan.now.at;
    scan_next(&reading->scan);
    if (!read_value(reading, option, name, line, from)) {
        skip_statement(reading, line);
        is_good = false;
    } else if (!check_secret(reading, option, name, line)) {
        is_good = false;
    }
    if (is_good) {
        statement->first = first;
        statement->count = outline->value_count - first;
        statement->is_variable =
            option->kind == VALUE_SECRET && strcmp(name, option->name_env) == 0;
    }
    while (!is_good && outline->value_count > first)
        free(outline->values[--outline->value_count].text);
}

static void close_section(struct reading *reading)
{
    reading->place = here(reading)->parent;
}

/* False, with a problem, if a brother has the title already, or the title is not allowed. */
static bool check_title(struct reading *reading, const struct section *section, const char *title,
                        int line)
{
    const struct outline *outline = reading->outline;
    if (!option_form_fits(section->title_form, title)) {
        problem_add(
            reading->problems, line, "%s %s: give %s", section->name,
            problem_quote_part(title, option_form_open_bytes(section->title_form, title)).text,
            option_form_name(section->title_form));
        return false;
    }
    if (strchr(title, '\\') || strstr(title, "${")) {
        problem_add(reading->problems, line,
                    "a title is written out: without a backslash and without ${");
        return false;
    }
    for (int i = 0; i < outline->place_count; i++) {
        const struct outline_place *place = &outline->places[i];
        if (place->parent == reading->place && place->section == section &&
            text_same_word(place->title, title)) {
            problem_add(reading->problems, line,
                        "there is another %s in line %d: give this one a title of its own",
                        outline_name(outline, i).text, place->line);
            return false;
        }
    }
    if (outline->place_count == OUTLINE_PLACES) {
        if (!outline->is_full)
            problem_add(reading->problems, line, "there are more than %d sections in this file",
                        OUTLINE_PLACES - 1);
        reading->outline->is_full = true;
        return false;
    }
    return true;
}

/* A title without quotes has begun a comment: goes on behind what the section holds. */
static void skip_unquoted_section(struct reading *reading, int line)
{
    if (scan_into_comment(&reading->scan) == TOKEN_OPEN)
        skip_block(reading);
    else
        skip_statement(reading, line);
}

/* Reads a section from its title on. A section that belongs further out shows that the current
   one lacks its }. */
static void read_section(struct reading *reading, struct token name, int parent,
                         const struct section *section)
{
    struct scan *scan = &reading->scan;
    char title[OUTLINE_TITLE];
    int line = name.line;
    if (scan->now.line != line && tell_unquoted(reading, name.at)) {
        skip_unquoted_section(reading, line);
        return;
    }
    if (scan->now.kind != TOKEN_STRING && scan->now.kind != TOKEN_WORD) {
        if (scan->now.kind != TOKEN_BAD)
            problem_add(reading->problems, line, "%s needs a title: %s \"%s\" {", section->name,
                        section->name, section->title_example);
        skip_statement(reading, line);
        return;
    }
    token_text(reading, scan->now, title, sizeof title);
    scan_next(scan);
    if (scan->now.kind != TOKEN_OPEN) {
        problem_add(reading->problems, line, "%s \"%s\" needs a { behind its title", section->name,
                    title);
        skip_statement(reading, line);
        return;
    }
    scan_next(scan);
    while (reading->place != parent) {
        problem_add(reading->problems, here(reading)->line,
                    "%s is not closed before line %d: a } is missing",
                    outline_name(reading->outline, reading->place).text, line);
        close_section(reading);
    }
    if (!check_title(reading, section, title, line)) {
        skip_block(reading);
        return;
    }
    reading->place = reading->outline->place_count++;
    *here(reading) = (struct outline_place){.section = section, .parent = parent, .line = line};
    memcpy(here(reading)->title, title, sizeof title);
}

/* channel = {"#games"} means the list channels. The section itself if there is no such list. */
static const struct option *list_meant(struct reading *reading, const struct option *option,
                                       int around, int line)
{
    char plural[OUTLINE_TITLE];
    snprintf(plural, sizeof plural, "%ss", option->name);
    const struct option *list = option_find(reading->outline->places[around].section, plural);
    if (!list || list->kind != VALUE_LIST)
        return option;
    problem_note(reading->problems, line,
                 "%s = is read as %s =; what differs in one of them stands in %s \"%s\" { }",
                 option->name, list->name, option->name, option->section->title_example);
    return list;
}

static void read_statement(struct reading *reading)
{
    struct token start = reading->scan.now;
    char name[OUTLINE_TITLE];
    if (start.kind != TOKEN_WORD) {
        if (start.kind != TOKEN_BAD)
            problem_add(reading->problems, start.line,
                        "the name of an option is expected here, without quotes");
        skip_statement(reading, start.line);
        return;
    }
    token_text(reading, start, name, sizeof name);
    scan_next(&reading->scan);
    const struct option *option = option_find(here(reading)->section, name);
    int around = place_with(reading, name);
    if (!option && around >= 0)
        option = option_find(reading->outline->places[around].section, name);
    if (option && option->kind == VALUE_CHILDREN && reading->scan.now.kind == TOKEN_EQUALS)
        option = list_meant(reading, option, around, start.line);
    if (option && option->kind == VALUE_CHILDREN) {
        read_section(reading, start, around, option->section);
    } else if (option && around == reading->place) {
        read_option(reading, start.line, option, name);
    } else {
        tell_unknown(reading, name, start.line);
        skip_statement(reading, start.line);
    }
}

static void read_all(struct reading *reading)
{
    while (reading->scan.now.kind != TOKEN_END) {
        if (reading->scan.now.kind != TOKEN_CLOSE) {
            read_statement(reading);
            continue;
        }
        if (reading->place == 0)
            problem_add(reading->problems, reading->scan.now.line,
                        "this } closes nothing: take it away, or a { is missing above");
        else
            close_section(reading);
        scan_next(&reading->scan);
    }
    while (reading->place != 0) {
        problem_add(reading->problems, here(reading)->line, "%s is never closed: a } is missing",
                    outline_name(reading->outline, reading->place).text);
        close_section(reading);
    }
}

struct outline *outline_new(const char *bytes, struct problems *problems)
{
    struct outline *outline = calloc(1, sizeof *outline);
    check(outline);
    outline->places[0] = (struct outline_place){.section = &option_root, .parent = -1};
    outline->place_count = 1;
    struct reading reading = {.outline = outline, .problems = problems};
    scan_init(&reading.scan, bytes, problems);
    read_all(&reading);
    return outline;
}

void outline_free(struct outline *outline)
{
    for (int i = 0; i < outline->value_count; i++)
        free(outline->values[i].text);
    free(outline->values);
    free(outline);
}

int outline_child(const struct outline *outline, int parent, const struct section *section,
                  int index)
{
    for (int i = 0; i < outline->place_count; i++) {
        if (outline->places[i].parent == parent && outline->places[i].section == section &&
            index-- == 0)
            return i;
    }
    return -1;
}

const struct statement *outline_statement(const struct outline *outline, int place,
                                          const struct option *option)
{
    return &outline->places[place].statements[option - outline->places[place].section->options];
}

struct place_name outline_name(const struct outline *outline, int place)
{
    struct place_name name = {""};
    struct text text = text_over(name.text, sizeof name.text);
    if (place == 0)
        text_put(&text, "the top level");
    else
        text_putf(&text, "%s \"%s\"", outline->places[place].section->name,
                  outline->places[place].title);
    return name;
}
