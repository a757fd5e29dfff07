"""The options of a training on the command line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from app.domain.tagging import OUTSIDE
from crfcore.arrays import counts_before
from crfcore.errors import DataError, ExpectationError, UnknownLabelError

if TYPE_CHECKING:
    from app.jobs.labelled_files.labelled_data import LabelledData
    from crfcore.crf import LinearChainCRF
    from crfcore.features.template import Template
    from crfcore.semi_markov import SemiMarkovCRF
    from crfcore.training.fitting import TrainingState


@dataclass(frozen=True, slots=True)
class TrainingOptions:
    """The options of a training, as on the command line."""

    template: str | Template = ""
    """A preset or a file, "" for that of the data; or a template."""
    model_kind: str | None = None
    """What is scored: tokens, or whole spans besides ("segments"); None for that of the data."""
    segments: str = "segments"
    """Lines of attributes of spans: a preset, a file or their text."""
    algorithm: str = "lbfgs"
    c1: float = 0.0
    c2: float | None = None
    """None for that of the data: a project's, or the default for files."""
    objective: str | None = None
    """None for the likelihood, or what a project's settings say."""
    cost: str | dict[str, float] | None = None
    """What wrong labels cost with a margin as objective."""
    choose_c2: bool = False
    """Whether sentences held out choose it."""
    choose: bool = False
    """Whether they choose it and the bias, or the exponent of counts."""
    choose_preset: bool = False
    """Whether they choose the preset, too."""
    preset: str = ""
    """The chosen one, "" for none."""
    exponent: float | None = None
    """Of counts; None for that of the data."""
    bias: float | None = None
    """How much the score of “O” is lowered after the training; None for that of the data."""
    all_states: bool = False
    min_count: int = 1
    max_iterations: int | None = None
    threads: int = 1
    jobs: int = 1
    """How many processes choose settings by cross-validation."""
    seed: int = 0
    initial: str | LinearChainCRF | SemiMarkovCRF = "auto"
    state: TrainingState | None = None
    keep_state: bool = False
    constraints: Path | None = None
    """A JSON file of rules; without one, those of the project are used."""
    gazetteers: tuple[Path, ...] = ()
    ignore_case: bool = False
    grammars: tuple[Path, ...] = ()
    vectors: Path | None = None
    clusters: Path | None = None
    cases: Path | None = None
    """Files of word vectors, clusters and cases that lines of the template read."""
    expect: Path | None = None
    """A file of expectations about ``unlabelled`` texts."""
    unlabelled: tuple[Path, ...] = ()
    tokens: str = "words"
    """How these are divided: see `read_words`."""
    expect_weight: float = 10.0
    suggest_lines: bool = False
    """Whether to look for lines that would help the template."""


@contextmanager
def naming_their_files(options: TrainingOptions) -> Iterator[None]:
    """Name the file of rules or expectations in errors about these, as a DataError."""
    try:
        yield
    except ExpectationError as error:
        if options.expect is None:
            raise
        raise DataError(str(error), path=options.expect) from None
    except UnknownLabelError as error:
        if options.constraints is None:
            raise
        raise DataError(str(error), path=options.constraints) from None


def check_labels(options: TrainingOptions, labels: Sequence[str], data: LabelledData) -> None:
    """Raise DataError if the labels of the data are not those that an option needs."""
    check_outside(options, labels)
    other = _OF_WHOLE_SENTENCES.get(options.algorithm, "")
    sets, n_labels = data.targets.label_sets, data.targets.n_labels
    offsets = data.table.offsets
    n_known, n_narrowed = (
        np.diff(counts_before(one)[offsets]) for one in (sets < n_labels, sets != n_labels)
    )
    if other and bool(np.any((n_narrowed > 0) & (n_known < np.diff(offsets)))):
        raise DataError(
            f"--algorithm {options.algorithm} needs sentences with all labels, and in some a part "
            f"of the tokens has none; use {other}."
        )


_OF_WHOLE_SENTENCES = dict.fromkeys(
    ("bcfw", "smo", "eg"), "--algorithm pa, or lbfgs with --objective softmax-margin"
) | dict.fromkeys(("gis", "iis"), "--algorithm lbfgs")
"""What can be used in place of algorithms that need all labels of a sentence."""


def check_outside(options: TrainingOptions, labels: Sequence[str]) -> None:
    """Raise DataError if an option is about the label “O” and the data has none."""
    if OUTSIDE in labels:
        return
    if options.bias:
        raise DataError("--bias-against-o needs the label “O”, and no token has it; leave it out.")
    if isinstance(options.cost, dict):
        raise DataError(
            "--cost missed=… needs the label “O”, and no token has it; use --cost hamming."
        )
