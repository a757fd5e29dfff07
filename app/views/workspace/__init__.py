"""Where the annotator is, and what each command of labelling does there.

`Workspace` is built in layers, a file each, and each uses those before it: `caret` (where one is),
`doubts` (what the model is not sure of), `sight` (what the person has seen), `labelling` (what is
said of tokens), `spans` (their ends), `settling` (whole sentences, and the queue), `workspace`
(undo, and what others changed).
"""

from app.views.workspace.caret import NOWHERE
from app.views.workspace.workspace import Workspace

__all__ = ["NOWHERE", "Workspace"]
