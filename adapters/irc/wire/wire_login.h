/* Registration: NICK and USER, what CAP agrees on, SASL between CAP LS and CAP END, NickServ
   where the server has no SASL. */
#ifndef WIRE_LOGIN_H
#define WIRE_LOGIN_H

#include "wire_state.h"

/* The first lines, when the transport is up. */
void wire_register(struct wire *wire);

void wire_login_init(struct wire *wire);
void wire_login_fini(struct wire *wire);
bool wire_wants_login(const struct wire *wire);

/* Capabilities are agreed on: logs in, or ends the negotiation, or closes the wire. */
void wire_login_begin(struct wire *wire);

/* The negotiation of capabilities is over. */
void wire_end_caps(struct wire *wire);

/* Registered, and logged in as far as we can be. */
void wire_become_ready(struct wire *wire);

/* The server or NickServ did not answer in time. */
void wire_login_step(struct wire *wire);

/* Gives the server step_ms for its next answer. */
void wire_login_wait(struct wire *wire);

/* The server lets us in without a login. */
void wire_login_missed(struct wire *wire);

/* We are ready, but not logged in: looks now and then whether the server has SASL again. */
void wire_login_hope(struct wire *wire);

/* True if we must wait for NickServ before we are ready. */
bool wire_login_identifies(struct wire *wire);

wire_lesson_fn wire_on_cap, wire_on_authenticate, wire_on_logged_in, wire_on_logged_out,
    wire_on_sasl_done, wire_on_sasl_failed, wire_on_mechanisms, wire_on_mode;

#endif
