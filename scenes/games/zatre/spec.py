"""The parts of ZATRE that the scenes use."""

from scenes.spec import PracticeOption, SceneSpec

SCENES = SceneSpec(
    scene="scenes.games.zatre.scene:build_scene",
    listener="scenes.games.zatre.cues:Listener",
    moments="scenes.games.zatre.cues:moments",
    cover="scenes.games.zatre.lobby:cover",
    play="scenes.games.zatre.lobby:PLAY",
    guide="scenes.games.zatre.guide:GUIDE",
    practice={"tiles": PracticeOption(int, "how many lie on the board", low=0, high=90)},
)
