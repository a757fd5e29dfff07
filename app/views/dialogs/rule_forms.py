"""The table of forms for rules: title, example and fields of each kind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from app.translation import translator
from app.views.commands.command import QT_TRANSLATE_NOOP

CONTEXT = "RuleForms"


@dataclass(frozen=True, slots=True)
class FieldSpec:
    """One field of a form.

    ``field`` is a parameter of the kind; ``what`` is its type: "unit" (a label or a tag), "labels"
    (several of them), "number", "scheme", "text", "words" (one per line), "phrases" (one per line,
    of several words), "check", or "choice" of ``choices``.
    """

    field: str
    what: str
    title: str
    choices: tuple[tuple[str, str], ...] = ()
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Form:
    """The form of a kind of rule.

    ``kind`` is its name in `crfcore.constraints.kinds.KINDS`; ``fixed`` are parameters without a
    field. ``matcher`` is the kind of the matcher for words, "" for none.
    """

    kind: str
    title: str
    example: str
    field_specs: tuple[FieldSpec, ...]
    fixed: tuple[tuple[str, Any], ...] = ()
    matcher: str = ""


_A = QT_TRANSLATE_NOOP(CONTEXT, "&Label A")
_B = QT_TRANSLATE_NOOP(CONTEXT, "Label &B")
_PAIR = (FieldSpec("a", "unit", _A), FieldSpec("b", "unit", _B))
_CASE = FieldSpec("ignore_case", "check", QT_TRANSLATE_NOOP(CONTEXT, "&Ignore case"))
_EFFECT = FieldSpec(
    "effect",
    "choice",
    QT_TRANSLATE_NOOP(CONTEXT, "&Effect"),
    (
        ("implies", QT_TRANSLATE_NOOP(CONTEXT, "Always")),
        ("allows", QT_TRANSLATE_NOOP(CONTEXT, "Only (one of these)")),
        ("forbids", QT_TRANSLATE_NOOP(CONTEXT, "Never")),
    ),
)
_LABELS = FieldSpec("labels", "labels", QT_TRANSLATE_NOOP(CONTEXT, "&Labels"))

FORMS = (
    Form(
        "followed_by",
        QT_TRANSLATE_NOOP(CONTEXT, "A is followed by B"),
        QT_TRANSLATE_NOOP(CONTEXT, "A PERSON starts right after the last word of each TITLE."),
        _PAIR,
    ),
    Form(
        "not_followed_by",
        QT_TRANSLATE_NOOP(CONTEXT, "A is not followed by B"),
        QT_TRANSLATE_NOOP(CONTEXT, "A DOSE is not followed by a DOSE."),
        _PAIR,
    ),
    Form(
        "never_adjacent",
        QT_TRANSLATE_NOOP(CONTEXT, "A and B are never adjacent"),
        QT_TRANSLATE_NOOP(CONTEXT, "PERSON and DRUG never touch, in either order."),
        _PAIR,
    ),
    Form(
        "not_after",
        QT_TRANSLATE_NOOP(CONTEXT, "A never comes after B"),
        QT_TRANSLATE_NOOP(CONTEXT, "No TITLE comes after a DATE, at any distance."),
        _PAIR,
    ),
    Form(
        "implies",
        QT_TRANSLATE_NOOP(CONTEXT, "A requires B"),
        QT_TRANSLATE_NOOP(CONTEXT, "If there is a DOSE in the sentence, there is a DRUG."),
        _PAIR,
    ),
    Form(
        "implies",
        QT_TRANSLATE_NOOP(CONTEXT, "A excludes B"),
        QT_TRANSLATE_NOOP(CONTEXT, "If there is a TITLE in the sentence, there is no DRUG."),
        _PAIR,
        (("present", False),),
    ),
    Form(
        "count",
        QT_TRANSLATE_NOOP(CONTEXT, "Number per sentence"),
        QT_TRANSLATE_NOOP(
            CONTEXT, "At most one DATE per sentence. Use the same number twice for “exactly”."
        ),
        (
            FieldSpec("unit", "unit", QT_TRANSLATE_NOOP(CONTEXT, "&Label")),
            FieldSpec("at_least", "number", QT_TRANSLATE_NOOP(CONTEXT, "At l&east")),
            FieldSpec("at_most", "number", QT_TRANSLATE_NOOP(CONTEXT, "At &most")),
        ),
    ),
    Form(
        "starts_with",
        QT_TRANSLATE_NOOP(CONTEXT, "Sentence starts with"),
        QT_TRANSLATE_NOOP(CONTEXT, "The first token of each sentence begins a DATE."),
        (FieldSpec("a", "unit", QT_TRANSLATE_NOOP(CONTEXT, "&Label")),),
    ),
    Form(
        "ends_with",
        QT_TRANSLATE_NOOP(CONTEXT, "Sentence ends with"),
        QT_TRANSLATE_NOOP(
            CONTEXT, "The last token of each sentence, often the full stop, has no label (O)."
        ),
        (FieldSpec("a", "unit", QT_TRANSLATE_NOOP(CONTEXT, "&Label")),),
    ),
    Form(
        "lexical",
        QT_TRANSLATE_NOOP(CONTEXT, "Words and phrases"),
        QT_TRANSLATE_NOOP(
            CONTEXT, "“New York” and “Ulm” are only CITY or O. The longest phrase counts."
        ),
        (
            FieldSpec("phrases", "phrases", QT_TRANSLATE_NOOP(CONTEXT, "&Words or phrases")),
            _CASE,
            _EFFECT,
            _LABELS,
        ),
        matcher="phrases",
    ),
    Form(
        "lexical",
        QT_TRANSLATE_NOOP(CONTEXT, "Words matching a pattern"),
        QT_TRANSLATE_NOOP(CONTEXT, r"Words that match \d+(\.\d+)? as a whole are never PERSON."),
        (
            FieldSpec("pattern", "text", QT_TRANSLATE_NOOP(CONTEXT, "Regular e&xpression")),
            _CASE,
            _EFFECT,
            _LABELS,
        ),
        matcher="word_pattern",
    ),
    Form(
        "same_word_same_label",
        QT_TRANSLATE_NOOP(CONTEXT, "Same word, same label"),
        QT_TRANSLATE_NOOP(CONTEXT, "All occurrences of “Osei” in a sentence have one label."),
        (
            FieldSpec(
                "words",
                "words",
                QT_TRANSLATE_NOOP(CONTEXT, "&Words"),
                hint=QT_TRANSLATE_NOOP(CONTEXT, "One per line; leave empty for every word"),
            ),
            _CASE,
            FieldSpec(
                "by_type",
                "check",
                QT_TRANSLATE_NOOP(CONTEXT, "&Compare labels, not tags (B-X, I-X)"),
            ),
        ),
    ),
    Form(
        "valid_scheme",
        QT_TRANSLATE_NOOP(CONTEXT, "Valid tagging scheme"),
        QT_TRANSLATE_NOOP(CONTEXT, "IOB2: an I-DRUG comes only after a B-DRUG or an I-DRUG."),
        (FieldSpec("scheme", "scheme", QT_TRANSLATE_NOOP(CONTEXT, "S&cheme")),),
    ),
    Form(
        "pattern",
        QT_TRANSLATE_NOOP(CONTEXT, "Tag sequence matches a regular expression"),
        QT_TRANSLATE_NOOP(
            CONTEXT, "O* (B-DATE I-DATE* O*)? allows one DATE and nothing else (tags, not spans)."
        ),
        (FieldSpec("regex", "text", QT_TRANSLATE_NOOP(CONTEXT, "Regular e&xpression")),),
    ),
)


def form_of(kind: str, given: dict[str, Any]) -> int:
    """Return the index in `FORMS` of the form for a rule with these parameters, -1 for none."""
    matched = given.get("matcher") if kind == "lexical" else {}
    if not isinstance(matched, dict):
        return -1
    matcher = matched.get("kind", "")
    wanted = "phrases" if matcher == "word_list" else matcher
    for form_index, form in enumerate(FORMS):
        fixed = dict(form.fixed)
        present = given.get("present", True) == fixed.get("present", True)
        if form.kind == kind and form.matcher == wanted and present:
            return form_index
    return -1


translated = translator(CONTEXT)
"""Return a text of the table in the user's language."""
