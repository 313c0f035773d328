"""Configurations: what is wrong is named with file and place, and what is right survives a round trip."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from marchsim.errors import ConfigError, MarchsimError
from marchsim.games.march.rules import assumed, variant
from marchsim.runner.configuration import config as configs
from marchsim.runner.configuration import sources
from marchsim.runner.planning import plan as plans

STRATEGY = '[[strategies]]\nuse = "roller.py"\n[[strategies]]\nuse = "rester.py"\n'
GOOD = f'game = "toy"\n[design]\nplayers = 2\n{STRATEGY}'

GAUNTLET = "[design]\nkind = 'gauntlet'\n"
FIXED = "[design]\nkind = 'fixed'\n"
PAIR = "['rester', 'roller']"

BAD = [
    ("nam = 'x'\n" + STRATEGY, "nam: unknown key. Did you mean 'name'"),
    ("sweeps = 1\n" + STRATEGY, "sweeps: unknown key. Did you mean 'sweep'"),
    ("name = 3\n" + STRATEGY, "name: 3 is not a text"),
    ("name = 'a b'\n" + STRATEGY, "name: 'a b' is not a name"),
    ("name = '../x'\n" + STRATEGY, "'../x' is not a name"),
    ("[[strategies]]\nuse = 'my own.py'", "name: 'my own' is not a name: .* Give it one of its own: name = "),
    ("seed = -1\n" + STRATEGY, "seed: -1 is outside 0 to"),
    ("seed = 1.5\n" + STRATEGY, "seed: 1.5 is not a whole number"),
    ("seed = true\n" + STRATEGY, "seed: True is not a whole number"),
    ("record = 'event'\n" + STRATEGY, "record: 'event' is not one of rounds, events. Did you mean 'events'"),
    ("decision_seconds = 0\n" + STRATEGY, "decision_seconds: 0 is not a number from 0.05"),
    ("preset = 3\n" + STRATEGY, "preset: 3 is not a name, several joined by"),
    ("preset = []\n" + STRATEGY, r"preset: \[\] is not a name, several joined by"),
    ("preset = ['a', 3]\n" + STRATEGY, r"preset: \['a', 3\] is not a name"),
    ("preset = 'long+'\n" + STRATEGY, "preset: '' is not the name of a preset"),
    ("preset = 'a b+c'\n" + STRATEGY, "preset: 'a b' is not the name of a preset"),
    ("beyound = 3\n" + STRATEGY, "beyound: unknown key. Did you mean 'beyond'"),
    ("game = 'mach'\n" + STRATEGY, "game: there is no game 'mach'. Did you mean 'march'"),
    ("design = 'mirror'\n" + STRATEGY, "design: 'mirror' is not a table"),
    ("[design]\nkind = 'rondrobin'\n" + STRATEGY, "design.kind: 'rondrobin' .* Did you mean 'roundrobin'"),
    ("[design]\nblocks = 0\n" + STRATEGY, "design.blocks: 0 is outside 1 to"),
    ("[design]\nblock = 3\n" + STRATEGY, "design.block: unknown key. Did you mean 'blocks'"),
    ("[design]\nplayers = []\n" + STRATEGY, "design.players: give a number of players"),
    ("[design]\nplayers = [3, 3]\n" + STRATEGY, "without repeats"),
    ("[design]\nplayers = [3, 'x']\n" + STRATEGY, "'x' is not a number of players"),
    ("[design]\nplayers = 9\n" + STRATEGY, "design.players: 9 is outside 1 to 8"),
    ("[design]\ndeals = 'each'\n" + STRATEGY, "design.deals: 'each' is not one of per-matchup, shared"),
    (GAUNTLET + STRATEGY, 'design.focal: missing; kind = "gauntlet" needs it'),
    ("[design]\nfocal = 'roller'\n" + STRATEGY, 'focal: works only with kind = "gauntlet"'),
    ("[design]\nopponents = 'copies'\n" + STRATEGY, 'opponents: works only with kind = "gauntlet"'),
    (GAUNTLET + "focal = 'rolle'\n" + STRATEGY, "no strategy is named 'rolle'. Did you mean 'roller'"),
    (FIXED + STRATEGY, "design.line_ups: missing"),
    (FIXED + "line_ups = 3\n" + STRATEGY, "line_ups: give a list"),
    (FIXED + "line_ups = ['roller']\n" + STRATEGY, r"line_ups\[1\]: 'roller' is not a list"),
    (FIXED + "line_ups = [['rollr', 'rester']]\n" + STRATEGY, "Did you mean 'roller'"),
    (FIXED + f"line_ups = [{PAIR}, {PAIR}]\n" + STRATEGY, "listed twice"),
    (FIXED + f"players = 3\nline_ups = [{PAIR}]\n" + STRATEGY, "have 2 players"),
    ("seed = 1\n", "strategies: none given"),
    ("strategies = 3\n", r"strategies: 3 is not a list of tables \(\[\[strategies\]\]\)"),
    ("strategies = ['random']\n", r"strategies\[1\]: 'random' is not a table"),
    ("[[strategies]]\nname = 'x'\n", r"strategies\[1\].use: missing"),
    (STRATEGY + STRATEGY, r"strategies\[3\].name: 'roller' is taken"),
    (STRATEGY + "[[variants]]\nname = 'a'\nrule = 3\n",
     r"variants\[1\].rule: unknown key. Did you mean 'rules'"),
    (STRATEGY + "[[variants]]\nname = 'a'\nmarch_steps = 4\n",
     r"variants\[1\].march_steps: it is a rule; write it under \[rules\]: march_steps = 4"),
    (STRATEGY + "[[variants]]\nrules = {}\n", r"variants\[1\].name: missing"),
    (STRATEGY + "[[variants]]\nname = 'a'\n[[variants]]\nname = 'a'\n", r"variants\[2\].name: 'a' is taken"),
    ("[[strategies]]\nuse = 'a.py'\nwhen = 1979-05-27\n", "must be finite numbers, texts"),
    ("[[strategies]]\nuse = 'a.py'\nbold = nan\n", "must be finite numbers, texts"),
    ("[[strategies]]\nuse = 'a.py'\nbaseline = 1\n", r"strategies\[1\].baseline: 1 is neither true nor"),
    ("[[strategies]]\nuse = 'a.py'\nhandicapped = 'yes'\n", r"strategies\[1\].handicapped: 'yes' is neither"),
    (STRATEGY + "[[variants]]\nname = 'a'\nstrategies.roller.baseline = true\n",
     "a variant changes parameters, not `use`, `name`, `baseline` or `handicapped`"),
    (STRATEGY + "[report]\nmargins = { seat = 8 }\n", "there is no metric 'seat'. Did you mean 'seats'"),
    (STRATEGY + "[report]\nmetrics = ['seat']\n", "there is no metric 'seat'"),
    ("seed = \n", "this configuration is not TOML"),
    ("seed = " + "9" * 5000 + "\n", "this configuration cannot be used: Exceeds the limit"),
    ("seed = " + "[" * 5000 + "]" * 5000 + "\n", "this configuration is nested too deeply"),
    ("[sweep]\n" + STRATEGY, "sweep: nothing is swept; give a list of values"),
    (STRATEGY + "[sweep]\nmarch_steps = [4, 5]\n",
     r"sweep.march_steps: it is a rule; write it under \[sweep.rules\]: march_steps = \[4, 5\]"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), BAD)
def test_bad_configurations_say_what_and_where(tmp_path: Path, text: str, message: str) -> None:
    """Each mistake is a ConfigError that begins with the file and names the key."""
    path = tmp_path / "bad.toml"
    path.write_text(text)
    with pytest.raises(ConfigError, match=message) as error:
        configs.load(str(path))
    assert str(error.value).startswith(str(path))


BAD_PLANS = [
    (GOOD.replace('"toy"', '"tory"'), "there is no game 'tory'. Did you mean 'toy'"),
    (GOOD.replace("players = 2", "players = 6\nkind = 'random'"), "is for 2 to 5 players, not 6"),
    (GOOD.replace("players = 2", "players = 3"), "bad.toml: strategies: .* at least 3, and there are 2"),
    (GOOD + "[rules]\nround = 2\n", "there is no rule round"),
    (GOOD + "[rules]\nrounds = 99\n", "rounds must be a whole number from 1 to 50, not 99"),
    (GOOD + "[[variants]]\nname = 'v'\nrules.rounds = 99\n", "rounds must be a whole number from 1 to 50"),
    (GOOD + "[[variants]]\nname = 'base'\nrules = { rounds = 9 }\n", "choose another name"),
    ('preset = "standart"\n' + GOOD, "^bad.toml: preset 'standart' is unknown"),
    ("rules = 3\n" + GOOD, r"bad.toml: \[rules\] must be a table"),
    ("beyond = 3\n" + GOOD, "bad.toml: beyond: unknown key"),
    (GOOD.replace("rester.py", "resters.py"), "no strategy file 'resters.py'. Did you mean 'rester.py'"),
    (GOOD.replace("rester.py", "restr"), "there is no strategy 'restr'. Did you mean 'rester'"),
    (GOOD.replace("rester.py", "rester.py:Nobody"), "there is no strategy class 'Nobody' in the file"),
    (GOOD.replace("rester.py", "../rester.py"), "there is no strategy file"),
    (GOOD.replace("rester.py", "broken.py"), "broken.py': its file cannot be loaded .SyntaxError"),
    (GOOD.replace('use = "rester.py"', 'use = "rester.py"\nboldness = 1'),
     r"bad.toml: strategies\[\d\]: .*unknown parameter 'boldness'. Did you mean 'bold'"),
    (GOOD.replace('use = "rester.py"', 'name = "rester"\nuse = "a\\u0000b.py"'), "holds control characters"),
    (GOOD.replace("rester.py", "folder.py"), "no strategy file 'folder.py'. (Did you mean '[^f]|Give)"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), BAD_PLANS)
def test_bad_plans_say_what_and_where(place: Path, text: str, message: str) -> None:
    """What only the game or the file system knows to be wrong is an error of ours as well."""
    (place / "bad.toml").write_text(text)
    (place / "broken.py").write_text("class X(:\n")
    (place / "folder.py").mkdir()
    with pytest.raises(MarchsimError, match=message):
        plans.make(configs.load("bad.toml"))


def test_strategies_come_from_opened_folders_only(
    place: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """A path that leads out of the opened folders is refused, also through a symbolic link."""
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (elsewhere / "evil.py").write_text("x = 1\n")
    (place / "link.py").symlink_to(elsewhere / "evil.py")
    for use in (str(elsewhere / "evil.py"), "link.py", f"../{elsewhere.name}/evil.py"):
        with pytest.raises(MarchsimError, match=r"outside the folders|no strategy file"):
            sources.find(use, [place])
    assert sources.find("evil.py", [place, elsewhere]).text == "x = 1\n"
    typed = sources.typed(f"../{elsewhere.name}/evil.py:Evil")
    assert (typed.use, typed.origin) == (f"../{elsewhere.name}/evil.py:Evil", "evil.py")


def test_a_strategy_path_that_is_no_folder_is_an_error(place: Path) -> None:
    """A mistyped folder is not silently a folder without strategies."""
    (place / "good.toml").write_text(GOOD)
    with pytest.raises(ConfigError, match="--strategy-path: nowhere: there is no such folder"):
        plans.make(configs.load("good.toml"), [Path("nowhere")])


def test_a_source_carries_text_and_hash(place: Path) -> None:
    """A worker gets the text itself; class and path are told apart."""
    source = sources.find("roller.py:Roller", [place])
    assert (source.class_name, source.origin) == ("Roller", "roller.py")
    assert source.text == (place / "roller.py").read_text() and len(source.sha256) == 64


def test_a_configuration_survives_the_manifest(place: Path) -> None:
    """What `data` writes as JSON, `from_data` reads as the same configuration."""
    text = GOOD + (
        "bold = 0.25\n[rules]\nrounds = 3\n[cards.compass]\ncost = 1\n"
        "[[variants]]\nname = 'v'\npreset = 'short'\nrules = { rest_points = 1 }\n"
    )
    (place / "c.toml").write_text(text)
    (place / "overlay.toml").write_text("[rules]\nrounds = 2\n")
    one = configs.load("c.toml").changed(seed=9, blocks=3, overlays=configs.read_overlays(["overlay.toml"]))
    two = configs.from_data(json.loads(json.dumps(one.data())), "c.toml")
    assert two.data() == one.data()
    first, second = plans.make(one), plans.make(two, [place])
    assert first.identity() == second.identity()
    assert [recipe.name for recipe in first.job.variants] == ["base", "v"]
    assert first.variants[0].resolved()["rules"]["rounds"] == 2


@pytest.mark.parametrize("mark", ["baseline", "handicapped"])
def test_marked_strategies_are_declared_and_change_no_game(place: Path, mark: str) -> None:
    """They stand in the manifest, are kept in a round trip, and a run from before them can be continued."""
    (place / "c.toml").write_text(GOOD)
    plain = plans.make(configs.load("c.toml"))
    text = GOOD.replace('use = "rester.py"', f'use = "rester.py"\n{mark} = true')
    (place / "c.toml").write_text(text + "[report]\nmargins = { seats = 5, strategies = 30, turns = 0.1 }\n")
    one = configs.load("c.toml")
    plan = plans.make(one)
    marked = {"baseline": plan.baselines(), "handicapped": plan.handicapped()}
    assert plan.identity() == plain.identity()
    assert marked.pop(mark) == {"rester"} and not any(marked.values())
    assert [item[mark] for item in plan.manifest()["strategies"]] == [False, True]
    assert mark not in json.dumps(plain.configuration.data())
    two = configs.from_data(json.loads(json.dumps(one.data())), "c.toml")
    assert two.data() == one.data() and [getattr(s, mark) for s in two.strategies] == [False, True]


def test_policies_without_a_plan_are_baselines_unless_they_are_not(tmp_path: Path) -> None:
    """Shipped `random`, `first` and `last` are, if a configuration does not deny it; own files are none.

    Likewise the shipped pacifist is handicapped.
    """
    uses = '[[strategies]]\nuse = "random"\n[[strategies]]\nuse = "last"\nbaseline = false\n'
    uses += '[[strategies]]\nuse = "first.py"\n[[strategies]]\nuse = "pacifist"\n'
    (tmp_path / "c.toml").write_text(uses)
    found = configs.load(str(tmp_path / "c.toml")).strategies
    assert [one.baseline for one in found] == [True, False, False, False]
    assert [one.handicapped for one in found] == [False, False, False, True]


def test_a_variant_equal_to_the_base_takes_its_place(place: Path) -> None:
    """The base is played once: under the name of the variant that equals it, if there is one."""
    (place / "c.toml").write_text(
        GOOD + "[[variants]]\nname = 'now'\n[[variants]]\nname = 'v'\nrules.rounds = 2\n"
    )
    plan = plans.make(configs.load("c.toml"))
    assert [recipe.name for recipe in plan.job.variants] == ["now", "v"]


@pytest.mark.parametrize(("option", "value"), [("seed", -1), ("blocks", 0), ("blocks", 10**9)])
def test_overrides_are_checked(place: Path, option: str, value: int) -> None:
    """An option of the command line has the same range as the key it replaces."""
    with pytest.raises(ConfigError, match=f"--{option}: {value} is outside"):
        configs.load("race.toml").changed(**{option: value})


def test_bad_overlay_files_are_errors(place: Path) -> None:
    """An overlay has preset, rules, cards and tiles, and nothing else."""
    (place / "overlay.toml").write_text("[ruels]\nrounds = 2\n")
    with pytest.raises(ConfigError, match=r"overlay.toml: ruels: unknown key. Did you mean 'rules'"):
        configs.read_overlays(["overlay.toml"])
    with pytest.raises(ConfigError, match="there is no such overlay"):
        configs.read_overlays(["nothing.toml"])


def test_an_overlay_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    """Editors of Windows write one; a rule outside [rules] is told its place."""
    (tmp_path / "mark.toml").write_bytes(b"\xef\xbb\xbf[rules]\nmarch_steps = 4\n")
    [(_, overlay)] = configs.read_overlays([tmp_path / "mark.toml"])
    assert overlay == {"rules": {"march_steps": 4}}
    (tmp_path / "flat.toml").write_text("march_steps = 4\n")
    with pytest.raises(ConfigError, match=r"flat.toml: march_steps: it is a rule; write it under \[rules\]"):
        configs.read_overlays([tmp_path / "flat.toml"])


def test_an_overlay_written_by_new_can_be_played(tmp_path: Path) -> None:
    """What `marchsim new overlay --assumed` writes is an overlay for runs as well, filled in or not."""
    text = assumed.assumed_overlay(variant.resolve("base", "standard", []))
    path = tmp_path / "printed.toml"
    path.write_text(text.replace("# front", "front"), encoding="utf-8")
    found = configs.load("demo").changed(overlays=configs.read_overlays([str(path)]))
    facts = plans.make(found).variants[0].provenance()
    assert facts == variant.resolve("base", "standard", configs.read_overlays([str(path)])).provenance()
    assert facts != variant.resolve("base", "standard", []).provenance()
    again = configs.from_data(found.data(), "manifest.json")
    assert again.overlays == found.overlays


def test_configurations_are_found_by_path_or_shipped_name(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bare name is a shipped configuration; an unknown one names the nearest."""
    (place / "configs").mkdir()
    (place / "configs" / "demo.toml").write_text(GOOD)
    monkeypatch.setattr(sources, "shipped_folder", lambda kind: place / kind)
    assert configs.find("demo") == place / "configs" / "demo.toml"
    assert configs.find("race.toml") == Path("race.toml")
    with pytest.raises(ConfigError, match=r"no configuration 'dmeo'. Did you mean 'demo'"):
        configs.find("dmeo")
    with pytest.raises(ConfigError, match="no such configuration"):
        configs.load("other/demo")
    with pytest.raises(ConfigError, match="this configuration cannot be read"):
        configs.load("../" + place.name)


def test_shipped_folders_exist() -> None:
    """In a repository and in a wheel, strategies and configurations lie where they are looked for."""
    assert sources.shipped_folder("strategies").is_dir() and sources.shipped_folder("configs").is_dir()
