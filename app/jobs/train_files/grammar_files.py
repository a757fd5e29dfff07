"""Files of gazetteers and grammars, whose matches give tokens attributes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from app.jobs.gazetteers.grammars import read_grammar_file, unused_grammars, usable_lists
from app.jobs.gazetteers.phrase_lists import phrase_list
from crfcore.errors import CrfError, DataError, shown
from crfcore.messages import counted
from crfcore.text.rows import listed

if TYPE_CHECKING:
    from app.jobs.labelled_files.labelled_data import LabelledData
    from app.jobs.train_files.options import TrainingOptions
    from crfcore.features.extraction import TemplateExtractor
    from crfcore.features.grammar_lists import GrammarList
    from crfcore.features.listed_columns import ColumnList
    from crfcore.features.phrases import PhraseList
    from crfcore.features.token_attributes import TokenAttributes


def column_lists(
    options: TrainingOptions, data: LabelledData, labels: Sequence[str]
) -> list[ColumnList]:
    """Return the gazetteers and grammars of a project and of files."""
    of_project = [phrase_list(one) for one in data.lists if not one.is_grammar]
    phrases = [*of_project, *_lists_of_files(options)]
    grammars = usable_lists([one for one in data.lists if one.is_grammar], data.table)
    of_files = _grammars_of_files(options.grammars, phrases, labels)
    for path, one in zip(options.grammars, of_files, strict=True):
        _check_columns(path, one, data)
    return [*phrases, *grammars, *of_files]


def _check_columns(path: Path, grammar: GrammarList, data: LabelledData) -> None:
    """Raise DataError if the grammar of a file reads a column that the sentences lack."""
    n_columns = len(data.table.columns)
    if data.table.n_tokens and grammar.islands.n_columns > n_columns:
        raise DataError(
            f"The grammar reads column {grammar.islands.n_columns - 1}, and the last one of the "
            f"sentences is {n_columns - 1}; name more with --columns, or change the grammar.",
            path=path,
        )


MANY_TOKENS = 10_000
"""Fewer are parsed in some seconds, also with a large grammar."""


def report_grammars(
    lists: Sequence[ColumnList], data: LabelledData, report: Callable[[str], object] | None
) -> None:
    """Report grammars of a project that are not used, and that parsing may take minutes."""
    from crfcore.features.grammar_lists import GrammarList

    if report is not None:
        for trouble in unused_grammars(data.lists, len(data.table.columns)):
            report(trouble)
    names = [one.name for one in lists if isinstance(one, GrammarList)]
    if names and data.table.n_tokens >= MANY_TOKENS and report is not None:
        report(
            f"Finding the spans of {listed(names)} in {counted(data.table.n_tokens, 'token')}, "
            "which takes minutes with a large grammar …"
        )


def _grammars_of_files(
    paths: Sequence[Path], phrases: Sequence[PhraseList], labels: Sequence[str]
) -> list[GrammarList]:
    """Read the given grammars; DataError with line and column of an error."""
    from crfcore.features.grammar_lists import grammar_list
    from crfcore.grammars.grammar_text import parse_grammar
    from crfcore.text.tag_schemes import split_tag

    types = tuple(dict.fromkeys(split_tag(label)[1] for label in labels if split_tag(label)[1]))
    found = []
    for path in paths:
        grammar = parse_grammar(read_grammar_file(path), path=path)
        known = {one.name for one in phrases}
        missing = [name for name in grammar.lists if name not in known]
        if missing:
            raise DataError(
                f"The grammar reads the phrase list {shown(missing[0])}, which is not given; add "
                f"it with --gazetteer {missing[0]}.txt.",
                path=path,
            )
        try:
            found.append(grammar_list(path.stem, grammar, phrases, types=types))
        except DataError:
            raise
        except CrfError as error:
            raise DataError(str(error), path=path) from error
    return found


def _lists_of_files(options: TrainingOptions) -> list[PhraseList]:
    """Read the given gazetteers; DataError with the line of an error."""
    from crfcore.constraints.gazetteer import read_gazetteer

    found = []
    for path in options.gazetteers:
        gazetteer = read_gazetteer(path, ignore_case=options.ignore_case)
        if not gazetteer.entries:
            raise DataError(
                "There is no phrase in it, and one on each line was expected; name another file.",
                path=path,
            )
        found.append(gazetteer.phrase_list())
    return found


def figures_of_grammars(
    lists: Sequence[ColumnList], extractor: TemplateExtractor, read: TokenAttributes
) -> dict[str, Any]:
    """Return figures of grammars by name: their spans, and endless ones.

    The spans are those of the sentences to learn from, of which ``read`` are the attributes.
    Endless are grammars whose derivations may never end, with their spectral radius.
    """
    from crfcore.features.grammar_lists import GrammarList

    grammars = [one for one in lists if isinstance(one, GrammarList)]
    if not grammars:
        return {}
    counts = np.bincount(read.attributes, minlength=read.n_attributes)
    number = {name: at for at, name in enumerate(extractor.attribute_names())}
    begin = {
        one.name: [number.get(f"{one.prefix}B-{label}") for label in one.distinct]
        for one in grammars
    }
    radii = {one.name: one.islands.grammar.spectral_radius() for one in grammars}
    return {
        "grammar_spans": {
            name: sum(int(counts[at]) for at in own if at is not None)
            for name, own in begin.items()
        },
        "endless_grammars": {name: radius for name, radius in radii.items() if radius >= 1.0},
    }
