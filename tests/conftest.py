"""SDL's dummy drivers, set before anything imports pygame, and one pygame for the whole run."""

import os

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"

import pygame
import pytest


@pytest.fixture(scope="session", autouse=True)
def _pygame() -> object:
    pygame.display.init()
    pygame.font.init()
    yield
    pygame.quit()
