/* See cap.h. A server grants or refuses a request as a whole. So if it refuses several
   capabilities at once, we ask for them again one by one. */
#include "cap.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "keep.h"
#include "text.h"

enum { REQUEST_BYTES = 400, NAME_BYTES = 64 };

static const char *const names[CAP_COUNT] = {
    [CAP_ACCOUNT_NOTIFY] = "account-notify",
    [CAP_ACCOUNT_TAG] = "account-tag",
    [CAP_AWAY_NOTIFY] = "away-notify",
    [CAP_BATCH] = "batch",
    [CAP_CHANNEL_RENAME] = "draft/channel-rename",
    [CAP_CHGHOST] = "chghost",
    [CAP_CHATHISTORY] = "draft/chathistory",
    [CAP_EXTENDED_JOIN] = "extended-join",
    [CAP_EXTENDED_MONITOR] = "extended-monitor",
    [CAP_INVITE_NOTIFY] = "invite-notify",
    [CAP_LABELED_RESPONSE] = "labeled-response",
    [CAP_MESSAGE_TAGS] = "message-tags",
    [CAP_MULTI_PREFIX] = "multi-prefix",
    [CAP_SASL] = "sasl",
    [CAP_SERVER_TIME] = "server-time",
    [CAP_SETNAME] = "setname",
    [CAP_STANDARD_REPLIES] = "standard-replies",
    [CAP_STANDARD_REPLIES_INSPIRCD] = "inspircd.org/standard-replies",
    [CAP_USERHOST_IN_NAMES] = "userhost-in-names",
};

/* CAP_COUNT if not ours. */
static enum cap caps_named(const char *name)
{
    int cap = 0;
    while (cap < CAP_COUNT && strcmp(names[cap], name) != 0)
        cap++;
    return (enum cap)cap;
}

bool cap_is_settled(const struct caps *caps)
{
    return caps->is_listed && caps->request_count == 0;
}

/* --- asking --- */

/* Makes one request for as many as fit into a line, and takes those from `bits`. With
   CAP_REQUESTS unanswered ones the server plays games, and no further one is made. */
static void ask_some(struct caps *caps, uint32_t *bits, caps_say_fn *say, void *arg)
{
    char bytes[REQUEST_BYTES];
    struct text line = text_over(bytes, sizeof bytes);
    uint32_t asked = 0;
    text_put(&line, "CAP REQ :");
    for (int cap = 0; cap < CAP_COUNT; cap++) {
        uint32_t bit = UINT32_C(1) << cap;
        if (!(*bits & bit) || line.length + (int)strlen(names[cap]) + 2 > REQUEST_BYTES)
            continue;
        text_putf(&line, "%s%s", asked ? " " : "", names[cap]);
        asked |= bit;
    }
    *bits &= ~asked;
    if (caps->request_count == CAP_REQUESTS)
        return;
    caps->requests[caps->request_count++] = asked;
    say(arg, bytes);
}

static void ask(struct caps *caps, uint32_t bits, caps_say_fn *say, void *arg)
{
    while (bits)
        ask_some(caps, &bits, say, arg);
}

static void ask_one_by_one(struct caps *caps, uint32_t bits, caps_say_fn *say, void *arg)
{
    for (int cap = 0; cap < CAP_COUNT; cap++)
        ask(caps, bits & UINT32_C(1) << cap, say, arg);
}

static void ask_for_what_is_new(struct caps *caps, uint32_t bits, caps_say_fn *say, void *arg)
{
    for (int i = 0; i < caps->request_count; i++)
        bits &= ~caps->requests[i];
    if (!caps->wants_sasl)
        bits &= ~(UINT32_C(1) << CAP_SASL);
    ask(caps, bits & caps->offered & ~caps->enabled, say, arg);
}

/* --- the words of a line --- */

struct word {
    char name[NAME_BYTES];
    const char *value;
    int value_length; /* -1 if absent */
};

/* Cuts the next "name" or "name=value" off; false at the end. A name too long to be one of ours
   becomes "". */
static bool next_word(const char **words, struct word *word)
{
    *words += strspn(*words, " ");
    int length = (int)strcspn(*words, " "), name = (int)strcspn(*words, " =");
    struct text text = text_over(word->name, sizeof word->name);
    text_put_bytes(&text, *words, name);
    if (text.cut)
        word->name[0] = '\0';
    word->value = *words + name + (name < length);
    word->value_length = name < length ? length - name - 1 : -1;
    *words += length;
    return length > 0;
}

static void keep_value(char *kept, const struct word *word)
{
    struct text text = text_over(kept, CAP_VALUE);
    text_put(&text, "");
    if (word->value_length > 0)
        text_put_bytes(&text, word->value, word->value_length);
}

