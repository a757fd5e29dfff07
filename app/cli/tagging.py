"""The sub-commands tag and evaluate."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from app.cli.group import commands
from app.cli.options import (
    INPUT,
    OUTPUT,
    PATH,
    OneOf,
    WholeNumber,
    check_places,
    columns_option,
    jobs_option,
    json_option,
    scheduler_option,
    threads_option,
)
from app.cli.output import data_output, print_json, print_line, print_remark, printing_beside
from app.cli.progress import collection_progress, print_remark_under_bar, progress_bar
from app.cli.status import BAD_INPUT, DONE
from crfcore.errors import shown
from crfcore.messages import counted
from crfcore.text.rows import listed
from crfcore.text.tag_schemes import SCHEMES

if TYPE_CHECKING:
    from app.jobs.labelled_files.labelled_data import LabelledData
    from app.jobs.tag_files.tag import TagOptions
    from crfcore.crf import LinearChainCRF
    from crfcore.document_crf import DocumentCRF
    from crfcore.semi_markov import SemiMarkovCRF


class Places(NamedTuple):
    """Where texts are tagged: in so many processes, with threads each, or on a scheduler's."""

    jobs: int
    threads: int
    scheduler: str | None


@commands.command()
@click.argument("model_path", metavar="MODEL", type=PATH)
@click.argument("texts", metavar="INPUT...", type=INPUT, nargs=-1, required=True)
@click.option("-o", "--output", type=OUTPUT, help="Standard output if not given.")
@click.option(
    "--out",
    type=PATH,
    metavar="FOLDER",
    help="Write the result of each INPUT into this folder. INPUT may then be given several times, "
    "also as a pattern in quotes, such as 'in/**/*.conllu'.",
)
@click.option(
    "--resume",
    is_flag=True,
    help="With --out: go on with a run that was ended; results that are there are kept.",
)
@jobs_option
@scheduler_option
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
    texts: tuple[Path, ...],
    output: Path | None,
    out: Path | None,
    resume: bool,  # noqa: FBT001 - click's flag
    jobs: int,
    scheduler: str | None,
    marginals: bool,  # noqa: FBT001 - click's flag
    nbest: int | None,
    constraints: Path | None,
    columns: tuple[str, ...],
    threads: int,
) -> int | None:
    """Label a text with a model: columns get a column of labels, lines of JSON get spans.

    INPUT “-” is standard input. With --out, many texts: each result has the place below FOLDER that
    its text has below the common folder.
    """
    from app.jobs.tag_files.tag import TagOptions

    if marginals and nbest:
        raise click.UsageError("--marginals and --nbest cannot go together; choose one of the two.")
    options = TagOptions(columns, marginals, nbest or 0, constraints)
    if out is not None:
        if output is not None:
            raise click.UsageError("--out and --output cannot go together; choose one of the two.")
        check_places(jobs, scheduler)
        if scheduler is not None:
            # Workers may have been started in other folders.
            out, texts = out.absolute(), tuple(text.absolute() for text in texts)
            options = replace(options, constraints=constraints and constraints.absolute())
        places = Places(jobs, threads, scheduler)
        return _tag_collection(model_path, texts, out, options, places, resume=resume)
    if len(texts) > 1:
        raise click.UsageError("Several texts are given, so --out is needed; name a folder.")
    for option, given in (("resume", resume), ("jobs", jobs > 1), ("scheduler", scheduler)):
        if given:
            raise click.UsageError(f"--{option} is for --out; name a folder, or leave it out.")
    _tag_one(model_path, texts[0], output, options, threads)
    return None


def _tag_one(
    model_path: Path, text: Path, output: Path | None, options: TagOptions, threads: int
) -> None:
    from app.cli.output import check_output
    from app.formats.output import in_small_parts, write_whole
    from app.jobs.kernels import compile_kernels, kernels_of
    from app.jobs.labelled_files.evaluate import read_model
    from app.jobs.tag_files.tag import TagNotes
    from app.jobs.tag_files.tag import tag as tag_text
    from crfcore.document_crf import DocumentCRF

    if output is not None:
        check_output(output, model_path, text, options.constraints)
    crf = read_model(model_path)
    if not isinstance(crf, DocumentCRF):
        crf.set_params(threads=threads)
    notes = TagNotes()
    with progress_bar("Tagging") as monitor:
        pieces = tag_text(crf, text, options, monitor, notes)
        # After errors in the text; ranks need more kernels than labels.
        compile_kernels(
            *kernels_of(crf),
            *(("answers",) if options.nbest else ()),
            report=print_remark_under_bar,
        )
        if output is not None:
            write_whole(output, pieces, text)
        else:
            with data_output() as output_stream:
                output_stream.writelines(in_small_parts(pieces))
    for sentence in notes.sentences():
        print_line(sentence, err=True)
    if output is not None:
        with printing_beside(output):
            print_line(
                f"{output}: labels of {counted(notes.n_tokens, 'token')} in "
                f"{counted(notes.n_sentences, 'sentence')}."
            )


