"""The parts of `yalta serve`: its web server, its figures, its log."""
