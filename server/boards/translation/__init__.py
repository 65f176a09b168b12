"""Between the wire's messages and the words of the rules, both ways."""
