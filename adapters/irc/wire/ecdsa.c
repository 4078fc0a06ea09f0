/* See ecdsa.h. The challenge is signed as it is, in the place of a hash: so it has the length of one, and nothing else is
   ever signed with the key. */
#include "ecdsa.h"

#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

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
    return EVP_PKEY_get_group_name(key, curve, sizeof curve, NULL) && strcmp(curve, "prime256v1") == 0;
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

int ecdsa_sign(const char *key_file, const unsigned char challenge[ECDSA_CHALLENGE],
               unsigned char signature[ECDSA_SIGNATURE])
{
    size_t length = ECDSA_SIGNATURE;
    EVP_PKEY *key = read_key(key_file);
    EVP_PKEY_CTX *context = key ? EVP_PKEY_CTX_new(key, NULL) : NULL;
    bool is_signed = context && EVP_PKEY_sign_init(context) > 0 &&
                     EVP_PKEY_sign(context, signature, &length, challenge, ECDSA_CHALLENGE) > 0;
    EVP_PKEY_CTX_free(context);
    EVP_PKEY_free(key);
    ERR_clear_error(); /* told already; the next user of OpenSSL would take it for its own */
    return is_signed ? (int)length : 0;
}
