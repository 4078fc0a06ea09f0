/* What a game teaches: its rules in chat, and a first game with explanations. */
#ifndef TEACHING_H
#define TEACHING_H

struct rules_topic {
    const char *name; /* "goal", "turn", "cards", ... ; the first topic is the overview */
    const char *text; /* in our own words; paragraphs separated by newlines */
};

struct lesson_step {
    const char *move; /* whose, and which, as a record says it: "p2 hide 3 them1" */
    /* a move of the learner: why, and what else could be done; one line of IRC together with the
       move, which the host puts behind it. NULL: a robot's move, or one that needs no word */
    const char *say;
};

/* The cards are the same each time, and robots play the steps as long as the learner does
   (session/lesson.h). The last step is the learner's. */
struct lesson {
    int deal;            /* any number: the deal follows from it */
    int seats;           /* the learner and robots */
    const char *options; /* as they are typed behind !play; "" for the standard game */
    const struct lesson_step *steps;
    int step_count;
};

#endif
