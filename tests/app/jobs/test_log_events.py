"""Events: what happened and where, and nothing that a person wrote, whatever it looks like."""

from __future__ import annotations

import ast
import errno
import logging
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.jobs import log_events
from app.jobs.log_events import EventLines, events_path, filled, read_events
from app.storage.errors import ProjectFileError
from crfcore.errors import DataError

ROOT = Path(__file__).resolve().parents[3]
LEVELS = {"debug", "info", "warning", "error", "exception", "critical", "log"}

# Letters that no code of ours has, so that a found one can only come from a person's text.
SECRETS = st.text("ꙮᚠᚢᚦ鬱𐀀", min_size=1, max_size=12)
HOSTILE = ("", "%s", "%", "%(a)s", "%d %s", "\n", "{0}", "\x00", "\u202e", "\\", "'", '"', "“")
CODE_LIKE = (
    "\r\n2026-01-01 00:00:00 ERROR app.x: ",
    "  File ",
    "ValueError: ",
    "/home/",
    ".tagwright",
)
AROUND = st.sampled_from([*HOSTILE, *CODE_LIKE])
TEXTS = st.builds(lambda before, secret, after: before + secret + after, AROUND, SECRETS, AROUND)
ERRORS = [
    KeyError,
    ValueError,
    lambda text: ProjectFileError(Path("/home") / text.replace("\x00", ""), text),
    DataError,
    lambda text: OSError(errno.ENOSPC, text, f"/home/{text}"),
    lambda text: OSError(text),
    lambda text: UnicodeDecodeError("utf-8", text.encode(), 0, 1, text),
    lambda text: SyntaxError(text, (text, 1, 1, text)),
    lambda text: ExceptionGroup(text, [ValueError(text)]),
    lambda text: type(text, (Exception,), {})(text) if "\x00" not in text else KeyError(text),
]


def record_of(name, pattern, values=(), error=None, path="p"):
    trace = (type(error), error, error.__traceback__) if error is not None else None
    return logging.LogRecord(name, logging.ERROR, path, 1, pattern, values, trace, func=path)


def raised(error, cause=None):
    """Raise an exception, with notes and a cause, and return it with its trace."""
    try:
        try:
            if cause is not None:
                raise cause
        finally:
            error.add_note(str(error.args))
            raise error
    except BaseException as caught:  # noqa: BLE001
        return caught


@given(TEXTS, st.sampled_from(ERRORS), st.sampled_from(ERRORS))
def test_no_text_of_a_person_is_in_an_event(text, kind, cause) -> None:
    error = raised(kind(text), cause(text))
    patterns = ["%s could not be opened: %s", "%s", "Unexpected:", "%(name)s", "%s %s %s %s 100%%"]
    for pattern in patterns:
        values = ({"name": text},) if "%(" in pattern else (text, error, Path("/home/x"), 3)
        line = EventLines().format(record_of("app.services.x", pattern, values, error, text))
        assert not set(text) & set("ꙮᚠᚢᚦ鬱𐀀") & set(line)
        assert "/home" not in line
        assert line.count("ERROR") == 1


@given(TEXTS, TEXTS)
def test_messages_of_other_packages_and_made_up_loggers_are_left_out(name, text) -> None:
    for logger in (name, f"app.{name}", f"numba.{name}", "qt", "application"):
        line = EventLines().format(record_of(logger, text, ()))
        assert not set("ꙮᚠᚢᚦ鬱𐀀") & set(line)
        assert line.endswith("ERROR another package: …")


def test_a_message_that_is_no_text_is_left_out() -> None:
    line = EventLines().format(record_of("app.x", ValueError("secret"), ()))
    assert line.endswith(" ERROR app.x: …")


def test_what_is_told_says_what_happened_and_where() -> None:
    def fail():
        raise OSError(errno.ENOSPC, "No space", "/home/ann/letters")

    try:
        fail()
    except OSError as error:
        record = record_of("app.services.backups", "No backup of %s: %s", ("/x", error), error)
    record.created = 0.0
    lines = EventLines().format(record).splitlines()
    place = f"{__name__}:{fail.__code__.co_firstlineno + 1} in fail"
    assert lines[0] == (
        f"1970-01-01 00:00:00 ERROR app.services.backups: No backup of …: OSError ENOSPC at {place}"
    )
    assert lines[1] == f"  OSError ENOSPC at {place}"
    assert lines[-1] == f"    {place}"


def test_causes_are_told_and_an_endless_chain_ends() -> None:
    error = raised(ValueError("a"), KeyError("b"))
    lines = EventLines().format(record_of("app.x", "Unexpected:", (), error)).splitlines()
    kinds = [line.split()[0] for line in lines if line.startswith("  ") and line[2] != " "]
    assert kinds == ["ValueError", "KeyError"]
    error.__cause__ = error
    text = EventLines().format(record_of("app.x", "Unexpected:", (), error))
    assert text.count("\n  ValueError") == log_events.MAX_CAUSES


def test_a_per_cent_sign_stays() -> None:
    assert filled("%d%% of %-5.2f and %(name)s", (1, 2)) == "…% of … and …"


def test_events_are_read_across_a_new_file_and_only_the_newest(monkeypatch) -> None:
    assert read_events() == ""
    events_path().parent.mkdir(parents=True, exist_ok=True)
    older = events_path().with_name("tagwright-events.log.1")
    older.write_text("one\ntwo\n", encoding="utf-8")
    events_path().write_text("three\n", encoding="utf-8")
    assert read_events() == "one\ntwo\nthree\n"
    monkeypatch.setattr(log_events, "EVENTS_SHOWN", 8)
    assert read_events() == "three\n", "a line that is cut would be hard to read"


def logging_calls():
    """Yield each logging call of the program: file, line, and the message."""
    for path in sorted([*(ROOT / "app").rglob("*.py"), *(ROOT / "crfcore").rglob("*.py")]):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            owner = ast.unparse(node.func.value)
            if node.func.attr in LEVELS and owner in ("_log", "log", "logger", "logging"):
                yield f"{path.relative_to(ROOT)}:{node.lineno}", node.args[0]


def test_every_message_of_the_program_is_a_constant() -> None:
    calls = list(logging_calls())
    assert len(calls) > 15
    wrong = [
        where
        for where, message in calls
        if not isinstance(message, ast.Constant) or not isinstance(message.value, str)
    ]
    assert wrong == [], "events keep the message, so names and texts have to be its arguments"


def test_every_logger_of_the_program_is_named_by_its_module() -> None:
    names = {}
    for path in sorted([*(ROOT / "app").rglob("*.py"), *(ROOT / "crfcore").rglob("*.py")]):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Assign) and "getLogger(" in ast.unparse(node.value):
                names[str(path.relative_to(ROOT))] = ast.unparse(node.value)
    assert names
    others = {
        path: value for path, value in names.items() if value != "logging.getLogger(__name__)"
    }
    assert set(others) <= {"app/program_log.py", "app/jobs/train_files/cluster.py"}


@pytest.mark.skipif(sys.platform == "win32", reason="errno names differ")
def test_the_reason_of_the_system_is_named_if_there_is_one() -> None:
    assert log_events.summary(OSError("x")) == "OSError"
    assert log_events.summary(FileNotFoundError(errno.ENOENT, "x")) == "FileNotFoundError ENOENT"
