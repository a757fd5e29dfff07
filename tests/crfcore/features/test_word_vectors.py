"""Word vectors: those of numpy's decomposition, with planted classes, the same from files."""

import itertools
import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from crfcore import Blocks, LinearChainCRF
from crfcore.errors import CrfError, DataError, ModelFileError, TrainingCancelled
from crfcore.features import word_vectors
from crfcore.features.column_table import Column, ColumnTable
from crfcore.features.word_vectors import WordVectors, learn_vectors
from tests.damaged_models import DAMAGES, opened, with_right_checksum

SENTENCES = st.lists(st.lists(st.sampled_from("abcdefg"), max_size=8), min_size=1, max_size=6)


def planted(n_sentences=300, seed=0):
    """Return sentences of verbs between nouns, and before each noun its article."""
    rng = np.random.default_rng(seed)

    def word(kind):
        return f"{kind}{rng.integers(8)}"

    return [
        [part for kind in ("art", "noun", "verb", "art", "noun") for part in (word(kind),)]
        for _ in range(n_sentences)
    ]


def ppmi_by_hand(sentences, n_contexts):
    """Return words, most frequent first, and the dense matrix (W, 4 (C + 1)) of their PPMI."""
    counts = Counter(word for sentence in sentences for word in sentence)
    words = [word for word, _ in counts.most_common()]
    n_contexts = min(n_contexts, len(words))
    contexts = {word: number for number, word in enumerate(words[:n_contexts])}
    table = np.zeros((len(words), 4 * (n_contexts + 1)))
    for sentence in sentences:
        for place, word in enumerate(sentence):
            for number, offset in enumerate((-2, -1, 1, 2)):
                at = place + offset
                inside = 0 <= at < len(sentence)
                context = contexts.get(sentence[at]) if inside else n_contexts
                if context is not None:
                    table[words.index(word), number * (n_contexts + 1) + context] += 1
    total = table.sum()
    smoothed = table.sum(axis=0) ** 0.75
    smoothed *= total / smoothed.sum()
    with np.errstate(divide="ignore", invalid="ignore"):
        information = np.log(table * total / np.outer(table.sum(axis=1), smoothed))
    return words, np.maximum(np.nan_to_num(information, nan=0.0, neginf=0.0), 0.0)


def cosines(vectors):
    unit = vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-30)
    return unit @ unit.T


def without_words(sentences):
    return not any(sentences)


@given(SENTENCES, st.integers(1, 4), st.integers(1, 9))
def test_angles_are_those_of_numpys_decomposition(sentences, n, n_contexts):
    if without_words(sentences):
        return
    words, matrix = ppmi_by_hand(sentences, n_contexts)
    left, sizes, _ = np.linalg.svd(matrix, full_matrices=False)
    if n < len(sizes) and sizes[n - 1] - sizes[n] < 0.05 * sizes[0]:
        return  # between equal singular values the choice of a subspace is free
    kept = sizes[:n] > 1e-5 * max(sizes[0], 1e-30)
    expected = left[:, :n][:, kept] * np.sqrt(sizes[:n][kept])
    found = learn_vectors(sentences, n, n_contexts)
    assert found.words == words
    lengths = np.linalg.norm(found.vectors, axis=1)
    informed = np.linalg.norm(expected, axis=1) > 1e-3
    assert np.allclose(lengths[informed], 2.0, atol=1e-5)
    inner = np.ix_(informed, informed)
    assert np.allclose(cosines(found.vectors)[inner], cosines(expected)[inner], atol=2e-3)


def test_planted_classes_are_found():
    vectors = learn_vectors(planted(), n=3)
    for word in ("art0", "noun3", "verb7"):
        nearest = vectors.similar(word, 7)
        assert {other[:-1] for other, _ in nearest} == {word[:-1]}
        assert nearest == sorted(nearest, key=lambda one: -one[1])
        assert all(-1.001 < cosine < 1.001 for _, cosine in nearest)


def test_nearest_words_are_none_for_a_word_without_information():
    vectors = learn_vectors([["a"], ["a"]], n=2)
    assert not vectors.vector("a").any()
    assert vectors.similar("a") == []
    assert "a" in vectors
    with pytest.raises(CrfError, match="'b' has no vector"):
        vectors.similar("b")