def _tag_collection(
    model_path: Path,
    texts: tuple[Path, ...],
    out: Path,
    options: TagOptions,
    places: Places,
    *,
    resume: bool,
) -> int:
    """Tag many texts; return the exit status."""
    from app.jobs.kernels import compile_kernels, kernels_of
    from app.jobs.labelled_files.evaluate import read_model
    from app.jobs.tag_files.collection import Collection, tag_collection, with_rules
    from app.jobs.tag_files.collection_files import files_of
    from app.jobs.train_files.cluster import cluster_client

    files = files_of(list(map(str, texts)), out)
    options = with_rules(options)
    crf = read_model(model_path)
    # Before the processes start, each of which would compile them.
    compile_kernels(*kernels_of(crf), *(("answers",) if options.nbest else ()), report=print_remark)
    model = crf.to_bytes()
    collection = Collection(
        model, str(model_path), files, out, options, places.threads, places.jobs
    )
    try:
        with (
            cluster_client(None, places.scheduler, report=print_remark) as client,
            collection_progress() as watch,
        ):
            report = tag_collection(collection, resume=resume, watch=watch, client=client)
    except KeyboardInterrupt:
        if out.exists():
            print_remark(f"What is done is in {out}; the same command with --resume goes on.")
        raise
    for sentence in report.notes.sentences():
        print_remark(sentence)
    there = f", {report.n_there:,} were there already" if report.n_there else ""
    speed = ""
    if report.n_tokens:
        speed = (
            f"; {counted(report.n_tokens, 'token')} in {report.seconds:.1f} s, "
            f"{report.tokens_per_second:,.0f} per second"
        )
    with printing_beside(out):
        print_line(f"{out}: {counted(report.n_tagged, 'file')} tagged{there}{speed}.")
    if not report.failures:
        return DONE
    print_remark(f"{counted(len(report.failures), 'file')} failed:")
    for _, reason in sorted(report.failures):
        print_remark(reason)
    return BAD_INPUT


@commands.command()
@click.argument("model_path", metavar="MODEL", type=PATH)
@click.argument("data", type=PATH)
@click.option("--scheme", type=OneOf(SCHEMES), help="Default: the scheme of the model.")
@columns_option
@click.option(
    "--control",
    is_flag=True,
    help="For a project: score its test sample, not the sentences that models learn from.",
)
@json_option
def evaluate(
    model_path: Path,
    data: Path,
    scheme: str | None,
    columns: tuple[str, ...],
    control: bool,  # noqa: FBT001 - click's flag
    as_json: bool,  # noqa: FBT001 - click's flag
) -> None:
    """Compare a model's labels with those in a file or project."""
    from app.jobs.kernels import compile_kernels, kernels_of
    from app.jobs.labelled_files.evaluate import load_for, read_model

    crf = read_model(model_path)
    labelled = load_for(crf, data, columns, control_only=control)
    if labelled.n_test:
        print_remark(
            "These are the sentences that models of this project learn from. --control scores "
            f"{counted(labelled.n_test, 'test sentence')} instead."
        )
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
    from app.jobs.labelled_files.evaluate import evaluate as evaluate_model
    from app.jobs.labelled_files.evaluate import evaluate_documents
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
        shown_name = "F1" if name == "f1" else name.replace("_", " ")
        print_line(f"{shown_name:15}{figures[name]:9.4f}")
    for label, scores in figures["per_label"].items():
        print_line(
            f"  {label:20} precision {scores['precision']:.4f}  recall {scores['recall']:.4f}  "
            f"F1 {scores['f1']:.4f}  ({scores['gold']:,} in the data)"
        )
    if unseen := figures["unseen_labels"]:
        named = f"label{'s' * (len(unseen) > 1)} {listed(map(shown, unseen))}"
        print_line(f"The model does not have the {named}, so it never gives them.")
