#!/bin/sh
# first_game.sh SOURCE TREE BUILD (GUIDE WRITTEN GAME)...: makes TREE, a copy of the tree SOURCE with the files of each WRITTEN, which
# a page of the guide tells its reader to write. Until the last of them is there, tests/add-game says which is missing; then it
# writes what the programs of BUILD print.
set -eu

source=$1
tree=$2
build=$3
shift 3
rm -rf "$tree"
mkdir -p "$tree"
tar -C "$source" --exclude='./build*' --exclude=./.git -cf - . | tar -C "$tree" -xf -

write() { # GUIDE WRITTEN GAME
    # What the guide shows stands in the files of the game, or of the one that it points to, just so.
    python3 - "$source" "$@" <<'EOF'
import glob, re, sys
source, guide, written, game = sys.argv[1:]
text = open(guide, encoding="utf-8").read()
paths = glob.glob(f"{written}/core/games/{game}/*.[ch]") + glob.glob(f"{source}/core/games/ohhell/*.[ch]")
files = "".join(open(path, encoding="utf-8").read() for path in paths)
begin = re.search(r"^## (Your first game|A trick game)", text, re.M).start()
shown = re.findall(r"(?<!\*\*)\n\n```c\n(.*?)```", text[begin:text.index("games.def`**", begin)], re.S)
assert len(shown) > 2, f"{guide} shows nothing of the game"
for block in shown:
    assert block in files, f"{guide} shows what is not in the game: {block}"
EOF
    for path in $(cd "$2" && find core/games docs tests -type f | sort); do
        if said=$("$tree/tests/add-game" "$3" "$build" 2>&1); then
            echo "tests/add-game does not miss $path"
            exit 1
        fi
        case $path in
        *.def | docs/games.md | tests/games/test_"$3".c | docs/rulings/*)
            echo "$said" | grep -qF "$path" || { echo "tests/add-game does not name $path, but says: $said"; exit 1; }
            ;;
        esac
        mkdir -p "$tree/$(dirname "$path")"
        cat "$2/$path" >>"$tree/$path"
    done
}

games=
while [ $# -gt 0 ]; do
    write "$1" "$2" "$3"
    games="$games $3"
    shift 3
done
cd "$tree"
for game in $games; do
    tests/add-game "$game" "$build"
    for path in README.md debian/control docs/undo.md tests/e2e/transcripts/lobby.out tests/golden/"$game".txt tests/records/"$game".record; do
        ! cmp -s "$path" "$source/$path" || { echo "tests/add-game has not written $path"; exit 1; }
    done
done
tests/add-game --lists
