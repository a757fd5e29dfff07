import pytest
from hypothesis import given
from hypothesis import strategies as st

from crfcore.errors import TemplateError
from crfcore.features.cells import FUNCTIONS_OF_LENGTH
from crfcore.features.template import Feature, Macro, Template, parse_template


def refusal(text: str, path: str | None = None) -> TemplateError:
    with pytest.raises(TemplateError) as caught:
        parse_template(text, path=path)
    return caught.value


def test_lines_by_hand():
    template = parse_template(
        "# a comment\n\nU00:%x[-2,0]\nU05:%x[-1,0]/%x[0,1]!\r\nU:bias\nB\nB01:%x[0,0]\n"
        "  U9%suffix[ +1 , 0, 3 ]  \n"
    )
    assert template.unigrams == (
        Feature(("U00:", ""), (Macro("x", -2, 0),)),
        Feature(("U05:", "/", "!"), (Macro("x", -1, 0), Macro("x", 0, 1))),
        Feature(("U:bias",), ()),
        Feature(("U9", ""), (Macro("suffix", 1, 0, 3),)),
    )
    assert template.bigrams == (Feature(("B",), ()), Feature(("B01:", ""), (Macro("x", 0, 0),)))
    assert template.edge_features == template.bigrams[1:]
    assert template.has_transitions
    assert template.n_columns == 2
    assert str(template) == (
        "U00:%x[-2,0]\nU05:%x[-1,0]/%x[0,1]!\nU:bias\nU9%suffix[1,0,3]\nB\nB01:%x[0,0]\n"
    )


literals = st.text(
    st.characters(blacklist_characters="%\n\r", blacklist_categories=["Cs"]), max_size=4
).map(lambda text: text.strip(" \t"))


@st.composite
def features(draw, letter):
    macros = []
    for _ in range(draw(st.integers(0, 3))):
        function = draw(st.sampled_from(["x", "lower", "shape", "prefix", "suffix"]))
        length = draw(st.integers(1, 9)) if function in FUNCTIONS_OF_LENGTH else 0
        macros.append(Macro(function, draw(st.integers(-9, 9)), draw(st.integers(0, 3)), length))
    rest = [draw(literals) for _ in macros]
    return Feature((letter + draw(literals), *rest), tuple(macros))


@given(st.lists(features("U"), min_size=1, max_size=4), st.lists(features("B"), max_size=2))
def test_a_template_comes_back_from_its_text(unigrams, bigrams):
    template = Template(tuple(unigrams), tuple(bigrams))
    assert parse_template(str(template)) == template
    assert parse_template("\ufeff# c\r\n" + str(template).replace("\n", "\r\n")) == template


def test_a_carriage_return_ahead_of_blanks_ends_a_line_too():
    template = parse_template("U0 -->\r \nU1:%x[0,0]\r\n")
    assert str(template).splitlines() == ["U0 -->", "U1:%x[0,0]"]
    assert parse_template(str(template)) == template


def test_a_template_without_transitions():
    template = parse_template("U00\n")
    assert not template.has_transitions
    assert template.n_columns == 0


@pytest.mark.parametrize(
    ("line", "column", "words"),
    [
        ("U:%x[-1", 5, "'%x[-1': the bracket opened at column 5 is never closed."),
        ("U:%x[-1,0/%x[0,0]", 5, "'%x[-1,0/': the bracket opened at column 5 is never closed."),
        ("X00:%x[0,0]", 1, "'X00:%x[0,0]': a line begins with U (an attribute of a token)"),
        ("  %x[0,0]", 3, "'%x[0,0]': a line begins with U"),
        ("U:%y[0,0]", 3, "'%y[0,0]': no such function; there are %x[…], %lower[…], %shape[…]"),
        ("U:100%", 6, "'%': no such function; there are %x[…]"),
        ("U:%x(0,0)", 5, "'%x(0,0)': an opening bracket was expected at column 5, as in %x[0,0]."),
        ("U:%x", 5, "'%x': an opening bracket was expected"),
        ("U:%x[0]", 6, "'%x[0]': 2 whole numbers were expected, as %x[row,column]."),
        ("U:%x[0,0,1]", 6, "whole numbers were expected, as %x[row,column]."),
        ("U:%prefix[0,0]", 11, "whole numbers were expected, as %prefix[row,column,length]."),
        ("U:%x[a,0]", 6, "whole numbers were expected"),
        ("U:%x[0.5,0]", 6, "whole numbers were expected"),
        ("U:%x[,]", 6, "whole numbers were expected"),
        ("U:%x[٣,0]", 6, "whole numbers were expected"),
        ("U:%x[0,-1]", 6, "columns count from 0 to 9,999."),
        ("U:%x[101,0]", 6, "the row may be at most 100 tokens away."),
        ("U:%x[-99999999999999999999,0]", 6, "is too large"),
        ("U:%suffix[0,0,0]", 11, "the length may be from 1 to 100."),
        ("U:%suffix[0,0,101]", 11, "the length may be from 1 to 100."),
    ],
)
def test_errors_name_line_and_column(line, column, words):
    error = refusal(f"# first\nU00:%x[0,0]\n{line}\nU:%z\n")
    assert (error.line, error.column) == (3, column)
    assert words in str(error)
    assert str(error).startswith("Template, line 3: '")


def test_errors_name_the_file():
    error = refusal("U:%x[-1\n", "my.template")
    assert (
        str(error)
        == "my.template, line 1: '%x[-1': the bracket opened at column 5 is never closed."
    )


@pytest.mark.parametrize("text", ["", "\n\n", "# only\n"])
def test_a_template_without_features_is_rejected(text):
    assert "has no feature" in str(refusal(text))
    assert str(refusal(text, "t.txt")).startswith("t.txt: ")


def test_a_column_that_the_data_does_not_have():
    template = parse_template("U00:%x[0,0]\nU01:%x[-1,2]\nB:%x[0,1]\n")
    template.check_columns(3)
    with pytest.raises(
        TemplateError,
        match=r"line 'U01:%x\[-1,2\]' reads column 2, counted from 0.* only 2 columns",
    ):
        template.check_columns(2)
    with pytest.raises(TemplateError, match="only 1 column besides the label"):
        template.check_columns(1)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("U:%x[0,0]\n" * 10_001, r"Template, line 10001: A template may have 10,000 lines"),
        ("u:%x[0,0]\n" * 10_001, r"Template, line 10001: A template may have 10,000 lines"),
        ("U:" + "%x[0,0]" * 101, r"A line may have 100 cells"),
        ("u:" + "%x[0,0]" * 101, r"A pattern may have 100 cells"),
        ("U:%x[0,0]" + "a" * 1_000_000, r"A template may have 1,000,000 characters"),
        ("U:%x[0,999999999]", r"columns count from 0 to 9,999"),
        ("u:%x[0,999999999]", r"columns count from 0 to 9,999"),
    ],
)
def test_a_template_has_limits(text, words):
    with pytest.raises(TemplateError, match=words):
        parse_template(text)
