"""The sample sentence of the appearance dialog, with one of each kind of chip."""

from __future__ import annotations

from itertools import accumulate

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from app.domain.display import DisplayKind, SpanPosition, TokenDisplay
from app.domain.spacing import Readable, as_read
from app.item_models.displayed_sentence import ShownSentence
from app.item_models.tokens import TokensModel
from app.session import Session
from app.views.sentence_view.view import SentenceView
from app.views.theme import GRID

WORDS = ("Dr.", "Osei", "gave", "Rex", "5", "mg", "of", "carprofen", "on", "Monday", ".")
SPANS = (
    (0, 1, "PERSON", DisplayKind.PERSON, None),
    (3, 3, "ANIMAL", DisplayKind.PERSON, None),
    (4, 5, "DOSE", DisplayKind.PROPOSAL, 0.96),
    (7, 7, "DRUG", DisplayKind.PROPOSAL, 0.58),
    (9, 9, "DATE", DisplayKind.IMPORTED, None),
)
"""First and last token, label, source and probability; the index is the label's colour."""
UNCERTAIN_BELOW = 0.8
LINES = 24 * GRID
"""Height of two lines with their labels, in a font as tall as Noto Sans."""


class SampleSentence(ShownSentence):
    """The display of the sample sentence."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        read = as_read(" ".join(WORDS), *_extents())
        self.text = read.text
        self.records = _records(read)

    def name_of(self, record: TokenDisplay) -> str:
        """Return the name of the label."""
        return "" if record.label is None else SPANS[record.label][2]

    def colour_of(self, record: TokenDisplay) -> int | None:
        """Return the index of the label's colour."""
        return record.label


class SampleTokens(TokensModel):
    """The token model of the sample sentence."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._shown = SampleSentence(session)


class AppearanceSample(SentenceView):
    """A sentence view of the sample sentence."""

    def __init__(self, session: Session, zoom: float, parent: QWidget | None = None) -> None:
        model = SampleTokens(session)
        super().__init__(model, parent)
        model.setParent(self)
        self.setObjectName("looks_sample")
        self.setAccessibleName(self.tr("Preview"))
        self.setAccessibleDescription(
            self.tr("Two confirmed labels, a confident, an uncertain and an imported suggestion")
        )
        self.setFixedHeight(LINES)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # there is nothing to do in it
        self.letters.set_zoom(zoom)
        self.selection.show(2, 2)


def _extents() -> tuple[list[int], list[int]]:
    """Return starts and ends of the words, joined by blanks."""
    ends = list(accumulate(len(word) + 1 for word in WORDS))
    return [0, *ends[:-1]], [end - 1 for end in ends]


def _records(read: Readable) -> list[TokenDisplay]:
    spans = {
        token: span_index
        for span_index, one in enumerate(SPANS)
        for token in range(one[0], one[1] + 1)
    }
    return [
        _record(index, word, start, spans.get(index))
        for index, (word, start) in enumerate(zip(WORDS, read.starts, strict=True))
    ]


def _record(index: int, word: str, start: int, label: int | None) -> TokenDisplay:
    first, last, name, kind, probability = (
        (index, index, "", DisplayKind.NONE, None) if label is None else SPANS[label]
    )
    tag = f"{'B' if index == first else 'I'}-{name}" if name else None
    position = SpanPosition.SINGLE if first == last else SpanPosition.FIRST
    if index > first:
        position = SpanPosition.LAST
    return TokenDisplay(
        index=index,
        word=word,
        start=start,
        end=start + len(word),
        kind=kind,
        tag=tag,
        label=label,
        probability=probability,
        uncertain=probability is not None and probability < UNCERTAIN_BELOW,
        propagated=False,
        forbidden=(),
        position=position if tag else SpanPosition.NONE,
        span=first if tag else -1,
    )
