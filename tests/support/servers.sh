#!/bin/sh
# servers.sh DIR: unpacks the servers that the end-to-end tests talk to into DIR, with the libraries this machine lacks,
# and writes DIR/ngircd, which starts one. Nothing is installed and no service of the machine is touched. Does nothing
# when they are there.
set -eu

target=${1:?usage: servers.sh DIR}
# shellcheck source=cmake/setup.sh
. "$(dirname "$(readlink -f "$0")")/../../cmake/setup.sh"

[ ! -x "$target/ngircd" ] || exit 0
mkdir -p "$target"
target=$(readlink -f "$target")
work=$(mktemp -d "$target/unpack.XXXXXX")
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
cd "$work"

download()
{
    wanted=$(apt-get -s install --no-install-recommends ngircd 2>/dev/null | sed -n 's/^Inst \([^ ]*\).*/\1/p')
    # shellcheck disable=SC2086  # a list of words; ngircd itself is named again in case the machine has one
    apt-get -q -o APT::Sandbox::User="$(id -un)" -o Acquire::Retries=3 download $wanted ngircd
}

download >log 2>&1 || { run_as_root apt-get -q update </dev/null >>log 2>&1 && download >>log 2>&1; } || {
    cat log >&2
    die "servers.sh: ngircd could not be downloaded from Debian"
}
for package in ./*.deb; do
    dpkg-deb -x "$package" root
done
libraries=$(find root -name '*.so.*' -exec dirname {} + | sort -u | sed 's|^|$here/|' | paste -sd:)

rm -rf "$target/root"
mv root "$target/root"
cat >ngircd <<END
#!/bin/sh
here=\$(dirname "\$(readlink -f "\$0")")
LD_LIBRARY_PATH=$libraries exec "\$here/root/usr/sbin/ngircd" "\$@"
END
chmod 755 ngircd
mv ngircd "$target/ngircd"
