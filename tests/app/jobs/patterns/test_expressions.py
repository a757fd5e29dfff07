"""Tests of rejecting users' regular expressions that are slow or large to compile."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
import regex
from hypothesis import assume, given
from hypothesis import strategies as st

from app.jobs.patterns import expressions
from app.jobs.patterns.expressions import compiled
from crfcore.errors import CrfError

LARGE = [
    "a{1000000000}",
    "a{1000000000,}",
    "a{4294967294}?",
    "(?P<a>x){1000000}",
    "((a{1000}){1000}){1000}",
    "(?:(?:(?:a{100}){100}){100})",
    "(?:a{1000}[(]){1000}",
    "(?:a{1000}[)]){1000}",
    r"(?:a{1000}\)){1000}",
    r"(?:a{1000}\(){1000}",
    "(?:a{1000}(?#(])){1000}",
    "(?:a{1000}[]()]){1000}",
    "(?:a{1000}[[:alpha:](]){1000}",
    "(?V1)(?:a{1000}[[a(]--[b]]){1000}",
    "(?:a{1000}|b{1000}){1000}",
    "(?<=(?:a|b){1000000})c",
    "a{" + "9" * 900 + "}",
    "(?|(a)|(b)){1000000}",
]
CALLS = ["(?R)", "a|(?R)b", "(?1)(a)", "(?&q)(?P<q>a)", "(?P>q)(?P<q>a)", "(a)(?+1)(b)"]
VERBOSE = ["(?x)a {1000000} # b", "(?ix: a{1 000 000})", "(?x)(?:a{1000}#)\n){1000}"]
FINE = [
    r"carpro\w+",
    r"\d{1,4}([.,]\d{1,3})?\s?m?g\b",
    r"(?i)mrs\.?",
    "(?:mrs){e<=1}",
    r"\p{Lu}\p{Ll}{2,30}",
    "[][(){}]{1,50}",
    "(?V1)[[a-z]--[aeiou]]+",
    r"(?<=Dr\. )\w+",
    "a{20000}",
    "(?P<digits>[0-9]){1000}",
    "x{",
    "|".join(f"word{number}" for number in range(100)),
]


@pytest.mark.parametrize("expression", LARGE)
def test_what_would_be_too_large_is_refused_before_it_is_compiled(expression, monkeypatch):
    monkeypatch.setattr(regex, "compile", lambda *_: pytest.fail("it was compiled"))
    with pytest.raises(CrfError, match="too large with its repetitions written out; use"):
        compiled(expression)


@pytest.mark.parametrize("expression", CALLS + VERBOSE)
def test_what_cannot_be_bounded_is_refused(expression, monkeypatch):
    monkeypatch.setattr(regex, "compile", lambda *_: pytest.fail("it was compiled"))
    with pytest.raises(CrfError, match=r"calls a group again|has the flag x"):
        compiled(expression)


@pytest.mark.parametrize("call", ["(?R)", "(?1)", "(?&q)"])
def test_a_call_of_a_group_is_quoted(call):
    expected = f"“{call}” calls a group again, which is not allowed: write out what the group"
    with pytest.raises(CrfError) as caught:
        compiled(f"(?P<q>a){call}b")
    assert str(caught.value) == f"{expected} matches."


@pytest.mark.parametrize("expression", FINE)
def test_what_people_write_is_read(expression):
    assert compiled(expression).pattern == expression


def test_its_length_and_its_brackets_are_limited():
    with pytest.raises(CrfError, match="of the rule has 1,001 characters"):
        compiled("a" * 1_001, context=" of the rule")
    with pytest.raises(CrfError, match="more than 50 brackets"):
        compiled("(" * 400 + "a" + ")" * 400)
    with pytest.raises(CrfError, match=r"“\(” is not a valid regular expression: "):
        compiled("(")


@pytest.mark.parametrize(
    ("expression", "fault"),
    [("[", "unterminated character set (at character 1)"), ("a**b", "multiple repeat (at ch")],
)
def test_characters_are_counted_from_one(expression, fault):
    with pytest.raises(CrfError, match=re.escape(f"“{expression}” is not a")) as error:
        compiled(expression)
    assert f": {fault}" in str(error.value)


PIECES = st.sampled_from(
    [
        *(
            "a",
            "(",
            "(?:",
            ")",
            "[",
            "]",
            "[^",
            "\\",
            "^",
            "-",
            "|",
            "#",
            " ",
            "(?#",
            "(?=",
            "(?<!",
        ),
        *(
            "{3}",
            "{2,4}",
            "{,5}",
            "{3,}",
            "*",
            "+?",
            "?",
            "[:alpha:]",
            "&&",
            "--",
            "(?V1)",
            "{e<=1}",
        ),
    ]
)


@given(st.lists(PIECES, min_size=1, max_size=14).map("".join))
def test_a_repetition_is_never_counted_too_low(expression):
    """What counts as n pieces is no more than n nodes once the package has written it out."""
    try:
        parsed = regex.compile(expression)
    except (regex.error, OverflowError):
        assume(False)
    assume(expressions._CALL.search(expression) is None)
    found = max(
        expressions._pieces(expression, nested=nested, literal=literal, name="")
        for nested in (False, True)
        for literal in (False, True)
    )
    longest = max((len(one.group()) for one in parsed.finditer("a" * 200)), default=0)
    unlimited = any(sign in expression for sign in ("*", "+", ",}", "{,}", "e<=1"))
    assert unlimited or longest <= found


CHILD = """
import resource, sys, time
resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
from app.domain.rules import ProjectRule, parameters_of
from app.domain.search import Pattern
from app.jobs.rules.conversion import active_rules
from app.jobs.patterns.text_patterns import Budget, TextPattern
from app.jobs.patterns.word_patterns import matching_words
from crfcore.constraints.kinds import WordPattern
from crfcore.errors import CrfError
from tests.app.jobs.patterns.test_expressions import CALLS, LARGE, VERBOSE

longest = 0.0
for number, expression in enumerate(LARGE + CALLS + VERBOSE):
    begun = time.thread_time()
    for door in (
        lambda: TextPattern(Pattern(expression), Budget()).matches("a" * 1000),
        lambda: matching_words(WordPattern(expression), ["a" * 1000]),
    ):
        try:
            door()
        except CrfError:
            continue
        sys.exit(f"{expression!r} was read")
    fields = parameters_of(
        {"matcher": {"kind": "word_pattern", "pattern": expression}, "effect": "implies",
         "labels": ["X"]}
    )
    active = active_rules((ProjectRule(number, "lexical", fields, ""),))
    assert list(active.troubles) == [number], active
    longest = max(longest, time.thread_time() - begun)
# Not ru_maxrss: a child begins with its parent's.
told = open("/proc/self/status").read()
used = int(told.split("VmHWM:")[1].split()[0]) // 1024
print(f"{longest:.3f} s, {used} MiB")
assert used < 1024
"""


@pytest.mark.skipif(sys.platform != "linux", reason="memory is read from Linux's /proc")
def test_hostile_expressions_take_neither_time_nor_memory():
    done = subprocess.run(
        [sys.executable, "-c", CHILD], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
