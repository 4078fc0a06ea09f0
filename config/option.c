/* The forms that texts have, and the tables made from options.def, which is included three times:
   for the names of the sections (so that rows can point at them), for their rows, and for the
   sections themselves. Every form is well-formed UTF-8 without control characters; each row adds
   its own rule. */
#include "option.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "config.h"
#include "text.h"

#define LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define DIGITS  "0123456789"
#define MARKS   "[]\\`_^{|}"

enum { CHANNEL_BYTES = 64, KEY_BYTES = 100 };

static bool is_channel(const char *value)
{
    return strchr("#&+!", value[0]) && value[1] && !strpbrk(value, " ,");
}

/* It is one parameter of a line of IRC, and one of a list with commas. */
static bool is_key(const char *value)
{
    return value[0] != ':' && !strpbrk(value, " ,");
}

/* "#games key". */
static bool is_keyed(const char *value)
{
    char name[CHANNEL_BYTES + 1] = "";
    size_t length = strcspn(value, " ");
    if (length >= sizeof name)
        return false;
    memcpy(name, value, length);
    return is_channel(name) && (!value[length] || option_form_fits(FORM_KEY, value + length + 1));
}

/* "irc:oftc #games". */
static bool is_room(const char *value)
{
    const char *colon = strchr(value, ':'), *blank = strchr(value, ' ');
    return colon && blank && colon > value && colon + 1 < blank && blank[1] &&
           !strchr(blank + 1, ' ');
}

/* "<#80351110224678912> irc:oftc #games" */
static bool is_bridge(const char *value)
{
    size_t digits = strncmp(value, "<#", 2) == 0 ? strspn(value + 2, DIGITS) : 0;
    return digits > 0 && strncmp(value + 2 + digits, "> ", 2) == 0 && is_room(value + digits + 4);
}

static bool is_nick(const char *value)
{
    return value[strspn(value, LETTERS DIGITS MARKS "-")] == '\0' && !strchr(DIGITS "-", value[0]);
}

/* A mask with the host * would let in anybody who takes the nickname. */
static bool is_mask(const char *value)
{
    const char *user = strchr(value, '!');
    const char *host = strchr(value, '@');
    return user && host && user > value && host > user + 1 && host[1 + strspn(host + 1, "*?.:")] &&
           !strchr(value, ' ');
}

static bool is_name(const char *value)
{
    return !strpbrk(value, " @#!/");
}

/* Clients do not send lines that begin with a slash; a letter would turn words into commands. A
   letter at the end would run into every command: "!!play" makes "!!playplay" of one. */
static bool is_prefix(const char *value)
{
    char last = value[strlen(value) - 1];
    return !strchr("/" LETTERS DIGITS, value[0]) && !strchr(LETTERS DIGITS, last) &&
           !strchr(value, ' ');
}

/* Tokens are sent to this URL: without TLS only inside this machine. */
static bool is_url(const char *value)
{
    static const char *const safe[] = {"https://", "wss://"};
    static const char *const local[] = {"http://127.",    "ws://127.",    "http://localhost",
                                        "ws://localhost", "http://[::1]", "ws://[::1]"};
    for (size_t i = 0; i < sizeof safe / sizeof *safe; i++)
        if (strncmp(value, safe[i], strlen(safe[i])) == 0)
            return value[strlen(safe[i])] != '\0' && !strpbrk(value, " ?#@");
    for (size_t i = 0; i < sizeof local / sizeof *local; i++)
        if (strncmp(value, local[i], strlen(local[i])) == 0)
            return !strpbrk(value, " ?#@");
    return false;
}

/* 32 bytes in hexadecimal digits, with or without colons between the pairs. */
static bool is_fingerprint(const char *value)
{
    int pairs = 0;
    for (; strspn(value, DIGITS "abcdefABCDEF") >= 2; pairs++) {
        value += 2;
        value += *value == ':' && value[1];
    }
    return pairs == 32 && !*value;
}

/* Or 32 bytes in base64: 43 characters and a "=". */
static bool is_pin(const char *value)
{
    return is_fingerprint(value) || (strlen(value) == 44 && strchr(value, '=') == value + 43);
}

static bool is_account(const char *value)
{
    return !strpbrk(value, " ,") && value[0] != ':';
}

static bool is_mechanism(const char *value)
{
    return strcmp(value, "EXTERNAL") == 0 || strcmp(value, "ECDSA-NIST256P-CHALLENGE") == 0 ||
           strcmp(value, "SCRAM-SHA-256") == 0 || strcmp(value, "PLAIN") == 0;
}

static bool is_port(const char *value)
{
    size_t digits = strspn(value, DIGITS);
    return digits >= 1 && digits <= 5 && !value[digits] && strtol(value, NULL, 10) <= 65535;
}

