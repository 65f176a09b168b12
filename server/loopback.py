"""Which names and addresses are this machine's own."""

from ipaddress import ip_address


def is_loopback(host: str) -> bool:
    """Whether no other device reaches this machine by that name or address."""
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost"
