/* Lists of moves, and moves as text. How text becomes a move is in move_read.c. */
#include "move.h"

#include <string.h>

#include "move_words.h"
#include "ruleset.h"
#include "sight.h"
#include "text.h"

/* ---- texts in words ---- */

/* Without the full stop behind it: telephones put one there. "..." is no word. */
static size_t length_of_word(const char *word, size_t length)
{
    while (length > 0 && (word[length - 1] == '.' || word[length - 1] == '!'))
        length--;
    return length;
}

void move_split(const char *text, struct words *out)
{
    out->count = 0;
    out->too_long = false;
    for (const char *p = text;;) {
        p += strspn(p, " \t,");
        size_t length = strcspn(p, " \t,");
        if (length == 0)
            return;
        if (out->count == WORDS_MAX || length >= WORD_BYTES) {
            out->too_long = true;
            return;
        }
        size_t kept = length_of_word(p, length);
        memcpy(out->list[out->count], p, kept);
        out->list[out->count][kept] = '\0';
        out->count += kept > 0;
        p += length;
    }
}

bool move_listed(const char *word, const char *list)
{
    size_t length = strlen(word);
    for (const char *p = list; p && *p;) {
        size_t size = strcspn(p, " ");
        if (size == length && text_is_prefix(word, p))
            return true;
        p += size;
        p += strspn(p, " ");
    }
    return false;
}

