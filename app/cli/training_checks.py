"""Checks of the options of a training that cannot go together."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from crfcore.errors import (
    AlteredStateError,
    CrfError,
    DataError,
    OtherStateError,
    TemplateError,
    shown,
)
from crfcore.text.rows import listed

CHOOSABLE = ("lbfgs", "empirical")

OF_ANY_OBJECTIVE = ("lbfgs", "cg-fr", "cg-pr", "gradient", "newton")
"""Algorithms for objectives other than the likelihood and the margin."""

OF_MARGIN = ("bcfw", "smo", "eg")
"""Algorithms for the margin; the first two have no other objective."""


OF_LIKELIHOOD = (*OF_ANY_OBJECTIVE, "gis", "iis", "l2sgd", "eg")

WITHOUT_PENALTY = ("empirical", "ap", "pa", "arow", "voted-perceptron", "batch-perceptron")
"""Algorithms for which --c1 and --c2 mean nothing."""

_PARAMETER = re.compile(r"\b(algorithm|objective|initial|c1|c2)=('?)([\w.-]*\w)\2")


def check_choices(choices: Mapping[str, Any], *, documents: bool, second_stage: bool) -> None:
    """Check, before anything is read, that the options go together."""
    _check_choice(choices)
    _check_state(choices)
    _check_segments(choices)
    _check_documents(choices, documents=documents, second_stage=second_stage)
    _check_listed(choices)
    if choices["expect"] is not None:
        _check_expectations(choices)


@contextmanager
def naming_state(path: Path | None, option: str) -> Iterator[None]:
    """Name file and option of a state that is altered or of another training, as a DataError."""
    try:
        yield
    except AlteredStateError as error:
        raise DataError(str(error), path=path) from None
    except OtherStateError as error:
        if error.penalties is None:
            reason = (
                "It belongs to a training on other sentences, labels or features, or with another "
                "objective; repeat the command with the data and options of that one"
            )
            if option == "--resume":
                reason += " (also --shard-tokens)"
        else:
            c1, c2 = error.penalties
            reason = (
                f"It belongs to a training with --c1 {c1:g} and --c2 {c2:g}, and others are given; "
                "give these"
            )
        raise DataError(f"{reason}, or leave out {option}.", path=path) from None


@contextmanager
def in_words_of_options() -> Iterator[None]:
    """Write parameters in the library's messages as options: algorithm='pa' as --algorithm pa."""
    try:
        yield
    except CrfError as error:
        text = _PARAMETER.sub(r"--\1 \3", str(error))
        if text == str(error):
            raise
        raise CrfError(text) from None


@contextmanager
def naming_faults(
    data: Path | None, state: Path | None, choices: Mapping[str, Any]
) -> Iterator[None]:
    """Name in errors of a training the options and files that they are about."""
    segments = naming_segments(data, choices["model_kind"])
    with in_words_of_options(), naming_state(state, "--state"), segments:
        yield


def check_initial(choices: Mapping[str, Any], path: str, labels: Sequence[str]) -> None:
    """Raise DataError if a model to start from has none of the labels of the data."""
    known = getattr(choices["initial"], "classes_", None)
    if choices["expect"] is not None:
        return  # which may have further labels
    if known is not None and labels and not set(known) & set(labels):
        raise DataError(
            f"This model has other labels ({listed(map(shown, known))}) than the data "
            f"({listed(map(shown, labels))}), so that nothing can start from it; leave out "
            "--initial.",
            path=path,
        )


@contextmanager
def naming_segments(path: Path | None, model_kind: str | None) -> Iterator[None]:
    """Name the file of sentences whose labels are no segments, as a DataError."""
    try:
        yield
    except DataError as error:
        is_of_labels = error.path is None and not isinstance(error, TemplateError)
        if model_kind != "segments" or not is_of_labels:
            raise
        raise DataError(error.reason, path=path) from None


