"""The steps of the tour, their conditions, and its first sentence."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtWidgets import QWidget

from app.domain.control_sample import is_control
from app.domain.display import DisplayKind
from app.domain.tagging import label_name
from app.domain.tokens import TokenState
from app.session import Session
from app.translation import translator
from app.views.commands.command import QT_TRANSLATE_NOOP
from app.views.workspace import NOWHERE

if TYPE_CHECKING:
    from app.views.main_window import MainWindow

tr = translator("Tour")

MAX_CHECKED = 300
"""Number of open sentences searched for the first sentence."""

MAX_TOKENS = 100_000
"""Number of tokens searched for labelled words."""

GOOD_WORDS = 2
"""Number of words to label in a good first sentence."""


@dataclass(frozen=True, slots=True)
class Step:
    """A step: its note, the widget beside it, and the actions that end it.

    It is shown only while ``possible``. ``{command}`` in its text is replaced by the command's key.
    """

    title: str
    text: str
    widget: Callable[[MainWindow], QWidget]
    ended_by: frozenset[str]
    possible: Callable[[MainWindow], bool]


def first_sentence(session: Session, sentence_index: int) -> int:
    """Return a sentence with words to label, the current one if it has some.

    Those are words that are labelled elsewhere, or have a suggestion.
    """
    sentence_indices = session.visible[session.open_tokens[session.visible] > 0]
    sentence_indices = sentence_indices[~is_control(session.corpus, sentence_indices)][:MAX_CHECKED]
    if not len(sentence_indices):
        return sentence_index
    if (
        sentence_index in session.visible
        and sentence_index not in sentence_indices
        and session.open_tokens[sentence_index]
    ):
        sentence_indices = np.append(sentence_indices, sentence_index)
    n_words = _words_to_label(session, sentence_indices)
    here = np.flatnonzero(sentence_indices == sentence_index)
    if len(here) and (n_words[here[0]] or not n_words.any()):
        return sentence_index
    good = np.flatnonzero(n_words >= GOOD_WORDS)
    return int(sentence_indices[good[0] if len(good) else np.argmax(n_words)])


def _words_to_label(session: Session, sentence_indices: np.ndarray) -> np.ndarray:
    """Return the number of words that are likely to get a label, by sentence."""
    project, corpus = session.project, session.corpus
    scheme = project.settings.scheme
    names = {label.name for label in project.visible_labels()}
    is_label = [label_name(tag, scheme) in names for tag in project.tags]
    labelled = np.array(
        [len(tags) == 1 and is_label[tags[0]] for tags in project.tag_sets] or [False], np.bool_
    )
    end = min(MAX_TOKENS, corpus.n_tokens)
    confirmed = corpus.states[:end] == TokenState.CONFIRMED
    words = corpus.columns[0]
    known = np.unique(words[:end][confirmed & labelled[corpus.tag_sets[:end]]])
    plain = np.unique(words[:end][confirmed & ~labelled[corpus.tag_sets[:end]]])
    known = known[~np.isin(known, plain)]
    at = session.state.flat_tokens(sentence_indices)
    proposed = session.proposals.tags[at]
    tags = np.array([*is_label, False], np.bool_)
    likely = np.isin(words[at], known) | tags[np.where(proposed < 0, len(is_label), proposed)]
    owners = np.repeat(np.arange(len(sentence_indices)), corpus.lengths(sentence_indices))
    return np.bincount(owners, weights=likely, minlength=len(sentence_indices))


def has_uncertain_tokens(session: Session) -> bool:
    """Return whether there is an uncertain token."""
    limit = session.project.settings.uncertain_below
    return bool((session.proposals.lowest[session.visible] < limit).any())


def steps(window: MainWindow) -> tuple[Step, ...]:
    """Return the steps in the language of the window, with the current keys."""
    keys = {
        name: window.actions_.key_of(name) or tr("(no key)")
        for name in ("accept", "next_uncertain", "no_label", "next_in_queue", "undo")
    }
    return tuple(
        replace(step, title=tr(step.title), text=tr(step.text).format(**keys)) for step in STEPS
    )


def _is_open(window: MainWindow) -> bool:
    """Return whether the current sentence has open tokens."""
    sentence_index = window.workspace.caret.sentence_index
    return sentence_index != NOWHERE and window.workspace.session.open_tokens[sentence_index] > 0


def _has_suggestion(window: MainWindow) -> bool:
    """Return whether the current sentence has suggestions of the model."""
    return any(one.kind is DisplayKind.PROPOSAL for one in window.workspace.caret.tokens())


def _is_queued(window: MainWindow) -> bool:
    """Return whether the queue lists another sentence than the current one."""
    return bool(
        (window.workspace.session.queue.queried != window.workspace.caret.sentence_index).any()
    )


def _sentence(window: MainWindow) -> QWidget:
    return window.sentence_view


def _queue(window: MainWindow) -> QWidget:
    return window.panels.queue


def _status(window: MainWindow) -> QWidget:
    return window.status


STEPS = (
    Step(
        QT_TRANSLATE_NOOP("Tour", "Label a word"),
        QT_TRANSLATE_NOOP(
            "Tour",
            "Move with ← and →, hold Shift to select several words, then press a "
            "label's key (see the panel “Labels”).",
        ),
        _sentence,
        frozenset({"label"}),
        _is_open,
    ),
    Step(
        QT_TRANSLATE_NOOP("Tour", "Accept the sentence"),
        QT_TRANSLATE_NOOP(
            "Tour",
            "{accept} accepts the sentence and opens the next one. Filled boxes are "
            "your labels; outlined boxes are suggestions with their confidence.",
        ),
        _sentence,
        frozenset({"accept"}),
        _is_open,
    ),
    Step(
        QT_TRANSLATE_NOOP("Tour", "Check uncertain words"),
        QT_TRANSLATE_NOOP(
            "Tour",
            "{next_uncertain} jumps to the next word worth checking. The model learns "
            "from your labels; the first suggestions take a moment.",
        ),
        _sentence,
        frozenset({"uncertain"}),
        lambda window: has_uncertain_tokens(window.workspace.session),
    ),
    Step(
        QT_TRANSLATE_NOOP("Tour", "Correct a suggestion"),
        QT_TRANSLATE_NOOP(
            "Tour",
            "If a label is wrong or missing, press the correct label's key, or {no_label} for no "
            "label. The rest of the sentence updates to match. If all is right, {accept} accepts "
            "it.",
        ),
        _sentence,
        frozenset({"correct", "accept"}),
        _has_suggestion,
    ),
    Step(
        QT_TRANSLATE_NOOP("Tour", "Follow the queue"),
        QT_TRANSLATE_NOOP(
            "Tour",
            "The queue lists the most useful sentences first and says why. {next_in_queue} "
            "opens the next; a click opens any.",
        ),
        _queue,
        frozenset({"queue"}),
        _is_queued,
    ),
    Step(
        QT_TRANSLATE_NOOP("Tour", "Undo a change"),
        QT_TRANSLATE_NOOP(
            "Tour",
            "Every change is saved immediately. {undo} undoes as many changes as you "
            "like, even after a restart.",
        ),
        _status,
        frozenset({"undo"}),
        lambda window: window.workspace.session.history.newest() is not None,
    ),
)
"""The steps in their order; `steps` translates their texts."""
