"""The kinds of input of the estimator, each against the same attributes given as items."""

from collections import Counter
from itertools import chain, pairwise

import numpy as np
import pycrfsuite
import pytest
import scipy.sparse

from crfcore import Blocks, ColumnTable, CrfError, DataError, Dataset, LinearChainCRF, Matrix

LENGTHS = [3, 1, 4, 2]
OFFSETS = np.cumsum([0, *LENGTHS])
RNG = np.random.default_rng(5)
ROWS = np.where(RNG.random((10, 6)) < 0.5, RNG.normal(size=(10, 6)).round(2), 0.0)
Y = [RNG.choice(["a", "b", "c"], size=n).tolist() for n in LENGTHS]
WORDS = [[[f"w{(start + t) % 4}"] for t in range(n)] for start, n in enumerate(LENGTHS)]
TEMPLATE = "U0:%x[0,0]\nU1:%x[-1,0]\nB\n"


def items_of(rows, prefix="x"):
    tokens = [
        {f"{prefix}[{k}]": float(value) for k, value in enumerate(row) if value} for row in rows
    ]
    return [tokens[start:end] for start, end in pairwise(OFFSETS)]


def assert_same_model(one, other):
    for which in ("state_features_", "transition_features_"):
        ours, theirs = getattr(one, which), getattr(other, which)
        assert set(ours) == set(theirs)
        for key, weight in ours.items():
            assert weight == pytest.approx(theirs[key], abs=1e-4)


def by_items(rows=ROWS):
    return LinearChainCRF(c2=0.3).fit(items_of(rows), Y)


@pytest.mark.parametrize(
    "make",
    [
        lambda: Matrix(ROWS, lengths=LENGTHS),
        lambda: Matrix(scipy.sparse.csr_array(ROWS), offsets=OFFSETS),
        lambda: [ROWS[start:end] for start, end in pairwise(OFFSETS)],
        lambda: [scipy.sparse.csr_matrix(ROWS[start:end]) for start, end in pairwise(OFFSETS)],
        lambda: Dataset.from_matrix(ROWS, lengths=LENGTHS),
    ],
)
def test_rows_of_a_matrix_are_items(make):
    crf = LinearChainCRF(c2=0.3).fit(make(), Y)
    items = by_items()
    assert_same_model(crf, items)
    assert crf.predict(make()) == items.predict(items_of(ROWS))
    again = LinearChainCRF.from_bytes(crf.compact().to_bytes())
    ours, theirs = again.predict_marginals(make()), crf.predict_marginals(make())
    assert list(chain(*ours)) == [pytest.approx(token) for token in chain(*theirs)]


def test_labels_beside_a_matrix_may_be_one_array():
    matrix, flat = Matrix(ROWS, lengths=LENGTHS), [label for labels in Y for label in labels]
    crf = LinearChainCRF(c2=0.3).fit(matrix, Y)
    for y in (np.array(flat), np.array(flat, object)):
        assert_same_model(LinearChainCRF(c2=0.3).fit(matrix, y), crf)
        assert crf.score(matrix, y) == crf.score(matrix, Y)
    partly = np.array([None, {"a", "b"}, *flat[2:]], object)
    sentences = [[None, {"a", "b"}, flat[2]], *Y[1:]]
    assert crf.log_likelihood(matrix, partly) == crf.log_likelihood(matrix, sentences)
    with pytest.raises(DataError, match="There are 10 tokens, and an array of 9 labels"):
        crf.fit(matrix, np.array(flat[1:]))


def test_names_of_columns_are_names_of_attributes():
    crf = LinearChainCRF(c2=1.0).fit(Matrix(ROWS, lengths=LENGTHS, names=list("uvwxyz")), Y)
    assert set(crf.attributes_) == set("uvwxyz")
    assert {name for name, _ in crf.state_features_} == set("uvwxyz")


