"""What every request passes before a page or the API sees it, and what every answer is sent by."""
