"""What predictions are worth: the metrics of the papers, each by its definition."""
