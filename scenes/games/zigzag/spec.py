"""The parts of ZIGZAG that the scenes use."""

from scenes.spec import PracticeOption, SceneSpec

SCENES = SceneSpec(
    scene="scenes.games.zigzag.scene:build_scene",
    listener="scenes.games.zigzag.cues:Listener",
    moments="scenes.games.zigzag.cues:moments",
    cover="scenes.games.zigzag.lobby:cover",
    play="scenes.games.zigzag.lobby:PLAY",
    guide="scenes.games.zigzag.guide:GUIDE",
    practice={"level": PracticeOption(int, "at which level", low=1, high=3)},
)
