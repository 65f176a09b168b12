"""Passphrases hashed quickly: what is tested is not how slow argon2id is."""

from pwdlib.hashers.argon2 import Argon2Hasher

from server.people.passphrases import Passphrases

QUICK = Passphrases(Argon2Hasher(time_cost=1, memory_cost=8, parallelism=1))
PASSPHRASE = "four quiet words here"
