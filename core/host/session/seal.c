
#include "seal.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "daily.h"
#include "deal.h"
#include "host_state.h"
#include "record.h"
#include "seat.h"
#include "text.h"

static void put_big_endian(unsigned char *bytes, uint64_t value)
{
    for (int i = 0; i < 8; i++)
        bytes[i] = (unsigned char)(value >> (56 - 8 * i));
}

/* RFC 4648: five bytes are eight characters; 20 bytes need no padding. */
static void put_base32(const unsigned char *bytes, int count, char *out)
{
    static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    check(count % 5 == 0);
    for (int i = 0; i < count; i += 5) {
        uint64_t group = 0;
        for (int j = 0; j < 5; j++)
            group = group << 8 | bytes[i + j];
        for (int shift = 35; shift >= 0; shift -= 5)
            *out++ = alphabet[group >> shift & 31];
    }
    *out = '\0';
}

void seal_luck_seal(const unsigned char secret[LUCK_SECRET], const unsigned char id[LUCK_ID],
                    char seal[LUCK_SEAL])
{
    unsigned char both[LUCK_SECRET + LUCK_ID], hash[crypto_hash_sha256_BYTES];
    memcpy(both, secret, LUCK_SECRET);
    memcpy(both + LUCK_SECRET, id, LUCK_ID);
    crypto_hash_sha256(hash, both, sizeof both);
    put_base32(hash, LUCK_SEALED, seal);
}

void seal_luck_cut(const char *words, unsigned char cut[LUCK_CUT])
{
    words += strspn(words, " ");
    size_t length = strlen(words);
    while (length > 0 && words[length - 1] == ' ')
        length--;
    crypto_hash_sha256(cut, (const unsigned char *)words, length);
}

bool seal_luck_has_cut(const unsigned char cut[LUCK_CUT])
{
    return !sodium_is_zero(cut, LUCK_CUT);
}

void seal_luck_fix_lesson(struct lot *lot, const char *game, int number)
{
    char words[128];
    int length = snprintf(words, sizeof words, "lesson %s %d", game, number);
    check(length > 0 && (size_t)length < sizeof words);
    crypto_hash_sha256(lot->secret, (const unsigned char *)words, (unsigned long long)length);
    lot->has_secret = lot->is_fixed = true;
    lot->lesson = number;
}

void seal_luck_of_day(struct lot *lot, const char *game, int day,
                      const unsigned char secret[LUCK_SECRET])
{
    char words[128];
    crypto_auth_hmacsha256_state state;
    int length = snprintf(words, sizeof words, "daily %s", game);
    check(length > 0 && (size_t)length < sizeof words && day > 0);
    *lot = (struct lot){.has_secret = true, .day = day, .rules = LUCK_RULES};
    crypto_auth_hmacsha256_init(&state, secret, LUCK_SECRET);
    crypto_auth_hmacsha256_update(&state, (const unsigned char *)words, (unsigned long long)length);
    crypto_auth_hmacsha256_final(&state, lot->secret);
}

void seal_luck_seal_day(const unsigned char secret[LUCK_SECRET], int day, char seal[LUCK_SEAL])
{
    unsigned char hash[crypto_hash_sha256_BYTES];
    char words[32];
    int length = snprintf(words, sizeof words, "daily %d", day);
    crypto_hash_sha256(hash, (const unsigned char *)words, (unsigned long long)length);
    seal_luck_seal(secret, hash, seal);
}

void seal_luck_key(const struct lot *lot, uint64_t game, unsigned char key[LUCK_KEY])
{
    static const unsigned char no_id[LUCK_ID];
    unsigned char number[8];
    crypto_auth_hmacsha256_state state;
    check(lot->seats <= LUCK_SEATS);
    put_big_endian(number, game);
    crypto_auth_hmacsha256_init(&state, lot->secret, LUCK_SECRET);
    crypto_auth_hmacsha256_update(&state, lot->lesson || lot->day ? no_id : lot->id, LUCK_ID);
    crypto_auth_hmacsha256_update(&state, number, sizeof number);
    crypto_auth_hmacsha256_update(&state, lot->cuts[0], (unsigned long long)lot->seats * LUCK_CUT);
    crypto_auth_hmacsha256_final(&state, key);
}

void seal_luck_init(struct luck *luck, const unsigned char key[LUCK_KEY], uint64_t first_draw)
{
    memcpy(luck->key, key, LUCK_KEY);
    luck->is_keyed = false;
    luck->draw = first_draw;
    luck->block = 0;
    luck->left = 0;
}

