"""The current sentence, and the commands that label it.

`Workspace` owns an object for each subject: `caret` (current sentence and selection), `pieces`
(queried or uncertain tokens), `seen_labels` (what the person has seen), `labeller`, `spans`,
`uncertainty`, `acceptance` (whole sentences, and the queue) and `undo_redo`.
"""

from app.views.workspace.caret import NOWHERE
from app.views.workspace.workspace import Workspace

__all__ = ["NOWHERE", "Workspace"]
