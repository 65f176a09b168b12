"""What sign-in refuses, as HTTP answers with the sentence it says and the field it names."""

from collections.abc import Mapping

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse

from server.accounts.accounts_process import SecretShownBefore
from server.accounts.passphrases import PassphraseRefused
from server.accounts.sign_in import SignInRefused, TooManyTries
from server.store.accounts_db.accounts import AccountRefused
from server.store.accounts_db.links import LinkSpent, LinkUnknown

_STATUS_AND_CODE: dict[type[Exception], tuple[int, str]] = {
    SignInRefused: (401, "sign_in_refused"),
    LinkUnknown: (404, "link_unknown"),
    AccountRefused: (409, "account_refused"),
    SecretShownBefore: (409, "secret_shown_before"),
    LinkSpent: (410, "link_spent"),
    PassphraseRefused: (422, "passphrase_refused"),
    TooManyTries: (429, "too_many_tries"),
}
ACCOUNT_CODES: Mapping[str, str] = {
    "sign_in_refused": "name and passphrase, or the code, are not right",
    "link_unknown": "there is no such link",
    "account_refused": "this account cannot be so",
    "secret_shown_before": "the secret was shown already, and is never shown again",
    "link_spent": "the link was used, or its time is over",
    "passphrase_refused": "the passphrase is too weak",
    "too_many_tries": "too many tries: wait as long as retry-after says",
}
"""The codes of these answers, with what is so."""

SIGN_IN_REFUSALS = tuple(_STATUS_AND_CODE)
"""Every refusal of sign-in, for pages that say it in their form."""


def add_account_refusals(app: FastAPI) -> None:
    """Have every refusal answered so."""
    for refusal in _STATUS_AND_CODE:
        app.add_exception_handler(refusal, _answer)


def status_of_refusal(error: Exception) -> int:
    """The HTTP status a refusal goes with."""
    return _STATUS_AND_CODE[type(error)][0]


def headers_of_refusal(error: Exception) -> dict[str, str]:
    """When to come back, for who came too often."""
    return {"retry-after": str(error.seconds)} if isinstance(error, TooManyTries) else {}


async def _answer(_: Request, error: Exception) -> JSONResponse:
    status, code = _STATUS_AND_CODE[type(error)]
    content = {"detail": str(error), "code": code}
    if isinstance(error, AccountRefused):
        content["field"] = error.field
    return JSONResponse(content, status, headers_of_refusal(error))
