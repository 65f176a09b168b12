"""Random examples of properties: a quarter in every run, the same each time; new ones in `long`."""

from typing import Final

from hypothesis import HealthCheck, settings

EVERY_RUN_PROFILE: Final = "every-run"
LONG_PROFILE: Final = "long"
_SHARE, _USUAL = 4, 100


def _register(name: str, examples: int, repeated: bool) -> None:
    settings.register_profile(
        name,
        max_examples=examples,
        derandomize=repeated,
        database=None,
        deadline=None,
        print_blob=not repeated,
        suppress_health_check=[HealthCheck.too_slow],
    )


_register(EVERY_RUN_PROFILE, _USUAL // _SHARE, repeated=True)
_register(LONG_PROFILE, _USUAL, repeated=False)


def examples(number: int) -> settings:
    """That many in `long`, a quarter of them in every run."""
    every_run = settings.get_current_profile_name() == EVERY_RUN_PROFILE
    return settings(max_examples=-(-number // _SHARE) if every_run else number)
