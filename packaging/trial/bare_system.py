"""A Debian in a folder, with mounts and processes of its own that end with this process.

Mounts are made in a namespace of their own (`in_own_namespace`). The process outside of it removes
the folder, and for that process there are no mounts: nothing of the real system can be removed with
it, and a killed trial leaves none behind.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

SUITE = "bookworm"
USER, USER_ID = "anna", 1000
HOME = Path("/home") / USER
INSIDE = "--inside"
"""The argument of the process within the namespaces, followed by the folder."""

TOOLS = ("debootstrap", "unshare", "Xvfb", "xdotool")

_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


class TrialError(Exception):
    """Something is not as it should be; the message says what."""


def why_not() -> str:
    """Return why there can be no trial here, "" if there can."""
    if sys.platform != "linux" or os.geteuid() != 0:
        return "only root on Linux can make a system in a folder"
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if missing:
        return f"{', '.join(missing)} is missing: apt-get install debootstrap xvfb xdotool"
    if subprocess.run(["unshare", "--mount", "--pid", "--fork", "true"], check=False).returncode:
        return "this root may not make namespaces, as in some containers"
    return ""


def in_own_namespace(folder: Path, words: Sequence[str]) -> int:
    """Run this program again, with mounts and processes of its own; return its exit status."""
    command = ["unshare", "--mount", "--propagation", "private", "--pid", "--fork", "--kill-child"]
    command += [sys.executable, *words, INSIDE, str(folder)]
    child = subprocess.Popen(command)
    try:
        return child.wait()
    except KeyboardInterrupt:
        # It got the signal, too; without it all processes within end as well.
        child.kill()
        child.wait()
        raise


class BareSystem:
    """Debian's smallest set of packages, in a folder."""

    def __init__(self, root: Path) -> None:
        """Use the folder ``root``, which may be empty."""
        self.root = root

    def install(self, mirror: str) -> None:
        """Install Debian, and make an ordinary user with an empty home."""
        command = ["debootstrap", "--variant=minbase", SUITE, str(self.root), mirror]
        _quiet(command)
        # A temporary folder is closed to others; this one is the root of their system.
        self.root.chmod(0o755)
        # Nothing may start services here.
        policy = self.root / "usr" / "sbin" / "policy-rc.d"
        policy.write_text("#!/bin/sh\nexit 101\n", encoding="utf-8")
        policy.chmod(0o755)
        self.run("useradd", "--create-home", "--uid", str(USER_ID), "--shell", "/bin/bash", USER)

    def mount(self) -> None:
        """Mount what programs expect, and the folder of the display's socket."""
        places = {name: self.root / name for name in ("dev", "proc", "tmp/.X11-unix", "dev/shm")}
        Path("/tmp/.X11-unix").mkdir(mode=0o1777, exist_ok=True)
        places["tmp/.X11-unix"].mkdir(mode=0o1777, exist_ok=True)
        _quiet(["mount", "--rbind", "/dev", str(places["dev"])])
        _quiet(["mount", "-t", "tmpfs", "-o", "mode=1777", "tmpfs", str(places["dev/shm"])])
        _quiet(["mount", "-t", "proc", "proc", str(places["proc"])])
        _quiet(["mount", "--bind", "/tmp/.X11-unix", str(places["tmp/.X11-unix"])])
        shutil.copyfile("/etc/resolv.conf", self.root / "etc" / "resolv.conf")

    def run(self, *words: str) -> str:
        """Run a command as root; return its output, or raise TrialError with it."""
        return self._run([], words, {"HOME": "/root", "DEBIAN_FRONTEND": "noninteractive"})

    def run_as_user(self, *words: str, display: str = "") -> str:
        """Run a command as the ordinary user, in the home folder."""
        return self._run(self._user_options(), words, self._user_environment(display))

    def start_as_user(self, *words: str, display: str) -> subprocess.Popen[bytes]:
        """Start a command as the ordinary user; what it prints is in a file at the root."""
        command = self._command(self._user_options(), words, self._user_environment(display))
        with (self.root / "printed.txt").open("wb") as output:
            return subprocess.Popen(command, stdout=output, stderr=output)

    def files(self) -> set[str]:
        """Return the names of all files but those of devices, processes and package lists."""
        found = set()
        for folder, folders, names in os.walk(self.root):
            place = Path(folder).relative_to(self.root)
            if place == Path():
                folders[:] = [name for name in folders if name not in ("dev", "proc", "sys")]
            found |= {(place / name).as_posix() for name in (*folders, *names)}
        return found

    @staticmethod
    def _user_options() -> list[str]:
        return [f"--userspec={USER_ID}:{USER_ID}"]

    @staticmethod
    def _user_environment(display: str) -> dict[str, str]:
        shown = {"DISPLAY": display} if display else {}
        return {"HOME": str(HOME), "USER": USER, **shown}

    def _command(
        self, options: list[str], words: Sequence[str], variables: dict[str, str]
    ) -> list[str]:
        set_up = [f"{name}={text}" for name, text in {"PATH": _PATH, **variables}.items()]
        folder = variables["HOME"]
        enter = ["chroot", *options, str(self.root), "env", "-i", f"--chdir={folder}"]
        return [*enter, "LANG=C.UTF-8", *set_up, *words]

    def _run(self, options: list[str], words: Sequence[str], variables: dict[str, str]) -> str:
        command = self._command(options, words, variables)
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise TrialError(
                f"{' '.join(words)} ended with status {done.returncode}:\n{done.stdout[-1500:]}"
                f"{done.stderr[-1500:]}"
            )
        return done.stdout


def _quiet(command: list[str]) -> None:
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if done.returncode:
        raise TrialError(f"{' '.join(command)}: {done.stdout.decode(errors='replace')[-1500:]}")
