"""The words of the pages: a folder a language with `pages.po`, kept by `./dev words`."""
