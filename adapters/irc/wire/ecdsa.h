/* Signs a challenge with a private key of the curve P-256 out of a file, as ECDSA-NIST256P-CHALLENGE wants it. */
#ifndef ECDSA_H
#define ECDSA_H

enum { ECDSA_CHALLENGE = 32, ECDSA_SIGNATURE = 80 /* bytes; 72 at most in fact */ };

/* The length of the signature; 0: the file cannot be read, or holds no such key, or one behind a passphrase. Blocks on a
   local file. */
int ecdsa_sign(const char *key_file, const unsigned char challenge[ECDSA_CHALLENGE],
               unsigned char signature[ECDSA_SIGNATURE]);

#endif
