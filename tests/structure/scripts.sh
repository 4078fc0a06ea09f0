#!/bin/bash
# The commands that the scripts tell people to type do what the scripts say, wherever the clone lies. Run from the top of the tree.
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

# Somebody else runs a finished build that is not theirs, unless a source is newer; that takes two users.
chmod 755 "$scratch"
if [ "$(id -u)" = 0 ] && setpriv --reuid=65534 --clear-groups test -r "$clone/play" 2>/dev/null; then
    rm -rf "$clone/build" && mkdir -p "$clone/build/release"
    printf '#!/bin/sh\necho "runs $*"\n' >"$clone/build/release/tabletalk"
    chmod 755 "$clone/build/release/tabletalk" && chmod -R a+rX "$clone"
    said=$(setpriv --reuid=65534 --clear-groups "$clone/play" --version 2>&1) || :
    [ "$said" = "runs --version" ] || { echo "./play does not run a build of another user: $said"; exit 1; }
    touch -d '+1 hour' "$clone/cmake/newer.c"
    ! setpriv --reuid=65534 --clear-groups env -u CI "$clone/play" --version </dev/null >/dev/null 2>&1 ||
        { echo "./play runs a build of another user that is older than a source"; exit 1; }
    rm -rf "$clone/build" "$clone/cmake/newer.c"
fi

# A table in the terminal is compiled quickly; networks get the optimised program, and so does everybody once it is there.
printf 'build_packages=\nneed_packages() { :; }\nsay() { :; }\nconfigure() { echo "makes $2"; exit 0; }\n' >"$clone/cmake/setup.sh"
makes()
{
    said=$("$clone/play" "${@:2}" </dev/null 2>&1) || :
    [ "$said" = "$1" ] || { echo "./play ${*:2}: $said, not $1"; exit 1; }
    rm -rf "$clone/build/play" "$clone/build/release"
}
makes "makes play"
makes "makes play" heartcatchers robots=1
makes "makes release" --config bot.conf
makes "makes release" irc setup
makes "makes release" discord setup
mkdir -p "$clone/build/release"
printf '#!/bin/sh\necho "runs $*"\n' >"$clone/build/release/tabletalk"
chmod 755 "$clone/build/release/tabletalk"
makes "makes release" heartcatchers # ninja finds nothing to do
rm -rf "$clone/build"

# ./play --help says how to begin, with no package and no build.
mkdir -p "$scratch/bare" "$clone/core/games"
cp core/games/games.def "$clone/core/games/"
printf 'need_packages() { exit 1; }\nbuild_packages=\n' >"$clone/cmake/setup.sh"
"$clone/play" --help | grep -q "./play heartcatchers" || { echo "./play --help needs packages"; exit 1; }

# Who looks on sees what apt-get does; nobody has to wait before an empty screen.
printf '#!/bin/sh\necho "Unpacking cards"\n' >"$scratch/bare/apt-get"
printf '#!/bin/sh\nexit 0\n' >"$scratch/bare/dpkg-query"
printf '#!/bin/sh\nexec "$@"\n' >"$scratch/bare/sudo"
chmod +x "$scratch/bare"/*
seen=$(CI=1 PATH="$scratch/bare:$PATH" python3 -c 'import pty, sys; pty.spawn(["sh", "-c", sys.argv[1]])' \
    ". ./cmake/setup.sh; need_packages Playing cards" </dev/null)
grep -q "Unpacking cards" <<<"$seen" || { echo "the progress of apt-get is hidden: $seen"; exit 1; }

# Nothing is installed without a yes, also not by root: whatever comes in, and where nobody can be asked.
printf '#!/bin/sh\n: >"%s/installed"\n' "$scratch" >"$scratch/bare/apt-get"
sed 's/^build_packages=".*/build_packages="cards/' cmake/setup.sh >"$clone/cmake/setup.sh"
rm -f "$clone/build"
ask()
{
    rm -f "$scratch/installed"
    PATH="$scratch/bare:$PATH" "$@" >"$scratch/said" 2>&1 && { echo "./play goes on without its packages: $*"; exit 1; }
    [ ! -e "$scratch/installed" ] || { echo "./play installs without being told to: $*"; cat "$scratch/said"; exit 1; }
    grep -q "Nothing was installed" "$scratch/said" || { echo "./play does not say that it installs nothing: $*"; cat "$scratch/said"; exit 1; }
}
# shellcheck disable=SC2016  # the inner shell expands it
for input in 'echo n | "$1"' 'echo y | "$1"' '"$1" </dev/null' ': | "$1"' '"$1" <&-'; do
    ask env -u CI setsid sh -c "$input" sh "$clone/play"
done
typed='import os, pty, sys
child, terminal = pty.fork()
if child == 0:
    os.environ.pop("CI", None)
    os.execvp("sh", ["sh", "-c", sys.argv[2], "sh", sys.argv[1]])
seen = b""
while b"[Y/n]" not in seen:
    seen += os.read(terminal, 1000)
os.write(terminal, sys.argv[3].encode())
try:
    while some := os.read(terminal, 1000):
        seen += some
except OSError:
    pass
print(seen.decode())
sys.exit(os.waitpid(child, 0)[1] != 0)'
# shellcheck disable=SC2016  # the inner shell expands it
for input in '"$1"' 'echo y | "$1"' '"$1" </dev/null'; do
    ask python3 -c "$typed" "$clone/play" "$input" "n
"
done
for yes in "y
" "
"; do
    rm -f "$scratch/installed"
    PATH="$scratch/bare:$PATH" python3 -c "$typed" "$clone/play" 'echo n | "$1"' "$yes" >"$scratch/said" 2>&1 || :
    [ -e "$scratch/installed" ] || { echo "./play does not install what it was told to:"; cat "$scratch/said"; exit 1; }
