"""The record of changes in the reader's language: what, who and when."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from rules.identities import MatchId, PersonId
from rules.text import N_
from server.accounts import changes as ch
from server.persons.naming import Names
from server.store.accounts_db.accounts import Account
from server.store.accounts_db.changes import RecordedChange
from server.words.translation import Words

_SENTENCES: Mapping[type, str] = {
    ch.AccountAdded: N_("Account %(account)s added for %(person)s"),
    ch.DirectorRestored: N_("Account %(account)s made a director's, with a new passphrase"),
    ch.PassphraseReset: N_("Passphrase of account %(account)s reset"),
    ch.PassphraseSet: N_("Passphrase of account %(account)s set"),
    ch.AccountDisabled: N_("Account %(account)s disabled"),
    ch.AccountEnabled: N_("Account %(account)s enabled"),
    ch.DevicesSignedOut: N_("Account %(account)s signed out"),
    ch.LinkGiven: N_("Match %(match)s: link given to %(person)s"),
    ch.LinkRevoked: N_("Match %(match)s: link of %(person)s revoked"),
    ch.EntrantLinkGiven: N_("Personal link given to %(person)s"),
    ch.EntrantLinkRevoked: N_("Personal link of %(person)s revoked"),
    ch.BoardKeyGiven: N_("Board %(board)s: key given"),
    ch.BoardKeyReplaced: N_("Board %(board)s: key replaced"),
    ch.BoardKeyRevoked: N_("Board %(board)s: key removed"),
    ch.TableCodeGiven: N_("Match %(match)s: code of a table given"),
    ch.TableCodeRevoked: N_("Match %(match)s: code of a table cancelled"),
    ch.SeatTaken: N_("Match %(match)s: %(board)s is a table's board"),
    ch.SeatEnded: N_("Match %(match)s: %(board)s is no longer a table's board"),
    ch.PersonAdded: N_("Person added: %(person)s"),
    ch.PersonRenamed: N_("Person changed: %(person)s"),
    ch.PersonHidden: N_("Name hidden or shown again: %(person)s"),
    ch.PersonErased: N_("Person erased: %(person)s"),
    ch.PersonsMerged: N_("Two people merged: %(person)s"),
}
_MACHINES = {
    "set-up link": N_("the set-up link"),
    "command line": N_("the command line of the server"),
    "table code": N_("a phone by the code of its table"),
}
_ROLES = {
    "director": N_("director"),
    "operator": N_("operator"),
    "clerk": N_("room clerk"),
    "broadcaster": N_("broadcaster"),
}


@dataclass(frozen=True, slots=True)
class ChangeLine:
    """A change in a list."""

    when: str
    what: str
    who: str


def change_line(
    recorded: RecordedChange,
    accounts: Mapping[int, Account],
    names: Names,
    words: Words,
    now: datetime,
) -> ChangeLine:
    """The change as a line of a list; times are told in the zone of the server's machine."""
    change = ch.read(recorded.kind, recorded.fields)
    return ChangeLine(
        when=words.time(recorded.at.astimezone(), now),
        what=words.gettext(_SENTENCES[type(change)], **_named(change, accounts, names)),
        who=_actor(recorded.actor, names, words),
    )


def _named(
    change: ch.Change, accounts: Mapping[int, Account], names: Names
) -> Mapping[str, object]:
    """Whom and what a change is about, as its sentence names them."""
    account = accounts.get(getattr(change, "account_id", 0))
    person: PersonId | None = getattr(change, "person", None)
    match: MatchId | None = getattr(change, "match", None)
    return {
        "account": account.name if account else "",
        "person": names.of(person) if person else "",
        "board": getattr(change, "board_id", ""),
        "match": names.match(match).label if match else "",
    }


def _actor(actor: str, names: Names, words: Words) -> str:
    if actor in _MACHINES:
        return words.gettext(_MACHINES[actor])
    role, _, person = actor.partition(" ")
    if role not in _ROLES:
        return names.actor(actor)
    return f"{names.by(person)} ({words.gettext(_ROLES[role])})"
