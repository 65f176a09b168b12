"""Pages, HTTP API and sockets; nothing else knows HTTP."""
