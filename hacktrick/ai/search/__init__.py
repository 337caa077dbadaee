"""Open-hand search (levels 3 to 7), which plans turns in worlds that agree with the view."""
