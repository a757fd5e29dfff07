"""What makes two builds of the same sources alike, byte by byte."""

import os
import subprocess
from pathlib import Path

EARLIEST = 315532800
"""The first second of 1980, before which archives of the zip format have no times."""


def build_time(root: Path) -> int:
    """Return the time that all files of a build get, in seconds since 1970.

    It is ``SOURCE_DATE_EPOCH``, or else the time of the last commit; outside of a repository the
    first one possible.
    """
    named = os.environ.get("SOURCE_DATE_EPOCH", "")
    if named:
        if not named.isdecimal():
            raise ValueError(
                f"SOURCE_DATE_EPOCH is “{named}”, but has to be a number of seconds since 1970: "
                "set it to one, or to nothing."
            )
        return max(int(named), EARLIEST)
    command = ["git", "-C", str(root), "log", "-1", "--format=%ct"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return EARLIEST
    return max(int(done.stdout), EARLIEST)


def build_environment(sources: Path, seconds: int) -> dict[str, str]:
    """Return the environment of a build's commands, which import the program from its sources."""
    kept = {name: text for name, text in os.environ.items() if not name.startswith("PYTHON")}
    return {
        **kept,
        "LC_ALL": "C.UTF-8",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONHASHSEED": "1",
        "PYTHONPATH": str(sources),
        "SOURCE_DATE_EPOCH": str(seconds),
        "TZ": "UTC",
    }


def set_modes_and_times(folder: Path, seconds: int) -> None:
    """Give all files below a folder the same time, and modes that do not depend on the builder."""
    for path in [folder, *folder.rglob("*")]:
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or is_program(path) else 0o644)
        os.utime(path, (seconds, seconds), follow_symlinks=False)


def is_program(path: Path) -> bool:
    """Return whether a file is to be started: it may be now, and is no library."""
    return bool(path.stat().st_mode & 0o100) and ".so" not in path.name
