"""Set Tagwright up on this machine and run one of its targets.

Called by make, or by hand: python3 packaging/bootstrap.py test. Needs only the standard library,
and is valid syntax for old Pythons, which then look for a newer one, or print a sentence about what
is missing.
"""

import ctypes
import hashlib
import importlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from targets import DISTRIBUTIONS, MAX_PROCESSES, TARGETS, Target

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

ROOT = Path(__file__).resolve().parent.parent
ENVIRONMENT = ROOT / ".venv"
STAMP = ENVIRONMENT / "tagwright-setup.json"
MARKER = ENVIRONMENT / "tagwright-environment.txt"
CONSTRAINTS = ROOT / "packaging" / "constraints.txt"

SUPPORTED = ((3, 13), (3, 12), (3, 11))

# Bytes of the environment on disk, and of pip's downloads meanwhile.
ENVIRONMENT_SIZE = 1200 * 10**6
DOWNLOADS_SIZE = 600 * 10**6

# System libraries of Qt's wheel: the file, and its Debian package.
QT_LIBRARIES = (
    ("libglib-2.0.so.0", "libglib2.0-0"),
    ("libEGL.so.1", "libegl1"),
    ("libGL.so.1", "libgl1"),
    ("libxkbcommon.so.0", "libxkbcommon0"),
    ("libdbus-1.so.3", "libdbus-1-3"),
    ("libfontconfig.so.1", "libfontconfig1"),
)
# The same for a window on an X server, not needed without a screen.
DISPLAY_LIBRARIES = (
    ("libxcb-cursor.so.0", "libxcb-cursor0"),
    ("libxcb-icccm.so.4", "libxcb-icccm4"),
    ("libxcb-keysyms.so.1", "libxcb-keysyms1"),
    ("libxcb-shape.so.0", "libxcb-shape0"),
    ("libxkbcommon-x11.so.0", "libxkbcommon-x11-0"),
)

# The program itself sets its folder for kernels.
WARM = (
    "import sys; from app.__main__ import prepare_environment; prepare_environment(); "
    "from crfcore.warm import warm; warm(*sys.argv[1:])"
)
SHIPPED = (
    "import sys; from crfcore.shipped_kernels import has_part; sys.exit(not has_part('labelling'))"
)
# Each group is compiled in its own process; they take about the same time.
WARM_GROUPS = (
    ("labelling", "answers", "vectors", "segments"),
    ("passes", "online", "asking", "documents", "grammars", "margins", "graphs", "boosting"),
)


class SetupError(Exception):
    """The machine lacks something; the message says what, and what to do."""


def main(arguments: "list[str]") -> int:
    """Run the target named first; further arguments go to its last command."""
    if not arguments or arguments[0] == "help":
        print(usage())
        return 0
    if arguments[0] not in TARGETS:
        print(f"There is no target '{arguments[0]}'.\n\n{usage()}", file=sys.stderr)
        return 2
    target = TARGETS[arguments[0]]
    try:
        python = set_up()
    except SetupError as error:
        print(error, file=sys.stderr)
        return 1
    except OSError as error:
        print(f"The set-up stopped: {error}. Fix that and call again.", file=sys.stderr)
        return 1
    return run(target, python, arguments[1:])


def usage() -> str:
    """List the targets."""
    lines = [f"{name:<10} {target.help}" for name, target in TARGETS.items()]
    return "make TARGET, or python3 packaging/bootstrap.py TARGET:\n\n" + "\n".join(lines)


def run(target: Target, python: Path, arguments: "list[str]") -> int:
    """Run a target's commands up to the first failure, and return the exit status."""
    environment = dict(os.environ, **dict(target.environment))
    # Images of Docker set it; then each of the hundreds of processes that the tests start would
    # compile the program's sources again.
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    filled = {"{python}": str(python), "{processes}": str(processes())}
    for number, command in enumerate(target.commands, start=1):
        words = [filled.get(word, word) for word in command]
        if number == len(target.commands):
            words += arguments
        status = subprocess.run(words, cwd=str(ROOT), env=environment, check=False).returncode
        if status:
            return status if status > 0 else 128 - status
    return 0