def check_inputs(choices: Mapping[str, Any], *, has_data: bool, control: bool) -> None:
    """Check that there are sentences to learn from, labelled or with expectations."""
    if choices["expect"] is not None and not choices["unlabelled"]:
        raise click.UsageError(
            "--expect says something about a text without labels; name this with --unlabelled TEXT."
        )
    if choices["expect"] is None and choices["unlabelled"]:
        raise click.UsageError("--unlabelled needs --expect FILE.")
    if choices["tokens"] != "words" and not choices["unlabelled"]:
        raise click.UsageError("--tokens needs --unlabelled TEXT.")
    if choices["expect"] is None and choices["expect_weight"] != 10.0:
        raise click.UsageError("--expect-weight needs --expect FILE.")
    if has_data:
        return
    if choices["expect"] is None:
        raise click.UsageError("Missing argument 'DATA'.")
    given = [name for name in ("choose", "choose_c2", "suggest_lines") if choices[name]]
    given += ["control"] * control
    if given:
        raise click.UsageError(
            f"--{given[0].replace('_', '-')} needs labelled sentences; name them as DATA, or leave "
            "it out."
        )


def _check_choice(choices: Mapping[str, Any]) -> None:
    """Check that nothing is both given and to be chosen."""
    if choices["jobs"] > 1 and not (choices["choose"] or choices["choose_c2"]):
        raise click.UsageError("--jobs is for --choose and --choose-c2; use --threads instead.")
    for flag, name in (("choose", "--choose"), ("choose_c2", "--choose-c2")):
        if choices[flag] and choices["c2"] is not None:
            raise click.UsageError(f"{name} chooses c2; leave out --c2.")
        kinds = ("lbfgs",) if flag == "choose_c2" else CHOOSABLE
        if choices[flag] and choices["algorithm"] not in kinds:
            only = " or ".join(kinds)
            raise click.UsageError(
                f"{name} can choose for --algorithm {only} alone; leave one of them out."
            )
    if choices["choose"] and choices["choose_c2"]:
        raise click.UsageError("--choose chooses c2, too; leave out --choose-c2.")
    if choices["choose"] and choices["bias"] is not None:
        raise click.UsageError("--choose chooses the bias; leave out --bias-against-o.")
    _check_optimisation(choices)
    _check_objective(choices["algorithm"], choices["objective"], choices["cost"])


def _check_state(choices: Mapping[str, Any]) -> None:
    """Check that a training has a state, if one is given or to be kept."""
    if choices["state"] and choices["initial"] != "auto":
        raise click.UsageError(
            "--state goes on from the weights of that training; leave out --initial."
        )
    for name in ("state", "keep_state"):
        if not choices[name]:
            continue
        option = f"--{name.replace('_', '-')}"
        if choices["algorithm"] != "lbfgs":
            raise click.UsageError(
                f"{option} is for --algorithm lbfgs alone; leave one of them out."
            )
        if choices["constraints"] is not None:
            raise click.UsageError(
                f"{option} and --constraints cannot go together; leave one of them out."
            )


def _check_optimisation(choices: Mapping[str, Any]) -> None:
    """Check that an algorithm has the penalty, and the iterations, that are given."""
    given = {"c1": bool(choices["c1"]), "c2": choices["c2"] is not None}
    for name, is_given in given.items():
        if is_given and choices["algorithm"] in WITHOUT_PENALTY:
            raise click.UsageError(
                f"--algorithm {choices['algorithm']} has no --{name}; leave it out."
            )
    if choices["algorithm"] == "empirical" and choices["max_iterations"] is not None:
        raise click.UsageError("--algorithm empirical has no --max-iterations; leave it out.")
    if choices["algorithm"] == "empirical" and choices["initial"] != "auto":
        raise click.UsageError("--algorithm empirical has no --initial; leave it out.")
    if choices["algorithm"] == "empirical" and choices["vectors"] is not None:
        raise click.UsageError("--algorithm empirical does not read --vectors; leave it out.")
    dual = choices["algorithm"] in OF_MARGIN
    if dual and choices["c2"] == 0.0:
        raise click.UsageError(
            f"--algorithm {choices['algorithm']} needs a --c2 above 0; give another value."
        )
    if dual and choices["initial"] not in ("auto", "zeros"):
        raise click.UsageError(
            f"--algorithm {choices['algorithm']} has no --initial; leave it out."
        )
    if given["c1"] and choices["algorithm"] not in CHOOSABLE:
        raise click.UsageError(
            f"--c1 is not possible with --algorithm {choices['algorithm']}; leave it out, or use "
            "--algorithm lbfgs."
        )


