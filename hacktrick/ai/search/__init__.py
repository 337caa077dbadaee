"""Open-hand search: plan turns in worlds that agree with the view (levels 3 to 7)."""
