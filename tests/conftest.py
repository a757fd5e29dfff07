"""Set-up of all tests: no screen, no home, one thread for sums, warnings are errors."""

from __future__ import annotations

import gc
import importlib
import logging
import os
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Generator, Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path

import hypothesis
import pytest

from app.__main__ import prepare_environment
from app.jobs.kernels import compile_kernels
from app.views.workspace import seen_labels
from tests.patience import PatientBot

# Projects wait for the disk at each step, which was most of the time of many tests. On Linux their
# files are in memory instead, if there is room and programs may be run from there. TMPDIR names
# another place, and the soak uses the disk.
MEMORY = Path("/dev/shm")
MEMORY_BYTES = 4 << 30


def _use_memory() -> None:
    """Let this process, and those it starts, make temporary files in memory."""
    is_soak = os.environ.get("TAGWRIGHT_EXAMPLES") == "exploring"
    if is_soak or "TMPDIR" in os.environ or not os.access(MEMORY, os.W_OK | os.X_OK):
        return
    status = os.statvfs(MEMORY)
    if status.f_flag & os.ST_NOEXEC or status.f_bavail * status.f_frsize < MEMORY_BYTES:
        return
    os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)


_use_memory()

# Before the first import of Qt, numpy or numba. A display is asked for by naming a platform
# (QT_QPA_PLATFORM=xcb); without one Qt would abort the whole run.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
# An archive of kernels that a build left in the checkout is not what most tests are about.
os.environ["CRFCORE_OWN_KERNELS"] = "1"
# The texts of the window are expected in English.
os.environ["LC_ALL"] = "C.UTF-8"
os.environ.pop("LANGUAGE", None)
# Kernels take seconds to compile: the tests, and the processes they start, use the user's own
# cache, which the set-up has filled.
prepare_environment()

# A shell that runs the tests in the background lets them, and the programs that they start, ignore
# interrupts, which some tests send.
signal.signal(signal.SIGINT, signal.default_int_handler)

# How long an example takes is no test. The same examples each time, so that a failure is one for
# everybody; TAGWRIGHT_EXAMPLES=exploring looks for new ones, as make soak does.
hypothesis.settings.register_profile("repeatable", deadline=None, derandomize=True)
hypothesis.settings.register_profile("exploring", deadline=None)
hypothesis.settings.load_profile(os.environ.get("TAGWRIGHT_EXAMPLES", "repeatable"))

# Kernels that the set-up leaves to whoever needs them first: those processes of the tests, and the
# programs that they start, would compile at the same time. A process takes about half the time.
LATE_KERNELS = ("segments", "graphs", "boosting")

FOLDERS = ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME")
THREAD_END_SECONDS = 20.0

# New objects before a collection, and younger collections before one of older objects: Python's own
# numbers made a fifth of the work of the tests of files and windows, because cycles are looked for
# among all that thousands of tests have made. The window collects by itself; so do tests of that.
COLLECTIONS = (20_000, 20, 20)


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Look for cycles neither while thousands of tests are collected nor, later, among these."""
    gc.disable()
    try:
        if session.config.args_source is pytest.Config.ArgsSource.TESTPATHS:
            _compile_a_share(session.config.rootpath)
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(*COLLECTIONS)
        gc.enable()


def _compile_a_share(root: Path) -> None:
    """Compile this process's share of kernels and files first: in a new checkout each once.

    All processes collect all files, and would otherwise compile all of them at the same time.
    """
    worker = os.environ.get("PYTEST_XDIST_WORKER", "")
    if not worker:
        return
    number, processes = int(worker[2:]), int(os.environ["PYTEST_XDIST_WORKER_COUNT"])
    compile_kernels(*LATE_KERNELS[number::processes], report=lambda sentence: None)
    for path in sorted((root / "tests").rglob("test_*.py"))[number::processes]:
        # What is wrong with a file is told when it is collected.
        with suppress(Exception, pytest.skip.Exception):
            importlib.import_module(".".join(path.relative_to(root).with_suffix("").parts))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Refuse names of tests that differ between processes: they could not share the work."""
    for item in items:
        if " at 0x" in item.nodeid:
            raise pytest.UsageError(f"{item.nodeid}: the name holds an address; give it an id.")


