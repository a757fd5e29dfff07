"""Brown clusters: each merge loses least, as a slow count of everything says."""

from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from crfcore import LinearChainCRF
from crfcore.errors import CrfError, DataError, ModelFileError, TrainingCancelled
from crfcore.features.column_table import Column, ColumnTable
from crfcore.features.word_clusters import Merging, WordClusters, bit_strings_of, learn_clusters
from tests.damaged_models import DAMAGES, opened, with_right_checksum

REST = 30
SENTENCES = st.lists(st.lists(st.sampled_from("abcdefgh"), max_size=9), min_size=1, max_size=8)


def information(sentences, classes):
    """Return the average mutual information of neighbours, times their number."""
    size = max([REST, *classes.values()]) + 1
    counts = np.zeros((size, size))
    for sentence in sentences:
        for first, second in pairwise(sentence):
            # Words without a class form one.
            counts[classes.get(first, REST), classes.get(second, REST)] += 1.0
    expected = np.outer(counts.sum(axis=1), counts.sum(axis=0)) / max(counts.sum(), 1.0)
    seen = counts > 0.0
    return float(np.sum(counts[seen] * np.log(counts[seen] / expected[seen])))


def merged(classes, kept, removed):
    return {word: kept if slot == removed else slot for word, slot in classes.items()}


def losses(sentences, classes):
    before = information(sentences, classes)
    pairs = combinations(sorted(set(classes.values())), 2)
    return {pair: before - information(sentences, merged(classes, *pair)) for pair in pairs}


def assert_loses_least(sentences, classes, pair):
    by_pair = losses(sentences, classes)
    assert by_pair[tuple(sorted(pair))] <= min(by_pair.values()) + 1e-9


def numbered(sentences):
    """Return the words by frequency, and the number of each token's word."""
    flat = [word for sentence in sentences for word in sentence]
    words = sorted(dict.fromkeys(flat), key=lambda word: (-flat.count(word), flat.index(word)))
    ids = np.array([words.index(word) for word in flat], np.int32)
    return words, ids, np.cumsum([0, *map(len, sentences)])


@given(SENTENCES, st.integers(2, 6))
def test_each_merge_loses_least(sentences, n):
    words, ids, offsets = numbered(sentences)
    if not words:
        return
    merging = Merging(ids, offsets, len(words), n)
    free = min(n, len(words))
    classes = {word: slot for slot, word in enumerate(words[:free])}
    for number in range(free, len(words)):
        merging.insert(number, number + 1)
        kept, removed = merging.history[number].tolist()
        classes[words[number]] = free
        assert_loses_least(sentences, classes, (kept, removed))
        classes = merged(classes, kept, removed)
        free = removed
        slots = dict(zip(words, merging.classes.tolist(), strict=True))
        added = {word: slot for word, slot in slots.items() if slot < merging.n_slots - 1}
        assert added == classes
    for kept, removed in merging.tree().tolist():
        assert_loses_least(sentences, classes, (kept, removed))
        classes = merged(classes, kept, removed)
    assert len(set(classes.values())) == 1


def test_bit_strings_tell_the_merges_from_the_root():
    # 4 into 3, 1 into 0, 3 into 2, 2 into 0: ((0 1) (2 (3 4))).
    tree = np.array([[3, 4], [0, 1], [2, 3], [0, 2]])
    assert bit_strings_of(tree, 0) == {0: "00", 1: "01", 2: "10", 3: "110", 4: "111"}
    assert bit_strings_of(tree[:0], 5) == {5: ""}


@given(SENTENCES, st.integers(2, 6))
def test_every_word_is_in_a_class_of_a_binary_tree(sentences, n):
    words, _, _ = numbered(sentences)
    if not words:
        return
    clusters = learn_clusters(sentences, n)
    assert clusters.words == words
    assert len(clusters.bit_strings) == min(n, len(words))
    assert set(clusters.classes.tolist()) == set(range(len(clusters.bit_strings)))
    # The leaves of a binary tree.
    assert sum(0.5 ** len(bits) for bits in clusters.bit_strings) == 1.0
    assert sorted(clusters.words_of("")) == sorted(words)
    halves = clusters.words_of("0"), clusters.words_of("1")
    assert sorted([*halves[0], *halves[1]]) == (sorted(words) if len(words) > 1 else [])


def planted(n_sentences=300, seed=0):
    rng = np.random.default_rng(seed)
    kinds = ("art", "noun", "verb", "art", "noun")
    return [[f"{kind}{rng.integers(8)}" for kind in kinds] for _ in range(n_sentences)]


def test_planted_classes_are_found():
    clusters = learn_clusters(planted(600), n=8)
    for bits in clusters.bit_strings:
        assert len({word[:-1] for word in clusters.words_of(bits)}) == 1
    assert clusters.bits("adverb0") == ""
    assert "art0" in clusters
    assert "adverb0" not in clusters


def test_many_words_of_a_class_keep_together_when_it_is_renamed():
    sentences = planted(400, seed=4)
    few, many = (learn_clusters(sentences, n=n) for n in (4, 12))
    assert len(set(few.classes.tolist())) == 4
    for clusters in (few, many):
        words, ids, offsets = numbered(sentences)
        merging = Merging(ids, offsets, len(words), len(clusters.bit_strings))
        merging.insert(merging.n_first, len(words))
        members = [np.flatnonzero(merging.classes == slot) for slot in range(merging.n_slots)]
        assert sum(len(one) > 0 for one in members) == len(clusters.bit_strings)


