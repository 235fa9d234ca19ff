"""From readings that were run to one reply: answers with their confidence, or an honest none."""
