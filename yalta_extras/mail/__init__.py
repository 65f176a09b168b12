"""Mail for PBeM knockouts: a receiver of mail, and a relay through which answers go (ADR 48)."""
