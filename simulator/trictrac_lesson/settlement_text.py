"""How a claim was settled, in words: agreed to, or an école accepted or contested (ruling 26)."""

from rules.games.trictrac.table import Reckoning, verdict
from simulator.trictrac_lesson.wording import counted, name, wrapped


def agreed(asked: Reckoning) -> tuple[str, ...]:
    """The opponent of the claimant let the claim stand, right or wrong."""
    assert asked.claim is not None
    judge = name(asked.claimant.opponent)
    if asked.claim == asked.due:
        return (f"{judge} agrees to {counted(asked.claim, 'point')}.",)
    fault = "forgotten" if asked.claim < asked.due else "too many"
    return wrapped(
        f"{judge} agrees to {counted(asked.claim, 'point')}, so that is marked, though it is"
        f" {abs(asked.claim - asked.due)} {fault}: nobody must take an école."
    )


def taken(asked: Reckoning) -> tuple[str, ...]:
    """The opponent of the claimant takes an école."""
    assert asked.claim is not None
    assert asked.right is not None
    claimant, judge = name(asked.claimant), name(asked.claimant.opponent)
    worth = abs(asked.claim - asked.right)
    return wrapped(
        f"{claimant} claims {asked.claim}, {judge} says it should be {asked.right} and takes an"
        f" école of {worth}."
    )


def settled(asked: Reckoning, *, contested: bool) -> tuple[str, ...]:
    """The claimant accepted the école, or the tariff decided."""
    claimant = name(asked.claimant)
    result = verdict(asked, contested=contested)
    lines = [f"{claimant} {'contests' if contested else 'accepts'} the école."]
    if contested:
        lines += wrapped(_found(asked))
    lines.append(f"{claimant} is granted {counted(result.granted, 'point')}.")
    for ecole in result.ecoles:
        points = counted(ecole.points, "point")
        lines += wrapped(f"École for {name(ecole.side)}: {points}, marked after the throw's own.")
    if not result.ecoles:
        lines.append("There is no école.")
    return tuple(lines)


def _found(asked: Reckoning) -> str:
    claimant, judge = name(asked.claimant), name(asked.claimant.opponent)
    found = f"By the tariff it is {asked.due}: "
    if asked.right == asked.due:
        return found + f"{judge} was right, and a right école that is contested counts twice."
    if asked.claim == asked.due:
        return found + f"{claimant} was right, so the false école is {claimant}'s to mark."
    return found + "both were wrong, and each side pays for its own fault."
