"""Reading passages: spans that answer a question, generated answers, and whether text supports."""
