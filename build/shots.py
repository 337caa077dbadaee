"""Draws the table in many situations, to look at.

python build/shots.py FOLDER [PART OF A NAME] [THEME] [WIDTHxHEIGHT ...]
"""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import pygame

from hacktrick.game.actions import COMMAND_GUARD, COMMAND_PLAY, Action, Ask, Play
from hacktrick.game.cards import cards_of
from hacktrick.game.legal import legal_actions
from hacktrick.game.rules import rules_for
from hacktrick.game.view import SeatInfo, View
from hacktrick.play.match import Match
from hacktrick.settings import Settings
from hacktrick.storage import Storage, open_storage
from hacktrick.ui.context import Context
from hacktrick.ui.desk import Desk
from hacktrick.ui.scenes.table import TableScene
from hacktrick.ui.session import Session

NAMES = ("ANNA", "CIPHER", "BOB", "ZEUS")
SIZES = ((1280, 720), (1920, 1080), (2560, 1440), (960, 600))


class NoThinker:
    """Thinks for ever."""

    def ask(self, level: int, view: View, seed: int = 0, budget: object = None) -> int:
        return 0

    def poll(self) -> None:
        return None

    def forget(self) -> None:
        """Nothing to forget."""

    def close(self) -> None:
        """Nothing to close."""


class Situation:
    """A table, driven by hand."""

    def __init__(
        self,
        storage: Storage,
        size: tuple[int, int],
        theme: str,
        preset: str = "keypad",
        humans: tuple[int, ...] = (0,),
        seed: int = 1,
        leader: int | None = 0,
        **settings: object,
    ) -> None:
        options = {"theme": theme, "animation_speed": "off", **settings}
        self.context = Context(Settings(**options), size=size)  # type: ignore[arg-type]
        rules = rules_for(preset)
        seats = [
            SeatInfo(NAMES[n], "human" if n in humans else f"level:{n + 1}")
            for n in range(rules.n_seats)
        ]
        self.rng = Random(seed)
        match = Match.new(rules, seats, self.rng, leader)
        desk = Desk(self.context, storage, NoThinker, self.rng)
        desk.session = Session(match, NoThinker(), lambda text: None, self.rng)
        self.match = match
        self.table = TableScene(self.context, desk)
        self.context.stack.push(self.table)
        self.context.stack.apply()

    def do(self, action: Action) -> None:
        self.match.submit(self.match.public.seat, action)
        self.table.sync()

    def start(self) -> None:
        while self.match.public.phase in ("codes", "start"):
            seen = self.match.observe(self.match.public.seat)
            self.do(self.rng.choice(legal_actions(seen)))

    def random_turns(self, n: int, stop: Callable[["Situation"], bool] | None = None) -> None:
        """Random play up to a turn of seat 0 (or until `stop`)."""
        while not self.match.is_round_over:
            public = self.match.public
            ready = public.seat == 0 and public.phase == "turn" and public.turn >= n
            if ready if stop is None else stop(self):
                return
            seen = self.match.observe(public.seat)
            legal = legal_actions(seen)
            plays = [a for a in legal if isinstance(a, Play)]
            picked = self.rng.choice(plays if plays and self.rng.random() < 0.7 else legal)
            if isinstance(picked, Ask) and self.rng.random() < 0.7:
                continue
            self.do(picked)

    def choose(self) -> None:
        """The card with the most effect."""
        seen = self.match.observe(0)
        row = self.match.public.row
        plays = [a.card for a in legal_actions(seen) if isinstance(a, Play)]

        def worth(card: int) -> int:
            return self.match.public.markers_on(row[-1] + card, 1)

        if plays:
            self.table.hands.choose_card(max(plays, key=worth))

    def settle(self) -> None:
        for _n in range(6):
            self.context.stack.apply()
            self.context.stack.update(0.5)

    def save(self, file: Path) -> None:
        self.context.stack.apply()
        surface = pygame.Surface(self.context.size)
        self.context.stack.draw(surface)
        pygame.image.save(surface, str(file))


Make = Callable[..., Situation]


