"""What sign-in refuses, in the visitor's language and next to the form it is about."""

from rules.text import N_
from server.accounts.accounts_process import SecretShownBefore
from server.accounts.passphrases import LONGEST, SHORTEST, PassphraseRefused
from server.accounts.sign_in import SignInRefused, TooManyTries
from server.store.accounts_db.accounts import AccountRefused
from server.web.pages.secret_shown import SHOWN_BEFORE
from server.words.translation import Words

_ALLOWED = (
    N_("1 to 80 printable characters"),
    N_("a name no other account has"),
    N_("open or closed for a clerk, none for others"),
    N_("not the last director"),
    N_("one of the list"),
)
"""What accounts may be, as AccountRefused says it."""


def refusal_in_words(error: Exception, words: Words) -> str:
    """The refusal as a sentence for whoever filled in the form."""
    match error:
        case SignInRefused():
            return words.gettext("The name or the passphrase is wrong, or the account is disabled.")
        case TooManyTries():
            return words.ngettext(
                "Too many failed tries. Try again in %(num)s second.",
                "Too many failed tries. Try again in %(num)s seconds.",
                error.seconds,
            )
        case PassphraseRefused():
            return words.gettext(
                "This passphrase cannot be used; allowed: %(shortest)s to %(longest)s characters "
                "of any kind.",
                shortest=SHORTEST,
                longest=LONGEST,
            )
        case SecretShownBefore():
            return words.gettext(SHOWN_BEFORE)
        case AccountRefused():
            allowed = words.gettext(error.allowed) if error.allowed in _ALLOWED else error.allowed
            return words.gettext(
                "“%(value)s” is not possible; allowed: %(allowed)s.",
                value=error.value,
                allowed=allowed,
            )
        case _:
            return str(error)
