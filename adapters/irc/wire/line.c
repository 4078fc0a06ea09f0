/* See line.h. The only file that includes libircclient. The library wants to connect by
   itself, so it connects to a loopback socket of ours, and then dup3() puts a socketpair in the
   place of that connection. From then on a write to our end and one call of the library parse
   exactly one line. Lines that were parsed lately are not parsed again. */
#include "line.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <fcntl.h>
#include <libircclient.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <unistd.h>

#include "check.h"
#include "text.h"

/* --- assembling --- */

/* The line in the buffer is complete. True if it is a good one. */
static bool finish(struct line_buffer *buffer)
{
    bool is_good = !buffer->is_too_long;
    buffer->is_too_long = false;
    if (buffer->length > 0 && buffer->bytes[buffer->length - 1] == '\r')
        buffer->length--;
    buffer->bytes[buffer->length] = '\0';
    for (char *cr = buffer->bytes; (cr = strchr(cr, '\r'));)
        *cr = ' ';
    is_good = is_good && buffer->bytes[strspn(buffer->bytes, " ")] != '\0';
    buffer->is_taken = true;
    return is_good;
}

char *line_take(struct line_buffer *buffer, const char **bytes, const char *end)
{
    while (*bytes < end) {
        char byte = *(*bytes)++;
        if (buffer->is_taken)
            buffer->length = 0;
        buffer->is_taken = false;
        if (byte == '\n') {
            if (finish(buffer))
                return buffer->bytes;
        } else if (buffer->length < LINE_BYTES) {
            buffer->bytes[buffer->length++] = byte ? byte : ' ';
        } else {
            buffer->is_too_long = true;
        }
    }
    return NULL;
}

/* --- tags --- */

static void unescape(char *entry)
{
    static const char names[] = ":s\\rn", bytes[] = "; \\\r\n";
    char *out = entry;
    while (*entry) {
        if (*entry != '\\') {
            *out++ = *entry++;
            continue;
        }
        const char *name = entry[1] ? strchr(names, entry[1]) : NULL;
        if (entry[1])
            *out++ = name ? bytes[name - names] : entry[1];
        entry += entry[1] ? 2 : 1;
    }
    *out = '\0';
}

bool line_cut_tags(char *line, struct line_tags *tags, char **body)
{
    *tags = (struct line_tags){line, line};
    line += strspn(line, " ");
    if (line[0] == '@') {
        char *end = line + strcspn(line, " ");
        tags->entries = line + 1;
        tags->end = end;
        if (*end)
            *end++ = '\0';
        for (char *entry = line + 1, *next; entry < tags->end; entry = next) {
            next = entry + strcspn(entry, ";") + 1;
            next[-1] = '\0';
            unescape(entry);
        }
        line = end + strspn(end, " ");
    }
    *body = line;
    return line[0] != '\0';
}

const char *line_tag(const struct line_tags *tags, const char *key)
{
    size_t length = strlen(key);
    const char *found = NULL, *entry = tags->entries;
    for (; entry < tags->end; entry += strlen(entry) + 1)
        if (strncmp(entry, key, length) == 0 && (entry[length] == '=' || entry[length] == '\0'))
            found = entry + length + (entry[length] == '=');
    return found;
}

/* --- the short form --- */

static char *cut_word(char **rest)
{
    char *word = *rest, *end = word + strcspn(word, " ");
    *rest = end + strspn(end, " ");
    *end = '\0';
    return word;
}

/* Letters and digits; if only digits, then three. */
static bool is_command(const char *word)
{
    size_t length = strlen(word), digits = strspn(word, "0123456789");
    for (const char *p = word; *p; p++)
        if (!isalnum((unsigned char)*p) || (unsigned char)*p > 127)
            return false;
    return length >= 2 && length < LINE_COMMAND && (digits < length || digits == 3);
}

/* Each of these cuts its part off *body and puts it into the short form; false: this is no line. */

static bool put_source(struct text *text, char **body)
{
    if (**body != ':')
        return true;
    const char *source = cut_word(body) + 1;
    text_putf(text, ":%s ", source);
    return *source && strlen(source) <= LINE_SOURCE;
}

static bool put_command(struct text *text, char **body)
{
    const char *command = cut_word(body);
    text_put(text, "=");
    for (const char *p = command; *p; p++)
        text_putf(text, "%c", toupper((unsigned char)*p));
    return is_command(command);
}

