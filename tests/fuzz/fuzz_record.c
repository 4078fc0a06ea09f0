/* Any text as the record of a table in play. Whatever it says, the host starts; a table that comes back is one that can be
   looked at by everybody and played on. */
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "log.h"
#include "room.h"
#include "store.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void drop_post(void *self, const struct post *post)
{
    (void)self;
    check(post->room);
}

static void drop_whisper(void *self, const struct whisper *whisper)
{
    (void)self;
    check(whisper->prose->length > 0);
}

static void play(void *arg, struct host *host, struct table_room *room, const struct heard *heard)
{
    (void)arg;
    host_move(host, room, heard, heard->text);
}

/* The lines of the text, as many as a store takes. */
static void fill(struct store *store, char *text)
{
    enum { MOST = 200 };
    const char *lines[MOST];
    int count = 0;
    for (char *line = strtok(text, "\n"); line && count < MOST; line = strtok(NULL, "\n"))
        lines[count++] = line;
    if (count > 0)
        store_write(
            store,
            &(struct store_append){.table = 1, .first_seq = 1, .lines = lines, .count = count, .place = {"net", "#g"}},
            NULL, NULL);
    store_flush(store);
}

static void look_and_play(struct host *host, struct store *store, struct table_room *room)
{
    for (int seat = 0; seat < room->seat_count; seat++) {
        struct heard heard = {.network = "net",
                              .room = room->name,
                              .key = room->seats[seat].key,
                              .name = room->seats[seat].name,
                              .text = "hide 1 me1",
                              .now = 1};
        room->seats[seat].is_detached = false;
        host_show_hand(host, room, &heard);
        host_show_moves(host, room, &heard);
        host_show_board(host, room, &heard);
        host_hear(host, room, &heard);
        store_flush(store);
        store_dispatch(store);
        room = host_find(host, "net", "#g");
        if (!room)
            return;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static int silent = -1;
    if (silent < 0) {
        silent = open("/dev/null", O_WRONLY | O_CLOEXEC);
        log_setup(LOG_ERROR, silent);
    }
    char *text = strndup((const char *)data, size);
    check(text);
    struct store *store = store_memory_new();
    struct host *host = host_new(store, play, NULL);
    struct host_port port = {.network = "net", .post = drop_post, .whisper = drop_whisper};
    host_add_port(host, &port);
    fill(store, text);
    check(host_recover(host) >= 0);
    host_room_ready(host, "net", "#g", 1);
    host_tick(host, 1);
    struct table_room *room = host_find(host, "net", "#g");
    if (room)
        look_and_play(host, store, room);
    store_flush(store);
    store_dispatch(store);
    host_free(host);
    store_close(store);
    free(text);
    return 0;
}
