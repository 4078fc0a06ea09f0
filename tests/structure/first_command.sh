#!/bin/sh
# first_command.sh PROGRAM TEST_DOCUMENTS: what is committed of a new command's words. PROGRAM has the command that
# CONTRIBUTING.md adds. What the guide says to print anew is printed; then everything else must be as it was. Run in the
# copy of the tree that first_command.cmake makes.
set -eu

program=$1
documents=$2
said=$(sed -nE "s/^UPDATE=1 ctest .*-R 'transcript_\(([a-z_|]+)\)'\$/\1/p" CONTRIBUTING.md | tr '|' ' ')
if [ -z "$said" ] || ! grep -q '^build/gcc/tabletalk --print-man >docs/tabletalk.1$' CONTRIBUTING.md; then
    echo "CONTRIBUTING.md does not say what a new command prints anew, or not as this test reads it"
    exit 1
fi

rm -rf transcripts
mkdir transcripts
for name in $said; do
    before=tests/e2e/transcripts/$name.out
    UPDATE=1 python3 tests/e2e/transcript.py "$program" "tests/e2e/transcripts/$name.in" "transcripts/$name.out"
    if cmp -s "$before" "transcripts/$name.out"; then
        echo "CONTRIBUTING.md says that a new command changes the transcript $name, and it does not"
        exit 1
    fi
done
status=0
for script in tests/e2e/transcripts/*.in; do
    name=$(basename "$script" .in)
    [ ! -e "transcripts/$name.out" ] || continue
    python3 tests/e2e/transcript.py "$program" "$script" "tests/e2e/transcripts/$name.out" || {
        echo "a new command changes the transcript $name, and CONTRIBUTING.md does not say so"
        status=1
    }
done
"$program" --print-man >docs/tabletalk.1
! cmp -s docs/tabletalk.1 "$(dirname "$(readlink -f CONTRIBUTING.md)")/docs/tabletalk.1" || {
    echo "CONTRIBUTING.md says that a new command changes the manual page, and it does not"
    exit 1
}
(cd tests && TABLETALK_BINARY=$program CMOCKA_MESSAGE_OUTPUT=stdout "$documents") || status=1
exit $status
