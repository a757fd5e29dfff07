"""Learning from text without labels: word vectors, word clusters, the letter case of words."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from app.cli.group import commands
from app.cli.options import OUTPUT, PATH, OneOf, WholeNumber, json_option, threads_option
from app.cli.output import check_output, print_json, print_line, print_remark, printing_beside
from app.cli.progress import progress_bar
from crfcore.errors import DataError
from crfcore.messages import counted

if TYPE_CHECKING:
    from crfcore.features.column_table import ColumnTable
    from crfcore.features.word_cases import WordCases
    from crfcore.features.word_clusters import WordClusters
    from crfcore.features.word_vectors import WordVectors

texts_argument = click.argument("texts", metavar="TEXT...", nargs=-1, required=True, type=PATH)
output_option = click.option(
    "-o", "--output", type=OUTPUT, required=True, help="Where to write the result."
)
tokens_option = click.option(
    "--tokens",
    type=OneOf(("words", "spaces")),
    default="words",
    show_default=True,
    help="words: files of any format and projects are read as on import. spaces: each line of a "
    "plain text is a sentence, with spaces between its tokens.",
)


@commands.command()
@texts_argument
@output_option
@tokens_option
@click.option(
    "--dimensions",
    type=WholeNumber(1, 300),
    default=50,
    show_default=True,
    help="The length of a vector.",
)
@click.option(
    "--like",
    type=PATH,
    metavar="FILE",
    help="Earlier vectors: turn the new ones so that a model trained with the earlier ones is a "
    "good start (--initial).",
)
@threads_option
@json_option
def vectors(
    texts: tuple[Path, ...],
    output: Path,
    tokens: str,
    dimensions: int,
    like: Path | None,
    threads: int,
    as_json: bool,  # noqa: FBT001 - click's flag
) -> None:
    """Learn word vectors from texts without labels, for train --vectors."""
    from crfcore.features.word_vectors import WordVectors, learn_vectors

    check_output(output, *texts, like)
    earlier = None if like is None else WordVectors.load(like)
    if earlier is not None and earlier.n_dimensions != dimensions:
        raise DataError(
            f"These vectors have {earlier.n_dimensions} dimensions, and {dimensions} are to be "
            f"learned; give --dimensions {earlier.n_dimensions}.",
            path=like,
        )

    def learn(table: ColumnTable, monitor: Any) -> WordVectors:
        return learn_vectors(table, dimensions, threads=threads, like=earlier, monitor=monitor)

    _learn_and_write(texts, tokens, output, "vector", learn, like=like, as_json=as_json)


@commands.command()
@texts_argument
@output_option
@tokens_option
@click.option(
    "--classes",
    type=WholeNumber(2, 1_000),
    default=64,
    show_default=True,
    help="The number of clusters.",
)
@json_option
def clusters(
    texts: tuple[Path, ...],
    output: Path,
    tokens: str,
    classes: int,
    as_json: bool,  # noqa: FBT001 - click's flag
) -> None:
    """Learn word clusters from texts without labels, for train --clusters."""
    from crfcore.features.word_clusters import learn_clusters

    check_output(output, *texts)

    def learn(table: ColumnTable, monitor: Any) -> WordClusters:
        return learn_clusters(table, classes, monitor=monitor)

    _learn_and_write(texts, tokens, output, "cluster", learn, as_json=as_json)


@commands.command()
@texts_argument
@output_option
@tokens_option
@json_option
def cases(
    texts: tuple[Path, ...],
    output: Path,
    tokens: str,
    as_json: bool,  # noqa: FBT001 - click's flag
) -> None:
    """Find the letter case of words in texts without labels, for train --cases."""
    from crfcore.features.word_cases import learn_cases

    check_output(output, *texts)

    # It takes a second for millions of tokens: there is no progress to show.
    def learn(table: ColumnTable, _monitor: Any) -> WordCases:
        return learn_cases(table)

    _learn_and_write(texts, tokens, output, "case", learn, as_json=as_json)


def _learn_and_write(
    texts: tuple[Path, ...],
    tokens: str,
    output: Path,
    noun: str,
    learn: Callable[[ColumnTable, Any], WordVectors | WordClusters | WordCases],
    *,
    like: Path | None = None,
    as_json: bool,
) -> None:
    from app.formats.output import most_private, write_bytes
    from app.jobs.kernels import compile_kernels
    from app.jobs.labelled_files.unlabelled_text import read_words, taken_for_tables

    for path, is_parted in taken_for_tables(texts, tokens).items():
        print_remark(
            f"{path} is read as a table, whose first column holds the words"
            + ("." if is_parted else "; if each line is a sentence, give --tokens spaces.")
        )
    table = read_words(texts, tokens)
    compile_kernels("vectors", report=print_remark)
    start = time.perf_counter()
    with progress_bar("Learning") as monitor:
        learned = learn(table, monitor)
    seconds = time.perf_counter() - start
    write_bytes(output, learned.to_bytes(), most_private(*texts, like))
    figures = {
        "n_sentences": table.n_sentences,
        "n_tokens": table.n_tokens,
        "n_words": len(learned.words),
        "seconds": seconds,
    }
    with printing_beside(output, as_json=as_json):
        if as_json:
            print_json(figures)
            return
        print_line(
            f"{output}: {noun}s of {counted(len(learned.words), 'word')} from "
            f"{counted(table.n_tokens, 'token')} in {seconds:.1f} s."
        )
