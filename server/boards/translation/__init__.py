"""Translation between the wire's messages and the rules' terms, both ways."""
