import numpy as np
import pycrfsuite
import pytest
from hypothesis import given
from hypothesis import strategies as st

from crfcore.errors import DataError, NotFittedError
from crfcore.features.attribute_extraction import AttributeExtractor, attributes_of_item
from crfcore.features.dataset import Dataset

names = st.sampled_from(["a", "b", "é", "a:b", ""])
numbers = st.one_of(st.booleans(), st.integers(-3, 3), st.floats(-9, 9))
values = st.recursive(
    st.one_of(names, numbers, names.map(str.encode)),
    lambda inner: st.one_of(
        st.lists(names, max_size=3),
        st.sets(names, max_size=3),
        st.dictionaries(names, inner, max_size=3),
    ),
    max_leaves=6,
)
items = st.one_of(
    st.dictionaries(st.one_of(names, names.map(str.encode)), values, max_size=4),
    st.lists(names, max_size=4),
    st.sets(names, max_size=3),
    st.tuples(names, names),
    st.sampled_from(["a", "é", ""]),
)


def rows_of(extractor: AttributeExtractor, dataset: Dataset) -> list[list[tuple[str, float]]]:
    known = extractor.attribute_names()
    weights = dataset.values if dataset.has_values else np.ones(len(dataset.attributes))
    pairs = [
        (known[i], w) for i, w in zip(dataset.attributes.tolist(), weights.tolist(), strict=True)
    ]
    return [pairs[dataset.indptr[t] : dataset.indptr[t + 1]] for t in range(dataset.n_tokens)]


@given(items)
def test_an_item_means_what_python_crfsuite_takes_it_for(item):
    ours = list(attributes_of_item(item))
    assert dict(ours) == pycrfsuite.ItemSequence([item]).items()[0]


@given(
    st.lists(st.lists(items, max_size=3), max_size=4),
    st.lists(st.lists(items, max_size=3), max_size=2),
)
def test_rows_hold_the_attributes(train, test):
    extractor = AttributeExtractor()
    fitted = extractor.fit(train)
    expected = [list(attributes_of_item(item)) for sentence in train for item in sentence]
    assert rows_of(extractor, fitted) == expected
    assert fitted.offsets.tolist() == np.cumsum([0, *map(len, train)]).tolist()
    assert (extractor.n_attributes, extractor.n_edge_attributes) == (fitted.n_attributes, 0)
    assert extractor.edge_attribute_names() == []
    counts = [
        sum(name == n for row in expected for n, _ in row) for name in extractor.attribute_names()
    ]
    assert counts == sorted(counts, reverse=True)
    again = AttributeExtractor.from_state(*extractor.state())
    known = set(extractor.attribute_names())
    rows = [
        [pair for pair in attributes_of_item(item) if pair[0] in known] for s in test for item in s
    ]
    assert rows_of(again, again.transform(test)) == rows


def test_values_are_left_out_where_all_are_one():
    extractor = AttributeExtractor()
    assert not extractor.fit([[["a", "b"], {"c": "d", "e": True}]]).has_values
    assert extractor.fit([[["a"], {"a": 0.0}]]).values.tolist() == [1.0, 0.0]


def test_any_item_is_read_like_python_crfsuite():
    item = {"n": 3, "f": 0.5, "big": 2**60, "wide": 1e300, b"k": 1.0, "t": True, "s": "x"}
    for one in (item, {"a", "b"}, "a", ["a", b"b"], ("a", "a")):
        extractor = AttributeExtractor()
        [row] = rows_of(extractor, extractor.fit([[one]]))
        assert dict(row) == pycrfsuite.ItemSequence([one]).items()[0]
    assert AttributeExtractor().fit([[iter(["a", "b"])]]).n_attributes == 2


def test_fewer_attributes():
    extractor = AttributeExtractor()
    extractor.fit([[["a", "b"], ["a", "c"], ["a", "c"]]])
    assert extractor.attribute_names() == ["a", "c", "b"]
    smaller = extractor.compact(np.array([False, True, True]))
    assert smaller.attribute_names() == ["c", "b"]
    assert smaller.transform([[["a", "b"]]]).attributes.tolist() == [1]


