"""From the words of a question to readings in the algebra, best first, each with its links."""
