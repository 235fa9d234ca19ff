"""Text where the graph is silent: passages, how they are found, and what is read in them."""
