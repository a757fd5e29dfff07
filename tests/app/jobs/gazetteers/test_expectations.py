"""Expectations about the words of gazetteers: what is expected, and of which sentences."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from app.domain.gazetteers import Gazetteer, Listed
from app.domain.tokens import Role, TokenState
from app.edits.gazetteers import add_gazetteer
from app.jobs.data import snapshot as snapshots
from app.jobs.data.snapshot import snapshot, training_targets
from app.jobs.gazetteers import expectations as module
from app.jobs.gazetteers import unlisted_words
from app.jobs.gazetteers.expectations import gazetteer_expectations
from app.jobs.gazetteers.labelled_words import with_labelled
from app.jobs.gazetteers.unlisted_words import (
    FIRST_WORDS,
    FURTHER_WORDS,
    LOWER_CASE,
    NUMBERS,
    SYMBOLS,
)
from app.jobs.project_models.project_learning import ProjectLearning
from app.jobs.suggestions.propose import sentences_of
from app.jobs.training import train as training
from app.session import Session
from tests.local_text import made_up_names, named_project
from tests.memory_projects import set_tags


@pytest.fixture(autouse=True)
def compiled(monkeypatch):
    monkeypatch.setattr(training, "missing_parts", lambda _parts: [])


@pytest.fixture
def project():
    """Nothing is labelled; names have capitals, and a gazetteer has half of them."""
    project = named_project()
    names = {word: word.title() for word in made_up_names()}
    project.words = [names.get(word, word) for word in project.words]
    project.corpus.states[:] = 0
    project.corpus.tag_sets[:] = 0
    return project


LISTED_X = Listed(Gazetteer(1, "xs", label="X", share=0.8), {"Xyzzy": ""})


def with_list(project, share=0.9, **fields):
    phrases = dict.fromkeys((name.title() for name in made_up_names()[:15]), "")
    row = Gazetteer(0, "names", label=fields.pop("label", "NAME"), share=share, **fields)
    session = Session(project)
    session.apply(add_gazetteer(project, row, phrases))
    return session.project


def expected(project, **more):
    data = snapshot(project)
    return gazetteer_expectations(data, training_targets(data), **more)


def by_attribute(project):
    return {one.attribute: (one.labels, one.share) for one in expected(project).expectations}


def trained(project):
    learning = ProjectLearning()
    return learning.train(learning.snapshot(project), None, lambda _: None, lambda: False, 1)


def test_a_share_is_expected_of_first_and_further_words(project):
    found = by_attribute(with_list(project))
    assert found.pop(LOWER_CASE) == (("O",), pytest.approx(0.98))
    assert FIRST_WORDS not in found  # no sentence begins with a capital letter and lower case
    assert found == {
        "gaz:names:B-NAME": (("B-NAME",), 0.9),
        "gaz:names:I-NAME": (("I-NAME",), 0.9),
    }


@pytest.mark.parametrize(
    ("scheme", "first", "further"),
    [
        ("iob1", ("I-X",), ("I-X",)),
        ("ioe2", ("E-X", "I-X"), ("I-X", "E-X")),
        ("bioes", ("S-X", "B-X"), ("I-X", "E-X")),
        ("bilou", ("U-X", "B-X"), ("I-X", "L-X")),
        ("tokens", ("X",), ("X",)),
    ],
)
def test_tags_are_those_of_the_scheme(scheme, first, further):
    assert module._tags_of("X", scheme) == (first, further)


@pytest.mark.parametrize("change", [{"share": None}, {"label": ""}, {"as_features": False}])
def test_nothing_is_expected_without_a_share_a_label_or_the_attributes(project, change):
    assert expected(with_list(project, **change)) is None


def test_a_list_without_a_label_is_expected_to_have_none(project):
    session = Session(with_list(project))
    row = Gazetteer(0, "verbs", share=0.95)
    session.apply(add_gazetteer(project, row, dict.fromkeys(("met", "asked"), "")))
    found = by_attribute(session.project)
    assert found["gaz:verbs:B"] == found["gaz:verbs:I"] == (("O",), 0.95)
    assert 0.95 < found[LOWER_CASE][1] < 0.98


def with_words(project, *sentences):
    """Replace the words of the first sentences, from the beginning of each."""
    ids = {word: number for number, word in enumerate(project.words)}
    for sentence_index, words in enumerate(sentences):
        start = int(project.corpus.offsets[sentence_index])
        for at, word in enumerate(words, start):
            if word not in ids:
                ids[word] = len(project.words)
                project.words.append(word)
            project.corpus.columns[0, at] = ids[word]
    return project


def test_symbols_numbers_and_first_words_are_expected_to_have_no_label(project):
    """Half of the capitalised first words are lower case elsewhere in the text."""
    project = with_words(project, ("We", ".", "12"), ("Xyzzy", "!"), ("so", "we"))
    found = by_attribute(with_list(project))
    assert found[SYMBOLS] == found[NUMBERS] == (("O",), pytest.approx(0.98))
    assert found[FIRST_WORDS] == (("O",), pytest.approx((0.98 + 0.5) / 2))


def test_a_capitalised_word_after_another_is_expected_to_begin_no_span(project):
    """After the first word of a sentence it may, if that word is lower case elsewhere."""
    project = with_words(project, ("then", "Plugh", "Xyzzy"), ("We", "Xyzzy"), ("so", "we"))
    project = with_list(project)
    found = gazetteer_expectations(snapshot(project), None, has_cases=True).expectations
    (further,) = (one for one in found if one.attribute == FURTHER_WORDS)
    assert further.labels == ("O", "I-NAME")
    assert further.share == pytest.approx((0.9 + 0.5) / 2)
    assert FURTHER_WORDS not in by_attribute(project), "only with what is learned from text"


@pytest.mark.parametrize("scheme", ["iob1", "tokens"])
def test_no_such_thing_is_expected_where_tags_do_not_tell_beginnings(scheme):
    assert module._further(("O", "I-X", "X"), [LISTED_X], scheme) == ()


def test_labelled_first_words_count_for_those_to_come(project):
    project = with_list(with_words(project, ("Xyzzy",), ("Plugh",), ("Frotz",)))
    before = by_attribute(project)[FIRST_WORDS][1]
    length = int(np.diff(project.corpus.offsets)[0])
    set_tags(project, 0, ["B-NAME", *["O"] * (length - 1)])
    assert by_attribute(project)[FIRST_WORDS][1] == pytest.approx(before * 100 / 101)


def test_cases_of_the_text_stand_in_for_first_words(project):
    project = with_list(with_words(project, ("We",), ("Xyzzy",)))
    data = snapshot(project)
    found = gazetteer_expectations(data, None, has_cases=True).expectations
    shares = {one.attribute: one.share for one in found}
    assert FIRST_WORDS not in shares
    assert (shares["Ua:lower"], shares["Ua:mostly-lower"]) == (0.98, 0.95)


def test_numbers_may_have_a_label_where_those_of_a_list_have_one(project):
    project = with_words(project, ("12",), ("50",))
    session = Session(with_list(project))
    row = Gazetteer(0, "doses", label="NAME", share=0.8)
    session.apply(add_gazetteer(project, row, {"12": ""}))
    assert NUMBERS not in by_attribute(session.project)


def test_words_of_mixed_case_are_no_symbols(project):
    project = with_words(project, ("iPhone", "."), ("mRNA",))
    assert SYMBOLS not in by_attribute(with_list(project))


def test_nothing_is_expected_of_other_words_where_many_have_no_case(project):
    project.words = ["東京" if word.islower() and word != "we" else word for word in project.words]
    found = by_attribute(with_list(project))
    assert all(name.startswith("gaz:") for name in found)


def test_nothing_is_expected_of_words_that_only_labelled_sentences_have(project):
    project = with_list(with_words(project, ("We", "."), ("then", "!")))
    for at in range(2):
        set_tags(project, at, ["O"] * int(np.diff(project.corpus.offsets)[at]))
    assert SYMBOLS not in by_attribute(project)


def test_many_labels_leave_lower_case_words_alone(project, monkeypatch):
    project = with_list(with_words(project, ("We", "."), ("then", ".")))
    set_tags(project, 2, ["O"] * int(np.diff(project.corpus.offsets)[2]))
    set_tags(project, 3, ["B-NAME", *["O"] * (int(np.diff(project.corpus.offsets)[3]) - 1)])
    assert SYMBOLS in by_attribute(project)
    monkeypatch.setattr(unlisted_words, "FEW_LABELLED", 2)
    found = by_attribute(project)
    assert LOWER_CASE in found
    assert SYMBOLS not in found


def test_many_labelled_sentences_need_no_expectations(project, monkeypatch):
    project = with_list(project)
    for at in range(4):
        set_tags(project, at, ["O"] * int(np.diff(project.corpus.offsets)[at]))
    set_tags(project, 4, ["B-NAME", *["O"] * (int(np.diff(project.corpus.offsets)[4]) - 1)])
    assert snapshot(project).uses_expectations()
    assert expected(project) is not None
    for place in (module, snapshots):
        monkeypatch.setattr(place, "ENOUGH_LABELLED", 5)
    assert expected(project) is None
    assert not snapshot(project).uses_expectations()


def test_nothing_is_expected_while_the_kernels_are_missing(project, monkeypatch):
    monkeypatch.setattr(training, "missing_parts", list)
    assert trained(with_list(project)) is None


def test_only_visible_sentences_without_labels_are_used(project, monkeypatch):
    project = with_list(project)
    set_tags(project, 0, ["O"] * int(np.diff(project.corpus.offsets)[0]))
    project.corpus.roles[1] = Role.CONTROL
    project.documents[2] = replace(project.documents[2], removed=True)
    used = expected(project).sentence_indices.tolist()
    assert used == list(range(2, 100))
    monkeypatch.setattr(snapshots, "MOST_LEARNED_TOKENS", 0)
    data = replace(snapshot(project), only_learned=(1,), shown=(1, 2))
    assert gazetteer_expectations(data, None).sentence_indices.tolist() == list(range(100, 200))
    monkeypatch.setattr(module, "MOST_SENTENCES", 20)
    drawn = expected(project).sentence_indices
    assert len(drawn) == 20
    assert drawn.tolist() == expected(project).sentence_indices.tolist()
    assert drawn.tolist() == sorted(drawn.tolist())


def test_lower_case_words_of_a_list_are_left_out_of_what_is_expected_of_others(project):
    phrases = dict.fromkeys(("met", "town"), "")
    session = Session(project)
    row = Gazetteer(0, "verbs", label="NAME", share=0.5)
    session.apply(add_gazetteer(project, row, phrases))
    words = [project.words[n] for n in project.corpus.columns[0].tolist()]
    lower = [word for word in words if word.islower()]
    listed = sum(word in phrases for word in lower)
    share = (0.5 * listed + 0.98 * (len(lower) - listed)) / len(lower)
    assert by_attribute(project)[LOWER_CASE] == (("O",), pytest.approx(share))


def test_labels_of_lower_case_words_count_as_well(project):
    project = with_list(project)
    words = [project.words[n] for n in project.corpus.columns[0].tolist()]
    offsets = project.corpus.offsets.tolist()
    own = words[: offsets[2]]
    tags = ["O" if word.islower() else "B-NAME" for word in own]
    for at in range(2):
        set_tags(project, at, tags[offsets[at] : offsets[at + 1]])
    lower = [tag for word, tag in zip(own, tags, strict=True) if word.islower()]
    share = with_labelled(0.98, len(lower), len(lower))
    assert share > 0.98
    assert by_attribute(project)[LOWER_CASE] == (("O",), pytest.approx(share))
    shares = {one.attribute: one.share for one in expected(project, has_cases=True).expectations}
    assert shares["Ua:lower"] == pytest.approx(share)


def test_sentences_that_are_not_done_tell_nothing_of_other_words(project):
    project = with_list(project)
    offsets = project.corpus.offsets.tolist()
    for at in range(2):
        set_tags(project, at, ["O", *["B-NAME"] * (offsets[at + 1] - offsets[at] - 1)])
    assert LOWER_CASE not in by_attribute(project), "labels contradict it"
    project.corpus.states[[offsets[1] - 1, offsets[2] - 1]] = TokenState.UNKNOWN
    assert by_attribute(project)[LOWER_CASE][1] == pytest.approx(0.98)


@pytest.mark.parametrize("tag", ["B-NAME", "O"])
def test_labels_of_listed_words_count_for_their_list(project, tag):
    project = with_list(project)
    listed = {name.title() for name in made_up_names()[:15]}
    n = 0
    for at in range(30):
        ids = project.corpus.columns[0][project.corpus.span(at)].tolist()
        words = [project.words[word] for word in ids]
        others = ["O" if word.islower() else "B-NAME" for word in words]
        own = [tag if w in listed else other for w, other in zip(words, others, strict=True)]
        set_tags(project, at, own)
        n += sum(word in listed for word in words)
    assert n > 10
    share = by_attribute(project)["gaz:names:B-NAME"][1]
    if tag == "O":
        assert share == pytest.approx(1 / (2 + n)), "labels contradict the list"
    else:
        assert share == pytest.approx((90 + n) / (100 + n))


@pytest.mark.parametrize(("length", "tags"), [(3, ("B-NAME", "I-NAME")), (1, ("B-NAME",))])
def test_phrases_that_are_shorter_than_spans_need_not_begin_them(project, length, tags):
    project = with_list(project)
    listed = {name.title() for name in made_up_names()[:15]}
    n = 0
    for at in range(project.corpus.n_sentences):
        ids = project.corpus.columns[0][project.corpus.span(at)].tolist()
        if n < 5 and len(ids) > 3 and listed.isdisjoint(project.words[one] for one in ids):
            own = ["B-NAME", "I-NAME", "I-NAME"][:length]
            set_tags(project, at, [*own, *["O"] * (len(ids) - length)])
            n += 1
    assert n == 5
    assert by_attribute(project)["gaz:names:B-NAME"] == (tags, pytest.approx(0.9))


def test_text_without_capitals_has_no_case(project):
    project.words = [word.lower() for word in project.words]
    assert LOWER_CASE not in by_attribute(with_list(project, ignore_case=True))


def test_a_model_without_labels_finds_names_that_are_on_no_list(project):
    """Their neighbours are those of listed names."""
    assert trained(project) is None
    project = with_list(project)
    model = trained(project)
    assert model.crf.classes_ == ["O", "B-NAME", "I-NAME"]
    unlisted = {name.title() for name in made_up_names()[15:]}
    words = [project.words[n] for n in project.corpus.columns[0].tolist()]
    data = sentences_of(project, np.arange(project.corpus.n_sentences))
    tags = [project.tags[n] for n in ProjectLearning().propose(model, data).tags.tolist()]
    of_others = [tag for word, tag in zip(words, tags, strict=True) if word in unlisted]
    assert of_others.count("B-NAME") > 0.9 * len(of_others)
    assert all(tag == "O" for word, tag in zip(words, tags, strict=True) if word.islower())


def test_a_further_training_begins_with_the_last_model(project):
    project = with_list(project)
    learning = ProjectLearning()
    first = learning.train(learning.snapshot(project), None, lambda _: None, lambda: False, 1)
    set_tags(project, 0, ["O"] * int(np.diff(project.corpus.offsets)[0]))
    set_tags(project, 1, ["B-NAME", *["O"] * (int(np.diff(project.corpus.offsets)[1]) - 1)])
    again = learning.train(learning.snapshot(project), first, lambda _: None, lambda: False, 1)
    assert again.crf.classes_ == first.crf.classes_
    assert again.crf.training_.evaluations < first.crf.training_.evaluations
