"""What a project holds, counted."""

from __future__ import annotations

from dataclasses import dataclass

from app.domain.project import Project


@dataclass(frozen=True, slots=True)
class Holdings:
    """Documents, sentences and tokens that are shown, sentences confirmed of them, and labels."""

    n_documents: int
    n_sentences: int
    n_confirmed: int
    n_tokens: int
    n_labels: int

    @classmethod
    def of(cls, project: Project) -> Holdings:
        """Count what a project in memory holds."""
        shown = project.visible()
        return cls(
            n_documents=sum(not document.removed for document in project.documents.values()),
            n_sentences=len(shown),
            n_confirmed=int(project.confirmed_sentences()[shown].sum()),
            n_tokens=int(project.corpus.lengths(shown).sum()),
            n_labels=len(project.visible_labels()),
        )

    def in_words(self) -> str:
        """Return the counts as part of a sentence."""
        return (
            f"{_counted(self.n_documents, 'document')}, {_counted(self.n_sentences, 'sentence')} "
            f"({self.n_confirmed:,} confirmed), {_counted(self.n_tokens, 'token')}, "
            f"{_counted(self.n_labels, 'label')}"
        )


def _counted(n: int, noun: str) -> str:
    return f"{n:,} {noun}" if n == 1 else f"{n:,} {noun}s"


@dataclass(frozen=True, slots=True)
class Standing:
    """Which project a file is a state of, None if that can't be told, and its newest step's id."""

    identity: str | None
    last_edit: int
