/* See sasl.h. One function for each mechanism; SCRAM has three steps. */
#include "sasl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <utf8proc.h>

#include "check.h"

enum { SALT_BYTES = 512, ROUNDS_PER_TURN = 5000, BASE64 = sodium_base64_VARIANT_ORIGINAL };

static const char *const names[SASL_MECHANISMS] = {
    [SASL_EXTERNAL] = "EXTERNAL",
    [SASL_ECDSA] = "ECDSA-NIST256P-CHALLENGE",
    [SASL_SCRAM_SHA_256] = "SCRAM-SHA-256",
    [SASL_PLAIN] = "PLAIN",
};

const char *sasl_name(enum sasl_mechanism mechanism)
{
    return names[mechanism];
}

enum sasl_mechanism sasl_named(const char *name, int length)
{
    int found = 0;
    while (found < SASL_MECHANISMS && ((int)strlen(names[found]) != length ||
                                       strncasecmp(names[found], name, (size_t)length) != 0))
        found++;
    return (enum sasl_mechanism)found;
}

static enum sasl_step refuse(struct sasl *sasl, const char *why)
{
    sasl->why = why;
    return SASL_REFUSES;
}

static enum sasl_step answer(struct sasl *sasl, const char *bytes, int length)
{
    if (length > SASL_BYTES)
        return refuse(sasl, "account and password are too long");
    memcpy(sasl->answer, bytes, (size_t)length);
    sasl->answer_length = length;
    return SASL_ANSWERS;
}

/* ---- EXTERNAL, PLAIN ---- */

static enum sasl_step external(struct sasl *sasl)
{
    sasl->is_proven = true;
    return answer(sasl, "", 0);
}

/* As whom we act, who we are, and the password, with a NUL between them. */
static enum sasl_step plain(struct sasl *sasl)
{
    char bytes[SASL_BYTES];
    int length = snprintf(bytes, sizeof bytes, "%s%c%s%c%s", sasl->account, 0, sasl->account, 0,
                          sasl->password);
    if (length >= SASL_BYTES)
        return refuse(sasl, "account and password are too long");
    enum sasl_step step = answer(sasl, bytes, length);
    sasl->has_shown_secret = sasl->is_proven = true;
    sodium_memzero(bytes, sizeof bytes);
    return step;
}

/* ---- ECDSA-NIST256P-CHALLENGE ---- */

/* OpenSSL would ask at the terminal. */
/* NOLINTNEXTLINE(readability-non-const-parameter): the type is OpenSSL's */
static int have_no_passphrase(char *bytes, int size, int is_writing, void *arg)
{
    (void)bytes;
    (void)size;
    (void)is_writing;
    (void)arg;
    return -1;
}

static bool is_p256(const EVP_PKEY *key)
{
    char curve[32];
    return EVP_PKEY_get_group_name(key, curve, sizeof curve, NULL) &&
           strcmp(curve, "prime256v1") == 0;
}

static EVP_PKEY *read_key(const char *file)
{
    FILE *in = fopen(file, "re");
    if (!in)
        return NULL;
    EVP_PKEY *key = PEM_read_PrivateKey(in, NULL, have_no_passphrase, NULL);
    fclose(in);
    if (key && is_p256(key))
        return key;
    EVP_PKEY_free(key);
    return NULL;
}

/* Signs with a private key of the curve P-256. Returns the length of the signature; 0 if the
   file cannot be read or holds no such key, or one behind a passphrase. The challenge is signed
   as it is, in place of a hash: so it has the length of one, and the key signs nothing else. */
