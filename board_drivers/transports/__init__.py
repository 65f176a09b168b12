"""Where wire bytes travel: serial port, websocket, TCP and an in-memory pipe."""
