"""A server's end of a link that tests whether a board follows the wire's protocol."""
