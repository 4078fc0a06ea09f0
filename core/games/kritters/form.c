/* How an admin writes a card of Colour MY Kritters: turns a line of columns into a face, and
   back. The cards are in kritters.c. The code of a card follows from the columns, so that boards
   always say what a card does. */
#include "faces.h"
#include "kritters.h"

#include "text.h"

enum column {
    CLASS,
    CARDS,
    COLUMN_GIVES,
    COLUMN_DRAWS,
    COLUMN_POINTS,
    COLUMN_PRICE,
    NAME,
    COLUMNS
};
enum { CARDS_MOST = 60, DRAWS_MOST = 3, POINTS_MOST = 20, PRICE_MOST = 8 };

static const char *const columns[COLUMNS] = {"class",  "cards", "gives", "draws",
                                             "points", "price", "name"};

static const char *const help[] = {
    "Colour MY Kritters: what the cards give, cost and score. The rulebook shows them in pictures only, so what is",
    "built in is assumed. Correct it by the cards you have, and name this file in the configuration: faces = {\"FILE\"}",
    "",
    "class   start, single, double, wild, point, wand, brush, palette; super-single (SS), super-wild (SW), more-points",
    "        and bucket (MP) are those of the expansions",
    "cards   how many of this card there are in one box; of a start card, in the set of one player",
    "gives   splotches: C cyan, M magenta, Y yellow, W wild; a double belongs to the colour it names first.",
    "        Of a point card its colour: R red, G green, B blue",
    "draws   how many more cards it lets its player draw",
    "points  what a point card scores",
    "price   splotches it costs, as they are to be shown: MMY",
    "",
    "A column that says nothing is a -. What follows a # is a comment.",
};

/* What the cards of a class have in common. */
struct family {
    const char *word;
    enum kritters_kind kind;
    enum kritters_box box;
    int back;
    const char *letters;   /* what the cards may give, by letter; NULL: nothing */
    int gives;             /* how many letters */
    const char *lead;      /* the beginning of the code of a card that gives nothing */
    enum colour colour;    /* the colour of a card that gives nothing */
    bool draws, is_priced; /* whether the cards may draw cards; whether they have a price */
};
static const struct family families[] = {
    {"start", KR_START, KR_BASE, KR_BACK_START, "CMY", 1, "", COLOUR_NONE, true, false},
    {"single", KR_SINGLE, KR_BASE, KR_BACK_CARD, "CMY", 1, "", COLOUR_NONE, true, true},
    {"double", KR_DOUBLE, KR_BASE, KR_BACK_CARD, "CMY", 2, "", COLOUR_NONE, true, true},
    {"wild", KR_WILD, KR_BASE, KR_BACK_CARD, "W", 1, "", COLOUR_NONE, true, true},
    {"point", KR_POINT, KR_BASE, KR_BACK_CARD, "RGB", 1, "", COLOUR_NONE, false, true},
    {"wand", KR_WAND, KR_BASE, KR_BACK_WAND, NULL, 0, "Wa", COLOUR_VIOLET, false, true},
    {"brush", KR_BRUSH, KR_BASE, KR_BACK_CARD, NULL, 0, "Br", COLOUR_BROWN, false, true},
    {"palette", KR_PALETTE, KR_BASE, KR_BACK_CARD, NULL, 0, "Pa", COLOUR_ORANGE, false, true},
    {"super-single", KR_SINGLE, KR_SUPER_SINGLES, KR_BACK_CARD, "CMY", 1, "", COLOUR_NONE, true,
     true},
    {"super-wild", KR_WILD, KR_SUPER_WILDS, KR_BACK_CARD, "W", 1, "", COLOUR_NONE, true, true},
    {"more-points", KR_POINT, KR_MORE_POINTS, KR_BACK_CARD, "RGB", 1, "", COLOUR_NONE, false, true},
    {"bucket", KR_BUCKET, KR_MORE_POINTS, KR_BACK_BUCKET, NULL, 0, "Bu", COLOUR_GREY, false, true},
};
enum { FAMILIES = sizeof families / sizeof *families };

static const char splotch_letters[] = "CMYW"; /* in the order of enum splotch */
static const char point_letters[] = "RGB";

/* ---- reading ---- */

static int find_letter(const char *letters, char letter)
{
    for (int i = 0; letters[i]; i++)
        if (letters[i] == letter)
            return i;
    return -1;
}

static bool is_nothing(const char *column)
{
    return column[0] == '-' && column[1] == '\0';
}

/* How many letters there are. -1 if one of them is not in `letters`. */
static int count_letters(const char *column, const char *letters)
{
    int count = 0;
    for (; column[count]; count++)
        if (find_letter(letters, column[count]) < 0)
            return -1;
    return count;
}