void seal_luck_begin(void *state)
{
    struct luck *luck = state;
    luck->draw++;
    luck->block = 0;
    luck->left = 0;
}

uint32_t seal_luck_next(void *state)
{
    struct luck *luck = state;
    if (luck->left == 0) {
        unsigned char message[16];
        put_big_endian(message, luck->draw - 1);
        put_big_endian(message + 8, luck->block++);
        if (!luck->is_keyed)
            crypto_auth_hmacsha256_init(&luck->keyed, luck->key, LUCK_KEY);
        luck->is_keyed = true;
        crypto_auth_hmacsha256_state block = luck->keyed;
        crypto_auth_hmacsha256_update(&block, message, sizeof message);
        crypto_auth_hmacsha256_final(&block, luck->bits);
        luck->left = (int)sizeof luck->bits;
    }
    const unsigned char *bits = luck->bits + sizeof luck->bits - luck->left;
    luck->left -= 4;
    return (uint32_t)bits[0] << 24 | (uint32_t)bits[1] << 16 | (uint32_t)bits[2] << 8 | bits[3];
}

/* ---- the secret of a table ---- */

static const char fixed[] = "fixed", lesson[] = "lesson";

enum {
    LESSONS_MOST = 1000000, /* the highest number of a lesson's deal */
    DAYS_MOST = 1000000     /* and of a day */
};

void seal_put(const struct lot *lot, struct text *line)
{
    char seal[LUCK_SEAL];
    seal_luck_seal(lot->secret, lot->id, seal);
    text_put(line, "seal");
    record_put(line, "value", lot->lesson ? lesson : lot->is_fixed ? fixed : seal);
    if (lot->lesson)
        record_put_number(line, "deal", lot->lesson);
    if (lot->day)
        record_put_number(line, "day", lot->day);
    if (lot->rules > 1)
        record_put_number(line, "luck", lot->rules);
}

bool seal_put_reveal(const struct lot *lot, struct text *line)
{
    if (!lot->has_secret || lot->is_fixed || lot->day)
        return false;
    text_put(line, "reveal");
    record_put_bytes(line, "secret", lot->secret, LUCK_SECRET);
    return true;
}

void seal_put_cut_sum(int seat, const unsigned char sum[LUCK_CUT], struct text *line)
{
    text_put(line, "cut");
    record_put_number(line, "seat", seat + 1);
    record_put_bytes(line, "sum", sum, LUCK_CUT);
}

void seal_put_cut(int seat, const char *words, struct text *line)
{
    unsigned char sum[LUCK_CUT];
    seal_luck_cut(words, sum);
    seal_put_cut_sum(seat, sum, line);
}

void seal_put_lot(const struct lot *lot, struct text *line)
{
    if (!lot->has_secret)
        return;
    record_put_bytes(line, "id", lot->id, LUCK_ID);
    record_put_bytes(line, "secret", lot->secret, LUCK_SECRET);
}

void seal_read_lot(const struct host *host, const struct record_line *line, struct lot *lot)
{
    lot->has_secret = record_get_bytes(line, "id", lot->id, LUCK_ID) &&
                      record_get_bytes(line, "secret", lot->secret, LUCK_SECRET);
    lot->is_fixed = host->chance.has_fixed_seed;
    lot->rules = LUCK_RULES;
}

void seal_write_secret(const struct lot *lot, char hex[SEAL_SECRET_HEX])
{
    sodium_bin2hex(hex, SEAL_SECRET_HEX, lot->secret, LUCK_SECRET);
}

void seal_write_link(const struct session *session, char hex[SEAL_SECRET_HEX])
{
    sodium_bin2hex(hex, SEAL_SECRET_HEX, session->record.link, SESSION_HASH);
}

bool seal_read_secret(const char *hex, struct lot *lot)
{
    lot->has_secret = record_read_hex(hex, lot->secret, LUCK_SECRET);
    return lot->has_secret;
}

/* ---- applied ---- */

static bool is_sealed(const struct session *session, const unsigned char secret[LUCK_SECRET])
{
    char seal[LUCK_SEAL];
    seal_luck_seal(secret, session->playing->lot.id, seal);
    return strcmp(seal, session->record.seal) == 0;
}

