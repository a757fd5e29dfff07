"""What a person does on the bare system, and what has to be true afterwards."""

import os
import shlex
import shutil
import sqlite3
import subprocess
import tempfile
import time
from collections.abc import Callable, Collection
from configparser import ConfigParser
from contextlib import closing, suppress
from functools import partial
from pathlib import Path

from trial.bare_system import HOME, USER_ID, BareSystem, TrialError
from trial.display import Display, waited

SENTENCES = 10
PATIENCE = 600.0
"""Seconds to wait for a window or a file, on a busy machine."""

COUNT = "SELECT count(*) FROM edits WHERE kind = 'accept' AND NOT undone"

KEY_SECONDS = 10.0
"""Seconds to wait for the effect of keys; then they are pressed again."""

SAMPLE_DONE = 140
"""Sentences of the sample that are done from the beginning."""

MAIN_WINDOW = "Tagwright$"
WELCOME = "^Tagwright$"
PROJECT_WINDOW = ". Tagwright$"
TEXT = "Rex\nwas\ngiven\ncarprofen\n.\n"

OF_DEBIAN = (
    *("etc/ld.so.cache", "etc/resolv.conf", "printed.txt", "root/", "run/", "tmp/"),
    *("var/cache/", "var/lib/apt/", "var/lib/dpkg/", "var/log/"),
)
"""What removed packages leave on any Debian: lists, logs, caches."""


def timed(text: str, do: Callable[[], object]) -> None:
    """Do something, and print how long it took."""
    begun = time.monotonic()
    do()
    print(f"{text}: {time.monotonic() - begun:.1f} s", flush=True)


def words_of(entry: str) -> list[str]:
    """Return the command of a desktop entry, without a file to open."""
    parser = ConfigParser(interpolation=None)
    parser.read_string(entry)
    words = shlex.split(parser["Desktop Entry"]["Exec"])
    return [word for word in words if not word.startswith("%")]


