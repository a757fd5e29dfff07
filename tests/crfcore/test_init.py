from __future__ import annotations

import subprocess
import sys
from importlib import import_module

import pytest

import crfcore


def test_every_name_is_there_and_seen():
    for name in crfcore.__all__:
        assert getattr(crfcore, name) is not None
        assert name in dir(crfcore)
    assert crfcore.CRF is crfcore.LinearChainCRF
    assert crfcore.metrics is import_module("crfcore.metrics")
    with pytest.raises(AttributeError, match="no attribute 'crf_suite'"):
        crfcore.__getattr__("crf_suite")


def test_the_import_loads_no_compiler():
    code = (
        "import sys, crfcore; dir(crfcore); "
        "print(*{'numpy', 'scipy', 'numba', 'sklearn', 'PySide6'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
