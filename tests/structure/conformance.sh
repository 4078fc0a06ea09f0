#!/bin/sh
# conformance.sh: every test that docs/*-conformance.md name is there, no number is left out, and every promise has a test. At
# most five of each have a reason instead.
set -eu

cd "$(dirname "$(readlink -f "$0")")/../.."
bad=0
for document in docs/irc-conformance.md docs/discord-conformance.md; do
    for test in $(grep '^| [0-9]' "$document" | grep -o '`[a-z0-9_]*`' | tr -d '`' | grep _ | sort -u); do
        [ ! -e "tests/fuzz/$test.c" ] || continue
        grep -rqw --include='*.c' "$test" tests || {
            echo "$document names $test, which is no test" >&2
            bad=1
        }
    done
    grep '^| [0-9]' "$document" | sort -t'|' -k2n | awk -F'|' -v document="$document" '
        $4 !~ /[a-z]/ { print document ": neither a test nor a reason: " $0; bad = 1 }
        $2 + 0 != NR && !bad { print document ": number " NR " is missing before " $2; bad = 1 }
        $4 !~ /`/ && ++reasons > 5 { print document ": a sixth promise without a test: " $0; bad = 1 }
        END { exit bad }' >&2 || bad=1
done
exit $bad
