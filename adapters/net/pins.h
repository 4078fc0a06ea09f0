/* Pins: the keys and certificates that a server is known by, instead of who signed for them and under which name. */
#ifndef PINS_H
#define PINS_H

#include <stdbool.h>

enum { PINS_FINGERPRINT = 32 * 3 }; /* "E1:EE:...", and a NUL */

/* One of `pins`, words between spaces, is the certificate `pem` or its key. A pin is the SHA-256 of the key in base64,
   or of the whole certificate in hexadecimal digits, with or without colons. `fingerprint` is this certificate's, for
   an admin; "" if it is no certificate. */
bool pins_have(const char *pins, const char *pem, char fingerprint[PINS_FINGERPRINT]);

#endif
