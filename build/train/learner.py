"""Trains the net with torch on the training examples of ``hacktrick-train train``.

``train.py`` starts it. Training runs on the GPU if there is one, or on the named ``--device``,
while the CPU cores play the next rounds. Net, loss and steps are those of value_net.hpp;
``learner_check.py`` compares the two.
"""

from __future__ import annotations

import argparse
import os
import sys
from contextlib import suppress
from typing import BinaryIO, NamedTuple

# Makes sums on the GPU identical in every run.
os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")

from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor
from torch.nn.functional import log_softmax

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from train.export import SHAPES
from train.training_example_stream import (
    EXAMPLES,
    MIRRORS,
    N_OUT,
    STEPS,
    WEIGHTS,
    StreamEnded,
    TrainingExamples,
    read_array,
    read_examples,
    read_message_header,
)

CLIP, BETA, GAMMA, EPSILON, SLOWEST = 5.0, 0.9, 0.999, 1e-8, 0.999
PER_POSITION, PER_HAND = ("public", "belief"), ("fixed", "moving", "target", "weight")


class Batch(NamedTuple):
    """The training examples of one step, on the device.

    Attributes:
        of: the arrays of ``TrainingExamples`` by name.
        leaf: ``(r,)``, the index in the batch of each hand's position.
        n: the number of positions.
    """

    of: dict[str, Tensor]
    leaf: Tensor
    n: int


class ReplayBuffer:
    """The replay buffer of training examples.

    The hands of all examples share one ring, which grows when it is full.
    """

    def __init__(self, device: torch.device) -> None:
        self.device = device
        self.mirrors = {k: torch.as_tensor(v, device=device) for k, v in MIRRORS.items()}
        widths = {k: (len(v),) for k, v in MIRRORS.items()} | {"target": (N_OUT,), "weight": ()}
        self.kept = {k: torch.zeros((0, *w), device=device) for k, w in widths.items()}
        self.first = np.zeros(0, np.int64)  # for each place, the number of the example's first hand
        self.rows = np.zeros(0, np.int64)
        self.head = 0  # number of hands added so far

    def add(self, examples: TrainingExamples) -> None:
        """Store training examples at their indices, replacing older examples."""
        places = examples.place.astype(np.int64)
        self._make_room_for_examples(int(places.max()) + 1, len(examples.weight))
        self.first[places] = self.head + np.cumsum(examples.rows) - examples.rows
        self.rows[places] = examples.rows
        ring = len(self.kept["weight"])
        rows = (self.head + np.arange(len(examples.weight))) % ring
        for name in (*PER_POSITION, *PER_HAND):
            at = torch.as_tensor(places if name in PER_POSITION else rows, device=self.device)
            self.kept[name][at] = torch.as_tensor(getattr(examples, name), device=self.device)
        self.head += len(examples.weight)

    def _make_room_for_examples(self, n_places: int, n_rows: int) -> None:
        """Ensure that all places exist and that the ring has room for more hands.

        Args:
            n_places: the required number of places.
            n_rows: the number of hands to add.
        """
        if n_places > len(self.first):
            more = max(n_places, 2 * len(self.first)) - len(self.first)
            self.first = np.append(self.first, np.full(more, self.head))
            self.rows = np.append(self.rows, np.zeros(more, np.int64))
            for name in PER_POSITION:
                old = self.kept[name]
                self.kept[name] = torch.cat([old, old.new_zeros((more, *old.shape[1:]))])
        live = self.first[self.rows > 0]
        tail = int(live.min()) if len(live) else self.head
        ring = len(self.kept["weight"])
        if self.head + n_rows - tail > ring:
            self._copy_hands_to_longer_ring(tail, max(self.head + n_rows - tail, 2 * ring))

    def _copy_hands_to_longer_ring(self, tail: int, ring: int) -> None:
        """Copy the hands from ``tail`` on into a longer ring."""
        counted = torch.arange(tail, self.head, device=self.device)
        for name in PER_HAND:
            old = self.kept[name]
            self.kept[name] = old.new_zeros((ring, *old.shape[1:]))
            if len(counted):
                self.kept[name][counted % ring] = old[counted % len(old)]

    def batch(self, drawn: npt.NDArray[np.int32]) -> Batch:
        """Return the examples with the numbers ``2 * place + mirrored`` as a batch."""
        places, mirrored = drawn // 2, drawn % 2 == 1
        rows = self.rows[places]
        leaves = np.repeat(np.arange(len(drawn)), rows)
        begins = np.cumsum(rows) - rows
        hands = (self.first[places] - begins)[leaves] + np.arange(len(leaves))
        place, hand, leaf, turn = (
            torch.as_tensor(index, device=self.device)
            for index in (places, hands % len(self.kept["weight"]), leaves, mirrored[:, None])
        )
        of = {name: self.kept[name][place] for name in PER_POSITION}
        of |= {name: self.kept[name][hand] for name in PER_HAND}
        for name, columns in self.mirrors.items():
            turned = turn[leaf] if name in PER_HAND else turn
            of[name] = torch.where(turned, of[name][:, columns], of[name])
        return Batch(of, leaf, len(drawn))