/* What LS or NEW offers; returns its bits. */
static uint32_t take_offers(struct caps *caps, const char *words)
{
    struct word word;
    uint32_t bits = 0;
    while (next_word(&words, &word)) {
        enum cap cap = caps_named(word.name);
        if (cap < CAP_COUNT)
            bits |= UINT32_C(1) << cap;
        if (cap == CAP_SASL)
            keep_value(caps->sasl, &word);
        if (strcmp(word.name, "sts") == 0) {
            keep_value(caps->sts, &word);
            caps->has_sts = true;
        }
    }
    caps->offered |= bits;
    return bits;
}

/* --- answers --- */

static void pop_request(struct caps *caps)
{
    memmove(caps->requests, caps->requests + 1,
            (size_t)--caps->request_count * sizeof *caps->requests);
}

static void hear_list(struct caps *caps, bool has_more, const char *words, caps_say_fn *say,
                      void *arg)
{
    take_offers(caps, words);
    if (has_more)
        return;
    caps->is_listed = true;
    ask_for_what_is_new(caps, caps->offered, say, arg);
}

static void hear_new(struct caps *caps, bool has_more, const char *words, caps_say_fn *say,
                     void *arg)
{
    (void)has_more;
    ask_for_what_is_new(caps, take_offers(caps, words), say, arg);
}

static void hear_gone(struct caps *caps, bool has_more, const char *words, caps_say_fn *say,
                      void *arg)
{
    struct word word;
    (void)has_more;
    (void)say;
    (void)arg;
    while (next_word(&words, &word)) {
        enum cap cap = caps_named(word.name);
        if (cap < CAP_COUNT) {
            caps->offered &= ~(UINT32_C(1) << cap);
            caps->enabled &= ~(UINT32_C(1) << cap);
        }
    }
}

static void hear_granted(struct caps *caps, bool has_more, const char *words, caps_say_fn *say,
                         void *arg)
{
    struct word word;
    (void)has_more;
    (void)say;
    (void)arg;
    while (next_word(&words, &word)) {
        bool is_off = word.name[0] == '-';
        enum cap cap = caps_named(word.name + is_off);
        uint32_t bit = cap < CAP_COUNT ? UINT32_C(1) << cap : 0;
        uint32_t asked = caps->request_count ? caps->requests[0] & bit : 0;
        caps->enabled = is_off ? caps->enabled & ~bit : caps->enabled | asked;
        if (asked && (caps->requests[0] &= ~bit) == 0)
            pop_request(caps);
    }
}

/* The words of a refusal may be cut short: the order of our requests says what is refused. */
static void hear_refused(struct caps *caps, bool has_more, const char *words, caps_say_fn *say,
                         void *arg)
{
    (void)has_more;
    (void)words;
    if (caps->request_count == 0)
        return;
    uint32_t refused = caps->requests[0];
    pop_request(caps);
    if (refused & (refused - 1))
        ask_one_by_one(caps, refused, say, arg);
}

void cap_hear(struct caps *caps, const char *verb, bool has_more, const char *words,
              caps_say_fn *say, void *arg)
{
    static const struct {
        const char *verb;
        void (*fn)(struct caps *caps, bool has_more, const char *words, caps_say_fn *say,
                   void *arg);
    } verbs[] = {
        {"LS", hear_list},     {"NEW", hear_new},     {"DEL", hear_gone},
        {"ACK", hear_granted}, {"NAK", hear_refused},
    };
    caps->has_sts = false;
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        if (text_same_word(verbs[i].verb, verb))
            verbs[i].fn(caps, has_more, words, say, arg);
}

/* --- strict transport security; kept as "port expiry", expiry in seconds since 1970, under
   "sts:" and the host in lower case --- */

enum { KEY_BYTES = 256, YEAR = 366 * 24 * 3600 };

static void put_key(char key[KEY_BYTES], const char *host)
{
    struct text text = text_over(key, KEY_BYTES);
    text_put(&text, "sts:");
    for (const char *p = host; *p; p++)
        text_putf(&text, "%c", tolower((unsigned char)*p));
}

/* A whole number that ends at a comma or the end; -1 for anything else. A year is the longest
   duration. */
static int64_t read_number(const char *digits)
{
    size_t length = strspn(digits, "0123456789");
    if (length == 0 || (digits[length] != ',' && digits[length] != '\0'))
        return -1;
    int64_t number = length > 12 ? YEAR : strtoll(digits, NULL, 10);
    return number;
}

bool cap_sts_read(const char *value, struct sts *sts)
{
    *sts = (struct sts){.port = 0, .duration = -1};
    for (const char *at = value; *at; at += strcspn(at, ","), at += *at == ',') {
        if (strncmp(at, "port=", 5) == 0) {
            int64_t port = read_number(at + 5);
            sts->port = port > 0 && port <= 65535 ? (int)port : 0;
        } else if (strncmp(at, "duration=", 9) == 0) {
            int64_t duration = read_number(at + 9);
            sts->duration = duration > YEAR ? YEAR : duration;
        }
    }
    return sts->port > 0 || sts->duration >= 0;
}

