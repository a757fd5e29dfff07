"""One open project in memory: `Session`, and the parts that it is made of."""

from app.session.session import Session

__all__ = ["Session"]
