"""Templates included in the library."""

from __future__ import annotations

from pathlib import Path

from crfcore.errors import TemplateError
from crfcore.features.template import Template, parse_template
from crfcore.features.template_parts import MAX_CHARACTERS
from crfcore.messages import message
from crfcore.text.lines import read_small_text
from crfcore.text.rows import shortened

_CHUNKING = """\
# Noun phrases and other chunks, from the word and its part of speech: the set that is bundled
# with CRF++ for the shared task of CoNLL-2000. Needs two columns: word, part of speech.
U00:%x[-2,0]
U01:%x[-1,0]
U02:%x[0,0]
U03:%x[1,0]
U04:%x[2,0]
U05:%x[-1,0]/%x[0,0]
U06:%x[0,0]/%x[1,0]

U10:%x[-2,1]
U11:%x[-1,1]
U12:%x[0,1]
U13:%x[1,1]
U14:%x[2,1]
U15:%x[-2,1]/%x[-1,1]
U16:%x[-1,1]/%x[0,1]
U17:%x[0,1]/%x[1,1]
U18:%x[1,1]/%x[2,1]
U20:%x[-2,1]/%x[-1,1]/%x[0,1]
U21:%x[-1,1]/%x[0,1]/%x[1,1]
U22:%x[0,1]/%x[1,1]/%x[2,1]

B
"""

_FROM_TEXT = """\
# Where something has been learned from text without labels.
Uk4:%cluster[0,4]
Uk6:%cluster[0,6]
Uk8:%cluster[0,8]
Uk:%cluster[0,100]
Uv:%vector[0]
Ua:%case[0]
Uas:%case[0]/%shape[0,0]
Ua-1:%case[-1]
Ua+1:%case[1]
Us-1as:%shape[-1,0]/%case[0]/%shape[0,0]
"""

_WORDS = f"""\
# Few lines on purpose: with 40 to 400 sentences to learn from, words two places away and
# conjunctions of words made spans worse in trials.
Uw:%lower[0,0]
Uc:%x[0,0]
Us:%shape[0,0]
Ul:%letters[0,0]
Up1:%prefix[0,0,1]
Up2:%prefix[0,0,2]
Up3:%prefix[0,0,3]
Up4:%prefix[0,0,4]
Ue1:%suffix[0,0,1]
Ue2:%suffix[0,0,2]
Ue3:%suffix[0,0,3]
Ue4:%suffix[0,0,4]
Uw-1:%lower[-1,0]
Uw+1:%lower[1,0]
Us-1:%shape[-1,0]
Us+1:%shape[1,0]
Us-1s:%shape[-1,0]/%shape[0,0]
Uss+1:%shape[0,0]/%shape[1,0]
{_FROM_TEXT}"""

_BASIC = f"""\
# For everything, from the word alone.
{_WORDS}
B
"""

_BASIC_POS = f"""\
# As basic, for data with a column of parts of speech beside the word.
{_WORDS}Uq:%x[0,1]
Uq-1:%x[-1,1]
Uq+1:%x[1,1]

B
"""

_ENDS_AND_NEIGHBOURS = """\
Uw:%lower[0,0]
Uc:%x[0,0]
Us:%shape[0,0]
Ul:%letters[0,0]
Up1:%prefix[0,0,1]
Up2:%prefix[0,0,2]
Up3:%prefix[0,0,3]
Up4:%prefix[0,0,4]
Up5:%prefix[0,0,5]
Ue1:%suffix[0,0,1]
Ue2:%suffix[0,0,2]
Ue3:%suffix[0,0,3]
Ue4:%suffix[0,0,4]
Ue5:%suffix[0,0,5]
Uw-1:%lower[-1,0]
Uw+1:%lower[1,0]
"""

_NER = f"""\
# Names and other spans, from the word alone, for some hundreds of sentences or more.
{_ENDS_AND_NEIGHBOURS}Us-1:%shape[-1,0]
Us+1:%shape[1,0]
Ue-1:%suffix[-1,0,2]
Ue+1:%suffix[1,0,2]
Us-1s:%shape[-1,0]/%shape[0,0]
Uss+1:%shape[0,0]/%shape[1,0]
Us-1s+1:%shape[-1,0]/%shape[0,0]/%shape[1,0]
Uw-1s:%lower[-1,0]/%shape[0,0]
Usw+1:%shape[0,0]/%lower[1,0]
{_FROM_TEXT}
B
"""

_POS = f"""\
# Parts of speech, from the word alone: its ends, and the words beside it.
{_ENDS_AND_NEIGHBOURS}Us-1s:%shape[-1,0]/%shape[0,0]
Uss+1:%shape[0,0]/%shape[1,0]
{_FROM_TEXT}
B
"""

PRESETS: dict[str, str] = {
    "basic": _BASIC,
    "basic-pos": _BASIC_POS,
    "ner": _NER,
    "pos": _POS,
    "chunking": _CHUNKING,
}
"""Name to text. `basic-pos` and `chunking` need a part of speech beside the word."""


def template_kept(text: str) -> Template:
    """Return the template of an untrusted file: a preset or a text, never a path.

    Parameters
    ----------
    text : str
        A key of `PRESETS`, or a template.

    Raises
    ------
    TemplateError
        It is invalid.
    """
    if text in PRESETS:
        return parse_template(PRESETS[text])
    if "\n" not in text and "%" not in text and text.strip()[:1] not in {"U", "B"}:
        reason = message(
            "There is no template {text}: it is none of {presets}.",
            text=shortened(text),
            presets=", ".join(PRESETS),
        )
        raise TemplateError(reason)
    return parse_template(text)


def template_named(name: str) -> Template:
    """Return a template by the name of a preset, by the name of a file, or from its text.

    For names given by the user; for those in files see `template_kept`.

    Parameters
    ----------
    name : str
        A key of `PRESETS`, a path, or a template.

    Raises
    ------
    TemplateError
        It is none of these, or invalid.
    DataError
        The file cannot be read.
    """
    if name in PRESETS:
        return parse_template(PRESETS[name])
    if "\n" in name:
        return parse_template(name)
    if not name.strip():
        raise TemplateError(
            message(
                "The template is empty; give its lines, its file, or one of {presets}.",
                presets=", ".join(PRESETS),
            )
        )
    path = Path(name)
    if _exists(path):
        return read_template(path)
    if "%" in name:
        return parse_template(name)
    raise TemplateError(
        message(
            "There is no template {name}: it is neither a file nor one of {presets}.",
            name=shortened(name),
            presets=", ".join(PRESETS),
        )
    )


def read_template(path: Path) -> Template:
    """Read a template from a file; raises TemplateError or DataError."""
    return parse_template(read_small_text(path, message("a template"), MAX_CHARACTERS), path=path)


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        # Too long for a file name, or with a NUL.
        return False
