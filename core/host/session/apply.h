/* What a line of a record does to a session. */
#ifndef APPLY_H
#define APPLY_H

#include "heard.h"
#include "session.h"

struct text;

/* False with a sentence if the line does not fit, or its link is not the next one of the chain. */
bool session_apply_line(struct session *session, const char *line, struct text *why);
void session_table_hash(const struct session *session, unsigned char hash[SESSION_HASH]);

/* ---- lines before they are saved: draft.c ---- */

/* Each is closed by its link. */

struct draft {
    char **lines;
    int line_count;
    unsigned char link[SESSION_HASH]; /* of the latest line */
    struct person *persons;           /* new ones, and those who are kept otherwise than before */
    int person_count;
};

void draft_init(struct draft *draft, const struct session *session);
void draft_fini(struct draft *draft);
/* All its lines can be applied. Only for lines without faces. Changes nothing. */
bool draft_would_apply(const struct draft *draft, const struct session *session, struct text *why);
/* `playing`: the table as it stands behind that line. The last line of a record shows the secret
   before. */
void draft_add(struct draft *draft, const struct playing *playing, const char *line);
/* "person=N", and what a reader needs if the person is new or has another name. False: the record
   has seen too many people. */
bool draft_put_person(struct draft *draft, const struct session *session, struct identity who,
                      const char *name, struct text *line);
/* What a line says is kept of the person in that seat; and is kept no more. */
void draft_keep_ahead(struct draft *draft, const struct session *session, const struct seat *seat,
                      int64_t line, const char *words);
enum { AHEAD_LINE = 40 };
void draft_put_ahead_line(int seat, bool keeps, struct text *line);
void draft_forget_ahead(struct draft *draft, const struct session *session,
                        const struct seat *seat);

#endif
