# What ./play and ./check share (POSIX sh, sourced): the Debian packages they need, how to install these, and how to
# prepare a build folder. Messages go to standard error; nothing is read from a standard input that is no terminal.

# shellcheck disable=SC2034  # the scripts that source this file use the lists
build_packages="gcc libc6-dev cmake ninja-build pkgconf ca-certificates libsodium-dev libsqlite3-dev libjansson-dev
    zlib1g-dev libutf8proc-dev libedit-dev libncurses-dev libcurl4-openssl-dev libwebsockets-dev libssl-dev
    libircclient-dev libsystemd-dev gettext"
test_packages="$build_packages bash clang clang-tidy clang-format libclang-rt-14-dev cppcheck python3 libcmocka-dev
    openssl patch git libcairo2-dev shellcheck mandoc systemd mold libseccomp-dev libpq-dev postgresql
    valgrind strace python3-pyte python3-markdown-it chromium chromium-driver python3-selenium"

say()
{
    printf '%s\n' "$*" >&2
}

die()
{
    say "$@"
    exit 1
}

# missing_packages NAME...: prints the names that are not installed, on one line.
missing_packages()
{
    found=$(dpkg-query -W -f '${db:Status-Status}=${Package} ' "$@" 2>/dev/null) || :
    for package in "$@"; do
        case " $found" in
        *" installed=$package "*) ;;
        *) printf '%s ' "$package" ;;
        esac
    done
}

# run_as_root COMMAND...: runs it as we are, or by sudo, which asks for a password only if somebody can answer.
run_as_root()
{
    if [ "$(id -u)" = 0 ]; then
        "$@"
    elif [ -t 0 ]; then
        sudo "$@"
    else
        sudo -n "$@"
    fi
}

apt_install()
{
    run_as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3 \
        install --no-install-recommends "$@" </dev/null
}

# The first try fails if the package list is absent or old; only then is an update worth its time. On a terminal people see
# the progress, else $log has it.
apt_install_updated()
{
    if [ -t 2 ]; then
        apt_install "$@" >&2 || { run_as_root apt-get -q update </dev/null >&2 && apt_install "$@" >&2; }
    else
        apt_install "$@" >"$log" 2>&1 ||
            { run_as_root apt-get -q update </dev/null >>"$log" 2>&1 && apt_install "$@" >>"$log" 2>&1; }
    fi
}

# may_install: asks on the terminal, also where standard input is a pipe. Where nobody can be asked, a script with asks_first=yes
# installs nothing. CI=1 is a yes.
may_install()
{
    [ -z "${CI:-}" ] || return 0
    if [ -t 2 ] && (: </dev/tty) 2>/dev/null; then
        printf 'Install them now? [Y/n] ' >&2
        read -r answer </dev/tty || answer=no
        case $answer in
        "" | [Yy]*) return 0 ;;
        *) return 1 ;;
        esac
    fi
    [ -z "${asks_first:-}" ] || say "Nobody can be asked here. To have them installed unasked, set CI=1."
    [ -z "${asks_first:-}" ]
}

# need_packages PURPOSE NAME...: installs what is missing, or ends the script and says what to do.
need_packages()
{
    purpose=$1
    shift
    if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
        command -v cmake >/dev/null && command -v ninja >/dev/null && return 0
        die "This is not a Debian system, so nothing can be installed for you. $purpose needs what Debian calls:" "$@"
    fi
    missing=$(missing_packages "$@")
    [ -n "$missing" ] || return 0
    say "$purpose needs Debian packages that are not here yet: $missing"
    if [ "$(id -u)" != 0 ] && ! command -v sudo >/dev/null; then
        die "Installing them takes root, and there is no sudo. As root, run: apt-get update; apt-get install $missing"
    fi
    may_install || die "Nothing was installed. When you want to, as root: apt-get update; apt-get install $missing"
    say "Installing them with apt-get ..."
    log=$(mktemp)
    # shellcheck disable=SC2086  # a list of words
    if ! apt_install_updated $missing; then
        tail -n 25 "$log" >&2
        rm -f "$log"
        die "apt-get could not install them (see above). To try by hand, as root: apt-get update; apt-get install $missing"
    fi
    rm -f "$log"
}

# fetch_axe FOLDER: axe-core, which finds what shuts people out of a page. Only a test uses it. By npm, where there is one.
fetch_axe()
{
    axe="axe-core-4.14.1"
    axe_sum=1477dafa598d8d065f273d6af302aa203c02e83131707b7fa648cd41bd3d6b734f8c22a0dab86ee6a6f64b8afbe804b214d36db85a2826965edfb3a0b9d546b5
    mkdir -p "$1"
    if ! [ -e "$1/$axe.tgz" ]; then
        (cd "$1" && { npm pack --silent "axe-core@${axe#axe-core-}" ||
            python3 -c "import urllib.request as url; url.urlretrieve('https://registry.npmjs.org/axe-core/-/$axe.tgz', '$axe.tgz')"; }) \
            >"$1/fetch.log" 2>&1 </dev/null
    fi
    (cd "$1" && printf '%s  %s\n' $axe_sum $axe.tgz | sha512sum -c --status && tar -xzf $axe.tgz --strip-components=1 package/axe.min.js) ||
        rm -f "$1/$axe.tgz" "$1/axe.min.js"
}

# configure TOP PRESET [CMAKE ARGUMENT...]: prepares TOP/build/PRESET. A build folder that was copied or moved along with its
# clone still points to the old place and begins again.
configure()
{
    configure_top=$1 folder=$1/build/$2
    shift
    grep -qsx "CMAKE_HOME_DIRECTORY:INTERNAL=$configure_top" "$folder/CMakeCache.txt" ||
        rm -rf "$folder/CMakeCache.txt" "$folder/CMakeFiles"
    (cd "$configure_top" && cmake --preset "$@") >"$folder/configure.log" 2>&1 </dev/null && return 0
    tail -n 25 "$folder/configure.log" >&2
    die "The build could not be prepared; all of it is in $folder/configure.log"
}