def test_a_block_beside_a_template_adds_its_columns():
    table = ColumnTable.from_sentences(WORDS)
    blocks = Blocks(table, ROWS)
    crf = LinearChainCRF(c2=0.3, template=TEMPLATE).fit(blocks, Y)
    columns = LinearChainCRF(template=TEMPLATE).fit(table, Y)
    names = columns.attributes_
    dataset = columns.dataset(table)
    items = items_of(ROWS, "x2")
    for t, item in enumerate(token for sentence in items for token in sentence):
        for attribute in dataset.attributes[dataset.indptr[t] : dataset.indptr[t + 1]]:
            item[names[attribute]] = 1.0
    expected = LinearChainCRF(c2=0.3).fit(items, Y)
    assert_same_model(crf, expected)
    assert crf.predict(blocks) == expected.predict(items)
    again = LinearChainCRF.from_bytes(crf.compact().to_bytes())
    assert again.predict(blocks) == crf.predict(blocks)
    assert again.template == TEMPLATE
    warm = LinearChainCRF(c2=0.3, template=TEMPLATE, initial=again, max_iterations=1)
    assert warm.fit(blocks, Y).training_.objective <= crf.training_.objective + 1e-6


def test_a_dataset_built_once_serves_every_fit_and_fold():
    dataset = Dataset.from_columns(WORDS, TEMPLATE)
    for c2 in (0.1, 1.0):
        direct = LinearChainCRF(c2=c2, template=TEMPLATE).fit(WORDS, Y)
        assert_same_model(LinearChainCRF(c2=c2).fit(dataset, Y), direct)
    train, test = [0, 2, 3], [1]
    crf = LinearChainCRF().fit(dataset.select(train), [Y[place] for place in train])
    assert crf.predict(dataset.select(test)) == crf.predict([WORDS[1]])
    assert LinearChainCRF.from_bytes(crf.to_bytes()).predict(WORDS) == crf.predict(dataset)


def test_a_dataset_without_an_extractor_needs_its_extractor():
    bare = Dataset(np.array([0, 1]), np.array([0, 1]), np.array([0], np.int32), 1)
    with pytest.raises(CrfError, match="needs the extractor"):
        LinearChainCRF().fit(bare, [["a"]])


def test_wrong_columns_at_predict_are_named():
    crf = LinearChainCRF().fit(Matrix(ROWS, lengths=LENGTHS), Y)
    with pytest.raises(DataError, match="has 5 columns, and this model has learned from 6"):
        crf.predict(Matrix(ROWS[:, :5], lengths=LENGTHS))
    with pytest.raises(DataError, match="needs the lengths"):
        crf.predict(ROWS)
    with pytest.raises(CrfError, match="another kind of attributes"):
        LinearChainCRF(initial=crf).fit(items_of(ROWS), Y)


def test_matrices_start_from_matrices():
    crf = LinearChainCRF(c2=0.3).fit(Matrix(ROWS, lengths=LENGTHS), Y)
    again = LinearChainCRF(c2=0.3, initial=crf, max_iterations=1)
    again.fit(Matrix(ROWS[:, :4], lengths=LENGTHS), Y)
    assert again.num_attributes_ <= 4


def crfpp_features(template, min_count):
    """Count as CRF++ does: bigrams from the second token on, relative to the right one."""
    counts = Counter()
    for sentence in WORDS:
        for t in range(len(sentence)):
            for line in template.split():
                if line[0] == "B" and t == 0:
                    continue
                name = line
                for offset in (-1, 0):
                    place = t + offset
                    cell = f"_B{place}" if place < 0 else sentence[place][0]
                    name = name.replace(f"%x[{offset},0]", cell)
                counts[name] += 1
    return {name for name, count in counts.items() if count >= min_count}


