"""What `yalta serve` is made of: its web server, its figures, its log."""
