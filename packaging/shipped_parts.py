"""The parts of a built program: Python, distributions, system libraries, and their licences.

`notices.py` and `parts_list.py` are made of them. Distributions are those that the requirements of
`tagwright` lead to, and those whose files a built program has besides.
"""

from __future__ import annotations

import json
import platform
import re
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.metadata import Distribution, PackageNotFoundError, distribution, distributions
from pathlib import Path, PurePosixPath
from typing import TypedDict

from frozen_modules import INNER, frozen_files, is_frozen
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from system_libraries import SystemPackage, packages_by_name, packages_of

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / "packaging" / "licences"
COMMON = Path("/usr/share/common-licenses")
PROGRAM = "tagwright"
OWN = (PROGRAM, "crfcore")
LICENCE_NAME = re.compile(r"licen[cs]e|^copying|^notice|^authors", re.IGNORECASE)
NOT_TEXTS = {".py", ".pyc", ".pyi", ".json", ".h", ".so", ".dll", ".pyd", ".css", ".html"}
COMMON_LICENCE = re.compile(r"/usr/share/common-licenses/([A-Za-z0-9.+-]*[A-Za-z0-9+])")
LIBRARY = re.compile(r"\.(?:so(?:\.[0-9.]+)?|dylib|dll|pyd)$")
LONGEST_NAME = 80
"""The longest name of a licence, in characters: some distributions give the whole text."""


class Kept(TypedDict):
    """The table of kept texts: the names of files for each part, and the origin of each file."""

    distributions: dict[str, list[str]]
    python: list[str]
    texts: dict[str, str]


class PartsError(Exception):
    """Parts cannot be listed; the message is a sentence for who builds."""


@dataclass(frozen=True)
class LicenceText:
    """A text with its name or origin."""

    title: str
    text: str


@dataclass(frozen=True)
class Part:
    """A part with its licence; ``kind`` is "python", "distribution", "bootloader" or "debian".

    ``licence`` is what the part itself says, an SPDX expression if ``is_expression``. ``files`` are
    its shared libraries in a built program, relative to the program's folder.
    """

    kind: str
    name: str
    version: str
    licence: str
    texts: tuple[LicenceText, ...]
    home: str = ""
    is_expression: bool = False
    architecture: str = ""
    files: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()


def shipped_parts(program: Path | None = None, packages: Sequence[str] = ()) -> list[Part]:
    """Return all parts, Python first, the others by name.

    Parameters
    ----------
    program : Path or None
        The folder of a built program: its libraries are searched for the system's.
    packages : sequence of str
        Names of further Debian packages that are shipped.
    """
    found = required(PROGRAM)
    libraries: list[str] = []
    if program is not None:
        libraries = libraries_in(program)
        seen = {one.name: one for one in seen_in(program)}
        # What is required may be left out of a program, but for what is in its own folders.
        own = {name: one for name, one in found.items() if name in OWN or not is_frozen(program)}
        found = own | seen
    owned, others = divided(libraries, found.values())
    parts = [python_part()]
    parts += [
        replace(distribution_part(found[name], found), files=tuple(sorted(owned.get(name, ()))))
        for name in sorted(found, key=canonicalize_name)
    ]
    if program is not None and is_frozen(program):
        parts.append(bootloader_part())
    system = packages_of(others) if others else {}
    unknown = sorted(set(others) - {file for files in system.values() for file in files})
    if unknown:
        raise PartsError(
            f"{unknown[0]} in {program} is of no distribution, not of Python, and of no installed "
            "Debian package; find out where it is from, and leave it out or add its origin."
        )
    named = {package.name: package for package in [*system, *packages_by_name(packages)]}
    parts += [
        system_part(named[name], tuple(sorted(system.get(named[name], ()))))
        for name in sorted(named)
    ]
    return parts


# ---- distributions


def required(name: str) -> dict[str, Distribution]:
    """Return the distributions that one needs, and itself, by their own names."""
    found: dict[str, Distribution] = {}
    waiting = [name]
    while waiting:
        one = installed(waiting.pop())
        if one.name in found:
            continue
        found[one.name] = one
        waiting += needs_of(one)
    return found


def installed(name: str) -> Distribution:
    """Return an installed distribution."""
    try:
        return distribution(name)
    except PackageNotFoundError:
        raise PartsError(
            f"The distribution {name} is not installed in {sys.prefix}; run this with the "
            "environment that programs are built from."
        ) from None


