"""Sub-commands for projects: new, import, export, check."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from app.cli.group import commands
from app.cli.options import (
    FORMATS,
    NEW,
    OUTPUT,
    PATH,
    OneOf,
    columns_option,
    count_from,
    names,
    not_empty,
)
from app.cli.output import print_line, print_remark, printing_beside, refuse_input
from app.cli.progress import progress_bar
from crfcore.errors import DataError, ModelFileError
from crfcore.messages import counted
from crfcore.text.lines import ENCODINGS, UTF_8
from crfcore.text.tag_schemes import SCHEMES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from app.domain.project import Project
    from app.domain.proposals import Proposals
    from app.jobs.exporting.documents import ExportForm
    from app.jobs.importing.report import ReadFiles, ReportLine
    from app.storage.project_file import ProjectFile

_NAMES_SHOWN = 10


@commands.command()
@click.argument("project", type=NEW)
@click.option("--labels", callback=names, metavar="A,B", help="Initial labels, comma-separated.")
@click.option("--scheme", type=OneOf(SCHEMES), default="iob2", help="Tagging scheme.")
@click.option(
    "--template", callback=not_empty, default="basic", help="Feature template: preset or file."
)
@click.option(
    "--control",
    type=count_from(0),
    default=0,
    show_default=True,
    metavar="N",
    help="Size of the random test sample (labelled without suggestions).",
)
@click.option(
    "--from",
    "folder",
    type=PATH,
    metavar="FOLDER",
    help="Recreate from a folder written by `export --everything` (other options are ignored).",
)
def new(
    project: Path,
    labels: tuple[str, ...],
    scheme: str,
    template: str,
    control: int,
    folder: Path | None,
) -> None:
    """Create a project."""
    if folder is not None:
        from app.jobs.projects.read_plain_files import read_everything

        with progress_bar("Reading") as monitor:
            contents = read_everything(folder, project, monitor=monitor)
        with printing_beside(project):
            print_line(f"Created {project}: {contents}.")
        return
    from app.domain.labels import note_on_case
    from app.jobs.projects.create import create_project

    create_project(
        project, labels=labels, scheme=scheme, template=template, control_size=control
    ).close()
    with printing_beside(project):
        print_line(f"Created {project}.")
    if note := note_on_case(labels):
        print_remark(note)


@commands.command("import")
@click.argument("project", type=PATH)
@click.argument("files", type=PATH, nargs=-1, required=True, metavar="FILE...")
@click.option("--format", "format_name", type=FORMATS, help="Default: detected from the content.")
@columns_option
@click.option(
    "--as",
    "use",
    type=OneOf(["gold", "suggestion", "text"]),
    default="gold",
    help="gold: confirmed; suggestion: to be reviewed; text: ignore labels.",
)
@click.option(
    "--scheme",
    "tags",
    type=OneOf(["file", "project"]),
    default="file",
    help="Keep foreign tagging schemes or convert them to the project's.",
)
@click.option(
    "--tokens",
    type=OneOf(["words", "characters", "spaces", "surface", "blanks"]),
    metavar="[words|characters|spaces|surface]",
    default="words",
    help="Tokenisation of plain text: words (characters for Chinese, Thai, …), characters, or "
    "spaces (pre-tokenised, one sentence per line). For CoNLL-U: words or "
    "surface (multiword ranges).",
)
@click.option(
    "--sentences",
    type=OneOf(["found", "lines"]),
    default="found",
    help="Sentences of plain text: detected from punctuation and blank lines, or each line is one.",
)
@click.option(
    "--encoding",
    type=OneOf(ENCODINGS),
    default=UTF_8,
    help="The encoding of the files; none is guessed.",
)
@click.option(
    "--rows",
    type=OneOf(["even", "ragged"]),
    default="even",
    help="Rows of column files: all of the same length, or the first field the word and the last "
    "the label.",
)
@click.option(
    "--rejected",
    type=OneOf(["span", "tokens"]),
    default="span",
    help="What Prodigy's rejected spans say: this very span is wrong, or none of its tokens has "
    "the label.",
)
@click.option(
    "--documents",
    type=OneOf(["file", "marks"]),
    default="file",
    help="A document for each file, or for each -DOCSTART- line in it.",
)
@click.option("--report", "only_report", is_flag=True, help="Dry run: print an import report only.")
def import_files(
    project: Path,
    files: tuple[Path, ...],
    format_name: str | None,
    columns: tuple[str, ...],
    use: str,
    tags: str,
    tokens: str,
    sentences: str,
    encoding: str,
    documents: str,
    rows: str,
    rejected: str,
    only_report: bool,  # noqa: FBT001 - click's flag
) -> None:
    """Add texts or labelled files to a project, each as one document."""
    from app.jobs.importing.documents import ImportOptions, Use, each_once, prepare_all
    from app.jobs.importing.present import listed_sentences
    from app.jobs.importing.report import read_files
    from app.storage.project_file import ProjectFile

    # Only values that are not the defaults.
    choices = {"documents": documents} if documents == "marks" else {}
    choices |= {"rows": rows} if rows == "ragged" else {}
    choices |= {"rejected": rejected} if rejected == "tokens" else {}
    tokens = "blanks" if tokens == "spaces" else tokens  # the older name, which projects keep
    choices |= {"tokens": tokens} if tokens != "words" else {}
    choices |= {"sentences": sentences} if sentences == "lines" else {}
    choices |= {"encoding": encoding} if encoding != UTF_8 else {}
    options = ImportOptions(format_name or "", columns, Use(use), tuple(choices.items()))
    with ProjectFile.open(project, for_reading=only_report) as file:
        with progress_bar("Reading") as monitor:
            # All files are read before the first is written, so that a bad one stops all.
            once, again = each_once(files)
            prepared = prepare_all(once, options, monitor)
        for path in again:
            print_remark(f"{path} is a file that is named twice, and is imported once.")
        loaded = file.load()
        read = read_files(prepared, listed_sentences(loaded))
        if only_report:
            _print_report(read, loaded)
        else:
            _store_read(file, loaded, read, convert=tags == "project")
            _warn_of_columns(loaded)


def _print_report(read: ReadFiles, project: Project) -> None:
    """Print the import report."""
    from app.jobs.importing.report import report_lines

    _print_lines(report_lines(read, project))


def _print_lines(lines: Iterable[ReportLine], depth: int = 0) -> None:
    for line in lines:
        print_line("  " * depth + line.text + (f": {line.value}" if line.value else ""))
        _print_lines(line.below, depth + 1)


def _warn_of_utf8(read: ReadFiles) -> None:
    """Name the files that hardly are in the encoding that was given for all."""
    for report in read.reports:
        if report.is_of_utf8:
            print_remark(
                f"{report.name} is valid UTF-8, and was read as Windows-1252; look at its letters, "
                "and import it without --encoding if they are wrong."
            )


def _warn_of_columns(project: Project) -> None:
    """Name a column that the project's template reads and its texts lack."""
    from app.jobs.data.snapshot import columns_for_templates
    from app.jobs.data.templates import missing_column

    trouble = missing_column(project.settings.template, columns_for_templates(project))
    if trouble:
        print_remark(trouble)


