"""A match's form as a form of grids, for writers that can write only grids."""

from collections.abc import Iterator

from protocol_forms.any_form import AnyForm, AnyView
from protocol_forms.form_labels import form_labels, match_play_labels
from protocol_forms.grids import Grid, GridColumn, GridsForm
from protocol_forms.labels import Say, in_english, signed
from protocol_forms.match_play_form import MatchPlayRow, MatchPlayView
from protocol_forms.protocol_view import MatchProtocolView, ProtocolRow
from rules.room import Room


def as_grids(form: AnyForm, say: Say = in_english) -> GridsForm:
    """Return any form as a form of grids; a form of grids is returned unchanged."""
    if isinstance(form, MatchProtocolView):
        return _protocol(form, form_labels(form, say))
    if isinstance(form, MatchPlayView):
        return _match_play(form, match_play_labels(form, say))
    return form


def _protocol(view: MatchProtocolView, labels: dict[str, str]) -> GridsForm:
    figures = _tally_columns if _counted(view) else _point_columns
    columns = (
        GridColumn(labels["game"], figure=True),
        GridColumn(labels["room"]),
        GridColumn(labels["opening"]),
        *figures(view, labels),
        GridColumn(labels["note"]),
    )
    table = Grid(
        f"{view.home.name} – {view.away.name}",
        columns,
        tuple(_protocol_row(view, row, labels) for row in view.rows),
        (),
        tuple(Room(row.room) for row in view.rows),
        tuple(_sums(view, labels, len(columns))),
    )
    seats = [
        (f"{labels[seat.room]}, {labels[seat.colour]}, {team.name}", seat.players)
        for team in (view.home, view.away)
        for seat in team.seats
    ]
    won = [(labels["won"], view.winner)] if view.winner else []
    return GridsForm(
        labels["title"],
        _parts(view.event, labels["match"], labels["sets"], view.place, view.played),
        (table, view.statistics, *view.luck) if view.statistics else (table,),
        _parts(labels["table"], labels["state"], view.recorded, labels["ledger"]),
        (*seats, *won, *_signed(view, labels)),
        notes=(*view.notes, *(view.luck_notes if view.statistics else ())),
    )


def _counted(view: MatchProtocolView) -> bool:
    return view.home.tally is not None


def _tally_columns(view: MatchProtocolView, labels: dict[str, str]) -> list[GridColumn]:
    return _of_both(view, labels["tally"])


def _point_columns(view: MatchProtocolView, labels: dict[str, str]) -> list[GridColumn]:
    home, away = _of_both(view, labels["cube"])
    proposed = GridColumn(labels["propose"], figure=True, group=labels["cube"])
    groups = (labels["left"], "SMP", "IMP")
    return [home, proposed, away, *(each for group in groups for each in _of_both(view, group))]


def _of_both(view: MatchProtocolView, group: str) -> list[GridColumn]:
    return [GridColumn(team.name, figure=True, group=group) for team in (view.home, view.away)]


def _protocol_row(
    view: MatchProtocolView, row: ProtocolRow, labels: dict[str, str]
) -> tuple[str, ...]:
    figures: tuple[int | None, ...] = (row.tally_home, row.tally_away)
    if not _counted(view):
        figures = (
            row.cube_home,
            row.cube_proposed,
            row.cube_away,
            row.left_home,
            row.left_away,
            row.smp_home,
            row.smp_away,
            row.imp_home,
            row.imp_away,
        )
    cells = [_figure(figure) for figure in figures]
    if row.cube_unowned is not None:
        cells[1] = f"{row.cube_unowned}*"
    return str(row.game), labels[row.room], row.opening or "", *cells, row.mark


def _sums(
    view: MatchProtocolView, labels: dict[str, str], columns: int
) -> Iterator[tuple[str, ...]]:
    def line(label: str, *figures: str) -> tuple[str, ...]:
        return label, *("" for _ in range(columns - 2 - len(figures))), *figures, ""

    home, away = view.home, view.away
    sums = (home.tally, away.tally) if _counted(view) else (home.smp, away.smp, home.imp, away.imp)
    yield line(labels["sum"], *map(_figure, sums))
    yield line(labels["difference"], signed(view.difference))
    if not _counted(view):
        results = (_figure(home.vp), _figure(away.vp)) if view.complete else ("", labels["later"])
        yield line(labels["vp"], *results)


def _match_play(view: MatchPlayView, labels: dict[str, str]) -> GridsForm:
    columns = (
        GridColumn(labels["game"], figure=True),
        GridColumn(labels["opening"]),
        GridColumn(labels["winner"]),
        GridColumn(labels["how"]),
        GridColumn(labels["cube"]),
        *(
            GridColumn(name, figure=True, group=group)
            for group in (labels["points"], labels["score"])
            for name in (view.white, view.red)
        ),
        GridColumn(labels["note"]),
    )
    rows = tuple(_match_play_row(view, row, labels) for row in view.rows)
    score = (str(view.score_white), str(view.score_red))
    sums = ((labels["result"], *("" for _ in range(6)), *score, ""),)
    won = [(labels["won"], view.winner)] if view.winner else []
    return GridsForm(
        labels["title"],
        _parts(view.event, labels["match"], labels["length"], view.place, view.played),
        (Grid(f"{view.white} – {view.red}", columns, rows, sums=sums),),
        _parts(labels["state"], view.recorded, labels["ledger"]),
        ((labels["white"], view.white), (labels["red"], view.red), *won, *_signed(view, labels)),
        notes=view.notes,
    )


def _match_play_row(
    view: MatchPlayView, row: MatchPlayRow, labels: dict[str, str]
) -> tuple[str, ...]:
    cube = str(row.cube) if row.cube > 1 else ""
    if row.proposed is not None:
        cube = f"{row.cube} ({labels['propose']} {row.proposed})"
    points = [
        figure if row.counts or not figure else f"({figure})"
        for figure in map(_figure, (row.points_white, row.points_red))
    ]
    return (
        str(row.game),
        row.opening or "",
        view.red if row.points_white is None else view.white,
        row.how,
        labels["crawford"] if row.crawford else cube,
        *points,
        str(row.score_white),
        str(row.score_red),
        row.mark,
    )


def _signed(view: AnyView, labels: dict[str, str]) -> list[tuple[str, str]]:
    return [
        (f"{labels['signed']}, {each.team}", f"{each.by}, {each.when}") for each in view.signatures
    ]


def _figure(value: int | None) -> str:
    return "" if value is None else str(value)


def _parts(*words: str) -> str:
    return " · ".join(filter(None, words))
