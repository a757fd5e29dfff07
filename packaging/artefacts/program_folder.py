"""The folder of the frozen program, made from a copy of the sources."""

import shutil
import subprocess
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path

from artefacts.same_bits import build_environment, set_modes_and_times
from artefacts.search_paths import keep_relative_paths

COPIED = ("app", "crfcore", "packaging", "resources")
SPEC = Path("packaging") / "frozen" / "tagwright.spec"
KERNELS = Path("crfcore") / "kernels.zip"
INNER = "_internal"

_LAST_LINES = 15

FITS = (
    "import sys; from crfcore.shipped_kernels import ARCHIVE, parts_of; "
    "sys.exit(not parts_of(ARCHIVE))"
)
"""Succeeds if the archive of kernels beside the sources is for them, and for this Python."""


class BuildError(Exception):
    """A step of the build failed; the message says which, and what to do."""


def why_not() -> str:
    """Return why this system cannot make the program, "" if it can."""
    try:
        library = import_module("PyInstaller.depend.bindepend").get_python_library_path
    except ImportError:
        return "PyInstaller is not installed"
    if sys.platform == "linux" and shutil.which("objdump") is None:
        return "PyInstaller needs objdump (Debian: apt-get install binutils)"
    try:
        library()
    except import_module("PyInstaller.exceptions").PythonLibraryNotFoundError:
        major, minor = sys.version_info[:2]
        return (
            "this Python has no shared library, which the program contains "
            f"(Debian: apt-get install libpython{major}.{minor})"
        )
    return ""


def copy_sources(root: Path, place: Path, seconds: int) -> Path:
    """Copy what the program is made of; return the folder.

    A build leaves nothing in the checkout, and takes nothing that was compiled there.
    """
    ignored = shutil.ignore_patterns("__pycache__", "*.pyc", KERNELS.name)
    for name in COPIED:
        shutil.copytree(root / name, place / name, ignore=ignored)
    for file in ("LICENSE", "CHANGELOG.md", "pyproject.toml"):
        shutil.copyfile(root / file, place / file)
    set_modes_and_times(place, seconds)
    return place


def add_kernels(sources: Path, seconds: int, log: Path, made: Path | None) -> str:
    """Put compiled kernels beside the sources; return a sentence on where they are from.

    ``made`` is an archive of kernels, which is used if it fits the sources.
    """
    if not (sources / "crfcore" / "kernel_archive.py").exists():
        return "left out: no kernels, because crfcore/kernel_archive.py is missing"
    archive = [sys.executable, "-m", "crfcore.kernel_archive"]
    if made is not None and made.exists():
        shutil.copyfile(made, sources / KERNELS)
        with suppress(BuildError):
            call([sys.executable, "-c", FITS], sources, seconds, log)
            return f"kernels taken from {made}"
    call([*archive, str(sources / KERNELS)], sources, seconds, log)
    return "kernels compiled for any processor of this kind"


def freeze(sources: Path, place: Path, seconds: int, log: Path) -> Path:
    """Make the program's folder below ``place`` with PyInstaller; return it."""
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN"]
    command += ["--distpath", str(place), "--workpath", str(place / "work"), str(sources / SPEC)]
    call(command, sources, seconds, log)
    shutil.rmtree(place / "work")
    program = place / "tagwright"
    compile_library(program, sources, seconds, log)
    if sys.platform == "linux":
        drop_debug_information(program)
        keep_relative_paths(program)
    shutil.copyfile(sources / "LICENSE", program / "LICENSE")
    return program


def compile_library(program: Path, sources: Path, seconds: int, log: Path) -> None:
    """Compile the library's sources, which no user could do in a folder of the system.

    They count whatever the times of the sources are, which unpacking may change, and name no
    folder: the interpreter puts the present one in their place.
    """
    command = [sys.executable, "-m", "compileall", "-q", "--invalidation-mode", "unchecked-hash"]
    command += ["-s", str(program / INNER), str(program / INNER / "crfcore")]
    call(command, sources, seconds, log, PYTHONDONTWRITEBYTECODE="")


def drop_debug_information(program: Path) -> None:
    """Remove what only debuggers read from the interpreter's files, if it was built with that.

    Only there: other libraries may not survive it, OpenBLAS among them.
    """
    files = [*program.glob(f"{INNER}/libpython*"), *program.glob(f"{INNER}/python3.*/**/*.so")]
    for file in sorted(path for path in files if not path.is_symlink()):
        subprocess.run(["objcopy", "--strip-debug", str(file)], check=True)


def call(command: list[str], sources: Path, seconds: int, log: Path, **variables: str) -> None:
    """Run a command of the build; its output goes to a file, and its end into an error."""
    environment = {**build_environment(sources, seconds), **variables}
    # PyInstaller's own cache would otherwise be in the home folder.
    environment["PYINSTALLER_CONFIG_DIR"] = str(log.parent / "pyinstaller")
    with log.open("ab") as output:
        status = subprocess.run(
            command, cwd=sources, env=environment, stdout=output, stderr=output, check=False
        ).returncode
    if status:
        lines = log.read_text(encoding="utf-8", errors="replace").splitlines()[-_LAST_LINES:]
        raise BuildError(
            "\n".join(lines) + f"\nThe build stopped: {' '.join(command[1:4])} ended with status "
            f"{status}. Mend what it names above, and call again."
        )
