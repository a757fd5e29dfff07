"""The list of similar words, and why it is empty."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QObject, Qt, Signal

from app.jobs.search.similar_words import SimilarWords
from app.views.dialogs.similar_words import SimilarWordsDialog


class QuietSearch(QObject):
    """Notes which words were requested."""

    found = Signal(object)
    progressed = Signal(int, int)
    failed = Signal(str)
    ready = True

    def __init__(self):
        super().__init__()
        self.words = []

    def search(self, word):
        self.words.append(word)

    def cancel(self):
        self.words.append(None)


@pytest.fixture
def search(qapp):
    return QuietSearch()


@pytest.fixture
def dialog(search, qtbot):
    made = SimilarWordsDialog(search, "Anna")
    qtbot.addWidget(made)
    made.show()
    return made


def rows(dialog):
    return [dialog.view.item(row).text() for row in range(dialog.view.count())]


def test_words_are_listed_with_their_similarity(dialog, search):
    assert dialog.lead.text() == "Comparing words…"
    search.progressed.emit(3, 12)
    assert dialog.lead.text() == "Comparing words · 25%"
    search.found.emit(SimilarWords("Anna", (("Ben", 0.934), ("C\n", 0.5)), 30_000))
    assert rows(dialog) == ["Ben · 93% similar", "C\\n · 50% similar"]
    assert dialog.lead.text() == (
        "Words whose neighbours are most similar to those of “Anna”. Enter finds one in the "
        "project."
    )


@pytest.mark.parametrize(
    ("found", "reason"),
    [
        (
            SimilarWords("Anna", (), 1),
            "this project has 1 token. Project → Unlabelled text… adds more.",
        ),
        (SimilarWords("Anna", (), 30_000), "No word has neighbours like those of “Anna”."),
    ],
)
def test_an_empty_list_says_why(dialog, search, found, reason):
    search.found.emit(found)
    assert rows(dialog) == []
    assert dialog.lead.text().endswith(reason)
    assert ("at least 20,000 tokens" in dialog.lead.text()) == found.is_too_short


def test_a_list_without_rows_is_not_there_and_one_with_rows_has_the_focus(dialog, search, qtbot):
    qtbot.waitActive(dialog)
    assert not dialog.view.isVisible()
    space = dialog.lead.geometry()
    search.found.emit(SimilarWords("Anna", (), 1))
    assert not dialog.view.isVisible()
    assert not dialog.view.hasFocus()
    search.found.emit(SimilarWords("Anna", (("Ben", 0.934),), 30_000))
    assert dialog.view.hasFocus()
    assert dialog.lead.geometry().bottom() < dialog.view.geometry().top()
    assert dialog.lead.y() == space.y()
    dialog.show_words_like("Ben")
    assert not dialog.view.isVisible()


def test_an_error_and_the_first_start_are_explained(dialog, search):
    search.failed.emit("The word has no vector.")
    assert dialog.lead.text() == "The word has no vector."
    search.ready = False
    dialog.show_words_like("Ben")
    assert "prepared for this computer" in dialog.lead.text()
    assert search.words == ["Anna", "Ben"]


def test_a_word_is_found_in_the_project(dialog, search, qtbot):
    search.found.emit(SimilarWords("Anna", (("C\n", 0.5),), 30_000))
    with qtbot.waitSignal(dialog.word_requested) as received:
        dialog.view.itemActivated.emit(dialog.view.item(0))
    assert received.args == ["C\n"]


def test_the_current_word_is_found_by_a_button(dialog, search, qtbot):
    assert not dialog.find_button.isEnabled()
    search.found.emit(SimilarWords("Anna", (("Ben", 0.9), ("Cleo", 0.5)), 30_000))
    dialog.view.setCurrentRow(1)
    with qtbot.waitSignal(dialog.word_requested) as received:
        dialog.find_button.click()
    assert received.args == ["Cleo"]
    dialog.view.setCurrentItem(None)
    dialog.find_button.click()
    dialog.show_words_like("Ben")
    assert not dialog.find_button.isEnabled()


def test_closing_drops_the_request(dialog, search):
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, on=False)
    dialog.reject()
    assert search.words == ["Anna", None]
