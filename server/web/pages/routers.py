"""What the frame of every page needs: its files, and the forms in it."""

from server.web.edge import static_files
from server.web.pages import given_address, shell

ROUTERS = (static_files.router, shell.router, given_address.router)
