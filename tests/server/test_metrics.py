"""The figures for Prometheus: what they count, and that they tell no room anything too early."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest

from server.app import running_hall, services_over
from server.metrics import TOGETHER, Metrics
from server.settings import Settings
from server.web.application import create_app
from tests.server.store.failing_store import log_stores_nothing
from tests.support.ids import drawing
from tests.support.new_records import lay_new_records
from tests.support.quick import QUICK
from tests.support.served import DIRECTOR, NAME, Served, served_hall, started_match, throw_opening
from yalta.serving.web_server import MetricsListener

SINCE = datetime(2008, 5, 3, tzinfo=UTC)


def figures(metrics: Metrics) -> dict[str, str]:
    """Every figure by its name and labels."""
    lines = metrics.text.decode().splitlines()
    return dict(line.rsplit(" ", 1) for line in lines if not line.startswith("#"))


def of_play(metrics: Metrics) -> dict[str, str]:
    """All but the machine's own: when it was started, and how late its loop was."""
    machine = ("_created", "loop_lag")
    return {
        name: each
        for name, each in figures(metrics).items()
        if not any(part in name for part in machine)
    }


@pytest.fixture
def listener() -> Iterator[MetricsListener]:
    listener = MetricsListener("127.0.0.1", 0, lambda: b"yalta_spectators 3.0\n", "a" * 20)
    yield listener
    listener.close()


async def test_a_throw_in_the_open_room_changes_no_figure(tmp_path: Path) -> None:
    settings = Settings(data_folder=tmp_path, devices=tmp_path / "none")
    lay_new_records(settings)
    metrics = Metrics(SINCE)
    opening = running_hall(settings, QUICK, metrics=metrics, draw_id=drawing())
    async with opening as running:
        hall, hub = running.hall, running.hub
        app = create_app(services_over(running, settings), [NAME])
        served = Served(app, hall, running.authenticator)
        async with served.client(DIRECTOR) as director:
            number = await started_match(director)
            metrics.make(hall, hub)
            before = of_play(metrics)
            await throw_opening(hall, number, 1)
            metrics.make(hall, hub)
            assert of_play(metrics) == before
            assert before["yalta_matches"] == "1.0"
            assert before['yalta_storage_failing{database="event log"}'] == "0.0"
            with log_stores_nothing():
                await director.post(
                    "/api/t/club/teams", json={"name": "Sextant", "players": ["A", "B"]}
                )
                metrics.make(hall, hub, timedelta(seconds=90))
            assert figures(metrics)['yalta_storage_failing{database="event log"}'] == "1.0"
            assert figures(metrics)["yalta_clock_behind_seconds"] == "90.0"
            labels = set(re.findall(r"{(\w+)=", metrics.text.decode()))
            assert labels == {"database"}


async def test_commits_are_told_a_hundred_together(tmp_path: Path) -> None:
    settings = Settings(data_folder=tmp_path, devices=tmp_path / "none")
    lay_new_records(settings)
    metrics = Metrics(SINCE)
    async with running_hall(settings, QUICK) as (hall, hub, *_):
        for _ in range(TOGETHER - 1):
            metrics.committed(0.002)
        metrics.make(hall, hub)
        assert "yalta_commit_seconds{" not in metrics.text.decode()
        metrics.committed(0.3)
        metrics.make(hall, hub)
        shown = figures(metrics)
        assert shown['yalta_commit_seconds{quantile="0.5"}'] == "0.002"
        assert shown['yalta_commit_seconds{quantile="1.0"}'] == "0.3"


def test_only_who_sends_the_token_reads_the_figures(listener: MetricsListener) -> None:
    with httpx.Client(base_url=f"http://127.0.0.1:{listener.port}", trust_env=False) as reader:
        assert reader.get("/metrics").status_code == 401
        wrong = {"authorization": f"Bearer {'b' * 20}"}
        assert reader.get("/metrics", headers=wrong).status_code == 401
        right = {"authorization": f"Bearer {'a' * 20}"}
        assert reader.get("/metrics", headers=right).text == "yalta_spectators 3.0\n"
        assert reader.get("/", headers=right).status_code == 404


async def test_the_public_port_has_no_figures(tmp_path: Path) -> None:
    async with served_hall(tmp_path) as (director, _):
        assert (await director.get("/metrics")).status_code == 404


@pytest.mark.parametrize(
    ("host", "status"), [("127.0.0.1", 200), ("localhost", 200), ("evil.example", 401)]
)
def test_without_a_token_figures_are_given_to_loopback_names_alone(host: str, status: int) -> None:
    listener = MetricsListener("127.0.0.1", 0, lambda: b"yalta_spectators 3.0\n")
    try:
        headers = {"host": f"{host}:{listener.port}"}
        answer = httpx.get(f"http://127.0.0.1:{listener.port}/metrics", headers=headers)
        assert answer.status_code == status
    finally:
        listener.close()