def _store_read(file: ProjectFile, loaded: Project, read: ReadFiles, *, convert: bool) -> None:
    """Write files that were read to a project and its state in memory."""
    import numpy as np

    from app.domain.vocabulary import assign_ids
    from app.edits.imports import show_document
    from app.jobs.data.control_sample import numbers_to_draw, with_control_sample
    from app.jobs.importing.ids import count_open, number_document, reserved, show, store
    from app.jobs.importing.report import scheme_to_be, sizes
    from app.jobs.importing.schemes import in_scheme

    _warn_of_utf8(read)
    scheme, rng = scheme_to_be(loaded, read), np.random.default_rng()
    n_open = [count_open(document) for document in read.prepared]
    to_draw = numbers_to_draw(loaded, n_open, rng)
    following = read.prepared[1:]
    for number, (document, report) in enumerate(zip(read.prepared, read.reports, strict=True)):
        if report.is_foreign(scheme) and not convert:
            print_line(
                f"{document.name} is tagged as {report.scheme} and the project as {scheme}; the "
                "tags are imported unchanged (--scheme project converts them).",
                err=True,
            )
        other = report.converts(scheme, wanted=convert)
        converted = in_scheme(document, scheme) if other else document
        numbered = reserved(
            loaded, number_document(loaded, converted, file.history.last_edit_id() + 1)
        )
        # As in the window, new labels become possible for narrowed tokens.
        edit = assign_ids(loaded, show_document(loaded, numbered.edit))
        edit = with_control_sample(edit, numbered.corpus, to_draw[number], rng)
        numbered = replace(numbered, edit=edit)
        with progress_bar(f"Importing {document.name}") as monitor:
            store(file, loaded, numbered, monitor, following=following, is_first=number == 0)
        show(loaded, numbered)
        corpus = numbered.corpus
        several = f"{len(document.parts):,} documents, " if document.parts else ""
        with printing_beside(file.path):
            print_line(
                f"{document.name}: {several}{sizes(corpus.n_sentences, corpus.n_tokens)} "
                f"({document.layout.format})."
            )
    if any(to_draw):
        with printing_beside(file.path):
            print_line(
                f"Test sentences: {sum(to_draw):,} drawn at random from "
                f"{counted(sum(n_open), 'open sentence')}, to be labelled without suggestions."
            )
    left_out = sum(report.n_left_out for report in read.reports)
    if left_out:
        them = "it" if left_out == 1 else "them"
        print_remark(
            f"Left out, for they don't fit the text: {counted(left_out, 'span')}; import with "
            f"--report lists {them}."
        )


