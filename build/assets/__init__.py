"""Scripts that make the files in assets/, and screenshots."""
