"""What sign-in refuses, as HTTP answers with the sentence it says and the field it names."""

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse

from server.accounts.accounts_process import SecretShownBefore
from server.accounts.passphrases import PassphraseRefused
from server.accounts.sign_in import SignInRefused, TooManyTries
from server.store.accounts_db.accounts import AccountRefused
from server.store.accounts_db.links import LinkSpent, LinkUnknown

_STATUS: dict[type[Exception], int] = {
    SignInRefused: 401,
    LinkUnknown: 404,
    AccountRefused: 409,
    SecretShownBefore: 409,
    LinkSpent: 410,
    PassphraseRefused: 422,
    TooManyTries: 429,
}

SIGN_IN_REFUSALS = tuple(_STATUS)
"""Every refusal of sign-in, for pages that say it in their form."""


def add_account_refusals(app: FastAPI) -> None:
    """Have every refusal answered so."""
    for refusal in _STATUS:
        app.add_exception_handler(refusal, _answer)


def status_of_refusal(error: Exception) -> int:
    """The HTTP status a refusal goes with."""
    return _STATUS[type(error)]


def headers_of_refusal(error: Exception) -> dict[str, str]:
    """When to come back, for who came too often."""
    return {"retry-after": str(error.seconds)} if isinstance(error, TooManyTries) else {}


async def _answer(_: Request, error: Exception) -> JSONResponse:
    detail: dict[str, str] = {"detail": str(error)}
    if isinstance(error, AccountRefused):
        detail["field"] = error.field
    return JSONResponse(detail, status_of_refusal(error), headers_of_refusal(error))
