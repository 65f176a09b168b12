"""Everything between a sensor board and the server: bytes, link, ports, interpretation."""
