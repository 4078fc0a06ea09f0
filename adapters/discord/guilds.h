/* Guilds: who owns one, what its roles may do, whether it is out of reach; so who may command there, and what a member may do in
   one of its channels. Follows what Discord says of them; what nobody told is asked. Knows no rooms. */
#ifndef GUILDS_H
#define GUILDS_H

#include "application.h"

#define RIGHT_ADMINISTRATOR  (UINT64_C(1) << 3)
#define RIGHT_MANAGE_GUILD   (UINT64_C(1) << 5)
#define RIGHT_VIEW           (UINT64_C(1) << 10)
#define RIGHT_PUBLIC_THREADS (UINT64_C(1) << 35)
#define RIGHT_IN_THREADS     (UINT64_C(1) << 38)

/* `known` hears that guilds_knows() would say something else now. */
struct guilds *guilds_new(void (*known)(struct discord *discord));
void guilds_free(struct guilds *guilds);
void guilds_tidy(struct discord *discord);
/* A guild object, whole: it is there, and so are its owner and its roles. */
void guilds_note(struct discord *discord, const json_t *data);
/* GUILD_UPDATE; GUILD_ROLE_CREATE, _UPDATE, _DELETE. */
void guilds_on_update(struct discord *discord, const json_t *data);
void guilds_on_role(struct discord *discord, const json_t *data);
void guilds_set_out(struct discord *discord, const char *id);
bool guilds_is_out(const struct discord *discord, const char *id);
/* We are not in it any more. */
void guilds_forget(struct discord *discord, const char *id);
/* Whether it is known who may command there; if not it is asked, and `known` follows, in bounded time. */
bool guilds_knows(struct discord *discord, const char *id);
/* RANK_OPERATOR, RANK_ADMIN: of a member object (with "permissions" in interactions, with roles in messages). `id` NULL: in
   private. */
unsigned guilds_rank(struct discord *discord, const char *id, const char *user, const json_t *member);
/* What a member may do in a channel, by roles and the overwrites of the channel object; 0: the guild is not known. */
uint64_t guilds_rights(const struct discord *discord, const char *id, const char *user, const json_t *member,
                       const json_t *channel);

#endif