def mean_cross_entropy(weights: Tensor, batch: Batch) -> Tensor:
    """Return the mean cross entropy of the net (value_net.hpp) on a batch.

    Args:
        weights: all weights of the net in one flat array.
    """
    sizes = [int(np.prod(shape)) for _, shape in SHAPES]
    parts = torch.split(weights, sizes)
    w = {name: part.view(shape) for (name, shape), part in zip(SHAPES, parts, strict=True)}
    of = batch.of
    x = torch.relu(torch.addmm(w["b1"], of["public"], w["w1"]))
    x = torch.relu(torch.addmm(w["b2"], x, w["w2"]))
    x = torch.relu(torch.addmm(w["b3"], x, w["w3"]) + of["belief"] @ w["wb"])
    x = torch.relu(torch.addmm(w["b4"], x, w["w4"]))
    x = torch.addmm(w["bp"], x, w["wp"])
    x = x.index_select(0, batch.leaf) + of["fixed"] @ w["ws"] + of["moving"] @ w["wd"]
    x = torch.relu(torch.addmm(w["b5"], torch.relu(x), w["w5"]))
    logits = torch.addmm(w["b6"], x, w["w6"])
    entropy = -(of["target"] * log_softmax(logits, 1)).sum(1)
    return (of["weight"] * entropy).sum() / batch.n


class Learner:
    """Trains the net: holds the weights, their slow average, and the moments of Adam."""

    def __init__(self, arrays: list[Tensor], steps: int) -> None:
        self.net, self.mean, self.m, self.v = arrays
        self.net.requires_grad_()
        self.steps = steps

    def make_adam_step(self, batch: Batch, rate: float) -> Tensor:
        """Make one step of Adam and return the loss before the step.

        Args:
            rate: the learning rate of this step.
        """
        loss = mean_cross_entropy(self.net, batch)
        (slope,) = torch.autograd.grad(loss, self.net)
        self.steps += 1
        one, two = 1 - BETA**self.steps, 1 - GAMMA**self.steps
        keep = min(SLOWEST, self.steps / (self.steps + 10))
        with torch.no_grad():
            slope *= torch.clamp(CLIP / slope.norm(), max=1.0)
            self.m.lerp_(slope, 1 - BETA)
            self.v.lerp_(slope * slope, 1 - GAMMA)
            self.net.addcdiv_(self.m, (self.v / two).sqrt_().add_(EPSILON), value=-rate / one)
            self.mean.lerp_(self.net, 1 - keep)
        return loss.detach()


def serve_learning_messages(requests: BinaryIO, answer: BinaryIO, device: torch.device) -> None:
    """Learn from the messages on ``requests`` until the stream ends, and answer on ``answer``.

    Raises:
        StreamEnded: the stream has ended.
    """
    replay = ReplayBuffer(device)
    learner: Learner | None = None
    while True:
        kind, a, b = read_message_header(requests)
        if kind == WEIGHTS:
            arrays = [read_array(requests, np.float32, (a,)) for _ in range(4)]
            learner = Learner([torch.as_tensor(x, device=device) for x in arrays], b)
        elif kind == EXAMPLES:
            replay.add(read_examples(requests, a, b))
        elif kind == STEPS and learner:
            rate = float(read_array(requests, np.float32, (1,))[0])
            drawn = read_array(requests, np.int32, (a, b))
            losses = [learner.make_adam_step(replay.batch(row), rate) for row in drawn]
            loss = torch.stack(losses).mean().reshape(1) if losses else torch.zeros(1)
            for tensor in (loss, learner.net, learner.mean, learner.m, learner.v):
                answer.write(tensor.detach().cpu().numpy().tobytes())
            answer.flush()
        else:
            raise ValueError(f"message {kind} is not known")


def torch_device(name: str) -> torch.device:
    """Return the named device; without a name, the GPU if there is one, otherwise the CPU.

    Raises:
        SystemExit: torch cannot use the device.
    """
    if not name:
        return torch.accelerator.current_accelerator(check_available=True) or torch.device("cpu")
    try:
        return torch.zeros(1, device=name).device
    except (AssertionError, RuntimeError) as error:
        reason = str(error).splitlines()[0]
        raise SystemExit(f"learner.py: torch cannot use the device {name!r}: {reason}") from None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--device", default="", help="torch device; default: the best available")
    parser.add_argument("--ask", action="store_true", help="only print which device that is")
    options = parser.parse_args()
    device = torch_device(options.device)
    if options.ask:
        print(device.type)
        return
    torch.use_deterministic_algorithms(True)
    print(f"learning on {device}", file=sys.stderr, flush=True)
    with suppress(StreamEnded, KeyboardInterrupt):
        serve_learning_messages(sys.stdin.buffer, sys.stdout.buffer, device)


if __name__ == "__main__":
    main()
