// The target exists for its dependencies.
