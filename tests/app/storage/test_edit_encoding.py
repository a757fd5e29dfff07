"""Tests of storing edits in the columns `before` and `after`."""

from __future__ import annotations

import base64
import json
import math
import zlib
from contextlib import suppress
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.documents import SEPARATORS, Document, Layout
from app.domain.edits import (
    DocumentChange,
    Edit,
    FlagChange,
    GazetteerChange,
    LabelChange,
    Origin,
    RoleChange,
    RuleChange,
    SettingsChange,
    TagChange,
    TokenChange,
    TokenChanges,
    TokenValues,
)
from app.domain.gazetteers import Gazetteer
from app.domain.history import entry_of
from app.domain.labels import Label
from app.domain.rules import ProjectRule
from app.domain.sentence_flags import SentenceFlags
from app.domain.settings import ProjectSettings
from app.storage.edit_encoding import HEAD, HistoryError, edit_of, sides_of, target_of
from crfcore.text.tag_schemes import SCHEMES
from tests.edit_equality import assert_same_edit

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
IDS = st.integers(0, 2**31 - 1)


@st.composite
def token_changes(draw):
    n = draw(st.integers(1, 90))
    tokens = np.arange(n, dtype=np.int32)
    return TokenChange(draw(st.integers(1, 2**40)), tokens, draw(values(n)), draw(values(n)))


def values(n):
    def arrays(seed):
        rng = np.random.default_rng(seed)
        return TokenValues(
            rng.integers(0, 2**31 - 1, n, dtype=np.int32),
            rng.integers(0, 4, n).astype(np.uint8),
            rng.integers(0, 2**62, n, dtype=np.int64),
        )

    return st.integers(0, 2**32 - 1).map(arrays)


@st.composite
def role_changes(draw):
    n = draw(st.integers(0, 90))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    before, after = rng.integers(0, 2, (2, n)).astype(np.uint8)
    return RoleChange(np.cumsum(rng.integers(1, 9, n, dtype=np.int64)), before, after)


LABELS = st.builds(Label, IDS, TEXT, IDS, TEXT, IDS, st.booleans())
PARTED = st.sampled_from(SEPARATORS)
LAYOUTS = st.builds(Layout, TEXT, st.lists(TEXT).map(tuple), PARTED, st.booleans(), TEXT)
DOCUMENTS = st.builds(Document, IDS, TEXT, IDS, LAYOUTS, st.booleans())
RULES = st.none() | st.builds(
    ProjectRule, IDS, TEXT, TEXT, TEXT, st.booleans(), st.none() | st.floats(0, 1e9), IDS
)
FLAGS = st.integers(0, 7).map(SentenceFlags)
SETTINGS = st.builds(
    ProjectSettings,
    st.sampled_from(SCHEMES),
    TEXT,
    st.floats(0, 1e9),
    st.booleans(),
    st.floats(0, 1),
    st.integers(0, 10**9),
    st.integers(1, 10**6),
    TEXT,
    TEXT,
)
EDITS = st.builds(
    Edit,
    kind=TEXT,
    summary=TEXT,
    origin=st.sampled_from(Origin),
    tokens=st.lists(token_changes(), max_size=4).map(tuple),
    labels=st.lists(st.builds(LabelChange, st.none() | LABELS, st.none() | LABELS), max_size=3).map(
        tuple
    ),
    tags=st.lists(st.builds(TagChange, IDS, TEXT, TEXT), max_size=3).map(tuple),
    documents=st.lists(st.builds(DocumentChange, DOCUMENTS, DOCUMENTS), max_size=2).map(tuple),
    rules=st.lists(st.builds(RuleChange, RULES, RULES), max_size=3).map(tuple),
    flags=st.lists(st.builds(FlagChange, IDS, FLAGS, FLAGS), max_size=3).map(tuple),
    settings=st.none() | st.builds(SettingsChange, SETTINGS, SETTINGS),
    roles=st.none() | role_changes(),
    id=st.integers(1, 2**60),
    made_at=TEXT,
    annotator=TEXT,
)


def again(edit, before, after):
    return edit_of(
        before,
        after,
        kind=edit.kind,
        summary=edit.summary,
        origin=edit.origin.value,
        id=edit.id,
        made_at=edit.made_at,
        annotator=edit.annotator,
    )


@settings(max_examples=60, deadline=None)
@given(EDITS)
def test_an_edit_comes_back_as_it_was(edit):
    assert_same_edit(again(edit, *sides_of(edit)), edit)


def test_steps_of_the_first_schema_say_nothing_of_rules():
    edit = Edit("label_span", "label", id=4)
    before, after = (side.replace(b',"rules":[]', b"") for side in sides_of(edit))
    assert b"rules" not in before
    assert_same_edit(again(edit, before, after), edit)


def test_a_small_edit_can_be_read_by_a_person():
    values = TokenValues(np.array([3], np.int32), np.array([1], np.uint8), np.array([7]))
    change = TokenChange(12, np.array([4], np.int32), values, values)
    before, _ = sides_of(Edit("label_span", "label 1 token", tokens=(change,)))
    assert b'"sentences":[12]' in before
    assert b'"tokens":[4]' in before


def test_a_large_edit_is_compressed():
    n = 50_000
    values = TokenValues(np.ones(n, np.int32), np.ones(n, np.uint8), np.ones(n, np.int64))
    change = TokenChange(1, np.arange(n, dtype=np.int32), values, values)
    edit = Edit("label_span", "label", tokens=(change,))
    before, after = sides_of(edit)
    assert len(before) < 350_000
    assert_same_edit(again(edit, before, after), edit)


