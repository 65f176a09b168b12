"""Who comes in: sign-in, administration of accounts, passphrases, and waiting after failures."""