/* "9464", "127.0.0.1:9464", "[::1]:9464" or "unix:/path". */
static bool is_listen(const char *value)
{
    const char *colon = strrchr(value, ':');
    size_t v4 = strspn(value, DIGITS "."),
           v6 = value[0] == '[' ? 1 + strspn(value + 1, DIGITS "abcdefABCDEF:") : 0;
    if (strncmp(value, "unix:", 5) == 0)
        return value[5] == '/' && value[6];
    if (!colon)
        return is_port(value);
    bool has_address =
        v6 ? v6 > 2 && value[v6] == ']' && value + v6 + 1 == colon : v4 > 6 && value + v4 == colon;
    return has_address && is_port(colon + 1);
}

static const struct {
    const char *name;
    int most;
    const char *alphabet; /* the bytes allowed; NULL for any */
    bool (*fits)(const char *value);
} forms[] = {
    [FORM_LINE] = {"one line of text of at most 200 bytes", 200, NULL, NULL},
    [FORM_TITLE] = {"a name of at most 32 letters, digits, dots, hyphens and underscores", 32,
                    LETTERS DIGITS ".-_", NULL},
    [FORM_HOST] = {"a host name or an address, without a port", 253, LETTERS DIGITS ".-_:", NULL},
    [FORM_NICK] =
        {"a nickname: at most 30 letters, digits and -_[]{}\\`^|, not beginning with a digit or a hyphen",
         30, NULL, is_nick},
    [FORM_USER] = {"a user name: at most 10 letters, digits, dots, hyphens and underscores", 10,
                   LETTERS DIGITS ".-_", NULL},
    [FORM_CHANNEL] = {"a channel: it begins with # (or &, +, !) and has no space or comma",
                      CHANNEL_BYTES, NULL, is_channel},
    [FORM_KEYED] =
        {"a channel: it begins with # (or &, +, !) and has no comma; where the channel asks for a key, a space "
         "and the key follow",
         CHANNEL_BYTES + 1 + KEY_BYTES, NULL, is_keyed},
    [FORM_KEY] = {"a key: at most 100 bytes without a space or a comma", KEY_BYTES, NULL, is_key},
    [FORM_ROOM] =
        {"a network and its room, such as irc:oftc #games or discord:club <#80351110224678912>",
         100, NULL, is_room},
    [FORM_BRIDGE] =
        {"a channel of Discord, a network and its room, such as <#80351110224678912> irc:oftc #games",
         130, NULL, is_bridge},
    [FORM_MASK] = {"a mask nick!user@host that names a host, such as *!*@user/ann", 200, NULL,
                   is_mask},
    [FORM_NAME] = {"a name: one word of at most 30 bytes, without @, #, ! and /", 30, NULL,
                   is_name},
    [FORM_PREFIX] =
        {"1 to 8 characters without a space, the first no slash, the first and the last neither a letter nor a "
         "digit; the command itself follows at once",
         8, NULL, is_prefix},
    [FORM_URL] =
        {"an address that begins with https:// or wss:// (http:// or ws:// only to this machine)",
         200, NULL, is_url},
    [FORM_ID] = {"a number of Discord's, such as 80351110224678912", 20, DIGITS, NULL},
    [FORM_PIN] =
        {"a SHA-256: of a certificate as 64 hexadecimal digits, or of a public key as 44 characters of base64",
         95, LETTERS DIGITS "+/=:", is_pin},
    [FORM_ACCOUNT] = {"an account: one word of at most 100 bytes", 100, NULL, is_account},
    [FORM_MECHANISM] = {"EXTERNAL, ECDSA-NIST256P-CHALLENGE, SCRAM-SHA-256 or PLAIN", 24, NULL,
                        is_mechanism},
    [FORM_SERVICE] = {"a service, such as NickServ or NickServ@services.example.org", 120,
                      LETTERS DIGITS MARKS "-.@", NULL},
    [FORM_LISTEN] =
        {"a port (9464), an address with a port (127.0.0.1:9464, [::1]:9464), or unix: and a path of at "
         "most 100 bytes (unix:/run/tabletalk/metrics)",
         105, NULL, is_listen},
    [FORM_FILE] = {"the name of a file", 1000, NULL, NULL},
    [FORM_FOLDER] = {"the name of a folder", 1000, NULL, NULL},
};

static bool is_clean(const char *value, int length)
{
    for (int i = 0, step; i < length; i += step) {
        unsigned scalar;
        step = text_utf8(value + i, length - i, &scalar);
        if (step == 0 || scalar < 0x20 || (scalar >= 0x7f && scalar < 0xa0))
            return false;
    }
    return true;
}

bool option_form_fits(enum form form, const char *value)
{
    size_t length = strlen(value);
    if (length == 0 || length > (size_t)forms[form].most || !is_clean(value, (int)length))
        return false;
    if (forms[form].alphabet && value[strspn(value, forms[form].alphabet)])
        return false;
    return !forms[form].fits || forms[form].fits(value);
}

const char *option_form_name(enum form form)
{
    return forms[form].name;
}

int option_form_open_bytes(enum form form, const char *value)
{
    bool may_hold_key = form == FORM_KEYED || form == FORM_CHANNEL;
    return (int)(may_hold_key ? strcspn(value, " ") : strlen(value));
}

bool option_form_is_path(enum form form)
{
    return form == FORM_FILE || form == FORM_FOLDER;
}

/* ---- the rows ---- */

