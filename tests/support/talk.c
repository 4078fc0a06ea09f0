#include "talk.h"

#include "command.h"
#include "commands.h"
#include "flood.h"

int open_talking(void **state)
{
    open_lasting(state);
    house.commands = commands_new();
    return 0;
}

void blurt(const char *room, const char *who, const char *text)
{
    house_forget(&house);
    house_say(&house, room, who, text);
}

void say(const char *room, const char *who, const char *text)
{
    house_wait(&house, FLOOD_WITHIN_MS / FLOOD_COMMANDS);
    blurt(room, who, text);
}

void seat_two(const char *room)
{
    say(room, "ann", "play heartcatchers");
    say(room, "bob", "join");
    if (house_was_told(&house, "bob: !") || house_was_told(&house, "bob to play"))
        say(room, "bob", "hide d under me1");
}
