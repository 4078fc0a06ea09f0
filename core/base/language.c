#include "language.h"

#include <stdint.h>
#include <string.h>
#include <threads.h>

#include "check.h"
#include "text.h"

enum plural {
    PLURAL_ONE_MANY, /* 1; others */
    PLURAL_FROM_TWO, /* 0 and 1; others */
    PLURAL_SLAVIC    /* 1; 2 to 4, 22 to 24; others */
};

enum stage { WHOLE, DRAFT };

/* What msgfmt makes of po/CODE.po (GNU gettext's .mo), as a part of the program. */
#define LANGUAGE(id, code, name, english, plural, stage)                                           \
    __asm__(".section .rodata\n.balign 4\ncatalogue_" #code ":\n.incbin \"" CATALOGUES "/" #code   \
            ".mo\"\n.byte 0\n.previous\n");                                                        \
    extern const char catalogue_##code[];
#include "languages.def"
#undef LANGUAGE

static const struct {
    const char *code, *name, *english, *catalogue;
    enum plural plural;
    enum stage stage;
} languages[LANGUAGE_COUNT] = {
    {"en", "English", "english", NULL, PLURAL_ONE_MANY, WHOLE},
#define LANGUAGE(id, code, name, english, plural, stage)                                           \
    {#code, name, english, catalogue_##code, plural, stage},
#include "languages.def"
#undef LANGUAGE
};

const char *language_code(enum language language)
{
    return languages[language].code;
}

bool language_is_draft(enum language language)
{
    return languages[language].stage == DRAFT;
}

bool language_find(const char *word, enum language *out)
{
    size_t code = strcspn(word, "-_");
    for (int i = 0; i < LANGUAGE_COUNT; i++) {
        bool is_code = code == strlen(languages[i].code) && text_is_prefix(languages[i].code, word);
        if (!is_code && !text_same_word(word, languages[i].english) &&
            !text_same_word(word, languages[i].name))
            continue;
        *out = (enum language)i;
        return true;
    }
    return false;
}

/* ---- texts ---- */

enum { MAGIC = (int)0x950412de, SLOTS = 8192 /* a power of two, above twice the texts */ };

/* Where a text of a catalogue is found: 1 + its number, at a place that follows from it. */
static uint16_t slots[LANGUAGE_COUNT][SLOTS];
static once_flag are_slots_filled = ONCE_FLAG_INIT;

static uint32_t number_at(const char *catalogue, uint32_t at)
{
    uint32_t number;
    memcpy(&number, catalogue + at, sizeof number);
    return number;
}

static uint32_t text_count(const char *catalogue)
{
    return number_at(catalogue, 0) == (uint32_t)MAGIC ? number_at(catalogue, 8) : 0;
}

/* Text `number` without its context, which gettext puts before it. */
static const char *text_at(const char *catalogue, uint32_t number)
{
    const char *text = catalogue + number_at(catalogue, number_at(catalogue, 12) + 8 * number + 4);
    const char *end_of_context = strchr(text, '\4');
    return end_of_context ? end_of_context + 1 : text;
}

static const char *translation_at(const char *catalogue, uint32_t number)
{
    return catalogue + number_at(catalogue, number_at(catalogue, 16) + 8 * number + 4);
}

static uint32_t slot_of(const char *text)
{
    uint32_t hash = 2166136261u; /* FNV-1a */
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * 16777619u;
    return (hash ^ hash >> 16) & (SLOTS - 1);
}

static void fill_slots(void)
{
    for (int language = 0; language < LANGUAGE_COUNT; language++) {
        const char *catalogue = languages[language].catalogue;
        uint32_t count = catalogue ? text_count(catalogue) : 0;
        check(count < SLOTS / 2);
        for (uint32_t number = 0; number < count; number++) {
            uint32_t slot = slot_of(text_at(catalogue, number));
            while (slots[language][slot])
                slot = (slot + 1) & (SLOTS - 1);
            slots[language][slot] = (uint16_t)(1 + number);
        }
    }
}

const char *language_text(enum language language, const char *text)
{
    const char *catalogue = languages[language].catalogue;
    if (!catalogue || !*text)
        return text;
    call_once(&are_slots_filled, fill_slots);
    for (uint32_t slot = slot_of(text); slots[language][slot]; slot = (slot + 1) & (SLOTS - 1)) {
        uint32_t number = slots[language][slot] - 1u;
        if (strcmp(text_at(catalogue, number), text) == 0)
            return translation_at(catalogue, number);
    }
    return text;
}

int language_plural(enum language language, int number, int forms)
{
    int form = number != 1;
    if (languages[language].plural == PLURAL_FROM_TWO)
        form = number > 1;
    if (languages[language].plural == PLURAL_SLAVIC) {
        bool is_few =
            number % 10 >= 2 && number % 10 <= 4 && (number % 100 < 12 || number % 100 > 14);
        form = number == 1 ? 0 : is_few ? 1 : 2;
    }
    return form < forms ? form : forms - 1;
}

/* ---- forms of names ---- */

/* The form of exactly this name; NULL if absent. */
static const char *find_form(const char *name, const char *form, size_t form_length, int *length)
{
    for (const char *at = strchr(name, '|'); at; at = strchr(at + 1, '|')) {
        if (strncmp(at + 1, form, form_length) != 0 || at[1 + form_length] != ':')
            continue;
        const char *begin = at + form_length + 2;
        *length = (int)strcspn(begin, "|");
        return begin;
    }
    return NULL;
}

const char *language_form(const char *name, const char *form, int *length)
{
    size_t first = strcspn(form, "-");
    const char *found = find_form(name, form, strlen(form), length);
    if (!found)
        found = find_form(name, form, first, length);
    if (!found && form[first])
        found = find_form(name, form + first + 1, strlen(form + first + 1), length);
    if (!found)
        *length = (int)strcspn(name, "|");
    return found ? found : name;
}
