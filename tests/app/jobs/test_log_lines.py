"""Tests of hostile names in log lines."""

from __future__ import annotations

import logging
import sys

from app.jobs.log_lines import LogLines


def test_control_characters_of_names_are_escaped():
    try:
        raise ValueError("\x1b[2J\udcff")
    except ValueError:
        record = logging.LogRecord(
            "n", logging.INFO, "p", 1, "%s ü", ("a\x1bb\u202e",), sys.exc_info()
        )
    written = LogLines("%(name)s: %(message)s").format(record)
    assert written.startswith("n: a\\u001bb\\u202e ü\nTraceback")
    assert written.endswith("ValueError: \\u001b[2J\\xff")
    written.encode("utf-8")


def test_a_name_cannot_begin_a_line():
    record = logging.LogRecord("n", logging.INFO, "p", 1, "%s", ("a\n2026 INFO b",), None)
    assert LogLines("%(name)s: %(message)s").format(record) == "n: a\\n2026 INFO b"
