"""The letter case of words: counted beside a slow count, kept in files, read by templates."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from crfcore import LinearChainCRF, learn_cases
from crfcore.errors import CrfError, DataError, ModelFileError
from crfcore.features.column_table import Column, ColumnTable
from crfcore.features.extraction import TemplateExtractor
from crfcore.features.learned_text import LearnedText
from crfcore.features.presets import PRESETS
from crfcore.features.template import parse_template
from crfcore.features.word_cases import CASES, WordCases
from crfcore.features.word_clusters import learn_clusters
from tests.damaged_models import DAMAGES, opened, with_right_checksum

WORDS = ["rex", "Rex", "REX", "de", "De", "IJ", "ij", "3", ".", "中", "ǅ", "x1", "X1", "iPad"]
SENTENCES = st.lists(st.lists(st.sampled_from(WORDS), max_size=6), min_size=1, max_size=8)


def has_case(word):
    return word.lower() != word.upper()


def slowly_counted(sentences):
    """Return how often each word is lower case, and how often it is not."""
    lower, capital = Counter(), Counter()
    for sentence in sentences:
        cased = [word for word in sentence if has_case(word)]
        if len(cased) > 1 and all(word == word.upper() for word in cased):
            continue
        for place, word in enumerate(sentence):
            if has_case(word) and word == word.lower():
                lower[word.lower()] += 1
            elif has_case(word) and place > 0:
                capital[word.lower()] += 1
    return lower, capital


def case_of(n_lower, n_capital):
    if not n_lower + n_capital:
        return ""
    if not n_capital:
        return "lower"
    if not n_lower:
        return "capital"
    return "mostly-lower" if n_lower >= n_capital else "mostly-capital"


def cases_of(learned, sentences):
    """Return the case of each token of sentences, "" for none."""
    table = ColumnTable.from_words(sentences)
    column = learned.column(table.columns[0], table.offsets)
    return ["" if one < 0 else column.values[one] for one in column.ids.tolist()]


@given(SENTENCES.filter(any))
def test_words_have_the_case_of_their_counts(sentences):
    learned = learn_cases(sentences)
    lower, capital = slowly_counted(sentences)
    for word in WORDS:
        assert learned.case(word) == case_of(lower[word.lower()], capital[word.lower()])
        assert (word in learned) == bool(learned.case(word))


@given(SENTENCES.filter(any), SENTENCES)
def test_words_that_the_text_lacks_have_the_case_of_the_text_at_hand(sentences, others):
    learned = learn_cases(sentences)
    lower, capital = slowly_counted(others)
    found = iter(cases_of(learned, others))
    for sentence in others:
        for word in sentence:
            here = case_of(lower[word.lower()], capital[word.lower()])
            assert next(found) == (learned.case(word) or here)


@given(SENTENCES.filter(any))
def test_order_and_unused_values_of_a_column_change_nothing(sentences):
    table = ColumnTable.from_words(sentences)
    ids, values = table.columns[0]
    more = ["unused", *reversed(values)]
    other = ColumnTable((Column((len(values) - ids).astype(np.int32), more),), table.offsets)
    one, two = learn_cases(table), learn_cases(other)
    assert {word: one.case(word) for word in WORDS} == {word: two.case(word) for word in WORDS}
    assert cases_of(one, sentences) == [
        "" if case < 0 else CASES[case] for case in one.column(other.columns[0], other.offsets).ids
    ]


def test_headlines_and_beginnings_do_not_count():
    text = [["Dogs", "sleep"], ["THE", "DOGS", "SLEEP"], ["We", "saw", "Rome"], ["ROME", "."]]
    learned = learn_cases(text)
    assert [learned.case(word) for word in ("dogs", "Sleep", "the", "we", "ROME", ".")] == [
        *("", "lower", "", "", "capital", "")
    ]
    assert cases_of(learned, [["Dogs", "like", "Dogs", "."]]) == ["capital", "lower", "capital", ""]


def test_tokens_without_a_word_have_no_case():
    learned = learn_cases([["a", "b"]])
    words = Column(np.array([-1, 0, -1], np.int32), ["b"])
    assert learned.column(words, np.array([0, 3])).ids.tolist() == [-1, 0, -1]
    nothing = Column(np.zeros(0, np.int32), [])
    assert learned.column(nothing, np.array([0, 0, 0])).ids.tolist() == []


@pytest.mark.parametrize("text", [[], [[]]])
def test_a_text_without_words_is_refused(text):
    with pytest.raises(DataError, match="no word to learn from"):
        learn_cases(text)


# ---- templates

LINES = parse_template("U0:%x[0,0]\nUa:%case[0]\nUb:%case[-1]/%x[0,0]\nUc:%cluster[0,2]\nB\n")
TEXT = [["The", "dog", "saw", "Rome"], ["Dogs", "saw", "Dogs"], ["a", "dog"]]


def attributes(extractor, dataset):
    names = extractor.attribute_names()
    return [
        {names[a] for a in dataset.attributes[start:end].tolist()}
        for start, end in zip(dataset.indptr, dataset.indptr[1:], strict=False)
    ]


@pytest.mark.parametrize("clusters", [None, learn_clusters(TEXT, n=3)])
def test_lines_read_the_case_of_the_word_and_its_neighbours(clusters):
    learned = learn_cases(TEXT)
    extractor = TemplateExtractor(LINES, clusters=clusters, cases=learned)
    table = ColumnTable.from_words(TEXT)
    found = iter(attributes(extractor, extractor.fit(table)))
    again = iter(attributes(extractor, extractor.transform(table)))
    for sentence in TEXT:
        for place, word in enumerate(sentence):
            before = learned.case(sentence[place - 1]) if place else "_B-1"
            wanted = {f"U0:{word}"}
            wanted |= {f"Ua:{learned.case(word)}"} if learned.case(word) else set()
            wanted |= {f"Ub:{before}/{word}"} if before else set()
            wanted |= {f"Uc:{clusters.bits(word)[:2]}"} if clusters else set()
            assert next(found) == next(again) == wanted


def test_without_cases_their_lines_give_nothing():
    extractor = TemplateExtractor(LINES)
    extractor.fit(ColumnTable.from_words(TEXT))
    assert {name[:3] for name in extractor.attribute_names()} == {"U0:"}


@pytest.mark.parametrize("name", ["basic", "ner", "pos"])
def test_presets_read_cases_where_there_are_any(name):
    extractor = TemplateExtractor(parse_template(PRESETS[name]), cases=learn_cases(TEXT))
    extractor.fit(ColumnTable.from_words(TEXT))
    assert {"Ua:lower", "Ua:capital", "Uas:capital/Xx"} < set(extractor.attribute_names())


def test_a_template_with_cases_reads_the_same_from_its_text():
    assert parse_template(str(LINES)) == LINES
    assert "Ub:%case[-1]/%x[0,0]" in str(LINES)


def test_cases_need_a_template():
    with pytest.raises(CrfError, match=r"%case\[row\]"):
        LinearChainCRF().fit([[["a"]]], [["0"]], cases=learn_cases(TEXT))


# ---- files


def test_a_model_keeps_its_cases(tmp_path):
    labels = [["O", "O", "O", "L"], ["O", "O", "O"], ["O", "O"]]
    table = ColumnTable.from_words(TEXT)
    crf = LinearChainCRF(template=LINES).fit(table, labels, cases=learn_cases(TEXT))
    crf.save(tmp_path / "m.crf")
    loaded = LinearChainCRF.load(tmp_path / "m.crf")
    assert loaded.to_bytes() == crf.to_bytes()
    assert loaded.extractor_.learned.cases.words == crf.extractor_.learned.cases.words
    new = ColumnTable.from_words([["The", "Rex", "saw", "dogs"]])
    assert np.array_equal(loaded.predict_marginals(new), crf.predict_marginals(new))
    assert "Ua:capital" in {
        name for row in attributes(loaded.extractor_, loaded.dataset(new)) for name in row
    }


def test_cases_come_back_from_their_file(tmp_path):
    learned = learn_cases(TEXT)
    learned.save(tmp_path / "words.cases")
    loaded = WordCases.load(tmp_path / "words.cases")
    assert loaded.words == learned.words
    assert np.array_equal(loaded.cases, learned.cases)
    assert learned.to_bytes() == loaded.to_bytes() == (tmp_path / "words.cases").read_bytes()


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_an_error(damage, tmp_path):
    path, rng = tmp_path / "words.cases", np.random.default_rng(5)
    for _ in range(10):
        path.write_bytes(damage(rng, learn_cases(TEXT).to_bytes()))
        with pytest.raises(ModelFileError, match="file of the letter case of words"):
            WordCases.load(path)


@pytest.mark.parametrize("place", [0, -1])
@pytest.mark.parametrize("value", [-1, 4, 2**31 - 1])
def test_cases_that_there_are_not_are_an_error(place, value, tmp_path):
    header, arrays = opened(learn_cases(TEXT).to_bytes())
    _, (n,), offset = header["arrays"]["cases"]
    numbers = np.frombuffer(arrays, np.int32, n, offset).copy()
    numbers[place] = value
    arrays[offset : offset + numbers.nbytes] = numbers.tobytes()
    (tmp_path / "w").write_bytes(with_right_checksum(header, arrays))
    with pytest.raises(ModelFileError, match="words and cases do not fit"):
        WordCases.load(tmp_path / "w")


def test_nothing_learned_is_empty():
    assert LearnedText().is_empty
    assert not LearnedText(cases=learn_cases(TEXT)).is_empty
    assert LearnedText.from_state(*LearnedText().state()).is_empty


@pytest.mark.parametrize("word", [5, None, b"a"])
def test_what_is_no_word_is_refused(word):
    cases = learn_cases(TEXT)
    assert word not in cases
    with pytest.raises(CrfError, match="A word is a string"):
        cases.case(word)