@pytest.fixture
def qtbot(qapp: object, request: pytest.FixtureRequest) -> PatientBot:
    """Give the robot of the tests of windows, with more patience than its own."""
    return PatientBot(request)


@pytest.fixture(scope="session")
def _homes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Give names of folders that do not exist: most tests write nothing there."""
    return map(tmp_path_factory.mktemp("users").joinpath, map(str, count()))


@pytest.fixture
def _folder_first(request: pytest.FixtureRequest) -> None:
    """Make the folder of a test that has one before all others, so that it is removed after them.

    Most tests have none: to make and remove thousands takes the disk half a minute.
    """
    if "tmp_path" in request.fixturenames:
        request.getfixturevalue("tmp_path")


@pytest.fixture(autouse=True)
def _own_folders(
    _folder_first: None,
    _homes: Iterator[Path],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Give each test empty folders for preferences, logs and caches; the user's stay untouched."""
    home = next(_homes)
    for variable in FOLDERS:
        monkeypatch.setenv(variable, str(home / variable.removeprefix("XDG_").lower()))
    # Sockets of open projects would be in the folder of the user's session.
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)


@pytest.fixture(autouse=True)
def _patient_sight(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let keys follow each other as fast as tests press them, without being too early.

    The tests of early keys set the times of a person again.
    """
    monkeypatch.setattr(seen_labels, "GLANCE_SECONDS", 0.0)
    monkeypatch.setattr(seen_labels, "HURRY_SECONDS", 0.0)


@pytest.fixture(autouse=True)
def _no_thread_left() -> Iterator[None]:
    """Fail a test that leaves a thread running behind it."""
    before = set(threading.enumerate())
    yield
    end = time.monotonic() + THREAD_END_SECONDS
    left = _running(before)
    while left and time.monotonic() < end:
        left[0].join(0.05)
        left = _running(before)
    assert not left, f"threads still running after the test: {[thread.name for thread in left]}"


def _running(before: set[threading.Thread]) -> list[threading.Thread]:
    # Python never forgets the stand-in of a thread that Qt started: those say nothing.
    return [
        thread
        for thread in threading.enumerate()
        if thread not in before and not isinstance(thread, threading._DummyThread)
    ]


@pytest.fixture(autouse=True)
def _nothing_on_the_screen() -> Iterator[None]:
    """Take away a test's windows, and what its theme has put on the application all tests share.

    Outside of a running event loop Qt keeps what is to be deleted: hundreds of windows would be
    there, to be styled anew with each theme.
    """
    yield
    if "app.services.threads" in sys.modules:
        from app.services.threads import UI_PRIORITY

        UI_PRIORITY.release()  # a key that was never painted
    if "PySide6.QtWidgets" not in sys.modules:
        return
    from PySide6.QtCore import QEvent
    from PySide6.QtGui import QPalette
    from PySide6.QtWidgets import QApplication

    application = QApplication.instance()
    if not isinstance(application, QApplication):
        return
    application.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    if application.styleSheet():
        application.setStyleSheet("")
        application.setPalette(QPalette())


class _Warnings(logging.Handler):
    """Keeps what is logged as a warning or worse."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.messages.append(f"{record.name}: {record.getMessage()}")


@pytest.fixture(autouse=True)
def _no_warning_logged(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail a test in which something logs a warning, unless it looks at the log itself."""
    handler = _Warnings()
    logging.getLogger().addHandler(handler)
    yield
    logging.getLogger().removeHandler(handler)
    if "caplog" not in request.fixturenames:
        assert not handler.messages, f"warnings were logged: {handler.messages}"


@pytest.fixture(scope="session")
def corpora() -> Path:
    """Return the folder of public corpora, or skip where there is none."""
    folder = os.environ.get("TAGWRIGHT_CORPORA", "")
    if not folder or not Path(folder).is_dir():
        pytest.skip("TAGWRIGHT_CORPORA names no folder of corpora")
    return Path(folder)
