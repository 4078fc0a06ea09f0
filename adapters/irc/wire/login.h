/* Registration: NICK and USER, which nick we have and how we get the one we want, what CAP agrees
   on, SASL between CAP LS and CAP END, NickServ where the server has no SASL. */
#ifndef LOGIN_H
#define LOGIN_H

#include "wire_state.h"

bool wire_keep_name(char *kept, const char *name); /* false: empty, or longer than any */
void wire_nick_init(struct wire *wire);
void wire_nick_changed(struct wire *wire);
wire_lesson_fn wire_on_nick_refused, wire_on_nick_freed;

/* The first lines, when the transport is up. */
void wire_register(struct wire *wire);

void wire_login_init(struct wire *wire);
void wire_login_fini(struct wire *wire);
bool wire_wants_login(const struct wire *wire);

/* Registered, and logged in as far as we can be. */
void wire_become_ready(struct wire *wire);

/* The server or NickServ did not answer in time. */
void wire_login_step(struct wire *wire);

/* The server lets us in without a login. */
void wire_login_missed(struct wire *wire);

/* True if we must wait for NickServ before we are ready. */
bool wire_login_identifies(struct wire *wire);

wire_lesson_fn wire_on_cap, wire_on_authenticate, wire_on_logged_in, wire_on_logged_out,
    wire_on_sasl_done, wire_on_sasl_failed, wire_on_mechanisms, wire_on_mode;

#endif
