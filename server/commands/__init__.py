"""Handlers of commands, called by the API, the pages and the command line."""
