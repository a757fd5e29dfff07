"""The sub-command combine."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from app.cli.group import commands
from app.cli.options import OUTPUT, PATH, json_option
from app.cli.output import check_output, print_json, print_line, print_remark, printing_beside
from crfcore.messages import counted
from crfcore.text.rows import shortened

if TYPE_CHECKING:
    _Weights = click.ParamType[tuple[float, ...]]
else:
    # Generic only for type checkers: older versions cannot be subscripted.
    _Weights = click.ParamType

MAX_WEIGHT = 1e6
"""That of the library."""

MAX_MODELS = 100


class Weights(_Weights):
    """Numbers with commas between them."""

    name = "weights"

    def convert(
        self,
        value: str | tuple[float, ...],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> tuple[float, ...]:
        """Return the numbers, or fail with what is expected."""
        if isinstance(value, tuple):
            return value
        try:
            numbers = tuple(float(part) for part in value.split(","))
        except ValueError:
            numbers = (-1.0,)
        if not all(0.0 <= number <= MAX_WEIGHT for number in numbers) or not any(numbers):
            self.fail(
                f"{shortened(value)} was given, and a number of at least 0 for each model, such as "
                "0.7,0.3, is expected; choose other values.",
                param,
                ctx,
            )
        return numbers


@commands.command()
@click.argument("models", metavar="MODEL...", nargs=-1, required=True, type=PATH)
@click.option("--model", "model_path", type=OUTPUT, required=True, help="Where to write the model.")
@click.option(
    "--data",
    type=PATH,
    help="A labelled file of any format, or a project: learn how much weight each model gets. None "
    "of the models should have been trained on it.",
)
@click.option(
    "--weights",
    type=Weights(),
    metavar="NUMBERS",
    help="The weight of each model, such as 0.7,0.3; all the same if not given.",
)
@json_option
def combine(
    models: tuple[Path, ...],
    model_path: Path,
    data: Path | None,
    weights: tuple[float, ...] | None,
    as_json: bool,  # noqa: FBT001 - click's flag
) -> None:
    """Combine models into one whose probabilities are their product.

    The models must have the same labels. Their texts are not needed. A model of all texts together
    is better where there can be one.
    """
    from app.formats.output import most_private, write_bytes
    from app.jobs.kernels import load_kernels
    from app.jobs.labelled_files.combine_models import KERNELS, labelled_file, read_models
    from app.jobs.labelled_files.combine_models import combine as combine_models

    check_output(model_path, *models, data)
    if len(models) > MAX_MODELS:
        raise click.UsageError(f"At most {MAX_MODELS} models can be combined; give fewer.")
    if len(models) == 1:
        raise click.UsageError("One model cannot be combined; give at least two models.")
    if data is not None and weights is not None:
        raise click.UsageError("--data learns the weights; leave out --weights, or --data.")
    if weights is not None and len(weights) != len(models):
        raise click.BadParameter(
            f"There {'is' if len(weights) == 1 else 'are'} {counted(len(weights), 'weight')} for "
            f"{counted(len(models), 'model')}; give one for each.",
            param_hint="--weights",
        )
    read = read_models(models)
    labelled = None if data is None else labelled_file(read, data)
    load_kernels(*KERNELS, report=print_remark)
    started = time.perf_counter()
    combined = combine_models(read, weights, labelled)
    figures = combined.figures() | {"seconds": time.perf_counter() - started}
    write_bytes(model_path, combined.to_bytes(), most_private(*models, data))
    with printing_beside(model_path, as_json=as_json):
        if as_json:
            print_json(figures)
        else:
            _print(model_path, models, figures)


def _print(path: Path, models: tuple[Path, ...], figures: dict[str, Any]) -> None:
    print_line(
        f"{path}: {counted(figures['n_features'], 'weight')} of "
        f"{counted(len(models), 'model')} in {figures['seconds']:.1f} s."
    )
    if figures["n_sentences"]:
        print_line(f"Learned from {counted(figures['n_sentences'], 'sentence')}:")
    for model, weight in zip(models, figures["weights"], strict=True):
        print_line(f"{weight:8.3f}  {model}")