static int ecdsa_sign(const char *key_file, const unsigned char challenge[ECDSA_CHALLENGE],
                      unsigned char signature[ECDSA_SIGNATURE])
{
    size_t length = ECDSA_SIGNATURE;
    EVP_PKEY *key = read_key(key_file);
    EVP_PKEY_CTX *context = key ? EVP_PKEY_CTX_new(key, NULL) : NULL;
    bool is_signed = context && EVP_PKEY_sign_init(context) > 0 &&
                     EVP_PKEY_sign(context, signature, &length, challenge, ECDSA_CHALLENGE) > 0;
    EVP_PKEY_CTX_free(context);
    EVP_PKEY_free(key);
    ERR_clear_error(); /* the next user of OpenSSL would take the error for its own */
    return is_signed ? (int)length : 0;
}

/* Who we are; then the server's challenge, signed. */
static enum sasl_step ecdsa(struct sasl *sasl, const unsigned char *bytes, int length)
{
    unsigned char signature[ECDSA_SIGNATURE];
    if (sasl->turn++ == 0)
        return answer(sasl, sasl->account, (int)strlen(sasl->account));
    if (sasl->is_proven)
        return refuse(sasl, "the server does not come to an end");
    if (length != ECDSA_CHALLENGE)
        return refuse(sasl, "the server's challenge has another length than 32 bytes");
    int size = ecdsa_sign(sasl->key_file, bytes, signature);
    if (size == 0)
        return refuse(sasl,
                      "account_key is no private key of the curve prime256v1 without a passphrase");
    sasl->is_proven = true;
    return answer(sasl, (const char *)signature, size);
}

/* ---- SCRAM-SHA-256 ---- */

static void sign(const unsigned char key[SASL_HASH], const char *text, int length,
                 unsigned char signature[SASL_HASH])
{
    crypto_auth_hmacsha256_state state;
    crypto_auth_hmacsha256_init(&state, key, SASL_HASH);
    crypto_auth_hmacsha256_update(&state, (const unsigned char *)text, (unsigned long long)length);
    crypto_auth_hmacsha256_final(&state, signature);
    sodium_memzero(&state, sizeof state);
}

/* Adds to what both sides sign; false if there is no room. */
static bool add(struct sasl *sasl, const char *bytes, int length)
{
    if (length > (int)sizeof sasl->dialogue - sasl->dialogue_length)
        return false;
    memcpy(sasl->dialogue + sasl->dialogue_length, bytes, (size_t)length);
    sasl->dialogue_length += length;
    return true;
}

/* "n,,n=account,r=nonce": commas and equals signs in the name are written =2C and =3D. */
static enum sasl_step scram_first(struct sasl *sasl)
{
    add(sasl, "n=", 2);
    for (const char *p = sasl->account; *p; p++) {
        bool is_fine = *p == ','   ? add(sasl, "=2C", 3)
                       : *p == '=' ? add(sasl, "=3D", 3)
                                   : add(sasl, p, 1);
        if (!is_fine || sasl->dialogue_length > SASL_BYTES / 2)
            return refuse(sasl, "the account's name is too long");
    }
    add(sasl, ",r=", 3);
    add(sasl, sasl->nonce, (int)strlen(sasl->nonce));
    char bytes[SASL_BYTES];
    int length = snprintf(bytes, sizeof bytes, "n,,%.*s", sasl->dialogue_length, sasl->dialogue);
    return answer(sasl, bytes, length);
}

/* The value of attribute `name` at *at, which moves behind it and its comma; NULL for another
   attribute. */
static const char *attribute(const char **at, const char *end, char name, int *length)
{
    const char *start = *at;
    if (end - start < 2 || start[0] != name || start[1] != '=')
        return NULL;
    const char *comma = memchr(start, ',', (size_t)(end - start));
    *at = comma ? comma + 1 : end;
    *length = (int)((comma ? comma : end) - start) - 2;
    return start + 2;
}

static int read_rounds(const char *digits, int length)
{
    int rounds = 0;
    for (int i = 0; i < length; i++) {
        if (digits[i] < '0' || digits[i] > '9' || rounds > SASL_ROUNDS_MOST)
            return -1;
        rounds = rounds * 10 + digits[i] - '0';
    }
    return length > 0 ? rounds : -1;
}

