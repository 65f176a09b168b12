"""Forms and files of matches, to be printed or kept."""

from server.web.prints import match_files, match_protocols, standings_forms

ROUTERS = (
    match_protocols.operators,
    match_protocols.public,
    match_files.router,
    standings_forms.operators,
    standings_forms.public,
)
