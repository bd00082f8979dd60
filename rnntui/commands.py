"""The command palette's list: as long as nothing has been typed, what does something in the view that is open, in the
order of the action table. Whatever is typed is looked for among all commands."""

from __future__ import annotations

from textual.command import DiscoveryHit, Hits
from textual.system_commands import SystemCommandsProvider


class Commands(SystemCommandsProvider):
    """The app's own commands, not sorted by their first letters."""

    async def discover(self) -> Hits:
        """What is offered before anything has been typed."""
        for title, group, callback, discover in self.app.get_system_commands(self.screen):
            if discover:
                yield DiscoveryHit(title, callback, help=group)
