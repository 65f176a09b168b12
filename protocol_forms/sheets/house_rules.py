"""The house rules on one page, to be hung up in both rooms for everybody at a table.

Sources: rulings 3, 6 to 9, 15, 31, 32, 34 and 35; each rule names its own.
"""

import json
from dataclasses import dataclass

from protocol_forms.labels import SOURCE_LANGUAGE, Say, in_english
from protocol_forms.writers.sheet import Sheet
from rules.text import N_

_RULES: tuple[tuple[str, str], ...] = (
    (
        N_("Same dice in both rooms"),  # ruling 6
        N_(
            "The dice that White throws in the open room are played on the same turn by White in "
            "the closed room, who is in the other team; the same goes for the other side. Throw "
            "even if no checker can move."
        ),
    ),
    (
        N_("READY or double first, then the dice"),  # ruling 7
        N_(
            "In the closed room press READY, or double, before every turn: the dice come after "
            "that. In the open room throw when the opponent's play is finished; dice thrown "
            "earlier are thrown again."
        ),
    ),
    (
        N_("Dice count when both have seen them"),  # ruling 9
        N_(
            "The player who throws enters the dice, the opponent confirms. Are they wrong? "
            "Say so before the next throw."
        ),
    ),
    (
        N_("The doubling cube"),  # rulings 2, 3
        N_(
            "As in money play, but without the Jacoby rule, beavers or automatic doubles. There is "
            "no Crawford game. Gammons and backgammons count. The cube stops at 64."
        ),
    ),
    (
        N_("Stay until both rooms have finished the game"),  # ruling 8
        N_(
            "If the open room finishes first, its players go on throwing the dice that the closed "
            "room still needs, one roll at a time."
        ),
    ),
    (
        N_("Confirm every game, sign the match"),  # ruling 15
        N_(
            "Both players confirm each result at the table; one captain of each team signs the "
            "match protocol."
        ),
    ),
    (
        N_("Call the director"),  # ruling 31
        N_(
            "When anything is unclear: leave checkers, dice and clock as they are and press "
            "Call. Nobody but the director corrects anything."
        ),
    ),
    (
        N_("No aids, no advice"),  # ruling 35
        N_(
            "No phones, notes or calculators at the table, except the phone that is its board. "
            "Nobody speaks to a player during a game."
        ),
    ),
    (
        N_("Spectators in the open room only"),  # rulings 12, 34
        N_(
            "The closed room is for its players, clerk and director. Anyone who has "
            "watched a match in the open room may not sit in its closed room before that "
            "game is over."
        ),
    ),
)
_QUERIES = (
    N_("Queries"),  # ruling 32
    N_(
        "A captain may query a result for %(minutes)s minutes after it is published. After that it "
        "is final."
    ),
)


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The values of a tournament that are printed in its house rules.

    `event` is the tournament's printed title. `minutes` is the time, in minutes, during which a
    posted result may be queried.
    """

    event: str
    minutes: int


def house_rules(rules: HouseRules, say: Say = in_english, language: str = SOURCE_LANGUAGE) -> Sheet:
    """Return one page with the numbered house rules, the same for both rooms."""
    title = say(N_("House rules"))
    paragraphs = [{"lead": say(lead), "text": say(text)} for lead, text in _RULES]
    lead, text = _QUERIES
    paragraphs.append({"lead": say(lead), "text": say(text, minutes=rules.minutes)})
    values = {"title": title, "event": rules.event, "rules": paragraphs}
    return Sheet("house_rules", title, language, json.dumps(values, ensure_ascii=False))
