"""Handlers: a command in, stored events or a refusal out; API, pages and command line call them."""