@pytest.mark.parametrize("min_count", [1, 2, 3, 50])
def test_templates_count_as_crfpp_counts(min_count):
    template = "U0:%x[0,0]\nU1:%x[-1,0]/%x[0,0]\nB\nB0:%x[0,0]\nB1:%x[-1,0]/%x[0,0]\n"
    crf = LinearChainCRF(
        template=template, min_count=min_count, all_possible_states=True, max_iterations=1
    ).fit(WORDS, Y)
    expected = crfpp_features(template, min_count)
    extractor = crf.extractor_
    found = {*extractor.attribute_names(), *extractor.edge_attribute_names()}
    assert found == expected - {"B"}
    # maxid of CRF++ with all pairs; here edges get the pairs that were seen.
    assert len(crf.state_features_) == 3 * len(extractor.attribute_names())


def test_min_count_is_on_attributes_and_min_freq_on_pairs():
    sentences, y = (
        [[["often", "once"], ["often"], ["often", "twice"], ["twice"]]],
        [["a", "a", "b", "a"]],
    )
    rare = LinearChainCRF(min_count=2, max_iterations=1).fit(sentences, y)
    assert set(rare.state_features_) == {
        ("often", "a"),
        ("often", "b"),
        ("twice", "b"),
        ("twice", "a"),
    }
    pairs = LinearChainCRF(min_freq=2, max_iterations=1).fit(sentences, y)
    assert set(pairs.state_features_) == {("often", "a")}
    with pytest.raises(CrfError, match="min_count=0 is not possible"):
        LinearChainCRF(min_count=0).fit(sentences, y)


def test_nested_items_train_the_model_of_python_crfsuite(tmp_path):
    sentences = [
        [
            {"word": f"w{t % 3}", "in": {"deep": {"er": 0.5 * t, "s": "v"}, "l": ["p", "q"]}},
            {"flag": t % 2 == 0, "set": {f"m{t % 4}"}, "zero": 0.0},
            ["plain", f"l{t % 2}"],
        ]
        for t in range(6)
    ]
    y = [["a", "b", "ab"[t % 2]] for t in range(6)]
    trainer = pycrfsuite.Trainer(
        verbose=False,
        params={"c1": 0, "c2": 0.2, "delta": 1e-9, "feature.possible_transitions": True},
    )
    for items, labels in zip(sentences, y, strict=True):
        trainer.append(items, labels)
    trainer.train(str(tmp_path / "peer.crf"))
    tagger = pycrfsuite.Tagger()
    tagger.open(str(tmp_path / "peer.crf"))
    info = tagger.info()
    crf = LinearChainCRF(c2=0.2, delta=1e-9).fit(sentences, y)
    # What has no weight is not in the peer's file.
    assert set(crf.state_features_) == {*info.state_features, ("zero", "b")}
    for pair, weight in crf.state_features_.items():
        assert weight == pytest.approx(info.state_features.get(pair, 0.0), abs=2e-3)
    for items, row in zip(sentences, crf.predict_marginals(sentences), strict=True):
        tagger.set(items)
        for t, token in enumerate(row):
            assert token["a"] == pytest.approx(tagger.marginal("a", t), abs=1e-3)


def test_a_dataset_of_another_extractor_is_rejected():
    learned = Dataset.from_items([[["a"], ["b"]], [["a"]]])
    other = Dataset.from_items([[["b"], ["a"]], [["b"]]])
    crf = LinearChainCRF().fit(learned, [["x", "y"], ["x"]])
    loaded = LinearChainCRF.from_bytes(crf.to_bytes())
    for model in (crf, loaded):
        assert model.predict(learned) == [["x", "y"], ["x"]]
        with pytest.raises(CrfError, match=r"different numbers .* crf\.dataset\(sentences\)"):
            model.predict(other)
        with pytest.raises(CrfError, match="different numbers"):
            model.predict(Dataset.from_matrix(np.eye(2), lengths=[2]))
        with pytest.raises(CrfError, match="different numbers"):
            model.predict(Dataset.from_blocks([[["a"]]], np.eye(1)))
