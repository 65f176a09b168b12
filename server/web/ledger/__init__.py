"""The ledgers of finished matches."""
