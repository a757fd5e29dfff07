"""Tests that no function of `app.edits` changes the project it is given."""

from __future__ import annotations

import inspect
import pkgutil
from copy import deepcopy
from dataclasses import fields, replace
from importlib import import_module

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import app.edits
from app.domain.corrections import Correction, CorrectionKind
from app.domain.display import token_display
from app.domain.documents import Document
from app.domain.edits import (
    FIRST_NEW,
    NO_NEW_NAMES,
    DocumentChange,
    Edit,
    LabelChange,
    Origin,
    TokenChanges,
)
from app.domain.gazetteers import Gazetteer, Use
from app.domain.labels import Label
from app.domain.project import Project
from app.domain.proposals import Proposals
from app.domain.rules import ProjectRule
from app.domain.search import Act, BulkAction, Findings
from app.domain.settings import ProjectSettings
from app.domain.tagging import TagTable
from app.edits import (
    accept,
    accept_confident,
    bulk_actions,
    confirm_queried,
    documents,
    gazetteers,
    grammars,
    imports,
    label_rows,
    occurrences,
    rules,
    sentence_flags,
    settings,
    spans,
)
from app.session import Session
from tests.memory_projects import project_of, token_tags

DRUG, DOSE = 1, 2
SCHEMES = ("iob1", "iob2", "ioe2", "bioes", "bilou", "tokens")


def labelled(scheme: str) -> Project:
    """Return a project with labelled spans, rejected labels and open tokens."""
    session = Session(project_of(scheme=scheme))
    project = session.project
    session.apply(spans.label_span(project, 0, 1, 2, DRUG))
    session.apply(spans.label_span(project, 0, 3, 4, DOSE))
    session.apply(spans.label_span(project, 1, 7, 7, DRUG))
    session.apply(spans.forbid_label(project, 1, 2, 3, [DOSE]))
    phrases = {"warfarin": "DRUG"}
    session.apply(gazetteers.add_gazetteer(project, Gazetteer(0, "drugs", label="DRUG"), phrases))
    session.apply(rules.add_rules(project, [ProjectRule(0, "ends_with", '{"a": "O"}')]))
    return project


def proposals_of(project: Project) -> Proposals:
    """Return proposals of the label DRUG everywhere."""
    corpus = project.corpus
    proposals = Proposals.none(corpus.n_sentences, corpus.n_tokens)
    proposals.tags[:] = next(
        project.tag_ids[tag] for tag in project.own_tags() if tag.endswith("DRUG")
    )
    proposals.probabilities[:] = 0.9
    proposals.models[:] = 1
    return proposals


def found(project: Project) -> Findings:
    """Return one hit in each sentence."""
    n = project.corpus.n_sentences
    return Findings(np.arange(n), np.full(n, 5), np.full(n, 6))


def shown(project: Project):
    return token_display(project, proposals_of(project), 2, TagTable.of(project))


def arriving(project: Project) -> Edit:
    """Return the step of an import with a label."""
    row = Document(2, "b.txt", 1)
    label = Label(3, "ROUTE", 2, "", 2)
    changes = (DocumentChange(row, row),)
    labels = (LabelChange(None, label),)
    return Edit("import_document", "import b", Origin.IMPORT, labels=labels, documents=changes)


def other_scheme(project: Project) -> ProjectSettings:
    scheme = "bilou" if project.settings.scheme != "bilou" else "iob2"
    return replace(project.settings, scheme=scheme)


BUILT = {
    "accept_sentence": lambda p: accept.accept_sentence(p, proposals_of(p), 2),
    "accept_up_to": lambda p: accept.accept_up_to(p, proposals_of(p), 2, 3),
    "accept_confident": lambda p: accept_confident.accept_confident(p, TokenChanges.of(())),
    "answer_sentence": lambda p: confirm_queried.answer_sentence(p, 2, shown(p)),
    "rename_document": lambda p: documents.rename_document(p, 1, "other"),
    "remove_document": lambda p: documents.remove_document(p, 1),
    "restore_document": lambda p: documents.restore_document(p, 1),
    "add_gazetteer": lambda p: gazetteers.add_gazetteer(p, Gazetteer(0, "more"), {"a": ""}),
    "change_gazetteer": lambda p: gazetteers.change_gazetteer(p, Gazetteer(1, "more")),
    "switch_use": lambda p: gazetteers.switch_use(p, 1, Use.RULE, on=True),
    "remove_gazetteer": lambda p: gazetteers.remove_gazetteer(p, 1),
    "set_phrase": lambda p: gazetteers.set_phrase(p, 1, "aspirin", "DRUG"),
    "change_phrase": lambda p: gazetteers.change_phrase(p, 1, "warfarin", "aspirin", ""),
    "remove_phrases": lambda p: gazetteers.remove_phrases(p, 1, ["warfarin"]),
    "show_document": lambda p: imports.show_document(p, arriving(p)),
    "set_grammar": lambda p: grammars.set_grammar(
        p, Gazetteer(0, "rules", grammar='DAY -> "May"'), ["DAY"]
    ),
    "add_labels": lambda p: label_rows.add_labels(p, ["ROUTE", "DAY"]),
    "add_label": lambda p: label_rows.add_label(p, "ROUTE"),
    "rename_label": lambda p: label_rows.rename_label(p, DRUG, "MEDICINE"),
    "change_label": lambda p: label_rows.change_label(p, DRUG, key="9"),
    "reorder_labels": lambda p: label_rows.reorder_labels(p, [DOSE, DRUG]),
    "delete_label": lambda p: label_rows.delete_label(p, DRUG),
    "merge_labels": lambda p: label_rows.merge_labels(p, DRUG, DOSE),
    "skip_sentence": lambda p: sentence_flags.skip_sentence(p, 0),
    "put_off_sentence": lambda p: sentence_flags.put_off_sentence(p, 0),
    "flag_sentence": lambda p: sentence_flags.flag_sentence(p, 0),
    "ask_again": lambda p: sentence_flags.ask_again(p, 0),
    "add_rules": lambda p: rules.add_rules(p, [ProjectRule(0, "ends_with", '{"a": "B-DRUG"}')]),
    "change_rule": lambda p: rules.change_rule(p, replace(p.rules[1], name="last")),
    "switch_rule": lambda p: rules.switch_rule(p, 1, on=False),
    "set_costs": lambda p: rules.set_costs(p, {1: 2.0}),
    "remove_rule": lambda p: rules.remove_rule(p, 1),
    "reorder_rules": lambda p: rules.reorder_rules(p, [1]),
    "correct_elsewhere": lambda p: occurrences.correct_elsewhere(
        p, Correction(CorrectionKind.FORBID, 0, 5, 6, (DOSE,)), [(1, 5), (2, 5)]
    ),
    "apply_to_matches": lambda p: (
        bulk_actions.apply_to_matches(
            p, proposals_of(p), BulkAction(Act.LABEL, DOSE), found(p)
        ).edit
    ),
    "change_settings": lambda p: settings.change_settings(p, other_scheme(p)),
    "change_order": lambda p: settings.change_order(
        p, replace(p.settings.query_choice, accept_from=0.5)
    ),
    "pause_learning": lambda p: settings.pause_learning(p, paused=True),
    "release_test_sentences": lambda p: settings.release_test_sentences(p, p.corpus.ids[:1]),
    "change_goal": lambda p: settings.change_goal(p, 0.5),
    "label_span": lambda p: spans.label_span(p, 2, 1, 2, DRUG),
    "no_label": lambda p: spans.no_label(p, 0, 1, 2),
    "clear_tokens": lambda p: spans.clear_tokens(p, 0, 1, 2),
    "resize_span": lambda p: spans.resize_span(p, 0, (1, 2), (1, 1), DRUG),
    "split_span": lambda p: spans.split_span(p, 0, 1, 2, 2, DRUG),
    "join_spans": lambda p: spans.join_spans(p, 0, 1, 4, DRUG),
    "forbid_label": lambda p: spans.forbid_label(p, 2, 1, 2, [DRUG]),
}


