/* What belongs to one seat: its word, and the words for the kinds of robots. Who says a seat
   word: flow/claim.c. */
#include "seat.h"

#include <sodium.h>

#include "record.h"
#include "text.h"

const char *const robot_levels[ROBOT_LEVELS] = {"easy", "medium", "hard", "random"};

int robot_level_of(const char *word)
{
    for (int level = 0; level < ROBOT_LEVELS; level++)
        if (text_same_word(word, robot_levels[level]))
            return level;
    return text_same_word(word, "greedy") ? ROBOT_EASY : -1;
}

/* ---- seat words ---- */

/* Ten letters and digits that do not look alike: 49 bits, shown as "k7plm-x3vqd". */
void word_new(char word[16], unsigned char hash[SESSION_HASH], int64_t table)
{
    static const char letters[] = "abcdefghjkmnpqrstuvwxyz23456789";
    char *out = word;
    for (int i = 0; i < 10; i++) {
        if (i == 5)
            *out++ = '-';
        *out++ = letters[randombytes_uniform(sizeof letters - 1)];
    }
    *out = '\0';
    word_hash(word, table, hash);
}

/* Takes typed words in capitals, without the dash, and with blanks around. */
void word_hash(const char *word, int64_t table, unsigned char hash[SESSION_HASH])
{
    char bytes[64];
    struct text text = text_over(bytes, sizeof bytes);
    text_putf(&text, "%lld ", (long long)table);
    for (const char *p = word; *p; p++)
        if ((*p >= 'a' && *p <= 'z') || (*p >= '2' && *p <= '9'))
            text_put_bytes(&text, p, 1);
        else if (*p >= 'A' && *p <= 'Z')
            text_putf(&text, "%c", *p | 0x20);
    crypto_hash_sha256(hash, (const unsigned char *)bytes, (unsigned long long)text.length);
}

void word_put_line(int seat, const unsigned char hash[SESSION_HASH], struct text *line)
{
    text_put(line, "word");
    record_put_number(line, "seat", seat + 1);
    record_put_bytes(line, "word", hash, SESSION_HASH);
}
