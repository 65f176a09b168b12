"""A study of how fair the scoring is: simulated duplicate boards, counted in every way (ADR 50)."""
