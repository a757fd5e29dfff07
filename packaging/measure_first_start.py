"""Measure how soon a built program shows its window and its first suggestion.

Called by hand: python3 packaging/measure_first_start.py FOLDER, the folder with the program. It
needs xvfb and xdotool. Each round has an empty home; the window is started again in it, and then
everything that was compiled is in the cache or in the program.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from trial.bare_system import TrialError
from trial.display import Display, waited

WELCOME = "^Tagwright$"
ARRIVED = "The first suggestions have arrived."
"""What the log says, which has the time of that."""

PATIENCE = 120.0


def main() -> int:
    """Print the seconds of each round, in one line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="the folder of a built program")
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    display = Display()
    try:
        for _ in range(given.rounds):
            with tempfile.TemporaryDirectory() as home:
                print(one_round(given.folder.resolve() / "tagwright", Path(home), display))
    except TrialError as error:
        print(error, file=sys.stderr)
        return 1
    finally:
        display.close()
    return 0


def one_round(program: Path, home: Path, display: Display) -> str:
    """Return the seconds of a first start in an empty home, and of a second one."""
    first = _Start(program, home, display)
    window = first.seconds_to_window(WELCOME)
    display.press("Return")  # opens the sample
    suggestion = first.seconds_to_suggestion()
    first.end()
    second = _Start(program, home, display)
    again = second.seconds_to_window(WELCOME)
    second.end()
    return (
        f"first start: window {window:.2f} s, suggestion {suggestion:.2f} s; "
        f"second start: window {again:.2f} s"
    )


class _Start:
    """One start of the program."""

    def __init__(self, program: Path, home: Path, display: Display) -> None:
        self._display = display
        self._log = home / ".local" / "state" / "tagwright" / "tagwright.log"
        kept = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8"}
        self._begun, self._clock = time.monotonic(), time.time()
        self._process = subprocess.Popen(
            [str(program)], env={**kept, "HOME": str(home), "DISPLAY": display.name}, cwd=str(home)
        )

    def seconds_to_window(self, title: str) -> float:
        """Return when a window with a title was visible."""
        self._display.wait_for_window(title, PATIENCE, lambda: self._process.poll() is not None)
        return time.monotonic() - self._begun

    def seconds_to_suggestion(self) -> float:
        """Return when the first suggestions had come, by the time in the log."""
        line = waited(self._line, PATIENCE)
        if not line:
            raise TrialError("There were no suggestions.")
        moment, milliseconds = line.split(" INFO ")[0].split(",")
        begun = time.mktime(time.strptime(moment, "%Y-%m-%d %H:%M:%S"))
        return begun + int(milliseconds) / 1000.0 - self._clock

    def _line(self) -> str:
        try:
            lines = self._log.read_text(encoding="utf-8").splitlines()
        except OSError:
            return ""
        return next((line for line in lines if ARRIVED in line), "")

    def end(self) -> None:
        """End the program as the system does."""
        self._process.terminate()
        self._process.wait()


if __name__ == "__main__":
    sys.exit(main())
