"""Questions over Wikidata, answered offline, every answer with its proof."""
