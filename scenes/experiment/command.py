"""The verb `experiment`: table, texts and folder are checked before the window opens."""

from __future__ import annotations

import sys
from hashlib import sha256
from pathlib import Path

from scenes.experiment.table import PROFILE, read_table
from scenes.options import ExperimentOptions
from sim.configuration import versions
from sim.errors import InputError
from sim.files import check_outputs, given_file, is_file, read_bytes, read_text
from sim.language import _, spoken
from sim.match.trials import HANDS, PARTICIPANT, TRIALS, Participation, TrialsHeader
from sim.spec import GAMES
from sim.untrusted_text import printable, quoted

LONGEST_TEXT = 20_000
"""The longest text of the researcher's own (bytes)."""


def experiment_command(given: ExperimentOptions) -> None:
    """Run the trials that are left for a participant in a window. Raises InputError, if possible before it opens."""
    if PARTICIPANT.fullmatch(given.participant) is None:
        raise InputError(
            "--participant: expected a code of letters and digits such as P07, found {participant}.",
            participant=quoted(given.participant),
        )
    consent = _own_text(given.file, given.consent, "consent.txt")
    debriefing = _own_text(given.file, given.debriefing, "debriefing.txt")
    trials = read_table(given.file)
    folder = given.out / given.participant
    names = (TRIALS, *(HANDS.format(game=game) for game in GAMES))
    check_outputs({}, {"TRIALS.csv": given.file}, {"--out": (folder, names)})
    header = TrialsHeader(
        participant=given.participant,
        table=given.file.name,
        table_sha256=sha256(read_bytes(given.file)).hexdigest(),
        consent_sha256=sha256(consent.encode()).hexdigest(),
        trials=len(trials),
        profile=PROFILE,
        language=spoken(),
        yardarm=versions()["yardarm"],
    )
    participation = Participation(folder, header)
    from scenes.window.window import NoDrawingError, open_window

    try:
        window = open_window(*given.size, caption="Yardarm")
    except NoDrawingError as reason:
        raise InputError("experiment needs a window, and {reason}.", reason=reason) from reason
    # Needs a display.
    from scenes.experiment.scene import ExperimentScene, Plan
    from scenes.window.loop import Loop
    from scenes.window.window import pixel_ratio

    try:
        plan = Plan(given.file, trials, participation, consent, debriefing, given.device)
        scene = ExperimentScene(plan, (window.width, window.height, pixel_ratio(window)), window)
        scene.attach(window)
    except BaseException:
        window.close()
        raise
    Loop(window, scene).run()
    print(printable(_ending(scene.agreed, participation)), file=sys.stdout)


def _own_text(table: Path, chosen: Path | None, name: str) -> str:
    """Return the researcher's text: a chosen file, or the one of that name beside the table; empty for none."""
    beside = given_file(table).parent / name
    file = chosen or (beside if is_file(beside) else None)
    if file is None:
        return ""
    text = read_text(file, LONGEST_TEXT)
    if not text.strip():
        raise InputError("{file}: expected a text to show, found none.", file=file)
    return text


def _ending(agreed: bool, participation: Participation) -> str:
    if not agreed:
        return _("No consent was given: nothing has been recorded.")
    done, count = participation.done, participation.header.trials
    words = _("{done} of {count} trials are recorded: {path}", done=done, count=count, path=participation.path)
    return words if done == count else words + _("; go on with the same command.")
