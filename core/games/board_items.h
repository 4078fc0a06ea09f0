/* The board as data: which zones and registers are shown, in which order, and how. */
#ifndef BOARD_ITEMS_H
#define BOARD_ITEMS_H

#include <stdbool.h>

enum board_style {
    BOARD_LIST,  /* every card; with `words`, a marked card shows its mark: "*=red" */
    BOARD_COUNT, /* how many cards */
    /* top card, how many face up, how many under them, which the viewer knows: "R x3 ?2(GL)" */
    BOARD_STACK,
    BOARD_TOP,    /* top card and how many */
    BOARD_TALLY,  /* how many of each face: "R3 O1" */
    BOARD_WORD,   /* a register, by its word */
    BOARD_NUMBER, /* a register as a number: tricks, points */
    /* a register that holds a seat, as the name of its person: who leads, a partner; SEAT_NONE:
       "-" */
    BOARD_SEAT,
    BOARD_MARK /* the label alone, at the seat whose number is in a shared register */
};
enum { BOARD_ITEMS = 32 };

struct board_item {
    const char *label;
    enum board_style style;
    bool per_seat; /* once for each seat, in the line of its name; else once for the table */
    /* index into the zones (of a seat: from 0); for BOARD_WORD and the styles after it, the
       register */
    int zone;
    int under; /* BOARD_STACK: the zone below it; SEAT_NONE: no zone */
    /* 1 + a register: the item is shown only while the register is not 0; 0: always */
    int shown_by;
    int if_any; /* 1 + a zone: the item is shown only while the zone is not empty; 0: always */
    /* BOARD_LIST: 1 + a shared register with how many cards fit there; each free place is a "_" */
    int room;
    /* BOARD_LIST: a code without its colon and what stands behind: "C+" for "C+:Y" */
    bool has_no_price;
    bool is_detail; /* left out of a line on IRC, where room is scarce */
    /* BOARD_WORD: of the register; BOARD_LIST: of marks, from 0 (none) on */
    const char *const *words;
    /* BOARD_LIST: each card behind its number, as moves call it: "1.R 2.G" */
    bool is_numbered;
    /* the label for a screen reader, "stack 1"; NULL for `label` */
    const char *spoken;
    const char *const *spoken_words; /* the same of `words`; NULL for `words`, and for no marks */
};

#endif