def processes() -> int:
    """Return the number of test processes: one more than processors, up to a limit.

    Many tests wait for the disk, or for a window's timers.
    """
    affinity = getattr(os, "sched_getaffinity", None)
    usable = len(affinity(0)) if affinity else os.cpu_count() or 1
    return min(usable + 1, MAX_PROCESSES)


def set_up() -> Path:
    """Make the environment unless it exists; return its Python."""
    claim_environment()
    with MARKER.open(encoding="utf-8") as marker:
        wait_for_others(marker.fileno())
        return complete_environment(marker.fileno())


def complete_environment(held: int) -> Path:
    """Complete the set-up; `held` is the locked file, which children inherit."""
    python = environment_python()
    wanted = digest(sys.version_info[:3])
    done = read_stamp()
    if done.get("digest") != wanted or not python.exists():
        done = {}
    base = None if done else find_python()
    if sys.platform.startswith("linux"):
        install_debian(missing_libraries(wanted_libraries()) + missing_venv(base))
    if base is not None:
        check_room()
        make_environment(base, held)
        install_packages(python, held)
        done = write_stamp({"digest": wanted})
    kernels = kernel_digest()
    if done.get("kernels") != kernels:
        warm_kernels(python, held)
        write_stamp({"digest": wanted, "kernels": kernels})
    return python


def claim_environment() -> None:
    """Mark the environment's folder as made by this set-up; reject any other folder."""
    if MARKER.exists() and not ENVIRONMENT.is_symlink():
        return
    ours = not os.path.lexists(str(ENVIRONMENT)) or (
        ENVIRONMENT.is_dir()
        and not ENVIRONMENT.is_symlink()
        and (STAMP.exists() or not any(ENVIRONMENT.iterdir()))
    )
    if not ours:
        raise SetupError(
            f"{ENVIRONMENT} was not made by Tagwright, so it is left as it is. "
            "Move it away or remove it, and call again."
        )
    ENVIRONMENT.mkdir(exist_ok=True)
    MARKER.write_text("Tagwright made this folder, and clears it.\n", encoding="utf-8")


def wait_for_others(held: int) -> None:
    """Lock the set-up; children of an interrupted one may still have the lock."""
    try:
        if try_lock(held):
            return
        report("Another set-up of this checkout is at work: waiting for its end")
        while not try_lock(held):
            time.sleep(0.1)
    except OSError:
        return  # a file system without locks


def try_lock(held: int) -> bool:
    """Lock a file, on Windows its first byte; return False if another process has it locked."""
    try:
        if fcntl is None:
            windows = importlib.import_module("msvcrt")
            windows.locking(held, windows.LK_NBLCK, 1)
        else:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True


def check_room() -> None:
    """Raise SetupError if a disk is too full for the packages."""
    folders = ((ROOT, ENVIRONMENT_SIZE), (Path(tempfile.gettempdir()), DOWNLOADS_SIZE))
    needed = {}  # type: dict[int, tuple[Path, int]]
    for folder, size in folders:
        disk = folder.stat().st_dev
        needed[disk] = (folder, size + needed.get(disk, (folder, 0))[1])
    for folder, size in needed.values():
        free = shutil.disk_usage(str(folder)).free
        if free < size:
            raise SetupError(
                f"The disk of {folder} has {free / 1e9:.1f} GB left, and the packages take "
                f"{size / 1e9:.1f} GB. Make room and call again."
            )


