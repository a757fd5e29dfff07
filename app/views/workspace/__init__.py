"""Where the annotator is, and what each command of labelling does there.

`Workspace` owns an object for each subject: `caret` (where one is), `pieces` (what a person is
led to), `sight` (what the person has seen), `labeller`, `spans`, `uncertainty`, `acceptance`
(whole sentences, and the queue) and `undo_redo`.
"""

from app.views.workspace.caret import NOWHERE
from app.views.workspace.workspace import Workspace

__all__ = ["NOWHERE", "Workspace"]
