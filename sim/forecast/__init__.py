"""What would happen, and what would usually have happened: one's own intent, tried out under one's own noise.

    foreseer = Forecaster()                                            # background.py; one for a window
    foreseer.warm_up()
    foreseer.ask(OutcomeCloud(key, setup, snapshot, SettingDown(intent), skill, seed))  # riff_raff.py; Throws: zack.py
    known = foreseer.latest(key)                                     # at every frame: None, or what is known so far
    known.shown, known.estimate, known.low, known.high, known.done   # trials.py

`Usually` answers with whole courses instead of ghosts. `forecast(request)` works out the same here and now.
`ThinkAhead` (thinking.py) lets bots that think long do so in the same way, while their match lets them think.
"""
