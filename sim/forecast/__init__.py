"""Forecasts: what would happen, or usually have happened, of an intent tried out under the player's own noise.

    forecaster = Forecaster()                       # worker.py; one for a window
    forecaster.warm_up()
    forecaster.ask(OutcomeCloud(key, setup, snapshot, SettingDown(intent), skill, seed))  # a game's forecast.py
    known = forecaster.latest(key)                  # at every frame: None, or what is known so far
    known.shown, known.estimate, known.low, known.high, known.done  # trials.py

`Usually` answers with replays of the trials instead of their ends. `forecast(request)` computes the same here and now.
`ThinkAhead` (sim/games/riff_raff/deliberation.py) lets bots that think long do so in the same way, while their
match lets them think.
"""
