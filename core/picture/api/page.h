/* A game as a page, or the standings of a month: one HTML file that needs nothing from outside. A
   game's steps through what one reader was told, with the board of each step. It is made of the
   pieces that pictures are made of (content.h); the browser lays them out (page/page.css,
   page/page.js), and cards are drawings that it uses again and again. It holds nothing but what
   that reader may see: of a sight, and of words told to them. The file forbids itself everything
   but its own style and script, which it names by their hashes; what comes from strangers is data
   in it, never markup. */
#ifndef PAGE_H
#define PAGE_H

#include <stdbool.h>

#include "list.h"

struct page_file;
struct prose;
struct sight;
struct text;
struct view;

enum { PAGE_BYTES = 4 << 20 /* of a file, at most */ };

/* NULL, with a sentence for the admin in `why`, where nothing can be drawn. Finds cairo, as
   pen_open() does. */
struct page_file *page_new(struct text *why);
void page_free(struct page_file *page); /* NULL is fine */

/* What happened; it stands at the next step. */
void page_say(struct page_file *page, const char *words);
/* The next step: how the table stands, as the viewer of the sight may see it, and whose turn it is
   (NULL: the game is over, and the page says who has won). All steps are of one game, and of views
   with the same rules. Some 50 us, and more for faces that are seen for the first time. */
void page_show(struct page_file *page, const struct view *view, const struct sight *sight,
               const struct prose *call);
/* A line of the result, which stands at that step alone. */
void page_add_result(struct page_file *page, const char *words);

int page_steps(const struct page_file *page);

/* ---- instead: the standings of a room in one month ---- */

/* A row: its place ("" if it has none), who, the rating, rated games, games won; and the days with
   the ratings in their evenings, "3:12.5 9:14.0". */
enum { PAGE_CELLS = 6 };

/* "2026-11", which has so many days; `network` may be NULL. Rows are added behind the game that
   they belong to. */
void page_begin_season(struct page_file *page, const char *month, int days, const char *room,
                       const char *network);
void page_add_game(struct page_file *page, const char *name);
void page_add_standing(struct page_file *page, const char *const cells[PAGE_CELLS]);

/* Appends the file. False if it would be larger than PAGE_BYTES. */
bool page_write(const struct page_file *page, struct bytes *out);

#endif