/* Passwords of other alphabets are signed in one normal form, however they were typed. */
static void key_with_password(struct sasl *sasl)
{
    utf8proc_uint8_t *normal = utf8proc_NFKC((const utf8proc_uint8_t *)sasl->password);
    const char *key = normal ? (const char *)normal : sasl->password;
    crypto_auth_hmacsha256_init(&sasl->keyed, (const unsigned char *)key, strlen(key));
    if (normal)
        sodium_memzero(normal, strlen(key));
    free(normal);
}

/* The first of the rounds that make the password's key (PBKDF2 with one block). */
static void begin_rounds(struct sasl *sasl, const unsigned char *salt, size_t salt_length,
                         int rounds)
{
    static const unsigned char first_block[] = {0, 0, 0, 1};
    key_with_password(sasl);
    crypto_auth_hmacsha256_state state = sasl->keyed;
    crypto_auth_hmacsha256_update(&state, salt, salt_length);
    crypto_auth_hmacsha256_update(&state, first_block, sizeof first_block);
    crypto_auth_hmacsha256_final(&state, sasl->round);
    memcpy(sasl->salted, sasl->round, SASL_HASH);
    sasl->rounds_left = rounds - 1;
}

/* "r=both nonces,s=salt,i=rounds" */
static enum sasl_step scram_challenge(struct sasl *sasl, const char *bytes, int length)
{
    const char *at = bytes, *end = bytes + length;
    int nonce_length = 0, salt_length = 0, rounds_length = 0, ours = (int)strlen(sasl->nonce);
    const char *nonce = attribute(&at, end, 'r', &nonce_length);
    const char *salt = nonce ? attribute(&at, end, 's', &salt_length) : NULL;
    const char *digits = salt ? attribute(&at, end, 'i', &rounds_length) : NULL;
    if (!digits)
        return refuse(sasl, "the server's challenge makes no sense");
    if (nonce_length <= ours || memcmp(nonce, sasl->nonce, (size_t)ours) != 0)
        return refuse(sasl, "the server answered somebody else's login");
    int rounds = read_rounds(digits, rounds_length);
    if (rounds < SASL_ROUNDS_LEAST || rounds > SASL_ROUNDS_MOST)
        return refuse(sasl,
                      "the server wants a number of rounds that is not safe (4096 to 1000000 is)");
    unsigned char salt_bytes[SALT_BYTES];
    size_t salt_size = 0;
    if (sodium_base642bin(salt_bytes, sizeof salt_bytes, salt, (size_t)salt_length, NULL,
                          &salt_size, NULL, BASE64) != 0 ||
        salt_size == 0)
        return refuse(sasl, "the server's salt makes no sense");
    if (!add(sasl, ",", 1) || !add(sasl, bytes, length) || !add(sasl, ",c=biws,r=", 10) ||
        !add(sasl, nonce, nonce_length))
        return refuse(sasl, "the server's challenge is too long");
    sasl->answer_length =
        snprintf((char *)sasl->answer, SASL_BYTES, "c=biws,r=%.*s,p=", nonce_length, nonce);
    begin_rounds(sasl, salt_bytes, salt_size, rounds);
    return SASL_WORKS;
}

