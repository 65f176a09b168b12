"""Transports of wire bytes: serial port, websocket, TCP and a pipe in memory."""
