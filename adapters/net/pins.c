/* See pins.h. OpenSSL parses the certificate, for where its key begins and ends must not be
   guessed. */
#include "pins.h"

#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <sodium.h>
#include <string.h>

#include "check.h"
#include "text.h"

enum { HASH = crypto_hash_sha256_BYTES, BASE64 = sodium_base64_VARIANT_ORIGINAL };

struct hashes {
    unsigned char certificate[HASH], key[HASH];
};

static void take_hashes(X509 *certificate, struct hashes *hashes)
{
    unsigned char *key = NULL;
    int length = i2d_X509_PUBKEY(X509_get_X509_PUBKEY(certificate), &key);
    check(length > 0 && X509_digest(certificate, EVP_sha256(), hashes->certificate, NULL));
    crypto_hash_sha256(hashes->key, key, (unsigned long long)length);
    OPENSSL_free(key);
}

static void put_fingerprint(char fingerprint[PINS_FINGERPRINT], const unsigned char hash[HASH])
{
    struct text text = text_over(fingerprint, PINS_FINGERPRINT);
    for (int i = 0; i < HASH; i++)
        text_putf(&text, "%s%02X", i ? ":" : "", hash[i]);
}

/* True if the pin names the certificate or its key. The length tells which: a hash has 44
   characters in base64, but 64 digits in hexadecimal. */
static bool is_pin_of(const char *pin, int length, const struct hashes *hashes)
{
    unsigned char hash[HASH];
    size_t size = 0;
    if (sodium_base642bin(hash, sizeof hash, pin, (size_t)length, NULL, &size, NULL, BASE64) == 0 &&
        size == HASH)
        return memcmp(hash, hashes->key, HASH) == 0;
    if (sodium_hex2bin(hash, sizeof hash, pin, (size_t)length, ":", &size, NULL) == 0 &&
        size == HASH)
        return memcmp(hash, hashes->certificate, HASH) == 0;
    return false;
}

bool pins_have(const char *pins, const char *pem, char fingerprint[PINS_FINGERPRINT])
{
    struct hashes hashes;
    bool has = false;
    BIO *bytes = BIO_new_mem_buf(pem, -1);
    check(bytes);
    X509 *certificate = PEM_read_bio_X509(bytes, NULL, NULL, NULL);
    BIO_free(bytes);
    fingerprint[0] = '\0';
    if (!certificate) {
        ERR_clear_error();
        return false;
    }
    take_hashes(certificate, &hashes);
    X509_free(certificate);
    put_fingerprint(fingerprint, hashes.certificate);
    for (int length; *pins && !has; pins += length + (pins[length] == ' ')) {
        length = (int)strcspn(pins, " ");
        has = is_pin_of(pins, length, &hashes);
    }
    return has;
}
