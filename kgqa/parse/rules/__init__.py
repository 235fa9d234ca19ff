"""The rules of the chart, one for an operator: each makes larger items of smaller ones."""
