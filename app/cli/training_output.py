"""The output of `tagwright train`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.cli.output import print_line
from app.cli.tagging import print_evaluation
from crfcore.errors import shown
from crfcore.messages import counted
from crfcore.text.rows import listed

if TYPE_CHECKING:
    from app.jobs.train_files.train import Training


def _chosen(figures: Mapping[str, Any]) -> list[str]:
    """Return what cross-validation has chosen, in words."""
    texts = {"c2": "c2 = {:g}", "exponent": "Exponent = {:g}", "preset": "template {}"}
    bias = [f"bias {figures['bias']:g} against “O”"] if figures.get("bias") else []
    return [texts[name].format(figures[name]) for name in texts if name in figures] + bias


def _reached(figures: Mapping[str, Any]) -> str:
    """Return the training loss in words, and how far at most it is above its minimum."""
    if figures["objective"] is None:
        return ""
    gap = f" (at most {figures['gap']:,.1f} above its minimum)" if "gap" in figures else ""
    return f", training loss {figures['objective']:,.1f}{gap}"


def print_training(path: Path, training: Training, figures: dict[str, Any]) -> None:
    """Print what was trained, and what a person should know of it."""
    objective = figures["objective"]
    weights = counted(figures["n_features"], "weight")
    if "n_nonzero" in figures:
        weights += f" ({figures['n_nonzero']:,} not 0)"
    # Counts need no iteration.
    done = "" if figures["algorithm"] == "empirical" else f" and {training.counted_iterations()}"
    print_line(
        f"{path}: {weights} from "
        f"{counted(figures['n_sentences'], 'sentence')} in {figures['seconds']:.1f} s{done}"
        f"{_reached(figures)}."
    )
    if figures.get("segments"):
        left_out = figures["left_out"]
        left = f"; {counted(left_out, 'sentence')} left out, whose labels are none" * bool(left_out)
        print_line(f"It scores segments, as the settings of the project say{left}.")
    if chosen := _chosen(figures):
        print_line(f"{', '.join(chosen)}, chosen by cross-validation.")
    if figures.get("dropped_rules"):
        print_line(
            f"Violations of rules by confirmed labels: {figures['dropped_rules']:,}. Those rules "
            "were ignored in these sentences.",
            err=True,
        )
    _print_expectations(figures)
    _print_found(figures)
    for name, radius in figures.get("endless_grammars", {}).items():
        print_line(
            f"Derivations of the grammar {shown(name)} may never end (spectral radius "
            f"{radius:.2g}), so that the probabilities of its strings may sum to less than 1; make "
            "its recursive rules less probable.",
            err=True,
        )
    at_limit = training.crf.training_.reason == "max_iterations"
    if not figures["converged"] and (objective is not None or at_limit):
        print_line(_why_ended(training), err=True)
    if "suggested_lines" in figures:
        _print_lines(figures["suggested_lines"])
    if "test" in figures:
        print_evaluation(figures["test"])


def _print_expectations(figures: Mapping[str, Any]) -> None:
    """Print expectations that do nothing, and labels that no labelled sentence has."""
    if figures.get("unused_expectations"):
        unused = figures["unused_expectations"]
        print_line(
            f"No unlabelled token has the attribute of {counted(len(unused), 'expectation')}: "
            f"{listed(map(shown, unused))}.",
            err=True,
        )
    if figures["n_sentences"] and figures.get("labels_of_expectations_alone"):
        labels = listed(map(shown, figures["labels_of_expectations_alone"]))
        print_line(f"Labels that only the expectations name: {labels}.", err=True)


def _print_found(figures: Mapping[str, Any]) -> None:
    """Print how many equal names a training has found in documents, and spans by grammars."""
    if "n_groups" in figures:
        print_line(
            f"{counted(figures['n_groups'], 'group')} of equal names in "
            f"{counted(figures['n_documents'], 'document')}."
        )
    for name, n_spans in figures.get("grammar_spans", {}).items():
        print_line(f"The grammar {shown(name)} matches {counted(n_spans, 'span')}.")


def _why_ended(training: Training) -> str:
    """Return why a training ended that has not converged."""
    if training.crf.training_.reason != "max_iterations":
        return "It was stopped before it converged."
    done = training.crf.training_.iterations
    most = getattr(training.crf, "max_iterations", None)
    if most is None or done <= most:
        return f"It ended after {training.counted_iterations()}, the limit (--max-iterations)."
    return (
        f"It ended after {training.counted_iterations()} in all; the limit of {most:,} "
        "(--max-iterations) counts the iterations from before --state or --resume, and holds for "
        "each part of a training."
    )


def _print_lines(found: list[dict[str, Any]]) -> None:
    """Print suggested lines as they are written in a template, with their reasons as comments."""
    if not found:
        print_line("No additional line would improve the template.")
        return
    print_line("These lines would help the template; add one, and look again:")
    for one in found:
        examples = ", ".join(
            f"{example['text']} {'for' if example['weight'] > 0 else 'against'} {example['label']}"
            for example in one["examples"]
        )
        print_line(f"# gains {one['gain']:.0f}: {examples}")
        print_line(one["line"])