def _start(make: Make) -> Situation:
    return make(leader=1)


def _first(make: Make) -> Situation:
    scene = make(seed=3)
    scene.start()
    return scene


def _middle(make: Make) -> Situation:
    scene = make(seed=11)
    scene.start()
    scene.random_turns(8)
    scene.choose()
    return scene


def _ordered(make: Make) -> Situation:
    """An order stands over the own turn."""
    scene = make(seed=5)
    scene.start()
    scene.random_turns(
        0,
        lambda one: (
            one.match.public.seat == 0
            and one.match.public.phase == "turn"
            and one.match.public.standing == "play"
            and one.match.public.turn > 4
        ),
    )
    return scene


def _win(make: Make) -> Situation:
    """A card that wins is chosen."""
    for seed in range(1, 400):
        scene = make(seed=seed)
        scene.start()
        scene.random_turns(8)
        if scene.match.is_round_over:
            continue
        seen = scene.match.observe(0)
        for card in set(cards_of(seen.hand)):
            scene.table.hands.choose_card(card)
            shown = scene.table.frame.preview
            if shown and shown.result and shown.result.side == 0 and len(shown.keys) == 3:
                return scene
            scene.table.turn.clear()
    raise SystemExit("no winning position found")


def _over(make: Make) -> Situation:
    scene = _win(make)
    scene.table.hands.end(scene.table.frame.offers[0].action)
    scene.settle()
    return scene


def _match_over(make: Make) -> Situation:
    scene = make(seed=2)
    while True:
        scene.start()
        scene.random_turns(99)
        if scene.match.is_over:
            break
        scene.match.deal()
        scene.table.sync()
    scene.settle()
    return scene


def _refused(make: Make) -> Situation:
    scene = _first(make)
    scene.table.hands.end(COMMAND_GUARD)
    return scene


def _learning(make: Make) -> Situation:
    scene = make(seed=21, aids="learning")
    scene.start()
    scene.random_turns(10)
    scene.choose()
    return scene


def _tournament(make: Make) -> Situation:
    scene = make(seed=11, aids="tournament")
    scene.start()
    scene.random_turns(8)
    return scene


def _thinking(make: Make) -> Situation:
    scene = make(seed=8)
    scene.start()
    scene.random_turns(
        0,
        lambda one: (
            one.match.public.seat == 1
            and one.match.public.phase == "turn"
            and one.match.public.turn > 6
        ),
    )
    return scene


def _flight(make: Make) -> Situation:
    """A capture, with the marker on its way."""
    for seed in range(1, 200):
        scene = make(seed=seed, animation_speed="normal")
        scene.table.stage.cut()
        scene.start()
        scene.random_turns(7)
        scene.table.stage.cut()
        scene.table.refresh()
        scene.choose()
        shown = scene.table.frame.preview
        if shown and shown.captures and not shown.result:
            scene.table.hands.end(COMMAND_PLAY)
            for _n in range(31):
                scene.context.stack.update(1 / 30)
            return scene
    raise SystemExit("no capture found")


def _plate(make: Make) -> Situation:
    scene = _flight(make)
    for _n in range(40):
        scene.context.stack.update(1 / 30)
        if scene.table.stage.motion.plate:
            break
    return scene


def _trio(make: Make) -> Situation:
    scene = make(preset="trio", seed=4)
    scene.start()
    scene.random_turns(8)
    return scene


def _trio_individual(make: Make) -> Situation:
    scene = make(preset="trio-individual", seed=6)
    scene.start()
    scene.random_turns(6)
    scene.choose()
    return scene


def _quartet(make: Make) -> Situation:
    scene = make(preset="quartet", seed=9, humans=(0,))
    scene.start()
    scene.random_turns(9)
    scene.choose()
    return scene


def _arena(make: Make) -> Situation:
    scene = make(preset="arena", seed=17)
    scene.start()
    scene.random_turns(9)
    scene.choose()
    return scene


