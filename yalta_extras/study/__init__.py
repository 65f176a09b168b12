"""The fairness of the scoring: simulated duplicate boards, counted in every way (ADR 50)."""
