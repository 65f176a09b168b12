"""Simulated boards, players and halls: the far ends of the wire, clients of a server."""
