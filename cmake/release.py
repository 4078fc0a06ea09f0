#!/usr/bin/env python3
"""cmake/release.py PACKAGE.deb FOLDER: makes of the Debian package what else a release carries, without root, a daemon or a registry:

  tabletalk-VERSION-linux-ARCH.tar.gz   the program, with the libraries that it needs beside it; glibc is the system's
  tabletalk-VERSION-oci.tar             an image in the layout of OCI: what the program needs of Debian, and the program
  SHA256SUMS

The packages that both are made of come from the mirror of this machine, by apt-get download. The same packages give the same bytes.
Needs apt, dpkg-dev and patchelf."""
import glob
import gzip
import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile

USER, HOME = 990, "var/lib/tabletalk"
# Opened when they are needed (core/base/machine.h), so no program names them.
LATE = ("libcurl4", "libpq5", "libcairo2", "libsystemd0")
GLIBC = {"libc6", "libc-bin", "libcrypt1"}
SKIPPED = {"debconf", "openssl", "gcc-12-base"} | GLIBC  # they bring what only scripts of packages need
BUNDLES = ("/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem")


def run(*words, **more):
    return subprocess.run(words, check=True, capture_output=True, text=True, **more).stdout


def depends_of(fields):
    """The first of each choice."""
    wanted = re.findall(r"(?m)^(?:Pre-)?Depends: (.*)$", fields)
    return [re.split(r"[ (|:]", one.strip())[0] for line in wanted for one in line.split(",") if one.strip()]


def is_wanted(name):
    return name.startswith(("lib", "zlib")) and name not in SKIPPED


def closure(package):
    """The names of the libraries that the package needs, and of what these need."""
    found, left = set(), {name for name in [*depends_of(run("dpkg-deb", "-f", package)), *LATE] if is_wanted(name)}
    while left:
        found |= left
        left = {name for name in depends_of(run("apt-cache", "show", "--no-all-versions", *sorted(left))) if is_wanted(name)} - found
    return sorted(found)


def download(names, cache):
    """The files of these packages."""
    os.makedirs(cache, exist_ok=True)
    missing = [name for name in names if not glob.glob(os.path.join(cache, name + "_*.deb"))]
    if missing:
        run("apt-get", "-q", "-o", "APT::Sandbox::User=root", "download", *missing, cwd=cache)
    return [glob.glob(os.path.join(cache, name + "_*.deb"))[0] for name in names]


def unpack(packages, root):
    os.makedirs(root, exist_ok=True)
    for package in packages:
        run("dpkg-deb", "--extract", package, root)


