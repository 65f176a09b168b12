"""What the tests of the pages' plain forms share."""

import re

import httpx

from server.access import Role, Visitor
from tests.support.persons import person_id
from tests.support.served import NAME

OPERATOR = Visitor(Role.OPERATOR, person_id("Operator"))
HERE = {"origin": f"http://{NAME}"}


def shown_secret(page: httpx.Response) -> str:
    """The secret on a page that shows one, beside its QR code."""
    assert page.status_code == 201, page.text
    assert '<path class="qrline"' in page.text
    found = re.search(r"<code[^>]*>([^<]+)</code>", page.text)
    assert found
    return found.group(1)


def without_form_keys(page: httpx.Response) -> str:
    """The page but for what chance put into its forms."""
    return re.sub(r'<input type="hidden" name="command_id"[^>]*>', "", page.text)
