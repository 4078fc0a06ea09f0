#!/bin/bash
# purity.sh CC KIT_LIBRARY BASE_LIBRARY GAME_OBJECT...: are the rules pure? An object of a game may hold no variable
# (.data, .bss, .tdata) and may call only the kit, the pure part of core/base, its own game, mem*, and the helpers that
# the compiler inserts. What the games share (core/games itself) may hold no variable either, but may work on text.
# Constant tables with pointers live in .data.rel.ro and are fine.
# It first shows that it can tell: objects with one fault each must all be found out.
set -euo pipefail

cc=$1 kit=$2 base=$3
shift 3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A log line from the rules would be a side door for secrets, so log.c is a part of core/base they may not call,
# and machine.c, which opens libraries, another.
nm -g --defined-only -A "$kit" "$base" 2>/dev/null | grep -Ev ':(log|late)\.c\.o:' | awk 'NF >= 3 { print $NF }' | sort -u >"$work/kit"
helpers='^(mem[a-z]+|__mem[a-z]+_chk|__stack_chk_fail|_GLOBAL_OFFSET_TABLE_|__popcount[sd]i2)$'

# faults OBJECT ALLOWED SIBLING...: one line per fault. SIBLINGs are the objects it may call besides the kit, ALLOWED the
# pattern of library functions it may call.
faults()
{
    local object=$1 allowed=$2
    shift 2
    size -A "$object" | awk '$1 ~ /^\.(data|bss|tdata|tbss)(\.|$)/ && $1 !~ /^\.data\.rel\.ro/ && $2 > 0 {
        print "holds variables: " $2 " bytes of " $1 }'
    nm "$object" | awk '$(NF - 1) == "C" { print "holds the common variable " $NF }'
    nm -g --defined-only "$@" | awk 'NF >= 3 { print $NF }' | sort -u | sort -m -u - "$work/kit" >"$work/known"
    # grep says 1 where everything is allowed; anything above is its own fault, and ours.
    nm -u "$object" | awk '{ print $2 }' | sort -u | comm -23 - "$work/known" |
        { grep -Ev "$allowed" || [ $? -eq 1 ]; } | sed 's/^/calls or reads /'
}

must_be_found_out()
{
    printf '%s\n' "$2" >"$work/probe.c"
    "$cc" -std=c11 -O2 -w -c "$work/probe.c" -o "$work/probe.o"
    if ! faults "$work/probe.o" "$helpers" "$work/probe.o" | grep -q "$1"; then
        echo "this test is blind: it did not find \"$1\" in: $2"
        exit 1
    fi
}

must_be_found_out '\.bss' 'int next(void) { static int count; return ++count; }'
must_be_found_out '\.data' 'int next(void) { static int count = 7; return ++count; }'
must_be_found_out '\.tbss' 'int next(void) { static _Thread_local int count; return ++count; }'
must_be_found_out 'calls or reads malloc' '#include <stdlib.h>
void *get(void) { return malloc(9); }'
must_be_found_out 'calls or reads time' '#include <time.h>
long now(void) { return time(0); }'
must_be_found_out 'calls or reads strlen' '#include <string.h>
int size(const char *s) { return (int)strlen(s); }'
must_be_found_out 'calls or reads log_event' 'void log_event(int, const char *, ...);
void tell(void) { log_event(1, "x"); }'

status=0
shared=()
for object; do
    [[ $object == */core/games/*/* ]] || shared+=("$object")
done
for object; do
    siblings=()
    for other; do
        [ "${other%/*}" != "${object%/*}" ] || siblings+=("$other")
    done
    if [[ $object == */core/games/*/* ]]; then
        found=$(faults "$object" "$helpers" "${siblings[@]}" "${shared[@]}")
    else
        found=$(faults "$object" "$helpers|^str[a-z]+\$" "$@")
    fi
    [ -z "$found" ] || {
        status=1
        sed "s|^|${object#*tt_games.dir/} |" <<<"$found"
    }
done
[ $status = 0 ] && echo "$# objects are pure"
exit $status
