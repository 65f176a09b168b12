"""The ledger of a finished match."""
