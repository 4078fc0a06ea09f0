#!/bin/bash
# Do the documents tell the truth? Files and folders they name must exist, links must lead somewhere, commands they show
# must be there, and nothing in them may point outside of the project. Run from the top of the tree. It first shows that
# it can tell: a document with one fault of each kind must be found out.
set -euo pipefail

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
guide=CONTRIBUTING.md

# Files that the guide tells its reader to write need not be there.
written=$(sed -nE 's/^\*\*`([^`]+)`\*\*.*/\1/p' "$guide" 2>/dev/null; cd tests/first_game && find . -type f -printf '%P\n')
sources=$(find . \( -path ./build -o -path './build-*' -o -path ./.git \) -prune -o -type f -printf '%P\n')
commands=$(sed -nE 's/^COMMAND\(([a-z]+), [a-z_]+, "([^"]*)".*/\1 \2/p' commands/commands.def)
slashes=$(sed -nE 's/^ *\{"([a-z]+)", "\/.*/\1/p' adapters/shell/shell.c)
verbs=$(sed -nE 's/.*\.word = "([a-z]+).*/\1/p' core/games/*/*.c)
flags=$(cat config/*.[ch] config/*.def tools/*.c)

# The text without its fenced blocks; the blocks alone.
prose()
{
    awk '/^ *```/ { inside = !inside; next } !inside' "$1"
}

blocks()
{
    awk '/^ *```/ { inside = !inside; next } inside' "$1"
}

code_spans()
{
    prose "$1" | grep -oE '`[^`]+`' | tr -d '`' || :
}

# exists PATH: in the tree; <x> and * stand for anything. A name without a folder may lie in any.
exists()
{
    local pattern=${1%/}
    [ ! -e "$pattern" ] && ! grep -qxF "$pattern" <<<"$written" || return 0
    # shellcheck disable=SC2001  # a pattern in the middle
    pattern=$(sed 's/<[a-z_]*>/*/g' <<<"$pattern")
    if [[ $pattern == */* ]]; then
        compgen -G "$pattern" >/dev/null
    else
        while read -r file; do
            # shellcheck disable=SC2053  # it is a pattern
            [[ ${file##*/} != $pattern ]] || return 0
        done <<<"$sources"$'\n'"$written"
        return 1
    fi
}

missing_files()
{
    local name top
    while read -r name; do
        top=${name%%/*}
        [[ $name =~ ^[A-Za-z0-9_.*\<\>/-]+$ && $name != /* && $name != build/* && $top != .. ]] || continue
        # A path is what ends like a source, ends in a slash, or begins like one of ours.
        if [[ $name =~ \.(c|h|def|md|sh|py|cmake|awk|conf|json|1)$ || $name == */ || ($name == */* && -e $top) ]]; then
            exists "$name" || echo "names $name, which does not exist"
        fi
    done < <(code_spans "$1" | tr ' ' '\n' | sed 's/^>//')
}

# Headings as the anchors that a link may lead to.
anchors()
{
    grep -E '^#+ ' "$1" | sed -E 's/^#+ //' | tr '[:upper:]' '[:lower:]' | tr -cd 'a-z0-9 _\n-' | tr ' ' '-'
}

dead_links()
{
    local link file
    while read -r link; do
        file=${link%%#*}
        [ -z "$file" ] || file=$(dirname "$1")/$file
        if [ ! -e "${file:-$1}" ]; then
            echo "links to $link, which does not exist"
        elif [[ $link == *'#'* ]] && ! anchors "${file:-$1}" | grep -qxF "${link#*#}"; then
            echo "links to $link, and there is no such heading"
        fi
    done < <(prose "$1" | grep -oE '\]\([^)]+\)' | sed -E 's/^\]\(|\)$//g' | grep -vE '^(https?|mailto|ircs?):' || :)
}

# "!word" (that itself, a command, a verb of a game), "/word" of the terminal, "./script", "--flag". The guide invents
# commands to show how.
missing_commands()
{
    local word
    [[ "$1" != "$guide" && "$1" != docs/game-kit.md ]] || return 0 # code has a ! of its own
    while read -r word; do
        grep -qwF -- "$word" <<<"$commands $verbs word" || echo "shows !$word, which is no command"
    done < <(grep -oE '(^|[ `(])![a-z]+' "$1" | grep -oE '[a-z]+' || :)
    while read -r word; do
        [[ -x $word || ($word == *.* && -e $word) ]] || echo "shows $word, which is not there or cannot be run"
    done < <(grep -oE '(^|[ `])\./[a-z0-9_./]*[a-z0-9]' "$1" | tr -d ' `' || :)
    # The hosting pages show what is typed into an IRC client.
    [[ "$1" != docs/hosting*.md ]] || return 0
    while read -r word; do
        grep -qwF -- "$word" <<<"$slashes $commands" || echo "shows /$word, which is no command of the terminal or of Discord"
    done < <(code_spans "$1" | grep -oE '^/[a-z]{2,}( |$)' | tr -d '/ ' || :)
    while read -r word; do
        grep -qF -- "$word" <<<"$flags" || echo "shows $word, which tabletalk does not know"
    done < <({ code_spans "$1"; blocks "$1"; } | grep -E '^(\./play|tabletalk)' | grep -oE -- '--[a-z-]+' || :)
}

# The README shows a table as the program does: transcripts/readme.out, which is a test. But for line breaks, and for the
# seal: the test's deal is fixed.
wrong_transcript()
{
    [ "$1" = README.md ] || return 0
    local shown
    shown=$(blocks "$1" | sed -n '/^ann> /,/^</{/^</!p}' | sed -E 's/^# Seal [A-Z2-7]{32}$/# Fixed deal: a test or a lesson./' | tr -s ' \n' ' ')
    [[ ${#shown} -gt 200 && $(tr -s ' \n' ' ' <tests/e2e/transcripts/readme.out) == *"${shown% }"* ]] ||
        echo "shows another table than tests/e2e/transcripts/readme.out"
}

# And a table on two networks: what was said there, in order, of transcripts/one_table.out, which is a test as well. "..." ends
# what is shown of a message.
wrong_table()
{
    [ "$1" = README.md ] || return 0
    local said line count=0
    said=$(tr -s ' ' <tests/e2e/transcripts/one_table.out)
    while read -r line; do
        line=${line%...}
        [[ $'\n'$said == *$'\n'"${line% }"* ]] || echo "shows what nobody says in tests/e2e/transcripts/one_table.out: $line"
        said=${said#*"${line% }"}
        count=$((count + 1))
    done < <(blocks "$1" | sed -n '/^IRC <ann>/,/^Ends/p' | awk '/^ / { sub(/^ +/, " "); held = held $0; next }
        held != "" { print held } { held = /^(IRC|Discord)/ ? $0 : "" } END { if (held != "") print held }')
    [ "$count" -gt 5 ] || echo "shows no table on two networks"
}

# Pages that are read in a terminal as well, and how wide they may be.
long_lines()
{
    local most
    case ${1##*/} in
    README.md) most=80 ;;
    ARCHITECTURE.md) most=100 ;;
    *) return 0 ;;
    esac
    local LC_ALL=C.UTF-8 number line
    while IFS=: read -r number line; do
        echo "has ${#line} columns in line $number; $most are allowed"
    done < <(grep -nE "^.{$((most + 1)),}" "$1" || :)
}

