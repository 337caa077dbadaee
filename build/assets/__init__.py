"""Scripts that make the files in assets/ (sounds, puzzles, translations, figures) and
screenshots."""