class Trial:
    """Installs, labels, exports, tags and removes; TrialError at the first fault."""

    def __init__(
        self, system: BareSystem, display: Display, package: Path, pictures: Path | None
    ) -> None:
        """Try a package on a system, with pictures into a folder."""
        self._system, self._display = system, display
        self._package, self._pictures = package, pictures
        self._program: subprocess.Popen[bytes] | None = None
        self._home = system.root / HOME.relative_to("/")

    def run(self) -> None:
        """Do all of it."""
        self._system.run("apt-get", "-qq", "update")
        self._expect_no_tools()
        before = self._system.files()
        begun = time.monotonic()
        timed("the package is installed", self._install)
        self._first_start()
        self._label()
        print(f"from one command to a labelled sentence: {self._labelled - begun:.1f} s")
        self._export()
        self._end()
        self._expect_done()
        self._tag()
        timed("the window again", self._second_start)
        timed("the package is removed", self._remove)
        self._expect_nothing_left(before)

    def _expect_no_tools(self) -> None:
        """Make sure that the trial shows something: there is no Python to borrow."""
        for tool in ("python3", "gcc", "make"):
            if (self._system.root / "usr" / "bin" / tool).exists():
                raise TrialError(f"The bare system has {tool}, so it is not bare.")

    def _install(self) -> None:
        name = f"/root/{self._package.name}"
        shutil.copyfile(self._package, self._system.root / name.lstrip("/"))
        # As an ordinary person does it; the package recommends no others.
        self._system.run("apt-get", "-qq", "install", "--yes", name)
        (self._system.root / name.lstrip("/")).unlink()

    def _first_start(self) -> None:
        begun = time.monotonic()
        self._start()
        self._window(WELCOME)
        print(f"the first start shows the window after {time.monotonic() - begun:.1f} s")
        self._show("welcome")
        self._display.press("Return")
        self._window(PROJECT_WINDOW)

    def _start(self) -> None:
        """Start what the desktop entry names, as a menu does, in the user's home."""
        [entry] = (self._system.root / "usr/share/applications").glob("*Tagwright.desktop")
        self._program = self._system.start_as_user(
            *words_of(entry.read_text(encoding="utf-8")), display=self._display.name
        )

    def _label(self) -> None:
        """Label ten sentences: a label on the word at the caret, then all that is suggested."""
        self._wait_for(lambda: bool(self._projects()), "the copy of the sample")
        for number in range(1, SENTENCES + 1):
            self._wait_for(partial(self._accepts, number), f"sentence {number} on the disk")
            if number == 1:
                self._labelled = time.monotonic()
        self._show("labelled")

    def _accepts(self, number: int) -> bool:
        """Label and accept; Escape first ends the tour, which appears after the window."""
        if number == 1:
            self._display.press("Escape")
        self._display.press("1", "Return")
        return waited(lambda: self._accepted() >= number, KEY_SECONDS)

    def _export(self) -> None:
        """Export text and model, each to where its dialog proposes."""
        folder = self._projects()[0].parent
        self._display.press("ctrl+e")
        dialog = self._window("^Export")
        self._show("export")
        self._display.press("Return")
        self._window("^Export", known={dialog})
        self._show("folder")
        self._display.press("Return")
        self._wait_for(lambda: self._made(folder, ".conll"), "the exported text")
        self._window(PROJECT_WINDOW)
        self._wait_for(self._asks_for_model, "a model to export")
        self._window("^Export")
        self._show("model")
        self._display.press("Return")
        self._wait_for(lambda: self._made(folder, ".crf"), "the exported model")
        self._window(PROJECT_WINDOW)
        self._show("exported")

    def _asks_for_model(self) -> bool:
        """Choose the command by its keys in the menu; until there is a model, nothing opens."""
        self._display.press("alt+p", "m")
        return waited(lambda: bool(self._display.windows("^Export")), KEY_SECONDS)

    def _end(self) -> None:
        """Quit as a person does; a program that does not end is a fault."""
        self._display.press("ctrl+q")
        if not waited(self._has_ended, PATIENCE):
            self._show("fault")
            raise TrialError("The program did not end after Ctrl+Q.")
        printed = (self._system.root / "printed.txt").read_text(errors="replace")
        if printed:
            raise TrialError(f"The program printed: {printed}")

    def _expect_done(self) -> None:
        """Count the sentences that are done, by command line."""
        words = (
            "tagwright",
            "export",
            "sample.tagwright",
            "done.conll",
            "--format",
            "columns",
            "--which",
            "done",
        )
        self._system.run_as_user(*words)
        text = (self._home / "done.conll").read_text(encoding="utf-8")
        done = len([block for block in text.split("\n\n") if block.strip()])
        # More than were asked for, if keys had their effect after they were pressed again.
        accepted = self._accepted()
        if accepted < SENTENCES or done != SAMPLE_DONE + accepted:
            raise TrialError(
                f"{done} sentences are done, but {SAMPLE_DONE} were before, and {accepted} were "
                "labelled."
            )
        print(f"{accepted} sentences were labelled, exported and read again")

    def _tag(self) -> None:
        """Tag a text with the exported model."""
        model = next(self._home.rglob("*.crf"))
        text = self._home / "text.conll"
        text.write_text(TEXT, encoding="utf-8")
        os.chown(text, USER_ID, USER_ID)
        place = str(Path("/") / model.relative_to(self._system.root))
        rows = self._system.run_as_user("tagwright", "tag", place, "text.conll").splitlines()
        if len([row for row in rows if len(row.split()) > 1]) != len(TEXT.split()):
            raise TrialError(f"tagwright tag printed something else than labels: {rows}")
        print("tagged by command line:", ", ".join(rows))

    def _second_start(self) -> None:
        self._start()
        self._window(MAIN_WINDOW)
        self._end()

    def _remove(self) -> None:
        self._system.run("apt-get", "-qq", "purge", "--yes", "tagwright")
        self._system.run("apt-get", "-qq", "autoremove", "--purge", "--yes")

    def _expect_nothing_left(self, before: set[str]) -> None:
        """Compare with the files before; of the user's own only those of the user may be new."""
        home = f"{HOME.relative_to('/').as_posix()}/"
        new = self._system.files() - before
        left = sorted(name for name in new if not name.startswith((home, *OF_DEBIAN)))
        if left:
            raise TrialError("After the removal these files are left: " + ", ".join(left))
        own = sorted(name for name in new if name.startswith(home))
        foreign = [n for n in own if (self._system.root / n).lstat().st_uid != USER_ID]
        if foreign:
            raise TrialError("Somebody else's files in the user's home: " + ", ".join(foreign))
        kept = [name.removeprefix(home) for name in own if "/." not in f"/{name}"]
        print("left: the user's own", ", ".join(kept))

    # ---- waiting

    def _window(self, title: str, known: Collection[str] = ()) -> str:
        """Wait for a window; TrialError with what the program printed if it has ended instead."""
        try:
            return self._display.wait_for_window(title, PATIENCE, self._has_ended, known)
        except TrialError as error:
            self._show("fault")
            printed = (self._system.root / "printed.txt").read_text(errors="replace")
            raise TrialError(f"{error} The program printed: {printed or 'nothing'}") from None

    def _has_ended(self) -> bool:
        return self._program is None or self._program.poll() is not None

    def _projects(self) -> list[Path]:
        return list(self._home.rglob("*.tagwright"))

    def _accepted(self) -> int:
        """Count the sentences that were accepted, in a copy: the program has locked its file."""
        with tempfile.TemporaryDirectory() as folder:
            for path in self._home.glob("sample.tagwright*"):
                with suppress(FileNotFoundError):
                    shutil.copyfile(path, Path(folder) / path.name)
            try:
                with closing(sqlite3.connect(Path(folder) / "sample.tagwright")) as copy:
                    (number,) = copy.execute(COUNT).fetchone()
            except sqlite3.DatabaseError:
                return 0  # copied while it was written
        return int(number)

    @staticmethod
    def _made(folder: Path, suffix: str) -> bool:
        return any(path.stat().st_size for path in folder.glob(f"*{suffix}"))

    def _wait_for(self, question: Callable[[], bool], what: str) -> None:
        if not waited(question, PATIENCE):
            self._show("fault")
            raise TrialError(f"Within {PATIENCE:.0f} s there was not {what}.")

    def _show(self, name: str) -> None:
        if self._pictures is not None:
            self._pictures.mkdir(parents=True, exist_ok=True)
            self._display.picture(self._pictures / f"{name}.png")
