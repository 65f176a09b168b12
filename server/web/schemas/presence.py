"""Who leaves a table and comes back to it (ruling 34)."""

from server.web.schemas.fields import Body, Name, Reason, Remark


class LeavingIn(Body):
    """Somebody leaves the table at which he sits, for a while; `player` is his name or id."""

    player: Name
    reason: Reason


class ReturnIn(Body):
    """He is back. `watched`: he has watched the open room of the game that is being played."""

    player: Name
    watched: bool
    reason: Remark = ""