/* As many parameters as fit; the rest stays in *body. */
static void put_head(struct text *text, char **body)
{
    for (int count = 0; count < LINE_HEAD_PARAMS && **body && **body != ':'; count++) {
        if ((int)strcspn(*body, " ") + 1 >= text->size - text->length)
            return;
        text_putf(text, " %s", cut_word(body));
    }
}

bool line_shorten(char *body, struct line_short *short_line)
{
    static const char end[] = " :=\r\n";
    struct text text = text_over(short_line->text, sizeof short_line->text - (sizeof end - 1));
    if (!put_source(&text, &body) || !put_command(&text, &body))
        return false;
    put_head(&text, &body);
    check(!text.cut);
    memcpy(text.bytes + text.length, end, sizeof end);
    short_line->length = text.length + (int)sizeof end - 1;
    short_line->tail = body;
    return true;
}

char *line_next_param(char **tail, bool is_last)
{
    if (!**tail)
        return NULL;
    if (**tail != ':' && !is_last)
        return cut_word(tail);
    char *param = *tail + (**tail == ':');
    *tail += strlen(*tail);
    return param;
}

/* --- the parser --- */

/* So many descriptors at most do other threads open between our look and the library's
   socket(2). */
enum { FD_MARGIN = 32 };

/* A short form that was parsed, and its parts: all lines of one person in one channel have the
   same short form. At most KEPT_LINES for each connection, some 40 KB; a new one takes the place
   that its hash says. */
enum { KEPT_LINES = 64, KEPT_BYTES = 256 };

struct kept_line {
    int length; /* of `text`; 0 if none */
    char text[KEPT_BYTES], bytes[KEPT_BYTES];
    struct parsed parsed; /* its pointers lead into the parser's `bytes` */
};

struct parser {
    irc_session_t *session;
    int session_fd;
    int our_end;
    struct parsed *parsed; /* where the callback puts the parts; NULL when none are expected */
    char bytes[LINE_SHORT + 1];
    char *free_bytes; /* the first that holds no part yet */
    struct kept_line kept[KEPT_LINES];
};

static char *keep(struct parser *parser, const char *part)
{
    size_t size = strlen(part) + 1;
    check(size <= (size_t)(parser->bytes + sizeof parser->bytes - parser->free_bytes));
    char *kept = memcpy(parser->free_bytes, part, size);
    parser->free_bytes += size;
    return kept;
}

static void on_line(irc_session_t *session, const char *event, const char *origin,
                    const char **params, unsigned count)
{
    struct parser *parser = irc_get_ctx(session);
    struct parsed *parsed = parser->parsed;
    check(parsed && event[0] == '=' && count >= 1 && count <= LINE_HEAD_PARAMS + 1);
    parser->parsed = NULL;
    parsed->source = keep(parser, origin ? origin : "");
    parsed->command = keep(parser, event + 1);
    parsed->param_count = (int)count - 1; /* the last is the "=" that every short form ends with */
    for (int i = 0; i < parsed->param_count; i++)
        parsed->params[i] = keep(parser, params[i]);
}

/* The library's socket(2) is about to get the lowest free descriptor. */
static bool has_low_descriptors(void)
{
    int lowest = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (lowest >= 0)
        close(lowest);
    return lowest >= 0 && lowest < FD_SETSIZE - FD_MARGIN;
}

/* A loopback socket that nobody else connects to; it is closed before the library can notice. */
static int listen_somewhere(unsigned short *port)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (listener < 0 || bind(listener, (struct sockaddr *)&address, size) < 0 ||
        listen(listener, 1) < 0 || getsockname(listener, (struct sockaddr *)&address, &size) < 0) {
        if (listener >= 0)
            close(listener);
        return -1;
    }
    *port = ntohs(address.sin_port);
    return listener;
}

static bool connect_session(struct parser *parser)
{
    unsigned short port = 0;
    int listener = listen_somewhere(&port);
    if (listener < 0)
        return false;
    bool is_connected = irc_connect(parser->session, "127.0.0.1", port, NULL, "*", "x", "x") == 0;
    close(listener);
    if (!is_connected)
        return false;
    fd_set readable, writable;
    FD_ZERO(&readable);
    FD_ZERO(&writable);
    irc_add_select_descriptors(parser->session, &readable, &writable, &parser->session_fd);
    return true;
}

