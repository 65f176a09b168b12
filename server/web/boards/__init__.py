"""Boards' sockets, and the page of their keys."""
