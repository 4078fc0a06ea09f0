/* Any text as the record of a table in play. Whatever it says, the host starts; a table that
   comes back is one that can be looked at by everybody and played on. Random text would never
   get past the chain and the other hashes: these are put right here, so that what the lines say
   is what is tried. Links are right whatever they say (the linker gives us record_follows). */
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>
#include <stdio.h>

#include "check.h"
#include "host.h"
#include "host_commands.h"
#include "log.h"
#include "port.h"
#include "posts.h"
#include "prose.h"
#include "record.h"
#include "seal.h"
#include "session.h"
#include "store.h"
#include "tables.h"
#include "text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void drop_post(void *self, const struct post *post)
{
    (void)self;
    check(post->room);
}

static void drop_whisper(void *self, const struct whisper *whisper)
{
    (void)self;
    check(whisper->prose->length > 0);
}

static void play(void *arg, struct host *host, struct session *session, const struct heard *heard)
{
    (void)arg;
    host_move(host, session, heard, heard->text);
}

bool __wrap_record_follows(const char *line, const unsigned char table[RECORD_HASH],
                           unsigned char link[RECORD_HASH]);
bool __wrap_record_follows(const char *line, const unsigned char table[RECORD_HASH],
                           unsigned char link[RECORD_HASH])
{
    (void)table;
    return record_link_of(line, link);
}

/* ---- hashes put right ---- */

enum { LINES = 200, PERSONS = 6, LINE_BYTES = 8192 };

struct filling {
    char *lines[LINES];
    int count;
    struct person persons[PERSONS];
    bool has_person[PERSONS]; /* a line brings it */
    struct lot lot;
};

static void make_persons(struct filling *filling)
{
    static const char *const keys[PERSONS] = {"ann", "bob", "$cid", "dan", "$eve", "fay"};
    for (int i = 0; i < PERSONS; i++) {
        struct person *person = &filling->persons[i];
        *person = (struct person){.number = i + 1, .network = "net", .has_source = i == 0};
        snprintf(person->key, sizeof person->key, "%s", keys[i]);
        snprintf(person->name, sizeof person->name, "%s", keys[i]);
    }
}

/* Puts the value that a piece of a line must have. False if it may have any. */
static bool put_right(struct filling *filling, const char *line, const char *key, struct text *out)
{
    unsigned char hash[RECORD_HASH];
    const char *said = strstr(line, " person="), *to = strstr(line, " to=");
    int person = said ? atoi(said + 8) - 1 : -1;
    bool is_person = person >= 0 && person < PERSONS, is_first = filling->count == 0;
    if (strcmp(key, "who") == 0 && is_person) {
        filling->has_person[person] = true;
        record_person_who(&filling->persons[person], hash);
    } else if (strcmp(key, "called") == 0 && is_person) {
        record_person_called(&filling->persons[person], hash);
    } else if (strcmp(key, "id") == 0 && is_first) {
        record_put_bytes(out, key, filling->lot.id, LUCK_ID);
        return true;
    } else if (strcmp(key, "secret") == 0) {
        memcpy(hash, filling->lot.secret, sizeof hash);
    } else if (strcmp(key, "sum") == 0 && to) {
        crypto_hash_sha256_state state;
        crypto_hash_sha256_init(&state);
        for (int i = atoi(to + 4); i >= 0 && i < filling->count; i++) {
            crypto_hash_sha256_update(&state, (const unsigned char *)filling->lines[i],
                                      strlen(filling->lines[i]));
            crypto_hash_sha256_update(&state, (const unsigned char *)"\n", 1);
        }
        crypto_hash_sha256_final(&state, hash);
    } else if (strcmp(key, "value") == 0 && strncmp(line, "seal value=fixed", 16) != 0 &&
               strncmp(line, "seal value=lesson", 17) != 0) {
        char seal[LUCK_SEAL];
        seal_luck_seal(filling->lot.secret, filling->lot.id, seal);
        record_put(out, key, seal);
        return true;
    } else {
        return false;
    }
    record_put_bytes(out, key, hash, RECORD_HASH);
    return true;
}

