"""Which address links and QR codes carry for other devices."""

from dataclasses import replace

import pytest
from fastapi import FastAPI
from starlette.requests import Request

from server.settings import ServerAddresses
from server.web.edge.addresses import ADDRESS_COOKIE, address_choice, address_for_others
from tests.support.part_services import part_services

TWO_NETWORKS = ServerAddresses(
    host="0.0.0.0", interfaces=lambda: {"eth0": "192.0.2.10", "wlan0": "198.51.100.7"}
)


def _asked(
    addresses: ServerAddresses, host: str, *, scheme: str = "http", cookie: str = ""
) -> Request:
    app = FastAPI()
    app.state.services = part_services(addresses=addresses)
    headers = [(b"host", host.encode())]
    if cookie:
        headers.append((b"cookie", f'{ADDRESS_COOKIE}="{cookie}"'.encode()))
    return Request(
        {
            "type": "http",
            "scheme": scheme,
            "method": "GET",
            "path": "/hall",
            "query_string": b"",
            "headers": headers,
            "server": ("127.0.0.1", 8000),
            "app": app,
        }
    )


def test_a_link_made_on_the_server_itself_carries_an_address_of_its_network() -> None:
    for own in ("127.0.0.1:8000", "localhost:8000", "[::1]:8000"):
        choice = address_choice(_asked(TWO_NETWORKS, own))
        assert choice.base == "http://192.0.2.10:8000"
        assert choice.offered == ("http://192.0.2.10:8000", "http://198.51.100.7:8000")
        assert not choice.only_here


def test_a_name_that_people_call_it_by_comes_before_addresses() -> None:
    named = replace(TWO_NETWORKS, names=("yalta.hall",))
    assert address_choice(_asked(named, "localhost:8000")).base == "http://yalta.hall:8000"


def test_an_address_that_brought_the_visitor_here_is_good_for_others() -> None:
    asked = _asked(TWO_NETWORKS, "198.51.100.7:8000")
    assert address_for_others(asked, "/l/x") == "http://198.51.100.7:8000/l/x"
    behind_a_proxy = _asked(ServerAddresses(), "yalta.example.org", scheme="https")
    assert address_for_others(behind_a_proxy, "/l/x") == "https://yalta.example.org/l/x"


def test_the_port_is_that_which_is_listened_on() -> None:
    through_a_tunnel = _asked(TWO_NETWORKS, "localhost:9999")
    assert address_choice(through_a_tunnel).base == "http://192.0.2.10:8000"


def test_a_server_that_listens_on_one_address_gives_that_one() -> None:
    one = replace(TWO_NETWORKS, host="2001:db8::7")
    assert address_choice(_asked(one, "localhost:8000")).offered == ("http://[2001:db8::7]:8000",)


def test_a_server_for_this_machine_alone_says_so() -> None:
    choice = address_choice(_asked(replace(TWO_NETWORKS, host="127.0.0.1"), "127.0.0.1:8000"))
    assert choice.only_here
    assert choice.base == "http://127.0.0.1:8000"


@pytest.mark.parametrize("own", ["localhost", "127.0.0.1", "[::1]"])
def test_who_leaves_the_port_out_on_this_machine_is_given_it(own: str) -> None:
    assert address_choice(_asked(ServerAddresses(), own)).base == f"http://{own}:8000"
    proxied = _asked(ServerAddresses(), own)
    proxied.scope["headers"].append((b"x-forwarded-for", b"127.0.0.1"))
    assert address_choice(proxied).base == f"http://{own}"


def test_what_a_browser_has_chosen_counts_while_it_is_offered() -> None:
    second = "http://198.51.100.7:8000"
    assert address_choice(_asked(TWO_NETWORKS, "localhost:8000", cookie=second)).base == second
    gone = _asked(TWO_NETWORKS, "localhost:8000", cookie="http://203.0.113.1:8000")
    assert address_choice(gone).base == "http://192.0.2.10:8000"


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "192.0.2.10:8000"])
def test_the_public_address_leaves_no_choice(host: str) -> None:
    public = replace(TWO_NETWORKS, public_url="https://yalta.example.org:8443")
    choice = address_choice(_asked(public, host, cookie="http://198.51.100.7:8000"))
    assert choice.is_set
    assert choice.offered == (choice.base,) == ("https://yalta.example.org:8443",)


def test_the_name_in_the_public_address_is_one_the_server_answers_to() -> None:
    known = ServerAddresses("https://yalta.example.org:8443", names=("hall",)).known_names
    assert known == ("hall", "yalta.example.org")
