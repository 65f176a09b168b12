"""Who is sent a body in gzip."""

import pytest
from starlette.requests import HTTPConnection

from server.web.edge.static_files import takes_gzip


@pytest.mark.parametrize(
    ("header", "takes"),
    [
        ("gzip", True),
        ("br, GZIP;q=0.5", True),
        ("gzip;q=1.0", True),
        ("gzip;q=0", False),
        ("gzip; q=0.000, br", False),
        ("br", False),
        ("", False),
    ],
)
def test_gzip_is_for_those_who_name_it_and_give_it_weight(header: str, *, takes: bool) -> None:
    scope = {"type": "http", "headers": [(b"accept-encoding", header.encode())]}
    assert takes_gzip(HTTPConnection(scope)) is takes
