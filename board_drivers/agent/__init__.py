"""The agent beside a board, which stores the board's events and sends them to a distant server."""