def _check_objective(algorithm: str, objective: str | None, cost: Any) -> None:
    """Check that an algorithm has the objective, and the objective costs."""
    has_costs = objective in ("softmax-margin", "max-margin") or algorithm in OF_MARGIN[:2]
    if cost is not None and not has_costs:
        name = "max-margin" if algorithm in OF_MARGIN else "softmax-margin"
        raise click.UsageError(f"--cost needs --objective {name}; add it.")
    if objective is None:
        return
    is_margin = objective == "max-margin"
    possible = {"max-margin": OF_MARGIN, "likelihood": OF_LIKELIHOOD}
    if algorithm not in possible.get(objective, OF_ANY_OBJECTIVE):
        raise click.UsageError(
            f"--algorithm {algorithm} has no --objective {objective}; use "
            f"{'bcfw' if is_margin else 'lbfgs'}."
        )


def _check_segments(choices: Mapping[str, Any]) -> None:
    """Check that nothing is given that a model of segments does not have."""
    if choices["model_kind"] != "segments":
        if choices["segments"] != "segments":
            raise click.UsageError("--segments is for --model-kind segments; add it.")
        return
    names = ("choose", "choose_c2", "objective", "cost", "keep_state", "constraints", "expect")
    given = [name for name in (*names, "suggest_lines", "state") if choices[name]]
    if choices["algorithm"] != "lbfgs":
        given.append("algorithm")
    if given:
        raise click.UsageError(
            f"--{given[0].replace('_', '-')} is not available with --model-kind segments; leave "
            "one of them out."
        )


def _check_documents(choices: Mapping[str, Any], *, documents: bool, second_stage: bool) -> None:
    """Check that nothing is given that a model of documents does not have."""
    if second_stage and not documents:
        raise click.UsageError("--second-stage is for --documents; add it.")
    if not documents:
        return
    names = ("choose", "choose_c2", "keep_state", "state", "constraints", "expect", "gazetteers")
    given = [name for name in (*names, "grammars", "suggest_lines") if choices[name]]
    given += ["bias_against_o"] * (choices["bias"] is not None)
    given += ["model_kind"] * (choices["model_kind"] == "segments")
    if given:
        name = {"gazetteers": "gazetteer", "grammars": "grammar"}.get(given[0], given[0])
        raise click.UsageError(
            f"--{name.replace('_', '-')} is not available with --documents; leave one of them out."
        )


def _check_listed(choices: Mapping[str, Any]) -> None:
    """Check that no gazetteer or grammar is given twice, and that there is one to ignore case."""
    if choices["ignore_case"] and not choices["gazetteers"]:
        raise click.UsageError("--ignore-case needs --gazetteer FILE.")
    for option, names in (("gazetteer", "gazetteers"), ("grammar", "grammars")):
        seen: set[str] = set()
        for path in choices[names]:
            place = os.path.realpath(path)
            if place in seen:
                raise click.UsageError(f"--{option} {path} is given twice; give it once.")
            seen.add(place)


def _check_expectations(choices: Mapping[str, Any]) -> None:
    """Check before anything is read or compiled what expectations cannot be combined with."""
    if choices["algorithm"] != "lbfgs":
        raise click.UsageError(
            f"--algorithm {choices['algorithm']} does not learn from expectations; use lbfgs."
        )
    if choices["keep_state"]:
        raise click.UsageError("--keep-state cannot be combined with expectations; leave it out.")
    if choices["min_count"] > 1:
        # The words that are expected to have a label need not be frequent.
        raise click.UsageError("--min-count cannot be combined with expectations; leave it out.")
