"""Tests of training on a project and proposing with its constraints."""

from __future__ import annotations

import numpy as np
import pytest

from app.domain.proposals import NO_TAG
from app.domain.tokens import UNKNOWN_SET, Role, TokenState
from app.edits.label_rows import delete_label, rename_label
from app.formats.output import write_bytes
from app.jobs.data.snapshot import snapshot, tokens_at, training_targets
from app.jobs.importing.documents import ImportOptions, Use
from app.jobs.importing.ids import import_document
from app.jobs.project_models.project_learning import ProjectLearning
from app.jobs.suggestions.propose import propose_all
from app.jobs.training.train import DELTA_FROM_PREVIOUS, PERIOD_FROM_PREVIOUS
from app.session import Session
from app.storage.project_file import ProjectFile
from crfcore.crf import LinearChainCRF
from crfcore.errors import CrfError, DataError, TemplateError
from crfcore.features.targets import Targets

GOLD = "Anna B-PER\nlives O\nin O\nUlm B-LOC\n\nBen B-PER\nMai I-PER\nsleeps O\nin O\nRom B-LOC\n\n"
TEXT = "Anna O\nsleeps O\nin O\nRom O\n\nIda O\nlives O\nin O\nUlm O\n\n"


@pytest.fixture
def project(tmp_path):
    with ProjectFile.create(tmp_path / "p.tagwright") as file:
        image = file.load()
        for name, content, use in (("a", GOLD, Use.GOLD), ("b", TEXT, Use.TEXT)):
            (tmp_path / name).write_text(content)
            options = ImportOptions("columns", use=use)
            import_document(file, image, tmp_path / name, options)
        return image


def set_token(project, sentence_index, token, state, *tags):
    """Label one token as a user does."""
    at = int(project.corpus.offsets[sentence_index]) + token
    known = project.set_id(tuple(project.tag_id(tag) for tag in tags)) if tags else UNKNOWN_SET
    project.corpus.tag_sets[at] = known
    project.corpus.states[at] = state


def tags(project, proposed):
    return [project.tags[tag] if tag != NO_TAG else None for tag in proposed.tags]


def trained(learning, project, previous=None):
    data = learning.snapshot(project)
    return learning.train(data, previous, lambda _: None, lambda: False, 1)


def test_it_is_what_the_window_asks_for():
    learning = ProjectLearning()
    assert learning is not None


def test_targets_hold_what_is_known_of_pool_and_visible_sentences(project):
    set_token(project, 2, 0, TokenState.NARROWED, "B-PER", "O")
    set_token(project, 2, 1, TokenState.SUGGESTED, "O")
    wanted = training_targets(snapshot(project))
    assert wanted.sentence_indices.tolist() == [0, 1, 2]
    assert wanted.labels == ("O", "B-PER", "B-LOC", "I-PER")
    label_sets = wanted.targets.label_sets.tolist()
    assert label_sets[:9] == [1, 0, 0, 2, 1, 3, 0, 0, 2]
    assert label_sets[9:] == [5, 4, 4, 4]
    assert wanted.targets.sets.tolist() == [[1, 1, 0, 0]]
    project.corpus.roles[1] = Role.CONTROL
    assert training_targets(snapshot(project)).labels == ("O", "B-PER", "B-LOC")


def test_narrowed_tokens_count_by_the_tags_that_the_model_knows(project):
    set_token(project, 2, 0, TokenState.NARROWED, "B-PER", "B-NEW")
    set_token(project, 2, 1, TokenState.NARROWED, "B-NEW", "I-NEW")
    set_token(project, 2, 2, TokenState.NARROWED, "B-PER", "O", "B-LOC", "I-PER")
    assert training_targets(snapshot(project)).targets.label_sets[9:12].tolist() == [1, 4, 4]


def test_too_little_gives_no_model(project):
    learning = ProjectLearning()
    project.corpus.states[:] = TokenState.UNKNOWN
    data = learning.snapshot(project)
    assert data.trained_on() == (0, 0)
    assert learning.empirical(data) is None
    assert trained(learning, project) is None
    set_token(project, 0, 0, TokenState.CONFIRMED, "O")
    assert training_targets(snapshot(project)) is None
    assert learning.snapshot(project).trained_on() == (1, 1)


def test_removed_documents_teach_nothing(project):
    from dataclasses import replace

    project.documents[1] = replace(project.documents[1], removed=True)
    assert snapshot(project).trained_on() == (0, 0)


