"""Lists of phrases, compared with a plain search, and their attributes."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from crfcore.constraints.gazetteer import Entry, Gazetteer
from crfcore.constraints.matching import PhraseFinder
from crfcore.crf import LinearChainCRF
from crfcore.errors import CrfError
from crfcore.features.column_table import Column, ColumnTable
from crfcore.features.extraction import TemplateExtractor
from crfcore.features.phrases import PhraseList
from crfcore.features.reading import extractor_from_state
from crfcore.features.template import parse_template

WORDS = st.sampled_from(["a", "b", "A", "c"])
PHRASES = st.lists(st.lists(WORDS, min_size=1, max_size=4), max_size=6)
SENTENCES = st.lists(st.lists(WORDS, max_size=7), max_size=4)
CITIES = PhraseList("cities", ["Ulm", "New York", "Ulm Minster"], ["CITY", "CITY", "CHURCH"])
PLAIN = PhraseList("words", ["new york", "rome"], ignore_case=True)


@given(PHRASES, SENTENCES, st.booleans())
def test_what_is_found_is_what_a_search_finds(phrases, sentences, ignore_case):
    listed = PhraseList("x", [" ".join(one) for one in phrases], ignore_case=ignore_case)
    finder = PhraseFinder([(one, "") for one in phrases], ignore_case=ignore_case)
    table = ColumnTable.from_words([*sentences, ["a"]])
    marks, found = listed.marks(table.columns[0], table.offsets)
    expected = [finder.find(one) for one in [*sentences, ["a"]]]
    assert found == sum(map(len, expected))
    wanted = np.full(table.n_tokens, -1)
    for offset, spans in zip(table.offsets.tolist(), expected, strict=False):
        for start, end, _ in spans:
            wanted[offset + start] = 0
            wanted[offset + start + 1 : offset + end] = 1
    assert marks.tolist() == wanted.tolist()
    assert [listed.find(one) for one in sentences] == expected[:-1]


def test_the_longest_phrase_counts_and_brings_its_label():
    assert CITIES.find(["Ulm", "Minster", "in", "Ulm", "not", "new", "York"]) == [
        (0, 2, "CHURCH"),
        (3, 4, "CITY"),
    ]
    assert PLAIN.find(["NEW", "York", "Rome"]) == [(0, 2, ""), (2, 3, "")]


def test_of_a_phrase_given_twice_the_first_one_counts():
    assert PhraseList("x", ["a", "a", ""], ["P", "Q", "Q"]).find(["a"]) == [(0, 1, "P")]


def test_there_are_as_many_labels_as_phrases_or_none():
    with pytest.raises(CrfError, match="2 phrases and 1 label;"):
        PhraseList("x", ["a", "b"], ["P"])


def test_words_are_requested_once_where_many_tokens_share_them():
    column = Column(np.array([0, 1, 0, -1, 1], np.int32), ["Ulm", "is"])
    offsets = np.array([0, 2, 5])
    assert not PhraseList("x", ["Ulm"]).is_prepared
    few = PhraseList("x", ["Ulm"]).marks(column, offsets)
    many = PhraseList("x", ["Ulm"]).marks(Column(column.ids, ["Ulm", "is", *"abcdef"]), offsets)
    assert few[0].tolist() == many[0].tolist() == [0, -1, 0, -1, -1]
    PLAIN.prepare()
    assert PLAIN.is_prepared


def table(*sentences: str) -> ColumnTable:
    return ColumnTable.from_words([one.split() for one in sentences])


@pytest.mark.parametrize("template", ["U0:%x[0,0]\nB\n", "B\n", "U0:%x[0,0]\nB1:%x[0,0]\n"])
def test_tokens_of_phrases_get_an_attribute_and_others_none(template):
    lists = [CITIES, PLAIN]
    extractor = TemplateExtractor(parse_template(template), phrase_lists=lists)
    dataset = extractor.fit(table("Ulm Minster is old", "he saw New York", "Ulm"))
    names = extractor.attribute_names()
    marked = {
        token: sorted(
            names[a]
            for a in dataset.attributes[dataset.indptr[token] : dataset.indptr[token + 1]]
            if names[a].startswith("gaz:")
        )
        for token in range(dataset.n_tokens)
    }
    assert marked == {
        0: ["gaz:cities:B-CHURCH"],
        1: ["gaz:cities:I-CHURCH"],
        2: [],
        3: [],
        4: [],
        5: [],
        6: ["gaz:cities:B-CITY", "gaz:words:B"],
        7: ["gaz:cities:I-CITY", "gaz:words:I"],
        8: ["gaz:cities:B-CITY"],
    }


def test_columns_that_the_template_does_not_read_change_nothing():
    extractor = TemplateExtractor(parse_template("U0:%x[0,0]\n"), phrase_lists=[CITIES])
    extractor.fit(table("Ulm is old"))
    plain = extractor.transform(table("in Ulm"))
    wider = extractor.transform(ColumnTable.from_sentences([[("in", "IN"), ("Ulm", "NNP")]]))
    assert plain.attributes.tolist() == wider.attributes.tolist()
    assert extractor.transform([]).n_tokens == 0


def test_the_model_keeps_its_lists_and_finds_them_in_new_text():
    words = [["in", "Ulm", "now"], ["New", "York", "is", "far"], ["he", "is", "old"]]
    labels = [["O", "L", "O"], ["L", "L", "O", "O"], ["O", "O", "O"]]
    lists = [CITIES, PhraseList("more", ["Oslo Fjord", "Rome"]), PLAIN]
    extractor = TemplateExtractor(parse_template("U0:%x[0,0]\nB\n"), phrase_lists=lists)
    train = ColumnTable.from_words(words)
    dataset = extractor.fit(train)
    crf = LinearChainCRF(max_iterations=20).fit(dataset, labels, extractor=extractor)
    new = table("we like Ulm", "ROME is old", "in New York")
    kept = LinearChainCRF.from_bytes(crf.compact().to_bytes())
    assert kept.predict(new) == crf.predict(new)
    listed, unknown = (
        kept.label_probabilities(kept.dataset(table(one)))[0, kept.classes_.index("L")]
        for one in ("ROME is old", "Pisa is old")
    )
    assert listed > unknown
    assert np.allclose(
        kept.label_probabilities(kept.dataset(new)), crf.label_probabilities(crf.dataset(new))
    )
    names = {name for name, _ in kept.state_features_}
    assert {"gaz:cities:B-CITY", "gaz:words:I"} <= names
    header, arrays = extractor.state()
    assert header["kind"] == "template and phrases"
    again = extractor_from_state(header, arrays)
    assert again.transform(new).attributes.tolist() == extractor.transform(new).attributes.tolist()


def test_a_model_with_lists_learns_on_and_starts_others():
    words, labels = [["in", "Ulm"], ["the", "end"]], [["O", "L"], ["O", "O"]]
    extractor = TemplateExtractor(parse_template("U0:%x[0,0]\nB\n"), phrase_lists=[CITIES])
    dataset = extractor.fit(ColumnTable.from_words(words))
    crf = LinearChainCRF("empirical").fit(dataset, labels, extractor=extractor)
    crf.partial_fit(ColumnTable.from_words([["York", "New", "York"]]), [["O", "L", "L"]])
    assert "gaz:cities:I-CITY" in {name for name, _ in crf.state_features_}
    first = LinearChainCRF(max_iterations=9).fit(dataset, labels, extractor=extractor)
    other = TemplateExtractor(parse_template("U0:%x[0,0]\nB\n"), phrase_lists=[PLAIN, CITIES])
    dataset = other.fit(ColumnTable.from_words(words))
    crf = LinearChainCRF(max_iterations=3, initial=first).fit(dataset, labels, extractor=other)
    assert crf.predict(table("in Ulm")) == [["O", "L"]]


def test_a_gazetteer_becomes_a_list():
    labelled = Gazetteer((Entry(("New", "York"), "CITY"),), ignore_case=True, name="places")
    assert labelled.phrase_list().find(["new", "york"]) == [(0, 2, "CITY")]
    assert Gazetteer((Entry(("Ulm",)),), name="words").phrase_list().find(["Ulm"]) == [(0, 1, "")]


def test_a_string_is_no_list():
    with pytest.raises(CrfError, match="phrases is a list of strings, not 'New York'"):
        PhraseList("C", "New York")
    with pytest.raises(CrfError, match="labels is a list of strings, not 'CI'"):
        PhraseList("C", ["New York", "Rome"], "CI")
    with pytest.raises(CrfError, match="phrases is a list of strings, not 3"):
        PhraseList("C", 3)


def test_phrases_and_labels_are_strings():
    with pytest.raises(
        CrfError, match=r"phrase 2 is \['New', 'York'\]; give a string, such as 'New"
    ):
        PhraseList("C", ["Rome", ["New", "York"]])
    with pytest.raises(CrfError, match="label 1 is None; give a string, such as 'CITY'"):
        PhraseList("C", ["Rome"], [None])
    with pytest.raises(CrfError, match="name of a list of phrases is a string, not 3"):
        PhraseList(3, ["Rome"])
    assert PhraseList("C", np.array(["Rome"])).find(["Rome"]) == [(0, 1, "")]
