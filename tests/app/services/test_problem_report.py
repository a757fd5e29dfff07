"""The report of a real session, made on a thread of its own."""

from __future__ import annotations

import getpass
import logging
import platform
import re
from pathlib import Path

import pytest
from PySide6.QtCore import qVersion

from app import preferences, program_log
from app.domain.labels import Label
from app.services.problem_report import model_rows, screen_rows, start_report, start_saving
from app.services.task import TaskState
from app.services.training_status import TrainingStatus
from app.session import Session
from tests.memory_projects import project_of
from tests.window_language import window_in

SECRETS = ("Quixotely", "zephyrine", "GRUNDLOCH", "bramblewick", "Ottilie-Vanterpool")


@pytest.fixture
def log():
    handlers = list(logging.getLogger().handlers)
    level = logging.getLogger().level
    program_log.start_log()
    yield logging.getLogger("app.services.backups")
    for handler in set(logging.getLogger().handlers) - set(handlers):
        logging.getLogger().removeHandler(handler)
        handler.close()
    logging.getLogger().setLevel(level)


def result_of(qtbot, begin):
    task, results = TaskState("report"), []
    task.listen(finished=results.append)
    begin(task)
    qtbot.waitUntil(lambda: task.over and bool(results))
    task.wait()
    return results[0]


def test_words_labels_paths_and_names_never_occur_in_a_report(qtbot, log, tmp_path, caplog) -> None:
    word, document, label, folder, annotator = SECRETS
    project = project_of([[word, "was", "ill"]], labels=(label,))
    project.labels[5] = Label(5, f"{label}-2", 2, "x", 1)
    path = tmp_path / folder / f"{document}.tagwright"
    preferences.save(
        preferences.Preferences(recent=(str(path),), annotator=annotator, places={str(path): 1})
    )
    session = Session(project)
    status = TrainingStatus(error=f"{label} has no examples in {path}.", lacks=word)
    try:
        raise ValueError(f"{word} in {path}")
    except ValueError as error:
        log.info("No backup of %s: %s", path, error)
        log.error("Unexpected:", exc_info=error)
    log.info("%s", f"“{word}” {label}\n{path}")
    logging.getLogger("elsewhere").info(f"{word} {path}")  # noqa: G004
    written = program_log.read_log()
    assert all(secret in written for secret in (word, label, folder, document)), "the log has them"
    assert [record.levelname for record in caplog.records].count("ERROR") == 1
    text = result_of(qtbot, lambda task: start_report(task, session, path, status))
    found = [one for one in SECRETS if one.lower() in text.lower()]
    assert found == []
    assert str(Path.home()) not in text
    assert str(tmp_path) not in text
    assert not {platform.node(), getpass.getuser()} & set(re.findall(r"[\w.-]+", text))
    assert "No backup of …: ValueError at" in text
    assert "INFO another package: …" in text
    assert "Last training failed: True" in text


def test_qt_and_the_screen_are_described(qapp) -> None:
    rows = dict(screen_rows())
    assert rows["Qt"] == qVersion()
    assert "scale" in rows["Screen 1"]
    with window_in("de"):
        assert dict(screen_rows())["Language of the window"] == "de_DE"


def test_the_state_of_the_model_has_no_sentence(qapp) -> None:
    status = TrainingStatus(state="idle", model_kind="full", model_number=3, error="Bad words.")
    rows = dict(model_rows(status, Session(project_of())))
    assert rows["Model"] == "full, number 3"
    assert rows["Last training failed"] is True
    assert "Bad words." not in str(rows)


def test_a_report_is_written_as_it_is(qtbot, tmp_path) -> None:
    path = tmp_path / "report.txt"
    assert result_of(qtbot, lambda task: start_saving(task, "é\ntwo\n", path)) == path
    assert path.read_text(encoding="utf-8") == "é\ntwo\n"
