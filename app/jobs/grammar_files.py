"""Files of grammars, whose spans give tokens attributes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from crfcore.features.grammar_lists import GrammarList
    from crfcore.features.phrases import PhraseList


def grammars_of_files(
    paths: Sequence[Path], phrases: Sequence[PhraseList], labels: Sequence[str]
) -> list[GrammarList]:
    """Read the given grammars; DataError with line and column of an error."""
    from crfcore.features.grammar_lists import grammar_list
    from crfcore.grammars.grammar_text import parse_grammar
    from crfcore.text.lines import read_text
    from crfcore.text.tag_schemes import split_tag

    types = tuple(dict.fromkeys(split_tag(label)[1] for label in labels if split_tag(label)[1]))
    return [
        grammar_list(path.stem, parse_grammar(read_text(path), path=path), phrases, types=types)
        for path in paths
    ]
