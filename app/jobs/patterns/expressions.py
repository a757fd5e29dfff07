"""Regular expressions of users, checked for size before they are compiled.

The package `regex` expands the minimum of each repetition: ``a{1000000000}`` takes gigabytes. The
time of matching is limited by ``timeout`` where it is done.
"""

from __future__ import annotations

import re
from itertools import product

import regex

from crfcore.errors import CrfError, shown
from crfcore.messages import message

LONGEST = 1_000
"""The longest expression, in characters."""

MAX_PIECES = 20_000
"""The most pieces of an expression with its repetitions expanded."""

DEEPEST = 50
"""The deepest nesting of brackets."""

_MANY = 10**12
_TIMES = re.compile(r"\{([0-9]*)(,?)([0-9]*)\}")
_CALL = re.compile(r"\(\?(?:R|[+-]?[0-9]|P?&|P>)")
_VERBOSE = re.compile(r"\(\?[A-Za-z0-9-]*x")
_OPENING = re.compile(r"\((?:\?(?:P?<\w+>|[A-Za-z0-9-]*:|<?[=!]|[>|]))?")
_POSIX = re.compile(r"\[:\^?[A-Za-z_]*:\]")


def compiled(
    expression: str, *, ignore_case: bool = False, context: str = ""
) -> regex.Pattern[str]:
    """Compile a user's expression, in bounded time.

    CrfError for an invalid or too large one; ``context`` follows its name in errors, as in " of the
    rule …".
    """
    _check(expression, context)
    try:
        return regex.compile(expression, regex.IGNORECASE if ignore_case else 0)
    except (regex.error, OverflowError, RecursionError, MemoryError, ValueError) as error:
        raise CrfError(
            message(
                "{written}{context} is not a valid regular expression: {error}.",
                written=_in_quotes(expression),
                context=context,
                error=_fault_in(error, expression),
            )
        ) from None


def _in_quotes(expression: str) -> str:
    return message("“{text}”", text=shown(expression)[1:-1].replace("\\\\", "\\"))


def _fault_in(error: Exception, expression: str) -> str:
    """Return what the compiler of expressions says; its usual texts can be translated."""
    fault, position = _FAULTS.get(getattr(error, "msg", "")), getattr(error, "pos", None)
    if fault is None or position is None or str(error) != f"{fault} at position {position}":
        return str(error)
    # At the end of the expression, it is the last character that lacks something.
    return message("{fault} (at character {n})", fault=fault, n=min(position + 1, len(expression)))


_FAULTS = {
    str(fault): fault
    for fault in (
        message("ambiguous group reference"),
        message("bad character in group name"),
        message("bad character range"),
        message("bad escape (end of pattern)"),
        message("cannot refer to an open group"),
        message("group reference not allowed"),
        message("invalid group reference"),
        message("min repeat greater than max repeat"),
        message("missing ]"),
        message("missing )"),
        message("missing >"),
        message("missing group name"),
        message("multiple repeat"),
        message("nothing to repeat"),
        message("unbalanced parenthesis"),
        message("undefined character name"),
        message("unknown extension"),
        message("unknown group"),
        message("unknown property"),
        message("unknown property value"),
        message("unterminated character set"),
    )
}


def _check(expression: str, context: str) -> None:
    name = message("The regular expression{context}", context=context)
    if len(expression) > LONGEST:
        raise CrfError(
            message(
                "{name} has {n:,} characters; write one of at most {longest:,}.",
                name=name,
                n=len(expression),
                longest=LONGEST,
            )
        )
    if (call := _CALL.search(expression)) is not None:
        end = expression.find(")", call.start()) + 1 or None
        raise CrfError(
            message(
                "{written}{context} calls a group again, which is not allowed: write out what the "
                "group matches.",
                written=_in_quotes(expression[call.start() : end]),
                context=context,
            )
        )
    if _VERBOSE.search(expression) is not None:
        raise CrfError(
            message(
                "{name}, {expression}, has the flag x; write it without spaces and comments.",
                name=name,
                expression=repr(expression[:60]),
            )
        )
    # The meaning of square brackets depends on flags: the larger reading is checked.
    n_pieces = max(
        _pieces(expression, nested=nested, literal=literal, name=name)
        for nested, literal in product((False, True), repeat=2)
    )
    if n_pieces > MAX_PIECES:
        raise CrfError(
            message(
                "{name}, {expression}, is too large with its repetitions written out; use * or "
                "+, or smaller numbers of times.",
                name=name,
                expression=repr(expression[:60]),
            )
        )


def _pieces(expression: str, *, nested: bool, literal: bool, name: str) -> int:
    """Return an upper bound of the pieces of an expression with repetitions expanded.

    ``nested``: sets may contain sets; ``literal``: a closing bracket at the beginning of a set is
    one of its characters.
    """
    # For each open bracket, the pieces before its last part, and those of that part.
    levels = [[0, 0]]
    at = 0
    while at < len(expression):
        times = _TIMES.match(expression, at)
        sign = expression[at]
        if times is not None and (times[1] or times[2]):
            numbers = [int(number) for number in (times[1], times[3]) if number]
            levels[-1][1] = min(levels[-1][1] * max([1, *numbers]), _MANY)
            at = times.end()
            continue
        part = 1
        if sign == "\\":
            at += 2
        elif sign == "[":
            end = _end_of_set(expression, at, nested=nested, literal=literal)
            part, at = end - at, end
        elif expression.startswith("(?#", at):
            at = _end_of_comment(expression, at)
        elif (opening := _OPENING.match(expression, at)) is not None:
            levels.append([1, 0])
            if len(levels) > DEEPEST:
                raise CrfError(
                    message(
                        "{name} has more than {deepest} brackets in one another.",
                        name=name,
                        deepest=DEEPEST,
                    )
                )
            at = opening.end()
            continue
        elif sign == ")" and len(levels) > 1:
            part = sum(levels.pop())
            at += 1
        else:
            at += 1
        levels[-1] = [min(sum(levels[-1]), _MANY), part]
    return sum(map(sum, levels))


def _end_of_set(expression: str, at: int, *, nested: bool, literal: bool) -> int:
    """Return the end of a set, exclusive; that of the expression if it is never closed."""
    depth = 0
    first = -1
    while at < len(expression):
        sign = expression[at]
        named = _POSIX.match(expression, at) if depth else None
        if named is not None:
            at = named.end()
            continue
        if sign == "\\":
            at += 2
            continue
        if sign == "[" and (nested or not depth):
            depth += 1
            first = at + 2 if expression.startswith("^", at + 1) else at + 1
            at = first
            continue
        if sign == "]" and not (literal and at == first):
            depth -= 1
        at += 1
        if not depth:
            return at
    return len(expression)


def _end_of_comment(expression: str, at: int) -> int:
    """Return the end of a comment, exclusive."""
    while at < len(expression) and expression[at] != ")":
        at += 2 if expression[at] == "\\" else 1
    return at + 1
