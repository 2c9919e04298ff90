"""The parts of Riff Raff that the scenes use."""

from scenes.spec import SceneSpec

SCENES = SceneSpec(
    scene="scenes.games.riff_raff.scene:build_scene",
    listener="scenes.games.riff_raff.cues:Listener",
    moments="scenes.games.riff_raff.cues:moments",
    cover="scenes.games.riff_raff.lobby:cover",
    play="scenes.games.riff_raff.lobby:PLAY",
    guide="scenes.games.riff_raff.guide:GUIDE",
    watching="scenes.games.riff_raff.moment_panel:WATCHING",
)
