"""The sub-commands of `tagwright`: the jobs of the window, without a window.

Exit status: 0 done, 1 the input was bad (one sentence on standard error), 2 wrong usage,
130 interrupted. Results go to standard output, progress to standard error.
"""

from __future__ import annotations

import importlib
import json
import os
import shutil
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from app import __version__
from app.jobs.progress import Monitor
from app.reproduce.tables import TABLES
from app.storage.errors import ProjectFileError
from crfcore.errors import CrfError, DataError
from crfcore.text.tag_schemes import SCHEMES

if TYPE_CHECKING:
    from app.domain.project import Project
    from app.domain.proposals import Proposals
    from app.jobs.train_file import Training
    from app.reproduce.context import Listener
    from app.storage.project_file import ProjectFile
    from crfcore.crf import LinearChainCRF
    from crfcore.training.fitting import TrainingState

DONE, BAD_INPUT, WRONG_USAGE, INTERRUPTED = 0, 1, 2, 130
BENCHMARKS = (
    *("training", "tagging", "large-labels", "empirical", "warm-start", "constraints"),
    *("active-learning", "calibration", "window"),
)
CORPORA = "TAGWRIGHT_CORPORA"
# Those of the library, named here so that --help need not load it.
ALGORITHMS = (
    *("lbfgs", "cg-fr", "cg-pr", "gradient", "newton", "gis", "iis"),
    *("empirical", "l2sgd", "ap", "pa", "arow", "voted-perceptron", "batch-perceptron"),
)

PATH = click.Path(path_type=Path)
FORMATS = click.Choice(["text", "columns", "conllu"])


