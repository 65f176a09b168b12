"""What a browser calls itself, made short."""

import pytest

from server.web.accounts.own_account import browser_and_system


@pytest.mark.parametrize(
    ("agent", "short"),
    [
        (
            "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0",
            "Firefox, Linux",
        ),
        (
            "Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 Chrome/131.0 Safari/537.36",
            "Chrome, Android",
        ),
        (
            "Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1 Safari/604",
            "Safari, iPad",
        ),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64) AppleWebKit Chrome/131.0 Safari/537 Edg/131.0",
            "Edge, Windows",
        ),
        ("curl/8.5.0", "curl/8.5.0"),
        ("x" * 90, "x" * 40),
        ("", ""),
    ],
)
def test_a_browser_is_told_by_its_name_and_system(agent: str, short: str) -> None:
    assert browser_and_system(agent) == short
