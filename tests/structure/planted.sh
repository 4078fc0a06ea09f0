#!/bin/sh
# planted.sh CC: every fault of tests/soak/faults.txt and tests/host/faults.txt still applies to the tree, so that the command beside it
# can look whether the tests find it; so does each of tests/mutants, whose programs are there, and of tests/budget; and calls.py finds the circles and upward calls that are planted for it.
set -eu

cd "$(dirname "$(readlink -f "$0")")/../.."
bad=0
python3 tests/mutants/faults.py check tests/soak/faults.txt tests/host/faults.txt || bad=1
[ "$(grep -c "^== " tests/soak/faults.txt)" -ge 8 ] || bad=1
python3 tests/mutants/run --check >/dev/null || bad=1
tests/budget/planted --check || bad=1
python3 tests/structure/calls_planted.py "$1" || bad=1
exit $bad
