"""What makes the files in assets/: sounds, puzzles, translations, figures; and screenshots."""
