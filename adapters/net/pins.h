/* Pins: the keys and certificates by which we know a server, instead of its name and the
   authority that signed. */
#ifndef PINS_H
#define PINS_H

#include <stdbool.h>

enum { PINS_FINGERPRINT = 32 * 3 }; /* "E1:EE:...", and a NUL */

/* True if one of `pins`, words between spaces, names the certificate `pem` or its key. A pin is
   the SHA-256 of the key in base64, or of the whole certificate in hexadecimal digits, with or
   without colons. Puts the certificate's fingerprint, for an admin; "" if `pem` is not a
   certificate. */
bool pins_have(const char *pins, const char *pem, char fingerprint[PINS_FINGERPRINT]);

#endif
