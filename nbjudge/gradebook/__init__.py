"""nbgrader's tables, by one writer; what people entered there is never touched."""
