"""The agents of Indian Rummy: rules of thumb over exact analysis, each one compiled function."""
