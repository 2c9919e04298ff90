"""The parts of Zack! that the scenes use."""

from scenes.spec import PracticeOption, SceneSpec

SCENES = SceneSpec(
    scene="scenes.games.zack.scene:build_scene",
    listener="scenes.games.zack.cues:Listener",
    moments="scenes.games.zack.cues:moments",
    cover="scenes.games.zack.lobby:cover",
    play="scenes.games.zack.lobby:PLAY",
    guide="scenes.games.zack.guide:GUIDE",
    practice={"distance_mm": PracticeOption(float, "how far from the bowl", low=150, high=1200)},
)
