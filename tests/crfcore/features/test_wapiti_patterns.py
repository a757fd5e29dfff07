import re
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from crfcore.errors import TemplateError
from crfcore.features.cells import cell_function
from crfcore.features.column_table import ColumnTable
from crfcore.features.extraction import TemplateExtractor
from crfcore.features.template import Feature, Macro, Template, dialect_of, parse_template
from crfcore.features.wapiti_patterns import parse_patterns

PATTERNS = r"""
# the word and its neighbours
U:w 0=%x[0,0]
u:w-1=%X[-1,0]   # in lower case
*:w+1=%x[ +1,0]
u:c=%t[0,0,"^\u"]/%T[-2,1,"\p"]
u:s=%M[0,0,".?.?$"]
u:first=%x[@1,0] %x[@-1,1] %x[@0,0]
b
B:%m[0,0,"^.?\"?"]
"""


def test_patterns_by_hand():
    template = parse_template(PATTERNS)
    assert template.dialect == "wapiti"
    assert template.unigrams == (
        Feature(("u:w 0=", ""), (Macro("x", 0, 0),)),
        Feature(("u:w-1=", ""), (Macro("X", -1, 0),)),
        Feature(("*:w+1=", ""), (Macro("x", 1, 0),)),
        Feature(
            ("u:c=", "/", ""),
            (Macro("t", 0, 0, regexp="^\\u"), Macro("t", -2, 1, regexp="\\p")),
        ),
        Feature(("u:s=", ""), (Macro("M", 0, 0, regexp=".?.?$"),)),
        Feature(
            ("u:first=", " ", " ", ""),
            (
                Macro("x", 1, 0, absolute=True),
                Macro("x", -1, 1, absolute=True),
                Macro("x", 0, 0, absolute=True),
            ),
        ),
    )
    assert template.bigrams == (
        template.unigrams[2],
        Feature(("b",), ()),
        Feature(("b:", ""), (Macro("m", 0, 0, regexp='^.?\\"?'),)),
    )
    assert template.has_transitions
    assert template.n_columns == 2
    assert str(template).startswith("# dialect: wapiti\nu:w 0=%x[0,0]\n")
    assert parse_template(str(template)) == template


regexps = st.sampled_from([r"^\u", r".?.?$", r"\d", r"\l\l*$", r"x"])
texts = st.text("abAB1_-+#:", max_size=3).map(lambda text: text.replace("#", ""))


@st.composite
def patterns(draw):
    macros, literals = [], [draw(st.sampled_from("ub*")) + draw(texts)]
    for _ in range(draw(st.integers(0, 3))):
        function = draw(st.sampled_from(["x", "X", "t", "m", "M"]))
        regexp = draw(regexps) if function in {"t", "m", "M"} else ""
        absolute = draw(st.booleans())
        row, column = draw(st.integers(-6, 6)), draw(st.integers(0, 1))
        macros.append(Macro(function, row, column, 0, regexp, absolute))
        literals.append(draw(texts))
    return Feature(tuple(literals), tuple(macros))


def cell(sentence, t, macro):
    """Read a cell as described in the manual."""
    place = t + macro.row
    if macro.absolute:
        place = len(sentence) + macro.row if macro.row < 0 else macro.row - 1
    if place < 0:
        string = f"_x-{-place}" if place >= -4 else "_x-#"
    elif place >= len(sentence):
        distance = place - len(sentence) + 1
        string = f"_x+{distance}" if distance <= 4 else "_x+#"
    else:
        string = sentence[place][macro.column]
    return cell_function(macro.function, 0, macro.regexp)(string)


def attributes(sentence, t, features):
    found = []
    for feature in features:
        cells = [cell(sentence, t, macro) for macro in feature.macros]
        rest = zip(cells, feature.literals[1:], strict=True)
        found.append(feature.literals[0] + "".join(c + literal for c, literal in rest))
    return found


words = st.sampled_from(["a", "Ab", "1x", "x.", "Éa"])
sentences = st.lists(st.lists(st.tuples(words, words), max_size=6), max_size=3)
sentences = sentences.map(lambda found: [[("a", "Ab")], *found])


