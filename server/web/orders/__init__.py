"""The catalogue of orders: each one's body, route and form, made from its command."""
