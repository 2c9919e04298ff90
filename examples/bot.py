"""A bot for `casual:@examples/bot.py`: it draws one of the legal answers, and repeats itself with the match's seed."""


def act(question, rng):
    return question.legal[rng.integers(len(question.legal))]
