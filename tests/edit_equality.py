"""Edits hold arrays, so equality is spelled out."""

from __future__ import annotations

from dataclasses import fields

import numpy as np

from app.domain.edits import Edit, RoleChange, TokenValues


def assert_same_values(one: TokenValues, other: TokenValues) -> None:
    for field in fields(TokenValues):
        first, second = getattr(one, field.name), getattr(other, field.name)
        assert first.dtype == second.dtype
        np.testing.assert_array_equal(first, second)


def assert_same_edit(one: Edit, other: Edit) -> None:
    for field in fields(Edit):
        if field.name not in ("tokens", "roles"):
            assert getattr(one, field.name) == getattr(other, field.name)
    assert (one.roles is None) == (other.roles is None)
    if one.roles is not None and other.roles is not None:
        for field in fields(RoleChange):
            first, second = getattr(one.roles, field.name), getattr(other.roles, field.name)
            assert first.dtype == second.dtype
            np.testing.assert_array_equal(first, second)
    assert len(one.tokens) == len(other.tokens)
    for first, second in zip(one.tokens, other.tokens, strict=True):
        assert first.sentence == second.sentence
        np.testing.assert_array_equal(first.tokens, second.tokens)
        assert_same_values(first.before, second.before)
        assert_same_values(first.after, second.after)