# What has no meaning to a reader of the project: other folders, machines and people. Examples live at example.org.
strangers()
{
    grep -noE '(^|[^a-z.])(/tmp|/home|/root|/srv)/[^ `)]*' "$1" | sed 's/^/points outside of the project, line /' || :
    grep -noE '[A-Za-z0-9._-]+@[A-Za-z0-9-]+\.[A-Za-z0-9.-]+' "$1" | grep -vE '@([a-z-]+\.)*example(\.(org|com|net))?$' |
        sed 's/^/has the address of somebody, line /' || :
    grep -noE '(^|[ (])@[A-Za-z][A-Za-z0-9-]*' "$1" | grep -vE '@(everyone|here|key|KEY|ann|bob)$' | sed 's/^/names somebody, line /' || :
}

# The page of all that a player can say has to name every command.
unnamed_commands()
{
    local name
    [ "${1##*/}" = playing.md ] || return 0
    while read -r name _; do
        grep -qE "!$name([^a-z]|\$)" "$1" || echo "does not name !$name"
    done <<<"$commands"
}

faults()
{
    { unnamed_commands "$1"; missing_files "$1"; dead_links "$1"; missing_commands "$1"; wrong_transcript "$1"; wrong_table "$1"; long_lines "$1"; strangers "$1"; } | sort -u
}

must_be_found_out()
{
    printf '%s\n' "$2" >"$scratch/${3:-probe.md}"
    if ! faults "$scratch/${3:-probe.md}" | grep -q "$1"; then
        echo "this test is blind: it did not find \"$1\" in: $2"
        exit 1
    fi
}

must_be_found_out 'names core/host/romo.c' 'See `core/host/romo.c`.'
must_be_found_out 'names romo.c' 'See `romo.c`.'
must_be_found_out 'names stoage/' 'See `stoage/`.'
must_be_found_out 'names core/gmaes/<id>/rules.c' 'See `core/gmaes/<id>/rules.c`.'
must_be_found_out 'links to nowhere.md' 'See [there](nowhere.md).'
must_be_found_out 'no such heading' 'See [below](#below).'
must_be_found_out 'shows !paly' 'Type `!paly`.'
must_be_found_out 'does not name !join' 'Type `!play`.' playing.md
must_be_found_out 'shows ./paly' 'Type `./paly`.'
must_be_found_out 'shows /sa' 'Type `/sa bob`.'
must_be_found_out 'shows --confgi' 'Type `tabletalk --confgi FILE`.'
must_be_found_out 'outside of the project' 'See /srv/notes.'
must_be_found_out 'address of somebody' 'Ask joe@real.net.'
must_be_found_out 'names somebody' 'Thanks to @joe.'
must_be_found_out 'has 101 columns in line 1; 100 are allowed' "$(printf '%101s' x)" ARCHITECTURE.md
must_be_found_out 'has 81 columns in line 1; 80 are allowed' "$(printf '%81s' x)" README.md

status=0
for document in README.md ARCHITECTURE.md CONTRIBUTING.md CHANGES.md docs/*.md docs/*/*.md; do
    while read -r fault; do
        [ -z "$fault" ] || {
            echo "$document $fault"
            status=1
        }
    done < <(faults "$document")
done
python3 tests/add-game --lists || status=1
exit $status
