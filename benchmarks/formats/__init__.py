"""The time to make standings, and to serve the page that shows them."""
