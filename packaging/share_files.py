"""Writer of the files by which desktops and shells know the program: PREFIX/share.

    python packaging/share_files.py --out build/prefix

Desktop entry, file type, description for software centres and drawings are those of
`resources/share`. Icons in pixels are drawn by Qt, manual pages and completions are made from the
commands. The same sources give the same bytes.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree

from icons import drawing, png
from manual_pages import manual_pages

if TYPE_CHECKING:
    import click

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "resources" / "share"
ICON = ROOT / "resources" / "icons" / "tagwright.svg"

SIDES = (16, 22, 24, 32, 48, 64, 128, 256, 512)
"""Sides in pixels of the icons; others are scaled by the desktop, or drawn from the SVG file."""

PLACES = {
    "bash": "bash-completion/completions/tagwright",
    "zsh": "zsh/site-functions/_tagwright",
    "fish": "fish/vendor_completions.d/tagwright.fish",
}
"""Where each shell looks for completions."""

HICOLOR = "icons/hicolor"


def main(arguments: list[str]) -> int:
    """Write the files below a prefix, and print them."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, required=True, metavar="PREFIX")
    folder = parser.parse_args(arguments).out / "share"
    try:
        write(share_files(), folder)
    except OSError as error:
        print(f"{error.filename}: {error.strerror}; name a folder to write into.", file=sys.stderr)
        return 1
    return 0


def write(files: dict[str, bytes], folder: Path) -> None:
    """Write the files below a folder, and print their paths and sizes."""
    for name, content in sorted(files.items()):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        print(f"{path}: {len(content):,} bytes")


def share_files() -> dict[str, bytes]:
    """Return the content of each file by its path below `share`."""
    sys.path.insert(0, str(ROOT))
    from app import DESKTOP_ID

    files = dict(written_files())
    drawings = {f"{HICOLOR}/scalable/apps/{DESKTOP_ID}.svg": ICON.read_bytes()}
    drawings |= {name: content for name, content in files.items() if name.endswith(".svg")}
    return files | drawings | dict(pictures_of(drawings)) | dict(files_of_commands())


def written_files() -> Iterator[tuple[str, bytes]]:
    """Yield the files that are written by hand, as they are."""
    for path in SOURCES.rglob("*"):
        if path.is_file():
            yield path.relative_to(SOURCES).as_posix(), path.read_bytes()


def pictures_of(drawings: dict[str, bytes]) -> Iterator[tuple[str, bytes]]:
    """Yield the icons in pixels of scalable ones."""
    for name, svg in drawings.items():
        for side in SIDES:
            at = name.replace("/scalable/", f"/{side}x{side}/")
            yield f"{at.removesuffix('.svg')}.png", png(drawing(svg, side, Path(name)))


def files_of_commands() -> Iterator[tuple[str, bytes]]:
    """Yield manual pages and completions."""
    commands = program_commands()
    from app import __version__
    from app.cli.completion import PROGRAM, completion_script

    date = release_date(__version__)
    for name, page in manual_pages(commands, PROGRAM, __version__, date).items():
        yield f"man/man1/{name}", page.encode()
    for shell, place in PLACES.items():
        yield place, completion_script(commands, shell).encode()


def program_commands() -> click.Group:
    """Return the commands of the program without the extra `lab`, which may be installed here."""
    if "app.cli" not in sys.modules:
        sys.modules["app.lab.commands"] = None  # type: ignore[assignment] # None: no such module
    from app.cli import commands

    return commands


def release_date(version: str) -> str:
    """Return the date of a release, which the description for software centres has."""
    (path,) = SOURCES.glob("metainfo/*.metainfo.xml")
    release = ElementTree.parse(path).find(f"releases/release[@version='{version}']")
    if release is None or not release.get("date"):
        raise ValueError(f"{path}: it has no release {version} with a date; add one.")
    return str(release.get("date"))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