@commands.command()
@click.argument("project", type=PATH)
@click.argument("out", type=OUTPUT)
@click.option(
    "--format",
    "format_name",
    type=FORMATS,
    help="Default: the format of the imported file; columns for plain text.",
)
@click.option(
    "--which",
    type=OneOf(["confirmed", "done", "all"]),
    default="confirmed",
    help="confirmed: the confirmed labels of all sentences; done: only those of sentences that "
    "are done; all: suggestions as well.",
)
@click.option(
    "--rules",
    "on_violation",
    type=OneOf(["report", "refuse"]),
    default="report",
    help="On violations of hard rules, or hard rules that cannot be used: report and export, "
    "or refuse.",
)
@click.option(
    "--scheme",
    type=OneOf(SCHEMES),
    help="Tagging scheme (default: unchanged).",
)
@click.option("--report", "only_report", is_flag=True, help="Dry run: print an export report only.")
@click.option(
    "--replace",
    "may_replace",
    is_flag=True,
    help="Replace files in a folder that have the names of the documents, or that belong to the "
    "one file (brat's .ann).",
)
@click.option(
    "--everything",
    is_flag=True,
    is_eager=True,  # OUT is then a folder
    help="All that the project holds, as plain files in a new folder; `new --from` reads them.",
)
def export(
    project: Path,
    out: Path,
    format_name: str | None,
    which: str,
    on_violation: str,
    scheme: str | None,
    only_report: bool,  # noqa: FBT001 - click's flag
    may_replace: bool,  # noqa: FBT001 - click's flag
    everything: bool,  # noqa: FBT001 - click's flag
) -> None:
    """Write the labelled text: to one file, or to a folder with a file for each document.

    OUT “-” is standard output.
    """
    refuse_input(out, project)
    if everything:
        _export_everything(project, out)
        return
    from app.jobs.exporting.documents import ExportForm, Which
    from app.jobs.exporting.documents import export as export_documents
    from app.jobs.exporting.unfinished import left_open, n_unfinished
    from app.jobs.exporting.violations import rule_violations, unused_hard_rules, wording
    from app.storage.project_file import ProjectFile

    with ProjectFile.open(project, for_reading=True) as file:
        loaded = file.load()
        form = ExportForm(Which(which), format_name or "", scheme or "")
        if not (may_replace or only_report):
            _check_free(loaded, out, form)
        proposals = _proposals(file, loaded) if which == "all" else None
        if only_report:
            _print_losses(file, loaded, form, proposals, folder=out.is_dir())
            return
        with progress_bar("Checking rules") as monitor:
            violations = rule_violations(loaded, form.which, proposals, monitor)
        troubles = [unused_hard_rules(loaded), wording(loaded, violations) if violations else ""]
        trouble = " ".join(filter(None, troubles))
        if trouble:
            if on_violation == "refuse":
                raise DataError(f"Nothing was exported. {trouble}", path=project)
            print_line(trouble, err=True)
        with progress_bar("Exporting") as monitor:
            written = export_documents(
                loaded,
                file.sentence_sources,
                out,
                which=form.which,
                proposals=proposals,
                format_name=form.format,
                scheme=form.scheme,
                records=file.records,
                monitor=monitor,
                origin=project,
            )
        n_open = n_unfinished(loaded)
    them = "it" if n_open == 1 else "them"
    left = left_open(form.which, n_open, hint=f"; --which done leaves {them} out")
    count = counted(written, "sentence")
    with printing_beside(out):
        print_line(f"{out}: {count}; {left}." if left else f"{out}: {count}.")


