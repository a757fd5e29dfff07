"""The tool tips of tokens: what a label or suggestion is, and where it comes from."""

from __future__ import annotations

import numpy as np

from app.domain.consistency import ConfirmedName, ConfirmedNames
from app.domain.display import DisplayKind, TokenDisplay
from app.domain.edits import Origin
from app.domain.invisible import names_of_invisible
from app.domain.numbers import grouped
from app.item_models.displayed_sentence import NOWHERE, ShownSentence
from app.item_models.local_times import when_words
from app.session import Session
from app.translation import translator

_tr = translator("TokenTips")

SUREST = 99
"""The highest percentage shown for a model's probability."""

MOST_NUMBERS = 6
"""The most numbers of sentences in a tool tip."""


def percent(probability: float) -> int:
    """Return a probability in per cent as it is shown."""
    return min(SUREST, round(100 * probability))


class TokenTips:
    """Writes the tool tips of the tokens of any sentence."""

    def __init__(self, session: Session) -> None:
        """Write about the sentences of a session."""
        self._session = session

    def tip(self, shown: ShownSentence, record: TokenDisplay, names: ConfirmedNames) -> str:
        """Return the tool tip of a token; ``names`` are those that speak about the sentence."""
        lines = [self._tip_of_tag(shown, record), *self._tips_of_names(record, names)]
        if rejected := shown.forbidden_names(record):
            lines.append(_tr("Rejected: {names}.").format(names=", ".join(rejected)))
        lines += self._who(shown.sentence_index, record)
        if record.queried:
            lines.append(_tr("Please check this token. Accepting confirms the label shown."))
        if found := names_of_invisible(_with_gaps(shown, record)):
            lines.append(_tr("Invisible characters: {names}.").format(names=", ".join(found)))
        if record.propagated:
            lines.append(_tr("This suggestion has changed since the sentence was first shown."))
        return "\n".join(lines)

    def _who(self, sentence_index: int, record: TokenDisplay) -> list[str]:
        """Return who labelled a token and when, nothing if unknown or if nobody's label is left."""
        labelled = (DisplayKind.PERSON, DisplayKind.NARROWED, DisplayKind.IMPORTED)
        if sentence_index == NOWHERE or record.kind not in labelled:
            return []
        corpus = self._session.corpus
        edit_id = int(corpus.edits[int(corpus.offsets[sentence_index]) + record.index])
        author = self._session.history.author_of(edit_id) if edit_id > 0 else None
        if author is None:
            return []
        texts = {
            Origin.ACCEPTED: _tr("Accepted by {who} · {when}"),
            Origin.NOTHING: _tr("Confirmed without a suggestion by {who} · {when}"),
            Origin.IMPORT: _tr("Imported by {who} · {when}"),
            Origin.RULE: _tr("Set by a rule · {who} · {when}"),
        }
        usual = _tr("Labelled by {who} · {when}")
        if record.kind is DisplayKind.NARROWED:
            usual = _tr("Rejected by {who} · {when}")
        text = texts.get(author.origin, usual)
        who = author.annotator or _tr("an unknown annotator")
        return [text.format(who=who, when=when_words(author.made_at))]

    def _tip_of_tag(self, shown: ShownSentence, record: TokenDisplay) -> str:
        if record.tag is None:
            return _tr("No label or suggestion yet")
        tag = shown.name_of(record) if record.label is not None else _tr("No label")
        if record.kind is DisplayKind.PERSON:
            return _tr("{tag}: confirmed").format(tag=tag)
        if record.kind is DisplayKind.IMPORTED:
            return _tr("{tag}: an imported suggestion, not confirmed yet").format(tag=tag)
        if record.kind is DisplayKind.LISTED:
            text = _tr("{tag}: suggested by a gazetteer")
            if record.probability is not None:
                text = _tr("{tag}: suggested by a grammar, {percent}%")
            return text.format(tag=tag, percent=percent(record.probability or 0.0))
        chance = percent(record.probability or 0.0)
        if shown.is_miss(record):
            return _tr(
                "Possible missed span: the model suggests no label, with {percent}% confidence"
            ).format(percent=chance)
        return _tr("{tag}: suggested by the model, {percent}% confidence").format(
            tag=tag, percent=chance
        )

    def _tips_of_names(self, record: TokenDisplay, names: ConfirmedNames) -> list[str]:
        """Return which confirmed names speak about a suggestion."""
        if record.kind not in (DisplayKind.PROPOSAL, DisplayKind.NARROWED):
            return []
        # Nobody asks why a word without a label has none.
        return [
            self._tip_of_name(one)
            for one in names.get(record.index, ())
            if one.label or record.label is not None
        ]

    def _tip_of_name(self, name: ConfirmedName) -> str:
        visible = self._session.visible
        numbers = [int(np.searchsorted(visible, at)) + 1 for at in name.sentence_indices]
        listed = ", ".join(grouped(number) for number in numbers[:MOST_NUMBERS])
        if len(numbers) > MOST_NUMBERS:
            more = _tr("{numbers} and {n} more")
            listed = more.format(numbers=listed, n=grouped(len(numbers) - MOST_NUMBERS))
        where = _tr("sentence {numbers}") if len(numbers) == 1 else _tr("sentences {numbers}")
        text = (
            _tr("“{name}” is confirmed as {label} elsewhere in this document: {where}.")
            if name.label
            else _tr("“{name}” is confirmed without a label elsewhere in this document: {where}.")
        )
        where = where.format(numbers=listed)
        return text.format(name=name.name, label=name.label, where=where)


def _with_gaps(shown: ShownSentence, record: TokenDisplay) -> str:
    """Return a word with the gaps before and after it."""
    records, index = shown.records, record.index
    start = records[index - 1].end if index else 0
    behind = records[index + 1 : index + 2]
    return shown.text[start : behind[0].start if behind else None]
