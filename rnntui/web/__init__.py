"""The app in a browser: a server in front of textual-serve (the extra `web`), and the app as a visitor sees it."""
