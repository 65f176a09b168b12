"""An agent beside a board: keeps what it says and passes it on to a server, over all outages."""
