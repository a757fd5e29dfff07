"""Lines of templates that read clusters and vectors, from extraction to a model's file."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from crfcore import Dataset, LinearChainCRF, learn_clusters, learn_vectors
from crfcore.errors import CrfError, ModelFileError, TemplateError
from crfcore.features import vector_lines
from crfcore.features.column_table import Column, ColumnTable
from crfcore.features.extraction import TemplateExtractor
from crfcore.features.phrases import PhraseList
from crfcore.features.presets import PRESETS
from crfcore.features.reading import extractor_from_state
from crfcore.features.template import parse_template
from crfcore.features.vector_lines import VectorLines
from crfcore.features.word_cases import learn_cases
from crfcore.semi_markov import SemiMarkovCRF
from tests.damaged_models import opened, with_right_checksum

WORDS = "abcdefgh"
TEXT = [list(word) for word in ("abcd", "badc", "efgh", "fehg", "abgh", "bahg", "cdef", "dcfe")]
CLUSTERS = learn_clusters(TEXT, n=5)
VECTORS = learn_vectors(TEXT, n=3)
LINES = parse_template(
    "U0:%x[0,0]\nUc:%cluster[-1,2]/%x[0,0]\nUv:%vector[0]\nUd:%cluster[0,9]\nUw:%vector[1]/\nB\n"
    "Bc:%cluster[0,1]\n"
)
SENTENCES = st.lists(st.lists(st.sampled_from("abcdefghxy"), max_size=6), min_size=1, max_size=5)


def extractor_of(**choices):
    return TemplateExtractor(LINES, clusters=CLUSTERS, vectors=VECTORS, **choices)


def expected(words, t, vectors):
    """Return the attributes of a token with their values, by name."""

    def bits(place):
        return (
            f"_B{place - len(words) + 1:+}" if place >= len(words) else CLUSTERS.bits(words[place])
        )

    found = {f"U0:{words[t]}": 1.0}
    before = bits(t - 1) if t else "_B-1"
    if before:
        found[f"Uc:{before if t == 0 else before[:2]}/{words[t]}"] = 1.0
    if bits(t):
        found[f"Ud:{bits(t)[:9]}"] = 1.0
    for name, behind, place in (("Uv:", "", t), ("Uw:", "/", t + 1)):
        if place < len(words):
            for k, value in enumerate(vectors[words[place]].tolist()):
                if value:
                    found[f"{name}{k}{behind}"] = value
    return found


def read(extractor, dataset):
    """Return the attributes of each token with their values, by name."""
    names = extractor.attribute_names()
    values = dataset.values if dataset.has_values else np.ones(len(dataset.attributes))
    return [
        {names[a]: v for a, v in zip(ids, own, strict=True)}
        for ids, own in (
            (dataset.attributes[start:end].tolist(), values[start:end].tolist())
            for start, end in zip(dataset.indptr, dataset.indptr[1:], strict=False)
        )
    ]


def vectors_in(sentences):
    table = ColumnTable.from_words(sentences)
    ids, rows = VECTORS.of_tokens(table.columns[0], table.offsets)
    return {
        table.columns[0].values[i]: rows[row]
        for i, row in zip(table.columns[0].ids, ids, strict=True)
    }


@given(SENTENCES)
def test_attributes_are_those_that_the_lines_say(sentences):
    table = ColumnTable.from_words(sentences)
    extractor = extractor_of()
    fitted = extractor.fit(table)
    vectors = vectors_in(sentences)
    wanted = [expected(words, t, vectors) for words in sentences for t in range(len(words))]
    assert read(extractor, fitted) == wanted
    assert read(extractor, extractor.transform(table)) == wanted


@given(SENTENCES, SENTENCES)
def test_what_goes_through_a_file_reads_the_same(sentences, others):
    extractor = extractor_of(phrase_lists=[PhraseList("l", ["a b", "c"])])
    extractor.fit(ColumnTable.from_words(sentences))
    restored = extractor_from_state(*extractor.state())
    table = ColumnTable.from_words(others)
    found, again = extractor.transform(table), restored.transform(table)
    for name in ("indptr", "attributes", "values", "edge_indptr", "edge_attributes"):
        assert np.array_equal(getattr(found, name), getattr(again, name))
    names = extractor.attribute_names()
    assert restored.attribute_names() == names
    chosen = np.arange(len(names), dtype=np.int32)[::2]
    assert restored.attribute_names_of(chosen) == {a: names[a] for a in chosen.tolist()}


@given(SENTENCES, SENTENCES, st.randoms(use_true_random=False))
def test_ids_follow_additions_and_removals(sentences, more, random):
    extractor = extractor_of()
    dataset = extractor.fit(ColumnTable.from_words(sentences))
    names = extractor.attribute_names()
    extended = extractor.extended(ColumnTable.from_words(more))
    assert extended.attribute_names()[: len(names)] == names
    assert extractor.ids_in(extended)[0].tolist() == list(range(len(names)))
    keep = np.array([random.random() < 0.5 for _ in names], bool)
    smaller = extractor.compact(keep)
    kept = [name for name, stays in zip(names, keep.tolist(), strict=True) if stays]
    assert smaller.attribute_names() == kept
    assert smaller.ids_in(extractor)[0].tolist() == np.flatnonzero(keep).tolist()
    assert (
        smaller.extended(ColumnTable.from_words(sentences)).attribute_names()[: len(kept)] == kept
    )
    table = ColumnTable.from_words(sentences)
    wanted = [
        {name: value for name, value in token.items() if name in kept}
        for token in read(extractor, dataset)
    ]
    assert read(smaller, smaller.transform(table)) == wanted
    assert [names[a] for a in extractor.key_attributes()] == [
        name for name in names if name.startswith("U0:") and a_key(name, sentences)
    ] or len(extractor.key_attributes()) == len({w for one in sentences for w in one})


def a_key(name, sentences):
    return name[3:] in {word for one in sentences for word in one}


def test_without_clusters_and_vectors_their_lines_give_nothing():
    table = ColumnTable.from_words(TEXT)
    with_lines = TemplateExtractor(LINES).fit(table)
    without = TemplateExtractor(parse_template("U0:%x[0,0]\nB\n")).fit(table)
    assert np.array_equal(with_lines.attributes, without.attributes)
    assert not with_lines.has_values
    assert with_lines.n_edge_attributes == 0


def test_clusters_alone_keep_attributes_without_values():
    extractor = TemplateExtractor(LINES, clusters=CLUSTERS)
    assert not extractor.fit(ColumnTable.from_words(TEXT)).has_values
    assert extractor.edge_attribute_names() == ["Bc:0", "Bc:1"]


def test_a_sentence_beside_many_words_reads_the_same():
    extractor = extractor_of()
    extractor.fit(ColumnTable.from_words(TEXT))
    values = [f"w{number}" for number in range(100)] + list(WORDS)
    column = Column(np.array([100, 103, -1, 7], np.int32), values)
    found = extractor.transform(ColumnTable((column,), np.array([0, 4])))
    few = Column(np.array([0, 1, -1, 2], np.int32), ["a", "d", "w7"])
    again = extractor.transform(ColumnTable((few,), np.array([0, 4])))
    assert np.array_equal(found.attributes, again.attributes)
    assert np.array_equal(found.values, again.values)


@pytest.mark.parametrize("name", ["basic", "ner", "pos"])
def test_presets_read_clusters_and_vectors_where_there_are_any(name):
    template = parse_template(PRESETS[name])
    table = ColumnTable.from_words(TEXT)
    plain = TemplateExtractor(template)
    plain.fit(table)
    every = TemplateExtractor(template, clusters=CLUSTERS, vectors=VECTORS)
    every.fit(table)
    more = set(every.attribute_names()) - set(plain.attribute_names())
    assert {"Uv:0", "Uv:1", "Uv:2"} < more
    assert any(one.startswith("Uk") for one in more)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("U:%cluster[0]", "whole numbers were expected, as %cluster[row,bits]"),
        ("U:%cluster[0,0]", "the number of bits may be from 1 to 100"),
        ("U:%cluster[0,101]", "the number of bits may be from 1 to 100"),
        ("U:%vector[0,0]", "as %vector[row]"),
        ("U:%vector[x]", "as %vector[row]"),
        ("U:%vector(0)", "as in %vector[0]"),
        ("U:%vector[101]", "at most 100 tokens away"),
        ("U:%vector[0]/%x[0,0]", "begins with U and has no other cell"),
        ("B:%vector[0]", "begins with U and has no other cell"),
        ("U:%clusters[0,1]", "%x"),
    ],
)
def test_lines_that_make_no_sense_are_refused(line, message):
    with pytest.raises(TemplateError) as caught:
        parse_template(line)
    assert message in str(caught.value)


def test_lines_that_give_a_token_too_many_attributes_are_refused(monkeypatch):
    monkeypatch.setattr(vector_lines, "MAX_ATTRIBUTES", 6)
    assert VectorLines.of(LINES.features, VECTORS).n_attributes == 6
    more = parse_template(f"{LINES}\nUx:%vector[-1]")
    with pytest.raises(CrfError, match="has 3 lines that read word vectors of 3 dimensions, 6 att"):
        VectorLines.of(more.features, VECTORS)
    assert VectorLines.of(more.features, None).n_attributes == 0


def test_a_template_is_its_text():
    assert parse_template(str(LINES)) == LINES
    assert str(LINES).splitlines()[1:3] == ["Uc:%cluster[-1,2]/%x[0,0]", "Uv:%vector[0]"]


# ---- models


def fitted(tmp_path=None, **choices):
    table = ColumnTable.from_words(TEXT)
    labels = [[str(ord(word) % 3) for word in one] for one in TEXT]
    crf = LinearChainCRF(template=str(LINES), max_iterations=10, **choices)
    return crf.fit(table, labels, clusters=CLUSTERS, vectors=VECTORS)


def test_the_file_of_a_model_holds_what_it_reads(tmp_path):
    crf = fitted(c1=0.05)
    new = ColumnTable.from_words([["a", "x", "g", "h"], ["y"], ["c", "d"]])
    path = tmp_path / "model.crf"
    crf.compact().save(path)
    loaded = LinearChainCRF.load(path)
    assert loaded.predict(new) == crf.predict(new)
    assert loaded.predict_marginals(new) == crf.predict_marginals(new)
    assert "Uv:0" in crf.attributes_
    again = LinearChainCRF(template=str(LINES), max_iterations=1, initial=loaded)
    again.fit(new, crf.predict(new), clusters=CLUSTERS, vectors=VECTORS)
    more = loaded.set_params(c1=0.0).partial_fit(new, crf.predict(new))
    assert "U0:x" in more.attributes_


def test_labels_are_those_of_the_same_attributes_given_one_by_one():
    crf = fitted(c2=0.5)
    table = ColumnTable.from_words(TEXT)
    extractor = crf.fitted_.extractor
    items = read(extractor, extractor.transform(table))
    sentences = [items[start : start + 4] for start in range(0, len(items), 4)]
    labels = [[str(ord(word) % 3) for word in one] for one in TEXT]
    other = LinearChainCRF(c2=0.5, max_iterations=10).fit(sentences, labels)
    plain = parse_template(str(LINES).replace("Bc:%cluster[0,1]\n", ""))
    same = LinearChainCRF(c2=0.5, template=plain, max_iterations=10)
    same.fit(table, labels, clusters=CLUSTERS, vectors=VECTORS)
    for found, wanted in zip(
        same.predict_marginals(table), other.predict_marginals(sentences), strict=True
    ):
        for one, two in zip(found, wanted, strict=True):
            assert one == pytest.approx(two, abs=1e-3)


def test_datasets_hold_them_and_others_are_refused():
    table = ColumnTable.from_words(TEXT)
    dataset = Dataset.from_columns(table, LINES, clusters=CLUSTERS, vectors=VECTORS)
    labels = [[str(ord(word) % 3) for word in one] for one in TEXT]
    crf = LinearChainCRF(max_iterations=3).fit(dataset, labels)
    assert "Uv:0" in crf.attributes_
    with pytest.raises(CrfError, match="has its attributes already"):
        LinearChainCRF().fit(dataset, labels, vectors=VECTORS)
    with pytest.raises(CrfError, match="of a template; give one"):
        LinearChainCRF().fit([[["a"], ["b"]]], [["0", "1"]], clusters=CLUSTERS)


@pytest.mark.parametrize(
    ("name", "part"),
    [("clusters", CLUSTERS), ("vectors", VECTORS), ("cases", learn_cases(TEXT))],
)
@pytest.mark.parametrize("estimator", [LinearChainCRF, SemiMarkovCRF])
def test_what_no_line_reads_is_refused(name, part, estimator):
    table, labels = ColumnTable.from_words(TEXT), [["0"] * len(one) for one in TEXT]
    crf = estimator(template="U0:%x[0,0]\n", max_iterations=1)
    with pytest.raises(CrfError, match=f"no line that reads {name}; .* or leave out {name}"):
        crf.fit(table, labels, **{name: part})


@pytest.mark.parametrize("ids", [[-1, 0, 2, 1, 3, 4], [-2, 0, 1, 2, 3, 4], [0, 0, 1, 2, 3, 4]])
def test_ids_that_are_none_are_refused(ids):
    crf = fitted()
    header, arrays = opened(crf.to_bytes())
    _, shape, offset = header["arrays"]["extractor/vector_ids"]
    changed = np.array(ids, np.int32).reshape(shape).tobytes()
    arrays[offset : offset + len(changed)] = changed
    with pytest.raises(ModelFileError, match="attributes of its word vectors do not fit"):
        LinearChainCRF.from_bytes(with_right_checksum(header, arrays))


def test_lines_are_none_without_vectors():
    assert VectorLines.of(LINES.unigrams, None).n_attributes == 0
    assert VectorLines.of(LINES.unigrams, None).reading(ColumnTable.from_words(TEXT)) is None


@given(sentences=SENTENCES, apart=st.booleans())
def test_what_is_left_without_vectors_is_what_the_other_lines_give(sentences, apart):
    extractor = extractor_of()
    table = ColumnTable.from_words(sentences)
    whole = extractor.fit(table)
    given_apart = vector_lines.apart_from_vectors(extractor_of().fit_without_vectors(table))
    left = vector_lines.without_vectors(given_apart if apart else whole)
    vector_ids = set(whole.vector_rows.attributes.tolist())
    kept = [number not in vector_ids for number in whole.attributes.tolist()]
    assert left.attributes.tolist() == whole.attributes[kept].tolist()
    assert left.indptr.tolist() == np.cumsum([0, *kept])[whole.indptr].tolist()
    assert not left.values.size
    assert left.vector_rows is None
    assert not left.vectors_apart
    assert vector_lines.without_vectors(left) is left
