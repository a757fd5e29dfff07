"""Where the annotator is, and what each command does there: `Workspace`, and its parts."""

from app.views.workspace.workspace import NOWHERE, Workspace

__all__ = ["NOWHERE", "Workspace"]
