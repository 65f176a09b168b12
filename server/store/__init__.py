"""The durable event log and what can be rebuilt from it; the only package that uses SQL."""