static void add_line(struct filling *filling, const char *line)
{
    char bytes[LINE_BYTES], key[16];
    struct text out = text_over(bytes, sizeof bytes);
    const char *piece = line;
    for (bool is_first = true;; is_first = false) {
        size_t length = strcspn(piece, " "), name = strcspn(piece, "= ");
        snprintf(key, sizeof key, "%.*s", (int)name, piece);
        bool is_pair = !is_first && piece[name] == '=';
        if (!(is_pair && (strcmp(key, "hash") == 0 || put_right(filling, line, key, &out)))) {
            text_put(&out, is_first ? "" : " ");
            text_put_bytes(&out, piece, (int)length);
        }
        if (!piece[length])
            break;
        piece += length + 1;
    }
    text_putf(&out, " hash=%064d", 0);
    if (out.cut)
        return;
    filling->lines[filling->count] = strdup(bytes);
    check(filling->lines[filling->count++]);
}

/* The lines of the text, as many as a store takes. */
static void fill(struct store *store, char *text)
{
    struct filling filling = {.count = 0};
    char hex[PERSONS][PERSON_HEX], secret[SEAL_SECRET_HEX];
    struct store_person rows[PERSONS];
    int rows_count = 0;
    make_persons(&filling);
    for (char *line = strtok(text, "\n"); line && filling.count < LINES; line = strtok(NULL, "\n"))
        add_line(&filling, line);
    for (int i = 0; i < PERSONS; i++)
        if (filling.has_person[i]) {
            record_person_row(&filling.persons[i], hex[rows_count], &rows[rows_count]);
            rows_count++;
        }
    seal_write_secret(&filling.lot, secret);
    if (filling.count > 0)
        store_write(store,
                    &(struct store_append){.table = 1,
                                           .first_seq = 1,
                                           .lines = (const char *const *)filling.lines,
                                           .count = filling.count,
                                           .persons = rows,
                                           .person_count = rows_count,
                                           .secret = secret,
                                           .place = {"net", "#g"}},
                    NULL, NULL);
    store_flush(store);
    for (int i = 0; i < filling.count; i++)
        free(filling.lines[i]);
}

/* Somebody may go on with a table that was set aside. */
static void resume(struct host *host, struct store *store)
{
    static const char *const keys[] = {"ann", "bob", "$cid"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        struct heard heard = {
            .network = "net", .room = "#h", .key = keys[i], .name = keys[i], .text = "x", .now = 2};
        host_resume(host, &(struct call){.heard = &heard, .words = ""});
        for (int turn = 0; turn < 4; turn++) {
            store_flush(store);
            store_dispatch(store);
            host_tick(host, 2);
        }
    }
}

static void look_and_play(struct host *host, struct store *store, struct session *session)
{
    char name[HOST_ROOM];
    snprintf(name, sizeof name, "%s", session->home.name);
    for (int seat = 0; seat < session->seat_count; seat++) {
        struct heard heard = {.network = "net",
                              .room = session->home.name,
                              .key = session->seats[seat].key,
                              .name = session->seats[seat].name,
                              .text = "hide 1 me1",
                              .now = 1};
        session->seats[seat].is_detached = false;
        host_show_hand(host, &(struct call){.session = session, .heard = &heard, .words = ""});
        host_show_moves(host, &(struct call){.session = session, .heard = &heard, .words = ""});
        host_show_board(host, &(struct call){.session = session, .heard = &heard, .words = ""});
        host_hear(host, session, &heard);
        store_flush(store);
        store_dispatch(store);
        session = host_find(host, "net", name);
        if (!session)
            return;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static int silent = -1;
    if (silent < 0) {
        silent = open("/dev/null", O_WRONLY | O_CLOEXEC);
        log_setup(LOG_ERROR, silent);
    }
    char *text = strndup((const char *)data, size);
    check(text);
    struct store *store = store_memory_new();
    struct host *host = host_new(store, play, NULL);
    struct host_port port = {.network = "net", .post = drop_post, .whisper = drop_whisper};
    host_add_port(host, &port);
    fill(store, text);
    check(host_recover(host) >= 0);
    host_room_ready(host, "net", "#g", 1);
    host_tick(host, 1);
    struct session *session = host_find(host, "net", "#g");
    if (session)
        look_and_play(host, store, session);
    else
        resume(host, store);
    session = host_find(host, "net", "#h");
    if (session)
        look_and_play(host, store, session);
    store_flush(store);
    store_dispatch(store);
    host_free(host);
    store_close(store);
    free(text);
    return 0;
}
