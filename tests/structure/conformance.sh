#!/bin/sh
# conformance.sh: every test that docs/irc-conformance.md names is there, and no promise is without one.
set -eu

cd "$(dirname "$(readlink -f "$0")")/../.."
document=docs/irc-conformance.md
bad=0
for test in $(grep '^| [0-9]' "$document" | grep -o '`[a-z0-9_]*`' | tr -d '`' | grep _ | sort -u); do
    [ ! -e "tests/fuzz/$test.c" ] || continue
    grep -rqw --include='*.c' "$test" tests/adapters tests/e2e tests/commands tests/host || {
        echo "$document names $test, which is no test" >&2
        bad=1
    }
done
if grep '^| [0-9]' "$document" | awk -F'|' '$4 !~ /[a-z]/ { print; found = 1 } END { exit !found }' >&2; then
    echo "these rows of $document have neither a test nor a reason" >&2
    bad=1
fi
exit $bad
