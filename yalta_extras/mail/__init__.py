"""Mail for knockouts that are played by messages: a receiver, and a relay for answers (ADR 48)."""