def test_rare_words_may_be_left_out():
    sentences = [*planted(20), ["once", "verb1"]]
    assert "once" in learn_clusters(sentences, n=3)
    assert "once" not in learn_clusters(sentences, n=3, min_count=2)
    with pytest.raises(DataError, match="a lower min_count"):
        learn_clusters(sentences, min_count=1000)


def test_tokens_get_the_bit_strings_of_their_words():
    clusters = learn_clusters(planted(), n=3)
    column = Column(np.array([1, -1, 0, 2], np.int32), ["verb3", "noun2", "new"])
    found = clusters.column(column)
    assert [found.values[i] if i >= 0 else None for i in found.ids.tolist()] == [
        clusters.bits("noun2"),
        None,
        clusters.bits("verb3"),
        None,
    ]


# ---- progress and errors


def test_progress_is_reported_and_both_ways_stop():
    sentences = [[f"w{number % 150}", f"w{number % 7}"] for number in range(400)]
    seen = []
    learn_clusters(sentences, n=2, monitor=lambda *one: seen.append(one))
    assert [done for done, _ in seen] == list(range(1, seen[0][1] + 1))
    assert len(seen) > 2
    with pytest.raises(TrainingCancelled):
        learn_clusters(sentences, n=2, monitor=lambda done, _: done == 2)
    for after in range(4):
        answers = iter([False] * after + [True])
        with pytest.raises(TrainingCancelled):
            learn_clusters(sentences, n=2, cancelled=lambda answers=answers: next(answers))


@pytest.mark.parametrize("sentences", [[], [[], []], "text", [[1, 2]]])
def test_anything_but_a_text_is_rejected(sentences):
    with pytest.raises(DataError):
        learn_clusters(sentences)


@pytest.mark.parametrize("choice", [{"n": 1}, {"n": 1001}, {"n": 2.5}, {"min_count": 0}])
def test_parameters_are_checked(choice):
    with pytest.raises(CrfError, match="is not possible; give a"):
        learn_clusters([["a", "b"]], **choice)


# ---- files


def saved(tmp_path):
    path = tmp_path / "words.clusters"
    clusters = learn_clusters([*planted(20), ["\ud800", "é\n"]], n=5)
    clusters.save(path)
    return clusters, path, path.read_bytes()


def test_files_hold_everything(tmp_path):
    clusters, path, _ = saved(tmp_path)
    loaded = WordClusters.load(path)
    assert (loaded.words, loaded.bit_strings) == (clusters.words, clusters.bit_strings)
    assert np.array_equal(loaded.classes, clusters.classes)
    column = ColumnTable.from_words([["noun1", "x"]]).columns[0]
    assert loaded.column(column).ids.tolist() == clusters.column(column).ids.tolist()


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_files_are_rejected(damage, tmp_path):
    _, path, data = saved(tmp_path)
    rng = np.random.default_rng(5)
    for _ in range(10):
        path.write_bytes(damage(rng, data))
        with pytest.raises(ModelFileError, match="file of word clusters"):
            WordClusters.load(path)


@pytest.mark.parametrize(
    "strings",
    [
        None,
        [],
        ["0", "1"],
        ["0", "1", "00", "01", "01"],
        ["0", "1", "00", "01", "2"],
        ["0", "1", "00", "01", 1],
        ["0", "1", "00", "01", "0" * 5],
        [f"{number:010b}" for number in range(1001)],
    ],
)
def test_bit_strings_that_do_not_fit_are_rejected(strings, tmp_path):
    _, path, data = saved(tmp_path)
    header, arrays = opened(data)
    header["content"]["bit_strings"] = strings
    path.write_bytes(with_right_checksum(header, arrays))
    with pytest.raises(ModelFileError, match="do not fit together"):
        WordClusters.load(path)


@pytest.mark.parametrize("number", [-1, 5, 2**31 - 1])
def test_classes_that_are_none_are_rejected(number, tmp_path):
    _, path, data = saved(tmp_path)
    header, arrays = opened(data)
    offset = header["arrays"]["classes"][2]
    arrays[offset : offset + 4] = np.array([number], np.int32).tobytes()
    path.write_bytes(with_right_checksum(header, arrays))
    with pytest.raises(ModelFileError, match="do not fit together"):
        WordClusters.load(path)


def test_words_that_are_not_utf_8_are_rejected_in_words(tmp_path):
    _, path, data = saved(tmp_path)
    header, arrays = opened(data)
    name = next(name for name, (kind, _, _) in header["arrays"].items() if kind == "uint8")
    arrays[header["arrays"][name][2]] = 0xE0
    path.write_bytes(with_right_checksum(header, arrays))
    with pytest.raises(ModelFileError, match=r"fit together \(a text in it is not UTF-8\)"):
        WordClusters.load(path)


def test_shapes_that_do_not_fit_are_rejected(tmp_path):
    _, path, data = saved(tmp_path)
    header, arrays = opened(data)
    kind, shape, offset = header["arrays"]["classes"]
    for changed in (["float32", shape, offset], [kind, [1, *shape], offset], [kind, [3], offset]):
        header["arrays"]["classes"] = changed
        path.write_bytes(with_right_checksum(header, arrays))
        with pytest.raises(ModelFileError, match="do not fit together"):
            WordClusters.load(path)


def test_files_of_something_else_are_distinguished(tmp_path):
    _, path, _ = saved(tmp_path)
    with pytest.raises(ModelFileError, match="holds word clusters, not a model"):
        LinearChainCRF.load(path)


@pytest.mark.parametrize("bits", [3, None, b"0"])
def test_bits_that_are_no_string_are_refused(bits):
    with pytest.raises(CrfError, match="Bits are a string"):
        learn_clusters(planted(100), n=4).words_of(bits)