static int pack(const char *column)
{
    int packed = 0;
    for (; *column; column++) {
        int splotch = find_letter(splotch_letters, *column);
        packed += splotch < 0 ? 0 : 1 << splotch * KR_SPLOTCH_BITS;
    }
    return packed;
}

static const struct family *read_family(const char *word, struct text *why)
{
    int nearest = -1, best = 3;
    for (int i = 0; i < FAMILIES; i++) {
        int distance = text_distance(word, families[i].word, best);
        if (distance == 0)
            return &families[i];
        if (distance < best) {
            best = distance;
            nearest = i;
        }
    }
    text_putf(why, "there is no class '%s'; ", word);
    if (nearest >= 0) {
        text_putf(why, "did you mean %s?", families[nearest].word);
        return NULL;
    }
    text_put(why, "there are");
    for (int i = 0; i < FAMILIES; i++)
        text_putf(why, "%s %s", i ? "," : "", families[i].word);
    return NULL;
}

static bool read_gives(const struct family *family, const char *column, struct face *out,
                       struct text *why)
{
    static const enum colour of_splotch[] = {COLOUR_CYAN, COLOUR_MAGENTA, COLOUR_YELLOW,
                                             COLOUR_WHITE};
    static const enum colour of_points[] = {COLOUR_RED, COLOUR_GREEN, COLOUR_BLUE};
    if (!family->letters) {
        out->colour = family->colour;
        if (!is_nothing(column))
            text_putf(why, "gives '%s': a %s gives nothing, write -", column, family->word);
        return is_nothing(column);
    }
    bool scores = family->kind == KR_POINT;
    int group = find_letter(scores ? point_letters : splotch_letters, *column);
    if (group < 0 || count_letters(column, family->letters) != family->gives) {
        text_putf(why, "gives '%s': write %s of the letters %s for a %s", column,
                  family->gives == 1 ? "one" : "two", family->letters, family->word);
        return false;
    }
    out->colour = scores ? of_points[group] : of_splotch[group];
    out->traits[KR_COLOUR] = group;
    out->traits[KR_GIVES] = pack(column);
    return true;
}

static bool read_price(const struct family *family, const char *column, struct face *out,
                       struct text *why)
{
    int count = count_letters(column, "CMY");
    if (!family->is_priced) {
        if (!is_nothing(column))
            text_putf(why, "price '%s': a %s card costs nothing, write -", column, family->word);
        return is_nothing(column);
    }
    if (count < 1 || count > PRICE_MOST) {
        text_putf(why, "price '%s': write 1 to %d of the letters C, M and Y", column, PRICE_MOST);
        return false;
    }
    out->traits[KR_PRICE] = pack(column);
    return true;
}

static bool read_numbers(const struct family *family, const char *const *line, struct face *out,
                         struct text *why)
{
    int draws_most = family->draws ? DRAWS_MOST : 0;
    bool scores = family->kind == KR_POINT;
    int *traits = out->traits;
    if (!game_column_number(line[CARDS], CARDS_MOST, &traits[KR_COUNT]) || traits[KR_COUNT] == 0) {
        text_putf(why, "cards '%s': write how many there are, 1 to %d", line[CARDS], CARDS_MOST);
        return false;
    }
    if (!game_column_number(line[COLUMN_DRAWS], draws_most, &traits[KR_DRAWS])) {
        text_putf(why,
                  draws_most ? "draws '%s': write how many cards, 0 to %d"
                             : "draws '%s': this class draws none, write -",
                  line[COLUMN_DRAWS], draws_most);
        return false;
    }
    if (!game_column_number(line[COLUMN_POINTS], scores ? POINTS_MOST : 0, &traits[KR_POINTS]) ||
        scores != (traits[KR_POINTS] > 0)) {
        text_putf(why,
                  scores ? "points '%s': write 1 to %d"
                         : "points '%s': this class scores none by itself, write -",
                  line[COLUMN_POINTS], POINTS_MOST);
        return false;
    }
    return true;
}

/* What the card gives or is, + for each card it draws, its points, and behind the colon what it
   costs. */
static void put_code(const struct family *family, const char *const *line, const struct face *face,
                     struct text *code)
{
    text_put(code, family->letters ? line[COLUMN_GIVES] : family->lead);
    for (int i = 0; i < face->traits[KR_DRAWS]; i++)
        text_put(code, "+");
    if (face->traits[KR_POINTS] > 0)
        text_putf(code, "%d", face->traits[KR_POINTS]);
    if (family->is_priced)
        text_putf(code, ":%s", line[COLUMN_PRICE]);
}

