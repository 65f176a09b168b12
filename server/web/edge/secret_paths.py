"""The paths that secrets are opened by: links, tables' codes, invitations."""

from server.store.accounts_db.board_keys import CODE_SIZE

_GROUP = 4


def path_of_link(token: str) -> str:
    """The path of the page that a captain's or player's link opens."""
    return f"/l/{token}"


def path_of_invitation(token: str) -> str:
    """The path of the page on which the owner of an account sets a passphrase."""
    return f"/passphrase/{token}"


def path_of_code(code: str) -> str:
    """The path of the page that a table's code opens on a phone; the code by fours."""
    grouped = "-".join(code[at : at + _GROUP] for at in range(0, CODE_SIZE, _GROUP))
    return f"/seat/{grouped}"
