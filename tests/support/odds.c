/* Sums of the binomial distribution: see odds.h. */
#include "odds.h"

#include "check.h"

int odds_most(int n, double p, double error)
{
    double exactly = 1, sum;
    int most = 0;
    for (int i = 0; i < n; i++)
        exactly *= 1 - p;
    check(exactly > 0); /* else n is too large for this way */
    sum = exactly;
    while (sum < 1 - error && most < n) {
        exactly *= (n - most) / (most + 1.0) * p / (1 - p);
        sum += exactly;
        most++;
    }
    return most;
}
