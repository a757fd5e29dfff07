import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crfcore.errors import DataError
from crfcore.text.columns import parse_columns
from crfcore.text.lines import read_text
from crfcore.text.rows import RawFile, replace_field

TWO_SENTENCES = "He PRP B-NP\nsleeps VBZ B-VP\n\nNow RB B-ADVP\n"


def words(text: str) -> list[list[str]]:
    return [[fields[0] for fields in s.fields] for s in parse_columns(text).sentences]


def refusal(text: str) -> DataError:
    with pytest.raises(DataError) as caught:
        parse_columns(text, path="a.conll")
    return caught.value


def test_sentences_and_fields():
    file = parse_columns(TWO_SENTENCES)
    assert (file.bom, file.separator, file.n_columns, file.tail) == (False, "space", 3, "")
    first, second = file.sentences
    assert first.fields == (("He", "PRP", "B-NP"), ("sleeps", "VBZ", "B-VP"))
    assert (first.before, first.lines, first.tokens, first.first_line) == (
        "",
        ("He PRP B-NP\n", "sleeps VBZ B-VP\n"),
        (0, 1),
        1,
    )
    assert (second.before, second.first_line) == ("\n", 4)


def result_of(text: str) -> RawFile | DataError:
    try:
        return parse_columns(text)
    except DataError as error:
        return error


lines = st.one_of(
    st.sampled_from(
        [
            "",
            " ",
            "\t",
            "a b",
            "a  b ",
            "a\tb",
            "# b",
            "# a comment",
            "#",
            "-DOCSTART- -X-",
            "-DOCSTART-",
        ]
    ),
    st.text(st.characters(blacklist_categories=["Cs"]), max_size=6),
)


@settings(max_examples=300)
@given(
    st.lists(st.tuples(lines, st.sampled_from(["\n", "\r\n"])), max_size=12),
    st.booleans(),
    st.booleans(),
)
def test_nothing_is_lost(parts, bom, unfinished):
    text = "\ufeff" * bom + "".join(line + end for line, end in parts)
    if unfinished:
        text = text.removesuffix("\n")
    file = result_of(text)
    if isinstance(file, DataError):
        assert file.line is not None or "no row" in str(file)
        return
    assert file.text == text
    for sentence in file.sentences:
        assert len(sentence.tokens) == len(sentence.fields) > 0
        assert {len(fields) for fields in sentence.fields} == {file.n_columns}
        for token, fields in zip(sentence.tokens, sentence.fields, strict=True):
            line = sentence.lines[token]
            if fields[-1]:
                assert replace_field(line, -1, fields[-1], file.separator) == line
    lines_of = text.removeprefix("\ufeff").split("\n")
    assert all(lines_of[s.first_line - 1] == s.lines[0].rstrip("\n") for s in file.sentences)


def test_carriage_returns_stay_in_the_line_end():
    file = parse_columns("a X\r\nb Y\r\n\r\nc Z\r\n")
    assert file.sentences[0].fields == (("a", "X"), ("b", "Y"))
    assert file.sentences[0].lines == ("a X\r\n", "b Y\r\n")
    assert file.sentences[1].before == "\r\n"


def test_a_byte_order_mark_is_no_part_of_the_first_word():
    file = parse_columns("\ufeffa X\n")
    assert file.bom
    assert file.sentences[0].fields == (("a", "X"),)


def test_a_missing_final_newline_stays_missing():
    file = parse_columns("a X\nb Y")
    assert file.sentences[0].lines == ("a X\n", "b Y")


def test_other_white_space_is_text():
    text = "a\x0cb X\nc\x85d Y\ne\u2028f Z\n\xa0 W\n"
    assert words(text) == [["a\x0cb", "c\x85d", "e\u2028f", "\xa0"]]


def test_blank_lines_may_hold_spaces_and_tabs():
    assert words("a X\n \t \nb Y\n\n\n\nc Z\n\n") == [["a"], ["b"], ["c"]]


def test_tabs_separate_if_the_first_row_has_one():
    file = parse_columns("New York\tB-LOC\nis big\tO\n")
    assert file.separator == "tab"
    assert file.sentences[0].fields == (("New York", "B-LOC"), ("is big", "O"))


def test_spaces_and_tabs_mix_where_spaces_separate():
    file = parse_columns("a X\nb\tY\nc \t Z  \n")
    assert file.sentences[0].fields == (("a", "X"), ("b", "Y"), ("c", "Z"))


def test_an_empty_field_counts_where_tabs_separate():
    file = parse_columns("a\t\tO\nb\tNN\t\n")
    assert file.sentences[0].fields == (("a", "", "O"), ("b", "NN", ""))


def test_a_token_may_be_a_hash():
    text = "He PRP B-NP\n# # B-NP\n\n# # O\n1 CD O\n"
    assert words(text) == [["He", "#"], ["#", "1"]]


def test_a_hash_ahead_of_a_sentence_is_a_comment_if_its_fields_are_not_as_many():
    text = "# a comment of five words\na X\n\n# of three\n#one\nb Y\n"
    file = parse_columns(text)
    assert [s.before for s in file.sentences] == [
        "# a comment of five words\n",
        "\n# of three\n#one\n",
    ]
    assert words(text) == [["a"], ["b"]]
    assert words("a X\n\n# Y\n") == [["a"], ["#"]]


def test_an_assignment_is_a_comment_though_its_fields_are_as_many():
    text = "# sent_id = 4\na N x O\n\n# sent_id = 5\nb N x O\n"
    assert words(text) == [["a"], ["b"]]
    assert parse_columns(text).sentences[1].before == "\n# sent_id = 5\n"