def needs_of(one: Distribution) -> list[str]:
    """Return the names of the distributions that one needs on this system, without extras."""
    wanted = map(Requirement, one.requires or ())
    return [
        each.name for each in wanted if each.marker is None or each.marker.evaluate({"extra": ""})
    ]


def seen_in(program: Path) -> list[Distribution]:
    """Return the distributions of which a built program has modules or other files.

    A distribution that only its metadata stands for does not count.
    """
    inner = inner_folder(program)
    names = {path.relative_to(inner).as_posix() for path in inner.rglob("*") if path.is_file()}
    names |= frozen_files(program)
    return [
        one
        for one in distributions()
        if any(str(file) in names for file in one.files or () if not in_metadata(file))
    ]


def distribution_part(one: Distribution, among: Iterable[str]) -> Part:
    """Return a distribution as a part; PartsError if it has no licence text."""
    names = kept()["distributions"].get(canonicalize_name(one.name), [])
    texts = (*licence_texts(one), *map(kept_text, names))
    if not texts:
        raise PartsError(
            f"The distribution {one.name} {one.version} has no licence text; put the text into "
            f"{KEPT.relative_to(ROOT)} and name it and its origin in origins.json there."
        )
    expression = field(one, "License-Expression")
    shipped = {canonicalize_name(name) for name in among}
    needs = {str(canonicalize_name(name)) for name in needs_of(one)} & shipped
    return Part(
        "distribution",
        one.name,
        one.version,
        expression or licence_name(one),
        texts,
        home=home_of(one),
        is_expression=bool(expression),
        needs=tuple(sorted(needs)),
    )


def licence_texts(one: Distribution) -> list[LicenceText]:
    """Return the licences among the files of a distribution, each content once."""
    texts: dict[str, LicenceText] = {}
    for file in sorted(one.files or (), key=str):
        path = Path(str(one.locate_file(file)))
        if not is_licence(file) or not path.is_file():
            continue
        text = path.read_text(encoding="utf-8", errors="replace").strip()
        if text:
            texts.setdefault(text, LicenceText(short_path(file), text))
    return list(texts.values())


def is_licence(file: PurePosixPath) -> bool:
    """Return whether the name of a file is that of a licence or notice."""
    if "__pycache__" in file.parts or file.suffix.lower() in NOT_TEXTS:
        return False
    in_licences = in_metadata(file) and "licenses" in file.parts
    return in_licences or LICENCE_NAME.search(file.name) is not None


def in_metadata(file: PurePosixPath) -> bool:
    """Return whether a file of a distribution is in its folder of metadata."""
    return bool(file.parts) and file.parts[0].endswith(".dist-info")


def short_path(file: PurePosixPath) -> str:
    """Return the path of a licence without the folder of metadata."""
    if not in_metadata(file):
        return str(file)
    inner = file.parts[1:]
    return "/".join(inner[1:] if inner[0] == "licenses" and len(inner) > 1 else inner)


def licence_name(one: Distribution) -> str:
    """Return the name that a distribution without an SPDX expression gives its licence."""
    name = field(one, "License").strip()
    if name and "\n" not in name and len(name) <= LONGEST_NAME:
        return name
    heading = "License :: "
    classifiers: list[str] = one.metadata.get_all("Classifier") or []
    named = [each.rpartition(" :: ")[2] for each in classifiers if each.startswith(heading)]
    return ", ".join(named) or "see its text"


def home_of(one: Distribution) -> str:
    """Return the address of a distribution's source or page, "" if it names none."""
    addresses: dict[str, str] = {}
    for line in one.metadata.get_all("Project-URL") or []:
        title, _, address = line.partition(",")
        addresses[title.strip().lower()] = address.strip()
    wanted = ("source", "source code", "repository", "code", "github", "homepage", "home")
    found = next((addresses[title] for title in wanted if title in addresses), "")
    return found or field(one, "Home-page")


def field(one: Distribution, name: str) -> str:
    """Return a field of a distribution's metadata, "" if it has none."""
    values: list[str] = one.metadata.get_all(name) or [""]
    return values[0]


# ---- Python, the loader, the system


def python_part() -> Part:
    """Return the interpreter that programs are built with."""
    base = Path(sys.base_prefix)
    library = f"lib/python{sys.version_info[0]}.{sys.version_info[1]}"
    # On Windows beside the interpreter, with the licences of the libraries that come with it.
    files = [folder / "LICENSE.txt" for folder in (base / library, base)]
    own = [
        LicenceText(file.name, file.read_text(encoding="utf-8").strip())
        for file in files
        if file.is_file()
    ]
    return Part(
        "python",
        "Python",
        platform.python_version(),
        "PSF-2.0",
        (*own, *map(kept_text, kept()["python"])),
        home="https://www.python.org/",
        is_expression=True,
    )