static bool read_face(const char *const *line, struct face *out, struct text *code,
                      struct text *why)
{
    const struct family *family = read_family(line[CLASS], why);
    if (!family)
        return false;
    out->back = family->back;
    out->traits[KR_KIND] = (int)family->kind;
    out->traits[KR_BOX] = (int)family->box;
    if (!read_numbers(family, line, out, why) ||
        !read_gives(family, line[COLUMN_GIVES], out, why) ||
        !read_price(family, line[COLUMN_PRICE], out, why))
        return false;
    put_code(family, line, out, code);
    return true;
}

/* ---- writing ---- */

static const struct family *family_of(const struct face *face)
{
    int i = 0;
    while ((int)families[i].kind != face->traits[KR_KIND] ||
           (int)families[i].box != face->traits[KR_BOX])
        i++;
    return &families[i];
}

static void put_number(int number, struct text *out)
{
    if (number > 0)
        text_putf(out, "%d", number);
    else
        text_put(out, "-");
}

/* Reads the order of the splotches from the code, because the traits do not keep it. */
static void put_gives(const struct face *face, struct text *out)
{
    const struct family *family = family_of(face);
    if (family->letters)
        text_put_bytes(out, face->code, family->gives);
    else
        text_put(out, "-");
}

static void put_price(const struct face *face, struct text *out)
{
    const char *price = face->code;
    while (*price && *price != ':')
        price++;
    text_put(out, *price ? price + 1 : "-");
}

static void write_column(const struct face *face, int column, struct text *out)
{
    switch ((enum column)column) {
    case CLASS:
        text_put(out, family_of(face)->word);
        break;
    case CARDS:
        put_number(face->traits[KR_COUNT], out);
        break;
    case COLUMN_GIVES:
        put_gives(face, out);
        break;
    case COLUMN_DRAWS:
        put_number(face->traits[KR_DRAWS], out);
        break;
    case COLUMN_POINTS:
        put_number(face->traits[KR_POINTS], out);
        break;
    case COLUMN_PRICE:
        put_price(face, out);
        break;
    case NAME:
    case COLUMNS:
        break;
    }
}

/* ---- all faces together ---- */

/* KR5: wands are not shuffled, because they are all alike. */
static bool fit_families(const struct face *faces, int count, int *at, struct text *why)
{
    int lines[FAMILIES] = {0}, missing = 0;
    for (int i = 0; i < count; i++) {
        const struct family *family = family_of(&faces[i]);
        if (lines[family - families]++ > 0 && family->kind == KR_WAND) {
            text_put(why, "Magic Wands are all alike: give one line of class wand");
            *at = i;
            return false;
        }
    }
    for (int i = 0; i < FAMILIES; i++)
        if (lines[i] == 0)
            text_putf(why, "%s%s", missing++ ? ", " : "there is no line of class ",
                      families[i].word);
    return missing == 0;
}

/* How many cards two boxes and the Start Kritters of all seats hold; with `splotch`, how many of
   these splotches. */
static int count_all(const struct face *faces, int count, int splotch)
{
    int all = 0;
    for (int i = 0; i < count; i++) {
        int boxes = faces[i].traits[KR_KIND] == KR_START ? TABLE_SEATS : 2;
        int worth = splotch < 0 ? 1 : splotches_of(faces[i].traits[KR_GIVES], splotch);
        all += boxes * faces[i].traits[KR_COUNT] * worth;
    }
    return all;
}

/* Two decks must fit on the table, and all their splotches into a packed sum, in case one player
   owns and draws everything. */
static bool fit_faces(const struct face *faces, int count, int *at, struct text *why)
{
    int cards = count_all(faces, count, -1);
    if (!fit_families(faces, count, at, why))
        return false;
    if (cards > TABLE_CARDS)
        text_putf(
            why,
            "two decks for %d players are %d cards, of which a table holds %d: take away cards",
            TABLE_SEATS, cards, TABLE_CARDS);
    for (int splotch = 0; splotch < KR_SPLOTCHES && cards <= TABLE_CARDS; splotch++)
        if (count_all(faces, count, splotch) >= KR_SPLOTCH_MASK) {
            text_putf(
                why,
                "two decks give %d splotches %c, and less than %d can be counted: take away cards",
                count_all(faces, count, splotch), splotch_letters[splotch], KR_SPLOTCH_MASK);
            return false;
        }
    return cards <= TABLE_CARDS;
}

const struct face_form kritters_form = {
    .version = 1,
    .help = help,
    .help_count = sizeof help / sizeof *help,
    .columns = columns,
    .column_count = COLUMNS,
    .write = write_column,
    .read = read_face,
    .fit = fit_faces,
};
