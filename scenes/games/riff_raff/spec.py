"""The parts of Riff Raff that the scenes use."""

from typing import Literal

from scenes.spec import PracticeOption, SceneSpec

SCENES = SceneSpec(
    scene="scenes.games.riff_raff.scene:build_scene",
    listener="scenes.games.riff_raff.cues:Listener",
    moments="scenes.games.riff_raff.cues:moments",
    cover="scenes.games.riff_raff.lobby:cover",
    play="scenes.games.riff_raff.lobby:PLAY",
    guide="scenes.games.riff_raff.guide:GUIDE",
    watching="scenes.games.riff_raff.moment_panel:WATCHING",
    practice={
        "slot": PracticeOption(int, "where to", low=1),
        "piece": PracticeOption(str, "what"),
        "aboard": PracticeOption(int, "how many pieces are aboard", low=0, high=24),
        "drill": PracticeOption(Literal["target", "calibrate"], "ten flicks, or your strength"),
    },
)
