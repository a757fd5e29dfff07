"""Edits of labels: add, rename, change, merge, delete, reorder."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from app.domain.edits import Edit, LabelChange, NewNames, TagChange, TokenChange, TokenValues
from app.domain.history import THIS_EDIT
from app.domain.invisible import LONGEST_NAME, as_name
from app.domain.labels import LONGEST_DESCRIPTION, Label, free_colours, free_keys
from app.domain.project import Project
from app.domain.span_forms import form_tags
from app.domain.step_texts import step_data
from app.domain.tagging import OUTSIDE, TOKENS, all_tags, label_name
from app.domain.tokens import UNKNOWN_SET, TokenState
from app.domain.vocabulary import Vocabulary
from app.edits.bulk import single_tags, token_changes, values_now
from app.edits.gazetteers import gazetteers_renamed
from app.edits.narrowed_tokens import renew_choices
from app.edits.rules import rules_renamed
from app.edits.schemes import span_forms
from app.edits.sentence_draft import SentenceDraft
from crfcore.messages import message
from crfcore.text.tag_schemes import encode, spans, tags_for


class LabelNameError(Exception):
    """A name that a label cannot have; the message says why."""


def check_name(project: Project, name: str, label_id: int | None = None) -> None:
    """Raise `LabelNameError` if a label, new or renamed, cannot have this name."""
    if not name or name != "".join(name.split()):
        raise LabelNameError(message("A label name cannot be empty or contain spaces."))
    if name != as_name(name):
        raise LabelNameError(
            message(
                "A label's name has at most {longest_name:,} characters, and no control "
                "characters.",
                longest_name=LONGEST_NAME,
            )
        )
    if name == OUTSIDE and project.settings.scheme != TOKENS:
        raise LabelNameError(message("“O” stands for “no label” and cannot be the name of one."))
    if any(label.name == name and label.id != label_id for label in project.visible_labels()):
        raise LabelNameError(
            message("There is already a label “{name}”. Use “Merge into” instead.", name=name)
        )


def names_listed(text: str) -> list[str]:
    """Return the names of a list, separated by white space, commas or semicolons.

    A name of only such characters, as for punctuation, stays.
    """
    return [
        name
        for part in text.split()
        for name in (re.split("[,;]", part) if part.strip(",;") else [part])
        if name
    ]


def add_label(project: Project, name: str) -> Edit:
    """Add a label at the end of the palette; it is possible for narrowed tokens."""
    return add_labels(project, [name])


def add_labels(project: Project, names: Sequence[str]) -> Edit:
    """Add labels at the end of the palette, with free keys and colours."""
    for name in names:
        check_name(project, name)
    number = max(project.labels, default=0) + 1
    position = max((label.position for label in project.labels.values()), default=-1) + 1
    visible = project.visible_labels()
    keys, colours = free_keys(visible), free_colours(visible)
    labels = [
        Label(number + n, name, next(colours), next(keys, ""), position + n)
        for n, name in enumerate(names)
    ]
    tokens, tags = widened(project, names)
    return Edit(
        "add_label",
        step_data(", ".join(names)),
        labels=tuple(LabelChange(None, label) for label in labels),
        tokens=tokens,
        new_names=tags,
    )


def rename_label(project: Project, label_id: int, name: str) -> Edit:
    """Rename a label and its tags."""
    label = project.labels[label_id]
    if name == label.name:
        return Edit("rename_label")
    check_name(project, name, label_id)
    scheme = project.settings.scheme
    renamed = []
    for tag, before in enumerate(project.tags):
        if label_name(before, scheme) == label.name:
            prefix = before[: len(before) - len(label.name)]
            renamed.append(TagChange(tag, before, prefix + name))
    taken = [change for change in renamed if change.after in project.tag_ids]
    # Tags of a label deleted earlier may have the name: they are renamed.
    gazetteers, phrases = gazetteers_renamed(project, label.name, name)
    freed = tuple(
        TagChange(project.tag_ids[c.after], c.after, _unused(project, c.after)) for c in taken
    )
    return Edit(
        "rename_label",
        step_data(label.name, name),
        labels=(LabelChange(label, replace(label, name=name)),),
        tags=(*freed, *renamed),
        rules=rules_renamed(project, label.name, name),
        gazetteers=gazetteers,
        phrases=phrases,
    )


def change_label(
    project: Project,
    label_id: int,
    *,
    colour: int | None = None,
    key: str | None = None,
    description: str | None = None,
) -> Edit:
    """Change a label's colour, key or description; a label that has the key gets the old one."""
    label = project.labels[label_id]
    after = replace(
        label,
        colour=label.colour if colour is None else colour,
        key=label.key if key is None else key,
        description=label.description if description is None else as_description(description),
    )
    changes = [LabelChange(label, after)] if after != label else []
    changes.extend(
        LabelChange(other, replace(other, key=label.key))
        for other in project.visible_labels()
        if after.key and other.id != label_id and other.key == after.key
    )
    only_described = description is not None and colour is None and key is None
    summary = step_data(label.name, case="describe" if only_described else "")
    return Edit("change_label", summary, labels=tuple(changes))


