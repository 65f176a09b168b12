"""The code between a sensor board and the server: wire, link, transports and interpretation."""
