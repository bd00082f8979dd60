"""How many runs are trained side by side."""

from __future__ import annotations

# Two to eight registers a vector, so that one register's instructions fill the time another waits for its own. With 32
# lanes a run takes a sixth less, but the last batch of a hundred runs wastes more lanes than that.
LANES = 16
