"""An edit and its inverse."""

from __future__ import annotations

import numpy as np

from app.domain.documents import Document
from app.domain.edits import (
    DocumentChange,
    Edit,
    LabelChange,
    SettingsChange,
    TagChange,
    TokenChange,
    TokenValues,
)
from app.domain.labels import Label
from app.domain.settings import ProjectSettings


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
