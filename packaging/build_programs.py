"""Build the programs for people without Python, into dist/.

    python packaging/build_programs.py
    python packaging/build_programs.py --compare
    python packaging/build_programs.py --runtime runtime-x86_64 --sign "minisign -S -m"

It makes the folder of the frozen program as an archive, a Debian package and an AppImage, each as
far as this system has what is needed, and says what was left out. `make build` calls it.
"""

import argparse
import platform
import shutil
import sys
import tempfile
import time
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path

from artefacts import app_image, debian_package
from artefacts.checksums import sign, write_sums
from artefacts.finished_folders import hand_on
from artefacts.program_folder import (
    KERNELS,
    BuildError,
    add_kernels,
    call,
    copy_sources,
    freeze,
    why_not,
)
from artefacts.same_bits import build_time, set_modes_and_times
from artefacts.second_build import build_again, compare
from artefacts.sizes import largest_parts, size_of, table
from artefacts.tar_archive import write_tar_xz

ROOT = Path(__file__).resolve().parent.parent


def main(words: Sequence[str] | None = None) -> int:
    """Build what the command line asks for; return the exit status."""
    chosen = options().parse_args(words)
    reason = why_not()
    try:
        if reason:
            # The wheels, which are there already, get their checksums all the same.
            print(f"Left out: no programs, because {reason}.")
            chosen.out.mkdir(parents=True, exist_ok=True)
        else:
            _build(chosen)
        sums = write_sums(chosen.out)
        if chosen.sign:
            sign(sums, chosen.sign)
    except (BuildError, RuntimeError, ValueError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _build(chosen: argparse.Namespace) -> None:
    out = chosen.out.resolve()
    if chosen.work is not None:
        chosen.work.mkdir(parents=True, exist_ok=True)
    Build(out, chosen).run()
    if chosen.compare:
        compare_with_second(out, chosen)


def options() -> argparse.ArgumentParser:
    """Return the words that the command understands."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--out", type=Path, default=ROOT / "dist", help="the folder for the files")
    parser.add_argument("--work", type=Path, help="a folder with 3 GB for temporary files")
    parser.add_argument("--runtime", type=Path, help="the runtime of AppImages, for one of those")
    parser.add_argument(
        "--level", type=int, default=6, choices=range(10), metavar="0-9", help="the level of xz"
    )
    parser.add_argument(
        "--kernels",
        type=Path,
        default=ROOT / KERNELS,
        help="an archive of compiled kernels, used if it fits (crfcore/kernels.zip)",
    )
    parser.add_argument("--sign", help="a command; the list of checksums becomes its last word")
    parser.add_argument(
        "--compare",
        action="store_true",
        help="build everything again elsewhere, from the source archive, and compare",
    )
    return parser


def compare_with_second(out: Path, chosen: argparse.Namespace) -> None:
    """Build all again in another folder; BuildError for files that are not the same then."""
    with tempfile.TemporaryDirectory(prefix="second-", dir=chosen.work) as folder:
        place = Path(folder) / "of two builds"
        place.mkdir()
        words = ["--level", str(chosen.level), "--work", str(place)]
        if chosen.runtime:
            words += ["--runtime", str(chosen.runtime.absolute())]
        names = compare(out, build_again(ROOT, place, words, build_time(ROOT)))
    print("A second build in another folder has the same bytes:", *names, sep="\n  ")


class Build:
    """One build, from a copy of the sources to the files that are handed on."""

    def __init__(self, out: Path, chosen: argparse.Namespace) -> None:
        """Build into ``out``, as the command line chose."""
        self._out, self._work, self._runtime = out, chosen.work, chosen.runtime
        self._level, self._kernels = chosen.level, chosen.kernels
        self._seconds = build_time(ROOT)
        project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
        self._version = str(project["project"]["version"])
        self._begun = time.monotonic()

    def run(self) -> None:
        """Build all that this system can."""
        self._out.mkdir(parents=True, exist_ok=True)
        # A folder of the same disk: files are linked, not copied.
        with tempfile.TemporaryDirectory(prefix="tagwright-build-", dir=self._work) as folder:
            place = Path(folder)
            program, share = self._program(place)
            self._say(f"the program's folder: {size_of(program) / 1e6:.0f} MB, of which")
            print(table(largest_parts(program)))
            self._list_of_parts(program, place)
            if sys.platform == "linux":
                self._artefacts(program, share, place)
            else:
                hand_on(program, self._out)

    def _program(self, place: Path) -> tuple[Path, Path | None]:
        """Make the program's folder, and the tree of its share files."""
        sources = copy_sources(ROOT, place / "sources", self._seconds)
        log = place / "log.txt"
        self._say(add_kernels(sources, self._seconds, log, self._kernels))
        program = freeze(sources, place / "program", self._seconds, log)
        shutil.copyfile(sources / "CHANGELOG.md", program / "CHANGELOG.md")
        share = place / "share-files"
        has_share = self._call_script(sources, log, "share_files.py", "--out", str(share))
        # Named after the program: the list of its parts has the libraries of the folder.
        notices = ("--program", str(program), "--out", str(program / "NOTICES.html"))
        self._call_script(sources, log, "notices.py", *notices)
        if has_share:
            shutil.copytree(share / "share", program / "share")
        for folder in (program, share):
            if folder.exists():
                set_modes_and_times(folder, self._seconds)
        return program, share / "share" if has_share else None

    def _call_script(self, sources: Path, log: Path, name: str, *words: str) -> bool:
        """Run a script beside this one; return False, and say so, if there is none."""
        script = sources / "packaging" / name
        if not script.exists():
            self._say(f"left out: packaging/{name} is missing")
            return False
        call([sys.executable, str(script), *words], sources, self._seconds, log)
        return True

    def _list_of_parts(self, program: Path, place: Path) -> None:
        target = self._out / f"{self._name()}.cdx.json"
        words = ("--program", str(program), "--out", str(target))
        self._call_script(place / "sources", place / "log.txt", "parts_list.py", *words)

    def _artefacts(self, program: Path, share: Path | None, place: Path) -> None:
        seconds, level = self._seconds, self._level
        top = f"tagwright-{self._version}"
        self._step(
            place / f"{self._name()}.tar.xz",
            lambda archive: write_tar_xz(program, archive, top, seconds, level),
        )
        if shutil.which("dpkg-deb"):
            self._step(
                place / f"tagwright_{self._version}_{debian_package.architecture()}.deb",
                lambda package: debian_package.write_package(
                    program, share, package, self._version, seconds, level
                ),
            )
        else:
            self._say("left out: no Debian package, because there is no dpkg-deb here")
        self._image(program, share, place)

    def _image(self, program: Path, share: Path | None, place: Path) -> None:
        """Make the folder of an AppImage, and the image if somebody gave the runtime."""
        folder = place / f"{self._name()}.AppDir"
        app_image.write_folder(program, share, folder)
        set_modes_and_times(folder, self._seconds)
        if self._runtime is None or shutil.which("mksquashfs") is None:
            self._say(
                "left out: no AppImage, which needs mksquashfs and --runtime FILE (the runtime of "
                "AppImages, runtime-x86_64, is in no package index)"
            )
            return
        runtime, seconds = self._runtime, self._seconds
        self._step(
            place / f"{self._name()}.AppImage",
            lambda image: app_image.write_image(folder, runtime, image, seconds),
        )

    def _name(self) -> str:
        return f"tagwright-{self._version}-{platform_name()}"

    def _step(self, made: Path, make: Callable[[Path], None]) -> None:
        """Make a file, which is among those to hand on when it is complete."""
        make(made)
        target = self._out / made.name
        shutil.move(made, target)
        self._say(f"{target.name}: {target.stat().st_size / 1e6:.1f} MB")

    def _say(self, text: str) -> None:
        print(f"[{time.monotonic() - self._begun:4.0f} s] {text}", flush=True)


def platform_name() -> str:
    """Return the system and machine as file names have them."""
    return f"{sys.platform}-{platform.machine().lower()}"


if __name__ == "__main__":
    sys.exit(main())