def as_description(text: str) -> str:
    """Return a text as the description of a label: one line of printable characters."""
    seen = "".join(one if one.isprintable() else " " for one in text)
    return " ".join(seen.split())[:LONGEST_DESCRIPTION]


def reorder_labels(project: Project, label_ids: Sequence[int]) -> Edit:
    """Reorder the labels of the palette."""
    changes = []
    for position, label_id in enumerate(label_ids):
        label = project.labels[label_id]
        if label.position != position:
            changes.append(LabelChange(label, replace(label, position=position)))
    return Edit("reorder_labels", labels=tuple(changes))


def delete_label(project: Project, label_id: int) -> Edit:
    """Delete a label; its tokens are open again."""
    label = project.labels[label_id]
    after = values_now(project)
    # Tokens narrowed to tags of this label only are open again, too.
    gone = np.isin(after.tag_sets, _sets_of(project, label.name))
    after.tag_sets[gone] = UNKNOWN_SET
    after.states[gone] = TokenState.UNKNOWN
    after.edits[gone] = THIS_EDIT
    return Edit(
        "delete_label",
        step_data(label.name),
        labels=(LabelChange(label, replace(label, removed=True, key="")),),
        tokens=token_changes(project, after),
    )


def merge_labels(project: Project, label_id: int, into_id: int) -> Edit:
    """Relabel all tokens of one label with another, and delete the first."""
    label, into = project.labels[label_id], project.labels[into_id]
    after = values_now(project)
    has_tag = _has_tag(project)
    tags = single_tags(project, has_tag)
    forms = span_forms(project, tags, project.settings.scheme)
    ours = has_tag & np.isin(project.corpus.tag_sets, _single_sets(project, label.name))
    names = Vocabulary(project)
    scheme = project.settings.scheme
    sets = np.array([names.set_of(tag) for tag in form_tags(into.name, scheme)], np.int32)
    after.tag_sets[ours] = sets[forms[ours]]
    if scheme == "iob1":
        _keep_apart(project, after, ours, (label.name, into.name), names)
    _merge_choices(project, after, tags, (label, into), names)
    gazetteers, phrases = gazetteers_renamed(project, label.name, into.name)
    return Edit(
        "merge_labels",
        step_data(label.name, into.name),
        labels=(LabelChange(label, replace(label, removed=True, key="")),),
        tokens=token_changes(project, after),
        rules=rules_renamed(project, label.name, into.name),
        gazetteers=gazetteers,
        phrases=phrases,
        new_names=names.new_names(),
    )


def label_use(project: Project, label_id: int) -> int:
    """Return the number of tokens with a label, confirmed or imported."""
    name = project.labels[label_id].name
    return int(
        np.count_nonzero(
            np.isin(project.corpus.tag_sets, _single_sets(project, name)) & _has_tag(project)
        )
    )


