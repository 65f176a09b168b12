"""What a director may see, and when an order becomes possible."""
