"""One sentence as it is to be seen: its text as one reads it, and what is shown of each token."""

from __future__ import annotations

from app.domain.display import DisplayKind, TokenDisplay
from app.domain.spacing import readable_text
from app.domain.tagging import TOKENS, label_name
from app.session import Session

NOWHERE = -1
"""The place while there is no sentence to show."""


class ShownSentence:
    """What a session shows of the sentence at a place, at the moment when this is made.

    With a ``part``, its first and last token, it is what stands there as if that were all. It has
    no suggestions unless ``helped``.
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
        self.sentence_index = sentence_index
        self.text = ""
        self.records: list[TokenDisplay] = []
        if sentence_index != NOWHERE:
            self.text = readable_text(session.project, sentence_index, *(part or ()))
            self.records = session.token_display(sentence_index, part, helped=helped)

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
        """Return the place of the label in the palette of colours, None where it has no row."""
        label = self._project.labels.get(record.label) if record.label is not None else None
        return None if label is None else label.colour

    def forbidden_names(self, record: TokenDisplay) -> list[str]:
        """Return the names of the labels of which a person said "not this"."""
        labels = self._project.labels
        return [labels[label].name for label in record.forbidden if label in labels]

    def is_miss(self, record: TokenDisplay) -> bool:
        """Say whether the best labelling leaves a token out, but not surely."""
        unlabelled = record.tag is not None and record.span < 0
        says_a_model = record.kind not in (DisplayKind.PERSON, DisplayKind.LISTED)
        return unlabelled and record.uncertain and says_a_model
