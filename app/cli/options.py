"""Options and types of arguments of several sub-commands."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource
from click.shell_completion import CompletionItem

from crfcore.text.label_names import LONGEST_LABEL
from crfcore.text.rows import shortened
from crfcore.training.defaults import DEFAULT_C2
from crfcore.whole_files import is_stream

if TYPE_CHECKING:
    _Text = click.ParamType[str]
    _Choice = click.Choice[str]
    _Costs = click.ParamType[str | dict[str, float]]
else:
    # Generic only for type checkers: older versions cannot be subscripted.
    _Text = _Costs = click.ParamType
    _Choice = click.Choice

F = TypeVar("F", bound=Callable[..., Any])

MOST = 10**9
"""The largest number of things on the command line."""
MAX_THREADS = 1024
MAX_JOBS = 1024
MAX_SEED = 2**63 - 1
MAX_STRENGTH = 1e12
MAX_NAMES = 1000
MAX_COST = 1000.0
MISTAKES = ("missed", "invented", "confused")
"""Those of the library, which --help need not load."""
LONGEST_NAME = LONGEST_LABEL
"""The longest name of a label or column, in characters."""

CORPORA = "TAGWRIGHT_CORPORA"


class NamedPath(click.Path):
    """The name of a file or folder; “./-” is one of that name.

    “-” means ``standard``, and is refused without.
    """

    def __init__(self, standard: str = "-") -> None:
        # Why a file cannot be read is told by what reads it.
        super().__init__(path_type=Path, readable=False)
        self._standard = standard

    def convert(
        self,
        value: str | os.PathLike[str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> Any:
        """Return the path; an empty name is refused, because it would be the current folder."""
        if not os.fspath(value):
            self.fail(_not_expected("", "the name of a file or folder"), param, ctx)
        if value == "-" == self._standard:
            self.fail(
                "“-” was given, and the name of a file or folder is expected; write “./-” for one "
                "of that name, or /dev/stdin for a text on standard input.",
                param,
                ctx,
            )
        return super().convert(self._standard if value == "-" else value, param, ctx)


class WrittenPath(NamedPath):
    """The name of a file to be written; with --everything, that of a folder."""

    def convert(
        self,
        value: str | os.PathLike[str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> Any:
        """Return the path; “x/” is refused unless it is a folder, because it would be a file x."""
        path = super().convert(value, param, ctx)
        is_folder = ctx is not None and ctx.params.get("everything", False)
        if os.fspath(value).endswith(("/", os.sep)) and not is_folder and not path.is_dir():
            self.fail(
                f"{shortened(os.fspath(value))} was given, and there is no such folder; make it "
                "first, or leave out the “/” for a file.",
                param,
                ctx,
            )
        return path


PATH = NamedPath()
INPUT = NamedPath("/dev/stdin")
STANDARD_OUTPUT = Path("/dev/stdout")
OUTPUT = WrittenPath(str(STANDARD_OUTPUT))
NEW = WrittenPath()


class KeptPath(NamedPath):
    """The name of a file that is read again, not a stream."""

    def convert(
        self,
        value: str | os.PathLike[str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> Any:
        """Return the path."""
        is_standard = value == "-"
        path = Path("-") if is_standard else super().convert(value, param, ctx)
        if is_standard or is_stream(path):
            expected = "a file that is read again, no pipe and no device,"
            self.fail(_not_expected(os.fspath(value), expected), param, ctx)
        return path


KEPT = KeptPath()


class FormatName(_Text):
    """The name of a file format; the table of formats is loaded when it is needed."""

    name = "format"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the name, or fail with the known names."""
        return _choice().convert(value, param, ctx)

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        """Return the list of names for the help."""
        return f"[{'|'.join(_choice().choices)}]"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Return the names with this beginning."""
        return _choice().shell_complete(ctx, param, incomplete)


def _choice() -> OneOf:
    from app.formats.table import FORMATS

    return OneOf(FORMATS)


FORMATS = FormatName()


def names(_: click.Context, __: click.Parameter, value: str | None) -> tuple[str, ...]:
    """Split a comma-separated list."""
    found = tuple(name.strip() for name in value.split(",")) if value else ()
    if len(found) > MAX_NAMES:
        raise click.BadParameter(
            f"{len(found):,} names are given, and at most {MAX_NAMES:,} can be; leave some out."
        )
    for name in found:
        if len(name) > LONGEST_NAME:
            raise click.BadParameter(
                f"{shortened(name)} has {len(name):,} characters, and a name of at most "
                f"{LONGEST_NAME:,} is expected; shorten it."
            )
        if not name.isprintable():
            raise click.BadParameter(
                f"{shortened(name)} holds a character that cannot be printed, and a name without "
                "one is expected; change it."
            )
    return found


class OneOf(_Choice):
    """One of some words, with an error message of our own."""

    def __init__(self, words: Iterable[str]) -> None:
        super().__init__(tuple(words))
        self._expected = f"one of {', '.join(self.choices)}"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the word, or fail with the known words."""
        if value not in self.choices:
            self.fail(_not_expected(value, self._expected), param, ctx)
        return value

    def get_missing_message(self, param: click.Parameter, ctx: click.Context | None) -> str:
        """Return what is expected in the place of a missing word."""
        return f"Give {self._expected}."


