"""What a server says when it refuses something, in a line."""

import contextlib

import httpx


def refusal_text(answer: httpx.Response) -> str:
    """The reason an answer of the API gives, else its status."""
    with contextlib.suppress(ValueError, KeyError, TypeError):
        detail = answer.json()["detail"]
        return detail if isinstance(detail, str) else str(detail)
    return f"status {answer.status_code}"
