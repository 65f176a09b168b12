"""Impossible settings of mail are refused when a server starts."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from yalta.cli import application

SIGN_IN = {
    "YALTA_MAIL_RELAY": "mail.example.org:587",
    "YALTA_MAIL_RELAY_TLS": "starttls",
    "YALTA_MAIL_RELAY_USER": "hall",
    "YALTA_MAIL_RELAY_PASSWORD": "four-quiet-words",
}


@pytest.mark.parametrize(
    ("environment", "why"),
    [
        ({"YALTA_MAIL_RELAY": ""}, "YALTA_MAIL_RELAY_USER: there is no YALTA_MAIL_RELAY to sign"),
        ({"YALTA_MAIL_RELAY_TLS": "off"}, "would send the password in clear; allowed with a sign"),
        ({"YALTA_MAIL_RELAY_TLS": "ssl"}, "'ssl' is not possible; allowed: off, starttls, tls"),
        ({"YALTA_MAIL_RELAY_PASSWORD": ""}, "signing in needs a user and a password"),
        ({"YALTA_MAIL_RELAY_PASSWORD": "п'ять-слів"}, "both of ASCII characters"),
        ({"YALTA_MAIL_RELAY_USER": ""}, "signing in needs a user and a password"),
        ({"YALTA_MAIL_RELAY_PASSWORD_FILE": "/none"}, "allowed: one of them"),
        (
            {"YALTA_MAIL_RELAY_PASSWORD": "", "YALTA_MAIL_RELAY_PASSWORD_FILE": "/none"},
            "'/none' cannot be read (No such file or directory); allowed: a file with the password",
        ),
    ],
)
def test_a_sign_in_at_a_relay_that_cannot_be_is_refused_and_no_password_is_shown(
    environment: dict[str, str], why: str, tmp_path: Path
) -> None:
    given = {**SIGN_IN, **environment}
    refused = CliRunner().invoke(
        application("serve"), ["serve", "--port", "0", "--data", str(tmp_path)], env=given
    )
    assert refused.exit_code == 2
    assert why in refused.stderr
    assert "quiet" not in refused.output
    assert "слів" not in refused.output


@pytest.mark.parametrize("setting", ["YALTA_MAIL_PORT", "YALTA_MAIL_RELAY"])
def test_a_setting_of_mail_while_it_is_off_is_refused(setting: str, tmp_path: Path) -> None:
    given = {setting: "2525" if setting.endswith("PORT") else "127.0.0.1", "YALTA_EXTRAS": ""}
    refused = CliRunner().invoke(
        application("serve"), ["serve", "--port", "0", "--data", str(tmp_path)], env=given
    )
    assert refused.exit_code == 2
    assert f"{setting}: the extra mail is off: YALTA_EXTRAS does not name it" in refused.stderr
