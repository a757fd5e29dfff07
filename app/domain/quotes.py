"""Quotation marks, as a language writes them."""

from __future__ import annotations

import re
from collections.abc import Callable

DOUBLE, SINGLE = "“{}”", "‘{}’"


def in_quotes(text: str, translate: Callable[[str], str] = str) -> str:
    """Return a text in double quotation marks, with single ones around the quotations in it.

    ``translate`` gets both kinds of quotation marks. Quotations in the text may have English ones.
    """
    double, single = translate(DOUBLE), translate(SINGLE)
    kinds = [marks.split("{}") for marks in (DOUBLE, double)]
    begin, end = ("|".join(map(re.escape, marks)) for marks in zip(*kinds, strict=True))
    quotation = f"(?:{begin})((?:(?!{begin}|{end}).)*)(?:{end})"
    return double.replace("{}", re.sub(quotation, single.replace("{}", r"\1"), text))