/* clang-format off */
#define SECTION(struct_tag, ...)     static const struct section struct_tag##_section;
#define ROOT(struct_tag, help)
#define FLAG(...)
#define NUMBER(...)
#define CHOICE(...)
#define TEXT(...)
#define LIST(...)
#define SECRET(...)
#define CHILDREN(...)
#define SECTION_END(struct_tag)
#define ROOT_END(struct_tag)
#include "options.def"

#define REQUIRED(example)        example, .is_required = true
#define INHERITED                NULL, .is_inherited = true
#define FIELD(struct_tag, field) .name = #field, .offset = offsetof(struct struct_tag, field)

#define SECTION(struct_tag, ...)     static const struct option struct_tag##_options[] = {
#define ROOT(struct_tag, text)       static const struct option struct_tag##_options[] = {
#define SECTION_END(struct_tag)      }; \
    _Static_assert(sizeof struct_tag##_options / sizeof *struct_tag##_options <= OPTION_MOST, "too many options");
#define ROOT_END(struct_tag)         SECTION_END(struct_tag)
#define FLAG(struct_tag, field, value, text) \
    {FIELD(struct_tag, field), .kind = VALUE_FLAG, .help = text, .fallback = value},
#define NUMBER(struct_tag, field, value, low, high, text) \
    {FIELD(struct_tag, field), .kind = VALUE_NUMBER, .least = low, .most = high, .help = text, .fallback = value},
#define CHOICE(struct_tag, field, value, list, text) \
    {FIELD(struct_tag, field), .kind = VALUE_CHOICE, .words = list, .help = text, .fallback = value},
#define TEXT(struct_tag, field, value, shape, text) \
    {FIELD(struct_tag, field), .kind = VALUE_TEXT, .form = FORM_##shape, .help = text, .fallback = value},
#define LIST(struct_tag, field, shape, high, text) \
    {FIELD(struct_tag, field), .kind = VALUE_LIST, .form = FORM_##shape, .most = high, .help = text, .fallback = ""},
#define SECRET(struct_tag, field, text) \
    {FIELD(struct_tag, field), .name_file = #field "_file", .name_env = #field "_env", .kind = VALUE_SECRET, \
     .help = text, .fallback = ""},
#define CHILDREN(struct_tag, child) \
    {FIELD(struct_tag, child), .kind = VALUE_CHILDREN, .count_offset = offsetof(struct struct_tag, child##_count), \
     .section = &config_##child##_section, .fallback = ""},
#include "options.def"

#define ROWS(struct_tag) .options = struct_tag##_options, .size = sizeof(struct struct_tag), \
                         .option_count = sizeof struct_tag##_options / sizeof *struct_tag##_options
#define SECTION(struct_tag, word, shape, example, text) \
    static const struct section struct_tag##_section = \
        {.name = word, .title_form = FORM_##shape, .title_example = example, .help = text, ROWS(struct_tag)};
#define ROOT(struct_tag, text)       const struct section option_root = {.name = "", .help = text, ROWS(struct_tag)};
#define FLAG(...)
#define NUMBER(...)
#define CHOICE(...)
#define TEXT(...)
#define LIST(...)
#define SECRET(...)
#define CHILDREN(...)
#define SECTION_END(struct_tag)
#define ROOT_END(struct_tag)
#include "options.def"
/* clang-format on */

const struct option *option_find(const struct section *section, const char *name)
{
    for (int i = 0; i < section->option_count; i++) {
        const struct option *option = &section->options[i];
        if (strcmp(option->name, name) == 0 ||
            (option->name_file && strcmp(option->name_file, name) == 0) ||
            (option->name_env && strcmp(option->name_env, name) == 0))
            return option;
    }
    return NULL;
}

const struct option *option_ancestor(const struct section *parent, const struct option *option)
{
    if (!option->is_inherited)
        return option;
    const struct option *ancestor = option_find(parent, option->name);
    check(ancestor && !ancestor->is_inherited && ancestor->kind == option->kind);
    return ancestor;
}

static void put_words(const struct option *option, struct text *out)
{
    text_put(out, "one of ");
    for (const char *word = option->words; *word;) {
        int length = (int)strcspn(word, "|");
        text_put_bytes(out, word, length);
        word += length;
        if (*word) {
            text_put(out, ", ");
            word++;
        }
    }
}

void option_put_range(const struct option *option, struct text *out)
{
    switch (option->kind) {
    case VALUE_FLAG:
        text_put(out, "yes or no");
        break;
    case VALUE_NUMBER:
        text_putf(out, "a whole number from %d to %d", option->least, option->most);
        break;
    case VALUE_CHOICE:
        put_words(option, out);
        break;
    case VALUE_TEXT:
        text_put(out, option_form_name(option->form));
        break;
    case VALUE_LIST:
        text_putf(out, "a list of at most %d, each %s", option->most,
                  option_form_name(option->form));
        break;
    case VALUE_SECRET:
        text_put(out, "a file that only you can read, or the name of an environment variable");
        break;
    case VALUE_CHILDREN:
        text_putf(out, "any number of sections %s", option->section->name);
        break;
    }
}
