"""What a player can be told: hints, odds, verdicts, reasons; values made from the own view."""
