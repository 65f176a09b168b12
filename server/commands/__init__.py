"""Handlers of commands, which API, pages and command line call for stored events or a refusal."""
