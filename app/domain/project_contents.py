"""Counts of a project's contents, and the identity of a saved state."""

from __future__ import annotations

from dataclasses import dataclass

from app.domain.project import Project
from crfcore.messages import counted, message


@dataclass(frozen=True, slots=True)
class ProjectContents:
    """Numbers of visible documents, sentences and tokens, of confirmed sentences, and of labels."""

    n_documents: int
    n_sentences: int
    n_confirmed: int
    n_tokens: int
    n_labels: int

    @classmethod
    def of(cls, project: Project) -> ProjectContents:
        """Count the contents of a project in memory."""
        shown = project.visible()
        return cls(
            n_documents=sum(document.listed for document in project.documents.values()),
            n_sentences=len(shown),
            n_confirmed=int(project.confirmed_sentences()[shown].sum()),
            n_tokens=int(project.corpus.lengths(shown).sum()),
            n_labels=len(project.visible_labels()),
        )

    def in_words(self) -> str:
        """Return the counts as part of a sentence."""
        return message(
            "{documents}, {sentences} ({n_confirmed:,} done), {tokens}, {labels}",
            documents=counted(self.n_documents, "document"),
            sentences=counted(self.n_sentences, "sentence"),
            n_confirmed=self.n_confirmed,
            tokens=counted(self.n_tokens, "token"),
            labels=counted(self.n_labels, "label"),
        )


@dataclass(frozen=True, slots=True)
class SavedState:
    """The identity of the project in a file, None if unknown, and its newest step's id."""

    identity: str | None
    last_edit: int
