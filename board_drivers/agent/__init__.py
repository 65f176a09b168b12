"""An agent beside a board: keeps the board's events and passes them to a server despite outages."""
