"""The environments in Gymnasium's registry, where Gymnasium is installed."""

from .spaces import HAS_GYMNASIUM

#: By Gymnasium's name: the environment, and its vectorised form.
ENVIRONMENTS = {
    "stackwright/Tetris-v0": ("stackwright.envs:Tetris", "stackwright.vector:TetrisVec"),
    "stackwright/TetrisAfterstates-v0": ("stackwright.envs:TetrisAfterstates", "stackwright.vector:TetrisAfterstatesVec"),
    "stackwright/Game2048-v0": ("stackwright.game2048:Game2048", None),
}


def register() -> bool:
    """Makes `gymnasium.make("stackwright/Tetris-v0")` work; False where Gymnasium is not installed."""
    if not HAS_GYMNASIUM:
        return False
    import gymnasium

    for name, (entry, vector) in ENVIRONMENTS.items():
        if name not in gymnasium.registry:
            gymnasium.register(id=name, entry_point=entry, vector_entry_point=vector)
    return True