@pytest.mark.parametrize(
    ("item", "words"),
    [
        ([1], "must be a string; found 1"),
        ({1: "a"}, "must be a string; found 1"),
        ({"a": None}, "'a' has the value None; a number, a string"),
        ({"a": ("b",)}, "'a' has the value"),
        ({"a": 10**400}, "'a' has the value"),
        ({"a": float("nan")}, "finite number"),
        (7, "a dict or a list of attributes; found 7"),
        ("the", r"found the string 'the', whose letters would be attributes: give \['the'\]"),
        (b"the", "found the string b'the'"),
    ],
)
def test_anything_but_a_attribute_is_named(item, words):
    with pytest.raises(DataError, match=words) as caught:
        AttributeExtractor().fit([[["a"]], [["a"], item]])
    assert str(caught.value).startswith("Sentence 2, token 2: ")


def test_a_single_sentence_is_not_taken_for_many():
    with pytest.raises(DataError, match=r"Sentence 2, .* found the dict \{'b': 1\}. If this is a"):
        AttributeExtractor().fit([[{"a": 1}], {"b": 1}])


def test_an_unfitted_extractor_raises():
    with pytest.raises(NotFittedError, match="call fit with sentences first"):
        AttributeExtractor().transform([["a"]])


def test_ids_are_carried_over_to_another_extractor():
    here, there = AttributeExtractor(), AttributeExtractor()
    here.fit([[["a", "b", "c"]]])
    there.fit([[["c", "a"], ["c"]]])
    ids, edges = here.ids_in(there)
    assert ids.tolist() == [1, -1, 0]
    assert (len(edges), len(here.key_attributes())) == (0, 0)


def test_lists_dicts_and_tuples_of_the_same_strings_are_the_same():
    rng = np.random.default_rng(0)
    lists = [
        [[f"a:{n}" for n in rng.integers(0, 50, size=rng.integers(0, 9))] for _ in range(length)]
        for length in (3, 0, 700, 1)
    ]
    long = [[["b:1"] * 9000, []], [["b:2", "a:1"]]]
    for sentences in (lists, long):
        tuples = [[tuple(token) for token in sentence] for sentence in sentences]
        one, other = AttributeExtractor(), AttributeExtractor()
        found, expected = one.fit(sentences), other.fit(tuples)
        assert one.attribute_names() == other.attribute_names()
        assert found.offsets.tolist() == expected.offsets.tolist()
        assert found.indptr.tolist() == expected.indptr.tolist()
        assert found.attributes.tolist() == expected.attributes.tolist()
        assert not found.has_values
    dicts = [[{"a": "1", "b": "2"}, {}], [{"a": "1", "long": 2.0}]]
    named = AttributeExtractor()
    dataset = named.fit(dicts)
    names = named.attribute_names()
    assert [names[i] for i in dataset.attributes] == ["a:1", "b:2", "a:1", "long"]
    assert dataset.values.tolist() == [1.0, 1.0, 1.0, 2.0]


def test_extended_extractors_share_an_alphabet_and_know_their_own_part_of_it():
    first = AttributeExtractor()
    first.fit([[["a"], ["b"]]])
    names = first.attribute_names()
    assert first.extended([[["b", "a"]]]) is first
    second = first.extended([[["c", "a"]]])
    other = first.extended([[["d"]]])
    third = second.extended([[["d", "e"]]])
    assert second._ids is first._ids
    assert other._ids is not first._ids
    assert first.attribute_names() == names
    assert second.attribute_names() == [*names, "c"]
    assert other.attribute_names() == [*names, "d"]
    assert third.attribute_names() == [*names, "c", "d", "e"]
    assert third.attribute_names_from(2) == ["c", "d", "e"]
    assert second.attribute_names_from(2) == ["c"]
    sentences = [[["e", "a"], ["c"], ["b", "d"]]]
    for extractor in (first, second, other, third):
        anew = AttributeExtractor.of_names(extractor.attribute_names())
        mine, wanted = extractor.transform(sentences), anew.transform(sentences)
        np.testing.assert_array_equal(mine.attributes, wanted.attributes)
        np.testing.assert_array_equal(mine.indptr, wanted.indptr)
        assert mine.n_attributes == wanted.n_attributes
    assert third.ids_in(second)[0].tolist() == [0, 1, 2, -1, -1]
    assert second.ids_in(other)[0].tolist() == [0, 1, -1]
    assert second.state()[1]["strings"].tobytes() == b"".join(
        name.encode() for name in second.attribute_names()
    )
