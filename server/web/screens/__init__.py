"""Big screens and overlays."""
