/* See emoji.h. The file has a line for each emoji: its name, its id, and the digest of the
   picture that was uploaded. */
#include "emoji.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "text.h"

enum { PATH = 4096 };

struct emoji {
    char path[PATH];
    int count;
    bool is_asked; /* Discord has said which it has */
    struct entry {
        char name[EMOJI_NAME], id[DISCORD_ID], digest[DISCORD_DIGEST];
        bool is_confirmed;
    } entries[EMOJI_MOST];
};

static bool is_entry(const struct entry *entry)
{
    return strlen(entry->name) == EMOJI_NAME - 1 &&
           strspn(entry->id, "0123456789") == strlen(entry->id);
}

/* Lines that are no entry are left out: the next upload writes them anew. */
static void read_entries(struct emoji *emoji, FILE *file)
{
    char line[128];
    while (emoji->count < EMOJI_MOST && fgets(line, sizeof line, file)) {
        struct entry *entry = &emoji->entries[emoji->count];
        if (sscanf(line, "%2s %23s %16s", entry->name, entry->id, entry->digest) == 3 &&
            is_entry(entry))
            emoji->count++;
    }
}

struct emoji *emoji_new(const char *folder, const char *application)
{
    struct emoji *emoji = calloc(1, sizeof *emoji);
    check(emoji);
    snprintf(emoji->path, sizeof emoji->path, "%s/discord-cards-%s", folder, application);
    return emoji;
}

struct emoji *emoji_read(const char *folder, const char *application)
{
    struct emoji *emoji = emoji_new(folder, application);
    FILE *file = fopen(emoji->path, "re");
    if (!file) {
        emoji_free(emoji);
        return NULL;
    }
    read_entries(emoji, file);
    fclose(file);
    return emoji;
}

void emoji_free(struct emoji *emoji)
{
    free(emoji);
}

static const struct entry *find(const struct emoji *emoji, const char *name)
{
    for (int i = 0; i < emoji->count; i++)
        if (strcmp(emoji->entries[i].name, name) == 0)
            return &emoji->entries[i];
    return NULL;
}

const char *emoji_id(const struct emoji *emoji, const char *name)
{
    const struct entry *entry = find(emoji, name);
    return entry && (entry->is_confirmed || !emoji->is_asked) ? entry->id : NULL;
}

bool emoji_confirm(struct emoji *emoji, const json_t *items)
{
    bool has_changed = false, was_asked = emoji->is_asked;
    emoji->is_asked = true;
    for (int i = 0; i < emoji->count; i++) {
        struct entry *entry = &emoji->entries[i];
        bool was_shown = entry->is_confirmed || !was_asked;
        entry->is_confirmed = false;
        for (size_t k = 0; k < json_array_size(items) && !entry->is_confirmed; k++) {
            char id[DISCORD_ID];
            entry->is_confirmed =
                field_id(json_array_get(items, k), "id", id) && strcmp(id, entry->id) == 0;
        }
        has_changed |= was_shown != entry->is_confirmed;
    }
    return has_changed;
}

const char *emoji_button_id(const struct emoji *emoji, const char *name)
{
    const struct entry *entry = find(emoji, name);
    return entry && entry->is_confirmed ? entry->id : NULL;
}

const char *emoji_digest(const struct emoji *emoji, const char *name)
{
    const struct entry *entry = find(emoji, name);
    return entry ? entry->digest : NULL;
}

/* A new file takes the place of the old one: a reader finds one of the two, whole. */
static bool write_entries(const struct emoji *emoji)
{
    char path[PATH + 8];
    snprintf(path, sizeof path, "%s.new", emoji->path);
    FILE *file = fopen(path, "we");
    if (!file)
        return false;
    for (int i = 0; i < emoji->count; i++)
        fprintf(file, "%s %s %s\n", emoji->entries[i].name, emoji->entries[i].id,
                emoji->entries[i].digest);
    bool is_written = fflush(file) == 0 && fsync(fileno(file)) == 0;
    return fclose(file) == 0 && is_written && rename(path, emoji->path) == 0;
}

bool emoji_note(struct emoji *emoji, const char *name, const char *id, const char *digest)
{
    struct entry *entry = (struct entry *)find(emoji, name);
    if (!*id) {
        if (entry)
            *entry = emoji->entries[--emoji->count];
        return write_entries(emoji);
    }
    if (!entry) {
        check(emoji->count < EMOJI_MOST);
        entry = &emoji->entries[emoji->count++];
    }
    snprintf(entry->name, sizeof entry->name, "%s", name);
    snprintf(entry->id, sizeof entry->id, "%s", id);
    snprintf(entry->digest, sizeof entry->digest, "%s", digest);
    return write_entries(emoji);
}
