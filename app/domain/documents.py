"""Documents, and what is needed to export their files unchanged."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from crfcore.messages import message

SCHEME_OPTION = "scheme"
"""The option of a layout for the scheme from which import converted the tags."""
LEARNING_OPTION, YES = "learning", "yes"
"""The option of documents whose text is only learned from."""
DIGEST_OPTION = "digest"
"""The option of such documents for the digest of the file, by which it is known again."""
TAGS_OPTION = "tags"
"""The option of a layout for the scheme of tags that import did not convert."""
ROWS_OPTION, RAGGED = "rows", "ragged"
"""The option by which rows may have different numbers of fields, the label being the last."""
SEPARATORS = ("tab", "space")

_MIN_FIELDS = 2


@dataclass(frozen=True, slots=True)
class Layout:
    """What a file looked like around its sentences.

    ``format`` is a name of `app.formats.FORMATS`. ``columns`` names the columns in order ("word",
    "pos", "label", …), empty for plain text. ``separator`` is "tab" or "space". ``bom`` says that
    the file began with a byte-order mark. ``tail`` is the text behind the last sentence (blank
    lines, comments). ``options`` are choices of its format, as pairs sorted by name.
    """

    format: str = "text"
    columns: tuple[str, ...] = ()
    separator: str = "space"
    bom: bool = False
    tail: str = ""
    options: tuple[tuple[str, str], ...] = ()

    @property
    def keeps_spacing(self) -> bool:
        """Whether the file has the text between words, which column files lack."""
        return self.format != "columns"

    def column_fault(self) -> str:
        """Return why the columns cannot be read, "" if one has the word, and at most one the label.

        The rest of a sentence.
        """
        n_words, n_labels = self.columns.count("word"), self.columns.count("label")
        if not self.columns or (n_words == 1 and n_labels <= 1):
            return ""
        found = message(
            "“columns” has {n_words:,} times “word” and {n_labels:,} times “label”",
            n_words=n_words,
            n_labels=n_labels,
        )
        return message(
            "{found}, and “word” once and “label” at most once are expected", found=found
        )

    @property
    def least_fields(self) -> int:
        """The least number of fields in a row of the file; 0 without rows."""
        ragged = self.option(ROWS_OPTION) == RAGGED
        return min(len(self.columns), _MIN_FIELDS) if ragged else len(self.columns)

    def option(self, name: str, default: str = "") -> str:
        """Return the value of an option."""
        return dict(self.options).get(name, default)

    def with_option(self, name: str, value: str) -> Layout:
        """Return the layout with another value of an option."""
        options = {**dict(self.options), name: value}
        return replace(self, options=tuple(sorted(options.items())))


@dataclass(frozen=True, slots=True)
class Document:
    """One imported file. ``id`` never changes; a removed document keeps its rows for undo."""

    id: int
    name: str
    position: int
    layout: Layout = field(default_factory=Layout)
    removed: bool = False

    @property
    def for_learning(self) -> bool:
        """Whether its text is only learned from: nobody is to label it."""
        return self.layout.option(LEARNING_OPTION) == YES

    @property
    def listed(self) -> bool:
        """Whether its sentences are shown and counted."""
        return not self.removed and not self.for_learning


@dataclass(frozen=True, slots=True)
class SourceRecord:
    """A part of a file with any number of sentences, kept unchanged.

    It is a line of a JSON-lines file, or a file that belongs to the text. Its sentences go from
    ``first_sentence`` up to that of the next record; a record without sentences begins where the
    next one does. In a file being read sentences are counted from 0, in a project it is their id.
    """

    first_sentence: int
    raw: str
