#!/bin/bash
# layers.sh CC INCLUDE_ROOTS: does a forbidden include fail to compile? INCLUDE_ROOTS has one line per layer, with the -I
# flags its sources are built with. The table below says who may include whom; it is written down here a second time on
# purpose, so that a slip in CMakeLists.txt is found. Run from the top of the tree.
# shellcheck disable=SC2086,SC2068  # lists of flags and of paths without spaces
set -euo pipefail

cc=$1 roots=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0

complain()
{
    echo "$*"
    status=1
}

declare -A may=(
    [base]="" [kit]="base" [games]="base kit" [view]="base kit games" [robot]="base kit games" [rating]="base" [storage]="base kit rating" [config]="base"
    [host_api]="base view" [host_session]="base kit games robot view storage host_api"
    [thinking]="base kit games robot" [picture_api]="base" [picture]="base kit games robot thinking view picture_api"
    [host_tell]="base kit games robot thinking view picture_api picture host_api host_session"
    [host_table]="base kit games robot thinking view storage host_api host_session host_tell"
    [host_people]="base kit rating games robot view storage host_api host_session host_tell host_table"
    [host_recover]="base kit games robot view picture_api storage host_api host_session host_tell host_table host_people"
    [host]="base kit games robot thinking view storage host_api host_session host_tell host_table host_people host_recover"
    [commands]="base view host"
    [adapters]="base" [outbox]="base view host adapters" [net]="base adapters"
    [irc_wire]="base adapters net" [irc_members]="base adapters net irc_wire"
    [irc]="base view host commands config adapters net outbox irc_wire irc_members"
    [discord_gateway]="base adapters net" [discord_rest]="base adapters net"
    [discord]="base view picture_api host commands config adapters net discord_gateway discord_rest"
    [tools]="base kit rating games robot view picture_api picture storage host_api host_session host_tell host_table host_people host_recover host config commands"
    [units]="base kit games robot view storage host_api host config commands adapters tools"
    [house]="base kit games robot thinking view picture_api picture storage host_api host config commands adapters net outbox irc_wire irc_members irc discord_gateway discord_rest discord shell_line shell relay tools units"
    [relay]="base view host commands adapters"
    [shell_line]="base view adapters" [shell]="base view host commands config adapters shell_line"
)
declare -A folders=(
    [base]=core/base [kit]=core/kit [robot]=core/robot [rating]=core/rating [games]=core/games [view]=core/view
    [host_api]=core/host/api [host_session]=core/host/session [host_tell]=core/host/tell
    [host_table]=core/host/table [host_people]=core/host/people [host_recover]=core/host/recover [host]=core/host
    [thinking]=core/thinking [picture]=core/picture [picture_api]=core/picture/api [storage]=storage [config]=config [commands]=commands [adapters]=adapters [outbox]=adapters/outbox
    [irc_wire]=adapters/irc/wire [irc_members]=adapters/irc/members [irc]=adapters/irc [net]=adapters/net
    [discord_gateway]=adapters/discord/gateway [discord_rest]=adapters/discord/rest
    [units]=house/units [house]=house [discord]=adapters/discord [tools]=tools [shell_line]=adapters/shell/line [shell]=adapters/shell [relay]=adapters/relay
)
# What other layers see of one, where that is not all of it.
declare -A public=([host]=core/host/api)
# Who sees all of it nevertheless.
declare -A inside=([tools]=host)

headers_in()
{
    find "$@" -maxdepth 1 -name '*.h' 2>/dev/null || :
}

# compile LAYER FLAG... <SOURCE: with the include roots of the layer.
compile()
{
    local roots_of_layer
    roots_of_layer=$(sed -n "s/^$1 //p" "$roots")
    [ -n "$roots_of_layer" ] || complain "$roots says nothing about $1"
    "$cc" -std=c11 -D_GNU_SOURCE -w -fsyntax-only $roots_of_layer "${@:2}" -x c - 2>"$work/errors"
}

# What a layer may include is there, all of it in one unit; what it may not include is not to be found. (-nostdinc: the
# system has a option.h, too.)
for layer in "${!may[@]}"; do
    visible=$(headers_in ${folders[$layer]})
    for other in ${may[$layer]}; do
        [ "${inside[$layer]:-}" = "$other" ] && seen=${folders[$other]} || seen=${public[$other]:-${folders[$other]}}
        visible+=" $(headers_in $seen)"
    done
    for header in $visible; do
        printf '#include "%s"\n' "${header##*/}"
    done | compile "$layer" || complain "$layer: $(grep -E 'error:' "$work/errors" | head -5)"
    for header in $(headers_in ${folders[@]}); do
        [[ " ${visible//$'\n'/ } " == *" $header "* ]] ||
            printf '#if __has_include("%s")\n#error %s can include %s\n#endif\n' "${header##*/}" "$layer" "$header"
    done | compile "$layer" -nostdinc || complain "$(grep -E 'error:' "$work/errors" | head -5)"
done

# Each header includes what it needs: it compiles alone.
for layer in "${!may[@]}"; do
    for header in $(headers_in ${folders[$layer]}); do
        compile "$layer" <"$header" || complain "$header does not compile alone: $(grep -E 'error:' "$work/errors" | head -2)"
    done
done

# One name, one header; otherwise an include root could hide another's.
twice=$(headers_in ${folders[@]} | sed 's|.*/||' | sort | uniq -d)
[ -z "$twice" ] || complain "header names used twice: $twice"

# No way around the roots, and none into the folder of a game.
sources=$( { find main.c ${folders[@]} -name '*.[ch]' 2>/dev/null || :; } | sort -u)
games=$(find core/games -mindepth 1 -maxdepth 1 -type d -printf '%f/|')
paths=$(grep -nE "^ *# *include +\"(/|${games}[^\"]*\.\./)" $sources /dev/null || :)
[ -z "$paths" ] || complain "includes that climb out of their layer or into a game: $paths"

# only_in HEADER_PATTERN FILE_PATTERN: a library is known to these files only.
only_in()
{
    local found
    found=$(grep -lE "$1" $sources /dev/null | grep -vE "$2" || :)
    [ -z "$found" ] || complain "only $2 may hold $1, but these do: $found"
}
only_in '# *include "config\.h"' '^(config/|house/|main\.c$|adapters/[a-z]+/[a-z]+_kind\.c$)'
only_in '# *include <libircclient' '^adapters/irc/wire/[a-z_]*\.c$'
only_in '\<irc_connect6?\(' '^adapters/irc/wire/'
only_in '# *include <libwebsockets' '^adapters/(loop\.c|lws_log\.c|net/)'
only_in '# *include <curl/' '^adapters/net/'
only_in '# *include <editline|# *include <histedit' '^adapters/shell/'
only_in '# *include <sqlite3' '^storage/[a-z_]*\.[ch]$'
only_in '# *include <libpq-fe' '^storage/postgres/'
only_in '# *include <jansson' '^(tools|adapters)/'
if [ "$(grep -lE '# *include <libircclient' $sources /dev/null | wc -l)" -gt 1 ]; then
    complain "more than one file includes libircclient.h"
fi
exit $status
