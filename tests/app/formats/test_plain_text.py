"""Tests of splitting plain text into sentences and tokens, character by character."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.formats.plain_text import LONGEST_SENTENCE, read, sentence_tokens
from crfcore.errors import DataError


def sentences(text):
    return [list(sentence.columns[0]) for sentence in read(text).sentences]


def rebuilt(text):
    imported = read(text)
    pieces = ["\ufeff" if imported.layout.bom else ""]
    for sentence in imported.sentences:
        pieces += [sentence.source.before, sentence.text]
    return "".join([*pieces, imported.layout.tail])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Dr. Smith gave 5 mg.", [["Dr.", "Smith", "gave", "5", "mg", "."]]),
        ("It ended. Then it began!", [["It", "ended", "."], ["Then", "it", "began", "!"]]),
        ("J. R. Smith of Acme Inc. said so.", [["J.", "R.", "Smith", "of", "Acme", "Inc.", "said",
                                                "so", "."]]),
        ("The U.S. Army came.", [["The", "U.S.", "Army", "came", "."]]),
        ("He left the U.S. The end.", [["He", "left", "the", "U.S."], ["The", "end", "."]]),
        ("“Really?” she asked.", [["“", "Really", "?", "”", "she", "asked", "."]]),
        ("“Go.” He went.", [["“", "Go", ".", "”"], ["He", "went", "."]]),
        ("Anna's don't", [["Anna", "'s", "don't"]]),
        ("IL-2, 12.5.2020, 1,000.50 …", [["IL-2", ",", "12.5.2020", ",", "1,000.50", "…"]]),
        ("Wait... what?", [["Wait", "...", "what", "?"]]),
        ("See www.example.org/a?b=1. Mail a.b@c.org.",
         [["See", "www.example.org/a?b=1", "."], ["Mail", "a.b@c.org", "."]]),
        ("A heading\n\nA text", [["A", "heading"], ["A", "text"]]),
        ("a line\nwrapped here", [["a", "line", "wrapped", "here"]]),
        ("One\ttwo.\nThree four.\nfive.", [["One", "two", "."], ["Three", "four", "."],
                                            ["five", "."]]),
        ("我很好。你呢？", [["我", "很", "好", "。"], ["你", "呢", "？"]]),
        ("cafe\u0301 naïve 👨\u200d👩\u200d👧 👍🏽!",
         [["cafe\u0301", "naïve", "👨\u200d👩\u200d👧", "👍🏽", "!"]]),
        ("مرحبا بالعالم. שלום", [["مرحبا", "بالعالم", "."], ["שלום"]]),
        ("Am 3. März. Er kam am 12. Dez. an.", [["Am", "3", ".", "März", "."],
                                            ["Er", "kam", "am", "12", ".", "Dez.", "an", "."]]),
        ("We have 3. August came.", [["We", "have", "3", ".", "August", "came", "."]]),
        ("It costs 300. Mai came.", [["It", "costs", "300", "."], ["Mai", "came", "."]]),
        ("3.5 vs. 4.5", [["3.5", "vs.", "4.5"]]),
        ("น้ำใส ๑๒ mg.", [["น้ำ", "ใ", "ส", "๑๒", "mg", "."]]),
        ("ພາສາ", [["ພ", "າ", "ສ", "າ"]]),
        ("ភ្នំ ok", [["ភ្នំ", "ok"]]),
        ("မြန်မာ", [["မြ", "န်", "မာ"]]),
        ("ไทยa1", [["ไ", "ท", "ย", "a1"]]),
    ],
)  # fmt: skip
def test_sentences_and_tokens(text, expected):
    assert sentences(text) == expected


@pytest.mark.parametrize(
    ("text", "n"),
    [
        ("„Das war zu erwarten.“ Springer schwieg.", 2),
        ("„Das war zu erwarten“. Springer schwieg.", 2),
        ("„Wer?“ Springer schwieg. „Ich!“ Dann ging er.", 4),
        ("„Geh!“, sagte er. „Geh!“ sagte er.", 2),
        ("Er rief. „Geh.“ Dann schwieg er.", 3),
        ("‚Das war es.‘ Springer schwieg.", 2),
        ("„Er rief: ‚Geh.‘“ Springer schwieg.", 2),
        ("„Das (war es).“ Springer schwieg.", 2),
        ("Das „Haus“ Springer steht.", 1),
        ("»Das war es.« Springer schwieg. »Geh!« Er ging.", 4),
        ("›Das war es.‹ Springer schwieg. ›Geh!‹ Er ging.", 4),
        ("»›Geh.‹« Springer schwieg. »›Geh.‹« Er ging.", 4),
        ("»Gå.» Han gick. »Gå.» Hon gick.", 4),
        ("«Va.» Il partit. «Va!» Il partit.", 4),
        ("« Va. » Il partit. « Va ! » Il partit.", 4),
        ("« Va. », dit-il. « Va ! » dit-il.", 2),
        ("She left. “Go.” He left. “Go!” she said.", 4),
        ("She left. ‘Go.’ He left.", 3),
        ("“‘Go.’” He left. (“Go.”) She left.", 4),
        ("“She said ‘go.’ He left.” They left.", 3),
        ("„“ «» ‘ “", 1),
    ],
)  # fmt: skip
def test_quotation_marks_close_as_in_each_language(text, n):
    assert len(sentences(text)) == n
    assert rebuilt(text) == text


def test_a_closing_mark_ends_the_sentence_before():
    first, second = sentences("„Das war es.“ Springer schwieg.")
    assert first == ["„", "Das", "war", "es", ".", "“"]
    assert second == ["Springer", "schwieg", "."]


def test_a_text_that_is_cut_already_keeps_its_tokens_and_lines():
    text = "\ufeffIn '81 , zei Dr . Bos .\tJa .\r\n\n \u200b\nU.S. -- 泰国 www.a.nl.\n"
    imported = read(text, options={"tokens": "blanks"})
    assert [list(sentence.columns[0]) for sentence in imported.sentences] == [
        ["In", "'81", ",", "zei", "Dr", ".", "Bos", ".", "Ja", "."],
        ["U.S.", "--", "泰国", "www.a.nl."],
    ]
    assert imported.layout.option("tokens") == "blanks"
    first = imported.sentences[0]
    assert [first.text[a:b] for a, b in zip(first.starts, first.ends, strict=True)] == list(
        first.columns[0]
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Dr. Ng left. OK", [["D", "r", ".", "N", "g", "l", "e", "f", "t", "."], ["O", "K"]]),
        ("日本語です。", [["日", "本", "語", "で", "す", "。"]]),
        ("cafe\u0301 👩\u200d👧", [["c", "a", "f", "e\u0301", "👩\u200d👧"]]),
        ("น้ำ", [["น้ำ"]]),
    ],
)
def test_characters_are_tokens_if_one_wants_them(text, expected):
    imported = read(text, options={"tokens": "characters"})
    assert [list(sentence.columns[0]) for sentence in imported.sentences] == expected
    assert imported.layout.option("tokens") == "characters"


TEXTS = st.text(
    st.one_of(
        st.characters(exclude_categories=["Cs"]),
        st.sampled_from(" .!?\n\r\t\"'-ABab12é\u0301\u200d\u00a0\u2028\u202e”“„»«。👍🏽"),
    ),
    max_size=80,
)


@settings(max_examples=200, deadline=None)
@given(TEXTS)
def test_nothing_of_a_text_is_lost(text):
    try:
        imported = read(text)
    except DataError:
        assert not sentences_of_visible(text)
        return
    assert rebuilt(text) == text
    for sentence in imported.sentences:
        words = [
            sentence.text[start:end]
            for start, end in zip(sentence.starts, sentence.ends, strict=True)
        ]
        assert tuple(words) == sentence.columns[0]
        assert all(words)
        assert not any(word != word.strip() for word in words if word.isascii())
        assert list(sentence.starts) == sorted(sentence.starts)


def sentences_of_visible(text):
    return any(character.isalnum() for character in text)


def test_a_mark_and_dos_line_ends_are_kept():
    text = "\ufeffOne.\r\n\r\nTwo.\r\n"
    assert sentences(text) == [["One", "."], ["Two", "."]]
    assert rebuilt(text) == text
    assert read(text).layout.bom


class Watched(str):
    """A text that counts how often a piece of it is taken."""

    n_taken = 0

    def __getitem__(self, key):
        self.n_taken += 1
        return super().__getitem__(key)


@pytest.mark.parametrize("piece", [") ", '" ', "]\n"])
def test_closing_marks_with_gaps_take_few_looks_each(piece):
    text = Watched(piece * 2000)
    assert sum(map(len, sentence_tokens(text))) == 2000
    assert text.n_taken < 10 * 2000


def test_text_without_sentence_ends_is_cut():
    lengths = [len(words) for words in sentences("word " * (2 * LONGEST_SENTENCE + 1))]
    assert lengths == [LONGEST_SENTENCE, LONGEST_SENTENCE, 1]


@pytest.mark.parametrize(
    "line",
    ["a" * 1_000_000, "a." * 200_000, "ab." * 200_000, "a@" * 200_000, "-" * 1_000_000,
     "http://" + ")" * 300_000, "'" * 200_000, "\u0301" * 200_000, "1." * 300_000],
    ids=lambda line: line[:8].encode("ascii", "backslashreplace").decode(),
)  # fmt: skip
def test_a_very_long_line_is_read(line):
    assert rebuilt(line) == line


def test_white_space_alone_is_refused():
    with pytest.raises(DataError, match="no word"):
        read(" \n\t\u200b\n")


def test_text_has_no_columns_to_be_named():
    with pytest.raises(DataError, match="no columns"):
        read("one", ("word",))
