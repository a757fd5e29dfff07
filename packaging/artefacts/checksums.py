"""SHA256SUMS, its signature, and the comparison of two builds."""

import hashlib
import shlex
import subprocess
from collections.abc import Collection
from pathlib import Path

NAME = "SHA256SUMS"


def digest(path: Path) -> str:
    """Return the SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def write_sums(folder: Path) -> Path:
    """Write the digests of all files in a folder, as `sha256sum --check` reads them."""
    sums = folder / NAME
    files = [path for path in sorted(folder.iterdir()) if path.is_file()]
    lines = [f"{digest(path)}  {path.name}\n" for path in files if not _is_of_sums(path)]
    sums.write_text("".join(lines), encoding="utf-8")
    return sums


def _is_of_sums(path: Path) -> bool:
    """Return whether a file is the list itself, or a signature of it."""
    return path.name == NAME or path.name.startswith(f"{NAME}.")


def sign(sums: Path, command: str) -> None:
    """Run somebody's command that signs the list; its name is added as the last word."""
    words = [*shlex.split(command), str(sums)]
    status = subprocess.run(words, check=False).returncode
    if status:
        raise RuntimeError(
            f"The command that signs ended with status {status}: {shlex.join(words)}. "
            "The list itself is complete; sign it by hand, or call again."
        )


def differences(first: Path, second: Path, names: Collection[str]) -> list[str]:
    """Return a sentence for each file that two folders do not have alike.

    Those are compared that have one of the names, or are in a folder of such a name.
    """
    files = {path.relative_to(folder) for folder in (first, second) for path in _files(folder)}
    found = []
    for name in sorted(file for file in files if file.parts[0] in names):
        one, two = first / name, second / name
        missing = [place for place in (one, two) if not place.exists()]
        if missing:
            found.append(f"{missing[0]} is missing.")
        elif digest(one) != digest(two):
            found.append(f"{one} and {two} differ.")
    return found


def _files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]
