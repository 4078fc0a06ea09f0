#!/bin/sh
# planted.sh CC: every fault of tests/soak/planted and tests/host/planted still applies to the tree, so that the command beside it
# can look whether the tests find it; so does each of tests/mutants, whose programs are there; and calls.py finds the circles and upward calls that are planted for it.
set -eu

cd "$(dirname "$(readlink -f "$0")")/../.."
bad=0
for fault in tests/soak/planted/*.patch tests/host/planted/*.patch; do
    patch -p1 --dry-run -s -f <"$fault" >/dev/null || {
        echo "$fault does not apply any more: mend it" >&2
        bad=1
    }
done
[ "$(ls tests/soak/planted/*.patch | wc -l)" -ge 8 ] || bad=1
python3 tests/mutants/run --check >/dev/null || bad=1
python3 tests/structure/calls_planted.py "$1" || bad=1
exit $bad
