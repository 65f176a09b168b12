"""Sign-in, accounts and links: pages and API."""
