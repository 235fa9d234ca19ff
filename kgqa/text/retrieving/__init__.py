"""The retriever: passages and questions as vectors, and how these are learned."""
