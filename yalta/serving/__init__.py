"""The parts of `yalta serve`: its web server, the listener for its figures, and its log."""