/* Puts our socketpair under the session and lets the library find itself connected. */
static bool swap_connection(struct parser *parser)
{
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends) < 0)
        return false;
    parser->our_end = ends[0];
    int swapped = dup3(ends[1], parser->session_fd, O_CLOEXEC);
    close(ends[1]);
    if (swapped < 0)
        return false;
    fd_set readable, writable;
    FD_ZERO(&readable);
    FD_ZERO(&writable);
    FD_SET(parser->session_fd, &writable);
    return irc_process_select_descriptors(parser->session, &readable, &writable) == 0;
}

struct parser *line_parser_new(void)
{
    if (!has_low_descriptors())
        return NULL;
    struct parser *parser = calloc(1, sizeof *parser);
    check(parser);
    parser->our_end = -1;
    irc_callbacks_t callbacks = {.event_unknown = on_line};
    parser->session = irc_create_session(&callbacks);
    check(parser->session);
    irc_set_ctx(parser->session, parser);
    if (connect_session(parser) && swap_connection(parser))
        return parser;
    line_parser_free(parser);
    return NULL;
}

void line_parser_free(struct parser *parser)
{
    if (!parser)
        return;
    irc_destroy_session(parser->session); /* closes its descriptor */
    if (parser->our_end >= 0)
        close(parser->our_end);
    free(parser);
}

static void ask_library(struct parser *parser, const struct line_short *line, struct parsed *parsed)
{
    parser->free_bytes = parser->bytes;
    parser->parsed = parsed;
    check(write(parser->our_end, line->text, (size_t)line->length) == line->length);
    fd_set readable, writable;
    FD_ZERO(&readable);
    FD_ZERO(&writable);
    FD_SET(parser->session_fd, &readable);
    check(irc_process_select_descriptors(parser->session, &readable, &writable) == 0);
    check(!parser->parsed);
}

/* The parts follow from the short form alone, so remembering them saves two system calls. */
void line_parser_split(struct parser *parser, const struct line_short *line, struct parsed *parsed)
{
    struct kept_line *kept = &parser->kept[text_hash(HASH_START, line->text) % KEPT_LINES];
    if (kept->length == line->length && memcmp(kept->text, line->text, (size_t)line->length) == 0) {
        memcpy(parser->bytes, kept->bytes, sizeof kept->bytes);
        *parsed = kept->parsed;
        return;
    }
    ask_library(parser, line, parsed);
    if (line->length > KEPT_BYTES)
        return;
    kept->length = line->length;
    memcpy(kept->text, line->text, (size_t)line->length);
    memcpy(kept->bytes, parser->bytes, sizeof kept->bytes);
    kept->parsed = *parsed;
}

/* --- text --- */

static bool is_utf8(const char *text)
{
    int length = (int)strlen(text);
    while (length > 0) {
        int size = text_utf8(text, length, NULL);
        if (size == 0)
            return false;
        text += size;
        length -= size;
    }
    return true;
}

static unsigned cp1252(unsigned char byte)
{
    static const unsigned short high[32] = {
        0x20ac, 0xfffd, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160,
        0x2039, 0x0152, 0xfffd, 0x017d, 0xfffd, 0xfffd, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022,
        0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0xfffd, 0x017e, 0x0178};
    return byte >= 0x80 && byte < 0xa0 ? high[byte - 0x80] : byte;
}

const char *line_decode(const char *text, char *decoded, int size)
{
    if (is_utf8(text))
        return text;
    struct text out = text_over(decoded, (size_t)size);
    for (; *text; text++) {
        unsigned scalar = cp1252((unsigned char)*text);
        char bytes[3] = {(char)(0xe0 | scalar >> 12), (char)(0x80 | (scalar >> 6 & 0x3f)),
                         (char)(0x80 | (scalar & 0x3f))};
        if (scalar < 0x80)
            text_put_bytes(&out, text, 1);
        else if (scalar < 0x800)
            text_put_bytes(&out, (char[]){(char)(0xc0 | scalar >> 6), bytes[2]}, 2);
        else
            text_put_bytes(&out, bytes, 3);
    }
    check(!out.cut);
    return decoded;
}
