"""Runs rule cases: small matches in YAML, and what each audience must then see (`croupier case`).

Must not know any game's rules; a case is run on the same table of functions as a match.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import yaml

from croupier.core import draws, engine
from croupier.core.audience import HOST, PUBLIC, Audience, Seat
from croupier.core.game import AnyGame, AnyTable, OptionError
from croupier.core.plain import plain
from croupier.core.problems import HostError
from croupier.games import find

from . import gamedata

ONLY, ABSENT, ANY = "!only", "!absent", "!any"
DEFAULT_SEED = "croupier"


class CaseError(ValueError):
    """A case that cannot be run as it is written."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """One case: its title, the file, and what differed (empty = passed)."""

    title: str
    file: Path
    differences: tuple[str, ...]


# The quick loader is not built everywhere; mypy cannot tell a class that is chosen when the module is loaded.
class _Loader(yaml.CSafeLoader if hasattr(yaml, "CSafeLoader") else yaml.SafeLoader):  # type: ignore[misc]
    """YAML whose mappings refuse to name a key twice, which would silently drop a line of the case."""


def _mapping(loader: Any, node: yaml.MappingNode) -> dict[Any, Any]:
    loader.flatten_mapping(node)
    keys = [loader.construct_object(key, deep=True) for key, _ in node.value]
    twice = [key for key in keys if keys.count(key) > 1]
    if twice:
        raise yaml.constructor.ConstructorError(None, None, f"the key {twice[0]!r} stands here twice", node.start_mark)
    return {key: loader.construct_object(value, deep=True) for key, (_, value) in zip(keys, node.value, strict=True)}


_Loader.add_constructor(yaml.resolver.BaseResolver.DEFAULT_MAPPING_TAG, _mapping)


def load(file: Path) -> list[dict[str, Any]]:
    """The cases of a file; HostError where it is no YAML of cases."""
    try:
        documents = [document for document in yaml.load_all(file.read_text(encoding="utf-8"), _Loader) if document is not None]
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as fault:
        raise HostError(f"{file} cannot be read as rule cases: {' '.join(str(fault).split())}", "mend the file and run the case again") from fault
    for document in documents:
        if not isinstance(document, dict) or "game" not in document:
            raise HostError(f"{file} holds something that is no rule case", "every case is a mapping with `title`, `game` and `steps`")
    return documents


def run(files: Sequence[Path]) -> Iterator[Verdict]:
    """Runs every case of the files, in order."""
    for file in files:
        for case in load(file):
            yield Verdict(str(case.get("title", "untitled")), file, tuple(differences(case, file.parent)))


def differences(case: Mapping[str, Any], folder: Path | None = None) -> list[str]:
    """What a case expects and does not find, one line each; data files that it names lie in `folder`."""
    game = find(str(case["game"]))
    seed = draws.Draws(bytes.fromhex(str(case["seed_hex"]))) if "seed_hex" in case else draws.from_text(str(case.get("seed", DEFAULT_SEED)))
    try:
        data = gamedata.parsed(game, case.get("setup") or {}, folder)
        pairs = game.case(case, data, seed)
        if pairs is not None:
            return [line for number, (expected, found) in enumerate(pairs, 1) for line in compare(expected, found, f"walk {number}")]
        return _run_steps(game, _table(game, case, data, seed), case)
    except (CaseError, HostError, OptionError, AttributeError, ValueError, KeyError, TypeError) as fault:
        return [f"the case cannot be run: {type(fault).__name__}: {fault}"]


def _table(game: AnyGame, case: Mapping[str, Any], data: Mapping[str, Any], seed: draws.Draws) -> AnyTable:
    roster = tuple(str(name) for name in case.get("players", ()))
    return engine.lay(game, case.get("setup") or {}, data, roster, seed)


def _run_steps(game: AnyGame, table: AnyTable, case: Mapping[str, Any]) -> list[str]:
    position = engine.begin(game, table)
    found = _expectations(game, table, position, case.get("begin") or {}, "begin")
    for number, step in enumerate(case.get("steps") or (), start=1):
        where = f"step {number}"
        phase = game.phase(position.state)
        if game.outcome(position.state) is not None:
            raise CaseError(f"{where} comes after the end of the match")
        if "phase" in step and str(step["phase"]) != phase:
            raise CaseError(f"{where} is for {step['phase']}, but the match stands at {phase}")
        position = _ruled(game, position, step.get("rulings") or (), where)
        if "enter" in step:
            position = _entered(game, table, position, str(step["enter"]), where)
            found += _expectations(game, table, position, step.get("expect") or {}, where)
            continue
        submitted = {str(seat): answers for seat, answers in (step.get("submit") or {}).items()}
        for seat, answers in submitted.items():
            if seat not in table.seats:
                raise CaseError(f"{where}: {seat} has no seat in this match")
            if answers is not None and not isinstance(answers, Mapping):
                raise CaseError(f"{where}: what {seat} hands in is no mapping")
        position = engine.resolve(game, table, position.state, {seat: answers or {} for seat, answers in submitted.items()})
        found += _expectations(game, table, position, step.get("expect") or {}, where)
    return found


def _ruled(game: AnyGame, position: engine.Resolution, rulings: Sequence[Mapping[str, Any]], where: str) -> engine.Resolution:
    """After the host's rulings that came before a step."""
    state = position.state
    for ruling in rulings:
        events, problems = game.amend(state, str(ruling["seat"]), str(ruling["what"]), str(ruling.get("value", "")), "a case")
        if problems:
            raise CaseError(f"{where}: the ruling on {ruling['seat']} cannot be: {problems[0].text}")
        for event in events:
            state = game.evolve(state, event)
    return replace(position, state=state)


