"""The Debian package: the program's folder in /opt, and what makes a desktop know it."""

import gzip
import hashlib
import os
import platform
import shutil
import subprocess
from collections.abc import Callable
from datetime import UTC, datetime
from email.utils import format_datetime
from pathlib import Path

from artefacts.program_folder import BuildError
from artefacts.same_bits import set_modes_and_times
from artefacts.shared_libraries import Needs, needs_of
from artefacts.sizes import size_of

ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}
"""Debian's names of machines."""

PLACE = Path("opt") / "tagwright"
MAINTAINER = "Tagwright maintainers <maintainers@tagwright.invalid>"

PACKAGES = {
    "ld-linux-aarch64.so.1": "libc6",
    "ld-linux-x86-64.so.2": "libc6",
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libc.so.6": "libc6",
    "libdl.so.2": "libc6",
    "libm.so.6": "libc6",
    "libpthread.so.0": "libc6",
    "libresolv.so.2": "libc6",
    "librt.so.1": "libc6",
    "libutil.so.1": "libc6",
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libwayland-egl.so.1": "libwayland-egl1",
    "libxcb.so.1": "libxcb1",
}
"""Debian's package of each library that the folder may leave to the system."""

DATA_PACKAGES = ("fontconfig-config", "libx11-data", "xkb-data")
"""Packages with files that the carried libraries read: fonts (by dependence) and keyboards."""

CONTROL = """\
Package: tagwright
Version: {version}
Architecture: {architecture}
Maintainer: {maintainer}
Installed-Size: {kilobytes}
Depends: {depends}
Section: science
Priority: optional
Description: label text while a model learns and suggests the rest
 Tagwright is a program for labelling text, token by token and span by span,
 while a conditional random field learns in the background and suggests the
 rest. It works offline: no text leaves the computer.
 .
 It reads and writes column files, CoNLL-U, JSON lines, brat standoff and plain
 text. The command tagwright also trains and applies models without a window.
 .
 The package contains its own Python and Qt.
"""

COPYRIGHT = """\
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Tagwright
Comment: The program contains Python, Qt and other free software, each with its own licence.
 /opt/tagwright/NOTICES.html has the licences of all its parts.

Files: *
Copyright: {holders}
License: BSD-3-clause

License: BSD-3-clause
{licence}
"""

CHANGES = """\
tagwright ({version}) unstable; urgency=medium

  * Version {version}; NEWS.gz in this folder says what it changes.

 -- {maintainer}  {date}
"""

OVERRIDES = """\
# A program that brings its own libraries belongs below /opt.
tagwright: dir-or-file-in-opt
# It contains Python and Qt, so that it is the same on all systems; they load each other's copies.
tagwright: custom-library-search-path
tagwright: embedded-library
# The wheels of other projects are packed as they are, and so is the loader of PyInstaller.
tagwright: hardening-no-bindnow
tagwright: hardening-no-fortify-functions
tagwright: hardening-no-pie
tagwright: library-not-linked-against-libc
tagwright: shared-library-lacks-prerequisites
tagwright: spelling-error-in-binary
tagwright: unstripped-binary-or-object
# No user can write in /opt, where Python would compile the library's sources at each start.
tagwright: package-installs-python-pycache-dir
"""


