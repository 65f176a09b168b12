"""Simulated boards, players and halls, which connect to a server as real boards and people do."""
