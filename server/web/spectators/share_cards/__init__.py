"""Pictures and head tags for shared addresses of matches."""
