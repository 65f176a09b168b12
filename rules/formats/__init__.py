"""The formats of a tournament, one folder each; a folder imports only formats it is built on."""