done
rm -f "$scratch/installed"
CI=1 PATH="$scratch/bare:$PATH" "$clone/play" </dev/null >/dev/null 2>&1 || :
[ -e "$scratch/installed" ] || { echo "CI=1 is no yes"; exit 1; }

# The package makes the folder for the tables, for the bot's user alone, and leaves one that is there as it is.
printf '#!/bin/sh\nprintf "%%s " "$@" >>"%s/made"\nmkdir -p "$8"\n' "$scratch" >"$scratch/bare/install"
chmod +x "$scratch/bare/install"
for _ in first again; do
    DPKG_ROOT=$scratch/root PATH="$scratch/bare:$PATH" sh debian/postinst configure
done
[ "$(cat "$scratch/made")" = "-d -m 700 -o tabletalk -g tabletalk $scratch/root/var/lib/tabletalk " ] ||
    { echo "the package makes another folder than that of the tables: $(cat "$scratch/made")"; exit 1; }
: >"$scratch/root/var/lib/tabletalk/tabletalk.db"
DPKG_ROOT=$scratch/root sh debian/postrm purge
[ -e "$scratch/root/var/lib/tabletalk/tabletalk.db" ] || { echo "purging the package takes the tables away"; exit 1; }

# ./check with tools that do nothing, and a ctest that is cut off in the middle of five tests, one of them failed: it counts
# what there is, takes the rest for failed, and shows what the failed one said and which one was running.
tools="$scratch/tools" tree="$scratch/tree"
mkdir -p "$tools" "$tree/cmake" "$tree/docs"
cp check "$tree/"
for tool in clang-format shellcheck mandoc cppcheck cmake ninja; do
    printf '#!/bin/sh\nexit 0\n' >"$tools/$tool"
done
cat >"$tools/ctest" <<'EOF'
#!/bin/sh
case $* in
*" -N "*) printf 'Total Tests: 5\n'; exit ;;
*structure_walk* | *answers*) exit ;;
esac
printf '      Start 1: one\n      Start 2: two\n1/5 Test #1: one .......   Passed    0.01 sec\n      Start 3: three\n'
printf '2/5 Test #2: two .......***Failed    0.01 sec\n'
for i in 1 2 3 4 5 6 7 8; do printf 'old%s\n' $i 1 2 3 4 5 6 7; done
printf 'no such card\n      Start 4: four\n3/5 Test #4: four ......   Passed    0.01 sec\n'
kill -9 $$
EOF
chmod +x "$tools"/*
printf 'test_packages=\nneed_packages() { :; }\nconfigure() { :; }\ndie() { echo "$*"; exit 1; }\n' >"$tree/cmake/setup.sh"
said=$(PATH="$tools:$PATH" "$tree/check" 2>&1) && { echo "./check takes a run that was cut off for a success"; exit 1; }
for line in "FAILED  tests: 2 of 5" "    three" "no such card"; do
    grep -qF -- "$line" <<<"$said" || { printf './check does not say "%s":\n%s\n' "$line" "$said"; exit 1; }
    said=${said#*"$line"} # in this order: what failed comes after what passed
done
[ "$(tail -n 2 <<<"$said")" = "failed: tests two
12 passed, 3 failed" ] || { echo "./check does not end with its count: $said"; exit 1; }

# A build that hangs is no reason not to count, nor are tests: told to end, ./check says what it has.
for tool in ctest ninja; do
    rm -f "$scratch/begun"
    {
        printf '#!/bin/sh\ncase $* in *" -N "*) printf "Total Tests: 5\\n"; exit ;; esac\n'
        printf ': >"%s/begun"\nexec sleep 3600\n' "$scratch"
    } >"$tools/$tool"
    flock -w 60 "$tree/build/check/.lock" true # what the one before had begun may hold it a moment longer
    PATH="$tools:$PATH" "$tree/check" >"$scratch/said" 2>&1 &
    check=$!
    until [ -e "$scratch/begun" ]; do
        kill -0 "$check" 2>/dev/null || break
        sleep 0.1
    done
    kill "$check"
    if wait "$check"; then
        echo "./check was told to end, and takes that for a success"
        exit 1
    fi
    tail -n 1 "$scratch/said" | grep -qx '[0-9]* passed, [1-9][0-9]* failed' ||
        { echo "./check does not count when it is told to end amid $tool:"; cat "$scratch/said"; exit 1; }
done

# The hook formats what a commit holds, leaves alone what it does not, and refuses a file of which only a part is in it.
hooked="$scratch/hooked"
mkdir -p "$hooked"
cp .clang-format "$hooked/"
git -C "$hooked" init -q
git -C "$hooked" config core.hooksPath "$PWD/.githooks"
git -C "$hooked" config user.name ann
git -C "$hooked" config user.email ann@example.net
printf 'int  one;\n' >"$hooked/one.c"
printf 'int  two;\n' >"$hooked/two.c"
git -C "$hooked" add one.c
git -C "$hooked" commit -q -m "One" || { echo "the hook refuses a file that it can format"; exit 1; }
[ "$(git -C "$hooked" show HEAD:one.c)" = "int one;" ] || { echo "the hook does not format what is committed"; exit 1; }
[ "$(cat "$hooked/two.c")" = "int  two;" ] || { echo "the hook formats what is not committed"; exit 1; }
printf 'int  three;\n' >>"$hooked/one.c"
git -C "$hooked" add one.c
printf 'int  four;\n' >>"$hooked/one.c"
if said=$(git -C "$hooked" commit -q -m "Part" 2>&1); then
    echo "the hook lets a part of a file through that is not formatted"
    exit 1
fi
grep -q 'only a part of it' <<<"$said" || { echo "the hook does not say what is wrong: $said"; exit 1; }
