"""Tests of the control sample: how sentences are drawn, returned and added."""

import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

from app.domain.documents import LEARNING_OPTION, YES, Document, Layout
from app.domain.edits import DocumentChange, Edit
from app.domain.tokens import Role, TokenState
from app.edits.settings import change_settings, release_test_sentences
from app.edits.spans import label_span
from app.jobs.data.control_sample import (
    _drawn,
    numbers_to_draw,
    resized,
    with_control_sample,
)
from app.session import Session
from crfcore.active_learning import draw_control_sample
from tests.memory_projects import corpus_of, project_of
from tests.step_names import step_name

RNG = np.random.default_rng


def control(session):
    return np.flatnonzero(session.corpus.roles == Role.CONTROL).tolist()


def resize(session, size, seed=0):
    settings = replace(session.project.settings, control_size=size)
    return session.apply(change_settings(session.project, settings, RNG(seed)))


@pytest.fixture
def session():
    return Session(project_of([["a", "b"]] * 100))


def test_so_many_are_drawn_in_one_step_with_the_setting(session) -> None:
    step = resize(session, 10)
    assert len(control(session)) == 10
    assert step_name(step) == "set the test sample to 10"
    session.undo()
    assert control(session) == []
    assert session.project.settings.control_size == 0
    session.redo()
    assert len(control(session)) == 10


def test_chance_decides_and_the_seed_repeats_it(session) -> None:
    drawn = []
    for seed in (1, 2, 1):
        resize(session, 10, seed)
        drawn.append(control(session))
        session.undo()
    assert drawn[0] == drawn[2] != drawn[1]


def test_what_somebody_has_labelled_is_not_drawn(session) -> None:
    for sentence_index in range(40):
        session.apply(label_span(session.project, sentence_index, 0, 0, 1))
    resize(session, 5)
    assert min(control(session)) >= 40
    assert len(control(session)) == 5


@pytest.mark.parametrize(("n_labelled", "drawn"), [(0, 20), (40, 12), (51, 0)])
def test_at_most_a_fifth_of_the_open_sentences(session, n_labelled, drawn) -> None:
    for sentence_index in range(n_labelled):
        session.apply(label_span(session.project, sentence_index, 0, 0, 1))
    resize(session, 1000)
    assert len(control(session)) == drawn
    assert resized(session.project, 1000, RNG(0)) is None


def test_labelling_the_others_releases_no_test_sentence(session) -> None:
    resize(session, 20)
    drawn = control(session)
    for sentence_index in set(range(100)) - set(drawn):
        session.apply(label_span(session.project, sentence_index, 0, 0, 1))
    resize(session, 30)
    assert control(session) == drawn


def test_the_same_size_can_be_drawn_again(session) -> None:
    resize(session, 20)
    ids = session.corpus.ids[control(session)]
    session.apply(release_test_sentences(session.project, ids))
    settings = session.project.settings
    assert change_settings(session.project, settings).empty
    step = session.apply(change_settings(session.project, settings, RNG(0), draws=True))
    assert len(control(session)) == 20
    assert step_name(step) == "set the test sample to 20"


@pytest.mark.parametrize(("n_sentences", "drawn"), [(4, 0), (49, 0), (50, 10)])
def test_a_small_project_has_no_test_sample(n_sentences, drawn) -> None:
    session = Session(project_of([["a", "b"]] * n_sentences))
    resize(session, 25)
    assert len(control(session)) == drawn


def test_a_small_project_has_one_as_soon_as_a_document_makes_it_larger() -> None:
    session = Session(project_of([["a", "b"]] * 4))
    resize(session, 25)
    assert arrive(session, 45).roles is None
    arrive(session, 11, number=3)
    # A fifth of what came, not of all: the others may have been seen with suggestions.
    assert len(control(session)) == 2
    assert min(control(session)) >= 49


def test_a_larger_sample_keeps_what_it_has(session) -> None:
    resize(session, 5)
    before = control(session)
    resize(session, 12)
    assert len(control(session)) == 12
    assert set(before) < set(control(session))


def test_a_smaller_one_gives_back_first_what_nobody_has_begun(session) -> None:
    resize(session, 8)
    begun = control(session)[:3]
    for sentence_index in begun:
        session.apply(label_span(session.project, sentence_index, 0, 0, 1))
    resize(session, 4)
    assert set(begun) < set(control(session))
    resize(session, 0)
    assert control(session) == []


def arrive(session, n, number=2, layout=Layout(), n_labelled=0):  # noqa: B008 - immutable
    """Add a document of n sentences, as an import does."""
    arriving = corpus_of([["c", "d"]] * n, first_id=1000 * number, document=number)
    arriving.states[: 2 * n_labelled] = TokenState.CONFIRMED
    document = Document(number, "more.txt", number, layout)
    edit = Edit(
        "import_document",
        "import more.txt",
        documents=(DocumentChange(replace(document, removed=True), document),),
        id=session.history.reserve(),
    )
    n_open = 0 if document.for_learning else n - n_labelled
    (n_drawn,) = numbers_to_draw(session.project, [n_open], RNG(2))
    edit = with_control_sample(edit, arriving, n_drawn, RNG(3))
    return session.add_document(document, arriving, edit)


