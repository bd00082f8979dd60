"""How often the screen may be drawn anew. Imported before Textual, which reads it once and would wait a sixtieth of a
second after each key; two hundred times a second costs nothing, as only what has changed is drawn."""

import os

os.environ.setdefault("TEXTUAL_FPS", "200")
