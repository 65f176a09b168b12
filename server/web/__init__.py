"""Pages, the HTTP API and websockets: all code that uses HTTP."""
