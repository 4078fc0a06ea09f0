/* Tables at which everything happens that a record has a line for, each played in a house. Next:
   record_text.h. */
#ifndef RECORD_SCENES_H
#define RECORD_SCENES_H

struct house;

struct record_scene {
    const char *name; /* also of the file in tests/records */
    void (*play)(struct house *house);
};
extern const struct record_scene record_scenes[]; /* the last one has no name */

/* Plays it, and gives the record of its table as `tabletalk tables export` writes it, from the
   heap. */
char *record_scene_play(const struct record_scene *scene);

#endif