def _has_tag(project: Project) -> NDArray[np.bool_]:
    return np.isin(project.corpus.states, (TokenState.CONFIRMED, TokenState.SUGGESTED))


def _single_sets(project: Project, name: str) -> list[int]:
    """Return the sets of one tag that is of this label."""
    scheme = project.settings.scheme
    return [
        number
        for number, members in enumerate(project.tag_sets)
        if len(members) == 1 and label_name(project.tags[members[0]], scheme) == name
    ]


def _sets_of(project: Project, name: str) -> list[int]:
    """Return the sets with tags of this label only."""
    scheme = project.settings.scheme
    return [
        number
        for number, members in enumerate(project.tag_sets)
        if members and all(label_name(project.tags[tag], scheme) == name for tag in members)
    ]


def widened(project: Project, labels: Sequence[str]) -> tuple[Sequence[TokenChange], NewNames]:
    """Add the tags of new labels to the tag set of each narrowed token."""
    after = values_now(project)
    vocabulary = Vocabulary(project)
    scheme = project.settings.scheme
    names = list(labels) if scheme == TOKENS else tags_for(labels, scheme)[1:]
    narrowed = np.flatnonzero(after.states == TokenState.NARROWED)
    wider: dict[int, int] = {}
    for number in np.unique(after.tag_sets[narrowed]).tolist():
        new = tuple(vocabulary.tag_id(tag) for tag in names)
        wider[number] = vocabulary.set_id((*project.tag_sets[number], *new))
    for token in narrowed.tolist():
        after.tag_sets[token] = wider[int(after.tag_sets[token])]
    return token_changes(project, after), vocabulary.new_names()


def _keep_apart(
    project: Project,
    after: TokenValues,
    ours: NDArray[np.bool_],
    merged_labels: tuple[str, str],
    names: Vocabulary,
) -> None:
    """Keep adjacent spans apart that have the same label now."""
    label, into = merged_labels
    offsets = project.corpus.offsets
    sentence_indices = np.searchsorted(offsets, np.flatnonzero(ours), side="right") - 1
    for sentence_index in np.unique(sentence_indices).tolist():
        at = project.corpus.span(sentence_index)
        tags = SentenceDraft(project, sentence_index).tags()
        merged = [
            replace(span, label=into) if span.label == label else span
            for span in spans([tag or OUTSIDE for tag in tags])
        ]
        encoded = encode(merged, len(tags), "iob1")
        for token, tag in enumerate(tags):
            if tag is not None and label_name(tag, "iob1") in (label, into):
                after.tag_sets[at.start + token] = names.set_of(encoded[token])


def _merge_choices(
    project: Project,
    after: TokenValues,
    tags: NDArray[np.int64],
    merged_labels: tuple[Label, Label],
    names: Vocabulary,
) -> None:
    """Replace one label by the other in the tag set of each narrowed token."""
    label, into = merged_labels
    scheme = project.settings.scheme
    twins = dict(zip(form_tags(label.name, scheme), form_tags(into.name, scheme), strict=True))
    everything = {tag for tag in all_tags(project) if project.tags[tag] not in twins}
    other = np.flatnonzero((tags >= 0) & (after.tag_sets != project.corpus.tag_sets))
    numbers, own = np.unique(after.tag_sets[other], return_inverse=True)
    renewed = tags.copy()
    renewed[other] = np.array([names.members(one)[0] for one in numbers.tolist()], np.int64)[own]
    renew_choices(
        project,
        after,
        (tags, renewed),
        everything,
        lambda members: {names.tag_id(twins.get(tag, tag)) for tag in members},
        names,
    )


def _unused(project: Project, name: str) -> str:
    number = 1
    while f"{name}~{number}" in project.tag_ids:
        number += 1
    return f"{name}~{number}"