def test_a_known_word_folded_in_has_its_vector():
    sentences = planted()
    vectors = learn_vectors(sentences, n=4)
    renamed = [[{"noun3": "new"}.get(word, word) for word in one] for one in sentences]
    column, offsets = ColumnTable.from_words(renamed).columns[0], np.arange(0, 1501, 5)
    ids, rows = vectors.of_tokens(column, offsets)
    new = rows[ids[[word == "new" for one in renamed for word in one]]]
    # Where it was its own context the row differs a little.
    assert (new @ vectors.vector("noun3") / 4.0 > 0.99).all()
    same = ids[[word == "verb1" for one in renamed for word in one]]
    assert np.array_equal(rows[same[0]], vectors.vector("verb1"))


def test_a_word_that_is_no_context_is_folded_in_exactly():
    sentences = planted()
    vectors = learn_vectors([*sentences, ["art0", "rare", "verb1"]], n=4, contexts=24)
    column = Column(np.arange(3, dtype=np.int32), ["art0", "unseen", "verb1"])
    ids, rows = vectors.of_tokens(column, np.array([0, 3]))
    assert np.allclose(rows[ids[1]], vectors.vector("rare"), atol=1e-6)
    assert np.linalg.norm(rows[ids[1]]) == pytest.approx(2.0, abs=1e-5)


def test_of_many_words_the_most_frequent_have_vectors(monkeypatch):
    """Others get one from their contexts, like words that the text lacks."""
    sentences = planted()
    sentences[7][1] = "once"
    whole = learn_vectors(sentences, 4)
    monkeypatch.setattr(word_vectors, "MAX_WORDS", 24)
    some = learn_vectors(sentences, 4)
    assert "once" in whole
    assert some.words == whole.words[:24]
    table = ColumnTable.from_words(sentences)
    _, vectors = some.of_tokens(table.columns[0], table.offsets)
    values = table.columns[0].values
    likeness = cosines(vectors)[values.index("once")]
    kinds = {value[:3]: likeness[values.index(value)] for value in ("art0", "noun0", "verb0")}
    assert max(kinds, key=kinds.get) == "nou"
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(some.length)


def test_tokens_without_a_word_and_words_without_contexts_have_no_vector():
    vectors = learn_vectors(planted(), n=3)
    column = Column(np.array([0, -1, 1], np.int32), ["verb0", "unknown", "absent"])
    ids, rows = vectors.of_tokens(column, np.array([0, 3]))
    assert ids[1] == -1
    assert rows.shape == (2, 3)
    lonely = Column(np.zeros(5, np.int32), ["unknown"])
    _, rows = vectors.of_tokens(lonely, np.array([0, 5]))
    assert np.isfinite(rows).all()
    assert vectors.matrix([]).n_tokens == 0


def test_rounding_errors_are_no_vector():
    # One dimension describes the contexts of one word alone.
    text = ["w0 w0 w1 w0", "w0 w1 w0 w1 w0 w1", "w1 w0 w1 w1 w1", "w1 w0 w0 w1 w1"]
    text += ["w1 w0 w1 w1 w0", "w1", "w1 w1 w1 w0", "w0 w0 w1", "w1 w0 w0 w0 w1 w1"]
    learned = learn_vectors([sentence.split() for sentence in text], 1, 1)
    assert sorted(np.abs(learned.vectors).ravel()) == [0.0, 2.0]


def test_small_products_are_vectors():
    # Two topics share one word in ten thousand sentences.
    text = [["a", "b"], ["b", "a"], ["c", "d"], ["d", "c"]] * 2_500 + [["a", "e", "c"]]
    learned = learn_vectors(text, 1)
    norms = np.linalg.norm(learned.vectors, axis=1)
    np.testing.assert_allclose(norms, 2.0, rtol=1e-6)


@pytest.mark.parametrize("threads", [2, 5])
def test_no_bit_depends_on_the_number_of_threads(threads):
    one, many = (learn_vectors(planted(), n=5, threads=n) for n in (1, threads))
    assert one.words == many.words
    assert one.vectors.tobytes() == many.vectors.tobytes()
    assert one.projection.tobytes() == many.projection.tobytes()
    table = ColumnTable.from_words([["art1", "x", "verb0"], ["y", "verb2"]] * 9)
    for found, other in zip(
        one.of_tokens(table.columns[0], table.offsets),
        many.of_tokens(table.columns[0], table.offsets, threads),
        strict=True,
    ):
        assert found.tobytes() == other.tobytes()