def bootloader_part() -> Part:
    """Return PyInstaller, whose loader starts a built program."""
    part = distribution_part(installed("pyinstaller"), ())
    return replace(part, kind="bootloader", name="PyInstaller bootloader")


def system_part(package: SystemPackage, files: tuple[str, ...]) -> Part:
    """Return a Debian package as a part; PartsError if it has no copyright file."""
    text = package.copyright_text()
    if not text:
        raise PartsError(
            f"The Debian package {package.name} has no file /usr/share/doc/{package.name}/"
            "copyright; install it again with its documentation."
        )
    return Part(
        "debian",
        package.name,
        package.version,
        package.licences(text),
        (LicenceText("copyright", text),),
        home=package.home,
        architecture=package.architecture,
        files=files,
    )


# ---- kept and common texts


def kept_text(name: str) -> LicenceText:
    """Return one kept text; PartsError if its origin is not told."""
    origin = kept()["texts"].get(name) or kept()["texts"].get(name.partition("/")[0])
    if not origin:
        raise PartsError(f"The origin of {name} is not in {KEPT.relative_to(ROOT)}/origins.json.")
    if name.startswith("common/"):
        return LicenceText(name.removeprefix("common/"), common_text(name.removeprefix("common/")))
    return LicenceText(origin, (KEPT / name).read_text(encoding="utf-8").strip())


@cache
def kept() -> Kept:
    """Return the table of kept texts."""
    table: Kept = json.loads((KEPT / "origins.json").read_text(encoding="utf-8"))
    return table


def common_text(name: str) -> str:
    """Return a standard licence by the name that Debian gives it."""
    for folder in (KEPT / "common", COMMON):
        if (folder / name).is_file():
            return (folder / name).read_text(encoding="utf-8").strip()
    raise PartsError(f"The standard licence {name} is neither in {KEPT / 'common'} nor {COMMON}.")


def common_licences(parts: Iterable[Part]) -> list[str]:
    """Return the names of standard licences that texts refer to, sorted."""
    texts = [text.text for part in parts for text in part.texts]
    names = {name for text in texts for name in COMMON_LICENCE.findall(text)}
    todo, found = sorted(names), set()
    while todo:
        name = todo.pop()
        found.add(name)
        todo += set(COMMON_LICENCE.findall(common_text(name))) - found
    return sorted(found)


# ---- the libraries of a built program


def inner_folder(program: Path) -> Path:
    """Return the folder of a built program's modules and libraries."""
    if not program.is_dir():
        raise PartsError(f"{program} is no folder; give the folder of a built program.")
    return program / INNER if (program / INNER).is_dir() else program


def libraries_in(program: Path) -> list[str]:
    """Return the shared libraries in a built program's folder, relative to it, without links."""
    inner_folder(program)
    return sorted(
        path.relative_to(program).as_posix()
        for path in program.rglob("*")
        if LIBRARY.search(path.name) and path.is_file() and not path.is_symlink()
    )


def divided(
    libraries: Sequence[str], found: Iterable[Distribution]
) -> tuple[dict[str, list[str]], list[str]]:
    """Return the libraries of each distribution, and those of none nor of Python."""
    owners: dict[str, str] = {}
    for one in found:
        for file in one.files or ():
            if LIBRARY.search(file.name):
                owners[str(file)] = one.name
                # A library beside a package may be copied to the top.
                owners.setdefault(file.name, one.name)
    owned: dict[str, list[str]] = {}
    others: list[str] = []
    for library in libraries:
        inner = library.removeprefix(f"{INNER}/")
        owner = owners.get(inner) or owners.get(PurePosixPath(inner).name)
        if owner is not None:
            owned.setdefault(owner, []).append(library)
        elif not of_python(inner):
            others.append(library)
    return owned, others


def of_python(library: str) -> bool:
    """Return whether a library is the interpreter's own, or comes with it."""
    parts = PurePosixPath(library).parts
    if parts[-1].startswith("libpython") or "lib-dynload" in parts:
        return True
    # There OpenSSL, SQLite and the compiler's libraries are in Python's own folder.
    return sys.platform != "linux" and parts[-1].lower() in python_libraries()


@cache
def python_libraries() -> frozenset[str]:
    """Return the names of all libraries in the interpreter's folder, in lower case."""
    files = Path(sys.base_prefix).rglob("*")
    return frozenset(file.name.lower() for file in files if LIBRARY.search(file.name.lower()))
