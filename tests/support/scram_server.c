/* See scram_server.h. */
#include "scram_server.h"

#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <stdio.h>
#include <string.h>

#include "check.h"

enum { HASH = 32 };

static void encode(const void *bytes, int length, char out[SCRAM_LINE])
{
    check(length * 4 / 3 + 8 < SCRAM_LINE);
    EVP_EncodeBlock((unsigned char *)out, bytes, length);
}

static int decode(const char *text, char out[SCRAM_LINE])
{
    int length = (int)strlen(text);
    if (length >= SCRAM_LINE)
        return -1;
    int size = EVP_DecodeBlock((unsigned char *)out, (const unsigned char *)text, length);
    while (size > 0 && length > 0 && text[length - 1] == '=') {
        length--;
        size--;
    }
    if (size >= 0)
        out[size] = '\0';
    return size;
}

static void sign(const unsigned char *key, const char *text, unsigned char signature[HASH])
{
    check(
        HMAC(EVP_sha256(), key, HASH, (const unsigned char *)text, strlen(text), signature, NULL));
}

bool scram_challenge(struct scram_server *server, const char *first, char challenge[SCRAM_LINE])
{
    static const char salt[] = "a grain of salt";
    char said[SCRAM_LINE], ours[SCRAM_LINE + 128], encoded_salt[SCRAM_LINE];
    if (decode(first, said) < 0 || strncmp(said, "n,,n=", 5) != 0 || !strstr(said, ",r="))
        return false;
    snprintf(server->nonce, sizeof server->nonce, "%.*sMORE", 600, strstr(said, ",r=") + 3);
    encode(salt, sizeof salt - 1, encoded_salt);
    int length = snprintf(ours, sizeof ours, "r=%.*s,s=%.100s,i=%d", 700, server->nonce,
                          encoded_salt, server->rounds);
    snprintf(server->dialogue, sizeof server->dialogue, "%s,%s,c=biws,r=%.700s", said + 3, ours,
             server->nonce);
    check(PKCS5_PBKDF2_HMAC(server->password, -1, (const unsigned char *)salt, sizeof salt - 1,
                            server->rounds, EVP_sha256(), HASH, server->salted));
    encode(ours, length, challenge);
    return true;
}

bool scram_verify(struct scram_server *server, const char *last, char signature[SCRAM_LINE])
{
    unsigned char client_key[HASH], stored_key[HASH], server_key[HASH], expected[HASH];
    char said[SCRAM_LINE], wanted[2 * SCRAM_LINE], proof[SCRAM_LINE], answer[SCRAM_LINE];
    sign(server->salted, "Client Key", client_key);
    sign(server->salted, "Server Key", server_key);
    check(EVP_Digest(client_key, HASH, stored_key, NULL, EVP_sha256(), NULL));
    sign(stored_key, server->dialogue, expected);
    for (int i = 0; i < HASH; i++)
        expected[i] ^= client_key[i];
    encode(expected, HASH, proof);
    snprintf(wanted, sizeof wanted, "c=biws,r=%s,p=%.100s", server->nonce, proof);
    if (decode(last, said) < 0 || strcmp(said, wanted) != 0)
        return false;
    sign(server_key, server->dialogue, expected);
    expected[0] ^= server->forges;
    encode(expected, HASH, proof);
    encode(answer, snprintf(answer, sizeof answer, "v=%.100s", proof), signature);
    return true;
}