def run(arguments: Sequence[str]) -> int:
    """Run a sub-command and return the exit status; whatever is bad is said in one sentence."""
    try:
        status = commands.main(list(arguments), "tagwright", standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.Exit as leaving:
        return leaving.exit_code
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("Interrupted; nothing half-written is left.", err=True)
        return INTERRUPTED
    except (CrfError, ProjectFileError) as error:
        click.echo(str(error), err=True)
        return BAD_INPUT
    except BrokenPipeError:
        return _leave_closed_output()
    except OSError as error:
        from app.formats.output import why_unwritable

        click.echo(f"{error.filename or 'standard output'}: {why_unwritable(error)}", err=True)
        return _leave_closed_output()
    return status if isinstance(status, int) else DONE


def _leave_closed_output() -> int:
    """Leave without another try at an output that nobody reads, or that takes no more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return BAD_INPUT


def refuse_arguments(arguments: Sequence[str]) -> int:
    """Say that the window opens one project."""
    click.echo(
        f"tagwright opens one project, and {len(arguments)} names were given; "
        f"“{arguments[0]}” is no sub-command. See tagwright --help.",
        err=True,
    )
    return WRONG_USAGE


def _names(_: click.Context, __: click.Parameter, value: str | None) -> tuple[str, ...]:
    """Split a list given with commas."""
    return tuple(name.strip() for name in value.split(",")) if value else ()


def _ways(_: click.Context, __: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
    """Refuse names of strategies that mean nothing."""
    from app.jobs.simulate import way_of

    for value in values:
        try:
            way_of(value)
        except CrfError as error:
            raise click.BadParameter(str(error)) from None
    return values


columns_option = click.option(
    "--columns",
    callback=_names,
    metavar="NAMES",
    help="Names of the columns, for example word,pos,label; “_” for one not to be read.",
)
json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print the result as one JSON object."
)
threads_option = click.option(
    "--threads", type=click.IntRange(1), default=1, help="How many processor cores to use."
)


@click.group(
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Without a sub-command: tagwright [PROJECT] opens the window.",
)
@click.version_option(__version__, package_name="tagwright")
def commands() -> None:
    """Label text token by token while a model learns from every decision."""


@commands.command()
@click.argument("project", type=PATH)
@click.option("--labels", callback=_names, metavar="A,B", help="Labels to begin with.")
@click.option("--scheme", type=click.Choice(SCHEMES), default="iob2", help="How spans are tagged.")
@click.option("--template", default="basic", help="What the model looks at: a preset or a file.")
def new(project: Path, labels: tuple[str, ...], scheme: str, template: str) -> None:
    """Make a project."""
    from app.jobs.create_project import create_project

    create_project(project, labels=labels, scheme=scheme, template=template).close()
    click.echo(f"Made {project}.")


@commands.command("import")
@click.argument("project", type=PATH)
@click.argument("files", type=PATH, nargs=-1, required=True, metavar="FILE...")
@click.option("--format", "format_name", type=FORMATS, help="Seen from the content if not given.")
@columns_option
@click.option(
    "--as",
    "use",
    type=click.Choice(["gold", "suggestion", "text"]),
    default="gold",
    help="What labels in the files are worth: confirmed, only suggested, or ignored.",
)
def import_files(
    project: Path,
    files: tuple[Path, ...],
    format_name: str | None,
    columns: tuple[str, ...],
    use: str,
) -> None:
    """Add texts or labelled files to a project, each as one document."""
    from app.domain.sentences import Additions
    from app.edits.imports import show_document
    from app.jobs.import_documents import ImportOptions, Use, adopt, prepare, show, store
    from app.storage.project_file import ProjectFile

    options = ImportOptions(format_name or "", columns, Use(use))
    with ProjectFile.open(project) as file:
        with _progress("Reading") as monitor:
            # All are read before the first is written, so that a bad one stops the whole.
            prepared = [prepare(path, options, monitor) for path in files]
        image = file.load()
        for document in prepared:
            names = len(image.words), len(image.tags), len(image.tag_sets)
            adoption = adopt(image, document, file.last_edit_id() + 1)
            # As in the window, new labels become possible where a choice was left open.
            edit = show_document(image, adoption.edit)
            adoption = replace(adoption, edit=edit, additions=Additions.since(image, *names))
            with _progress(f"Importing {document.name}") as monitor:
                store(file, adoption, monitor)
            show(image, adoption)
            corpus = adoption.corpus
            click.echo(
                f"{document.name}: {corpus.n_sentences:,} sentences, {corpus.n_tokens:,} tokens "
                f"({document.layout.format})."
            )


@commands.command()
@click.argument("project", type=PATH)
@click.argument("out", type=PATH)
@click.option("--format", "format_name", type=FORMATS, help="That of the import if not given.")
@click.option(
    "--which",
    type=click.Choice(["confirmed", "all"]),
    default="confirmed",
    help="Confirmed labels only, or suggestions and the model's proposals too.",
)
@click.option(
    "--rules",
    "on_breach",
    type=click.Choice(["report", "refuse"]),
    default="report",
    help="Where labels break rules that must hold: say so and write, or write nothing.",
)
def export(project: Path, out: Path, format_name: str | None, which: str, on_breach: str) -> None:
    """Write the labelled text: to one file, or to a folder with a file for each document."""
    from app.jobs.export import Which
    from app.jobs.export import export as export_documents
    from app.jobs.rule_breaches import rule_breaches, wording
    from app.storage.project_file import ProjectFile

    with ProjectFile.open(project, for_reading=True) as file:
        image = file.load()
        proposals = _proposals(file, image) if which == "all" else None
        with _progress("Checking rules") as monitor:
            breaches = rule_breaches(image, Which(which), proposals, monitor)
        if breaches:
            told = wording(image, breaches)
            if on_breach == "refuse":
                raise DataError(f"Nothing is written. {told}", path=project)
            click.echo(told, err=True)
        with _progress("Exporting") as monitor:
            written = export_documents(
                image,
                file.sentence_sources,
                out,
                which=Which(which),
                proposals=proposals,
                format_name=format_name or "",
                monitor=monitor,
            )
    click.echo(f"{out}: {written:,} sentences.")


def _proposals(file: ProjectFile, image: Project) -> Proposals:
    """Return what the newest model of a project proposes for all that is not confirmed."""
    from app.jobs.learning import ProjectLearning
    from app.jobs.propose import propose_all

    stored = file.newest_model()
    if stored is None:
        raise DataError(
            "This project has no trained model yet, so there are no proposals to write; open it "
            "in the window until the model is trained, or export with --which confirmed.",
            path=file.path,
        )
    with _progress("Proposing") as monitor:
        return propose_all(ProjectLearning().from_bytes(stored.data), image, monitor)


@commands.command()
@click.argument("project", type=PATH)
def check(project: Path) -> None:
    """Look whether a project is sound, and say what to do if it is not."""
    from app.jobs.check import check_project

    click.echo(f"{project} is sound: {check_project(project)}.")


@commands.command()
@click.argument("data", type=PATH)
@click.option("--model", "model_path", type=PATH, required=True, help="Where to write the model.")
@click.option(
    "--template",
    default="",
    help="A preset (basic, ner, pos, chunking; basic if not given) or a file.",
)
@click.option(
    "--gazetteer",
    "gazetteers",
    type=PATH,
    multiple=True,
    metavar="FILE",
    help="Phrases, one a line, or phrase, tab, label: an attribute for tokens in them. May be "
    "given several times; the model keeps the phrases.",
)
@click.option("--ignore-case", is_flag=True, help="Find the phrases of gazetteers in any case.")
@columns_option
@click.option("--all-states", is_flag=True, help="Weights for pairs that never occur, too.")
@click.option(
    "--algorithm",
    type=click.Choice(ALGORITHMS),
    default="lbfgs",
    show_default=True,
    help="How to train.",
)
@click.option(
    "--c1",
    type=click.FloatRange(0),
    default=0.0,
    show_default=True,
    help="Strength of the L1 penalty (lbfgs).",
)
@click.option(
    "--c2",
    type=click.FloatRange(0),
    default=1.0,
    show_default=True,
    help="Strength of the L2 penalty (lbfgs, l2sgd).",
)
@click.option(
    "--min-count",
    type=click.IntRange(1),
    default=1,
    help="Leave out attributes seen fewer times (-f of CRF++).",
)
@click.option(
    "--max-iterations",
    type=click.IntRange(1),
    help="If not given, no limit for lbfgs, 1000 passes for l2sgd and 100 for ap, pa and arow.",
)
@threads_option
@click.option(
    "--initial", default="auto", help="Start from auto, zeros, empirical, passes, or a model file."
)
@click.option(
    "--keep-state", is_flag=True, help="Write the optimiser's state into the model's file, too."
)
@click.option(
    "--state",
    "state_path",
    type=PATH,
    metavar="MODEL",
    help="Go on with the training of a model written with --keep-state, on the same data.",
)
@click.option(
    "--constraints",
    type=PATH,
    metavar="FILE",
    help="A JSON file of rules that labels obey: they tell more of sentences that are partly "
    "labelled (see the manual's page on the command line).",
)
@click.option("--test", "test_path", type=PATH, help="Evaluate on this file, too.")
@click.option(
    "--seed", type=click.IntRange(0), default=0, help="For algorithms that draw at random."
)
@json_option
def train(
    data: Path,
    model_path: Path,
    columns: tuple[str, ...],
    test_path: Path | None,
    state_path: Path | None,
    as_json: bool,  # noqa: FBT001 - click's flag
    **choices: Any,
) -> None:
    """Train a model on a column file, CoNLL-U, or a project."""
    from app.jobs.labelled_data import load
    from app.jobs.train_file import TrainingOptions, train_on

    _check_output(model_path)
    labelled = load(data, columns)
    choices["initial"] = _initial(choices["initial"])
    choices["state"] = _state(state_path)
    with _training_progress() as monitor:
        training = train_on(labelled, TrainingOptions(**choices), monitor)
    figures = dict(training.figures)
    if test_path is not None:
        figures["test"] = _evaluation(training.crf, test_path, ())
    training.crf.compact().save(model_path, with_state=choices["keep_state"])
    if as_json:
        _print_json(figures)
    else:
        _print_training(model_path, training, figures)


def _check_output(path: Path) -> None:
    """Find out before a long work whether its result could be written."""
    from app.formats.output import keep_project

    keep_project(path)
    if path.is_dir():
        raise DataError("This is a folder; name a file in it.", path=path)
    if not path.parent.is_dir():
        raise DataError("There is no such folder; make it first.", path=path.parent)
    if not os.access(path.parent, os.W_OK):
        raise DataError("This folder can't be written; choose one of your own.", path=path.parent)


def _initial(name: str) -> str | LinearChainCRF:
    if name in ("auto", "zeros", "empirical", "passes"):
        return name
    from crfcore.crf import LinearChainCRF

    return LinearChainCRF.load(Path(name))


def _state(path: Path | None) -> TrainingState | None:
    if path is None:
        return None
    from crfcore.crf import LinearChainCRF
    from crfcore.errors import NotFittedError

    try:
        return LinearChainCRF.load(path).optimiser_state_
    except NotFittedError:
        raise DataError(
            "This model does not hold the state of its training; write it with --keep-state, or "
            "start from its weights with --initial.",
            path=path,
        ) from None


def _print_training(path: Path, training: Training, figures: dict[str, Any]) -> None:
    objective = figures["objective"]
    reached = "" if objective is None else f", objective {objective:,.1f}"
    click.echo(
        f"{path}: {figures['n_features']:,} weights from {figures['n_sentences']:,} sentences in "
        f"{figures['seconds']:.1f} s and {figures['iterations']} iterations{reached}."
    )
    if figures.get("dropped_rules"):
        click.echo(
            f"Labels break rules {figures['dropped_rules']:,} times; these rules were left out in "
            "those sentences.",
            err=True,
        )
    if not figures["converged"] and objective is not None:
        click.echo(f"It ended early: {training.crf.training_.reason}", err=True)
    if "test" in figures:
        _print_evaluation(figures["test"])


@commands.command()
@click.argument("foreign", metavar="FOREIGN", type=PATH)
@click.option("--model", "model_path", type=PATH, required=True, help="Where to write it.")
@click.option(
    "--format",
    "format_name",
    metavar="NAME",
    help="crfsuite, crfsuite-dump, crf++, wapiti or wapiti-dump; seen from the content if not "
    "given.",
)
@click.option("--template", help="For a dump of Wapiti: with which the model was trained.")
@json_option
def convert(
    foreign: Path,
    model_path: Path,
    format_name: str | None,
    template: str | None,
    as_json: bool,  # noqa: FBT001 - click's flag
) -> None:
    """Write a model of CRFsuite, CRF++ or Wapiti as one of ours."""
    from crfcore.crf import LinearChainCRF

    _check_output(model_path)
    crf = LinearChainCRF.import_model(foreign, format_name, template=template)
    crf.compact().save(model_path)
    figures = {
        "format": crf.metadata_["imported_from"],
        "n_labels": len(crf.classes_),
        "n_attributes": crf.num_attributes_,
        "n_features": len(crf.state_features_) + len(crf.transition_features_),
    }
    if as_json:
        _print_json(figures)
        return
    click.echo(
        f"{model_path}: {figures['n_features']:,} weights of {figures['n_attributes']:,} "
        f"attributes and {figures['n_labels']} labels, from {figures['format']}."
    )


@commands.command()
@click.argument("model_path", metavar="MODEL", type=PATH)
@click.argument("text", metavar="INPUT", type=PATH)
@click.option("-o", "--output", type=PATH, help="Standard output if not given.")
@click.option("--marginals", is_flag=True, help="Add the probability of each label.")
@click.option(
    "--nbest",
    type=click.IntRange(1),
    metavar="N",
    help="Give the N most probable labellings of each sentence, the best first, each behind a line "
    "“# rank probability”.",
)
@click.option(
    "--constraints",
    type=PATH,
    metavar="FILE",
    help="What is known of the labels: a column file with a line for each token of INPUT, and an "
    "empty one between sentences. The last field is what the token may be: “_” anything, a label, "
    "“A|B” one of several, “!A” any but that (“!A|B” neither of the two). Or a JSON file of rules "
    "(see the manual's page on the command line).",
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
    """Label a text with a model: the columns of the input, and the label behind them."""
    from app.formats.output import in_small_parts, write_whole
    from app.jobs.tag import TagNotes, TagOptions
    from app.jobs.tag import tag as tag_text
    from crfcore.crf import LinearChainCRF

    if marginals and nbest:
        raise click.UsageError("--marginals and --nbest cannot go together; choose one of the two.")
    crf = LinearChainCRF.load(model_path).set_params(threads=threads)
    options = TagOptions(columns, marginals, nbest or 0, constraints)
    notes = TagNotes()
    with _progress("Tagging") as monitor:
        pieces = tag_text(crf, text, options, monitor, notes)
        if output is not None:
            write_whole(output, pieces)
        else:
            sys.stdout.writelines(in_small_parts(pieces))
    for sentence in notes.sentences():
        click.echo(sentence, err=True)


@commands.command()
@click.argument("model_path", metavar="MODEL", type=PATH)
@click.argument("data", type=PATH)
@click.option("--scheme", type=click.Choice(SCHEMES), help="That of the model if not given.")
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
    from crfcore.crf import LinearChainCRF

    crf = LinearChainCRF.load(model_path)
    figures = _evaluation(crf, data, columns, scheme or "")
    if as_json:
        _print_json(figures)
    else:
        _print_evaluation(figures)


def _evaluation(
    crf: LinearChainCRF, data: Path, columns: Sequence[str], scheme: str = ""
) -> dict[str, Any]:
    from app.jobs.evaluate import evaluate as evaluate_model
    from app.jobs.evaluate import load_for

    labelled = load_for(crf, data, columns)
    with _progress("Evaluating") as monitor:
        return evaluate_model(crf, labelled, scheme, monitor)


def _print_evaluation(figures: dict[str, Any]) -> None:
    click.echo(f"{figures['sentences']:,} sentences, {figures['tokens']:,} tokens")
    for name in ("token_accuracy", "precision", "recall", "f1"):
        click.echo(f"{name.replace('_', ' '):15}{figures[name]:9.4f}")
    for label, scores in figures["per_label"].items():
        click.echo(
            f"  {label:20} precision {scores['precision']:.4f}  recall {scores['recall']:.4f}  "
            f"f1 {scores['f1']:.4f}  ({scores['gold']:,} in the data)"
        )


@commands.command()
@click.argument("data", type=PATH)
@click.option(
    "--test", "test_path", type=PATH, required=True, help="The file that models are scored on."
)
@click.option(
    "--strategy",
    "strategies",
    multiple=True,
    required=True,
    callback=_ways,
    metavar="S",
    help="A query strategy, such as random or min_marginal; may be given several times. Behind it: "
    "+per_second (worth for each second that a sentence takes), +diverse (no near copies), "
    "+mixed=0.2 (a fifth at random); +unaided (no proposals are shown), +partial or +partial=0.9 "
    "(only tokens under 90 % are asked for) and then +accept=0.99 (others are accepted as proposed "
    "from 99 % on).",
)
@click.option(
    "--budget",
    type=click.IntRange(1),
    metavar="N",
    help="Label N sentences; if not given, as many as --until needs.",
)
@click.option(
    "--until",
    type=click.FloatRange(0, 1, min_open=True),
    default=0.99,
    show_default=True,
    metavar="SHARE",
    help="Without a budget: which share of the score with all sentences is enough.",
)
@click.option(
    "--seed",
    "seeds",
    type=click.IntRange(0),
    multiple=True,
    default=(0,),
    metavar="N",
    help="Decides what is drawn at random; may be given several times.",
)
@click.option(
    "--error-rate",
    type=click.FloatRange(0, 1),
    default=0.0,
    metavar="SHARE",
    help="How often the simulated person errs.",
)
@click.option(
    "--template", default="", help="A preset (basic, ner, pos, chunking) or a file; as for train."
)
@columns_option
@click.option(
    "--c2", type=click.FloatRange(0), default=1.0, show_default=True, help="As for train."
)
@threads_option
@click.option(
    "--resume",
    type=PATH,
    metavar="FILE",
    help="Keep what is done in this file, and go on from what it holds.",
)
@click.option("--csv", "csv_path", type=PATH, metavar="FILE", help="Write all points as a table.")
@click.option("--png", "png_path", type=PATH, metavar="FILE", help="Draw the learning curves.")
@json_option
def simulate(
    data: Path,
    test_path: Path,
    columns: tuple[str, ...],
    resume: Path | None,
    csv_path: Path | None,
    png_path: Path | None,
    as_json: bool,  # noqa: FBT001 - click's flag
    **choices: Any,
) -> None:
    """Compare query strategies: a simulated person labels DATA, and models learn from that."""
    from app.jobs import simulate as job

    for path in (resume, csv_path, png_path):
        if path is not None:
            _check_output(path)
    options = job.SimulationOptions(**choices)
    material = job.material_of(*job.load_parts(data, test_path, columns), options.template)
    try:
        with _simulation_progress() as monitor:
            found = job.simulate_on(material, options, resume=resume, monitor=monitor)
    except KeyboardInterrupt:
        if resume is not None:
            _say(f"What is done is in {resume}; the same command goes on from there.")
        raise
    if csv_path is not None:
        job.write_csv(csv_path, found)
    if png_path is not None:
        # By name, because drawing needs Qt, which no other sub-command may load.
        picture = importlib.import_module("app.views.simulation_picture")
        picture.write_png(png_path, found)
    if as_json:
        _print_json(job.as_json(found))
    else:
        click.echo(job.as_text(found))


@contextmanager
def _simulation_progress() -> Iterator[Any]:
    """Show how far a simulation is, on a terminal, and nothing elsewhere."""
    if not sys.stderr.isatty():
        yield None
        return
    parts = 1_000
    with click.progressbar(
        length=parts,
        label="Simulating",
        width=30,
        item_show_func=lambda doing: doing or "",
        show_eta=False,
        file=sys.stderr,
    ) as bar:

        def monitor(progress: Any) -> None:
            doing = f"{progress.way} seed {progress.seed}: {progress.sentences:,} sentences"
            bar.update(max(int(parts * progress.done) - bar.pos, 0), doing if progress.way else "")
            bar.render_progress()

        yield monitor


@commands.command()
@click.argument("name", type=click.Choice(tuple(TABLES)))
@click.option(
    "--corpora", type=PATH, envvar=CORPORA, help=f"Folder of corpora; else the variable {CORPORA}."
)
@click.option(
    "--limit",
    type=click.IntRange(1),
    metavar="N",
    help="Take the first N sentences of each part of the data only.",
)
@click.option(
    "--seeds", type=click.IntRange(1), metavar="N", help="How many draws of random data to make."
)
@click.option(
    "--threads",
    type=click.IntRange(1),
    default=2,
    show_default=True,
    help="How many processor cores to use.",
)
@click.option(
    "--resume",
    type=PATH,
    metavar="FILE",
    help="Keep what is finished in this file, and go on from what it holds.",
)
@click.option(
    "--page",
    type=PATH,
    metavar="FILE",
    help="Write the table into this page (Markdown), in the place of an older one.",
)
@json_option
def reproduce(
    name: str,
    page: Path | None,
    resume: Path | None,
    as_json: bool,  # noqa: FBT001 - click's flag
    **choices: Any,
) -> None:
    """Compute a table of the literature again: the printed figures beside ours."""
    from app.reproduce.context import Context
    from app.reproduce.page import write_section
    from app.reproduce.report import compute, kept_outcomes, warning
    from app.reproduce.tables import table_named

    table = table_named(name)
    context = Context(**choices)
    if context.seeds is not None and not table.draws:
        raise click.BadParameter(f"{name} draws no random data.", param_hint="--seeds")
    if page is not None:
        _check_output(page)
    context.kept = kept_outcomes(resume, table, context)
    said = warning(table, context)
    if said is not None:
        _say(said)
    with _reproduction_progress(table.name, table.minutes) as context.listener:
        report = compute(table, context)
    if page is not None:
        write_section(page, report)
    if as_json:
        _print_json(report.as_json())
    else:
        click.echo(report.as_text())


@commands.command()
@click.argument("name", type=click.Choice(BENCHMARKS))
@click.option(
    "--corpora", type=PATH, envvar=CORPORA, help=f"Folder of corpora; else the variable {CORPORA}."
)
@click.option("--tokens", type=click.IntRange(1), help="Size of the project (window).")
@click.option("--keys", type=click.IntRange(1), default=400, help="How many keys (window).")
@click.option(
    "--runs",
    type=click.IntRange(1),
    help="How often each is measured [1; warm-start, calibration: 5].",
)
@click.option("--long", is_flag=True, help="Also train the whole task, for minutes (large-labels).")
@json_option
def benchmark(
    name: str,
    corpora: Path | None,
    tokens: int | None,
    keys: int,
    runs: int | None,
    long: bool,  # noqa: FBT001 - click's flags
    as_json: bool,  # noqa: FBT001
) -> None:
    """Measure the program, and a peer in turn, in one run."""
    from app.benchmarks.figures import BenchmarkOptions

    # By name, because one of them needs Qt, which no other sub-command may load.
    module = importlib.import_module(f"app.benchmarks.{name.replace('-', '_')}")
    usual: int = getattr(module, "RUNS", 1)
    options = BenchmarkOptions(corpora, runs or usual, keys, tokens, long, report=_say)
    figures = {figure: one.as_json() for figure, one in module.measure(options).items()}
    if as_json:
        _print_json(figures)
        return
    for figure, one in figures.items():
        peer = "" if one["peer"] is None else f"  peer {one['peer']:.6g}"
        # Nothing is a multiple of 0.
        peer += "" if one["ratio"] is None else f", ratio {one['ratio']:.3g}"
        click.echo(f"{figure:40}{one['ours']:14.6g} {one['unit']}{peer}")


def _say(sentence: str) -> None:
    click.echo(sentence, err=True)


def _print_json(value: dict[str, Any]) -> None:
    click.echo(json.dumps(value, ensure_ascii=False, allow_nan=False))


@contextmanager
def _progress(label: str) -> Iterator[Monitor | None]:
    """Show a bar on a terminal, and nothing elsewhere."""
    if not sys.stderr.isatty():
        yield None
        return
    with click.progressbar(length=1, label=label, file=sys.stderr) as bar:

        def monitor(done: int, total: int) -> None:
            bar.length = max(total, 1)
            bar.update(done - bar.pos)

        yield monitor


@contextmanager
def _training_progress() -> Iterator[Any]:
    """Show iteration and objective on a terminal, ten times a second, and nothing elsewhere."""
    if not sys.stderr.isatty():
        yield None
        return
    shown = 0.0

    def monitor(progress: Any) -> None:
        nonlocal shown
        if time.monotonic() - shown >= 0.1:
            shown = time.monotonic()
            line = f"iteration {progress.iteration:5}  objective {progress.objective:16,.2f}"
            click.echo(f"\r{line}", err=True, nl=False)

    yield monitor
    click.echo(err=True)


@contextmanager
def _reproduction_progress(name: str, minutes: float) -> Iterator[Listener]:
    """Show a bar of a table's minutes and what is being done, on a terminal, else nothing."""
    if not sys.stderr.isatty():
        yield lambda _minutes, _doing: None
        return
    parts = 1_000
    room = max(shutil.get_terminal_size().columns - len(name) - 50, 10)

    def fitting(doing: str | None) -> str:
        return (doing or "")[:room]

    with click.progressbar(
        length=parts, label=name, width=30, item_show_func=fitting, show_eta=False, file=sys.stderr
    ) as bar:

        def listener(done: float, doing: str) -> None:
            reached = min(int(parts * done / minutes), parts) if minutes > 0.0 else 0
            bar.update(max(reached - bar.pos, 0), doing)
            # An update without a step draws nothing, but what is being done is another.
            bar.render_progress()

        yield listener