@pytest.mark.parametrize("kind", ["empirical", "full"])
def test_a_model_proposes_under_what_is_said(project, kind):
    learning = ProjectLearning()
    data = learning.snapshot(project)
    model = learning.empirical(data) if kind == "empirical" else trained(learning, project)
    sentence_indices = np.array([2, 3])
    free = learning.propose(model, learning.sentences(project, sentence_indices))
    assert tags(project, free)[:4] == ["B-PER", "O", "O", "B-LOC"]
    assert free.probabilities.dtype == np.float32
    assert ((free.probabilities > 0) & (free.probabilities <= 1)).all()
    set_token(project, 2, 0, TokenState.CONFIRMED, "B-LOC")
    set_token(project, 2, 3, TokenState.NARROWED, "B-PER", "I-PER")
    bound = learning.propose(model, learning.sentences(project, sentence_indices))
    assert tags(project, bound)[0] == "B-LOC"
    assert bound.probabilities[0] == pytest.approx(1)
    assert tags(project, bound)[3] in ("B-PER", "I-PER")


@pytest.mark.parametrize("start", ["scratch", "warm"])
def test_a_token_left_open_is_unknown_and_not_outside(project, start):
    learning = ProjectLearning()
    previous = trained(learning, project) if start == "warm" else None
    set_token(project, 2, 0, TokenState.CONFIRMED, "B-PER")  # only one of four tokens was queried
    model = trained(learning, project, previous)
    assert model is not None
    rows = model.extraction.dataset.select(np.array([0, 1, 2]))
    tags = {sentence_index: project.tags_of(sentence_index) for sentence_index in (0, 1, 2)}
    assert tags[2] == ["B-PER", None, None, None]
    criterion = {"period": PERIOD_FROM_PREVIOUS, "delta": DELTA_FROM_PREVIOUS}
    like_it = {} if previous is None else {"initial": previous.crf, **criterion}
    alike = LinearChainCRF(c2=0.1, **like_it)
    alike.fit(
        rows,
        Targets.from_labels(list(tags.values()), model.crf.classes_),
        extractor=model.extraction.extractor,
        labels=model.crf.classes_,
        new_labels=True,
    )
    np.testing.assert_allclose(_weights(model.crf), _weights(alike), atol=1e-6)
    for token in (1, 2, 3):
        set_token(project, 2, token, TokenState.CONFIRMED, "O")
    other = trained(learning, project, previous)
    sentence_indices = np.array([3])
    before, after = (
        learning.propose(one, learning.sentences(project, sentence_indices))
        for one in (model, other)
    )
    assert np.abs(before.probabilities - after.probabilities).max() > 0.01


def test_a_token_left_open_is_not_counted(project):
    learning = ProjectLearning()
    set_token(project, 2, 0, TokenState.CONFIRMED, "B-PER")

    def proposed():
        counted = learning.empirical(learning.snapshot(project))
        return learning.propose(counted, learning.sentences(project, np.array([3]))).probabilities

    once = proposed()
    for token in (1, 2, 3):
        set_token(project, 2, token, TokenState.CONFIRMED, "O")
    counted = proposed()
    for token in (1, 2, 3):
        set_token(project, 2, token, TokenState.UNKNOWN)
    np.testing.assert_array_equal(once, proposed())
    assert not np.array_equal(once, counted)


def _weights(crf):
    return crf.fitted_.model.weights


def test_what_the_model_never_heard_of_binds_nothing(project):
    learning = ProjectLearning()
    model = trained(learning, project)
    free = learning.propose(model, learning.sentences(project, np.array([2])))
    set_token(project, 2, 0, TokenState.CONFIRMED, "B-NEW")
    set_token(project, 2, 1, TokenState.SUGGESTED, "B-LOC")
    bound = learning.propose(model, learning.sentences(project, np.array([2])))
    np.testing.assert_array_equal(bound.tags, free.tags)


def test_a_model_goes_through_bytes_and_serves_a_project_that_has_grown(project, tmp_path):
    learning = ProjectLearning()
    model = trained(learning, project)
    again = learning.from_bytes(model.to_bytes())
    write_bytes(tmp_path / "m.crf", model.to_bytes())
    sentence_indices = np.arange(4)
    before = learning.propose(model, learning.sentences(project, sentence_indices))
    for other in (again, learning.from_bytes((tmp_path / "m.crf").read_bytes())):
        after = learning.propose(other, learning.sentences(project, sentence_indices))
        np.testing.assert_array_equal(after.tags, before.tags)
        np.testing.assert_allclose(after.probabilities, before.probabilities, atol=1e-6)
    (tmp_path / "c").write_text("Otto O\nlives O\n")
    with ProjectFile.open(tmp_path / "p.tagwright") as file:
        import_document(file, project, tmp_path / "c", ImportOptions("columns", use=Use.TEXT))
    for one in (model, again):
        grown = learning.propose(one, learning.sentences(project, np.arange(5)))
        np.testing.assert_array_equal(grown.tags[:-2], before.tags)