/* False if the line does not say it, the secret beside the record is another, or the line is of no
   lesson. */
static bool read_lesson(struct session *session, const struct record_line *line)
{
    struct lot *lot = &session->playing->lot, before = *lot;
    long long number;
    bool is_lesson = strcmp(session->record.seal, lesson) == 0,
         has_deal = record_get_number(line, "deal", &number);
    if (!is_lesson || !has_deal || number < 1 || number > LESSONS_MOST)
        return !is_lesson && !has_deal;
    seal_luck_fix_lesson(lot, session->game->id, (int)number);
    return !before.has_secret || memcmp(before.secret, lot->secret, LUCK_SECRET) == 0;
}

/* False if the line says a wrong day, or one of another fixed deal. */
static bool read_day(struct session *session, const struct record_line *line)
{
    struct lot *lot = &session->playing->lot;
    long long day;
    if (!record_get(line, "day"))
        return true;
    lot->day = record_get_number(line, "day", &day) && day >= 1 && day <= DAYS_MOST ? (int)day : 0;
    return lot->day > 0 && !lot->is_fixed && !lot->lesson;
}

int seal_day_of(const char *text)
{
    struct record_line line;
    long long day = 0;
    if (!record_read(text, &line))
        return 0;
    if (strcmp(line.kind, "seal") != 0 || !record_get_number(&line, "day", &day))
        day = 0;
    record_free(&line);
    return day > 0 && day <= DAYS_MOST ? (int)day : 0;
}

bool seal_apply(struct session *session, const struct record_line *line, struct text *why)
{
    struct lot *lot = &session->playing->lot;
    const char *value = record_get(line, "value");
    if (session->record.seal[0] || session->seat_count > 0) {
        text_put(why, "a record is sealed once, before anybody sits down");
        return false;
    }
    long long rules = 1;
    if (record_get(line, "luck") &&
        (!record_get_number(line, "luck", &rules) || rules < 1 || rules > LUCK_RULES)) {
        text_put(why, "its luck follows other rules than this program knows");
        return false;
    }
    lot->rules = (int)rules;
    snprintf(session->record.seal, sizeof session->record.seal, "%s", value);
    lot->is_fixed = strcmp(value, fixed) == 0;
    if (!read_lesson(session, line)) {
        text_put(why,
                 "the deal or the secret of a lesson is not right, or another table says a deal");
        return false;
    }
    if (!read_day(session, line)) {
        text_put(why, "the day of a daily deal is none, or its deal was fixed otherwise");
        return false;
    }
    if (!lot->has_secret && session->persons.may_lack)
        return true;
    if (lot->has_secret && (lot->is_fixed || is_sealed(session, lot->secret)))
        return true;
    text_put(why, lot->has_secret ? "the secret beside the record is not the one that was sealed"
                                  : "the secret does not stand beside the record");
    return false;
}

bool seal_apply_cut(struct session *session, const struct record_line *line, struct text *why)
{
    unsigned char sum[LUCK_CUT];
    struct seat *seat = &session->seats[line->seat];
    if (seat->kind != SEAT_PERSON || !record_get_bytes(line, "sum", sum, LUCK_CUT) ||
        !seal_luck_has_cut(sum) || session->playing->lot.day) {
        text_put(why, "'cut' names no person of this table, or no words of theirs, or nobody cuts "
                      "a daily deal");
        return false;
    }
    memcpy(seat->cut, sum, LUCK_CUT);
    seat->cuts++;
    seat->cut_number = ++session->closing.last_cut;
    return true;
}

void seal_close_seats(struct session *session, int first)
{
    session->closing.is_closed = true;
    session->closing.cuts_before = session->closing.last_cut;
    if (!session_has_begun(session))
        session->closing.first = first;
    session->playing->lot.takes_cuts = true;
    session->closing.deals_at = INT64_MAX;
    for (int seat = 0; seat < session->seat_count; seat++) {
        session->seats[seat].cuts = 0;
        session->seats[seat].is_ready = false;
    }
}

void seal_put_close(int first, struct text *line)
{
    text_put(line, "close");
    record_put_number(line, "first", first);
}

