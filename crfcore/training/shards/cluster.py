"""Shards on the workers of a Dask cluster."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from crfcore.errors import CrfError
from crfcore.training.shards.engine import SerialEngine


class ClusterEngine(SerialEngine):
    """Placeholder until the workers' engine is there."""

    def __init__(self, client: Any, cancelled: Callable[[], bool] | None = None) -> None:
        super().__init__(1, cancelled)
        raise CrfError(f"client={client!r} is not possible yet; leave it out.")
