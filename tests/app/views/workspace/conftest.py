from __future__ import annotations

import pytest

from app.session import Session
from app.views.workspace import Workspace
from tests.memory_projects import project_of


@pytest.fixture
def workspace():
    """Return a workspace in which a person has gone to the first word of the first sentence."""
    workspace = Workspace(Session(project_of([list("abcde"), list("abc"), list("ab")])))
    workspace.caret.go_to(0)
    return workspace


@pytest.fixture
def messages(workspace):
    received = []
    workspace.message.connect(lambda text, kind: received.append((text, kind)))
    return received