def test_a_seed_decides_nothing_that_lasts():
    one, other = (learn_vectors(planted(), n=3, seed=seed) for seed in (0, 1))
    assert np.allclose(one.vectors, other.vectors, atol=1e-3)


def test_a_new_computation_is_turned_onto_an_old_one():
    old = learn_vectors(planted(seed=1), n=3, length=1.0)
    rng = np.random.default_rng(2)
    rotation = np.linalg.qr(rng.standard_normal((3, 3)))[0].astype(np.float32)
    turned = WordVectors(
        old.words,
        old.vectors @ rotation,
        old.n_contexts,
        old.weights,
        old.projection @ rotation,
        1.0,
    )
    assert np.allclose(turned.turned_to(old).vectors, old.vectors, atol=1e-5)
    more = [*planted(seed=1), *planted(50, seed=3), ["new", "verb0"]]
    new = learn_vectors(more, n=3, length=1.0, like=turned)
    common = [word for word in turned.words if word in new]
    products = [float(new.vector(word) @ turned.vector(word)) for word in common]
    assert min(products) > 0.8
    assert np.allclose(cosines(new.vectors), cosines(learn_vectors(more, n=3).vectors), atol=1e-3)
    with pytest.raises(CrfError, match="3 dimensions and these have 2"):
        learn_vectors(more, n=2, like=old, cancelled=lambda: True)  # before anything is computed


def test_vectors_are_a_block_beside_a_template():
    sentences = planted(30)
    labels = [[word[0] for word in one] for one in sentences]
    vectors = learn_vectors(sentences, n=3)
    table = ColumnTable.from_words(sentences)
    crf = LinearChainCRF(template="basic", max_iterations=5)
    crf.fit(Blocks(table, vectors.matrix(table)), labels)
    assert "vector[2]" in crf.fitted_.extractor.attribute_names()


# ---- progress and errors


def test_progress_is_reported_and_the_monitor_can_stop():
    seen = []
    learn_vectors(planted(20), n=2, monitor=lambda *one: seen.append(one))
    assert [done for done, _ in seen] == list(range(1, seen[0][1] + 1))
    with pytest.raises(TrainingCancelled):
        learn_vectors(planted(20), n=2, monitor=lambda done, _: done == 3)


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("after", [0, 1, 20, 100])
def test_a_computation_is_cancelled_between_its_parts(threads, after):
    asked = []

    def cancelled():
        asked.append(1)
        return len(asked) > after

    with pytest.raises(TrainingCancelled):
        learn_vectors(planted(), n=2, threads=threads, cancelled=cancelled)


@pytest.mark.parametrize(
    ("sentences", "message"),
    [
        ([], "no word"),
        ([[], []], "no word"),
        ("text", "found the string"),
        (["text"], "a sentence is a list of tokens"),
        ([[1, 2]], "field 1 must be a string; found 1"),
        ([[["a", "N"]]], "field 1 must be a string; found"),
    ],
)
def test_anything_but_a_text_is_rejected(sentences, message):
    with pytest.raises(DataError, match=message):
        learn_vectors(sentences)


@pytest.mark.parametrize(
    "choice",
    [{"n": 0}, {"n": 301}, {"n": True}, {"n": 2.0}, {"contexts": 0}, {"contexts": 20_001}]
    + [{"length": length} for length in (0.0, -1.0, math.nan, math.inf)],
)
def test_parameters_are_checked(choice):
    with pytest.raises(CrfError, match="is not possible; give a"):
        learn_vectors([["a", "b"]], **choice)


# ---- files


def test_files_hold_everything(tmp_path):
    vectors = learn_vectors([*planted(20), ["\ud800", "é\n"]], n=3)
    path = tmp_path / "words.vec"
    vectors.save(path)
    loaded = WordVectors.load(path)
    assert loaded.words == vectors.words
    assert loaded.vectors.tobytes() == vectors.vectors.tobytes()
    assert (loaded.length, loaded.n_contexts) == (2.0, vectors.n_contexts)
    column, offsets = Column(np.arange(2, dtype=np.int32), ["x", "verb1"]), np.array([0, 2])
    for found, other in zip(
        loaded.of_tokens(column, offsets), vectors.of_tokens(column, offsets), strict=True
    ):
        assert found.tobytes() == other.tobytes()


