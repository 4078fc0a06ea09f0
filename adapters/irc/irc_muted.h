/* Channels that do not take what we say: it is said again later. */
#ifndef IRC_MUTED_H
#define IRC_MUTED_H

struct irc_room;

void irc_room_refuse(struct irc_room *room, const char *why); /* a line was refused there */
void irc_room_unmute(struct irc_room *room);
/* Where the server refuses what we say, the person who asked is told once that no answer can come. */
void irc_room_tell_asker(struct irc_room *room);

#endif
