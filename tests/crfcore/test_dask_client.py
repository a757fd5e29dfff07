"""Which schedulers are refused."""

import pytest

from crfcore import CrfError
from crfcore.dask_client import check_address


@pytest.mark.parametrize(
    "address", ["tls://host:8786", "tcp://127.0.0.1:8786", "tcp://[::1]:1", "inproc://x/1"]
)
def test_addresses_that_others_cannot_use(address):
    check_address(address)


@pytest.mark.parametrize("address", ["tcp://10.0.0.1:8786", "tcp://host:1", "host:8786", ""])
def test_addresses_without_tls(address):
    with pytest.raises(CrfError, match="without TLS"):
        check_address(address)
