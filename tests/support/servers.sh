#!/bin/sh
# servers.sh DIR: unpacks the servers that the end-to-end tests talk to into DIR, with the libraries this machine lacks,
# and writes DIR/ngircd, DIR/inspircd and DIR/atheme, each of which starts one. Nothing is installed and no service of the
# machine is touched. Does nothing when they are there.
set -eu

target=${1:?usage: servers.sh DIR}
# shellcheck source=cmake/setup.sh
. "$(dirname "$(readlink -f "$0")")/../../cmake/setup.sh"

packages="ngircd inspircd atheme-services"

[ ! -x "$target/ngircd" ] || [ ! -x "$target/inspircd" ] || [ ! -x "$target/atheme" ] || exit 0
mkdir -p "$target"
target=$(readlink -f "$target")
work=$(mktemp -d "$target/unpack.XXXXXX")
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
cd "$work"

# What is installed already serves as it is, also where there is a newer version.
# shellcheck disable=SC2086  # lists of words; the servers are named again in case the machine has one
download()
{
    wanted=$(apt-get -s install --no-install-recommends $packages 2>/dev/null | sed -n 's/^Inst \([^ ]*\) (.*/\1/p')
    apt-get -q -o APT::Sandbox::User="$(id -un)" -o Acquire::Retries=3 download $wanted $packages
}

download >log 2>&1 || { run_as_root apt-get -q update </dev/null >>log 2>&1 && download >>log 2>&1; } || {
    cat log >&2
    die "servers.sh: the servers could not be downloaded from Debian"
}
for package in ./*.deb; do
    dpkg-deb -x "$package" root
done
libraries=$(find root -name '*.so.*' -exec dirname {} + | sort -u | sed 's|^|$here/|' | paste -sd:)

rm -rf "$target/root"
mv root "$target/root"

starter() # starter NAME PROGRAM
{
    cat >"$1" <<END
#!/bin/sh
here=\$(dirname "\$(readlink -f "\$0")")
LD_LIBRARY_PATH=$libraries exec "\$here/root/usr/$2" "\$@"
END
    chmod 755 "$1"
    mv "$1" "$target/$1"
}

cd "$target/root/usr/lib"
ln -sfn "root/usr/lib/$(find . -name atheme -type d | head -n 1)/modules" "$target/atheme-modules"
ln -sfn root/usr/lib/inspircd/modules "$target/inspircd-modules"
cd "$work"
starter ngircd sbin/ngircd
starter inspircd sbin/inspircd
starter atheme bin/atheme-services
