"""The page: what a person sees of a reply, a result, an entity, and the store."""
