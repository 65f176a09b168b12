"""The parts of `yalta serve`: its web server, the listener for its metrics, and its log."""
