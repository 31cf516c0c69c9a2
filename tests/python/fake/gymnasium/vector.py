"""Stand-ins for vectorised environments."""

import enum


class AutoresetMode(enum.Enum):
    NEXT_STEP = "NextStep"
    SAME_STEP = "SameStep"
    DISABLED = "Disabled"


class VectorEnv:
    metadata = {}
    spec = None
    render_mode = None
    closed = False

    def __del__(self):
        if not getattr(self, "closed", True):
            self.close()