bool seal_apply_close(struct session *session, const struct record_line *line, struct text *why)
{
    const struct playing *playing = session->playing;
    bool has_begun = session_has_begun(session),
         is_between = playing->table.over && !playing->is_over;
    long long first;
    if (playing->lot.rules < 2 || !session->record.seal[0] ||
        session->seat_count < session->game->seats_min ||
        !record_get_number(line, "first", &first) || first < 0 || first > session->seat_count ||
        (has_begun && !is_between)) {
        text_put(why, "the seats are closed where they cannot be");
        return false;
    }
    if (!has_begun && !deal_edition_settle(session, why))
        return false;
    seal_close_seats(session, (int)first);
    return true;
}

bool seal_lets_start(const struct session *session, int first, struct text *why)
{
    bool must_be_closed = session->playing->lot.rules > 1 && !session_has_begun(session);
    if (session->closing.is_closed ? session_has_begun(session) || first == session->closing.first
                                   : !must_be_closed)
        return true;
    text_put(why, session->closing.is_closed
                      ? "another seat begins than was said when the seats were closed"
                      : "a game starts at a table whose seats were not closed");
    return false;
}

bool seal_cut_counts(const struct session *session, int seat)
{
    return session->seats[seat].cut_number > session->closing.cuts_before;
}

unsigned seal_cuts_after(const struct session *session, int seat)
{
    int own = seat == SEAT_NONE ? session->closing.cuts_before : session->seats[seat].cut_number;
    unsigned after = 0;
    for (int other = 0; other < session->seat_count; other++)
        if (seal_cut_counts(session, other) && session->seats[other].cut_number > own)
            after |= 1u << other;
    return after;
}

void seal_count_cuts(struct session *session)
{
    session->closing.last_cut = 0;
    for (int seat = 0; seat < session->seat_count; seat++)
        if (session->seats[seat].cut_number > session->closing.last_cut)
            session->closing.last_cut = session->seats[seat].cut_number;
}

bool seal_apply_reveal(struct session *session, const struct record_line *line, struct text *why)
{
    unsigned char secret[LUCK_SECRET];
    if (session->record.is_revealed || session->playing->lot.is_fixed ||
        session->playing->lot.day || !record_get_bytes(line, "secret", secret, LUCK_SECRET) ||
        !is_sealed(session, secret)) {
        text_put(why, "what 'reveal' shows is not the secret that was sealed");
        return false;
    }
    session->record.is_revealed = true;
    return true;
}

const char *seal_end_line(const struct session *session, const char *line)
{
    return session_is_undealt(session) ? "end reason=undealt" : line;
}

bool seal_may_end(const struct session *session, struct text *why)
{
    const struct lot *lot = &session->playing->lot;
    if (session->record.is_revealed || lot->is_fixed || lot->day || !session->record.seal[0])
        return true;
    text_put(why, "a sealed record ends without its secret");
    return false;
}

/* ---- drawn ---- */

void host_fix_luck(struct host *host, uint64_t seed)
{
    host->chance.has_fixed_seed = true;
    host->dailies->seed = host->chance.fixed_seed.state = seed;
    host->chance.fixed_salts.state = ~seed;
    host->chance.robots.state = seed;
    memset(host->shares.salt, 0, sizeof host->shares.salt);
    host->shares.has_salt = true;
}

static void draw_bytes(struct host *host, struct chance_seed *seed, unsigned char *bytes,
                       size_t count)
{
    if (!host->chance.has_fixed_seed)
        randombytes_buf(bytes, count);
    for (size_t i = 0; i < count && host->chance.has_fixed_seed; i++)
        bytes[i] = (unsigned char)chance_seeded(seed);
}

void seal_draw_secret(struct host *host, struct lot *lot)
{
    draw_bytes(host, &host->chance.fixed_seed, lot->id, LUCK_ID);
    draw_bytes(host, &host->chance.fixed_seed, lot->secret, LUCK_SECRET);
    lot->is_fixed = host->chance.has_fixed_seed;
    lot->rules = LUCK_RULES;
    lot->has_secret = true;
}

void seal_draw_day(const struct host *host, int day, unsigned char secret[LUCK_SECRET])
{
    if (!host->chance.has_fixed_seed) {
        randombytes_buf(secret, LUCK_SECRET);
        return;
    }
    struct chance_seed seed = {text_hash_bytes(host->dailies->seed, &day, sizeof day)};
    for (int i = 0; i < LUCK_SECRET; i++)
        secret[i] = (unsigned char)chance_seeded(&seed);
}

void seal_draw_salt(struct host *host, unsigned char *bytes, size_t count)
{
    draw_bytes(host, &host->chance.fixed_salts, bytes, count);
}
