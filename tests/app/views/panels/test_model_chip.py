"""The chip of the status line: how it is with the model, in a few words and a sign."""

import pytest
from PySide6.QtGui import QColor

from app.edits.spans import no_label
from app.jobs.data.snapshot import OTHER_LACKS, OUTSIDE_LACKS
from app.session import Session
from app.views.panels import model_words as words
from app.views.panels.model_chip import ModelChip, sign
from app.views.theme import LIGHT, THEMES
from tests.memory_projects import project_of
from tests.window_parts import QuietTrainer, finished_status

FINISHED = finished_status() | {"state": "idle"}


@pytest.fixture
def trainer(qapp):
    return QuietTrainer(Session(project_of()))


@pytest.fixture
def chip(trainer, qtbot):
    chip = ModelChip(trainer)
    qtbot.addWidget(chip)
    chip.show()
    return chip


@pytest.mark.parametrize(
    ("status", "shown_text"),
    [
        ({}, "No model yet: label a sentence"),
        ({"state": "loading"}, "Loading the model…"),
        ({"state": "training"}, "Training…"),
        ({"state": "paused"}, "Learning is paused"),
        (FINISHED, "Model: 412 sentences"),
        (FINISHED | {"cluster_progress": 0.4}, "Learning from unlabelled text · 40%"),
        (FINISHED | {"cluster_progress": 0.4, "state": "paused"}, "Learning is paused"),
        (FINISHED | {"trained_sentences": 1}, "Model: 1 sentence"),
        (FINISHED | {"trained_sentences": 0}, "Model: from gazetteers alone"),
        (FINISHED | {"partly_labelled": 3}, "Model: 412 sentences (3 partial)"),
        (FINISHED | {"state": "paused"}, "Learning is paused"),
        (FINISHED | {"state": "preparing"}, "Model: 412 sentences"),
        ({"error": "A label was never seen."}, "The model was not trained"),
    ],
)
def test_what_it_says(chip, trainer, status, shown_text):
    trainer.show(**status)
    assert chip.text() == shown_text
    assert chip.accessibleName() == shown_text
    assert "State of the model" in chip.accessibleDescription()


def test_without_a_sentence_there_is_nothing_to_label(qapp, qtbot):
    chip = ModelChip(QuietTrainer(Session(project_of([]))))
    qtbot.addWidget(chip)
    assert chip.text() == "No model yet"


def test_what_is_labelled_already_is_being_learnt_from(chip, trainer):
    trainer.session.apply(no_label(trainer.session.project, 0, 0, 8))
    chip.refresh()
    assert chip.text() == "Preparing the first model…"


@pytest.mark.parametrize(
    ("lacks", "shown_text"),
    [
        (OUTSIDE_LACKS, "No model yet: accept a sentence"),
        (OTHER_LACKS, "No model yet: label a sentence"),
    ],
)
def test_labels_that_make_no_model_are_not_being_learnt_from(chip, trainer, lacks, shown_text):
    trainer.session.apply(no_label(trainer.session.project, 0, 0, 8))
    trainer.show(lacks=lacks)
    assert chip.text() == shown_text


def test_a_training_that_is_over_at_once_changes_no_words(chip, trainer, qtbot):
    trainer.show(**FINISHED)
    trainer.show(state="training")
    assert chip.text() == "Model: 412 sentences"
    trainer.show(state="idle", trained_sentences=413)
    assert chip.text() == "Model: 413 sentences"
    assert not chip._text_delay.isActive()
    trainer.show(state="training")
    qtbot.waitUntil(lambda: chip.text() == "Training…")
    trainer.show(iteration=12)
    assert chip.text() == "Training…"
    trainer.show(state="idle")
    assert chip.text() == "Model: 413 sentences"


def test_the_tip_says_the_key_and_what_the_number_counts(chip, trainer):
    chip.show_shortcut("Ctrl+Shift+T")
    trainer.show(**FINISHED)
    assert "(Ctrl+Shift+T)" in chip.toolTip()
    assert "Model number 12" in chip.toolTip()


@pytest.mark.parametrize("theme", THEMES.values())
def test_every_sign_has_a_shape_of_its_own_and_red_is_for_what_is_wrong(qapp, theme):
    drawn = {condition: sign(condition, theme, 2.0).toImage() for condition in CONDITIONS}
    for condition, picture in drawn.items():
        assert all(picture != other for name, other in drawn.items() if name != condition)
        inks = {
            picture.pixelColor(x, y).rgb()
            for x in range(picture.width())
            for y in range(picture.height())
            if picture.pixelColor(x, y).alpha() == 255
        }
        assert (QColor(theme.bad).rgb() in inks) == (condition == words.WRONG)


CONDITIONS = (words.NONE, words.BUSY, words.READY, words.PAUSED, words.WRONG)


def test_which_sign_is_shown(trainer):
    def condition(**status):
        trainer.show(**(finished_status() | status))
        return words.condition(trainer.status)

    assert condition(state="idle") == words.READY
    assert condition(state="training") == words.BUSY
    assert condition(state="paused") == words.PAUSED
    assert condition(state="idle", model_number=0) == words.NONE
    assert condition(state="idle", error="No.") == words.WRONG
    assert condition(state="idle", error="", model_number=1, cluster_progress=0.4) == words.BUSY
    assert LIGHT.bad != LIGHT.good