def _wits(make: Make, wanted: Callable[[Situation], bool]) -> Situation:
    """Random rounds of Battle of Wits until something wanted has come up."""
    for seed in range(1, 400):
        scene = make(preset="wits", seed=seed)
        for _n in range(8):
            while not scene.match.is_round_over:
                if wanted(scene):
                    return scene
                seen = scene.match.observe(scene.match.public.seat)
                legal = list(legal_actions(seen))
                if scene.match.public.phase == "codes" and len(legal) > 1:
                    legal = legal[1:]
                scene.do(scene.rng.choice(legal))
            if scene.match.is_over:
                break
            scene.match.deal()
            scene.table.sync()
    raise SystemExit("not found")


def _own_power(code: str) -> Callable[[Situation], bool]:
    def wanted(scene: Situation) -> bool:
        public = scene.match.public
        own = public.codes[0] == code and public.seat == 0 and public.phase == "turn"
        return own and not scene.table.parts.power.reason

    return wanted


def _wits_power(code: str) -> Callable[[Make], Situation]:
    def build(make: Make) -> Situation:
        scene = _wits(make, _own_power(code))
        scene.table.hands.use_power()
        return scene

    return build


def _wits_in_force(make: Make) -> Situation:
    def wanted(scene: Situation) -> bool:
        public = scene.match.public
        return all(public.codes) and public.seat == 0 and public.phase == "turn"

    return _wits(make, wanted)


def _wits_codes(make: Make) -> Situation:
    def wanted(scene: Situation) -> bool:
        public = scene.match.public
        return public.phase == "codes" and public.seat == 0 and public.held_counts[0] > 1

    scene = _wits(make, wanted)
    scene.settle()
    return scene


def _wits_sealed(make: Make) -> Situation:
    return _wits(make, lambda scene: any(scene.match.public.sealed))


def _wits_answer(make: Make) -> Situation:
    def wanted(scene: Situation) -> bool:
        return scene.match.public.phase == "answer" and scene.match.public.seat == 0

    scene = _wits(make, wanted)
    scene.settle()
    return scene


def _wits_read(make: Make) -> Situation:
    scene = _wits_in_force(make)
    scene.table.hands.show_codes()
    return scene


def _quartet_ask(make: Make) -> Situation:
    for seed in range(1, 200):
        scene = make(preset="quartet", seed=seed)
        scene.start()
        scene.random_turns(6)
        if not scene.match.is_round_over and not scene.table.parts.ask.reason:
            scene.table.hands.ask()
            return scene
    raise SystemExit("not found")


SITUATIONS: dict[str, Callable[[Make], Situation]] = {
    "start": _start,
    "first": _first,
    "middle": _middle,
    "ordered": _ordered,
    "win": _win,
    "over": _over,
    "match-over": _match_over,
    "refused": _refused,
    "learning": _learning,
    "tournament": _tournament,
    "thinking": _thinking,
    "flight": _flight,
    "plate": _plate,
    "trio": _trio,
    "trio-individual": _trio_individual,
    "quartet": _quartet,
    "arena": _arena,
    "wits-in-force": _wits_in_force,
    "wits-codes": _wits_codes,
    "wits-sealed": _wits_sealed,
    "wits-answer": _wits_answer,
    "wits-read": _wits_read,
    "wits-swap": _wits_power("vaeck"),
    "wits-under": _wits_power("sun"),
    "quartet-ask": _quartet_ask,
}


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    wanted = sys.argv[2] if len(sys.argv) > 2 else ""
    theme = sys.argv[3] if len(sys.argv) > 3 else "keypad"
    sizes = [tuple(map(int, size.split("x"))) for size in sys.argv[4:]] or list(SIZES)
    pygame.init()
    storage, _problems = open_storage(folder / "data")
    for name, build in SITUATIONS.items():
        if wanted not in name:
            continue
        for size in sizes:

            def make(size: tuple[int, int] = size, **options: object) -> Situation:  # type: ignore[assignment]
                return Situation(storage, size, theme, **options)  # type: ignore[arg-type]

            build(make).save(folder / f"{name}-{theme}-{size[0]}x{size[1]}.png")
    storage.close()


if __name__ == "__main__":
    main()
