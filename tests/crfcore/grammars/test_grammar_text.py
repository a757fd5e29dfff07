"""The text of a grammar, its errors, and regular expressions of tokens."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crfcore.errors import CrfError, GrammarError
from crfcore.grammars.expressions import Expression
from crfcore.grammars.grammar import EXPRESSION, LIST, WORD, Grammar, Rule, Terminal
from crfcore.grammars.grammar_text import (
    LONGEST_TEXT,
    parse_grammar,
    with_renamed_list,
    with_renamed_symbol,
)

DOSE = r"""
# Doses of drugs
DOSE -> NUMBER UNIT? 0.7   # with or without
  | NUMBER "x" DOSE 0.3
NUMBER -> /\d+([.,]\d+)?/
UNIT -> "mg"+ | <1=NNS> | @units | <2="a > b">
"""


def test_a_text():
    grammar = parse_grammar(DOSE)
    assert grammar.start == "DOSE"
    assert grammar.tops == ("DOSE",)
    assert grammar.lists == ("units",)
    number = Terminal(EXPRESSION, r"\d+([.,]\d+)?")
    assert grammar.rules[:4] == (
        Rule("DOSE", ("NUMBER", "UNIT"), 0.35),
        Rule("DOSE", ("NUMBER",), 0.35),
        Rule("DOSE", ("NUMBER", Terminal(WORD, "x"), "DOSE"), 0.3),
        Rule("NUMBER", (number,), 1.0),
    )
    assert [rule.right for rule in grammar.rules[4:]] == [
        ('"mg"+',),
        (Terminal(WORD, "NNS", 1),),
        (Terminal(LIST, "units"),),
        (Terminal(WORD, "a > b", 2),),
        (Terminal(WORD, "mg"),),
        (Terminal(WORD, "mg"), '"mg"+'),
    ]
    assert parse_grammar(str(grammar)) == grammar
    assert parse_grammar(DOSE, start="UNIT").start == "UNIT"


def test_rules_of_repetition_may_be_given():
    grammar = parse_grammar('A -> B+\nB+ -> B 0.9 | B B+ 0.1\nB -> "b"')
    assert Rule("B+", ("B",), 0.9) in grammar.rules
    assert len(grammar.rules) == 4


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("", 1, 1, "no rule, expected one such as"),
        ("A -> B", 1, 6, "“B”, expected a symbol that has a rule"),
        ('\nA > "x"', 2, 3, 'expected a symbol, "a word"'),
        ('A -> "x" 0.5', 1, 1, "The probabilities of A add up to 0.5, not 1."),
        ('A -> "x" 1 | "y"', 1, 12, "the sum 1 of probabilities of A, expected less than 1"),
        ('A -> "x" -0.1 | "y"', 1, 10, "“-0.1”, expected a probability from 0 to 1"),
        ('A -> "x" 2', 1, 10, "“2”, expected a probability from 0 to 1"),
        ('A -> "x', 1, 6, 'expected a closing " after the word'),
        ("A -> /x", 1, 6, "expected a closing / after the regular expression"),
        ("A -> <1=", 1, 6, "expected a column and a value"),
        ("A -> <99999999999999999999=x>", 1, 6, "expected a column from 0 to 1,000"),
        ("A -> @", 1, 6, "expected the name of a phrase list"),
        ("A -", 1, 3, "expected ->"),
        ('A -> "x" = "y"', 1, 10, "expected a symbol"),
        ("A ->", 1, 5, 'Found the end of the line, expected a symbol or a "word"'),
        ('A "x"', 1, 3, "expected ->"),
        ('"x" -> A', 1, 1, "expected the symbol of a rule"),
        ('| "x"', 1, 1, "because this is the first rule"),
        ('A -> A "x"', 1, 1, "expected a rule of this symbol that does not need the symbol itself"),
        ("A -> /(/", 1, 6, "a bracket is never closed"),
        ("A -> /((a{1000}){1000}){1000}/", 1, 6, "at most 1,000 characters"),
        ("A -> /(((){1000}){1000}){1000}/", 1, 6, "fewer repetitions"),
        ("A -> /(a?){999}/", 1, 6, "a regular expression (fewer repetitions)"),
        ('A -> "x"\n' + "B -> /(a?){290}/\n" * 20, 13, 6, "fewer repetitions in all expressions"),
        ("A -> a? " + "a " * 90_000, 1, 1, "90001 symbols”, expected 1 to 20"),
        (f"A -> /{'a' * 201}/", 1, 6, "201 characters”, expected 1 to 200"),
        ('A -> "x"? "y"*', 1, 1, "that cannot be left out"),
        ('A -> "x"? "x"? "x"? "x"? "x"? "x"? "y"', 1, 1, "at most 5 in a rule"),
        ('A -> "x" 0.5 "y"', 1, 14, "expected | or the end of the line"),
        (f'A -> {"B " * 21}\nB -> "b"', 1, 1, "1 to 20 on the right side"),
        (f'A -> "{"x" * 300}"', 1, 6, "300 characters”, expected 1 to 200"),
        ("A -> " + "|".join(['"x"'] * 2_001), 1, 8_005, "at most 2,000"),
    ],
)
def test_errors_have_a_place(text, line, column, message):
    with pytest.raises(GrammarError) as caught:
        parse_grammar(text)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert message in str(caught.value)
    found = "" if "add up to" in message else "Found "
    assert str(caught.value).startswith(f"Grammar, line {line}, column {column}: {found}")


@pytest.mark.parametrize(
    ("text", "column", "sign"), [('A = "x"', 3, "="), ('A+ ::= "x"', 4, "::=")]
)
def test_another_sign_in_place_of_the_arrow_is_told(text, column, sign):
    with pytest.raises(GrammarError) as caught:
        parse_grammar(f'A -> "y"\n{text}')
    assert (caught.value.line, caught.value.column) == (2, column)
    wanted = f"Write “->” between a symbol and its expansion (found “{sign}”)."
    assert caught.value.reason == wanted


def test_errors_of_files_and_of_size():
    with pytest.raises(GrammarError, match=r"dose\.txt, line 1, column 6: Found"):
        parse_grammar("A -> B", path="dose.txt")
    with pytest.raises(GrammarError, match="expected at most 200,000; split"):
        parse_grammar("#" * (LONGEST_TEXT + 1))
    with pytest.raises(GrammarError, match="a rule of X, the start"):
        parse_grammar('A -> "x"', start="X")
    many = "\n".join(f'A{n} -> "x"' for n in range(501))
    with pytest.raises(GrammarError, match="501 symbols”, expected at most 500"):
        parse_grammar(many)


@pytest.mark.parametrize("given", [None, 3, b'A -> "x"', ['A -> "x"']])
def test_only_texts_are_read(given):
    with pytest.raises(GrammarError, match="A grammar is a text of rules; found"):
        parse_grammar(given)


def test_grammars_made_by_programs_are_checked():
    word = Terminal(WORD, "x")
    for rules, message in (
        ((), "no rule"),
        ((Rule("A", (), 1.0),), "0 symbols"),
        ((Rule("A b", (word,), 1.0),), "a name of letters"),
        ((Rule("A", (word,), float("nan")),), "nan, expected a probability"),
        ((Rule("A", (Terminal(WORD, "a\nb"),), 1.0),), "without a line break"),
        ((Rule("A", (Terminal(EXPRESSION, "a/b"),), 1.0),), "for a slash"),
        ((Rule("A", (Terminal("other", "a"),), 1.0),), "a word, an expression or a list"),
        ((Rule("A", ("A",), 1.0),), "does not need the symbol itself"),
    ):
        with pytest.raises(CrfError, match=re.escape(message)):
            Grammar(rules)
    with pytest.raises(CrfError, match="start='B' has no rule"):
        Grammar((Rule("A", (word,), 1.0),), "B")


NAMES = st.sampled_from(["A", "B", "NP", "Größe", "a.b-c", "x_1"])
WORDS = st.text(min_size=1, max_size=4).filter(lambda text: not {"\n", "\r"} & set(text))
EXPRESSIONS = st.sampled_from([r"\d+", r"a|b\/c", "[a-z]?x"])
TERMINALS = st.one_of(
    st.builds(Terminal, st.just(WORD), WORDS, st.integers(0, 2)),
    st.builds(Terminal, st.just(EXPRESSION), EXPRESSIONS, st.integers(0, 2)),
    st.builds(Terminal, st.just(LIST), st.sampled_from(["units", 'a "b" \\', "ä"]), st.just(0)),
)


@st.composite
def grammars(draw):
    names = draw(st.lists(NAMES, min_size=1, max_size=3, unique=True))
    rules = []
    for name in names:
        items = st.one_of(TERMINALS, st.sampled_from(names))
        rights = [
            draw(st.lists(items, min_size=1, max_size=4)) for _ in range(draw(st.integers(0, 2)))
        ]
        rights.append([draw(TERMINALS)])
        weights = [draw(st.floats(0.01, 1.0)) for _ in rights]
        rules += [
            Rule(name, tuple(right), weight / sum(weights))
            for right, weight in zip(rights, weights, strict=True)
        ]
    return Grammar(tuple(draw(st.permutations(rules))))


@given(grammars())
def test_text_of_a_grammar_gives_it_back(grammar):
    assert parse_grammar(str(grammar), start=grammar.start) == grammar


@given(st.text(alphabet='AB->|"/<=>?*+@ \n#0.1\\()[]{}', max_size=60))
def test_any_text_is_a_grammar_or_an_error_with_a_place(text):
    grammar = fault = None
    try:
        grammar = parse_grammar(text)
    except GrammarError as error:
        fault = error
    if grammar is None:
        assert fault.line >= 1
        assert fault.column >= 1
    else:
        assert parse_grammar(str(grammar), start=grammar.start) == grammar


TIMES = st.sampled_from(["?", "*", "+", "{2}", "{1,3}", "{2,}"])


@given(
    st.recursive(
        st.sampled_from(["a", "b", ".", "[ab]", "[^a]", r"\d", r"\w"]),
        lambda inner: st.one_of(
            st.builds("({}|{})".format, inner, inner),
            st.builds("{}{}".format, inner, inner),
            st.builds("({}){}".format, inner, TIMES),
        ),
        max_leaves=5,
    ),
    st.text(alphabet="ab1", max_size=6),
)  # fmt: skip
def test_expressions_match_as_those_of_python(expression, token):
    assert Expression(expression).matches(token) == bool(re.fullmatch(expression, token))


def test_expressions_have_their_own_classes():
    assert Expression(r"\u\l+").matches("Ärger")
    assert not Expression(r"\u\l+").matches("ärger")
    assert Expression(r"\D\S\.").matches("ab.")
    assert Expression(r"[\d,-]+").matches("1,-2")
    # Without backtracking this is quick.
    assert not Expression("(a+)+b").matches("a" * 5_000)
    for wrong in ("(", ")", "a{", "a{0}", "a**", "*", "[a", "[b-a]", "\\", r"\q"):
        with pytest.raises(ValueError, match=r"\w"):
            Expression(wrong)


def test_a_symbol_is_renamed_where_it_is_a_symbol():
    text = '# DOSE\nDOSE -> DOSE+ "DOSE" /DOSE/ <1=DOSE> @DOSE 0.5 | MG\nDOSE+ -> ? DOSE'
    renamed = '# DOSE\nDRUG -> DRUG+ "DOSE" /DOSE/ <1=DOSE> @DOSE 0.5 | MG\nDRUG+ -> ? DRUG'
    assert with_renamed_symbol(text, "DOSE", "DRUG") == renamed
    for name in ("MG", "a name", "", "x+"):
        assert with_renamed_symbol(text, "DOSE", name) == text
    assert with_renamed_symbol("A -> § A", "A", "B") == "B -> § A"


def test_a_phrase_list_is_renamed_where_it_is_read():
    text = 'drugs -> @drugs "drugs" | @"drugs" drugs\n# @drugs\nA -> @drugs2'
    renamed = 'drugs -> @"my list" "drugs" | @"my list" drugs\n# @drugs\nA -> @drugs2'
    assert with_renamed_list(text, "drugs", "my list") == renamed
    assert with_renamed_list(renamed, "my list", "drugs") == text.replace("@drugs ", '@"drugs" ')
