/* The commands !ban, !unban and !bans: of operators in their room, of admins in the whole house,
   or in a room with the word "here". dispatch.c has checked that one of them typed it; the host
   cannot, for it takes the same orders from the command line. */
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "host_admin.h"
#include "host_commands.h"
#include "prose.h"
#include "strings/ban.def"
#include "text.h"
#include "view.h"

host_command command_ban, command_unban, command_bans;

enum { BANS_A_PAGE = 8 };

/* Cuts the number of days off the end of a name, which may be several words. 0 if absent, -1 if
   too large. A number alone is a name. */
static int cut_days(char *words)
{
    enum { DIGITS_MOST = 6 };
    char *last = strrchr(words, ' ');
    if (!last || !last[1] || strspn(last + 1, "0123456789") != strlen(last + 1))
        return 0;
    int days = strlen(last + 1) <= DIGITS_MOST ? (int)strtol(last + 1, NULL, 10) : -1;
    while (last > words && last[-1] == ' ')
        last--;
    *last = '\0';
    return days > 0 ? days : -1;
}

/* The order is about this room alone; puts the words behind "here". */
static bool is_here(const struct call *call, const char **words)
{
    char word[HOST_NAME];
    const char *rest = command_first_word(call->words, word, sizeof word);
    bool says_so = text_same_word(word, "here");
    *words = says_so ? rest : call->words;
    return says_so || !(call->heard->rank & RANK_ADMIN);
}

void command_ban(struct host *host, const struct call *call)
{
    const char *words;
    char who[HOST_TEXT];
    struct text text = text_over(who, sizeof who);
    struct prose answer;
    prose_clear(&answer);
    if (is_here(call, &words)) {
        if (*words)
            host_room_ban(host, call->heard, words, &answer);
        else
            host_room_bans(host, call->heard, &answer);
        host_whisper(host, call->heard, &answer);
        return;
    }
    text_put(&text, call->words);
    int days = cut_days(who);
    host_ban(host,
             &(struct host_ban_order){.network = call->heard->network,
                                      .room = call->heard->room,
                                      .who = who,
                                      .days = days,
                                      .by = call->heard->name},
             &answer);
    host_whisper(host, call->heard, &answer);
}

void command_unban(struct host *host, const struct call *call)
{
    const char *words;
    struct prose answer;
    prose_clear(&answer);
    bool of_room = is_here(call, &words);
    if (of_room && *words)
        host_room_unban(host, call->heard, words, &answer);
    else if (of_room)
        host_room_bans(host, call->heard, &answer);
    else
        host_unban(host, call->words, &answer);
    host_whisper(host, call->heard, &answer);
}

struct listing {
    struct prose *out;
    int from, count;
};

static void put_ban(void *arg, const struct host_ban *ban)
{
    struct listing *listing = arg;
    int i = listing->count++ - listing->from;
    if (!listing->out || i < 0 || i >= BANS_A_PAGE)
        return;
    bool is_called_else = *ban->key && strcmp(ban->key, ban->name) != 0;
    prose_put(listing->out, "\n");
    view_string(listing->out, is_called_else ? STRING_BANS_ROW_KEY : STRING_BANS_ROW, "number",
                text_number(ban->number), "name", ban->name, "key", ban->key, "network",
                ban->network, "until", ban->until, "admin", ban->by, (char *)0);
}

static void list_house(const struct call *call, struct prose *answer)
{
    char bytes[12], most[12];
    struct listing all = {0};
    host_each_ban(call->host, put_ban, &all);
    int pages = (all.count + BANS_A_PAGE - 1) / BANS_A_PAGE,
        page = (int)strtol(call->words, NULL, 10);
    page = page < 1 ? 1 : page > pages ? pages : page;
    struct text number = text_over(bytes, sizeof bytes), last = text_over(most, sizeof most);
    text_putf(&number, "%d", page);
    text_putf(&last, "%d", pages);
    if (all.count == 0) {
        view_string(answer, STRING_BANS_NONE, (char *)0);
    } else {
        view_string(answer, STRING_BANS_LIST, "page", bytes, "most", most, (char *)0);
        host_each_ban(call->host, put_ban,
                      &(struct listing){.out = answer, .from = BANS_A_PAGE * (page - 1)});
    }
}

void command_bans(struct host *host, const struct call *call)
{
    const char *words;
    struct prose answer;
    prose_clear(&answer);
    if (is_here(call, &words))
        host_room_bans(host, call->heard, &answer);
    else
        list_house(call, &answer);
    host_whisper(host, call->heard, &answer);
}
