#!/bin/bash
# fields.sh CC INCLUDE_ROOTS: a struct that leaves memory has a row a member (core/base/fields.def). Without one of its rows,
# or with one of another kind, the file that holds its table does not compile. Run from the top of the tree.
# shellcheck disable=SC2086  # lists of flags
set -euo pipefail

cc=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0 count=0
file=adapters/relay/relay_text.c

cp adapters/relay/*.h adapters/relay/*.def "$work"
roots=$(sed -n 's/^relay //p' "$2" | sed "s:-I *[^ ]*/adapters/relay\>:-I$work:")

compiles()
{
    "$cc" -std=c11 -D_GNU_SOURCE -fsyntax-only $roots "$work/relay_text.c" 2>"$work/errors"
}

cp $file "$work"
compiles || { echo "this test is blind: $(head -3 "$work/errors")"; exit 1; }
for number in $(grep -n '^ *FIELD(' $file | cut -d: -f1); do
    sed "${number}s/FIELD(.*)//" $file >"$work/relay_text.c"
    count=$((count + 1))
    ! compiles || { echo "$file compiles without its line $number: $(sed -n "${number}p" $file)"; status=1; }
done
for number in $(grep -n '^ *FIELD(BOOL' $file | cut -d: -f1); do
    sed "${number}s/FIELD(BOOL/FIELD(LONG/" $file >"$work/relay_text.c"
    ! compiles || { echo "$file compiles with a BOOL called a LONG in line $number"; status=1; }
done
[ $count -ge 40 ] || { echo "this test is blind: it left out $count rows"; status=1; }
exit $status