def _check_free(loaded: Project, out: Path, form: ExportForm) -> None:
    """Raise DataError if an export would replace files that were not named."""
    from app.jobs.exporting.documents import files_to_replace

    there = files_to_replace(loaded, out, form.format, form.which)
    if not there:
        return
    more = f" and {len(there) - _NAMES_SHOWN:,} more" if len(there) > _NAMES_SHOWN else ""
    folder_phrase, other = ("in this", "folder") if out.is_dir() else ("in the same", "name")
    raise DataError(
        f"Nothing was exported, because it would replace {', '.join(there[:_NAMES_SHOWN])}{more} "
        f"{folder_phrase} folder; choose another {other}, or give --replace if they are to be "
        "replaced.",
        path=out,
    )


def _export_everything(project: Path, out: Path) -> None:
    from app.jobs.projects.plain_files import write_everything
    from app.storage.project_file import ProjectFile

    with (
        ProjectFile.open(project, for_reading=True) as file,
        progress_bar("Exporting") as monitor,
    ):
        contents = write_everything(file, out, monitor)
    with printing_beside(out):
        print_line(f"{out}: {contents}.")


def _print_losses(
    file: ProjectFile,
    loaded: Project,
    form: ExportForm,
    proposals: Proposals | None,
    *,
    folder: bool,
) -> None:
    """Print what an export would lose."""
    from app.jobs.exporting.report import export_report, loss_lines

    with progress_bar("Looking") as monitor:
        notes = export_report(
            loaded,
            file.sentence_sources,
            form,
            folder=folder,
            proposals=proposals,
            records=file.records,
            monitor=monitor,
        )
    _print_lines(loss_lines(notes))


def _proposals(file: ProjectFile, loaded: Project) -> Proposals:
    """Return the proposals of a project's newest model."""
    from app.jobs.kernels import compile_kernels, kernels_of
    from app.jobs.project_models.project_learning import ProjectLearning
    from app.jobs.projects.check import UNREAD_MODEL, UNUSABLE_MODEL
    from app.jobs.suggestions.propose import propose_all

    stored = file.newest_model()
    if file.has_unread_model():
        raise DataError(UNREAD_MODEL, path=file.path)
    if stored is None:
        raise DataError(
            "This project has no trained model yet, so there are no suggestions to export; open "
            "it in the window until the model is trained, or export with --which confirmed.",
            path=file.path,
        )
    try:
        model = ProjectLearning().from_bytes(stored.data)
    except ModelFileError as error:
        raise DataError(UNUSABLE_MODEL, path=file.path) from error
    compile_kernels(*kernels_of(model.crf), report=print_remark)
    with progress_bar("Proposing") as monitor:
        return propose_all(model, loaded, monitor)


@commands.command()
@click.argument("project", type=PATH)
@click.option(
    "--without-log",
    is_flag=True,
    help="Open a project whose log with its last changes is lost or damaged, and continue without "
    "what cannot be read.",
)
def check(project: Path, *, without_log: bool) -> None:
    """Check the integrity of a project, and say what to do if it is damaged."""
    from app.jobs.projects.check import check_project

    contents = check_project(project, without_log=without_log)
    print_line(f"{project} is sound: {contents}.")
