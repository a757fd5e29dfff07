"""Tests of an edit and its inverse."""

from __future__ import annotations

from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.documents import Document
from app.domain.edits import (
    ChangeCollector,
    DocumentChange,
    Edit,
    LabelChange,
    SettingsChange,
    TagChange,
    TokenChange,
    TokenChanges,
    TokenValues,
    compact,
)
from app.domain.labels import Label
from app.domain.settings import ProjectSettings
from tests.edit_equality import assert_same_edit


def values(tag_set: int, state: int, edit: int) -> TokenValues:
    return TokenValues(
        np.array([tag_set], np.int32), np.array([state], np.uint8), np.array([edit], np.int64)
    )


def test_an_edit_without_changes_is_empty():
    assert Edit("label", "label nothing").empty
    assert not Edit("rename", "rename", tags=(TagChange(0, "A", "B"),)).empty


def test_the_inverse_swaps_every_part_and_reverses_their_order():
    first = TokenChange(1, np.array([0], np.int32), values(0, 0, 0), values(1, 1, 9))
    second = TokenChange(2, np.array([3], np.int32), values(2, 1, 4), values(0, 0, 0))
    label = Label(1, "DRUG", 0, "1", 0)
    document = Document(1, "notes", 0)
    settings = SettingsChange(ProjectSettings(), ProjectSettings(scheme="tokens"))
    edit = Edit(
        "all",
        "everything",
        tokens=(first, second),
        labels=(LabelChange(None, label),),
        tags=(TagChange(0, "A", "B"),),
        documents=(DocumentChange(document, document),),
        settings=settings,
        id=9,
    )
    back = edit.inverse()
    assert back.id == 9
    assert [change.sentence for change in back.tokens] == [2, 1]
    assert back.tokens[1].before is first.after
    assert back.tokens[1].after is first.before
    assert back.labels == (LabelChange(label, None),)
    assert back.tags == (TagChange(0, "B", "A"),)
    assert back.settings == SettingsChange(settings.after, settings.before)
    again = back.inverse()
    assert [change.sentence for change in again.tokens] == [1, 2]
    assert again.labels == edit.labels


def one_change(sentence: int, n_tokens: int) -> TokenChange:
    def shown_text(first: int) -> TokenValues:
        numbers = np.arange(first, first + n_tokens)
        return TokenValues(numbers.astype(np.int32), (numbers % 4).astype(np.uint8), numbers)

    return TokenChange(
        sentence, np.arange(n_tokens, dtype=np.int32), shown_text(sentence), shown_text(7)
    )


def same(one, other) -> None:
    assert_same_edit(Edit("", "", tokens=one), Edit("", "", tokens=other))


@given(st.dictionaries(st.integers(1, 60), st.integers(0, 4), max_size=50), st.data())
def test_columns_are_the_same_sequence(sizes, data):
    changes = [one_change(*pair) for pair in sizes.items()]
    rising = sorted(changes, key=lambda change: change.sentence)
    columns = TokenChanges.of(changes)
    same(columns, rising)
    same(compact(changes), rising if len(changes) > 32 else changes)
    assert bool(columns) == bool(changes)
    kept = data.draw(st.lists(st.booleans(), min_size=len(sizes), max_size=len(sizes)))
    same(
        columns.where(np.array(kept, np.bool_)), [c for c, k in zip(rising, kept, strict=True) if k]
    )
    part = slice(*data.draw(st.tuples(st.integers(-9, 9), st.integers(-9, 60))))
    same(columns[part], rising[part])
    by_hand = tuple(TokenChange(c.sentence, c.tokens, c.after, c.before) for c in rising)
    same(Edit("", "", tokens=columns).inverse().tokens, by_hand)
    collector = ChangeCollector()
    with patch("app.domain.edits.GATHERED", 3):
        for change in changes:
            collector.add([change])
    same(collector.changes(), rising)
    blocks = list(columns.blocks(data.draw(st.integers(1, 9))))
    same([change for block in blocks for change in block], rising)
    same(TokenChanges.together(blocks[::-1]), rising)
    for sentence in range(62):
        found = columns.of_sentence(sentence)
        assert (found is None) == (sentence not in sizes)
        if found is not None:
            same([found], [change for change in rising if change.sentence == sentence])
    if rising:
        same([columns[-1]], rising[-1:])


def test_a_sentence_cannot_stand_twice_in_columns():
    with pytest.raises(ValueError, match="twice"):
        TokenChanges.of([one_change(2, 1), one_change(1, 1), one_change(2, 3)])
