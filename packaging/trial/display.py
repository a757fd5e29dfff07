"""A screen without a monitor, and a person's keys on it."""

import os
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Collection
from pathlib import Path
from typing import TypeVar

from trial.bare_system import TrialError

SIZE = "1280x900x24"
T = TypeVar("T")

STEP = 0.1
KEY_MILLISECONDS = "60"


class Display:
    """An X server of its own, on the first free number."""

    def __init__(self) -> None:
        """Start the server."""
        reader, writer = os.pipe()
        self._server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writer), "-screen", "0", SIZE, "-ac", "-nolisten", "tcp"],
            pass_fds=(writer,),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(writer)
        with os.fdopen(reader) as numbers:
            self.name = f":{numbers.readline().strip()}"

    def close(self) -> None:
        """End the server."""
        self._server.terminate()
        self._server.wait()

    def wait_for_window(
        self,
        title: str,
        seconds: float,
        ended: Callable[[], bool] = lambda: False,
        known: Collection[str] = (),
    ) -> str:
        """Wait for a visible window with a title (a regular expression), and give it the keys.

        It is none of the ``known`` ones. ``ended`` returns whether there can be none any more.
        """

        def found() -> list[str]:
            return [window for window in self.windows(title) if window not in known]

        waited(lambda: bool(found()) or ended(), seconds)
        windows = found()
        if not windows:
            titles = ", ".join(map(self._title, self.windows("."))) or "none"
            raise TrialError(f"No window “{title}” appeared; there are: {titles}.")
        self._tool("windowfocus", "--sync", windows[-1])
        return windows[-1]

    def press(self, *keys: str) -> None:
        """Press keys, one after the other, in the window that has them."""
        self._tool("key", "--clearmodifiers", "--delay", KEY_MILLISECONDS, *keys)

    def picture(self, file: Path) -> None:
        """Save a picture of the screen, if there is a tool for that."""
        if shutil.which("import"):
            words = ["import", "-display", self.name, "-window", "root", str(file)]
            subprocess.run(words, check=False, capture_output=True)

    def windows(self, title: str) -> list[str]:
        """Return the visible windows whose title has a regular expression."""
        # xdotool searches titles of the old kind, in which Qt writes only what Latin-1 has.
        found = self._tool("search", "--onlyvisible", "--name", ".", may_fail=True).split()
        return [window for window in found if re.search(title, self._title(window))]

    def _title(self, window: str) -> str:
        return self._tool("getwindowname", window, may_fail=True).strip()

    def _tool(self, *words: str, may_fail: bool = False) -> str:
        done = subprocess.run(
            ["xdotool", *words],
            env={**os.environ, "DISPLAY": self.name},
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode and not may_fail:
            raise TrialError(f"xdotool {' '.join(words)}: {done.stderr.strip()}")
        return done.stdout


def waited(question: Callable[[], T], seconds: float) -> T:
    """Ask until the answer is true, or for a time; return the last answer."""
    end = time.monotonic() + seconds
    while not (answer := question()) and time.monotonic() < end:
        time.sleep(STEP)
    return answer