int cap_sts_port(const struct keep *keep, const char *host, int64_t now)
{
    char key[KEY_BYTES];
    int port = 0;
    long long expiry = 0;
    put_key(key, host);
    const char *kept = keep ? keep_get(keep, key) : NULL;
    if (!kept || sscanf(kept, "%d %lld", &port, &expiry) != 2 || port < 1 || port > 65535)
        return 0;
    return now / 1000 < expiry ? port : 0;
}

void cap_sts_keep(struct keep *keep, const char *host, int port, int64_t duration, int64_t now)
{
    char key[KEY_BYTES], value[48];
    long long expiry = now / 1000 + duration;
    if (!keep)
        return;
    put_key(key, host);
    snprintf(value, sizeof value, "%d %lld", port, expiry);
    if (duration > 0)
        keep_put(keep, key, value, NULL, NULL);
    else if (keep_get(keep, key))
        keep_put(keep, key, NULL, NULL, NULL);
}

/* ---- 005 ---- */

/* A flat list: a server has some forty entries, seldom looked up. */

static const struct {
    const char *key, *value;
    bool may_be_empty; /* means something: no ranks, no channels */
} defaults[] = {
    {"CASEMAPPING", "rfc1459", false}, {"CHANTYPES", "#&", true},
    {"LINELEN", "512", false},         {"MODES", "3", false},
    {"NICKLEN", "9", false},           {"PREFIX", "(ov)@+", true},
};

static size_t terminal_key_length(const char *token)
{
    return strcspn(token, "=");
}

static char *find(const struct isupport *store, const char *key, size_t length)
{
    const char *entry = store->entries;
    for (; entry < store->entries + store->length; entry += strlen(entry) + 1)
        if (strncmp(entry, key, length) == 0 && (entry[length] == '=' || !entry[length]))
            return (char *)entry;
    return NULL;
}

static void forget(struct isupport *store, const char *key, size_t length)
{
    char *entry = find(store, key, length);
    if (!entry)
        return;
    size_t size = strlen(entry) + 1;
    char *end = store->entries + store->length;
    memmove(entry, entry + size, (size_t)(end - entry) - size);
    store->length -= (int)size;
}

static int hex_digit(char c)
{
    const char *digits = "0123456789abcdef0123456789ABCDEF", *at = c ? strchr(digits, c) : NULL;
    return at ? (int)(at - digits) % 16 : -1;
}

/* Undoes \xNN in place; what would be NUL or a line end stays as it is. */
static void unescape(char *value)
{
    char *out = value;
    while (*value) {
        int high = value[0] == '\\' && value[1] == 'x' ? hex_digit(value[2]) : -1;
        int low = high >= 0 ? hex_digit(value[3]) : -1;
        char byte = low >= 0 ? (char)(high * 16 + low) : '\0';
        if (byte && byte != '\r' && byte != '\n') {
            *out++ = byte;
            value += 4;
        } else {
            *out++ = *value++;
        }
    }
    *out = '\0';
}

bool cap_isupport_take(struct isupport *store, const char *token)
{
    bool is_removal = token[0] == '-';
    const char *key = token + is_removal;
    size_t length = terminal_key_length(key);
    if (length == 0)
        return false;
    forget(store, key, length);
    if (is_removal)
        return true;
    size_t size = strlen(token) + 1;
    if (size > sizeof store->entries - (size_t)store->length)
        return false;
    char *entry = memcpy(store->entries + store->length, token, size);
    unescape(entry + length);
    store->length += (int)strlen(entry) + 1;
    return true;
}

const char *cap_isupport_get(const struct isupport *store, const char *key)
{
    const char *entry = find(store, key, strlen(key)), *value = NULL;
    if (entry)
        value = entry[strlen(key)] == '=' ? entry + strlen(key) + 1 : "";
    for (size_t i = 0; i < sizeof defaults / sizeof defaults[0]; i++)
        if (strcmp(defaults[i].key, key) == 0 && (!value || (!*value && !defaults[i].may_be_empty)))
            return defaults[i].value;
    return value;
}

int cap_isupport_number(const struct isupport *store, const char *key, int otherwise)
{
    const char *value = cap_isupport_get(store, key);
    char *end = NULL;
    long number = value ? strtol(value, &end, 10) : 0;
    return value && end != value && number > 0 && number <= 1000000 ? (int)number : otherwise;
}

enum casemap cap_isupport_casemap(const struct isupport *store)
{
    const char *name = cap_isupport_get(store, "CASEMAPPING");
    if (text_same_word(name, "rfc1459"))
        return CASEMAP_RFC1459;
    if (text_same_word(name, "strict-rfc1459") || text_same_word(name, "rfc1459-strict"))
        return CASEMAP_RFC1459_STRICT;
    return CASEMAP_ASCII;
}
