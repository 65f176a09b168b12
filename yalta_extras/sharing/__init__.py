"""Matches on other sites: link previews with a picture, and a frame to embed."""
