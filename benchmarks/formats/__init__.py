"""The time for standings, and for the page that shows them."""
