"""Manual pages for `man`, made from the commands themselves: one for each command."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Iterator

import click

SYNOPSIS_OF_THE_WINDOW = "[PROJECT]"

EXIT_STATUS = (
    ("0", "Done."),
    ("1", "The input was bad: one sentence on standard error names it and what was expected."),
    ("2", "Wrong usage."),
    ("130", "Interrupted; nothing half-written is left."),
)

ENVIRONMENT = (
    ("TAGWRIGHT_CORPORA", "The folder of public corpora, for benchmark and reproduce."),
    ("NUMBA_CACHE_DIR", "The folder of compiled code; by default one in the user's cache."),
    ("QT_SCALE_FACTOR", "The scale of the window; without it that of the preferences is used."),
)

_REQUEST = re.compile(r"^([.'])", re.MULTILINE)


def manual_pages(program: click.Group, name: str, version: str, date: str) -> dict[str, str]:
    """Return the text of each page by its file name."""
    top = click.Context(program, info_name=name, **program.context_settings)
    pages = {f"{name}.1": _page_of_program(program, top, version, date)}
    for command_name, command in sorted(program.commands.items()):
        if not command.hidden:
            ctx = click.Context(
                command, info_name=command_name, parent=top, **command.context_settings
            )
            pages[f"{name}-{command_name}.1"] = _page_of_command(command, ctx, version, date)
    return pages


def _page_of_program(program: click.Group, ctx: click.Context, version: str, date: str) -> str:
    name = str(ctx.info_name)
    visible = {key: one for key, one in sorted(program.commands.items()) if not one.hidden}
    listed = [(f"{name}-{key}(1)", _first_sentence(command)) for key, command in visible.items()]
    lines = [
        *_head(name, program, version, date),
        *_section("Synopsis"),
        *_usage(name, SYNOPSIS_OF_THE_WINDOW),
        ".br",
        *_usage(name, *program.collect_usage_pieces(ctx)),
        *_section("Description"),
        *_paragraphs(program),
        ".PP",
        escaped(program.epilog or ""),
        *_section("Options"),
        *_definitions(_options(program, ctx)),
        *_section("Commands"),
        *_definitions(listed),
        *_section("Exit status"),
        *_definitions(EXIT_STATUS),
        *_section("Environment"),
        *_definitions(ENVIRONMENT),
        *_section("See also"),
        escaped("The manual of the window, by the key F1 or the menu Help."),
    ]
    return "\n".join(lines) + "\n"


def _page_of_command(command: click.Command, ctx: click.Context, version: str, date: str) -> str:
    program = str(ctx.parent.info_name) if ctx.parent else ""
    lines = [
        *_head(f"{program}-{ctx.info_name}", command, version, date),
        *_section("Synopsis"),
        *_usage(f"{program} {ctx.info_name}", *command.collect_usage_pieces(ctx)),
        *_section("Description"),
        *_paragraphs(command),
        *_section("Options"),
        *_definitions(_options(command, ctx)),
        *_section("Exit status"),
        escaped(f"That of {program}(1)."),
        *_section("See also"),
        f".BR {escaped(program)} (1)",
    ]
    return "\n".join(lines) + "\n"


def _head(title: str, command: click.Command, version: str, date: str) -> list[str]:
    program = title.partition("-")[0].capitalize()
    purpose = _first_sentence(command).rstrip(".")
    heading = (title.upper(), "1", date, f"{program} {version}", "Commands")
    return [
        f".TH {' '.join(map(_quoted, heading))}",
        # Names of options and files are not broken at a hyphen, nor spaces widened.
        ".nh",
        ".ad l",
        *_section("Name"),
        rf"{escaped(title)} \- {escaped(purpose[:1].lower() + purpose[1:])}",
    ]


def _section(title: str) -> list[str]:
    return [f".SH {_quoted(title.upper())}"]


def _usage(words: str, *pieces: str) -> list[str]:
    return [f".B {escaped(words)}", *map(escaped, pieces)]


def _options(command: click.Command, ctx: click.Context) -> Iterator[tuple[str, str]]:
    """Yield each option, with its value, and what it is for, as ``--help`` does."""
    for parameter in command.get_params(ctx):
        record = parameter.get_help_record(ctx)
        if isinstance(parameter, click.Option) and record is not None:
            yield record


def _definitions(pairs: Iterable[tuple[str, str]]) -> list[str]:
    lines = []
    for term, text in pairs:
        lines += [".TP", f".B {escaped(term)}", escaped(text or "")]
    return lines


def _first_sentence(command: click.Command) -> str:
    """Return the first sentence of a command's help, which click cuts where it lists commands."""
    first = _texts(command)[0]
    return re.split(r"(?<=\.)\s", first, maxsplit=1)[0]


def _paragraphs(command: click.Command) -> list[str]:
    first, *others = map(escaped, _texts(command))
    return [first, *(line for text in others for line in (".PP", text))]


def _texts(command: click.Command) -> list[str]:
    """Return the paragraphs of a command's help."""
    if not command.help:
        raise ValueError(f"the command {command.name} has no help; give it a docstring")
    blocks = re.split(r"\n\s*\n", inspect.cleandoc(command.help))
    return [" ".join(block.split()) for block in blocks]


def escaped(text: str) -> str:
    r"""Return a text that `troff` prints as it is: no escape, no request, hyphens to be copied."""
    text = text.replace("\\", r"\e").replace("-", r"\-")
    # Terminals without UTF-8 have no such character; long lists of values break after a bar.
    text = text.replace("…", "...").replace("|", r"|\:")
    return _REQUEST.sub(r"\&\1", text)


def _quoted(text: str) -> str:
    """Return an argument of a request, which may hold spaces."""
    return '"{}"'.format(escaped(text).replace('"', '""'))
