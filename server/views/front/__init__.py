"""The cards that show matches on the front page, on screens and in overlays."""
