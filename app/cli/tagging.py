"""The sub-commands tag and evaluate."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from app.cli.group import commands
from app.cli.options import (
    INPUT,
    OUTPUT,
    PATH,
    OneOf,
    WholeNumber,
    columns_option,
    json_option,
    threads_option,
)
from app.cli.output import data_output, print_json, print_line, print_remark
from app.cli.progress import print_remark_under_bar, progress_bar
from app.domain.plurals import counted
from crfcore.text.tag_schemes import SCHEMES

if TYPE_CHECKING:
    from app.jobs.labelled_data import LabelledData
    from crfcore.crf import LinearChainCRF
    from crfcore.document_crf import DocumentCRF
    from crfcore.semi_markov import SemiMarkovCRF


@commands.command()
@click.argument("model_path", metavar="MODEL", type=PATH)
@click.argument("text", metavar="INPUT", type=INPUT)
@click.option("-o", "--output", type=OUTPUT, help="Standard output if not given.")
@click.option("--marginals", is_flag=True, help="Add the probability of each label.")
@click.option(
    "--nbest",
    type=WholeNumber(1, 1_000),
    metavar="N",
    help="Write the N most probable labellings of each sentence, the best first, each after a line "
    "“# rank probability”.",
)
@click.option(
    "--constraints",
    type=PATH,
    metavar="FILE",
    help="Constraints on the labels: a column file (last field: _ | LABEL | A|B | !A) or a JSON "
    "rules file. See the manual.",
)
@columns_option
@threads_option
def tag(
    model_path: Path,
    text: Path,
    output: Path | None,
    marginals: bool,  # noqa: FBT001 - click's flag
    nbest: int | None,
    constraints: Path | None,
    columns: tuple[str, ...],
    threads: int,
) -> None:
    """Label a text with a model: columns get a column of labels, lines of JSON get spans.

    INPUT “-” is standard input.
    """
    from app.cli.output import check_output
    from app.formats.output import in_small_parts, write_whole
    from app.jobs.kernels import compile_kernels, kernels_of
    from app.jobs.tag import TagNotes, TagOptions
    from app.jobs.tag import tag as tag_text
    from crfcore.document_crf import DocumentCRF, load_model

    if marginals and nbest:
        raise click.UsageError("--marginals and --nbest cannot go together; choose one of the two.")
    if output is not None:
        check_output(output, model_path, text, constraints)
    crf = load_model(model_path)
    if not isinstance(crf, DocumentCRF):
        crf.set_params(threads=threads)
    options = TagOptions(columns, marginals, nbest or 0, constraints)
    notes = TagNotes()
    with progress_bar("Tagging") as monitor:
        pieces = tag_text(crf, text, options, monitor, notes)
        # After errors in the text; ranks need more kernels than labels.
        compile_kernels(
            *kernels_of(crf), *(("answers",) if nbest else ()), report=print_remark_under_bar
        )
        if output is not None:
            write_whole(output, pieces, text)
        else:
            with data_output() as output_stream:
                output_stream.writelines(in_small_parts(pieces))
    for sentence in notes.sentences():
        print_line(sentence, err=True)


@commands.command()
@click.argument("model_path", metavar="MODEL", type=PATH)
@click.argument("data", type=PATH)
@click.option("--scheme", type=OneOf(SCHEMES), help="That of the model if not given.")
@columns_option
@json_option
def evaluate(
    model_path: Path,
    data: Path,
    scheme: str | None,
    columns: tuple[str, ...],
    as_json: bool,  # noqa: FBT001 - click's flag
) -> None:
    """Compare a model's labels with those in a file or project."""
    from app.jobs.evaluate import load_for
    from app.jobs.kernels import compile_kernels, kernels_of
    from crfcore.document_crf import load_model

    crf = load_model(model_path)
    labelled = load_for(crf, data, columns)
    compile_kernels(*kernels_of(crf), report=print_remark)
    figures = evaluation(crf, labelled, scheme or "")
    if as_json:
        print_json(figures)
    else:
        print_evaluation(figures)


def evaluation(
    crf: LinearChainCRF | SemiMarkovCRF | DocumentCRF, labelled: LabelledData, scheme: str = ""
) -> dict[str, Any]:
    """Return the scores of a model on labelled data, and the time taken."""
    from app.jobs.evaluate import evaluate as evaluate_model
    from app.jobs.evaluate import evaluate_documents
    from crfcore.document_crf import DocumentCRF

    if isinstance(crf, DocumentCRF):
        return evaluate_documents(crf, labelled, scheme)
    with progress_bar("Evaluating") as monitor:
        return evaluate_model(crf, labelled, scheme, monitor)


def print_evaluation(figures: dict[str, Any]) -> None:
    """Print scores: overall, then a line for each label."""
    print_line(
        f"{counted(figures['sentences'], 'sentence')}, {counted(figures['tokens'], 'token')}"
    )
    for name in ("token_accuracy", "precision", "recall", "f1"):
        print_line(f"{name.replace('_', ' '):15}{figures[name]:9.4f}")
    for label, scores in figures["per_label"].items():
        print_line(
            f"  {label:20} precision {scores['precision']:.4f}  recall {scores['recall']:.4f}  "
            f"f1 {scores['f1']:.4f}  ({scores['gold']:,} in the data)"
        )