bool move_same(const struct move *a, const struct move *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

bool moves_has(const struct moves *moves, const struct move *move)
{
    for (int i = 0; i < moves->count; i++)
        if (move_same(&moves->list[i], move))
            return true;
    return false;
}

/* The move with faces instead of slots. */
static struct move with_faces(const struct ruleset *rules, const struct sight *sight, int hand,
                              const struct move *move)
{
    const struct verb_spec *verb = &rules->verbs[move->verb];
    struct move faces = *move;
    for (int i = 0; i < MOVE_ARGS; i++) {
        bool is_card = verb->args[i].kind == ARG_CARD && move->args[i] != ARG_ABSENT;
        int at = is_card ? zone_find_slot(&sight->seen, hand, move->args[i]) : -1;
        if (at >= 0)
            faces.args[i] = zone_face(&sight->seen, hand, at);
    }
    for (int i = 1; i < MOVE_ARGS && verb->flags & VERB_ANY_ORDER && faces.args[i] != ARG_ABSENT;
         i++)
        for (int k = i; k > 0 && faces.args[k - 1] > faces.args[k]; k--) {
            int face = faces.args[k];
            faces.args[k] = faces.args[k - 1];
            faces.args[k - 1] = face;
        }
    return faces;
}

void moves_by_face(const struct ruleset *rules, const struct sight *sight, int seat,
                   struct moves *moves)
{
    struct moves seen;
    int kept = 0;
    if (seat >= sight->seen.seats || rules->hand < 0)
        return;
    seen.count = 0;
    for (int i = 0; i < moves->count; i++) {
        struct move faces =
            with_faces(rules, sight, seat_zone(rules, seat, rules->hand), &moves->list[i]);
        if (moves_has(&seen, &faces))
            continue;
        seen.list[seen.count++] = faces;
        moves->list[kept++] = moves->list[i];
    }
    moves->count = kept;
}

void moves_but_votes(const struct ruleset *rules, struct moves *moves)
{
    int kept = 0;
    for (int i = 0; i < moves->count; i++)
        if (!(rules->verbs[moves->list[i].verb].flags & VERB_VOTE))
            moves->list[kept++] = moves->list[i];
    moves->count = kept;
}

/* True if two names are the same words. */
static bool same_name(const char *a, const char *b)
{
    struct words one, other;
    move_split(a, &one);
    move_split(b, &other);
    bool same = one.count == other.count;
    for (int i = 0; same && i < one.count; i++)
        same = text_same_word(one.list[i], other.list[i]);
    return same;
}

static bool is_seat_number(const char *word)
{
    return (word[0] | 0x20) == 'p' && word[1] != '\0' &&
           word[1 + strspn(word + 1, "0123456789")] == '\0';
}

const char *move_seat_name(const struct naming *naming, int seat)
{
    enum { NAMES = sizeof naming->names / sizeof *naming->names, NAME_WORDS = 8 };
    const char *name = naming ? naming->names[seat] : NULL;
    struct words words;
    if (!name || strlen(name) >= WORD_BYTES)
        return NULL;
    move_split(name, &words);
    if (words.too_long || words.count == 0 || words.count > NAME_WORDS ||
        is_seat_number(words.list[0]))
        return NULL;
    for (int other = 0; other < NAMES; other++)
        if (other != seat && naming->names[other] && same_name(name, naming->names[other]))
            return NULL;
    return name;
}

/* True if a name begins with a filler word of its argument: the reader would skip the word. */
static bool begins_with_filler(const char *name, const char *filler)
{
    struct words words;
    move_split(name, &words);
    return move_listed(words.list[0], filler);
}

static void put_seat(const struct naming *naming, const struct arg_spec *spec, int seat,
                     struct text *out)
{
    const char *name = move_seat_name(naming, seat);
    if (name && !begins_with_filler(name, spec->filler))
        text_put(out, name);
    else
        text_putf(out, "p%d", seat + 1);
}

char move_label(const struct ruleset *rules, int slot)
{
    check(slot >= 1 && slot <= (int)strlen(rules->labels));
    return rules->labels[slot - 1];
}

int move_labelled(const struct ruleset *rules, const char *word)
{
    bool is_one_byte = word[0] != '\0' && word[1] == '\0';
    const char *at =
        /* of all bytes only letters become letters */
        is_one_byte ? strchr(rules->labels, word[0] | 0x20) : NULL;
    return at ? (int)(at - rules->labels) + 1 : 0;
}

int move_face(const struct ruleset *rules, const struct sight *sight, const struct arg_spec *spec,
              int value)
{
    const struct table *t = &sight->seen;
    int zone = 0, at = -1;
    if (spec->kind == ARG_CARD) {
        zone = seat_zone(rules, sight->viewer, rules->hand);
        at = zone_find_slot(t, zone, value);
    } else if (spec->kind == ARG_NUMBER && spec->own_zone) {
        zone = seat_zone(rules, sight->viewer, spec->own_zone - 1);
        at = value - 1;
    } else if (spec->kind == ARG_WORD && spec->zones) {
        zone = spec->zones[value];
        at = zone_spec(rules, zone)->audience == AUDIENCE_TOP ? zone_size(t, zone) - 1 : 0;
        for (int word = 0; word < value; word++)
            at += spec->zones[word] == zone;
    }
    return at < 0 || at >= zone_size(t, zone) ? -1 : zone_face(t, zone, at);
}

void move_format_arg(const struct ruleset *rules, const struct naming *naming,
                     const struct move *move, int arg, struct text *out)
{
    const struct arg_spec *spec = &rules->verbs[move->verb].args[arg];
    int value = move->args[arg];
    switch (spec->kind) {
    case ARG_NONE:
        break;
    case ARG_CARD:
        text_putf(out, "%c", move_label(rules, value));
        break;
    case ARG_SEAT:
        put_seat(naming, spec, value, out);
        break;
    case ARG_WORD:
        text_put(out, spec->words[value]);
        break;
    case ARG_NUMBER:
        text_putf(out, "%d", value);
        break;
    }
}

static int args_of(const struct ruleset *rules, const struct move *move)
{
    int count = 0;
    while (count < MOVE_ARGS && rules->verbs[move->verb].args[count].kind != ARG_NONE &&
           move->args[count] != ARG_ABSENT)
        count++;
    return count;
}

void move_format(const struct ruleset *rules, const struct naming *naming, const struct move *move,
                 struct text *out)
{
    text_put(out, rules->verbs[move->verb].word);
    for (int i = 0; i < args_of(rules, move); i++) {
        text_put(out, " ");
        move_format_arg(rules, naming, move, i, out);
    }
}

void move_write(const struct ruleset *rules, const struct move *move, struct text *out)
{
    text_put(out, rules->verbs[move->verb].word);
    for (int i = 0; i < args_of(rules, move); i++) {
        text_put(out, " ");
        if (rules->verbs[move->verb].args[i].kind == ARG_CARD)
            text_putf(out, "%d", move->args[i]);
        else
            move_format_arg(rules, NULL, move, i, out);
    }
}
