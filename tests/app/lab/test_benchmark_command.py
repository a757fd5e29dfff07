"""What a benchmark measures with."""

from __future__ import annotations

import pytest

from app.__main__ import main
from app.lab.benchmarks import training
from crfcore import shipped_kernels


@pytest.mark.parametrize(("named", "is_shipped"), [(None, False), ("0", True)])
def test_this_machines_own_kernels_are_measured_unless_others_are_asked_for(
    monkeypatch, named, is_shipped
):
    monkeypatch.setenv("CRFCORE_OWN_KERNELS", "")
    if named is None:
        monkeypatch.delenv("CRFCORE_OWN_KERNELS")
    else:
        monkeypatch.setenv("CRFCORE_OWN_KERNELS", named)
    monkeypatch.setattr(shipped_kernels, "parts_of", lambda _: frozenset({"labelling"}))
    found = []

    def measure(_options):
        found.append(shipped_kernels.has_part("labelling"))
        return {}

    monkeypatch.setattr(training, "measure", measure)
    assert main(["benchmark", "training"]) == 0
    assert found == [is_shipped]
