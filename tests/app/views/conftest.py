"""What controllers are made of: window, project in memory, messages, where files are asked for."""

import pytest
from PySide6.QtWidgets import QWidget

from app.views.controllers.project import ProjectController
from app.views.file_names import FileNames
from app.views.panels.messages import Messages
from tests.memory_projects import project_of
from tests.window_parts import QuietProject


@pytest.fixture
def window(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    return window


@pytest.fixture
def project(qapp, tmp_path):
    return QuietProject(project_of(), tmp_path / "notes.tagwright")


@pytest.fixture
def messages(window):
    return Messages(window)


@pytest.fixture
def files(window, tmp_path):
    return FileNames(tmp_path, window)


@pytest.fixture
def project_controller(project, messages, files, window):
    """Make labels, and list sentences."""
    return ProjectController(project, messages, files, str, window)
