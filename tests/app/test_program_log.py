"""The log of the window when another window has it open, as on Windows."""

from __future__ import annotations

import logging
import os

import pytest

from app import program_log
from app.program_log import log_path, read_log, start_log


@pytest.fixture
def log(monkeypatch):
    monkeypatch.setattr(program_log, "LOG_BYTES", 2_000)
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    start_log()
    yield logging.getLogger("app.test")
    for handler in set(root.handlers) - set(handlers):
        root.removeHandler(handler)
        handler.close()
    root.setLevel(level)


def test_a_full_log_is_put_aside(log):
    for number in range(30):
        log.info("%d %s", number, "x" * 100)
    assert "29 x" in read_log()
    assert "0 x" not in read_log().split()[:8]
    assert log_path().with_name("tagwright.log.1").exists()


def test_a_log_that_another_window_has_open_goes_on(log, monkeypatch, capsys):
    def refusing(_old, _new):
        raise PermissionError(13, "it is open elsewhere")

    monkeypatch.setattr(os, "rename", refusing)
    for number in range(30):
        log.info("%d %s", number, "x" * 100)
    assert all(f" {number} x" in read_log() for number in range(30))
    assert capsys.readouterr().err == ""


def test_a_link_is_not_followed(tmp_path, monkeypatch):
    log_path().parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / "profile").touch()
    log_path().symlink_to(tmp_path / "profile")
    handler = program_log._handler(log_path(), 1_000, logging.Formatter())
    assert isinstance(handler, logging.NullHandler)
    assert log_path().is_symlink()
