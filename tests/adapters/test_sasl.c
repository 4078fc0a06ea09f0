/* The client's side of SASL, against the examples of its RFCs and against servers that cheat. */
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <stdlib.h>
#include <string.h>

#include "sasl.h"
#include "scratch.h"
#include "testing.h"

/* RFC 7677, 3: user "user", password "pencil". */
#define OUR_NONCE           "rOprNGfwEbeRWgbNEkqO"
#define BOTH_NONCES         OUR_NONCE "%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0"
#define CHALLENGE           "r=" BOTH_NONCES ",s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096"
#define WITH_ROUNDS(rounds) ("r=" BOTH_NONCES ",s=W22ZaJ0SNY7soEsUEjb6gQ==,i=" rounds)
#define WITH_SALT(salt)     ("r=" BOTH_NONCES ",s=" salt ",i=4096")
#define NOTHING_ADDED       ("r=" OUR_NONCE ",s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096")
#define SIGNATURE           "v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4="

static enum sasl_step hear(struct sasl *sasl, const char *bytes)
{
    enum sasl_step step = sasl_hear(sasl, (const unsigned char *)bytes, (int)strlen(bytes));
    while (step == SASL_WORKS)
        step = sasl_work(sasl);
    return step;
}

static void expect_answer(const struct sasl *sasl, const char *bytes, int length)
{
    assert_int_equal(sasl->answer_length, length);
    assert_memory_equal(sasl->answer, bytes, (size_t)length);
}

static void begin_scram(struct sasl *sasl)
{
    sasl_start(sasl, SASL_SCRAM_SHA_256, "user", "pencil", OUR_NONCE);
    assert_int_equal(hear(sasl, ""), SASL_ANSWERS);
}

/* Conformance 6: all mechanisms; PLAIN sends the authzid. */
static test_case(plain_sends_whom_who_and_the_password)
{
    struct sasl sasl;
    sasl_start(&sasl, SASL_PLAIN, "ann", "p%s w\xc3\xb6rd", NULL);
    assert_false(sasl.is_proven);
    assert_int_equal(hear(&sasl, ""), SASL_ANSWERS);
    expect_answer(&sasl, "ann\0ann\0p%s w\xc3\xb6rd", 17);
    assert_true(sasl.is_proven && sasl.has_shown_secret);
    assert_int_equal(hear(&sasl, "again"), SASL_REFUSES);
}

static test_case(external_says_nothing)
{
    struct sasl sasl;
    sasl_start(&sasl, SASL_EXTERNAL, NULL, NULL, NULL);
    assert_int_equal(hear(&sasl, ""), SASL_ANSWERS);
    assert_int_equal(sasl.answer_length, 0);
    assert_true(sasl.is_proven && !sasl.has_shown_secret);
}

static test_case(scram_is_the_example_of_its_rfc)
{
    struct sasl sasl;
    begin_scram(&sasl);
    static const char first[] = "n,,n=user,r=" OUR_NONCE;
    expect_answer(&sasl, first, sizeof first - 1);
    assert_int_equal(hear(&sasl, CHALLENGE), SASL_ANSWERS);
    static const char last[] =
        "c=biws,r=" BOTH_NONCES ",p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=";
    expect_answer(&sasl, last, sizeof last - 1);
    assert_true(sasl.has_shown_secret);
    assert_false(sasl.is_proven);
    assert_int_equal(hear(&sasl, SIGNATURE), SASL_ANSWERS);
    assert_int_equal(sasl.answer_length, 0);
    assert_true(sasl.is_proven);
}

static test_case(names_are_escaped_for_scram)
{
    struct sasl sasl;
    sasl_start(&sasl, SASL_SCRAM_SHA_256, "a=b,c", "x", OUR_NONCE);
    hear(&sasl, "");
    static const char first[] = "n,,n=a=3Db=2Cc,r=" OUR_NONCE;
    expect_answer(&sasl, first, sizeof first - 1);
}

