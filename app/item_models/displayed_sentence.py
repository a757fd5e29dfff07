"""One sentence as it is shown: its readable text and its display records."""

from __future__ import annotations

from collections.abc import Sequence

from app.domain.display import DisplayKind, TokenDisplay
from app.domain.spacing import readable_text
from app.domain.tagging import TOKENS, label_name
from app.session import Session

NOWHERE = -1
"""The index while no sentence is shown."""


class ShownSentence:
    """A snapshot of what a session shows of a sentence.

    With a ``part``, its first and last token, these are shown as if they were all. It has no
    suggestions unless ``helped``.
    """

    def __init__(
        self,
        session: Session,
        sentence_index: int = NOWHERE,
        part: tuple[int, int] | None = None,
        *,
        helped: bool = True,
    ) -> None:
        self._project = session.project
        self._tables = session.tag_table, session.project.settings
        self.sentence_index = sentence_index
        self.text = ""
        self.records: list[TokenDisplay] = []
        if sentence_index != NOWHERE:
            self.text = readable_text(session.project, sentence_index, *(part or ()))
            self.records = session.token_display(sentence_index, part, helped=helped)

    def keep(self, records: Sequence[TokenDisplay]) -> None:
        """Use the objects of earlier records of the sentence for those that are equal."""
        pairs = zip(records, self.records, strict=True)
        self.records = [old if old == new else new for old, new in pairs]

    def has_labels_of(self, other: ShownSentence) -> bool:
        """Return whether labels have the names and colours that they have in another snapshot."""
        # Tables and settings are replaced, never changed in place.
        pairs = zip(self._tables, other._tables, strict=True)
        return all(own is its for own, its in pairs)

    def looks_like(self, other: ShownSentence) -> bool:
        """Return whether another snapshot of the sentence shows the same."""
        return (
            self.has_labels_of(other) and self.text == other.text and self.records == other.records
        )

    @property
    def spans(self) -> list[tuple[int, int]]:
        """First and last token of each span shown; none where every token has its own label."""
        if self._project.settings.scheme == TOKENS:
            return []
        members: dict[int, int] = {}
        for record in self.records:
            if record.span >= 0 and record.label is not None:
                members[record.span] = record.index
        return list(members.items())

    def name_of(self, record: TokenDisplay) -> str:
        """Return the name of the label shown on a token, "" for none."""
        label = self._project.labels.get(record.label) if record.label is not None else None
        if label is not None:
            return label.name
        return "" if record.tag is None else label_name(record.tag, self._project.settings.scheme)

    def colour_of(self, record: TokenDisplay) -> int | None:
        """Return the index of the label's colour, None without a label."""
        label = self._project.labels.get(record.label) if record.label is not None else None
        return None if label is None else label.colour

    def forbidden_names(self, record: TokenDisplay) -> list[str]:
        """Return the names of the rejected labels."""
        labels = self._project.labels
        return [labels[label].name for label in record.forbidden if label in labels]

    def is_miss(self, record: TokenDisplay) -> bool:
        """Return whether a model is uncertain that a token has no label."""
        unlabelled = record.tag is not None and record.span < 0
        by_model = record.kind not in (DisplayKind.PERSON, DisplayKind.LISTED)
        return unlabelled and record.uncertain and by_model
