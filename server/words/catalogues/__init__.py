"""The texts of the pages: one folder per language with `pages.po`, kept by `./dev words`."""
