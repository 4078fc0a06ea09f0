/* Colours as people see them who see all, or lack one of the three kinds of cones, and how far
   apart two colours look to them. */
#ifndef COLOURS_H
#define COLOURS_H

enum colours_sight {
    COLOURS_NORMAL,
    COLOURS_PROTAN, /* no red */
    COLOURS_DEUTAN, /* no green */
    COLOURS_TRITAN, /* no blue */
    COLOURS_SIGHTS
};
extern const char *const colours_sights[COLOURS_SIGHTS];

/* A colour, 0xrrggbb, as it looks to that reader. */
unsigned colours_seen(unsigned rgb, enum colours_sight sight);

/* Of two colours, 0xrrggbb, by CIEDE2000: about 1 can just be seen side by side, 100 is black and
   white. The sights are simulated by the matrices of Machado, Oliveira and Fernandes (2009). */
double colours_apart(unsigned a, unsigned b, enum colours_sight sight);

/* The same of two colours in CIELAB: lightness, green to red, blue to yellow. */
double colours_lab_apart(const double a[3], const double b[3]);

#endif
