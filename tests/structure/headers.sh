#!/bin/sh
# headers.sh: a header is about one noun, and so has at most 200 lines. Those of the tests, which nobody calls, may be longer.
set -eu

cd "$(dirname "$(readlink -f "$0")")/../.."
most=200

# long_headers FOLDER: the headers below it that have too many lines.
long_headers()
{
    (cd "$1" && find . \( -path ./build -o -path './build-*' -o -path ./tests -o -path ./.git \) -prune -o -name '*.h' -exec wc -l {} +) |
        awk -v most=$most '$2 != "total" && $1 > most { print $2 " has " $1 " lines; " most " are allowed: one header, one noun" }'
}

# It can tell: of two planted headers it finds the one that is a line too long.
planted=$(mktemp -d)
trap 'rm -rf "$planted"' EXIT
seq $most >"$planted/short.h"
seq $((most + 1)) >"$planted/long.h"
[ "$(long_headers "$planted" | cut -d' ' -f1)" = ./long.h ] || {
    echo "headers.sh does not find a header that is too long" >&2
    exit 1
}

found=$(long_headers .)
[ -z "$found" ] || {
    printf '%s\n' "$found" >&2
    exit 1
}
