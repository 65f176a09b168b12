"""Simulated boards, players and halls, which connect to a server as real ones do."""
