"""For those who write exercises: text to notebooks, what students get of them, and the proof of strength."""
