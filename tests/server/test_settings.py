"""What an operator may set."""

from pathlib import Path

import pytest
from pydantic import ValidationError

from rules.room import Room
from server.settings import Settings
from server.words.languages import LANGUAGES


@pytest.mark.parametrize(
    ("host", "loopback"),
    [
        ("127.0.0.1", True),
        ("localhost", True),
        ("::1", True),
        ("0.0.0.0", False),
        ("192.0.2.7", False),
        ("::", False),
    ],
)
def test_it_is_known_which_addresses_only_this_machine_reaches(host: str, loopback: bool) -> None:
    assert Settings(host=host).loopback is loopback


def test_a_host_that_is_no_address_is_refused() -> None:
    with pytest.raises(ValidationError, match="allowed: localhost or an IP address"):
        Settings(host="hall.example.org")


def test_the_environment_sets_what_no_option_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YALTA_DATA_FOLDER", "/srv/yalta")
    monkeypatch.setenv("YALTA_NAMES", "Hall.example.org,yalta.local")
    assert Settings().log_file == Path("/srv/yalta/log.sqlite3")
    assert Settings().names == ("hall.example.org", "yalta.local")


def test_a_name_that_is_none_is_refused() -> None:
    with pytest.raises(ValidationError, match="allowed: host names such as"):
        Settings(names=("http://hall/",))


def test_the_language_is_one_of_those_the_pages_have() -> None:
    for code in LANGUAGES:
        assert Settings.model_validate({"language": code}).language == code
    with pytest.raises(ValidationError, match="language"):
        Settings.model_validate({"language": "fr"})


def test_ports_are_listed_by_name_or_address_and_labelled_with_rooms(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("YALTA_BOARD_PORTS", "com5,tcp://192.0.2.20:4001,COM5")
    monkeypatch.setenv("YALTA_PORT_ROOMS", "COM5=open,tcp://192.0.2.20:4001=closed,usb-1=open")
    assert Settings().board_ports == ("COM5", "tcp://192.0.2.20:4001")
    rooms = {"COM5": Room.OPEN, "tcp://192.0.2.20:4001": Room.CLOSED, "usb-1": Room.OPEN}
    assert Settings().port_rooms == rooms


@pytest.mark.parametrize(
    ("field", "value", "allowed"),
    [
        ("board_ports", "tcp://192.0.2.20", "allowed: tcp://host:port"),
        ("board_ports", "http://192.0.2.20:80", "allowed: tcp://host:port"),
        ("port_rooms", "COM5", "allowed: a port's name and its room"),
        ("port_rooms", "COM5=upstairs", "allowed: a port's name and its room"),
        ("port_rooms", "COM5=open,com5=closed", "'com5': two rooms; allowed: one"),
    ],
)
def test_a_port_or_label_that_is_not_possible_is_refused_with_what_is(
    field: str, value: str, allowed: str
) -> None:
    with pytest.raises(ValidationError, match=allowed):
        Settings.model_validate({field: value})


@pytest.mark.parametrize(
    "url", ["https://yalta.example.org", "http://192.0.2.10:8000", "http://[2001:db8::1]:8000", ""]
)
def test_links_carry_an_address_that_other_devices_reach(url: str) -> None:
    assert Settings(public_url=url).public_url == url
    assert Settings(public_url=f"{url}/" if url else "").public_url == url


@pytest.mark.parametrize(
    "url",
    [
        "yalta.example.org",
        "ftp://yalta.example.org",
        "https://",
        "https://yalta.example.org/hall",
        "https://yalta.example.org?a=b",
        "https://yalta.example.org/#a",
        "https://somebody@yalta.example.org",
        "https://yalta example.org",
        "https://yalta.example.org:x",
        "http://localhost:8000",
        "http://127.0.0.1:8000",
    ],
)
def test_an_address_for_links_that_others_cannot_open_is_refused(url: str) -> None:
    with pytest.raises(ValidationError, match="no path, such as https://yalta"):
        Settings(public_url=url)


@pytest.mark.parametrize(
    ("relay", "means"),
    [
        ("", None),
        ("127.0.0.1", ("127.0.0.1", 25)),
        ("mail.example.org:2525", ("mail.example.org", 2525)),
        ("[::1]:2525", ("::1", 2525)),
    ],
)
def test_a_mail_server_is_named_with_its_port_where_it_is_not_25(
    relay: str, means: tuple[str, int] | None
) -> None:
    assert Settings(mail_relay=relay).relay == means


@pytest.mark.parametrize(
    "relay", ["mail server", "mail:0", "mail:x", "smtp://mail", "ann@mail", "mail/a", ":25"]
)
def test_what_is_no_mail_server_is_refused_with_what_is(relay: str) -> None:
    with pytest.raises(ValidationError, match="a mail server's name or address"):
        Settings(mail_relay=relay)


def test_mail_is_addressed_at_a_domain() -> None:
    assert Settings(mail_domain="Hall.example.ORG").mail_domain == "hall.example.org"
    with pytest.raises(ValidationError, match=r"a domain such as yalta\.example\.org"):
        Settings(mail_domain="hall@example.org")


def test_sites_that_may_show_the_pages_are_named_by_their_address(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("YALTA_EMBED_SITES", "https://club.example.org/,http://blog.example.org,*")
    known = ("https://club.example.org", "http://blog.example.org", "*")
    assert Settings().embed_sites == known


@pytest.mark.parametrize("site", ["club.example.org", "https://club.example.org/news", "ftp://x"])
def test_what_is_no_site_is_refused_with_what_is(site: str) -> None:
    with pytest.raises(ValidationError, match=r"allowed: .*https://club\.example\.org"):
        Settings(embed_sites=(site,))
