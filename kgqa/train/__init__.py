"""All that learns and measures models, and is not needed to answer a question."""
