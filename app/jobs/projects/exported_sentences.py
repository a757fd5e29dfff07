"""Rows of sentences from the lines of an exported sentences.jsonl."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from app.domain.documents import Document
from app.domain.project import Project
from app.domain.sentence_flags import SentenceFlags
from app.domain.sentences import SentenceRow, SentenceSource
from app.domain.tokens import Role, TokenState
from app.formats.records import WORD
from app.jobs.data.snapshot import feature_columns
from app.jobs.projects.plain_files import STATE_NAMES, Values
from app.storage.json_values import as_json, as_kind, field, listed
from app.storage.sentence_rows import source_of, source_values
from app.storage.sources import fits
from app.storage.tables import MAX_LARGE, MAX_NAME
from crfcore.errors import shown
from crfcore.text.label_names import label_fault

_STATES = {name: state for state, name in STATE_NAMES.items()}
_ROLES = [role.name.lower() for role in Role]
_FLAGS = [str(flag.name).lower() for flag in SentenceFlags]
_DECIDED = (TokenState.CONFIRMED, TokenState.SUGGESTED)


class Rows:
    """Makes rows of sentences from JSON, and interns their words and tags.

    ``invents_fields``: older exports wrote a word for each column that only other documents have.
    """

    def __init__(
        self, project: Project, documents: Sequence[Document], *, invents_fields: bool
    ) -> None:
        self._project = project
        self._words = {word: number for number, word in enumerate(project.words)}
        self._documents = {document.id: document for document in documents}
        self._steps = {document.id: step for step, document in enumerate(documents, 1)}
        self._invents_fields = invents_fields
        self._last = self._last_document = 0

    def row(self, values: Values) -> SentenceRow:
        """Return the row of one sentence; TypeError or ValueError if it is invalid."""
        number, document = field(values, "id", int), field(values, "document", int)
        if not self._last < number <= MAX_LARGE:
            raise ValueError(
                f"sentence {shown(number)} comes after sentence {self._last}, and a number from "
                f"there to {MAX_LARGE:,} is expected"
            )
        self._last = number
        if document not in self._documents:
            raise ValueError(f"document {shown(document)} is none of project.json")
        if document < self._last_document:
            raise ValueError(
                f"sentence {number} is of document {document} and comes after one of document "
                f"{self._last_document}, and the sentences of a document are expected together, "
                "in the order of the numbers of the documents"
            )
        self._last_document = document
        text = field(values, "text", str)
        tokens = listed(values, "tokens", dict)
        starts, ends = _places(tokens, number, len(text))
        columns = self._columns(tokens, document)
        _check_words(tokens, text)
        states = [_STATES[one_of(token, "state", _STATES)] for token in tokens]
        row = SentenceRow(
            id=number,
            document=document,
            text=text,
            starts=starts,
            ends=ends,
            columns=columns,
            tag_sets=np.array(
                [self._tags(token, state) for token, state in zip(tokens, states, strict=True)],
                np.int32,
            ),
            states=np.array(states, np.uint8),
            edits=np.full(len(tokens), self._steps[document], np.int64),
            role=Role[one_of(values, "role", _ROLES).upper()],
            source=SentenceSource(
                field(values, "before", str),
                tuple(listed(values, "lines", str)),
                tuple(listed(values, "token_lines", int)),
            ),
        )
        self._check_source(row)
        return row

    def _columns(self, tokens: Sequence[Values], document: int) -> NDArray[np.int32]:
        n_columns = None
        if self._invents_fields:
            names = self._documents[document].layout.columns or (WORD,)
            n_columns = len(feature_columns(names))
        fields = [field(token, "fields", list)[:n_columns] for token in tokens]
        n_fields = len(fields[0]) or 1
        for number, one in enumerate(fields):
            if len(one) != n_fields:
                found = f"“tokens[{number}].fields” has {len(one):,} texts"
                raise ValueError(f"{found}, and {n_fields:,} are expected")
        ids = [[self._word(value, at) for at, value in enumerate(one)] for one in fields]
        return np.array(ids, np.int32).T

    def _word(self, value: object, at: int) -> int:
        """Return the id of a field, -1 for one that is missing."""
        if value is None and at:
            return -1
        word = as_kind(str, value, f"fields[{at}]")
        if word not in self._words:
            self._words[word] = len(self._words)
            self._project.words.append(word)
        return self._words[word]

    def _tags(self, token: Values, state: int) -> int:
        names = listed(token, "tags", str)
        for name in names:
            fault = label_fault(name, MAX_NAME)
            if fault:
                raise ValueError(f"the tag {as_json(name)} {fault}")
        if state in _DECIDED and len(set(names)) != 1:
            found, name = f"“tags” is {as_json(names)}", STATE_NAMES[TokenState(state).value]
            raise ValueError(f"{found}, and one tag is expected where “state” is {name}")
        return self._project.set_id(tuple(map(self._project.tag_id, names)))

    def _check_source(self, row: SentenceRow) -> None:
        """Raise ValueError if the raw lines of a sentence are not those of its tokens."""
        layout = self._documents[row.document].layout
        tokens, n_lines = row.source.tokens, len(row.source.lines)
        if any(not 0 <= line < n_lines for line in tokens):
            raise ValueError(f"“token_lines” names lines other than 0 to {n_lines - 1}")
        kept = source_of(*source_values(row)[1:])
        if kept != row.source or not fits(kept, len(row.states), layout):
            raise ValueError(
                f"“lines” and “token_lines” are not those of the tokens of sentence {row.id}, in a "
                f"document of the format {layout.format}"
            )


def _places(
    tokens: Sequence[Values], number: int, n_characters: int
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return where tokens start and end; ValueError if that is not one after the other."""
    edges: list[int] = [0]
    for at, token in enumerate(tokens):
        for name in ("start", "end"):
            edge = field(token, name, int)
            if not edges[-1] <= edge <= n_characters:
                raise ValueError(
                    f"the tokens of sentence {number} are not inside its text: "
                    f"“tokens[{at}].{name}” is {shown(edge)}, and {edges[-1]} to {n_characters} is "
                    "expected"
                )
            edges.append(edge)
    if not tokens:
        raise ValueError(f"“tokens” of sentence {number} is [], and one at least is expected")
    return np.array(edges[1::2], np.int32), np.array(edges[2::2], np.int32)


def _check_words(tokens: Sequence[Values], text: str) -> None:
    for number, token in enumerate(tokens):
        word, found = text[token["start"] : token["end"]], token["fields"][0]
        if found != word:
            raise ValueError(
                f"“tokens[{number}].fields[0]” is {as_json(found)}, and the text has "
                f"{as_json(word)} there"
            )


def flags_of(values: Values) -> SentenceFlags:
    """Return the flags of a sentence; TypeError or ValueError if one is none."""
    flag = SentenceFlags.NONE
    for name in listed(values, "marks", str):
        flag |= SentenceFlags[one_of({"marks": name}, "marks", _FLAGS).upper()]
    return flag


def one_of(values: Values, name: str, known: Iterable[str]) -> str:
    """Return a value that must be one of ``known``; ValueError otherwise."""
    found = field(values, name, str)
    if found not in known:
        raise ValueError(f"“{name}” is {as_json(found)}, and one of {', '.join(known)} is expected")
    return found
