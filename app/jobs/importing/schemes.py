"""Conversion of a file's tags to the project's scheme."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from itertools import count, pairwise

import numpy as np

from app.domain.documents import SCHEME_OPTION
from app.jobs.data.collected_sentences import NO_TAG
from app.jobs.importing.documents import PreparedDocument
from crfcore.text.tag_schemes import OUTSIDE, convert


def in_scheme(prepared: PreparedDocument, scheme: str) -> PreparedDocument:
    """Return a document with its tags in another scheme; its own is noted in the layout.

    A sentence whose tags violate the file's scheme keeps them. A token without a tag keeps none,
    and ends spans as "O" does.
    """
    numbers: defaultdict[str, int] = defaultdict(count().__next__)
    known: dict[tuple[int, ...], list[int]] = {}
    tags = np.empty_like(prepared.tags)
    for first, last in pairwise(prepared.offsets.tolist()):
        own = tuple(prepared.tags[first:last].tolist())
        if own not in known:
            names = [OUTSIDE if tag == NO_TAG else prepared.tag_names[tag] for tag in own]
            written = convert(names, prepared.scheme, scheme) or names
            known[own] = [
                NO_TAG if tag == NO_TAG else numbers[name]
                for tag, name in zip(own, written, strict=True)
            ]
        tags[first:last] = known[own]
    return replace(
        prepared.with_option(SCHEME_OPTION, prepared.scheme),
        tags=tags,
        tag_names=tuple(numbers),
        scheme=scheme,
    )
