#!/bin/sh
# first_game.sh SOURCE WRITTEN TREE BUILD GAME: makes TREE, a copy of the tree SOURCE with the files of WRITTEN, which the
# guide tells its reader to write. Until the last of them is there, tests/add-game says which is missing; then it writes what
# the programs of BUILD print.
set -eu

source=$1
written=$2
tree=$3
build=$4
game=$5
# What the guide shows of the game stands in its files just so.
python3 - "$source/CONTRIBUTING.md" "$written" <<'EOF'
import glob, re, sys
guide = open(sys.argv[1], encoding="utf-8").read()
files = "".join(open(path, encoding="utf-8").read() for path in glob.glob(sys.argv[2] + "/core/games/*/*.[ch]"))
shown = re.findall(r"(?<!\*\*)\n\n```c\n(.*?)```", guide[guide.index("## Your first game"):guide.index("### 5.")], re.S)
assert len(shown) > 2, "CONTRIBUTING.md shows nothing of the game"
for block in shown:
    assert block in files, "CONTRIBUTING.md shows what is not in the game: " + block
EOF
rm -rf "$tree"
mkdir -p "$tree"
tar -C "$source" --exclude='./build*' --exclude=./.git -cf - . | tar -C "$tree" -xf -
for path in $(cd "$written" && find core/games docs tests -type f | sort); do
    if said=$("$tree/tests/add-game" "$game" "$build" 2>&1); then
        echo "tests/add-game does not miss $path"
        exit 1
    fi
    case $path in
    *.def | docs/games.md | tests/games/test_"$game".c | docs/rulings/*)
        echo "$said" | grep -qF "$path" || { echo "tests/add-game does not name $path, but says: $said"; exit 1; }
        ;;
    esac
    mkdir -p "$tree/$(dirname "$path")"
    cat "$written/$path" >>"$tree/$path"
done
"$tree/tests/add-game" "$game" "$build"
cd "$tree"
for path in README.md debian/control docs/undo.md tests/e2e/transcripts/lobby.out tests/golden/"$game".txt tests/records/"$game".record; do
    ! cmp -s "$path" "$source/$path" || { echo "tests/add-game has not written $path"; exit 1; }
done
tests/add-game --lists
