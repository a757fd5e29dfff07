from __future__ import annotations

import pytest

from app.session import Session
from tests.memory_projects import project_of


@pytest.fixture
def session():
    """Return three unlabelled sentences of five, three and two words."""
    return Session(project_of([list("abcde"), list("abc"), list("ab")]), annotator="Ann")