class WholeNumber(click.IntRange):
    """A whole number in a range, with an error message of our own."""

    def __init__(self, least: int, most: int) -> None:
        super().__init__(least, most)
        self._least, self._most = least, most
        self._expected = f"a whole number from {least:,} to {most:,}"

    def convert(
        self, value: str | int, param: click.Parameter | None, ctx: click.Context | None
    ) -> int:
        """Return the number, or fail with what is expected."""
        try:
            number = int(value)
        except ValueError:
            number = self._least - 1
        if not self._least <= number <= self._most:
            self.fail(_not_expected(value, self._expected), param, ctx)
        return number


SEED = WholeNumber(0, MAX_SEED)


def count_from(least: int) -> WholeNumber:
    """Return the type of options that count something."""
    return WholeNumber(least, MOST)


class Strength(click.FloatRange):
    """A finite number of at least 0."""

    def __init__(self, most: float = MAX_STRENGTH, *, above: bool = False) -> None:
        super().__init__(0, most, min_open=above)
        self._most = most
        least = "a number above 0, and at most" if above else "a number from 0 to"
        self._expected = f"{least} {most:,.0f}"

    def convert(
        self, value: float | str, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Return the number, or fail with what is expected; NaN passes comparisons."""
        try:
            number = float(value)
        except ValueError:
            number = math.nan
        too_small = number <= 0.0 if self.min_open else number < 0.0
        if math.isnan(number) or too_small or number > self._most:
            self.fail(_not_expected(value, self._expected), param, ctx)
        return number


class Cost(_Costs):
    """The costs of mistakes: “hamming”, or names with numbers such as missed=2,invented=0."""

    name = "costs"

    def convert(
        self,
        value: str | dict[str, float],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> str | dict[str, float]:
        """Return the costs, or fail with what is expected."""
        if isinstance(value, dict) or value == "hamming":
            return value
        costs: dict[str, float] = {}
        for part in value.split(","):
            name, _, number = (text.strip() for text in part.partition("="))
            if name not in MISTAKES or name in costs:
                expected = "hamming or costs such as missed=2,invented=0,confused=1"
                self.fail(_not_expected(value, expected), param, ctx)
            costs[name] = float(Strength(MAX_COST).convert(number, param, ctx))
        return costs


def _not_expected(value: object, expected: str) -> str:
    return f"{shortened(str(value))} was given, and {expected} is expected; choose another value."


def not_empty(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """Refuse an empty value, which would mean the default, unless it is the default."""
    if value == "" and ctx.get_parameter_source(str(param.name)) is not ParameterSource.DEFAULT:
        raise click.BadParameter(_not_expected("", "a name"))
    return value


def _columns(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[str, ...]:
    return names(ctx, param, not_empty(ctx, param, value))


columns_option = click.option(
    "--columns",
    callback=_columns,
    metavar="NAMES",
    help="Names of the columns, for example word,pos,label; “_” for one not to be read; in CoNLL-U "
    "the one that is the label, or misc:NE for an attribute of the last.",
)
json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print the result as one JSON object."
)
threads_option = click.option(
    "--threads",
    type=WholeNumber(1, MAX_THREADS),
    default=1,
    help="How many processor cores to use.",
)
jobs_option = click.option(
    "--jobs",
    type=WholeNumber(1, MAX_JOBS),
    default=1,
    metavar="N",
    help="How many processes to use; the results are the same.",
)
scheduler_option = click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="Use the workers of a Dask scheduler, such as tcp://127.0.0.1:8786; other machines need "
    "tls://. Needs the extra “cluster”.",
)


def check_places(jobs: int, scheduler: str | None) -> None:
    """Refuse processes of this machine together with workers of a scheduler."""
    if jobs > 1 and scheduler is not None:
        raise click.UsageError("--jobs cannot be combined with --scheduler; leave one of them out.")


def training_options(command: F) -> F:
    """Add the options of commands that train: columns, L2 regularisation, cores."""
    c2_option = click.option(
        "--c2",
        type=Strength(),
        help="L2 regularisation strength (lbfgs, l2sgd; default: that of the project, "
        f"{DEFAULT_C2:g} for files).",
    )
    return columns_option(c2_option(threads_option(command)))


def listed_options(command: F) -> F:
    """Add the options of files whose matches give tokens attributes: gazetteers and grammars."""
    gazetteer_option = click.option(
        "--gazetteer",
        "gazetteers",
        type=PATH,
        multiple=True,
        metavar="FILE",
        help="Phrases, one per line, or phrase, tab, label: an attribute for tokens in them. May "
        "be given several times; the model keeps the phrases.",
    )
    case_option = click.option(
        "--ignore-case", is_flag=True, help="Ignore case when matching gazetteers."
    )
    grammar_option = click.option(
        "--grammar",
        "grammars",
        type=PATH,
        multiple=True,
        metavar="FILE",
        help="Rules of a stochastic grammar, one per line, such as “DATE -> DAY MONTH”: an "
        "attribute for the tokens of its spans, which are those of its symbols with the name "
        "of a label. May be given several times; the model keeps the grammar. See the manual.",
    )
    return gazetteer_option(case_option(grammar_option(command)))