def test_a_label_that_was_renamed_keeps_its_tag(project):
    learning = ProjectLearning()
    model = trained(learning, project)
    kept = learning.from_bytes(model.to_bytes())
    (number,) = (label.id for label in project.labels.values() if label.name == "PER")
    Session(project).apply(rename_label(project, number, "HUMAN"))
    sentences = learning.sentences(project, np.array([2]))
    assert tags(project, learning.propose(model, sentences))[0] == "B-HUMAN"
    assert tags(project, learning.propose(kept, sentences))[0] is None


def test_a_label_that_was_deleted_is_not_proposed_any_more(project):
    learning = ProjectLearning()
    model = trained(learning, project)
    sentences = learning.sentences(project, np.array([2, 3]))
    assert tags(project, learning.propose(model, sentences))[0] == "B-PER"
    session = Session(project)
    for label in project.visible_labels():
        session.apply(delete_label(project, label.id))
        sentences = learning.sentences(project, np.array([2, 3]))
        proposed = tags(project, learning.propose(model, sentences))
        kept = {one.name for one in project.visible_labels()}
        assert {tag.partition("-")[2] for tag in proposed} - {""} <= kept
    assert set(proposed) == {"O"}


def test_a_model_of_names_alone_is_none(project):
    # It would label every word as a name, with high confidence.
    learning = ProjectLearning()
    set_token(project, 0, 1, TokenState.UNKNOWN)
    for sentence_index in range(project.corpus.n_sentences):
        for token, tag in enumerate(project.tags_of(sentence_index)):
            if tag == "O":
                set_token(project, sentence_index, token, TokenState.UNKNOWN)
    assert trained(learning, project) is None
    assert learning.empirical(learning.snapshot(project)) is None


def test_where_every_label_the_model_knows_was_deleted_it_proposes_none(project):
    learning = ProjectLearning()
    model = trained(learning, project)
    session = Session(project)
    for label in project.visible_labels():
        session.apply(delete_label(project, label.id))
    proposed = learning.propose(model, learning.sentences(project, np.array([2])))
    assert set(tags(project, proposed)) <= {None, "O"}


def test_a_model_takes_the_place_of_no_project(project, tmp_path):
    learning = ProjectLearning()
    path = tmp_path / "p.tagwright"
    before = path.read_bytes()
    with pytest.raises(DataError, match="This would overwrite a project"):
        write_bytes(path, trained(learning, project).to_bytes())
    assert path.read_bytes() == before


def test_training_starts_from_the_last_model_and_can_be_cancelled(project):
    learning = ProjectLearning()
    first = trained(learning, project)
    second = trained(learning, project, first)
    assert second.crf.training_.iterations < first.crf.training_.iterations
    assert second.extraction is first.extraction
    # The same weights may give another last bit where arrays are aligned otherwise.
    assert second.crf.training_.objective <= first.crf.training_.objective * (1.0 + 1e-12)
    assert (first.crf.period, second.crf.period) == (None, PERIOD_FROM_PREVIOUS)
    assert (first.crf.delta, second.crf.delta) == (None, DELTA_FROM_PREVIOUS)
    data = learning.snapshot(project)
    assert learning.train(data, None, lambda _: None, lambda: True, 1) is None
    kept = learning.from_bytes(first.to_bytes())
    assert trained(learning, project, kept) is not None


def test_a_template_that_asks_for_more_columns_is_refused_in_words(project):
    from dataclasses import replace

    project.settings = replace(project.settings, template="chunking")
    with pytest.raises(CrfError) as caught:
        trained(ProjectLearning(), project)
    assert isinstance(caught.value, TemplateError) or "column" in str(caught.value)


def test_all_sentences_at_once(project):
    learning = ProjectLearning()
    proposals = propose_all(trained(learning, project), project)
    assert (proposals.tags != NO_TAG).all()
    assert learning.cost(trained(learning, project), 10) == 160


def test_tokens_of_some_sentences_in_any_order():
    offsets = np.array([0, 2, 5, 6])
    assert tokens_at(offsets, np.array([2, 0])).tolist() == [5, 0, 1]
    assert tokens_at(offsets, np.zeros(0, np.int64)).tolist() == []
