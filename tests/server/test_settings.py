"""What an operator may set."""

from pathlib import Path

import pytest
from pydantic import ValidationError

from server.settings import Settings


@pytest.mark.parametrize("host", ["0.0.0.0", "192.0.2.7", "::"])
def test_nobody_outside_this_machine_is_served_before_there_are_accounts(host: str) -> None:
    with pytest.raises(ValidationError, match="allowed: localhost"):
        Settings(host=host)


def test_the_environment_sets_what_no_option_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YALTA_DATA_FOLDER", "/srv/yalta")
    assert Settings().log_file == Path("/srv/yalta/log.sqlite3")