@pytest.mark.parametrize(
    "broken",
    [b"", b"{", b"[]", b"null", b"{}", b"\x00\x01", b'{"sentences":[1],"counts":[2],"tokens":[1]}'],
)
def test_bytes_that_are_no_edit_are_refused_in_words(broken):
    edit = Edit("label_span", "label", id=4)
    _, after = sides_of(edit)
    with pytest.raises(HistoryError, match="step 4 of the history"):
        again(edit, broken, after)


@pytest.mark.parametrize(
    "change",
    [
        {"sentences": [1, 2]},
        {"counts": [-1]},
        {"tokens": [1, 2]},
        {"tag_sets": []},
        {"tokens": "no base64!"},
        {"settings": {"scheme": 7}},
        {"labels": [7]},
        {"documents": [[]]},
    ],
)
def test_a_side_that_contradicts_itself_is_refused(change):
    values = TokenValues(np.array([3], np.int32), np.array([1], np.uint8), np.array([7]))
    settings_change = SettingsChange(ProjectSettings(), ProjectSettings())
    document = Document(1, "a", 0)
    edit = Edit(
        "several",
        "",
        tokens=(TokenChange(12, np.array([4], np.int32), values, values),),
        labels=(LabelChange(None, None),),
        documents=(DocumentChange(document, document),),
        settings=settings_change,
    )
    before, after = sides_of(edit)
    assert_same_edit(again(edit, before, after), edit)
    broken = json.dumps({**json.loads(before), **change}).encode()
    with pytest.raises(HistoryError):
        again(edit, broken, after)


@pytest.mark.parametrize("name", ["cost", "share"])
@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf, 10**400, True, "1"])
def test_only_finite_numbers_are_numbers(name, number):
    one = Gazetteer(1, "names", label="PER", cost=2.5, share=0.5)
    edit = Edit("change", "", gazetteers=(GazetteerChange(one, one),), id=4)
    before, after = sides_of(edit)
    assert_same_edit(again(edit, before, after), edit)
    side = json.loads(before)
    (values,) = side["gazetteers"]
    values[name] = 1
    whole = again(edit, json.dumps(side).encode(), after).gazetteers[0].before
    assert getattr(whole, name) == 1.0
    values[name] = number
    with pytest.raises(HistoryError, match="step 4 of the history"):
        again(edit, json.dumps(side).encode(), after)


@settings(max_examples=80, deadline=None)
@given(EDITS, st.data())
def test_a_damaged_side_gives_an_edit_or_an_error_in_words(edit, data):
    before, after = sides_of(edit)
    at = data.draw(st.integers(0, len(before) - 1))
    damaged = bytearray(before)
    damaged[at] ^= 1 << data.draw(st.integers(0, 7))
    with suppress(HistoryError):
        again(edit, bytes(damaged), after)


@settings(max_examples=80, deadline=None)
@given(EDITS)
def test_the_head_of_a_side_says_where(edit):
    side, _ = sides_of(edit)
    found, received = target_of(side[:HEAD]), entry_of(edit).target
    if len(side) < HEAD and side[:1] == b"{":
        assert found == received
    elif edit.tokens:
        assert found.sentence == received.sentence
        assert found.more == received.more


def test_the_place_of_a_step_on_very_many_sentences_is_told_by_its_head():
    one = np.zeros(1, np.int32)
    values = TokenValues(one, one.astype(np.uint8), one.astype(np.int64))
    changes = tuple(TokenChange(7 + 3 * n, one + 2, values, values) for n in range(50_000))
    side, _ = sides_of(Edit("accept_sure", "accept", tokens=changes))
    target = target_of(side[:HEAD])
    assert (target.sentence, target.more) == (7, True)


@pytest.mark.parametrize(
    "head", [b"{", b"{}", b'{"sentences":1,"tokens":[]}', b"\x78nothing", b'{"sentences":[1e99]}']
)
def test_a_head_that_is_none_is_refused_in_words(head):
    with pytest.raises(HistoryError, match="cannot be read"):
        target_of(head)


def test_a_head_that_says_nothing_is_nowhere():
    assert target_of(b"") is None


def test_a_step_on_very_many_sentences_is_written_as_one_on_few():
    n, size = 2_000, 30

    def shown_text(seed):
        chance = np.random.default_rng(seed)
        return TokenValues(
            chance.integers(0, 2**31 - 1, n * size, dtype=np.int32),
            chance.integers(0, 4, n * size).astype(np.uint8),
            chance.integers(0, 2**62, n * size, dtype=np.int64),
        )

    columns = TokenChanges(
        np.arange(3, 2 * n + 3, 2),
        np.arange(n + 1) * size,
        np.tile(np.arange(size, dtype=np.int32), n),
        shown_text(1),
        shown_text(2),
    )
    edit = Edit("accept_sure", "accept “all”", Origin.ACCEPTED, tokens=columns, id=7)
    sides = sides_of(edit)
    assert sides == sides_of(replace(edit, tokens=tuple(columns)))
    for side in sides:
        text = zlib.decompress(side).decode("utf-8")
        assert text == json.dumps(json.loads(text), ensure_ascii=False, separators=(",", ":"))
    again = edit_of(
        *sides,
        kind=edit.kind,
        summary=edit.summary,
        origin="accepted",
        id=7,
        made_at="",
        annotator="",
    )
    assert isinstance(again.tokens, TokenChanges)
    assert_same_edit(again, edit)
    packed = json.loads(zlib.decompress(sides[1]))["edits"]
    assert base64.b64decode(packed) == columns.after.edits.astype("<i8").tobytes()