def _entered(game: AnyGame, table: AnyTable, position: engine.Resolution, text: str, where: str) -> engine.Resolution:
    """After what the host has entered, such as dice of a table."""
    entered, problems = engine.enter(game, table, position.state, text)
    if problems:
        raise CaseError(f"{where}: {text!r} cannot be entered: {problems[0].text}")
    return entered


def _expectations(game: AnyGame, table: AnyTable, position: engine.Resolution, expected: Mapping[str, Any], where: str) -> list[str]:
    found: list[str] = []
    for name, wanted in expected.items():
        if name == "problems":
            for seat, codes in (wanted or {}).items():
                if str(seat) not in table.seats:
                    raise CaseError(f"{where}: {seat} has no seat in this match")
                given = sorted({problem.code for problem in position.problems.get(str(seat), ())})
                if sorted(set(codes)) != given:
                    found.append(f"{where}: problems of {seat}: expected {sorted(set(codes))}, found {given}")
            continue
        shown = plain(game.view(position.state, _audience(str(name), table)))
        found += compare(wanted, shown, f"{where}: {name}")
    return found


def _audience(name: str, table: AnyTable) -> Audience:
    if name in table.seats:
        return Seat(name)
    if name in ("public", "host"):
        return PUBLIC if name == "public" else HOST
    raise CaseError(f"{name} is no audience of this match")


def compare(wanted: Any, found: Any, where: str) -> list[str]:
    """Where `found` does not match `wanted`: a mapping needs the keys given, a list matches item by item, "!any" anything that is there."""
    if wanted == ANY:
        return []
    if isinstance(wanted, Mapping):
        if not isinstance(found, Mapping):
            return [f"{where}: expected a mapping, found {found!r}"]
        return _compare_mappings(wanted, found, where)
    if isinstance(wanted, (list, tuple)):
        if not isinstance(found, (list, tuple)):
            return [f"{where}: expected a list, found {found!r}"]
        if len(wanted) != len(found):
            return [f"{where}: expected {len(wanted)} items, found {len(found)}: {found!r}"]
        return [line for index, (one, other) in enumerate(zip(wanted, found, strict=True)) for line in compare(one, other, f"{where}[{index}]")]
    return [] if _equal(wanted, found) else [f"{where}: expected {wanted!r}, found {found!r}"]


def _compare_mappings(wanted: Mapping[Any, Any], found: Mapping[Any, Any], where: str) -> list[str]:
    there = {str(key): value for key, value in found.items()}
    lines: list[str] = []
    for key, value in wanted.items():
        name = str(key)
        if name == ONLY:
            continue
        if value == ABSENT:
            lines += [f"{where}.{name}: must not be there, found {there[name]!r}"] if name in there else []
        elif name not in there:
            lines.append(f"{where}.{name}: is not there")
        else:
            lines += compare(value, there[name], f"{where}.{name}")
    if wanted.get(ONLY):
        lines += [f"{where}.{name}: must not be there" for name in there if name not in {str(key) for key in wanted}]
    return lines


def _equal(wanted: Any, found: Any) -> bool:
    if isinstance(wanted, bool) or isinstance(found, bool):
        return wanted is found
    if isinstance(wanted, (int, float)) and isinstance(found, (int, float)):
        if isinstance(wanted, int) and isinstance(found, int):
            return wanted == found
        try:
            return abs(wanted - found) <= 1e-6
        except OverflowError:  # a whole number beyond every fraction
            return False
    return type(wanted) is type(found) and bool(wanted == found)
