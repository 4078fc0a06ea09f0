/* What chance alone does, so that a test can say how sure it is of more. */
#ifndef ODDS_H
#define ODDS_H

/* Of n tries that succeed with probability p each, independently: more than this succeed with a
   probability below `error`. */
int odds_most(int n, double p, double error);

#endif
