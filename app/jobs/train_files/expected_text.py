"""Expectations about texts without labels, for a training on the command line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from app.domain.tagging import TOKENS
from app.formats.records import LABEL, WORD
from app.jobs.labelled_files.labelled_data import LabelledData
from app.jobs.labelled_files.unlabelled_text import read_words
from crfcore.errors import DataError
from crfcore.messages import counted

if TYPE_CHECKING:
    from app.jobs.train_files.options import TrainingOptions
    from crfcore.crf import LinearChainCRF
    from crfcore.features.column_table import ColumnTable
    from crfcore.features.extraction import TemplateExtractor
    from crfcore.features.template import Template
    from crfcore.features.token_attributes import TokenAttributes
    from crfcore.training.expectations import Expectation

_SCHEMES = {"S-": "bioes", "E-": "bioes", "U-": "bilou", "L-": "bilou", "B-": "iob2", "I-": "iob2"}
"""What the first characters of tags tell of their scheme."""


@dataclass(frozen=True, slots=True)
class ExpectedText:
    """Expectations and the text that they are about; no table without expectations."""

    expectations: tuple[Expectation, ...] = ()
    table: ColumnTable | None = None
    weight: float = 10.0

    def labels(self, known: Sequence[str]) -> tuple[str, ...]:
        """Return the known labels and after them the others of the expectations."""
        own = [label for one in self.expectations for label in one.labels]
        return tuple(dict.fromkeys([*known, *own]))

    def check_template(self, template: Template) -> None:
        """Raise DataError if a template reads a column that the text does not have."""
        if self.table is not None and template.n_columns > len(self.table.columns):
            raise DataError(
                "Of the texts of --unlabelled only the words are read, and the template reads "
                f"{counted(template.n_columns - 1, 'further column')}; choose one of words alone, "
                "such as basic."
            )

    def learn(
        self, extractor: TemplateExtractor, table: ColumnTable
    ) -> tuple[TemplateExtractor, TokenAttributes, dict[str, Any]]:
        """Return an extractor for both texts, the labelled sentences, and arguments of `fit`."""
        if self.table is None:
            return extractor, extractor.fit(table), {}
        extractor.fit(table if table.n_tokens else self.table)
        if table.n_tokens:
            extractor = extractor.extended(self.table)
        arguments = {
            "expectations": self.expectations,
            "unlabelled": extractor.transform(self.table),
            "expectation_weight": self.weight,
        }
        return extractor, extractor.transform(table), arguments

    def figures(self, crf: LinearChainCRF, labels: Sequence[str]) -> dict[str, Any]:
        """Return figures of a training for the JSON; ``labels`` are those of the labelled data."""
        if self.table is None:
            return {}
        return {
            "unused_expectations": [one.attribute for one in crf.unused_expectations_],
            "labels_of_expectations_alone": list(self.labels(labels)[len(labels) :]),
        }


def no_labelled_data() -> LabelledData:
    """Return labelled data without a sentence, for a training on expectations alone."""
    from crfcore.features.column_table import ColumnTable
    from crfcore.features.targets import Targets

    tags, sets = np.zeros(0, np.int32), np.zeros((0, 0), np.uint8)
    columns = WORD, LABEL
    return LabelledData(
        ColumnTable.from_words([]), tags, (), Targets(tags, sets, 0), columns, TOKENS
    )


def scheme_of(data: LabelledData, labels: Sequence[str]) -> str:
    """Return the scheme of labelled data, or of the labels of expectations alone."""
    if data.labels:
        return data.scheme
    prefixes = {label[:2] for label in labels}
    return next((name for mark, name in _SCHEMES.items() if mark in prefixes), TOKENS)


def _read(options: TrainingOptions) -> ExpectedText:
    """Read expectations and the texts that they are about; DataError with the line of an error."""
    if options.expect is None:
        return ExpectedText()
    from crfcore.estimator.expectation_files import read_expectations

    table = read_words(options.unlabelled, options.tokens)
    return ExpectedText(tuple(read_expectations(options.expect)), table, options.expect_weight)


def expected_text(
    options: TrainingOptions,
    data: LabelledData,
    report: Callable[[str], object] | None,
    *,
    usable: bool,
) -> ExpectedText:
    """Read the expectations that were named, or take those of a project if they are ``usable``."""
    if options.expect is not None or not data.expectations:
        return _read(options)
    alone = not data.table.n_sentences
    if usable and options.min_count == 1:
        _check_not_alone(options, report, alone=alone)
        return ExpectedText(data.expectations, data.unlabelled, options.expect_weight)
    if alone:
        raise DataError(
            "Too little is confirmed in this project, and only lbfgs learns from the expectations "
            "of its gazetteers, without --model-kind segments, --constraints, --keep-state, "
            "--state and --min-count; leave them out, or label some sentences."
        )
    if usable and report is not None:
        report("With --min-count, the expectations of the project's gazetteers are not used.")
    return ExpectedText()


def _check_not_alone(
    options: TrainingOptions, report: Callable[[str], object] | None, *, alone: bool
) -> None:
    """Report a training on expectations alone, which has no sentences to suggest lines from."""
    if not alone:
        return
    if options.suggest_lines:
        raise DataError(
            "--suggest-lines needs labelled sentences, of which this project has too few; leave it "
            "out."
        )
    if report is not None:
        report(
            "Too little is confirmed in this project: the model learns from the expectations of "
            "its gazetteers alone."
        )
