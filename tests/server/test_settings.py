"""What an operator may set."""

from pathlib import Path

import pytest
from pydantic import ValidationError

from server.settings import Settings
from server.translation import LANGUAGES


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
