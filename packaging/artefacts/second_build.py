"""A second build, from the source archive, in another folder: it has to give the same bytes."""

import os
import subprocess
import sys
import tarfile
from collections.abc import Iterable
from pathlib import Path

from targets import TARGETS

from artefacts.checksums import NAME, differences
from artefacts.program_folder import BuildError

_DISTRIBUTIONS = (".whl", ".tar.gz")


def unpack(archive: Path, place: Path) -> None:
    """Unpack one of our own archives; Python before 3.11.4 has no filter."""
    with tarfile.open(archive) as tar:
        if hasattr(tarfile, "data_filter"):
            tar.extractall(place, filter="data")
        else:
            tar.extractall(place)


def build_again(root: Path, place: Path, words: Iterable[str], seconds: int) -> Path:
    """Do below ``place`` what `make build` does; return the folder of the files.

    ``words`` are options of the last command, which makes the programs, and ``seconds`` the time of
    their files. Compiled kernels are in no source archive, so they are compiled again, too.
    """
    _run([sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", str(place)], root)
    (archive,) = place.glob("*.tar.gz")
    unpack(archive, place)
    sources = place / archive.name.removesuffix(".tar.gz")
    *others, programs = (
        [word.format(python=sys.executable) for word in command]
        for command in TARGETS["build"].commands
    )
    for command in others:
        _run(command, sources)
    # Outside of the repository there is no last commit, whose time is meant.
    _run([*programs, *words], sources, SOURCE_DATE_EPOCH=str(seconds))
    return sources / "dist"


def _run(command: list[str], folder: Path, **variables: str) -> None:
    environment = {**os.environ, **variables}
    status = subprocess.run(command, cwd=folder, env=environment, check=False).returncode
    if status:
        raise BuildError(
            f"The second build stopped: {' '.join(command[1:4])} ended with status {status}. Mend "
            "what it names above, and call again."
        )


def compare(first: Path, again: Path) -> list[str]:
    """Return the names of the files of the second build; BuildError if one was not made alike.

    ``first`` may lack the source archive and wheels, which `make build` makes before the programs,
    and may have files of other versions.
    """
    names = [
        path.name
        for path in sorted(again.iterdir())
        if not path.name.startswith(NAME)
        and ((first / path.name).exists() or not path.name.endswith(_DISTRIBUTIONS))
    ]
    found = differences(first, again, names)
    if found:
        raise BuildError("\n".join(["Two builds of the same sources are not the same:", *found]))
    return names