@given(st.lists(patterns(), min_size=1, max_size=4, unique_by=str), sentences)
def test_attributes_are_what_patterns_say(features, sentences):
    bigrams = [f for f in features if f.literals[0][0] == "*"]
    bigrams += [f for f in features if f.literals[0][0] == "b"]
    unigrams = [f for f in features if f.literals[0][0] != "b"]
    template = Template(tuple(unigrams), tuple(bigrams), "wapiti")
    assert parse_template(str(template)) == template
    extractor = TemplateExtractor(template)
    dataset = extractor.fit(ColumnTable.from_sentences(sentences))
    names, edge_names = extractor.attribute_names(), extractor.edge_attribute_names()
    rows = [dataset.attributes[start:end] for start, end in pairwise(dataset.indptr)]
    edge_rows = [[] for _ in rows]
    if dataset.n_edge_attributes:
        edge_rows = [dataset.edge_attributes[a:b] for a, b in pairwise(dataset.edge_indptr)]
    tokens = [(sentence, t) for sentence in sentences for t in range(len(sentence))]
    edges = [f for f in bigrams if f.macros]
    for (sentence, t), row, edge_row in zip(tokens, rows, edge_rows, strict=True):
        assert [names[a] for a in row] == attributes(sentence, t, unigrams)
        expected = attributes(sentence, t, edges) if t else []
        assert [edge_names[a] for a in edge_row] == expected
    again = TemplateExtractor.from_state(*extractor.state())
    other = again.transform(ColumnTable.from_sentences(sentences))
    np.testing.assert_array_equal(other.attributes, dataset.attributes)


@pytest.mark.parametrize(
    ("text", "dialect"),
    [
        ("U00:%x[0,0]\nB\n", "crf++"),
        ("u00:%x[0,0]\n", "wapiti"),
        ("U00:%x[0,0]\nb\n", "wapiti"),
        ("U00:%x[0,0]\nb01\n", "wapiti"),
        ("*\n", "wapiti"),
        ("U00:%X[0,0]\n", "wapiti"),
        ('U00:%t[0,0,"a"]\n', "wapiti"),
        ("U00:%x[@1,0]\n", "wapiti"),
        ("banana\n", "crf++"),
        ("# u00:%X[0,0]\nU00:%x[0,0]\n", "crf++"),
        ("# dialect: Wapiti\nU00:%x[0,0]\n", "wapiti"),
        ("#dialect:crf++\nu00:%x[0,0]\n", "crf++"),
    ],
)
def test_dialects_are_found(text, dialect):
    assert dialect_of(text) == dialect


def test_a_dialect_that_is_named_wins():
    assert parse_template("U0:%x[-1,0]\n", dialect="wapiti") == parse_patterns("U0:%x[-1,0]\n")
    with pytest.raises(TemplateError, match="begins with U"):
        parse_template("u0:%x[-1,0]\n", dialect="crf++")
    with pytest.raises(TemplateError, match="'flex' is no dialect"):
        parse_template("U0:%x[-1,0]\n", dialect="flex")
    with pytest.raises(TemplateError, match=r"^Template, line 2: 'flex' is no dialect"):
        parse_template("\n# dialect: flex\nU0\n")
    with pytest.raises(TemplateError, match=r"^my\.txt, line 1: 'flex'"):
        parse_template("# dialect: flex\nU0\n", path="my.txt")


def test_why_a_template_is_read_as_wapiti_s_is_said():
    with pytest.raises(TemplateError, match=r"read as one of Wapiti.s, because a line has"):
        parse_template('U0:%lower[0,0]\nU1:%m[0,0,"a"]\n')


@pytest.mark.parametrize(
    ("line", "column", "words"),
    [
        ("x:%x[0,0]", 1, "a pattern begins with u"),
        ("u:%y[0,0]", 3, "'%y[0,0]': this template is read as one of Wapiti's"),
        ("u:100%", 6, "'%': this template"),
        ("u:%x(0,0)", 5, "whole numbers were expected, as %x[row,column."),
        ("u:%x[0.5,0]", 5, "whole numbers were expected"),
        ("u:%x[0]", 5, "whole numbers were expected"),
        ("u:%x[0,0,1]", 9, "a closing bracket was expected at column 9"),
        ("u:%x[0,0", 9, "a closing bracket was expected"),
        ("u:%x[010,0]", 6, "octal"),
        ("u:%x[101,0]", 6, "at most 100 tokens away"),
        ("u:%x[1234567890,0]", 6, "too large"),
        ("u:%x[0,-1]", 8, "columns count from 0"),
        ("u:%x[*1,0]", 6, "rows that a cell of the token names"),
        ("u:%t[0,0]", 9, "a comma and a regexp in quotes were expected at column 9"),
        ('u:%t[0,0,"a]', 9, "a comma and a regexp"),
        ('u:%m[0,0,"*"]', 11, "nothing that * could repeat"),
        ('u:%m[0,0,"a?b"]/%x[0,0]', 3, "put this macro at the end"),
    ],
)
def test_errors_name_line_and_column(line, column, words):
    with pytest.raises(TemplateError, match=re.escape(words)) as caught:
        parse_patterns(f"# first\nu:%x[0,0]\n{line}\n")
    assert (caught.value.line, caught.value.column) == (3, column)


def test_a_regexp_that_counts_too_much_may_end_a_pattern():
    assert parse_patterns('u:%t[0,0,"a?b"]:%m[0,0,"a?b"]\n').unigrams


@pytest.mark.parametrize("text", ["", "\n\n", "# only\n"])
def test_a_file_without_patterns_is_rejected(text):
    with pytest.raises(TemplateError, match="has no pattern"):
        parse_patterns(text)
