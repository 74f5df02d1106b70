// Products of other packages can be built once a target depends on them.
