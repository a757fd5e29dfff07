"""The queue: sentences in the order in which they are worth a person's time."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QModelIndex, QObject, Qt

from app.domain.changes import Changes, are_among
from app.domain.invisible import listed_text
from app.domain.marks import Mark
from app.domain.proposals import NO_TAG
from app.domain.queue_filter import Disagreement
from app.domain.spacing import excerpt, readable_text
from app.domain.tagging import label_name
from app.domain.tokens import Role, TokenState
from app.item_models.rows import RowsModel
from app.session import Session

WORDS_BEFORE = 3
WORDS_BEHIND = 8
"""Words of the excerpt on either side of the least sure token."""

WORDS_NAMED = 5
"""So many uncertain words are named."""


class QueueRole(IntEnum):
    """What the model says of a sentence in the queue beside its excerpt."""

    PLACE = Qt.ItemDataRole.UserRole + 1
    DOUBT = Qt.ItemDataRole.UserRole + 2


@dataclass(frozen=True, slots=True)
class Doubt:
    """Why a sentence stands where it stands: its least sure token, and which others are unsure.

    ``before`` and ``behind`` are the words around the token. ``probability`` is None where the
    model has said nothing yet; then ``token`` is the first word, or the first of which a gazetteer
    says something, and ``n_uncertain`` counts those. ``words`` are the uncertain ones, the least
    sure first, at most `WORDS_NAMED`. ``drawn`` says that chance has put the sentence there.
    """

    before: str
    token: str
    behind: str
    probability: float | None
    n_uncertain: int
    words: tuple[str, ...] = ()
    mark: Mark = Mark.NONE
    drawn: bool = False
    is_control: bool = False
    """Whether the sentence is there because chance has drawn it, to be labelled without help."""
    disagreement: Disagreement | None = None


class QueueModel(RowsModel):
    """Lists the session's queue; a row finds its least sure token when it is shown."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._places = session.asked
        session.changed.connect(self._follow)

    def place(self, row: int) -> int:
        """Return the place of the sentence in a row."""
        return int(self._places[row])

    def row_of(self, place: int) -> int | None:
        """Return the row of a sentence, None if it is not in the queue."""
        rows = np.flatnonzero(self._places == place)
        return int(rows[0]) if len(rows) else None

    def doubt(self, place: int) -> Doubt:
        """Return where the model is least sure in a sentence."""
        session = self._session
        words = session.corpus.words_of(place)
        if not words:
            return Doubt("", "", "", None, 0)
        uncertain, probability, n_uncertain = self._uncertain(place)
        disagreement = self._disagreement(place)
        least = self.least_sure(place)
        return Doubt(
            *excerpt(session.project, place, least, least, WORDS_BEFORE, WORDS_BEHIND),
            probability,
            n_uncertain,
            tuple(words[token] for token in uncertain[: min(n_uncertain, WORDS_NAMED)]),
            session.project.mark_of(place),
            place in session.drawn,
            bool(self._session.corpus.roles[place] == Role.CONTROL),
            disagreement,
        )

    def least_sure(self, place: int) -> int:
        """Return the token of a sentence of which the model is least sure; 0 if it has no say."""
        disagreement = self._disagreement(place)
        if disagreement is not None:
            return disagreement.token
        return next(iter(self._uncertain(place)[0]), 0)

    def where(self, row: int) -> tuple[int, int]:
        """Return the sentence of a row, and the token for whose sake it is asked for."""
        place, filtered = self.place(row), self._session.filtered
        token = None if filtered is None else filtered.token_in(place)
        return place, self.least_sure(place) if token is None else token

    def _n_rows(self) -> int:
        return len(self._places)

    def _answer(self, row: int, role: int) -> object:
        place = self.place(row)
        if role == QueueRole.PLACE:
            return place
        if role == QueueRole.DOUBT:
            return self.doubt(place)
        if role == Qt.ItemDataRole.DisplayRole:
            doubt = self.doubt(place)
            return "".join((doubt.before, doubt.token, doubt.behind))
        if role == Qt.ItemDataRole.ToolTipRole:
            text = listed_text(readable_text(self._session.project, place))
            return f"{text}\n{self.summary(self.doubt(place))}"
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._spoken(self.doubt(place))
        return None

    def summary(self, doubt: Doubt) -> str:
        """Return why a sentence stands where it stands, in words."""
        if doubt.is_control:
            return self.tr("test sentence")
        if doubt.disagreement is not None:
            return self._who_says_what(doubt.token, doubt.disagreement)
        said = self._unsure(doubt)
        if doubt.drawn:
            return self.tr("by chance · {why}").format(why=said)
        return said

    def _who_says_what(self, word: str, found: Disagreement) -> str:
        scheme = self._session.project.settings.scheme
        said, proposed = (
            label_name(tag, scheme) or self.tr("no label") for tag in (found.said, found.proposed)
        )
        if said == proposed:  # they differ in where spans begin
            said, proposed = found.said, found.proposed
        if found.confirmed:
            text = self.tr("{word} is {said}, the model says {proposed} {chance}")
        else:
            text = self.tr("{word}: gazetteer {said}, model {proposed} {chance}")
        return text.format(
            word=word, said=said, proposed=proposed, chance=percent(found.probability)
        )

    def _disagreement(self, place: int) -> Disagreement | None:
        filtered = self._session.filtered
        return filtered.disagreements.get(place) if filtered is not None else None

    def _unsure(self, doubt: Doubt) -> str:
        """Return which tokens of a sentence are uncertain, in words."""
        if doubt.probability is None and doubt.n_uncertain:
            many = self.tr("{n} tokens from gazetteers").format(n=doubt.n_uncertain)
            return self.tr("1 token from a gazetteer") if doubt.n_uncertain == 1 else many
        if doubt.probability is None:
            return self.tr("no proposals yet")
        threshold = round(100 * self._session.project.settings.uncertain_below)
        if not doubt.n_uncertain:
            return self.tr("all tokens ≥ {threshold} %").format(threshold=threshold)
        one = self.tr("1 token under {threshold} %: {words}")
        many = self.tr("{count} tokens under {threshold} %: {words}")
        words = ", ".join(doubt.words)
        if doubt.n_uncertain > len(doubt.words):
            words += ", …"
        return (one if doubt.n_uncertain == 1 else many).format(
            count=doubt.n_uncertain, threshold=threshold, words=words
        )

    def _spoken(self, doubt: Doubt) -> str:
        text = "".join((doubt.before, doubt.token, doubt.behind))
        if doubt.probability is None:
            return f"{text}, {self.summary(doubt)}"
        return f"{text}, {doubt.token} {percent(doubt.probability)}, {self.summary(doubt)}"

    def _uncertain(self, place: int) -> tuple[list[int], float | None, int]:
        """Return the open tokens with proposals, the least sure first; its chance; how many."""
        session = self._session
        at = session.corpus.span(place)
        if session.corpus.roles[place] == Role.CONTROL:
            return [], None, 0
        probabilities = session.proposals.probabilities[at]
        seen = (session.corpus.states[at] != TokenState.CONFIRMED) & (
            session.proposals.tags[at] != NO_TAG
        )
        n_seen = int(np.count_nonzero(seen))
        if not n_seen:
            return [], None, 0
        if session.proposals.models[place] < 0:
            return np.flatnonzero(seen).tolist(), None, n_seen
        open_ones = np.where(seen, probabilities, np.float32(2.0))
        order = np.argsort(open_ones, kind="stable")[:n_seen].tolist()
        threshold = session.project.settings.uncertain_below
        return order, float(open_ones[order[0]]), int(np.count_nonzero(open_ones < threshold))

    def _follow(self, changes: Changes) -> None:
        if changes.structure or self._session.asked is not self._places:
            self._take(self._session.asked)
        if not len(self._places):
            return
        if changes.settings:
            self.dataChanged.emit(self.index(0), self.index(len(self._places) - 1))
            return
        if changes.queue and self._session.filtered is not None:
            self.dataChanged.emit(self.index(0), self.index(len(self._places) - 1))
            return
        changed = np.concatenate([changes.sentences, changes.proposals, changes.marks])
        if not len(changed):
            return
        rows = np.flatnonzero(are_among(self._places, changed))
        if len(rows):
            self.dataChanged.emit(self.index(int(rows[0])), self.index(int(rows[-1])))

    def _take(self, places: NDArray[np.int64]) -> None:
        """Take over another order; one finished sentence leaves without disturbing the others."""
        gone = _one_removed(self._places, places)
        if gone is not None:
            self.beginRemoveRows(QModelIndex(), gone, gone)
            self._places = places
            self.endRemoveRows()
        elif not np.array_equal(self._places, places):
            self.beginResetModel()
            self._places = places
            self.endResetModel()
        else:
            self._places = places


def _one_removed(before: NDArray[np.int64], after: NDArray[np.int64]) -> int | None:
    if len(before) != len(after) + 1:
        return None
    differs = np.flatnonzero(before[:-1] != after)
    row = int(differs[0]) if len(differs) else len(after)
    return row if np.array_equal(before[row + 1 :], after[row:]) else None


def percent(probability: float) -> str:
    """Return a probability in whole per cent; only certainty is 100 %."""
    return f"{min(99, round(100 * probability)) if probability < 1 else 100} %"