def write_package(
    program: Path, share: Path | None, target: Path, version: str, seconds: int, level: int
) -> None:
    """Write the package ``target`` of the program's folder and its tree of share files.

    ``seconds`` is the time of all files, ``level`` that of xz.
    """
    tree = target.with_suffix(".tree")
    shutil.rmtree(tree, ignore_errors=True)
    # Links instead of copies: the folder is large, and nothing changes it.
    shutil.copytree(
        program, tree / PLACE, symlinks=True, copy_function=os.link, ignore=_ignore(program)
    )
    if share is not None:
        shutil.copytree(share, tree / "usr" / "share")
        _pack_manual_pages(tree / "usr" / "share" / "man")
    _write_start(tree)
    _write_documents(tree, program, version, seconds)
    control = tree / "DEBIAN"
    control.mkdir()
    (control / "control").write_text(control_text(program, version), encoding="utf-8")
    (control / "md5sums").write_text(_md5_sums(tree), encoding="utf-8")
    set_modes_and_times(tree, seconds)
    command = [
        "dpkg-deb",
        "--root-owner-group",
        "-Zxz",
        f"-z{level}",
        "--build",
        str(tree),
        str(target),
    ]
    environment = {**os.environ, "SOURCE_DATE_EPOCH": str(seconds)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    shutil.rmtree(tree)
    if done.returncode:
        raise BuildError(f"dpkg-deb could not write {target.name}: {done.stderr.strip()}")


def architecture() -> str:
    """Return Debian's name of this machine."""
    return ARCHITECTURES.get(platform.machine(), platform.machine())


def control_text(program: Path, version: str) -> str:
    """Return the file that describes the package."""
    return CONTROL.format(
        version=version,
        architecture=architecture(),
        maintainer=MAINTAINER,
        kilobytes=-(-size_of(program) // 1024),
        depends=", ".join(dependencies(needs_of(program))),
    )


def dependencies(needs: Needs) -> list[str]:
    """Return the packages that the program needs; BuildError for a library of none of them."""
    unknown = sorted(needs.libraries - PACKAGES.keys())
    if unknown:
        raise BuildError(
            f"The program needs {', '.join(unknown)} of the system, and packaging/artefacts/"
            "debian_package.py knows no package with that: add it to PACKAGES, or install the "
            "library here, so that it is carried along."
        )
    names = {PACKAGES[name] for name in needs.libraries} - {"libc6"}
    libc = f"libc6 (>= {needs.glibc[0]}.{needs.glibc[1]})"
    return [libc, *sorted({*names, *DATA_PACKAGES})]


def _ignore(program: Path) -> Callable[[str, list[str]], list[str]]:
    """Leave the program's own share files out: in a package they are in /usr/share."""
    return lambda folder, _names: ["share"] if Path(folder) == program else []


def _write_start(tree: Path) -> None:
    """Let the command be found, by its name on the PATH."""
    folder = tree / "usr" / "bin"
    folder.mkdir(parents=True)
    (folder / "tagwright").symlink_to("/opt/tagwright/tagwright")


def _pack_manual_pages(folder: Path) -> None:
    """Compress manual pages, as Debian has them."""
    for page in sorted(folder.rglob("*.[1-9]")):
        page.with_name(f"{page.name}.gz").write_bytes(_packed(page.read_bytes()))
        page.unlink()


def _write_documents(tree: Path, program: Path, version: str, seconds: int) -> None:
    folder = tree / "usr" / "share" / "doc" / "tagwright"
    folder.mkdir(parents=True)
    licence = (program / "LICENSE").read_text(encoding="utf-8")
    (folder / "copyright").write_text(copyright_text(licence), encoding="utf-8")
    date = format_datetime(datetime.fromtimestamp(seconds, UTC))
    changes = CHANGES.format(version=version, maintainer=MAINTAINER, date=date)
    (folder / "changelog.gz").write_bytes(_packed(changes.encode("utf-8")))
    (folder / "NEWS.gz").write_bytes(_packed((program / "CHANGELOG.md").read_bytes()))
    overrides = tree / "usr" / "share" / "lintian" / "overrides"
    overrides.mkdir(parents=True)
    (overrides / "tagwright").write_text(OVERRIDES, encoding="utf-8")


def copyright_text(licence: str) -> str:
    """Return the copyright file of a package, from the text of the licence."""
    paragraphs = licence.strip().split("\n\n")
    holders = [line for line in licence.splitlines() if line.startswith("Copyright")]
    terms = [part for part in paragraphs[1:] if not part.startswith("Copyright")]
    indented = "\n .\n".join("\n".join(f" {line}" for line in part.splitlines()) for part in terms)
    named = "; ".join(line.removeprefix("Copyright (c) ").rstrip(".") for line in holders)
    return COPYRIGHT.format(holders=named, licence=indented)


def _packed(content: bytes) -> bytes:
    return gzip.compress(content, compresslevel=9, mtime=0)


def _md5_sums(tree: Path) -> str:
    """Return the list with which dpkg --verify compares installed files."""
    lines = []
    for path in sorted(tree.rglob("*")):
        name = path.relative_to(tree)
        if path.is_file() and not path.is_symlink() and name.parts[0] != "DEBIAN":
            with path.open("rb") as file:
                digest = hashlib.file_digest(
                    file, lambda: hashlib.md5(usedforsecurity=False)
                ).hexdigest()
            lines.append(f"{digest}  {name.as_posix()}\n")
    return "".join(lines)
