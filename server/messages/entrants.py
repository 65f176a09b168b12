"""The players of a PBeM knockout, each entered with an id, a mail address and a token."""

import asyncio
from collections.abc import Callable, Sequence

from rules.commands import AddPerson, EnterKnockout
from rules.errors import FieldRefused
from rules.events import KnockoutEntered
from rules.formats.knockout.deciding import KNOCKOUT
from rules.formats.knockout.state import Knockout
from rules.formats.pbem.deciding import PBEM
from rules.identities import PersonId
from rules.text import N_
from server.access import Actor
from server.hall import Hall
from server.messages.answers import Telling
from server.messages.received import ADDRESS_ALLOWED, tidied_address
from server.people.book import new_person_id
from server.secret_codes import digest_of, new_code
from server.store.accounts_db.pbem_records import NewMail, PbemPlayer
from server.tournaments.tournament_process import TournamentProcess
from server.words.translation import Words


class MessageRefused(FieldRefused):
    """A message asks for something impossible; the text says to the player what is allowed."""


class Entrants:
    """The players of a hall's PBeM knockouts; `words` has the language of texts to them."""

    def __init__(self, hall: Hall, words: Words) -> None:
        self._hall, self._records, self.words = hall, hall.pbem_records, words

    async def of(self, process: TournamentProcess) -> list[PbemPlayer]:
        """Return the players who are entered in the tournament and have a mail address."""
        players = await asyncio.to_thread(self._records.players, process.tournament)
        return [each for each in players if each.person in entrants_of(process)]

    async def with_token(self, process: TournamentProcess, token: str) -> PbemPlayer | None:
        """Return the player with this token.

        Return None if the token is wrong or the player has left.
        """
        if not token:
            return None
        digest = digest_of(token)
        player = await asyncio.to_thread(self._records.with_token, process.tournament, digest)
        return player if player and player.person in entrants_of(process) else None

    async def telling(self, process: TournamentProcess) -> Telling:
        """Return the maker of texts to the tournament's players."""
        return Telling(
            self.words,
            self._hall.names(self.words.code),
            process.title,
            {each.person: each.handle for each in await self.of(process)},
        )

    async def enter(
        self,
        process: TournamentProcess,
        handle: str,
        address: str,
        actor: Actor,
        command_id: str = "",
    ) -> PbemPlayer:
        """Enter a new player, to whom a token is sent by mail.

        `handle` is the player's id in messages, `address` the mail address. Raises MessageRefused
        if one of them is invalid or in use, or if no knockout takes entries.
        """
        good = await self._checked_address(process, handle, address)
        open_ = [each for each in _opened(process) if not each.drawn]
        if not open_:
            raise MessageRefused("id", handle, N_("a knockout that takes entries"))
        person = new_person_id()
        happened = await self._hall.commands.to_stages(
            process.tournament,
            EnterKnockout(knockout=open_[-1].number, players=(person,)),
            actor,
            command_id,
            [AddPerson(person=person, names=(handle,))],
        )
        # If the first answer was lost, the same message has entered a player already.
        entered = next(each.player for each in happened if isinstance(each, KnockoutEntered))
        return await self._registered(process, entered, handle, good)

    async def register(
        self, process: TournamentProcess, person: PersonId, handle: str, address: str
    ) -> None:
        """Store an id, a mail address and a new token for a player who is entered already.

        Raises MessageRefused if the id or address is invalid or in use, or the player is not
        entered.
        """
        good = await self._checked_address(process, handle, address)
        if person not in entrants_of(process):
            raise MessageRefused("player", person, N_("a player of the knockout"))
        await self._registered(process, person, handle, good)

    async def new_token(self, process: TournamentProcess, person: PersonId) -> None:
        """Replace a player's token, and send the new one to the player's address.

        Raises MessageRefused if the player has no address.
        """
        players = await self.of(process)
        player = next((each for each in players if each.person == person), None)
        if player is None:
            raise MessageRefused("player", person, N_("one of: %(ids)s"), ids=listed(players))
        await self._with_new_token(process, player, self._records.replace_token)

    async def _checked_address(self, process: TournamentProcess, handle: str, written: str) -> str:
        address = tidied_address(written)
        if not address:
            raise MessageRefused("address", written, ADDRESS_ALLOWED)
        players = await self.of(process)
        if handle in {each.handle for each in players}:
            raise MessageRefused("id", handle, N_("an id that nobody has in this knockout"))
        if address in {each.address for each in players}:
            raise MessageRefused("address", address, N_("an address from which nobody has entered"))
        return address

    async def _registered(
        self, process: TournamentProcess, person: PersonId, handle: str, address: str
    ) -> PbemPlayer:
        player = PbemPlayer(
            tournament=process.tournament, person=person, handle=handle, address=address
        )
        await self._with_new_token(process, player, self._records.enter)
        return player

    async def _with_new_token(
        self,
        process: TournamentProcess,
        player: PbemPlayer,
        keep: Callable[[PbemPlayer, bytes, NewMail], object],
    ) -> None:
        token = new_code()
        subject, text = (await self.telling(process)).token_mail(player.handle)
        mail = NewMail(
            tournament=process.tournament,
            person=player.person,
            subject=subject,
            text=text,
            secret=token,
        )
        await asyncio.to_thread(keep, player, digest_of(token), mail)


def listed(players: Sequence[PbemPlayer]) -> str:
    """Return the ids of these players in one line, separated by commas."""
    return ", ".join(each.handle for each in players) or "–"


def entrants_of(process: TournamentProcess) -> frozenset[PersonId]:
    """Return the players of the tournament's PBeM knockouts that are being played now."""
    return frozenset(person for each in _opened(process) for person in each.entrants)


def _opened(process: TournamentProcess) -> list[Knockout]:
    """Return the tournament's PBeM knockouts, in the order in which they were opened."""
    knockouts = process.state.of(KNOCKOUT).by_number
    return [knockouts[each] for each in process.state.of(PBEM).opened if each in knockouts]
