"""Conversion of all tags of a project to another scheme."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from app.domain.edits import LabelChange, NewNames, TokenChange
from app.domain.labels import Label
from app.domain.project import Project
from app.domain.span_forms import form_tags, forms_of
from app.domain.tagging import OUTSIDE, TOKENS, label_name
from app.domain.tokens import TokenState
from app.domain.vocabulary import Vocabulary
from app.edits.bulk import single_tags, token_changes, values_now
from app.edits.narrowed_tokens import renew_choices
from crfcore.text.tag_schemes import continues, tags_for


def rewrite_tags(
    project: Project, scheme: str
) -> tuple[Sequence[TokenChange], tuple[LabelChange, ...], NewNames]:
    """Return the changes that give the same spans under another scheme."""
    corpus = project.corpus
    vocabulary = Vocabulary(project)
    has_tag = np.isin(corpus.states, (TokenState.CONFIRMED, TokenState.SUGGESTED))
    tags = single_tags(project, has_tag)
    after = values_now(project)
    renewed, sets = _renew(project, tags, scheme, vocabulary)
    single = tags >= 0
    after.tag_sets[single] = sets[single]
    names = [label.name for label in project.visible_labels()]
    everything = {vocabulary.tag_id(tag) for tag in tags_for(names, scheme)}
    translate = _translation(project, scheme, vocabulary)
    renew_choices(project, after, (tags, renewed), everything, translate, vocabulary)
    outside = bool(np.any(tags == project.tag_ids.get(OUTSIDE, -2)))
    labels = _outside_label(project, scheme, needed=outside)
    return token_changes(project, after), labels, vocabulary.new_names()


def span_forms(project: Project, tags: NDArray[np.int64], scheme: str) -> NDArray[np.int64]:
    """Return the position of each token in its span (T,), -1 outside; ``tags`` are -1 for none."""
    names = [label_name(tag, scheme) for tag in project.tags]
    names = ["" if name == OUTSIDE else name for name in names]
    numbers = {name: number for number, name in enumerate(dict.fromkeys(["", *names]))}
    labels = np.array([0, *(numbers[name] for name in names)], np.int64)[tags + 1]
    goes_on = _continue_table(project, names, scheme)
    n_tokens = len(tags)
    inside = np.zeros(n_tokens + 1, np.bool_)
    touches = np.zeros(n_tokens, np.bool_)
    inside[1:n_tokens] = goes_on[tags[:-1] + 1, tags[1:] + 1]
    touches[1:] = labels[1:] == labels[:-1]
    offsets = project.corpus.offsets
    inside[offsets] = False
    touches[offsets[:-1][np.diff(offsets) > 0]] = False
    return np.where(labels > 0, forms_of(inside, touches), -1)


def _continue_table(project: Project, names: list[str], scheme: str) -> NDArray[np.bool_]:
    """Return for (tag + 1, next tag + 1) whether the next continues the span; 0 is no tag."""
    table = np.zeros((len(names) + 1, len(names) + 1), np.bool_)
    for tag, name in enumerate(names):
        for following, other in enumerate(names):
            if name and name == other:
                table[tag + 1, following + 1] = scheme == TOKENS or continues(
                    project.tags[tag], project.tags[following]
                )
    return table


def _renew(
    project: Project, tags: NDArray[np.int64], scheme: str, vocabulary: Vocabulary
) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """Return the tag of each token under another scheme, -1 for none, and its set."""
    old = project.settings.scheme
    forms = np.maximum(span_forms(project, tags, old), 0)
    names = [label_name(tag, old) for tag in project.tags]
    # One more row than tags: the last one is for tokens without a tag.
    table = np.full((len(names) + 1, 6), -1, np.int64)
    sets = np.zeros((len(names) + 1, 6), np.int32)
    for tag in np.unique(tags[tags >= 0]).tolist():
        outside = names[tag] in ("", OUTSIDE)
        written = [OUTSIDE] * 6 if outside else form_tags(names[tag], scheme)
        table[tag] = [vocabulary.tag_id(name) for name in written]
        sets[tag] = [vocabulary.set_of(name) for name in written]
    return table[tags, forms], sets[tags, forms]


def _translation(
    project: Project, scheme: str, vocabulary: Vocabulary
) -> Callable[[list[str]], set[int]]:
    """Return the function that converts the tags of a narrowed token to another scheme."""
    old = project.settings.scheme

    def translate(members: list[str]) -> set[int]:
        names = {label_name(tag, old) or OUTSIDE for tag in members}
        return {
            vocabulary.tag_id(tag)
            for name in names
            for tag in ([OUTSIDE] if name == OUTSIDE else form_tags(name, scheme))
        }

    return translate


def _outside_label(project: Project, scheme: str, *, needed: bool) -> tuple[LabelChange, ...]:
    """Return the change that adds or removes the label "O", which only "tokens" has."""
    row = next((label for label in project.labels.values() if label.name == OUTSIDE), None)
    if scheme != TOKENS:
        if row is None or row.removed:
            return ()
        return (LabelChange(row, replace(row, removed=True)),)
    if not needed:
        return ()
    if row is not None:
        return (LabelChange(row, replace(row, removed=False)),) if row.removed else ()
    number = max(project.labels, default=0) + 1
    position = max((label.position for label in project.labels.values()), default=-1) + 1
    return (LabelChange(None, Label(number, OUTSIDE, number - 1, "", position)),)
