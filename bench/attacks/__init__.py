"""Ways to treat a server badly, one function a row."""
