"""From an expression of the algebra to its answers, each with the facts that prove it."""