def saved(tmp_path):
    path = tmp_path / "words.vec"
    learn_vectors(planted(20), n=3).save(path)
    return path, path.read_bytes()


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_files_are_rejected(damage, tmp_path):
    path, data = saved(tmp_path)
    rng = np.random.default_rng(5)
    for _ in range(10):
        path.write_bytes(damage(rng, data))
        with pytest.raises(ModelFileError, match="file of word vectors"):
            WordVectors.load(path)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("n_contexts", -1),
        ("n_contexts", 2**40),
        ("n_contexts", 3),
        ("n_contexts", True),
        ("n_contexts", "x"),
        ("length", 0.0),
        ("length", math.inf),
        ("length", 10**400),
        ("length", 1.5),
        ("length", None),
    ],
)
def test_headers_that_do_not_fit_are_rejected(name, value, tmp_path):
    path, data = saved(tmp_path)
    header, arrays = opened(data)
    header["content"][name] = value
    path.write_bytes(with_right_checksum(header, arrays))
    with pytest.raises(ModelFileError, match="do not fit together"):
        WordVectors.load(path)


@pytest.mark.parametrize("name", ["vectors", "weights", "projection", "words", "word_offsets"])
def test_arrays_that_do_not_fit_are_rejected(name, tmp_path):
    path, data = saved(tmp_path)
    header, arrays = opened(data)
    kind, shape, offset = header["arrays"][name]
    for changed in (
        ["bool" if kind != "uint8" else "int32", shape, offset],
        [kind, [], offset],
        [kind, [*shape[:-1], 1], offset],
        [kind, [0, *shape[1:]], offset],
    ):
        header["arrays"][name] = changed
        path.write_bytes(with_right_checksum(header, arrays))
        with pytest.raises(ModelFileError, match=r"do not fit together|cannot be understood"):
            WordVectors.load(path)


def test_numbers_that_are_not_finite_are_rejected(tmp_path):
    path, data = saved(tmp_path)
    kinds = (("vectors", np.float32), ("weights", np.float64), ("projection", np.float32))
    for (name, kind), number in itertools.product(kinds, (math.nan, math.inf, -math.inf)):
        header, arrays = opened(data)
        offset = header["arrays"][name][2]
        arrays[offset : offset + np.dtype(kind).itemsize] = np.array([number], kind).tobytes()
        path.write_bytes(with_right_checksum(header, arrays))
        with pytest.raises(ModelFileError, match=f"{name} does not hold numbers"):
            WordVectors.load(path)


def test_files_of_something_else_are_distinguished(tmp_path):
    path = tmp_path / "model.crf"
    crf = LinearChainCRF(max_iterations=1).fit([[["a"]], [["b"]]], [["A"], ["B"]])
    crf.save(path)
    with pytest.raises(ModelFileError, match=r"holds a model \(LinearChainCRF\), and a file of"):
        WordVectors.load(path)
    vectors, _ = saved(tmp_path)
    with pytest.raises(ModelFileError, match="holds word vectors, not a model"):
        LinearChainCRF.load(vectors)
    path.write_text("the 0.1 0.2 0.3\n")
    with pytest.raises(ModelFileError, match="not a file of word vectors of crfcore"):
        WordVectors.load(path)
    with pytest.raises(ModelFileError, match=r"no/such\.vec"):
        WordVectors.load(tmp_path / "no" / "such.vec")
    with pytest.raises(ModelFileError, match="file of word vectors could not be saved"):
        learn_vectors([["a", "b"]]).save(tmp_path / "no" / "such.vec")


@pytest.mark.parametrize("n", [1.5, -1, None, "2"])
def test_what_is_no_number_of_words_is_refused(n):
    vectors = learn_vectors([["a", "b", "a", "c"]] * 20)
    assert vectors.similar("a", 0) == []
    with pytest.raises(CrfError, match="is no number of words"):
        vectors.similar("a", n)
