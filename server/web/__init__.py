"""Pages, HTTP API and sockets: all code that uses HTTP."""
