"""One open project in memory: `Session`, and the parts that it is made of."""

from app.session.session import FEW_SENTENCES, Session

__all__ = ["FEW_SENTENCES", "Session"]
