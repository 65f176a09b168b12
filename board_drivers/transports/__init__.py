"""Transports of wire bytes: serial port, websocket, TCP and an in-memory pipe."""