def everything(project: Project) -> dict[str, object]:
    """Return a deep copy of a project's fields in a comparable form."""
    parts = {one.name: getattr(project, one.name) for one in fields(project)}
    corpus = parts.pop("corpus")
    del parts["_listed"]  # a cache
    arrays = {one.name: getattr(corpus, one.name) for one in fields(corpus)}
    plain = {
        name: one.tolist() if isinstance(one, np.ndarray) else one for name, one in arrays.items()
    }
    return deepcopy(parts | plain)


def test_each_function_that_builds_an_edit_is_tried():
    built = set()
    for module in pkgutil.iter_modules(app.edits.__path__, "app.edits."):
        for name, function in inspect.getmembers(import_module(module.name), inspect.isfunction):
            returns = function.__annotations__.get("return")
            if function.__module__ == module.name and returns in ("Edit", "BulkResult"):
                built.add(name)
    assert {name for name in built if not name.startswith("_")} == set(BUILT)


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("name", BUILT)
def test_building_an_edit_leaves_the_project_as_it_was(name, scheme):
    project = labelled(scheme)
    before = everything(project)
    edit = BUILT[name](project)
    assert everything(project) == before
    Session(project).apply(edit)
    sets = project.corpus.tag_sets
    assert (sets < len(project.tag_sets)).all()
    assert all(max(members, default=0) < len(project.tags) for members in project.tag_sets)
    assert all(project.set_ids[(project.tag_ids[tag],)] for tag in project.own_tags())


TOUCHED = st.tuples(
    st.sampled_from(["label_span", "no_label", "forbid_label"]),
    st.integers(0, 2),
    st.integers(0, 5),
    st.integers(0, 2),
    st.sampled_from([DRUG, DOSE]),
)


def built(project: Project, touched: tuple[str, int, int, int, int]) -> Edit:
    name, sentence_index, first, length, label = touched
    if name == "no_label":
        return spans.no_label(project, sentence_index, first, first + length)
    if name == "forbid_label":
        return spans.forbid_label(project, sentence_index, first, first + length, [label])
    return spans.label_span(project, sentence_index, first, first + length, label)


@given(
    st.sampled_from(SCHEMES),
    TOUCHED.map(lambda one: (one[0], 2, *one[2:])),
    st.lists(TOUCHED.map(lambda one: (one[0], one[1] % 2, *one[2:])), max_size=4),
    st.booleans(),
)
def test_an_edit_of_an_earlier_vocabulary_is_the_edit_built_anew(scheme, late, others, columns):
    early, anew = Session(labelled(scheme)), Session(labelled(scheme))
    edit = built(early.project, late)
    if columns:
        edit = replace(edit, tokens=TokenChanges.of(edit.tokens))
    for other in others:
        early.apply(built(early.project, other))
        anew.apply(built(anew.project, other))
    early.project.set_id((early.project.tag_id("B-FOREIGN"), 0))
    early.apply(edit)
    anew.apply(built(anew.project, late))
    for sentence_index in range(3):
        assert token_tags(early.project, sentence_index) == token_tags(anew.project, sentence_index)
    known = early.project.corpus.tag_sets < FIRST_NEW
    assert known.all()
    assert all(step.new_names == NO_NEW_NAMES for step in early.history.steps())
    while early.undo():
        pass
    while anew.undo():
        pass
    assert [token_tags(early.project, sentence_index) for sentence_index in range(3)] == [
        token_tags(anew.project, sentence_index) for sentence_index in range(3)
    ]
