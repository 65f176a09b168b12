"""The texts of answers to messages and of mails to players, in the server's language."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from rules.errors import FieldRefused
from rules.formats.pbem.deciding import ReportDoubtful
from rules.formats.pbem.state import PbemMatch, PbemState
from rules.formats.pbem.subject_lines import LINES
from rules.formats.pbem.time_rule import Reminder, ReminderDue
from server.store.accounts_db.pbem_records import SECRET_PLACE
from server.values.naming import Names
from server.words.field_refusals import field_refusal_words
from server.words.translation import Words


@dataclass(frozen=True, slots=True)
class Telling:
    """A maker of texts for the players of a PBeM knockout.

    `words` has the language of the texts, `names` the names of persons, `title` the tournament's
    title. `handles` maps each player to the id that names this player in messages.
    """

    words: Words
    names: Names
    title: str
    handles: Mapping[object, str]

    def handle(self, person: object) -> str:
        """Return a person's id in messages, or the person's name if no id is known."""
        return self.handles.get(person) or str(self.names.in_refusal(person))

    def refused(self, error: FieldRefused) -> str:
        """Return a text that explains a refusal: the field, the value and what is allowed."""
        why = field_refusal_words(self.words, error, self._value)
        return self.words.gettext("Refused: %(field)s: %(why)s", field=error.field, why=why)

    def _value(self, value: object) -> object:
        return self.handles.get(value) or self.names.in_refusal(value)

    def waits(self, doubtful: ReportDoubtful) -> str:
        """Return a text which says that a message waits for the organiser's decision, and why."""
        why = self.words.gettext(doubtful.why, **doubtful.named)
        return self.words.gettext("The organiser will decide about your message: %(why)s.", why=why)

    def score(self, match: PbemMatch) -> str:
        """Return a text with a match's score."""
        (first, second), (white, red) = match.players, match.points
        values = {
            "match": match.number,
            "first": self.handle(first),
            "second": self.handle(second),
            "white": white,
            "red": red,
        }
        text = self.words.gettext(
            "Match %(match)s: %(first)s – %(second)s %(white)s–%(red)s.", **values
        )
        if match.winner is not None:
            winner = self.handle(match.winner)
            return f"{text} {self.words.gettext('%(winner)s has won the match.', winner=winner)}"
        if match.score.crawford:
            crawford = self.words.gettext("The next game is the Crawford game: no doubling.")
            return f"{text} {crawford}"
        return text

    def started(self, match: PbemMatch, board: int) -> str:
        """Return a text which says that a board is recorded as started."""
        noted = self.words.gettext("Board %(board)s has started.", board=board)
        return f"{noted} {self.score(match)}"

    def won(self, match: PbemMatch, board: int, points: int, reported: int) -> str:
        """Return a text which says that a board's result is recorded.

        `points` are the points that count; `reported` are those that the winner had reported.
        """
        noted = self.words.gettext(
            "Board %(board)s counts %(points)s points.", board=board, points=points
        )
        if points != reported:
            more = self.words.gettext(
                "If you resign before your opponent has doubled, you lose at least a gammon, and a "
                "backgammon if you still have a checker on the bar or in the winner's home."
            )
            noted = f"{noted} {more}"
        return f"{noted} {self.score(match)}"

    def protest(self, number: int) -> str:
        """Return a text which says that the director will rule on a player's protest.

        `number` is the number of the match's case.
        """
        return self.words.gettext(
            "The director has your protest about match %(match)s and will decide it. That decision "
            "is final.",
            match=number,
        )

    def entered(self, handle: str) -> str:
        """Return a text which says that a player has been entered.

        The token is not in the text; it is sent by mail only.
        """
        return self.words.gettext(
            "You are entered as %(id)s. Your token comes by mail to the address given.", id=handle
        )

    def token_mail(self, handle: str) -> tuple[str, str]:
        """Return the subject and text of the mail that tells a player their token.

        The text has SECRET_PLACE where the token is filled in when the mail is sent.
        """
        subject = self.words.gettext("%(title)s: your token", title=self.title)
        text = self.words.gettext(
            "You are entered as %(id)s.\n\nYour token: %(token)s\n\nPut it into every message, "
            "in a line of its own:\n\ntoken: %(token)s\n\nThe subject of a message is one of "
            "these lines, with numbers in place of M, B, P and C:\n\n%(lines)s\n\nWhoever moves "
            "first reports a board before the first move, the winner alone reports its result.",
            id=handle,
            token=SECRET_PLACE,
            lines="\n".join(LINES),
        )
        return subject, text

    def answer_mail(self, line: str, answer: str) -> tuple[str, str]:
        """Return the subject and text of the mail that answers a player's message.

        `line` is the subject of the player's message, and `answer` the text that answers it.
        """
        return f"Re: {line}"[:200], answer

    def match_mail(self, match: PbemMatch) -> tuple[str, str]:
        """Return the subject and text of the mail that announces a match to its players."""
        first, second = map(self.handle, match.players)
        named = {"match": match.number, "title": self.title}
        subject = self.words.gettext("%(title)s: match %(match)s", **named)
        text = self.words.gettext(
            "Round %(round)s, match %(match)s to %(length)s points: %(first)s – %(second)s.\n\n"
            "Start a game on your server. Whoever moves first sends, before the first move:\n\n"
            "match %(match)s: board B started\n\nThe winner sends:\n\n"
            "match %(match)s: board B won by ID by P points\n\nand starts the next game.",
            round=match.round,
            match=match.number,
            length=match.length,
            first=first,
            second=second,
        )
        return subject, text

    def reminder_mail(self, due: ReminderDue, state: PbemState) -> tuple[str, str]:
        """Return the subject and text of a reminder about a match."""
        number, score = due.match.number, self.score(due.match)
        until = state.time_of(due.match)
        subject = self.words.gettext(
            "%(title)s: reminder, match %(match)s is not finished", title=self.title, match=number
        )
        if due.kind is Reminder.LAST_DAYS and until is not None:
            return subject, f"{score}\n\n{self.until(until)}"
        days = state.opened[due.match.knockout].quiet_days
        quiet = self.words.ngettext(
            "There has been no report about this match for %(num)s day.",
            "There has been no report about this match for %(num)s days.",
            days,
        )
        return subject, f"{score}\n\n{quiet}"

    def until(self, until: datetime) -> str:
        """Return a text that gives a match's deadline and says what happens after it."""
        return self.words.gettext(
            "Three quarters of this round's matches are finished. You have until %(until)s to "
            "finish yours. After that the player with more points wins; if points are equal, the "
            "player who has used less time.",
            until=self.words.moment(until),
        )

    def week_mail(self, match: PbemMatch, until: datetime) -> tuple[str, str]:
        """Return the subject and text of the mail which says that one week is left to play a match.

        The last week of a round begins once three quarters of the round's matches have a winner
        (ruling 23); `until` is its end.
        """
        subject = self.words.gettext(
            "%(title)s: one week for match %(match)s", title=self.title, match=match.number
        )
        return subject, f"{self.score(match)}\n\n{self.until(until)}"

    def accepted(self) -> str:
        """Return a text which says that the organiser has accepted a message."""
        return self.words.gettext("The organiser has accepted your message.")

    def rejected(self, reason: str) -> str:
        """Return a text which says that the organiser has rejected a message."""
        return self.words.gettext(
            "The organiser has not accepted your message: %(reason)s", reason=reason
        )
