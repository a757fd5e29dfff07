import pytest
from hypothesis import given
from hypothesis import strategies as st

from crfcore.errors import DataError
from crfcore.text.columns import parse_columns
from crfcore.text.conllu import CONLLU_COLUMNS, looks_like_conllu, parse_conllu
from crfcore.text.lines import read_text


def row(number: str, form: str, upos: str = "X") -> str:
    return "\t".join([number, form, form, upos, "_", "_", "0", "root", "_", "_"]) + "\n"


SENTENCE = (
    "# sent_id = 1\n"
    "# text = vámonos al mar\n"
    + row("1-2", "vámonos")
    + row("1", "vamos")
    + row("2", "nos")
    + row("2.1", "empty")
    + row("3-4", "al")
    + row("3", "a")
    + row("4", "el")
    + row("5", "mar", "NOUN")
    + "\n"
)


def refusal(text: str) -> DataError:
    with pytest.raises(DataError) as caught:
        parse_conllu(text, path="a.conllu")
    return caught.value


def test_words_are_tokens_and_the_rest_is_kept():
    file = parse_conllu("\ufeff" + SENTENCE + SENTENCE + "# end\n")
    assert file.text == "\ufeff" + SENTENCE + SENTENCE + "# end\n"
    assert (file.bom, file.separator, file.n_columns) == (True, "tab", len(CONLLU_COLUMNS))
    first, second = file.sentences
    assert [fields[1] for fields in first.fields] == ["vamos", "nos", "a", "el", "mar"]
    assert first.fields[-1][CONLLU_COLUMNS.index("upos")] == "NOUN"
    assert first.tokens == (1, 2, 5, 6, 7)
    assert len(first.lines) == 8
    assert (first.first_line, second.first_line) == (3, 14)
    assert second.before == "\n# sent_id = 1\n# text = vámonos al mar\n"
    assert file.tail == "\n# end\n"


def test_ranges_may_be_tokens_in_place_of_their_words():
    text = SENTENCE + row("1-2", "b") + row("3-1", "c") + row("2-3", "d") + row("4", "e")
    file = parse_conllu(text, surface=True)
    assert file.text == text
    first, second = file.sentences
    assert [fields[1] for fields in first.fields] == ["vámonos", "al", "mar"]
    assert first.tokens == (0, 4, 7)
    assert [fields[1] for fields in second.fields] == ["b", "c", "d", "e"]


def test_one_is_reported_of_long_files_while_they_are_read():
    received = []
    parse_conllu(SENTENCE * 500, watch=lambda: received.append(1))
    assert len(received) == 11 * 500 // 1000
    parse_columns("a X\n" * 2500, watch=lambda: received.append(2))
    assert received[-2:] == [2, 2]


def test_forms_may_hold_spaces_and_hashes():
    file = parse_conllu(row("1", "20 000") + row("2", "#") + row("3", "a\u2028b\x0c"))
    assert [fields[1] for fields in file.sentences[0].fields] == ["20 000", "#", "a\u2028b\x0c"]


def test_an_empty_node_may_come_first():
    file = parse_conllu(row("0.1", "_") + row("1", "a"))
    assert file.sentences[0].tokens == (1,)


def test_a_comment_inside_a_sentence_stays_there():
    file = parse_conllu(row("1", "a") + "# here\n" + row("2", "b"))
    assert file.sentences[0].tokens == (0, 2)
    assert file.sentences[0].lines[1] == "# here\n"


def test_carriage_returns_and_a_missing_end_are_kept():
    text = (row("1", "a") + row("2", "b")).replace("\n", "\r\n").removesuffix("\r\n")
    file = parse_conllu(text)
    assert file.text == text
    assert file.sentences[0].fields[1][-1] == "_"


lines = st.sampled_from(
    ["", " ", "# c = d", row("1", "a")[:-1], row("1-2", "a")[:-1], row("1.1", "a b")[:-1]]
)


@given(st.lists(st.tuples(lines, st.sampled_from(["\n", "\r\n"])), max_size=12))
def test_nothing_is_lost(parts):
    text = "".join(line + end for line, end in parts)
    blocks: list[list[str]] = [[]]
    for line, _ in parts:
        if line.strip():
            blocks[-1].append(line)
        else:
            blocks.append([])
    rows = [[line for line in block if line[0] != "#"] for block in blocks]
    if not any(rows) or any(b and not any(line[:2] == "1\t" for line in b) for b in rows):
        assert "has no word" in str(refusal(text))
    else:
        assert parse_conllu(text).text == text


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("# a\n1\ta\tb\n", 2, "Found 3 columns"),
        (row("1", "a") + "2 b c\n", 2, "Found 1 columns"),
        (row("1", "a")[:-1] + "\textra\n", 1, "Found 11 columns"),
        (row("one", "a"), 1, "The id 'one'"),
        (row("0", "a"), 1, "The id '0'"),
        (row("1-", "a"), 1, "The id '1-'"),
        (row("1" * 5000, "a"), 1, "The id '111"),
        (row("1", "a") + row("2", ""), 2, "the form, is empty"),
        (row("1", "a\rb"), 1, "carriage return"),
        (
            row("1", "a") + "\n# c\n" + row("1-2", "b") + row("1.1", "c"),
            4,
            "begins here has no word",
        ),
    ],
)
def test_bad_rows_are_rejected_with_their_place(text, line, words):
    error = refusal(text)
    assert error.line == line
    assert words in str(error)
    assert str(error).startswith(f"a.conllu, line {line}")


@pytest.mark.parametrize("text", ["", "# only\n\n", "\n\n"])
def test_a_file_without_words_is_rejected(text):
    assert "no word" in str(refusal(text))


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (SENTENCE, True),
        ("\ufeff\n" + SENTENCE, True),
        ("", False),
        ("# sent_id = 1\n", False),
        ("a b c\n", False),
        ("\t".join("abcdefghij"), False),
    ],
)
def test_recognition(text, answer):
    assert looks_like_conllu(text) is answer


@pytest.mark.parametrize(
    ("part", "n_sentences", "n_words"),
    [("train", 12544, 204577), ("dev", 2001, 25147), ("test", 2077, 25094)],
)
def test_the_english_web_treebank_comes_back(corpora, part, n_sentences, n_words):
    text = read_text(corpora / f"ud/en_ewt-ud-{part}.conllu.gz")
    file = parse_conllu(text)
    assert looks_like_conllu(text)
    assert file.text == text
    assert len(file.sentences) == n_sentences
    assert sum(len(s.tokens) for s in file.sentences) == n_words
