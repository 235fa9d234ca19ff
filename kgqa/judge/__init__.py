"""Many readings to one answer: how likely each is what was asked, and what the graph replies."""