def test_text_that_is_only_learned_from_is_not_drawn(session) -> None:
    resize(session, 20)
    before = control(session)
    layout = Layout().with_option(LEARNING_OPTION, YES)
    assert arrive(session, 120, layout=layout).roles is None
    assert control(session) == before
    assert session.visible.tolist() == list(range(100))
    resize(session, 0)
    resize(session, 20)
    assert max(control(session)) < 100


def test_without_a_size_nothing_is_drawn(session) -> None:
    assert arrive(session, 10).roles is None


@pytest.mark.parametrize("begun", [False, True])
def test_a_document_gives_its_part_and_the_others_keep_their_roles(session, begun) -> None:
    resize(session, 10)
    if begun:
        session.apply(label_span(session.project, control(session)[0], 0, 0, 1))
    before = control(session)
    arrive(session, 100)
    assert [sentence_index for sentence_index in control(session) if sentence_index < 100] == before
    assert len(control(session)) == 10 + 5
    session.undo()
    assert control(session) == before
    session.redo()
    assert len(control(session)) == 10 + 5


def test_sentences_that_come_labelled_are_neither_drawn_nor_counted() -> None:
    session = Session(project_of([["a", "b"]] * 4))
    resize(session, 100)
    assert arrive(session, 45, n_labelled=45).roles is None
    assert arrive(session, 8, number=3).roles is None
    arrive(session, 300, number=4, n_labelled=200)
    assert len(control(session)) == 20
    assert min(control(session)) >= 4 + 45 + 8 + 200


def test_labelled_text_leaves_a_project_with_few_open_sentences_as_it_is() -> None:
    session = Session(project_of([["a", "b"]] * 32))
    resize(session, 100)
    assert arrive(session, 400, n_labelled=400).roles is None
    assert control(session) == []


def test_files_of_one_import_share_what_is_drawn() -> None:
    project = project_of([["a"]])
    project.settings = replace(project.settings, control_size=100)
    shares = [numbers_to_draw(project, [300, 0, 700], RNG(seed)) for seed in range(20)]
    assert {sum(share) for share in shares} == {100}
    assert {share[1] for share in shares} == {0}
    assert 20 < np.mean([share[0] for share in shares]) < 40


def test_drawn_sentences_become_ordinary_ones_in_one_step(session) -> None:
    resize(session, 10)
    ids = session.corpus.ids[control(session)]
    step = session.apply(release_test_sentences(session.project, ids))
    assert step_name(step) == "take 10 test sentences out of the test sample"
    assert control(session) == []
    assert session.apply(release_test_sentences(session.project, ids)) is None
    session.undo()
    assert len(control(session)) == 10


def test_a_tiny_document_may_give_none(session) -> None:
    resize(session, 10)
    session.apply(label_span(session.project, control(session)[0], 0, 0, 1))
    assert arrive(session, 2).roles is None


def test_proposals_of_a_drawn_sentence_go_and_those_of_one_given_back_come_again(session) -> None:
    session.proposals.models[:] = 7
    session.proposals.tags[:] = session.project.tag_id("B-DRUG")
    session.proposals.lowest[:] = 0.2
    resize(session, 10)
    drawn = np.array(control(session))
    assert (session.proposals.models[drawn] == 0).all()
    assert (session.proposals.lowest[drawn] > 1.0).all()
    assert all(record.tag is None for record in session.token_display(int(drawn[0])))
    assert np.count_nonzero(session.proposals.models == 7) == 90


def test_drawing_does_not_load_the_library_into_the_windows_thread():
    code = (
        "import sys, numpy as np; from app.jobs.data.control_sample import resized; "
        "from tests.memory_projects import project_of; "
        "assert resized(project_of([['a']] * 50), 3, np.random.default_rng(0)) is not None; "
        "sys.exit('numba' in sys.modules or 'crfcore.active_learning' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_it_draws_as_the_library_does():
    sentence_indices = np.arange(100, 140)
    drawn = _drawn(sentence_indices, 7, np.random.default_rng(3))
    np.testing.assert_array_equal(drawn, sentence_indices[draw_control_sample(40, 7, 3)])
    assert len(_drawn(sentence_indices, -2, np.random.default_rng(3))) == 0


def test_the_sentence_at_work_is_never_drawn(session) -> None:
    at_work = int(session.corpus.ids[3])
    settings = replace(session.project.settings, control_size=20)
    for seed in range(8):
        change = resized(session.project, 20, RNG(seed), at_work)
        assert change is not None
        assert at_work not in change.sentences
        edit = change_settings(session.project, settings, RNG(seed), at_work)
        assert edit.roles is not None
        assert at_work not in edit.roles.sentences
