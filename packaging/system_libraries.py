"""Debian packages that the system libraries of a built program are from."""

from __future__ import annotations

import platform
import re
import subprocess
from collections.abc import Sequence
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
    owners: dict[str, list[str]] = {}
    for library in libraries:
        origin = cache.get(PurePosixPath(library).name)
        owner = "" if origin is None else owner_of(Path(origin))
        if owner:
            owners.setdefault(owner, []).append(library)
    return {package: owners[package.name] for package in packages_by_name(sorted(owners))}


def loader_cache() -> dict[str, str]:
    """Return the system's shared libraries by their file names."""
    listed = output_of("/sbin/ldconfig", "-p")
    found: dict[str, str] = {}
    for name, path in IN_CACHE.findall(listed):
        found.setdefault(name, path)
    return found


def owner_of(file: Path) -> str:
    """Return the name of the package that a file is of, "" if of none.

    Since /lib is a link to /usr/lib, a package may know its files by either name.
    """
    real = file.resolve()
    names = {str(path) for path in (file, real)}
    names |= {name.removeprefix("/usr") for name in names if name.startswith("/usr/lib")}
    names |= {f"/usr{name}" for name in names if name.startswith("/lib")}
    for name in sorted(names):
        line = output_of("dpkg-query", "--search", name).partition("\n")[0]
        if line and not line.startswith("diversion"):
            return line.partition(":")[0].partition(",")[0]
    return ""


def packages_by_name(names: Sequence[str]) -> list[SystemPackage]:
    """Return installed packages by their names; LookupError if one is not installed."""
    packages = []
    for name in names:
        lines = output_of("dpkg-query", "--show", f"--showformat={FIELDS}", name).splitlines()
        if not lines:
            raise LookupError(
                f"The Debian package {name} is not installed; install it, or take it off the list."
            )
        package, version, architecture, home = lines[0].split("\t")
        packages.append(SystemPackage(package, version, architecture, home))
    return packages


def release() -> str:
    """Return the name of this system as package URLs have it, such as debian-12."""
    facts = platform.freedesktop_os_release()
    return "-".join(filter(None, (facts.get("ID", ""), facts.get("VERSION_ID", ""))))


def output_of(*command: str) -> str:
    """Return what a command prints, "" if it fails or is not there."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return done.stdout if done.returncode == 0 else ""
