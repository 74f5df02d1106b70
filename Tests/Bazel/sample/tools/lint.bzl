"""How this workspace is linted."""

load("@moult//:moult.bzl", "moult_aspect", "moult_lint_test")

_MOULT = Label("//tools:moult")
_CONFIG = Label("//:.moult.yml")

moult = moult_aspect(moult = _MOULT, config = _CONFIG)
moult_for_baseline = moult_aspect(moult = _MOULT, config = _CONFIG, baseline = Label("//:.moult-baseline.yml"))
moult_for_test = moult_aspect(moult = _MOULT, config = _CONFIG, validates = False)
moult_for_nobody = moult_aspect(moult = _MOULT, config = _CONFIG, fail_on = "never")

moult_lint_of_target_test = moult_lint_test(moult_for_test)
