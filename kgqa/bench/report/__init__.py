"""Reports about runs: one page that works offline, Markdown, and CSV."""
