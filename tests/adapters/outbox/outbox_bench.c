#include "outbox_bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "testing.h"

static enum outbox_reach reach(void *self, const struct outbox_item *item)
{
    const struct network *network = self;
    if (network->gone && item->is_private && strcmp(item->to, network->gone) == 0)
        return OUTBOX_NEVER;
    return network->unreachable && strcmp(item->to, network->unreachable) == 0 ? OUTBOX_LATER
                                                                               : OUTBOX_NOW;
}

/* Parts joined by '|'; a '/' in a text makes two messages of it. */
static void render(void *self, struct outbox_item *item)
{
    (void)self;
    const struct prose *parts[] = {item->tale, item->is_midway ? NULL : item->board, item->next};
    char line[4096] = "";
    for (int i = 0; i < 3; i++) {
        if (!parts[i] || parts[i]->length == 0)
            continue;
        strcat(line, line[0] ? "|" : "");
        strcat(line, parts[i]->text);
    }
    for (char *rest = line, *part; (part = strsep(&rest, "/"));)
        outbox_add_message(item, part);
}

static int64_t wait_for(void *self, const struct outbox_item *item, const char *message)
{
    (void)item, (void)message;
    const struct network *network = self;
    return network->allowed > 0 ? 0 : 500;
}

static void send_line(void *self, const struct outbox_item *item, const char *message)
{
    struct network *network = self;
    size_t length = strlen(network->said);
    network->allowed--;
    snprintf(network->said + length, sizeof network->said - length, "%s%s: %s\n",
             item->is_private ? "@" : "", item->to, message);
}

static void told(void *self, const char *room)
{
    struct network *network = self;
    strcat(network->told, room);
    strcat(network->told, " ");
}

struct network *start_timed(int64_t (*line_ms)(void *self))
{
    static struct network network;
    const struct outbox_port port = {.reach = reach,
                                     .render = render,
                                     .wait = wait_for,
                                     .send = send_line,
                                     .told = told,
                                     .line_ms = line_ms,
                                     .self = &network};
    network = (struct network){.outbox = outbox_new(&port)};
    return &network;
}

struct network *start(void)
{
    return start_timed(NULL);
}

struct prose *prose_of(const char *text)
{
    static struct prose proses[8];
    static int next;
    struct prose *prose = &proses[next++ % 8];
    prose_clear(prose);
    prose_put(prose, text);
    return prose;
}

void play(struct network *network, const char *room, const char *tale, const char *board,
          const char *next)
{
    const struct post news = {.room = room,
                              .table = 1,
                              .kind = POST_PLAY,
                              .tale = prose_of(tale),
                              .board = prose_of(board),
                              .next = prose_of(next)};
    outbox_post(network->outbox, &news);
}

void go_on(struct network *network, const char *tale, const char *board)
{
    const struct post news = {.room = "#a",
                              .table = 1,
                              .kind = POST_PLAY,
                              .tale = prose_of(tale),
                              .board = prose_of(board),
                              .is_midway = true,
                              .next = prose_of("n")};
    outbox_post(network->outbox, &news);
}

void post(struct network *network, enum post_kind kind, const char *room, const char *tale)
{
    outbox_post(network->outbox,
                &(struct post){.room = room, .table = 1, .kind = kind, .tale = prose_of(tale)});
}

void whisper(struct network *network, enum whisper_kind kind, const char *person, bool is_due,
             const char *text)
{
    outbox_whisper(network->outbox, &(struct whisper){.person = person,
                                                      .name = "x",
                                                      .room = "#a",
                                                      .table = kind == WHISPER_HAND,
                                                      .is_due = is_due,
                                                      .kind = kind,
                                                      .prose = prose_of(text)});
}

void expect(struct network *network, int lines, const char *said)
{
    network->allowed = lines;
    network->said[0] = '\0';
    outbox_pump(network->outbox);
    assert_string_equal(network->said, said);
}

void end(struct network *network)
{
    outbox_free(network->outbox);
}
