/* See suggest.h. */
#include "suggest.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "paint.h"
#include "text.h"

enum { LINE = 512, WORDS = 64, WORD = 80, LIST = 8 * 1024 };

struct suggest {
    int typed; /* bytes of what was typed */
    int word;  /* where the last typed word begins */
    int count; /* of lines */
    char common[LINE];
    char words[WORDS][WORD];
    int word_count;
    char list[LIST];
};

struct suggest *suggest_new(const char *typed)
{
    struct suggest *suggest = calloc(1, sizeof *suggest);
    check(suggest);
    suggest->typed = (int)strlen(typed);
    const char *blank = strrchr(typed, ' ');
    suggest->word = blank ? (int)(blank - typed) + 1 : 0;
    return suggest;
}

void suggest_free(struct suggest *suggest)
{
    free(suggest);
}

static void add_word(struct suggest *suggest, const char *line)
{
    char bytes[WORD];
    struct text word = text_over(bytes, sizeof bytes);
    text_put_bytes(&word, line + suggest->word, (int)strcspn(line + suggest->word, " "));
    for (int i = 0; i < suggest->word_count; i++)
        if (strcmp(suggest->words[i], bytes) == 0)
            return;
    if (suggest->word_count < WORDS)
        memcpy(suggest->words[suggest->word_count++], bytes, sizeof bytes);
}

bool suggest_add(void *arg, const char *line)
{
    struct suggest *suggest = arg;
    if ((int)strlen(line) < suggest->typed || strlen(line) >= LINE)
        return true;
    if (suggest->count++ == 0) {
        memcpy(suggest->common, line, strlen(line) + 1);
    } else {
        int same = 0;
        while (line[same] && line[same] == suggest->common[same])
            same++;
        suggest->common[text_utf8_floor(line, same)] = '\0';
    }
    add_word(suggest, line);
    return true;
}

int suggest_count(const struct suggest *suggest)
{
    return suggest->count;
}

const char *suggest_rest(struct suggest *suggest)
{
    return (int)strlen(suggest->common) > suggest->typed ? suggest->common + suggest->typed : "";
}

const char *suggest_list(struct suggest *suggest, int columns)
{
    struct text list = text_over(suggest->list, sizeof suggest->list);
    int column = 0;
    for (int i = 0; i < suggest->word_count; i++) {
        int width = paint_width(suggest->words[i], (int)strlen(suggest->words[i]));
        bool fits = column + 2 + width < columns;
        text_put(&list, i == 0 ? "" : fits ? "  " : "\n");
        column = i > 0 && fits ? column + 2 + width : width;
        text_put(&list, suggest->words[i]);
    }
    text_put(&list, "\n");
    return suggest->list;
}
