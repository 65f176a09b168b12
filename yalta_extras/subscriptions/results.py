"""The latest results as an Atom feed (RFC 4287).

Everything in the feed comes from finished matches that are wholly public, and from the times at
which their results were posted and changed. It does not depend on any match in play, nor on the
time at which somebody asks for it (ruling 12). A feed that hides results says only which matches
are over, in entries of their own: a reader that has both feeds does not mix them up.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import NAMESPACE_URL, uuid5

from feedgenerator import Atom1Feed
from markupsafe import escape

from rules.directing.finality import ResultStep
from rules.identities import MatchId, TournamentId
from server.views.match.lists import MatchRow
from server.web.shell.hidden_results import with_choice
from server.words.translation import Words

MOST = 50
"""The largest number of results in a feed (our choice)."""
_NEVER = datetime(1970, 1, 1, tzinfo=UTC)
"""The time of change that a feed without results shows, because every feed must show one."""


@dataclass(frozen=True, slots=True)
class FeedResult:
    """A finished match in a feed: its row as lists show it, and the steps of its results.

    A step is a time at which results were posted or changed. `steps` are in order of time; the
    first step is the posting.
    """

    match_id: MatchId
    row: MatchRow
    steps: Sequence[ResultStep]

    @property
    def posted(self) -> datetime:
        """The time in UTC at which the results were posted."""
        return self.steps[0].at

    @property
    def changed(self) -> datetime:
        """The time in UTC of the last change of a result or, without changes, of the posting."""
        return max(step.at for step in self.steps if step.changed or step is self.steps[0])


class _ResultsFeed(Atom1Feed):  # type: ignore[misc]
    """An Atom feed that says when its newest entry changed, never the present time."""

    def latest_post_date(self) -> datetime:
        return max((item["updateddate"] for item in self.items), default=_NEVER)


def results_feed(
    title: str,
    results: Sequence[FeedResult],
    words: Words,
    base: str,
    path: str,
    of: TournamentId | None,
    *,
    results_hidden: bool = False,
) -> bytes:
    """Return the feed of these results in Atom, in UTF-8.

    `title` is the feed's title, `base` this server's address, `path` the path of the page that the
    feed belongs to. `of` is the tournament whose results these are, None for the results of all
    tournaments. With `results_hidden` the feed tells neither scores nor winners, and its links lead
    to pages that hide results.
    """
    there, kind = (with_choice, "hidden-") if results_hidden else (str, "")
    feed = _ResultsFeed(
        title=title,
        link=base + there(path),
        description="",
        language=words.code,
        author_name="Yalta",
        feed_guid=_permanent_id(f"{kind}results" if of is None else f"{kind}results/{of}"),
        feed_url=base + there(f"{path.rstrip('/')}/results.atom?language={words.code}"),
    )
    for each in results:
        row = each.row if results_hidden else each.row.winner_first
        feed.add_item(
            title=f"{row.home} – {row.away}" if results_hidden else _headline(row),
            link=base + there(row.address.path),
            description=str(escape(_summary(row, words, results_hidden=results_hidden))),
            unique_id=_permanent_id(f"{kind}match/{each.match_id}"),
            pubdate=each.posted,
            updateddate=each.changed,
        )
    return str(feed.writeString("utf-8")).encode()


def _headline(row: MatchRow) -> str:
    home, away, unit = (
        (*row.vp, "VP") if row.vp is not None else (row.home_sum, row.away_sum, row.unit)
    )
    return f"{row.home} – {row.away} {home}–{away} {unit}"


def _summary(row: MatchRow, words: Words, *, results_hidden: bool) -> str:
    """Return who won and by how much, the round, and if the match was a trial.

    With `results_hidden` the summary says in place of the result that the match is over.
    """
    parts = [
        words.gettext("The match is over") if results_hidden else row.result,
        row.round,
        words.gettext("Trial") if row.trial else "",
    ]
    return " · ".join(filter(None, parts))


def _permanent_id(name: str) -> str:
    """Return the permanent id of the feed or entry that `name` names among Yalta's feeds.

    The id stays the same if a tournament is renamed or the server gets another address.
    """
    return f"urn:uuid:{uuid5(NAMESPACE_URL, f'yalta:{name}')}"
