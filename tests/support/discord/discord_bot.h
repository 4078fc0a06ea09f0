/* The product and the stand-in for Discord, each as a process, and what must hold of them in
   every end-to-end test. Next: bot.h, standin_child.h; visitors.h for people who play. */
#ifndef DISCORD_BOT_H
#define DISCORD_BOT_H

struct bot;
struct standin_child;

struct discord_bot {
    char *folder; /* the stand-in's */
    struct standin_child *discord;
    struct bot *bot;
};

/* Starts the stand-in with these options (or NULL), and makes a bot whose discord section has
   these lines besides. */
void discord_bot_open(struct discord_bot *both, const char *const options[], const char *lines);
void discord_bot_close(struct discord_bot *both);

/* Puts the token where "token_file = token" of a bot's configuration looks for it. */
void discord_bot_write_token(const struct bot *bot);

/* The bot's log, to standard error. */
void discord_bot_print(const struct discord_bot *both);

/* Fails the test if a file of the bot's folder but that one, or the command line of the process,
   holds the token. */
void discord_bot_expect_no_token(const struct bot *bot);

/* Fails the test if the bot did what Discord forbids, but for what only the process before knew:
   the limits of a route; or if it has told the token. */
void discord_bot_expect_clean(const struct discord_bot *both);

#endif