def read_stamp() -> "dict[str, object]":
    """Return the stamp of the last set-up, empty if it was not completed."""
    try:
        return dict(json.loads(STAMP.read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return {}


def write_stamp(stamp: "dict[str, object]") -> "dict[str, object]":
    """Write the progress of the set-up."""
    STAMP.write_text(json.dumps(stamp), encoding="utf-8")
    return stamp


def digest(version: "tuple[int, ...]") -> str:
    """Return a digest of an environment's dependencies: its path, its packages, its Python."""
    sums = hashlib.sha256(repr((str(ROOT), tuple(version))).encode())
    for folder in DISTRIBUTIONS:
        sums.update((ROOT / folder / "pyproject.toml").read_bytes())
    sums.update(CONSTRAINTS.read_bytes())
    return sums.hexdigest()


def kernel_digest() -> str:
    """Return a digest of the library's sources, on which its compiled kernels depend."""
    sums = hashlib.sha256()
    for path in sorted((ROOT / "crfcore").rglob("*.py")):
        sums.update(path.read_bytes())
    return sums.hexdigest()


# ---- Python and its packages


def environment_python() -> Path:
    """Return the path of the environment's Python."""
    if os.name == "nt":
        return ENVIRONMENT / "Scripts" / "python.exe"
    return ENVIRONMENT / "bin" / "python"


def find_python() -> str:
    """Return a supported Python: the running one, else the newest found."""
    if sys.version_info[:2] in SUPPORTED:
        # Not the Python of an active environment, which may be the one to be cleared.
        return getattr(sys, "_base_executable", None) or sys.executable
    for major, minor in SUPPORTED:
        for candidate in candidates(f"python{major}.{minor}"):
            if version_of(candidate) == (major, minor):
                return candidate
    this = ".".join(map(str, sys.version_info[:3]))
    raise SetupError(
        f"Tagwright needs Python 3.11, 3.12 or 3.13; this is {this}, and the PATH has no other. "
        "Install one (on Debian 12: apt-get install python3 python3-venv) and call again."
    )


def candidates(name: str) -> "list[str]":
    """Return the programs of a name: on the PATH, and behind pyenv's shims on the PATH."""
    found = []
    for folder in os.environ.get("PATH", "").split(os.pathsep):
        program = shutil.which(name, path=folder) if folder else None
        if program is None or ENVIRONMENT in Path(program).parents:
            continue
        found.append(program)
        if Path(folder).name == "shims":
            # A shim rejects installed versions that are not selected; they are in a folder beside
            # it.
            versions = Path(folder).parent / "versions"
            found += sorted(str(path) for path in versions.glob("*/bin/" + name))
    return found


def version_of(program: str) -> "tuple[int, ...]":
    """Return the version of a Python; an empty tuple if it does not run."""
    question = "import sys; print(*sys.version_info[:2])"
    try:
        answer = subprocess.run(
            [program, "-c", question],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=30,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return ()
    return tuple(int(part) for part in answer.stdout.split())


def make_environment(python: str, held: int) -> None:
    """Make an environment with pip only."""
    report(f"Making the environment .venv with {python}")
    if STAMP.exists():
        STAMP.unlink()  # first, so that a partly cleared environment does not look complete
    for entry in ENVIRONMENT.iterdir():
        if entry.is_dir() and not entry.is_symlink():
            shutil.rmtree(str(entry))
        elif entry != MARKER:
            entry.unlink()
    call([python, "-m", "venv", str(ENVIRONMENT)], "The environment could not be made", held)


def install_packages(python: Path, held: int) -> None:
    """Install exactly the locked wheels, and the checkout in place."""
    report("Installing packages into .venv (some 900 MB; a minute or two)")
    pip = [str(python), "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    pip += ["--no-input", "--no-deps", "--no-user"]
    failed = "The packages could not be installed: see pip's words above, mend that and call again"
    locked = ["--only-binary", ":all:", "--require-hashes", "-r", str(CONSTRAINTS)]
    call([*pip, *locked], failed, held)
    checkout = [word for folder in DISTRIBUTIONS for word in ("-e", folder)]
    call([*pip, "--no-index", "--no-build-isolation", *checkout], failed, held)


def warm_kernels(python: Path, held: int) -> None:
    """Compile the kernels into the user's cache, for a fast first start.

    With an archive of them beside the sources (see `crfcore.kernel_archive`) nobody waits: the
    program compiles this machine's own while it is used.
    """
    if not subprocess.run([str(python), "-c", SHIPPED], cwd=str(ROOT), check=False).returncode:
        report("Using the compiled kernels of crfcore/kernels.zip")
        return
    report("Compiling the kernels")
    commands = [[str(python), "-c", WARM, *group] for group in WARM_GROUPS]
    processes = [
        subprocess.Popen(command, cwd=str(ROOT), **inherited(held)) for command in commands
    ]
    ended = [process.wait() for process in processes]
    if any(ended):
        report("That did not succeed; the program will compile them when it needs them.")


# ---- the system


def wanted_libraries() -> "tuple[tuple[str, str], ...]":
    """Return the libraries that Qt needs here, with or without a screen."""
    return QT_LIBRARIES + (DISPLAY_LIBRARIES if os.environ.get("DISPLAY") else ())


def missing_libraries(wanted: "tuple[tuple[str, str], ...]") -> "list[str]":
    """Return the Debian packages of missing libraries."""
    return [package for library, package in wanted if not loads(library)]


def loads(library: str) -> bool:
    """Return whether the system finds a shared library."""
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def missing_venv(python: "str | None") -> "list[str]":
    """Return the Debian package of venv and pip, if it is missing."""
    if python is None:
        return []
    probe = [python, "-c", "import venv, ensurepip"]
    if not subprocess.run(probe, stderr=subprocess.DEVNULL, check=False).returncode:
        return []
    if Path("/usr/bin/python3").resolve() == Path(python).resolve():
        return ["python3-venv"]
    major, minor = version_of(python)
    return [f"python{major}.{minor}-venv"]


def install_debian(packages: "list[str]") -> None:
    """Install missing packages as root on Debian; otherwise raise SetupError with the command."""
    if not packages:
        return
    names = " ".join(packages)
    if shutil.which("apt-get") is None:
        raise SetupError(
            "The system lacks something that Tagwright needs. Install what it has for these Debian "
            f"packages and call again: {names}"
        )
    if os.geteuid() != 0 or os.environ.get("TAGWRIGHT_NO_APT"):
        sudo = "sudo " if os.geteuid() else ""
        raise SetupError(
            "The system lacks something that Tagwright needs. Install it with this line and call "
            f"again:\n\n    {sudo}apt-get install --no-remove {names}\n"
        )
    report(
        "The system lacks libraries that Qt loads, or Python's venv. Root runs this, so apt-get "
        f"installs them now, and removes nothing (TAGWRIGHT_NO_APT=1 declines): {names}"
    )
    failed = f"apt-get could not install {names}: see its words above"
    call_apt(["update"], failed)
    call_apt(["install", "--yes", "--no-remove", "--no-install-recommends", *packages], failed)


def call_apt(words: "list[str]", failed: str) -> None:
    """Run apt-get without questions, with output only on failure."""
    environment = dict(os.environ, DEBIAN_FRONTEND="noninteractive")
    command = ["apt-get", "-qq", "-o", "Dpkg::Use-Pty=0", *words]
    done = subprocess.run(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    )
    if done.returncode:
        sys.stderr.write(done.stdout.decode("utf-8", "backslashreplace"))
        raise SetupError(f"{failed} (exit status {done.returncode}).")


def call(command: "list[str]", failed: str, held: int) -> None:
    """Run a command of the set-up; on failure raise SetupError with a sentence."""
    status = subprocess.run(command, cwd=str(ROOT), check=False, **inherited(held)).returncode
    if status:
        raise SetupError(f"{failed} (exit status {status}).")


def inherited(held: int) -> "dict[str, Any]":
    """Return arguments for a child that keeps the lock if it outlives this process."""
    if fcntl is None:
        return {}
    return {"pass_fds": (held,)}


def report(sentence: str) -> None:
    """Print the current step."""
    print(sentence, flush=True)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
