#!/bin/bash
# What the scripts tell people to type does what they say, wherever the clone lies. Run from the top of the tree.
set -euo pipefail

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# A clone in a folder whose name has blanks and quotes, with a file where the build folder should be.
clone="$scratch/my bot's; home"
mkdir -p "$clone/cmake" "$scratch/my"
cp play "$clone/"
# Nothing is installed or built here.
printf 'build_packages=\nneed_packages() { :; }\ndie() { printf "%%s\\n" "$*" >&2; exit 1; }\n' >"$clone/cmake/setup.sh"
: >"$clone/build"
if said=$(cd / && "$clone/play" 2>&1); then
    echo "./play built into a file"
    exit 1
fi
shown=${said##*as that user: }
[ "$shown" != "$said" ] || { echo "./play names no command: $said"; exit 1; }
(cd "$scratch" && sh -c "$shown")
[ ! -e "$clone/build" ] || { echo "what ./play shows does not remove the build folder: $shown"; exit 1; }
[ -d "$scratch/my" ] && [ -f "$clone/play" ] || { echo "what ./play shows removes something else: $shown"; exit 1; }
