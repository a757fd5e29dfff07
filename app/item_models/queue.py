"""A model of the queue."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QModelIndex, QObject, Qt

from app.domain.changes import Changes, are_among
from app.domain.display import DisplayKind, shown_tags
from app.domain.invisible import listed_text
from app.domain.names import NameGroup
from app.domain.proposals import NO_TAG
from app.domain.queried_tokens import first_to_check
from app.domain.query_choices import INCONSISTENT_NAMES
from app.domain.queue_filter import Disagreement
from app.domain.sentence_flags import SentenceFlags
from app.domain.spacing import readable, readable_text, word_start
from app.domain.tagging import label_name
from app.domain.tokens import Role, TokenState
from app.item_models.names import labels_in_words, reason_in_words
from app.item_models.queue_words import in_words, percent
from app.item_models.rows import RowsModel
from app.services.after_paint import ChangesAfterPaint
from app.session import Session

WORDS_BEFORE = 5
"""Words before the least confident one in a sentence that is not shown from its beginning."""

WORDS_AT_MOST = 40
"""The most words of a sentence: two lines hold fewer."""

CHIPS = 3
"""The most suggested labels that are shown."""

CUT = "… "
"""Precedes a sentence that is not shown from its beginning."""

WORDS_NAMED = 5
"""The most uncertain words that are listed."""


class QueueRole(IntEnum):
    """Roles of a sentence in the queue beside its excerpt."""

    SENTENCE_INDEX = Qt.ItemDataRole.UserRole + 1
    UNCERTAINTY = Qt.ItemDataRole.UserRole + 2


@dataclass(frozen=True, slots=True)
class Chip:
    """A suggested label: its name, and the index of its colour if it has one."""

    name: str
    colour: int | None = None


@dataclass(frozen=True, slots=True)
class HighlightedWord:
    """An uncertain word: its position in the text, in code points, and its suggestion."""

    start: int
    end: int
    chip: Chip


@dataclass(frozen=True, slots=True)
class RowUncertainty:
    """The reason of a sentence's position: its uncertain tokens.

    ``text`` is the sentence, or an excerpt around ``token``; ``highlighted`` are its uncertain
    words, or the least confident one, and those that are selected with them at first.
    ``probability`` is None without suggestions of a model; then ``token`` is the first word, or the
    first with a suggestion of a gazetteer, and ``n_uncertain`` counts these. ``words`` are the
    uncertain ones, the least confident first, at most `WORDS_NAMED`. ``number`` is the one by which
    the queue is sorted, in words.
    """

    text: str = ""
    highlighted: tuple[HighlightedWord, ...] = ()
    token: str = ""
    probability: float | None = None
    n_uncertain: int = 0
    words: tuple[str, ...] = ()
    number: str = ""
    flags: SentenceFlags = SentenceFlags.NONE
    drawn: bool = False
    """Whether the sentence has a random position."""
    is_control: bool = False
    """Whether it is a test sentence."""
    disagreement: Disagreement | None = None
    name: NameGroup | None = None
    """The name with different labels for which the sentence is listed."""
    is_done: bool = False
    """Whether all its tokens are confirmed: filters list such sentences, too."""

    @property
    def chips(self) -> tuple[Chip, ...]:
        """The different suggestions for the uncertain words."""
        return tuple(dict.fromkeys(one.chip for one in self.highlighted))[:CHIPS]


class QueueModel(RowsModel):
    """Lists the session's queue; rows are computed when they are shown."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._sentence_indices = session.queue.queried
        self._later = ChangesAfterPaint(session, self._follow, self)

    def sentence_index(self, row: int) -> int:
        """Return the sentence of a row."""
        return int(self._sentence_indices[row])

    def row_of(self, sentence_index: int) -> int | None:
        """Return the row of a sentence, None if it is not in the queue."""
        rows = np.flatnonzero(self._sentence_indices == sentence_index)
        return int(rows[0]) if len(rows) else None

    def uncertainty(self, sentence_index: int) -> RowUncertainty:
        """Return the uncertain tokens of a sentence."""
        session = self._session
        words = session.corpus.words_of(sentence_index)
        if not words:
            return RowUncertainty()
        uncertain, probability, n_uncertain = self._uncertain(sentence_index)
        disagreement = self._disagreement(sentence_index)
        name = self._name(sentence_index)
        least = self._least_confident(sentence_index, uncertain)
        shown = uncertain[: max(1, n_uncertain)] if disagreement is None else [least]
        if name is not None:
            shown = list(range(least, least + name.n_tokens))
        elif disagreement is None and probability is not None:
            shown = list(dict.fromkeys([*shown, *self._selected_first(sentence_index)]))
        text, highlighted = self._text_with(sentence_index, least, shown)
        is_done = not session.open_tokens[sentence_index]
        value = None if is_done else self._value(sentence_index)
        return RowUncertainty(
            text,
            highlighted,
            words[least],
            probability,
            n_uncertain,
            tuple(words[token] for token in uncertain[: min(n_uncertain, WORDS_NAMED)]),
            "" if value is None else in_words(session.queue.numbers.measure, value),
            session.project.flags_of(sentence_index),
            sentence_index in session.queue.drawn,
            bool(session.corpus.roles[sentence_index] == Role.CONTROL),
            disagreement,
            name,
            is_done,
        )

    def _value(self, sentence_index: int) -> float | None:
        """Return the number by which a sentence is sorted, None while no model has suggested."""
        session = self._session
        numbers = session.queue.numbers
        needs_model = numbers.measure.strategy != INCONSISTENT_NAMES
        if needs_model and session.proposals.models[sentence_index] <= 0:
            return None
        return numbers.at(sentence_index)

    def _selected_first(self, sentence_index: int) -> range:
        """Return the tokens that are selected when the sentence becomes the current one."""
        records = self._session.token_display(sentence_index)
        asks = self._session.queries_tokens(sentence_index)
        first, last = first_to_check(records, asks=asks) or (0, -1)
        return range(first, last + 1)

    def _text_with(
        self, sentence_index: int, least: int, shown: list[int]
    ) -> tuple[str, tuple[HighlightedWord, ...]]:
        """Return the sentence, or an excerpt of it, and its highlighted words."""
        project = self._session.project
        first = 0 if least <= 2 * WORDS_BEFORE else least - WORDS_BEFORE
        first = word_start(project, sentence_index, first)
        last = first + WORDS_AT_MOST
        read = readable(project, sentence_index, first, last)
        cut = CUT if first else ""
        offsets = {token: token - first for token in shown}
        highlighted = tuple(
            HighlightedWord(
                read.starts[at] + len(cut),
                read.ends[at] + len(cut),
                self._chip(sentence_index, token),
            )
            for token, at in offsets.items()
            if 0 <= at < len(read.starts)
        )
        return cut + read.text, highlighted

    def _chip(self, sentence_index: int, token: int) -> Chip:
        """Return the suggestion for a token: an imported one before that of the model."""
        project, proposals = self._session.project, self._session.proposals
        (shown,) = shown_tags(project, proposals, sentence_index, (token, token))
        tag = shown.tag
        if shown.kind is not DisplayKind.IMPORTED:
            tag = int(proposals.tags[self._session.corpus.span(sentence_index).start + token])
        name = "" if tag == NO_TAG else label_name(project.tags[tag], project.settings.scheme)
        if not name:
            return Chip(self.tr("No label"))
        colours = {label.name: label.colour for label in project.visible_labels()}
        return Chip(name, colours.get(name))

    def least_confident(self, sentence_index: int) -> int:
        """Return the least confident token of a sentence; 0 without suggestions."""
        return self._least_confident(sentence_index, self._uncertain(sentence_index)[0])

    def _least_confident(self, sentence_index: int, uncertain: list[int]) -> int:
        disagreement = self._disagreement(sentence_index)
        if disagreement is not None:
            return disagreement.token
        name = self._name(sentence_index)
        if name is not None:
            return name.first_in(sentence_index) or 0
        return uncertain[0] if uncertain else 0

    def where(self, row: int) -> tuple[int, int | None]:
        """Return the sentence of a row, and the token for which a filter lists it, if any."""
        sentence_index, filtered = self.sentence_index(row), self._session.queue.filtered
        return sentence_index, None if filtered is None else filtered.token_in(sentence_index)

    def _n_rows(self) -> int:
        return len(self._sentence_indices)

    def _answer(self, row: int, role: int) -> object:
        sentence_index = self.sentence_index(row)
        if role == QueueRole.SENTENCE_INDEX:
            return sentence_index
        if role == QueueRole.UNCERTAINTY:
            return self.uncertainty(sentence_index)
        if role == Qt.ItemDataRole.DisplayRole:
            return self.uncertainty(sentence_index).text
        if role == Qt.ItemDataRole.ToolTipRole:
            text = listed_text(readable_text(self._session.project, sentence_index))
            uncertainty = self.uncertainty(sentence_index)
            return "\n".join(filter(None, (text, self.explained(uncertainty), uncertainty.number)))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._spoken(self.uncertainty(sentence_index))
        return None

    def summary(self, uncertainty: RowUncertainty) -> str:
        """Return the reason of a sentence's position, in a few words."""
        return self._reason(uncertainty, named=False)

    def summaries(self, uncertainty: RowUncertainty) -> tuple[str, ...]:
        """Return the summary and shorter wordings of it, the longest first."""
        whole = self.summary(uncertainty)
        if uncertainty.is_control:
            return (whole,)
        if uncertainty.disagreement is not None:
            return (whole, *self._short_disagreements(uncertainty.disagreement))
        if uncertainty.name is not None:
            # Without the name, which is underlined.
            return (whole, *labels_in_words(uncertainty.name.types))
        if uncertainty.probability is None and uncertainty.n_uncertain:
            return (whole, self._short_source(uncertainty.n_uncertain))
        return (whole,)

    def _short_source(self, n: int) -> str:
        """Return that gazetteers or grammars suggest for ``n`` tokens, in fewer words."""
        one, many = self.tr("1 token"), self.tr("{n} tokens", None, n)
        return one if n == 1 else many.format(n=n)

    def explained(self, uncertainty: RowUncertainty) -> str:
        """Return the reason of a sentence's position, with the uncertain words."""
        return self._reason(uncertainty, named=True)

    def _reason(self, uncertainty: RowUncertainty, *, named: bool) -> str:
        if uncertainty.is_control:
            done = uncertainty.is_done
            return self.tr("test sentence · done") if done else self.tr("test sentence")
        if uncertainty.disagreement is not None:
            return self._disagreement_words(uncertainty.token, uncertainty.disagreement)
        if uncertainty.name is not None:
            return reason_in_words(uncertainty.name)
        if uncertainty.is_done:
            return self.tr("done")
        reason = self._uncertain_words(uncertainty, named=named)
        if uncertainty.drawn:
            return self.tr("random · {why}").format(why=reason)
        return reason

    def _disagreement_words(self, word: str, found: Disagreement) -> str:
        if found.confirmed:
            text = self.tr("{word}: labelled {said}, model suggests {proposed} ({chance})")
        else:
            text = self.tr("{word}: gazetteer {said}, model {proposed} ({chance})")
        return text.format(word=word, **self._parts_of(found))

    def _short_disagreements(self, found: Disagreement) -> Iterator[str]:
        """Yield a disagreement without the word, which is underlined, in fewer and fewer words."""
        parts = self._parts_of(found)
        if found.confirmed:
            yield self.tr("labelled {said}, model: {proposed} ({chance})").format(**parts)
        else:
            yield self.tr("gazetteer: {said}, model: {proposed} ({chance})").format(**parts)
        yield self.tr("{said}, model: {proposed} ({chance})").format(**parts)
        yield self.tr("{said}, model: {proposed}").format(**parts)

    def _parts_of(self, found: Disagreement) -> dict[str, str]:
        """Return the labels and the confidence of a disagreement in words."""
        scheme = self._session.project.settings.scheme
        current, proposed = (
            label_name(tag, scheme) or self.tr("no label")
            for tag in (found.current, found.proposed)
        )
        if current == proposed:  # they differ in the beginning of spans
            current, proposed = found.current, found.proposed
        return {"said": current, "proposed": proposed, "chance": percent(found.probability)}

    def _disagreement(self, sentence_index: int) -> Disagreement | None:
        filtered = self._session.queue.filtered
        return filtered.disagreements.get(sentence_index) if filtered is not None else None

    def _name(self, sentence_index: int) -> NameGroup | None:
        """Return the name with different labels for which a sentence is listed."""
        queue = self._session.queue
        if queue.filtered is not None and sentence_index in queue.filtered.names.by_sentence:
            return queue.filtered.names.by_sentence[sentence_index]
        return queue.numbers.name_at(sentence_index)

    def _uncertain_words(self, uncertainty: RowUncertainty, *, named: bool) -> str:
        """Return the number of uncertain tokens in words, with their words if ``named``."""
        n = uncertainty.n_uncertain
        if uncertainty.probability is None and n:
            one, many = (
                self.tr("1 token from a gazetteer"),
                self.tr("{n} tokens from gazetteers", None, n),
            )
            if {listed.is_grammar for listed in self._session.project.proposing()} == {True}:
                one, many = (
                    self.tr("1 token from a grammar"),
                    self.tr("{n} tokens from grammars", None, n),
                )
            return one if n == 1 else many.format(n=n)
        if uncertainty.probability is None:
            if self._session.suggestions.newest_model > 0:
                return self.tr("suggestions are being computed")
            return self.tr("no suggestions yet")
        if not named and not n:
            return self.tr("{chance} confident").format(chance=percent(uncertainty.probability))
        if not named:
            return self.tr("{n} uncertain").format(n=n)
        threshold = round(100 * self._session.project.settings.uncertain_below)
        if not n:
            return self.tr("all tokens at {threshold}% or above").format(threshold=threshold)
        one = self.tr("1 token under {threshold}%: {words}")
        many = self.tr("{count} tokens under {threshold}%: {words}", None, n)
        words = ", ".join(uncertainty.words)
        if n > len(uncertainty.words):
            words += ", …"
        return (one if n == 1 else many).format(count=n, threshold=threshold, words=words)

    def _spoken(self, uncertainty: RowUncertainty) -> str:
        """Return all that a row shows, and the confidence of the least confident word."""
        parts = [uncertainty.text]
        if uncertainty.probability is not None:
            parts.append(f"{uncertainty.token} {percent(uncertainty.probability)}")
        parts += [self.tr("suggested {name}").format(name=chip.name) for chip in uncertainty.chips]
        return ", ".join(filter(None, (*parts, self.explained(uncertainty), uncertainty.number)))

    def _uncertain(self, sentence_index: int) -> tuple[list[int], float | None, int]:
        """Return open tokens with proposals, least confident first; its probability; the number."""
        session = self._session
        at = session.corpus.span(sentence_index)
        if session.corpus.roles[sentence_index] == Role.CONTROL:
            return [], None, 0
        probabilities = session.proposals.chances(at)
        seen = (session.corpus.states[at] != TokenState.CONFIRMED) & (
            session.proposals.tags[at] != NO_TAG
        )
        n_seen = int(np.count_nonzero(seen))
        if not n_seen:
            return [], None, 0
        if session.proposals.models[sentence_index] < 0:
            return np.flatnonzero(seen).tolist(), None, n_seen
        open_ones = np.where(seen, probabilities, np.float32(2.0))
        order = np.argsort(open_ones, kind="stable")[:n_seen].tolist()
        threshold = session.project.settings.uncertain_below
        return order, float(open_ones[order[0]]), int(np.count_nonzero(open_ones < threshold))

    def _follow(self, changes: Changes) -> None:
        if changes.structure or self._session.queue.queried is not self._sentence_indices:
            self._take(self._session.queue.queried)
        if not len(self._sentence_indices):
            return
        if changes.settings:
            self._all_changed()
            return
        if changes.queue and self._session.queue.filtered is not None:
            self._all_changed()
            return
        changed = np.concatenate([changes.sentences, changes.proposals, changes.flags])
        if not len(changed):
            return
        rows = np.flatnonzero(are_among(self._sentence_indices, changed))
        if len(rows):
            self.dataChanged.emit(self.index(int(rows[0])), self.index(int(rows[-1])))

    def _take(self, sentence_indices: NDArray[np.int64]) -> None:
        """Set another order; if one sentence has left it, only its row is removed."""
        gone = _one_removed(self._sentence_indices, sentence_indices)
        if gone is not None:
            self.beginRemoveRows(QModelIndex(), gone, gone)
            self._sentence_indices = sentence_indices
            self.endRemoveRows()
        elif not np.array_equal(self._sentence_indices, sentence_indices):
            self.beginResetModel()
            self._sentence_indices = sentence_indices
            self.endResetModel()
        else:
            self._sentence_indices = sentence_indices


def _one_removed(before: NDArray[np.int64], after: NDArray[np.int64]) -> int | None:
    if len(before) != len(after) + 1:
        return None
    differs = np.flatnonzero(before[:-1] != after)
    row = int(differs[0]) if len(differs) else len(after)
    return row if np.array_equal(before[row + 1 :], after[row:]) else None
