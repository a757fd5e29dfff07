"""The names that speak about the current sentence follow it, and its document."""

from __future__ import annotations

from dataclasses import replace

from app.domain.consistency import OFF, ConfirmedName
from app.edits.settings import change_settings
from app.edits.spans import label_span
from app.services.confirmed_names import NO_SENTENCE, ConfirmedNamesFinder
from tests.app.services.test_document_evidence import DRUG, learn, parts  # noqa: F401 (a fixture)


def test_names_are_found_again_when_the_document_or_the_sentence_changes(parts, qtbot):  # noqa: F811
    session, learning, _, keeper, _ = parts
    finder, found = ConfirmedNamesFinder(keeper, learning), []
    finder.found.connect(lambda at, names: found.append((at, names)))
    finder.show_sentence(5)
    qtbot.waitUntil(lambda: found == [(5, {})])  # no model yet
    keeper.start()
    learn(parts, qtbot)
    session.apply(label_span(session.project, 4, 1, 1, DRUG))
    told = {0: [ConfirmedName("Aspirin", "DRUG", (4,))]}
    qtbot.waitUntil(lambda: found[-1] == (5, told))
    finder.show_sentence(1)
    qtbot.waitUntil(lambda: found[-1] == (1, {}))
    finder.show_sentence(5)
    qtbot.waitUntil(lambda: found[-1] == (5, told))
    session.apply(
        change_settings(session.project, replace(session.project.settings, consistency=OFF))
    )
    qtbot.waitUntil(lambda: found[-1] == (5, {}))
    finder.show_sentence(NO_SENTENCE)
    qtbot.waitUntil(lambda: found[-1] == (NO_SENTENCE, {}))
    finder.close()