def test_a_hash_inside_a_sentence_is_a_row():
    error = refusal("a X\n# a comment in a sentence\nb Y\n")
    assert error.line == 2


def test_a_file_of_hashes_has_tokens():
    assert words("# X\n# Y\n") == [["#", "#"]]
    assert words("#one\n#two\n") == [["#one", "#two"]]


def test_words_alone_may_be_hash_tags():
    assert words("# see below for more\nso\n#true\n") == [["so", "#true"]]


@pytest.mark.parametrize(
    "mark", ["-DOCSTART- -X- O O", "-DOCSTART-", "-DOCSTART- (12) O", "-DOCSTART-\tO"]
)
def test_a_document_mark_is_no_token(mark):
    text = f"{mark}\n\nEU NNP I-NP I-ORG\n\n{mark}\n\nPeter NNP I-NP I-PER\n"
    file = parse_columns(text)
    assert file.n_columns == 4
    assert words(text) == [["EU"], ["Peter"]]
    assert [s.before for s in file.sentences] == [f"{mark}\n\n", f"\n{mark}\n\n"]
    assert file.text == text


def test_a_document_mark_at_the_head_of_a_sentence_is_no_token():
    file = parse_columns("-DOCSTART- -DOCSTART- O\nDe Art O\ntekst N O\n")
    assert file.sentences[0].before == "-DOCSTART- -DOCSTART- O\n"
    assert file.sentences[0].tokens == (0, 1)
    assert file.sentences[0].first_line == 2


def test_a_document_mark_inside_a_sentence_stays_there():
    file = parse_columns("De Art O\n-DOCSTART- x\ntekst N O\n")
    assert file.sentences[0].tokens == (0, 2)
    assert file.sentences[0].lines[1] == "-DOCSTART- x\n"


def test_ragged_rows_are_rejected_with_their_place():
    error = refusal("# about\n\nHe PRP B-NP\nsleeps B-VP\n")
    assert error.line == 4
    assert str(error) == (
        "a.conll, line 4: Found 2 fields in “sleeps B-VP”, but expected 3 as in line 3, "
        "“He PRP B-NP”. Add the missing fields or remove the extra ones."
    )
    assert "Found 1 field in" in str(refusal("a b\nc\n"))


def test_a_row_without_tabs_among_rows_with_tabs_is_reported_so():
    error = refusal("a\tX\nb Y\n")
    assert str(error) == (
        "a.conll, line 2: Line 2 has 1 field, line 1 has 2. Line 1 has tabs between its fields, "
        "line 2 has none: use tabs in both."
    )


def test_a_mark_with_spaces_may_stand_among_rows_with_tabs():
    text = "-DOCSTART- -X- O\n\nDe\tArt\tO\n\n-DOCSTART- -X- O\n\ntekst\tN\tO\n"
    file = parse_columns(text)
    assert (file.separator, file.n_columns, file.text) == ("tab", 3, text)
    assert [one.before for one in file.sentences] == [
        "-DOCSTART- -X- O\n\n", "\n-DOCSTART- -X- O\n\n",
    ]  # fmt: skip


def test_rows_may_differ_in_length_if_they_are_requested():
    text = "# one\na b c\nd e\nf g h i\n"
    file = parse_columns(text, ragged=True)
    assert file.text == text
    assert [len(fields) for fields in file.sentences[0].fields] == [3, 2, 4]
    with pytest.raises(DataError, match="Found 1 field"):
        parse_columns("a b\nc\n", ragged=True)
    with pytest.raises(DataError, match="carriage return"):
        parse_columns("a b\nc\rd e\n", ragged=True)


@pytest.mark.parametrize("text", ["", "\n \n", "\ufeff", "-DOCSTART- -X- O\n\n"])
def test_a_file_without_rows_is_rejected(text):
    assert "no row of columns" in str(refusal(text))


def test_line_ends_of_old_macintoshes_are_rejected():
    error = refusal("a X\rb Y\r")
    assert (error.line, error.column) == (1, 4)
    assert "carriage return" in str(error)


def test_a_sentence_of_5000_tokens():
    text = "".join(f"w{t} X\n" for t in range(5000))
    file = parse_columns(text)
    assert len(file.sentences[0].fields) == 5000
    assert file.text == text


@pytest.mark.parametrize(
    "line", ["a" * 1_000_000 + " X\n", "a " * 1000 + "\n", " " * 1_000_000 + "a X\n"]
)
def test_a_line_of_a_megabyte(line):
    file = parse_columns(line)
    assert file.text == line
    assert replace_field(file.sentences[0].lines[0], -1, "Y", "space").endswith(
        "Y" + " " * (line[-2] == " ") + "\n"
    )


@pytest.mark.parametrize(
    ("name", "n_sentences", "n_tokens"),
    [
        ("conll2000/train.txt.gz", 8936, 211727),
        ("conll2000/test.txt.gz", 2012, 47377),
        ("conll2002/ned.train.gz", 15806, 202644),
        ("conll2002/ned.testa.gz", 2895, 37687),
        ("conll2002/ned.testb.gz", 5195, 68875),
    ],
)
def test_the_public_corpora_come_back(corpora, name, n_sentences, n_tokens):
    text = read_text(corpora / name)
    file = parse_columns(text)
    assert file.text == text
    assert len(file.sentences) == n_sentences
    assert sum(len(s.tokens) for s in file.sentences) == n_tokens
    assert file.n_columns == 3