/* Makes our proof, and the signature that the server must show. */
static enum sasl_step scram_prove(struct sasl *sasl)
{
    unsigned char client_key[SASL_HASH], stored_key[SASL_HASH], server_key[SASL_HASH],
        proof[SASL_HASH];
    char encoded[sodium_base64_ENCODED_LEN(SASL_HASH, BASE64)];
    sign(sasl->salted, "Client Key", 10, client_key);
    sign(sasl->salted, "Server Key", 10, server_key);
    crypto_hash_sha256(stored_key, client_key, SASL_HASH);
    sign(stored_key, sasl->dialogue, sasl->dialogue_length, proof);
    sign(server_key, sasl->dialogue, sasl->dialogue_length, sasl->server_signature);
    for (int i = 0; i < SASL_HASH; i++)
        proof[i] ^= client_key[i];
    sodium_bin2base64(encoded, sizeof encoded, proof, SASL_HASH, BASE64);
    int length = (int)strlen(encoded);
    sodium_memzero(client_key, sizeof client_key);
    sodium_memzero(server_key, sizeof server_key);
    sodium_memzero(sasl->salted, sizeof sasl->salted);
    sodium_memzero(&sasl->keyed, sizeof sasl->keyed);
    if (length > SASL_BYTES - sasl->answer_length)
        return refuse(sasl, "the server's challenge is too long");
    memcpy(sasl->answer + sasl->answer_length, encoded, (size_t)length);
    sasl->answer_length += length;
    sasl->has_shown_secret = true;
    return SASL_ANSWERS;
}

/* "v=signature": a server that does not know our password cannot make it. */
static enum sasl_step scram_verify(struct sasl *sasl, const char *bytes, int length)
{
    unsigned char signature[SASL_HASH];
    size_t size = 0;
    int encoded_length = 0;
    const char *at = bytes, *encoded = attribute(&at, bytes + length, 'v', &encoded_length);
    bool is_right = encoded &&
                    sodium_base642bin(signature, sizeof signature, encoded, (size_t)encoded_length,
                                      NULL, &size, NULL, BASE64) == 0 &&
                    size == SASL_HASH &&
                    sodium_memcmp(signature, sasl->server_signature, SASL_HASH) == 0;
    if (!is_right)
        return refuse(sasl, "the server could not prove that it knows the account");
    sasl->is_proven = true;
    return answer(sasl, "", 0);
}

static enum sasl_step scram(struct sasl *sasl, const char *bytes, int length)
{
    switch (sasl->turn++) {
    case 0:
        return scram_first(sasl);
    case 1:
        return scram_challenge(sasl, bytes, length);
    case 2:
        return scram_verify(sasl, bytes, length);
    default:
        return refuse(sasl, "the server does not come to an end");
    }
}

/* ---- all of them ---- */

void sasl_start(struct sasl *sasl, enum sasl_mechanism mechanism, const char *account,
                const char *password, const char *nonce)
{
    *sasl = (struct sasl){.mechanism = mechanism,
                          .account = account ? account : "",
                          .password = password ? password : "",
                          .why = ""};
    int length = snprintf(sasl->nonce, sizeof sasl->nonce, "%s", nonce ? nonce : "");
    check(length < SASL_NONCE);
}

enum sasl_step sasl_hear(struct sasl *sasl, const unsigned char *bytes, int length)
{
    if (sasl->rounds_left > 0)
        return refuse(sasl, "the server speaks out of turn");
    if (sasl->mechanism == SASL_SCRAM_SHA_256)
        return scram(sasl, (const char *)bytes, length);
    if (sasl->mechanism == SASL_ECDSA)
        return ecdsa(sasl, bytes, length);
    if (sasl->turn++ > 0)
        return refuse(sasl, "the server does not come to an end");
    return sasl->mechanism == SASL_EXTERNAL ? external(sasl) : plain(sasl);
}

enum sasl_step sasl_work(struct sasl *sasl)
{
    for (int i = 0; i < ROUNDS_PER_TURN && sasl->rounds_left > 0; i++, sasl->rounds_left--) {
        crypto_auth_hmacsha256_state state = sasl->keyed;
        crypto_auth_hmacsha256_update(&state, sasl->round, SASL_HASH);
        crypto_auth_hmacsha256_final(&state, sasl->round);
        for (int byte = 0; byte < SASL_HASH; byte++)
            sasl->salted[byte] ^= sasl->round[byte];
    }
    return sasl->rounds_left > 0 ? SASL_WORKS : scram_prove(sasl);
}

void sasl_fini(struct sasl *sasl)
{
    sodium_memzero(sasl, sizeof *sasl);
}
