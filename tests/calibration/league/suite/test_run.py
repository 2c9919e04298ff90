"""`yardarm suite`: its verbs, the same bytes for any number of jobs, failed tasks, the tasks of the version."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import yardarm as ya
import yardarm.command
from calibration.league.suite import cargo, published, run
from calibration.league.suite.folds import Selection, templates
from calibration.league.suite.run import Failed, Scored, entrants_of
from calibration.league.suite.tasks import KINDS
from sim.configuration import digest
from sim.errors import InputError

QUICK = ("suite", "run", "--template", "barrels-beside", "--template", "throw-hurry", "--tasks", "2")


def _said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert yardarm.command.run([*words]) == 0
    return capsys.readouterr().out


def _refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert yardarm.command.run([*words]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    return captured.err


@pytest.mark.slow
def test_a_run_prints_one_object_and_says_that_it_was_a_quick_look(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out = tmp_path / "scores.json"
    said = _said(capsys, *QUICK, "--bot", "simple", "--against", "random", "--jobs", "1", "--json", "--out", str(out))
    data = json.loads(said)
    assert json.loads(out.read_text()) == data
    assert data["suite"] == "yardarm-40-v1"
    assert data["first_tasks_only"] == 2
    assert data["as_published"] is True
    assert [each["template"] for each in data["templates"]] == ["barrels-beside", "throw-hurry"]
    assert data["difference"]["all"]["estimate"] == pytest.approx(
        data["all"]["estimate"] - data["against"]["all"]["estimate"], abs=2e-6
    )
    # From Python the same figures, to the last bit.
    result = ya.suite("simple", against="random", template=("barrels-beside", "throw-hurry"), tasks=2)
    assert result.to_json() == data


@pytest.mark.study
def test_two_jobs_give_the_same_bytes_as_one(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("def act(question, rng):\n    return question.legal[int(rng.integers(len(question.legal)))]\n")
    said = [_said(capsys, *QUICK, "--bot", f"@{bot}", "--json", "--jobs", jobs) for jobs in ("1", "2")]
    assert said[0] == said[1]
    assert json.loads(said[0])["bot"] == "bot@0"
    assert json.loads(said[0])["faults"] == []


@pytest.mark.slow
def test_another_seed_is_other_noise_on_the_same_tasks() -> None:
    found = [
        list(run.run(Selection(names=("barrels-beside",), most=2), [entrants_of("simple", KINDS)], seed))
        for seed in (1, 2)
    ]
    digests = [[one.digest for one in each if isinstance(one, Scored)] for each in found]
    assert digests[0] == digests[1]
    assert len(digests[0]) == 2


def test_a_task_that_raises_is_told_and_not_fatal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    good = cargo.CargoTask.outcomes

    def breaks(self: cargo.CargoTask, *rest: object) -> object:
        if self.number == 1:
            raise KeyError("a rope")
        return good(self, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(cargo.CargoTask, "outcomes", breaks)
    found = list(run.run(Selection(names=("barrels-beside",), most=2), [entrants_of("simple", KINDS)], 1))
    assert isinstance(found[0], Scored)
    assert isinstance(found[1], Failed)
    assert (found[1].template, found[1].number) == ("barrels-beside", 1)
    assert "KeyError: 'a rope'" in found[1].error
    said = _said(
        capsys, "suite", "run", "--template", "barrels-beside", "--tasks", "2", "--bot", "simple", "--jobs", "1"
    )
    assert "Left out: task 1 of barrels-beside: KeyError: 'a rope'" in said


def test_bots_are_known_by_their_words() -> None:
    ours = entrants_of("random", KINDS)
    assert (ours["cargo"].strategy, ours["table"].strategy) == ("random", "random@1")
    assert entrants_of("bold", ("table",))["table"].strategy == "bold"
    assert entrants_of("trained", ("cargo",))["cargo"].strategy == "trained"
    for wrong, text in (
        ("casual:simple", "expected a bot without hands, such as simple"),
        ("bold", "at tables alone also cautious, steady, bold, sharp"),
        ("simpler", "expected one of random, simple, lookahead"),
        ("", "expected one of random"),
        ("@nowhere.py", "expected a file of Python"),
    ):
        with pytest.raises(InputError, match=text):
            entrants_of(wrong, KINDS)


def test_what_there_is_not_is_refused_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert "did you mean 'top-shared'" in _refused(capsys, "suite", "run", "--bot", "simple", "--template", "top-shard")
    assert "another bot" in _refused(capsys, "suite", "run", "--bot", "simple", "--against", "simple")
    assert "--fold" in _refused(capsys, "suite", "run", "--bot", "simple", "--number", "3")
    assert "TEMPLATE: expected a template" in _refused(capsys, "suite", "tasks", "top")
    with pytest.raises(InputError, match=r"^template: expected a template"):
        ya.suite_tasks("top")


def test_the_list_names_every_template(capsys: pytest.CaptureFixture[str]) -> None:
    lines = _said(capsys, "suite", "list").splitlines()
    assert [line.split()[0] for line in lines] == list(templates())
    listed = json.loads(_said(capsys, "suite", "list", "--json"))["templates"]
    assert sum(each["tasks"] for each in listed) == 3600


def test_tasks_are_written_as_plain_json_with_the_question_of_each(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out = tmp_path / "tasks.json"
    _said(capsys, "suite", "tasks", "top-shared", "--tasks", "1", "--out", str(out))
    (task,) = json.loads(out.read_text())["tasks"]
    (same,) = ya.suite_tasks("top-shared", tasks=1)
    question = same.asked()
    assert question is not None
    assert task["question"]["view"] == json.loads(json.dumps(question.view))
    assert same.score(lambda asked: asked.legal[0]) in (0.0, 0.25, 0.5, 0.75, 1.0)
    held_out = json.loads(
        _said(capsys, "suite", "tasks", "table-three", "--fold", "within", "--number", "2", "--part", "train")
    )
    assert len(held_out["tasks"]) == 16
    assert "question" not in held_out["tasks"][0]


def test_every_template_is_in_the_version() -> None:
    assert published.PUBLISHED.keys() == templates().keys()


SOME = ("deck-shared", "top-shared", "two-high", "throw-usual", "table-mixed")


@pytest.mark.parametrize("name", SOME)
def test_the_first_task_is_that_of_the_version(name: str) -> None:
    assert digest(templates()[name].task(0).to_json()) == published.PUBLISHED[name][0]


@pytest.mark.study
@pytest.mark.parametrize("name", list(templates()))
def test_all_tasks_are_those_of_the_version(name: str) -> None:
    template = templates()[name]
    digests = [digest(template.task(number).to_json()) for number in range(template.tasks)]
    assert (digests[0], digest(digests)) == published.PUBLISHED[name]


def test_other_tasks_are_not_taken_for_those_of_the_version() -> None:
    right = Scored(0, "top-shared", 0, published.PUBLISHED["top-shared"][0], ())
    assert published.as_published([right]) is True
    assert published.as_published([Scored(0, "top-shared", 0, "0" * 16, ())]) is False
    assert published.as_published([Scored(0, "top-shared", 5, "0" * 16, ())]) is None
