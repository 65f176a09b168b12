"""Settings of every test run: repeatable hypothesis examples and an account of what was skipped."""

from hypothesis import HealthCheck, settings

pytest_plugins = ("pytester", "tests.support.skips")

settings.register_profile(
    "repeatable",
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("repeatable")
