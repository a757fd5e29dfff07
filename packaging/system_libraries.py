"""Debian packages that the system libraries of a built program are from."""

from __future__ import annotations

import platform
import re
import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

DOC = Path("/usr/share/doc")
FIELDS = "${Package}\t${Version}\t${Architecture}\t${Homepage}\n"
IN_CACHE = re.compile(r"^\s+(\S+) \(.*\) => (/\S+)$", re.MULTILINE)
LICENCE_LINE = re.compile(r"^License:[ \t]*(\S.*)$", re.MULTILINE)


@dataclass(frozen=True)
class SystemPackage:
    """An installed Debian package."""

    name: str
    version: str
    architecture: str
    home: str = ""

    def copyright_text(self) -> str:
        """Return its copyright file, "" if it has none."""
        file = DOC / self.name / "copyright"
        if not file.is_file():
            return ""
        return file.read_text(encoding="utf-8", errors="replace").strip()

    @staticmethod
    def licences(text: str) -> str:
        """Return the names of licences in a copyright file that machines can read."""
        if not text.startswith("Format:"):
            return "see its text"
        return ", ".join(sorted(set(map(str.strip, LICENCE_LINE.findall(text))))) or "see its text"


def packages_of(libraries: Sequence[str]) -> dict[SystemPackage, list[str]]:
    """Return packages of the system with those of some libraries that are copies of theirs.

    A library is known by its file name, as the system's loader does.
    """
    cache = loader_cache()
    known = {
        one: cache[PurePosixPath(one).name] for one in libraries if PurePosixPath(one).name in cache
    }
    owners = owners_of(known.values())
    found: dict[str, list[str]] = {}
    for library, origin in known.items():
        if origin in owners:
            found.setdefault(owners[origin], []).append(library)
    return {package: found[package.name] for package in packages_by_name(sorted(found))}


def loader_cache() -> dict[str, str]:
    """Return the system's shared libraries by their file names."""
    listed = output_of("/sbin/ldconfig", "-p")
    found: dict[str, str] = {}
    for name, path in IN_CACHE.findall(listed):
        found.setdefault(name, path)
    return found


def owners_of(files: Iterable[str]) -> dict[str, str]:
    """Return the names of the packages that files are of; files of none are left out."""
    names = {file: other_names(Path(file)) for file in files}
    if not names:
        return {}
    wanted = sorted(set().union(*names.values()))
    packages: dict[str, str] = {}
    for line in output_of("dpkg-query", "--search", *wanted).splitlines():
        # Several packages of other processors may own a file: "one:amd64, one:i386: /lib/one.so".
        owners, _, path = line.partition(": /")
        if not line.startswith("diversion"):
            packages[f"/{path}"] = owners.partition(",")[0].partition(":")[0]
    found = {
        file: next((packages[name] for name in sorted(names[file]) if name in packages), "")
        for file in names
    }
    return {file: package for file, package in found.items() if package}


def other_names(file: Path) -> set[str]:
    """Return all names by which a package may know a file.

    The file may be a link, and since /lib is a link to /usr/lib, it may be named by either.
    """
    names = {str(path) for path in (file, file.resolve())}
    names |= {name.removeprefix("/usr") for name in names if name.startswith("/usr/lib")}
    return names | {f"/usr{name}" for name in names if name.startswith("/lib")}


def packages_by_name(names: Sequence[str]) -> list[SystemPackage]:
    """Return installed packages by their names; LookupError if one is not installed."""
    if not names:
        return []
    found: dict[str, SystemPackage] = {}
    for line in output_of("dpkg-query", "--show", f"--showformat={FIELDS}", *names).splitlines():
        package = SystemPackage(*line.split("\t"))
        found.setdefault(package.name, package)
    for name in names:
        if name not in found:
            raise LookupError(
                f"The Debian package {name} is not installed; install it, or take it off the list."
            )
    return [found[name] for name in names]


def release() -> str:
    """Return the name of this system as package URLs have it, such as debian-12."""
    facts = platform.freedesktop_os_release()
    return "-".join(filter(None, (facts.get("ID", ""), facts.get("VERSION_ID", ""))))


def output_of(*command: str) -> str:
    """Return what a command prints, "" if it is not there.

    dpkg-query prints what it knows, and fails if it does not know all.
    """
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return done.stdout
