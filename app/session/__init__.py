"""One open project in memory: `Session`, and the parts that it is made of."""

from app.session.project_state import Extension
from app.session.session import FEW_SENTENCES, Session

__all__ = ["FEW_SENTENCES", "Extension", "Session"]