def put(root, path, text):
    path = os.path.join(root, path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def archive(root, top, when, owned=()):
    """The bytes of a tar of everything below `root`, in order, whoever made it and when. `owned` belongs to the program's user."""
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w", format=tarfile.GNU_FORMAT) as tar:
        for folder, folders, files in os.walk(root):
            folders.sort()
            for name in sorted(files + [one for one in folders if os.path.islink(os.path.join(folder, one))]) + ([""] if folder != root else []):
                path = os.path.normpath(os.path.join(folder, name))
                tar.inodes.clear()  # no hard links
                entry = tar.gettarinfo(path, os.path.join(top, os.path.relpath(path, root)))
                entry.uid = entry.gid = USER if os.path.relpath(path, root) in owned else 0
                entry.uname = entry.gname = ""
                entry.mtime = when
                if entry.isfile():
                    with open(path, "rb") as file:
                        tar.addfile(entry, file)
                else:
                    tar.addfile(entry)
    return made.getvalue()


def in_order(tar):
    """Folders before what lies in them."""
    source, made = tarfile.open(fileobj=io.BytesIO(tar)), io.BytesIO()
    with tarfile.open(fileobj=made, mode="w", format=tarfile.GNU_FORMAT) as out:
        for entry in sorted(source.getmembers(), key=lambda one: one.name):
            out.addfile(entry, source.extractfile(entry) if entry.isfile() else None)
    return made.getvalue()


def squeezed(data):
    return gzip.compress(data, 9, mtime=0)


def write(folder, name, data):
    with open(os.path.join(folder, name), "wb") as file:
        file.write(data)
    return hashlib.sha256(data).hexdigest()


# ---- the tarball ----

README = """Tabletalk {version}: card games for Discord, IRC and the terminal.

It runs on Linux ({arch}) with glibc {glibc} or later, such as Debian 12, Ubuntu 22.10 or Fedora 37, and brings every other library
in lib/. Certificates of servers are checked by those of the system, wherever it keeps them.

    ./tabletalk heartcatchers            a table in this terminal
    ./tabletalk irc setup                asks where it is to play, tries it, and writes bot.conf
    ./tabletalk --config bot.conf        the bot

share/doc/docs/hosting.md tells the rest; share/man has the manual page. Licences of the libraries are in share/licences.
"""


def is_library(path):
    with open(path, "rb") as file:
        return file.read(4) == b"\x7fELF"


def make_tarball(program_root, library_root, version, arch, when, folder):
    top = f"tabletalk-{version}"
    with tempfile.TemporaryDirectory() as root:
        lib = os.path.join(root, "lib")
        os.mkdir(lib)
        for path in glob.glob(os.path.join(library_root, "**", "*.so.*"), recursive=True):
            if os.path.dirname(path).endswith("-linux-gnu") and os.path.isfile(path) and is_library(path):
                shutil.copyfile(path, os.path.join(lib, os.path.basename(path)))  # under the name that is asked for
        needed = libraries_needed(os.path.join(program_root, "usr/bin/tabletalk"), lib)
        for name in os.listdir(lib):
            if name not in needed:
                os.remove(os.path.join(lib, name))
        shutil.copy(os.path.join(program_root, "usr/bin/tabletalk"), root)
        run("patchelf", "--force-rpath", "--set-rpath", "$ORIGIN/lib", os.path.join(root, "tabletalk"))
        shutil.copytree(os.path.join(program_root, "usr/share/doc/tabletalk"), os.path.join(root, "share/doc"))
        shutil.copytree(os.path.join(program_root, "usr/share/man"), os.path.join(root, "share/man"))
        for path in sorted(glob.glob(os.path.join(library_root, "usr/share/doc/*/copyright"))):
            name = os.path.basename(os.path.dirname(path))
            os.makedirs(os.path.join(root, "share/licences"), exist_ok=True)
            shutil.copy(path, os.path.join(root, "share/licences", name))
        put(root, "README", README.format(version=version, arch=arch, glibc=glibc_of(root)))
        name = f"{top}-linux-{arch}.tar.gz"
        return name, write(folder, name, squeezed(in_order(archive(root, top, when))))


def entries(path, kind):
    return re.findall(r"\(%s\).*\[(.*)\]" % kind, run("readelf", "--dynamic", path))


def libraries_needed(program, lib):
    """Names in `lib`, for the program and for what it opens later."""
    late = [name for name in os.listdir(lib) if re.match(r"lib(curl|pq|cairo|systemd)\.so\.\d+$", name)]
    needed, left = set(late), [program, *(os.path.join(lib, name) for name in late)]
    while left:
        for name in entries(left.pop(), "NEEDED"):
            if name not in needed and os.path.exists(os.path.join(lib, name)):
                needed.add(name)
                left.append(os.path.join(lib, name))
    return needed


def glibc_of(root):
    """The newest version that anything here asks for."""
    asked = {(2, 0)}
    for path in [os.path.join(root, "tabletalk"), *glob.glob(os.path.join(root, "lib", "*"))]:
        asked |= {tuple(map(int, one)) for one in re.findall(r"GLIBC_(\d+)\.(\d+)", run("readelf", "--version-info", path))}
    return ".".join(map(str, max(asked)))


# ---- the image ----

def make_base(root):
    """What scripts of the packages would have made."""
    put(root, "etc/passwd", f"root:x:0:0:root:/root:/usr/sbin/nologin\ntabletalk:x:{USER}:{USER}::/{HOME}:/usr/sbin/nologin\n")
    put(root, "etc/group", f"root:x:0:\ntabletalk:x:{USER}:\n")
    put(root, "etc/nsswitch.conf", "passwd: files\ngroup: files\nhosts: files dns\n")
    bundle = ""
    for path in sorted(glob.glob(os.path.join(root, "usr/share/ca-certificates/mozilla/*.crt"))):
        with open(path, encoding="utf-8") as file:
            bundle += file.read()
    put(root, BUNDLES[0].lstrip("/"), bundle)
    for path in ("usr/share/man", "usr/share/locale", "usr/share/lintian", "usr/share/bug", "usr/lib/systemd", "lib/systemd", "etc/default"):
        shutil.rmtree(os.path.join(root, path), ignore_errors=True)
    for path in (HOME, "tmp", "proc", "dev"):
        os.makedirs(os.path.join(root, path), exist_ok=True)
    os.chmod(os.path.join(root, HOME), 0o700)
    os.chmod(os.path.join(root, "tmp"), 0o1777)


def add_blob(blobs, data, kind):
    digest = hashlib.sha256(data).hexdigest()
    write(blobs, digest, data)
    return {"mediaType": f"application/vnd.oci.image.{kind}", "digest": "sha256:" + digest, "size": len(data)}


def as_json(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode()


def make_image(roots, version, arch, when, folder):
    with tempfile.TemporaryDirectory() as layout:
        blobs = os.path.join(layout, "blobs", "sha256")
        os.makedirs(blobs)
        tars = [in_order(archive(root, "", when, (HOME,))) for root in roots]
        layers = [add_blob(blobs, squeezed(tar), "layer.v1.tar+gzip") for tar in tars]
        config = {"architecture": arch, "os": "linux", "created": subprocess_date(when),
                  "config": {"User": "tabletalk", "Env": ["XDG_DATA_HOME=/var/lib", "PATH=/usr/bin"], "WorkingDir": "/" + HOME,
                             "Entrypoint": ["/usr/bin/tabletalk"], "Cmd": ["--config", "/etc/tabletalk/tabletalk.conf"],
                             "Volumes": {"/" + HOME: {}}},
                  "rootfs": {"type": "layers", "diff_ids": ["sha256:" + hashlib.sha256(tar).hexdigest() for tar in tars]}}
        manifest = {"schemaVersion": 2, "mediaType": "application/vnd.oci.image.manifest.v1+json",
                    "config": add_blob(blobs, as_json(config), "config.v1+json"), "layers": layers}
        listed = add_blob(blobs, as_json(manifest), "manifest.v1+json")
        listed["annotations"] = {"org.opencontainers.image.ref.name": f"tabletalk:{version}",
                                 "io.containerd.image.name": f"docker.io/library/tabletalk:{version}"}
        write(layout, "index.json", as_json({"schemaVersion": 2, "mediaType": "application/vnd.oci.image.index.v1+json",
                                             "manifests": [listed]}))
        write(layout, "oci-layout", as_json({"imageLayoutVersion": "1.0.0"}))
        name = f"tabletalk-{version}-oci.tar"
        return name, write(folder, name, in_order(archive(layout, "", when)))


def subprocess_date(when):
    return run("date", "-u", "-d", f"@{when}", "+%Y-%m-%dT%H:%M:%SZ").strip()


def main():
    package, folder = map(os.path.abspath, sys.argv[1:])
    fields = run("dpkg-deb", "-f", package)
    version, arch = (re.search(rf"(?m)^{name}: (.*)$", fields).group(1) for name in ("Version", "Architecture"))
    cache = os.path.join(folder, "packages")
    os.makedirs(folder, exist_ok=True)
    names = closure(package)
    libraries = download(names, cache)
    rest = download(["libc6", "libcrypt1", "ca-certificates", "base-files"], cache)
    when = max(int(os.path.getmtime(path)) for path in libraries + rest)  # of the mirror
    with tempfile.TemporaryDirectory() as work:
        roots = [os.path.join(work, name) for name in ("base", "program", "libraries")]
        unpack(libraries, roots[2])
        unpack(libraries + rest, roots[0])
        unpack([package], roots[1])
        os.makedirs(os.path.join(roots[0], "etc"), exist_ok=True)
        sums = [make_tarball(roots[1], roots[2], version, {"amd64": "x86_64", "arm64": "aarch64"}.get(arch, arch), when, folder)]
        make_base(roots[0])
        shutil.rmtree(os.path.join(roots[1], "lib"), ignore_errors=True)
        shutil.rmtree(os.path.join(roots[1], "usr/share/man"), ignore_errors=True)
        sums.append(make_image(roots[:2], version, arch, when, folder))
    with open(package, "rb") as file:
        data = file.read()
    sums.append((os.path.basename(package), write(folder, os.path.basename(package), data)))
    put(folder, "SHA256SUMS", "".join(f"{digest}  {name}\n" for name, digest in sums))
    for name, _ in sums:
        print(f"{os.path.getsize(os.path.join(folder, name)) / 1e6:6.1f} MB  {os.path.join(folder, name)}")


main()
