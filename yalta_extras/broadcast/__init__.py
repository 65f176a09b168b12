"""What a stream of a match needs: overlays, and up to when a camera's picture may be shown."""
