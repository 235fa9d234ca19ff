"""How two things hang together: the best paths between them, and what these say."""