/* Conformance 7: forged, short or empty: no login. */
static test_case(a_server_that_cannot_prove_itself_is_refused)
{
    static const char *const signatures[] = {
        "",
        "v=",
        "v=AAAA",
        "v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G5=",
        "v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95GA=",
        "e=other-error",
        "v=not base64!",
        ("x=" SIGNATURE),
    };
    for (size_t i = 0; i < sizeof signatures / sizeof *signatures; i++) {
        struct sasl sasl;
        begin_scram(&sasl);
        assert_int_equal(hear(&sasl, CHALLENGE), SASL_ANSWERS);
        if (hear(&sasl, signatures[i]) != SASL_REFUSES || sasl.is_proven)
            fail_msg("believed \"%s\"", signatures[i]);
    }
}

static test_case(a_challenge_that_is_not_safe_is_refused_before_the_password_is_used)
{
    static const char *const challenges[] = {
        "",
        NOTHING_ADDED,
        "r=xOprNGfwEbeRWgbNEkqOmore,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096",
        WITH_ROUNDS("4095"),
        WITH_ROUNDS("1000001"),
        WITH_ROUNDS("99999999999999999999"),
        WITH_ROUNDS("4096x"),
        WITH_SALT(""),
        WITH_SALT("!!"),
        ("m=extension," CHALLENGE),
        "e=unknown-user",
    };
    for (size_t i = 0; i < sizeof challenges / sizeof *challenges; i++) {
        struct sasl sasl;
        begin_scram(&sasl);
        if (hear(&sasl, challenges[i]) != SASL_REFUSES || sasl.has_shown_secret || !*sasl.why)
            fail_msg("went on after \"%s\"", challenges[i]);
    }
}

static test_case(a_server_may_not_interrupt_the_rounds)
{
    struct sasl sasl;
    begin_scram(&sasl);
    static const char slow[] = "r=" BOTH_NONCES ",s=W22ZaJ0SNY7soEsUEjb6gQ==,i=1000000";
    assert_int_equal(sasl_hear(&sasl, (const unsigned char *)slow, sizeof slow - 1), SASL_WORKS);
    assert_int_equal(sasl_work(&sasl), SASL_WORKS);
    assert_int_equal(hear(&sasl, SIGNATURE), SASL_REFUSES);
}

