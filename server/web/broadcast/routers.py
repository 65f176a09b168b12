"""What broadcasters are shown, and nobody else."""

from server.web.broadcast import broadcast_pages

ROUTERS = (broadcast_pages.router,)
