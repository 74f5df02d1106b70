"""Holds what Plugins/bazel declares, does and, where Bazel is there, makes Bazel do."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import starlark

ROOT = pathlib.Path(__file__).resolve().parents[2]
PLUGIN = ROOT / "Plugins/bazel"
SAMPLE = ROOT / "Tests/Bazel/sample"
MOULT = sys.argv[1]
problems: list[str] = []
checks = 0


def check(is_true: bool, what: str) -> None:
    global checks
    checks += 1
    if not is_true:
        problems.append(what)


# MARK: The text

# Functions do not leave Starlark, so what is declared goes on without its implementation.
PRELUDE = """
def _attribute(**options):
    return options

attr = struct(label = _attribute, label_list = _attribute, string = _attribute)

def provider(**options):
    return _declare("provider", options)

def aspect(implementation, **options):
    return _declare("aspect", options)

def rule(implementation, **options):
    return _declare("rule", options)

def Label(text):
    return text

def depset(*_, **__):
    return None

OutputGroupInfo = depset
DefaultInfo = depset
"""


def evaluated(text: str, **more: object) -> dict:
    """Evaluates a .bzl file with stand-ins for what Bazel declares; returns what was declared, by kind."""
    declared: dict[str, list] = {"provider": [], "aspect": [], "rule": []}
    module = starlark.Module()

    def declare(kind: str, options: dict) -> str:
        declared[kind].append(options)
        return f"{kind} {len(declared[kind])}"

    module.add_callable("_declare", declare)
    dialect = starlark.Dialect.extended()
    names = starlark.Globals.extended_by([starlark.LibraryExtension.StructType])
    starlark.eval(module, starlark.parse("prelude.bzl", PRELUDE, dialect), names)
    call = "".join(f"\n{name} = {value}" for name, value in more.items())
    starlark.eval(module, starlark.parse("moult.bzl", text + call + "\n", dialect), names)
    return declared


def text() -> None:
    source = (PLUGIN / "moult.bzl").read_text()
    declared = evaluated(
        source,
        linting="moult_aspect(moult = '//:m', config = '//:c', validates = False)",
        testing="moult_lint_test(linting)",
    )
    aspect, rule = declared["aspect"][0], declared["rule"][0]
    check(rule["test"] is True, "the rule is one of tests")
    check(rule["attrs"]["targets"]["aspects"] == ["aspect 1"], "the rule runs the aspect on its targets")
    check(set(aspect["attr_aspects"]) >= {"deps", "private_deps"}, "the aspect goes to dependencies")
    given = {name: value.get("default") for name, value in aspect["attrs"].items()}
    check(given["_moult"] == "//:m" and given["_config"] == ["//:c"], f"what is given arrives: {given}")
    # Bazel refuses an aspect with an attribute whose default is none, and one that is public and has no values.
    check(all(name.startswith("_") for name in given), "attributes of the aspect are its own")
    check(all(given[name] for name in given if name not in ("_baseline",)), f"each has a default: {given}")
    used = set(re.findall(r"ctx\.(?:attr|files|executable)\.(_\w+)", source))
    check(used == set(given), f"attributes that are declared are used: {used ^ set(given)}")
    for word in set(re.findall(r'Label\("//:([^"]+)"\)', source)):
        check((PLUGIN / word).exists(), f"{word} is there")
        check(f'"{word}"' in (PLUGIN / "BUILD.bazel").read_text(), f"{word} is exported")
    check(os.access(PLUGIN / "lint_target.sh", os.X_OK), "the script can be run")
    # The reader can refuse: a name that nobody declares, and a text that is no Starlark.
    for broken in (source.replace("_staged,", "_stagd,"), source.replace("def _lint(", "def _lint")):
        try:
            evaluated(broken)
            check(False, "a broken text is refused")
        except starlark.StarlarkError:
            check(True, "a broken text is refused")
    for file in sorted(SAMPLE.rglob("*.bzl")) + sorted(SAMPLE.rglob("BUILD.bazel")) + [PLUGIN / "BUILD.bazel"]:
        starlark.parse(file.name, file.read_text(), starlark.Dialect.extended())


# MARK: The script

def lint(folder: pathlib.Path, own: list, context: list, *options: str, config: str = "", baseline: str = ""):
    """Runs the script in a folder of links, as a sandbox has them; returns the run, the report and the code."""
    for name, files in (("own", own), ("context", context)):
        (folder / name).write_text("".join(f"{a}\t{b}\n" for a, b in files))
    for name in ("json", "sarif", "txt", "code"):
        (folder / f"out.{name}").unlink(missing_ok=True)
    run = subprocess.run(
        [PLUGIN / "lint_target.sh", MOULT, "own", "context", "out.json", "out.sarif", "out.txt", "out.code",
         config, baseline, *options], cwd=folder, capture_output=True, text=True, timeout=300)
    report = folder / "out.json"
    code = folder / "out.code"
    return run, json.loads(report.read_text()) if report.exists() else {}, code.read_text().strip()


def script() -> None:
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        for file in sorted(SAMPLE.rglob("*.swift")) + [SAMPLE / ".moult.yml", SAMPLE / ".moult-baseline.yml"]:
            link = folder / file.relative_to(SAMPLE)
            link.parent.mkdir(exist_ok=True)
            link.symlink_to(file)
        odd = folder / "odd name" / "A b.swift"
        odd.parent.mkdir()
        odd.write_text("import SwiftGRPC\n")
        own, context = [("app/App.swift", "app/App.swift")], [("core/Core.swift", "core/Core.swift")]
        run, report, code = lint(folder, own, context)
        check(run.returncode == 0 and code == "1", f"what is found is for the aspect to judge: {run.stderr}")
        check({f["path"] for f in report["findings"]} == {"app/App.swift"}, "paths begin at the root")
        check(len(report["findings"]) == 2 and report["coverage"]["context"] == 1, f"{report['coverage']}")
        check(json.loads((folder / "out.sarif").read_text())["runs"][0]["results"] != [], "SARIF is there")
        check("2 errors in 1 file" in (folder / "out.txt").read_text(), "text is there")
        _, report, code = lint(folder, context, own)
        check(code == "0" and report["findings"] == [], "files of others are not reported")
        _, report, code = lint(folder, own, context, "--fail-on=never", config=".moult.yml")
        check(code == "0" and len(report["findings"]) == 2, "an option is handed on")
        _, report, _ = lint(folder, own, context, config=".moult.yml", baseline=".moult-baseline.yml")
        check(len(report["findings"]) == 1 and len(report["unchanged"]) == 1, "the baseline is obeyed")
        _, report, _ = lint(folder, [("odd name/A b.swift", "bin/-x/A b.swift")], [])
        check([f["path"] for f in report["findings"]] == ["bin/-x/A b.swift"], "names are taken as they are")
        (folder / "bad.yml").write_text("fail_on: odd\n")
        run, _, code = lint(folder, own, context, config="bad.yml")
        check(run.returncode == 2 and "odd" in run.stderr, f"what could not be judged fails: {run.stderr}")


# MARK: Bazel

def bazel() -> None:
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary, "sample")
        shutil.copytree(SAMPLE, folder)
        shutil.copytree(PLUGIN, folder / "moult")
        (folder / "tools/moult").write_text(f'#!/bin/sh\nexec "{MOULT}" "$@"\n')
        (folder / "tools/moult").chmod(0o755)
        # Rules of tests ask for a tool of coverage that would come from the network.
        (folder / "nothing").mkdir()
        (folder / "nothing/WORKSPACE").write_text("")
        (folder / "nothing/BUILD.bazel").write_text(
            'filegroup(name = "coverage_report_generator", visibility = ["//visibility:public"])\n')
        start = ["bazel", f"--output_user_root={temporary}/out", "--max_idle_secs=60"]
        options = ["--noshow_progress", "--jobs=1", "--override_repository=remote_coverage_tools=nothing"]
        options[-1] = f"--override_repository=remote_coverage_tools={folder}/nothing"

        def run(command: str, *arguments: str) -> subprocess.CompletedProcess:
            return subprocess.run(
                [*start, command, *options, *arguments], cwd=folder, capture_output=True, text=True,
                timeout=600, env=os.environ | {"HOME": temporary})

        def aspect(name: str, *arguments: str) -> subprocess.CompletedProcess:
            return run("build", "//app", "//core", f"--aspects=//tools:lint.bzl%{name}", *arguments)

        def actions(of: subprocess.CompletedProcess) -> int:
            return len(re.findall(r"SUBCOMMAND: # \S+ \[action 'Linting ", of.stderr))

        try:
            first = aspect("moult", "--output_groups=moult", "-s")
            check(first.returncode == 0, f"reports are no reason to fail: {first.stderr[-2000:]}")
            check(actions(first) == 2, "each target is linted")
            report = json.loads((folder / "bazel-bin/app/app.moult.json").read_text())
            check(len(report["findings"]) == 2, f"{report['findings']}")
            check(report["coverage"]["context"] == 2, "generated files of dependencies are read, too")
            check(actions(aspect("moult", "--output_groups=moult", "-s")) == 0, "nothing is linted twice")
            with open(folder / "app/App.swift", "a") as file:
                file.write("let more: StatusCode? = nil\n")
            again = aspect("moult", "--output_groups=moult", "-s")
            check(actions(again) == 1, "only the target that changed is linted again")
            report = json.loads((folder / "bazel-bin/app/app.moult.json").read_text())
            check(len(report["findings"]) == 3, "the report is about the file that changed")
            valid = aspect("moult", "--experimental_run_validations", "--keep_going")
            check(valid.returncode != 0 and "App.swift:5:11: error:" in valid.stderr, valid.stderr[-2000:])
            never = aspect("moult_for_nobody", "--experimental_run_validations")
            check(never.returncode == 0, f"what does not count does not fail: {never.stderr[-2000:]}")
            aspect("moult_for_baseline", "--output_groups=moult")
            report = json.loads((folder / "bazel-bin/app/app.moult.json").read_text())
            check(len(report["unchanged"]) == 1, "the baseline is obeyed")
            test = run("test", "//app:all", "--test_output=errors", "--keep_going")
            said = test.stdout + test.stderr
            check(re.search(r"//app:app_lint_test\s+FAILED", said) is not None, said[-2000:])
            check(re.search(r"//app:core_lint_test\s+PASSED", said) is not None, said[-2000:])
            check("App.swift:5:11: error:" in said, "a test that fails says what was found")
        finally:
            subprocess.run([*start, "shutdown"], cwd=folder, capture_output=True)
            # What Bazel makes is not writable.
            subprocess.run(["chmod", "-R", "u+w", temporary], check=False)


text()
script()
where = "no Bazel here: its text and its script alone"
if shutil.which("bazel"):
    bazel()
    where = "with Bazel"
for problem in problems:
    print(f"FAILED: {problem}")
print(f"bazel: {checks} checks, {len(problems)} failed ({where})")
sys.exit(1 if problems else 0)