static test_case(a_name_too_long_is_refused)
{
    struct sasl sasl;
    char name[2 * SASL_BYTES];
    memset(name, ',', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    for (int mechanism = SASL_SCRAM_SHA_256; mechanism <= SASL_PLAIN; mechanism++) {
        sasl_start(&sasl, (enum sasl_mechanism)mechanism, name, "x", OUR_NONCE);
        assert_int_equal(hear(&sasl, ""), SASL_REFUSES);
        assert_false(sasl.has_shown_secret);
    }
}

static test_case(mechanisms_have_names)
{
    assert_int_equal(sasl_named("scram-sha-256", 13), SASL_SCRAM_SHA_256);
    assert_int_equal(sasl_named("PLAINTEXT", 9), SASL_MECHANISMS);
    assert_int_equal(sasl_named("", 0), SASL_MECHANISMS);
    assert_string_equal(sasl_name(SASL_EXTERNAL), "EXTERNAL");
}

/* ---- ECDSA-NIST256P-CHALLENGE ---- */

static const unsigned char challenge[ECDSA_CHALLENGE + 1] = "0123456789abcdef0123456789abcdef";

/* A new key of that curve in a file of that name, and itself. */
static EVP_PKEY *make_key(const char *curve, const char *path, const char *passphrase)
{
    EVP_PKEY *key = EVP_EC_gen(curve);
    FILE *out = fopen(path, "w");
    assert_true(key && out);
    assert_true(PEM_write_PrivateKey(out, key, passphrase ? EVP_aes_128_cbc() : NULL,
                                     (const unsigned char *)passphrase,
                                     passphrase ? (int)strlen(passphrase) : 0, NULL, NULL));
    assert_int_equal(fclose(out), 0);
    return key;
}

static void begin_ecdsa(struct sasl *sasl, const char *key_file)
{
    sasl_start(sasl, SASL_ECDSA, "ann", NULL, NULL);
    sasl->key_file = key_file;
    assert_int_equal(hear(sasl, ""), SASL_ANSWERS);
    expect_answer(sasl, "ann", 3);
}

static test_case(a_key_signs_the_challenge_as_it_is)
{
    struct sasl sasl;
    char *folder = scratch_make(), *path = scratch_path(folder, "key.pem");
    EVP_PKEY *key = make_key("prime256v1", path, NULL);
    begin_ecdsa(&sasl, path);
    assert_false(sasl.is_proven);
    assert_int_equal(sasl_hear(&sasl, challenge, ECDSA_CHALLENGE), SASL_ANSWERS);
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new(key, NULL);
    assert_int_equal(EVP_PKEY_verify_init(context), 1);
    assert_int_equal(EVP_PKEY_verify(context, sasl.answer, (size_t)sasl.answer_length, challenge,
                                     ECDSA_CHALLENGE),
                     1);
    assert_true(sasl.is_proven && !sasl.has_shown_secret);
    /* once is enough */
    assert_int_equal(sasl_hear(&sasl, challenge, ECDSA_CHALLENGE), SASL_REFUSES);
    EVP_PKEY_CTX_free(context);
    EVP_PKEY_free(key);
    free(path);
    scratch_remove(folder);
}

/* The thing that a server makes us sign must be of no use elsewhere. */
static test_case(only_a_challenge_is_signed)
{
    static const int lengths[] = {0, 1, ECDSA_CHALLENGE - 1, ECDSA_CHALLENGE + 1};
    char *folder = scratch_make(), *path = scratch_path(folder, "key.pem");
    EVP_PKEY_free(make_key("prime256v1", path, NULL));
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        struct sasl sasl;
        begin_ecdsa(&sasl, path);
        assert_int_equal(sasl_hear(&sasl, challenge, lengths[i]), SASL_REFUSES);
        assert_string_equal(sasl.why, "the server's challenge has another length than 32 bytes");
        assert_false(sasl.is_proven);
    }
    free(path);
    scratch_remove(folder);
}

static test_case(a_file_without_such_a_key_is_named)
{
    char *folder = scratch_make(), *path = scratch_path(folder, "key.pem");
    for (int i = 0; i < 3; i++) {
        struct sasl sasl;
        if (i > 0) /* nothing before the first */
            EVP_PKEY_free(
                make_key(i == 1 ? "secp384r1" : "prime256v1", path, i == 1 ? NULL : "sesame"));
        begin_ecdsa(&sasl, path);
        assert_int_equal(sasl_hear(&sasl, challenge, ECDSA_CHALLENGE), SASL_REFUSES);
        assert_string_equal(
            sasl.why, "account_key is no private key of the curve prime256v1 without a passphrase");
        assert_false(sasl.is_proven);
    }
    free(path);
    scratch_remove(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_sends_whom_who_and_the_password),
        cmocka_unit_test(external_says_nothing),
        cmocka_unit_test(scram_is_the_example_of_its_rfc),
        cmocka_unit_test(names_are_escaped_for_scram),
        cmocka_unit_test(a_server_that_cannot_prove_itself_is_refused),
        cmocka_unit_test(a_challenge_that_is_not_safe_is_refused_before_the_password_is_used),
        cmocka_unit_test(a_server_may_not_interrupt_the_rounds),
        cmocka_unit_test(a_name_too_long_is_refused),
        cmocka_unit_test(a_key_signs_the_challenge_as_it_is),
        cmocka_unit_test(only_a_challenge_is_signed),
        cmocka_unit_test(a_file_without_such_a_key_is_named),
        cmocka_unit_test(mechanisms_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
