"""Holds reports, baselines and configurations against their schemas."""

import ast
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

import jsonschema_rs
import ruamel.yaml
import xmlschema
from sarif_pydantic import Sarif

MOULT = sys.argv[1]
ENVIRONMENT = pathlib.Path(sys.argv[2])
ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = ROOT / "Tests/Schemas"
problems: list[str] = []
checks = 0


def check(is_true: bool, what: str) -> None:
    global checks
    checks += 1
    if not is_true:
        problems.append(what)


def moult(folder: pathlib.Path, *arguments: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        [MOULT, *arguments], cwd=folder, capture_output=True, text=True, timeout=300)


def made(content: dict) -> jsonschema_rs.Validator:
    jsonschema_rs.meta.validate(content)
    return jsonschema_rs.Draft202012Validator(content, validate_formats=True)


def schema(path: pathlib.Path) -> jsonschema_rs.Validator:
    return made(json.loads(path.read_text()))


def first_error(validator: jsonschema_rs.Validator, value: object) -> str | None:
    error = next(validator.iter_errors(value), None)
    return f"{'/'.join(map(str, error.instance_path))}: {error.message[:200]}" if error else None


def valid(validator: jsonschema_rs.Validator, value: object, what: str) -> None:
    error = first_error(validator, value)
    check(error is None, f"{what}: {error}")


# MARK: Reports

FORMATS = ["json", "json-lines", "sarif", "gitlab", "checkstyle", "junit", "rdjson"]
REPORT = schema(ROOT / "Schemas/report.schema.json")
SARIF = schema(HERE / "sarif.schema.json")
GITLAB = schema(HERE / "gitlab.schema.json")
RDJSON = schema(HERE / "rdjson.schema.json")
CHECKSTYLE = xmlschema.XMLSchema(str(HERE / "checkstyle.xsd"))
JUNIT = xmlschema.XMLSchema(str(HERE / "junit.xsd"))


def shipped(pattern: str) -> pathlib.Path:
    """Returns the one file that a package from PyPI has brought."""
    found = sorted(ENVIRONMENT.glob(pattern))
    if len(found) != 1:
        sys.exit(f"schemas: {len(found)} files are {ENVIRONMENT}/{pattern}, and not one")
    return found[0]


# Others' schemas, which are read where pip has put them. A pattern of that of SARIF has a bracket that closes nothing, which a
# strict reader wants escaped.
OASIS = jsonschema_rs.Draft4Validator(
    json.loads(shipped("lib/python3*/site-packages/sarif-schema.json").read_text().replace("{2}]?$", r"{2}\\]?$")),
    validate_formats=True)
JENKINS = xmlschema.XMLSchema(str(shipped("official/*/tests/vendor/jenkins/xunit-plugin/14c6*/junit-10.xsd")))


def schemas_refuse() -> None:
    """Checks that the others' schemas can fail."""
    check(first_error(OASIS, {"version": "2.1.0", "runs": [{}]}) is not None, "OASIS accepts a run without a tool")
    check(not JENKINS.is_valid("<testsuites><testcase/></testsuites>"), "Jenkins accepts a case without a suite")


def sarif_holds_together(log: dict, what: str) -> None:
    run = log["runs"][0]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    for result in run["results"]:
        check(rules[result["ruleIndex"]] == result["ruleId"], f"{what}: ruleIndex")
        for change in [c for f in result.get("fixes", []) for c in f["artifactChanges"]]:
            for replacement in change["replacements"]:
                region = replacement["deletedRegion"]
                start = (region["startLine"], region["startColumn"])
                check(start <= (region["endLine"], region["endColumn"]), f"{what}: region")
    prints = [r["partialFingerprints"]["moult/v1"] for r in run["results"]]
    check(len(prints) == len(set(prints)), f"{what}: two results have one fingerprint")


def applied(log: dict, folder: pathlib.Path) -> int:
    """Checks that the fixes name what is in the files, and returns the number of files in the largest."""
    largest = 0
    for result in log["runs"][0]["results"]:
        for fix in result.get("fixes", []):
            largest = max(largest, len(fix["artifactChanges"]))
            for change in fix["artifactChanges"]:
                path = folder / change["artifactLocation"]["uri"]
                lines = path.read_text(encoding="utf-8").split("\n")
                for replacement in change["replacements"]:
                    region = replacement["deletedRegion"]
                    check(region["endLine"] <= len(lines), f"{path}: a fix beyond the end")
                    width = len(lines[region["startLine"] - 1].encode("utf-16-le")) // 2
                    check(region["startColumn"] <= width + 1, f"{path}: a fix beyond its line")
    return largest


def reports(folder: pathlib.Path, what: str, *arguments: str) -> dict:
    with tempfile.TemporaryDirectory() as out:
        outputs = [x for f in FORMATS for x in ("--output", f"{f}={out}/{f}")]
        run = moult(folder, "lint", *arguments, *outputs)
        check(run.returncode in (0, 1), f"{what}: exit code {run.returncode}: {run.stderr}")
        text = {f: pathlib.Path(out, f).read_text(encoding="utf-8") for f in FORMATS}
    value = {f: json.loads(text[f]) for f in ("json", "sarif", "gitlab", "rdjson")}
    valid(REPORT, value["json"], f"{what}: json")
    valid(SARIF, value["sarif"], f"{what}: sarif")
    valid(OASIS, value["sarif"], f"{what}: the OASIS schema of sarif")
    valid(GITLAB, value["gitlab"], f"{what}: gitlab")
    valid(RDJSON, value["rdjson"], f"{what}: rdjson")
    try:
        Sarif.model_validate(value["sarif"])
    except ValueError as error:
        check(False, f"{what}: sarif-pydantic: {str(error)[:300]}")
    sarif_holds_together(value["sarif"], f"{what}: sarif")
    for name, xsd in (("checkstyle", CHECKSTYLE), ("junit", JUNIT), ("junit", JENKINS)):
        ElementTree.fromstring(text[name].encode("utf-8"))
        error = next(xsd.iter_errors(text[name]), None)
        check(error is None, f"{what}: {name}: {error}")
    tree = ElementTree.fromstring(text["junit"].encode("utf-8"))
    cases = list(tree.iter("testcase"))
    check(int(tree.get("tests")) == len(cases) > 0, f"{what}: junit counts its cases")
    failures = sum(1 for case in cases if case.find("failure") is not None)
    check(int(tree.get("failures")) == failures, f"{what}: junit counts its failures")
    lines = [json.loads(line) for line in text["json-lines"].splitlines()]
    check([x["kind"] for x in lines].count("summary") == 1, f"{what}: one summary in the lines")
    findings = value["json"]["findings"]
    new = [x["finding"] for x in lines if x["kind"] == "finding" and x["state"] == "new"]
    check(new == findings, f"{what}: the lines say what the object says")
    check(len(value["gitlab"]) == len(findings), f"{what}: gitlab has all findings")
    check(len(value["rdjson"]["diagnostics"]) == len(findings), f"{what}: rdjson has all findings")
    errors = ElementTree.fromstring(text["checkstyle"].encode("utf-8")).iter("error")
    check(len(list(errors)) == len(findings), f"{what}: checkstyle has all findings")
    check(failures == len(findings), f"{what}: junit has all findings")
    return value


def all_reports() -> None:
    for fixture in sorted((ROOT / "Fixtures").iterdir()):
        if not (fixture / "before").is_dir():
            continue
        with tempfile.TemporaryDirectory() as temporary:
            folder = pathlib.Path(temporary, "project")
            shutil.copytree(fixture / "before", folder)
            found = reports(folder, fixture.name)
            applied(found["sarif"], folder)
            count = len(found["json"]["findings"])
            if count == 0:
                continue
            # One rule is suppressed, the rest is known, and one file is new.
            rule = found["json"]["findings"][0]["rule"]
            moult(folder, "suppress", "--rule", rule, "--reason", 'a <reason> with "signs" & more')
            run = moult(folder, "baseline")
            check(run.returncode == 0, f"{fixture.name}: baseline: {run.stderr}")
            baseline(folder / ".moult-baseline.yml", fixture.name)
            is_schemas_alone = not list(folder.rglob("*.swift"))
            (folder / "Odd <name> & ü").mkdir()
            (folder / "Odd <name> & ü/A.swift").write_text(
                '/* 𐐀 */ import SwiftGRPC\n\tlet s: StatusCode? = nil // "x" <y> \x01\n')
            later = reports(folder, f"{fixture.name} later", "--baseline", ".moult-baseline.yml")
            states = {r.get("baselineState") for r in later["sarif"]["runs"][0]["results"]}
            # Code says who uses the schemas, so that what was said of them alone is gone.
            known = {"new", "unchanged"} | ({"absent"} if is_schemas_alone else set())
            check(states <= known, f"{fixture.name}: states {states}")
            check(len(later["json"]["findings"]) > 0, f"{fixture.name}: the odd file is found")


def shards() -> None:
    """Checks the reports of a run that is divided, and what they come to."""
    definitions = json.loads((ROOT / "Schemas/report.schema.json").read_text())["$defs"]
    record = made({"$ref": "#/$defs/shard", "$defs": definitions})
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary, "project")
        for name in ("hello-v0", "own-types", "class-prefix"):
            shutil.copytree(ROOT / "Fixtures" / name / "before", folder / name)
            (folder / name / ".moult.yml").unlink(missing_ok=True)
        (folder / "Makefile").write_text("gen:\n\tprotoc --swiftgrpc_out=. a.proto\n")
        moult(folder, "baseline", "--rule", "grpc-swift.import-swiftgrpc")
        known = ("--baseline", ".moult-baseline.yml")
        for arguments in ((), known):
            reports(folder, "side by side", *arguments)
            for kind in ("json", "sarif"):
                files = []
                for index in (1, 2, 3):
                    run = moult(
                        folder, "lint", "--shard", f"{index}/3", "--format", kind, *arguments)
                    check(run.returncode in (0, 1), f"shard {index}: {run.stderr}")
                    log = json.loads(run.stdout)
                    valid(SARIF if kind == "sarif" else REPORT, log, f"shard {index}: {kind}")
                    if kind == "sarif":
                        valid(OASIS, log, f"shard {index}: the OASIS schema of sarif")
                        said = log["runs"][0]["properties"]["shard"]
                        valid(record, said, f"shard {index} in sarif")
                        sarif_holds_together(log, f"shard {index}: sarif")
                    files.append(pathlib.Path(temporary, f"{index}.{kind}"))
                    files[-1].write_text(run.stdout)
                merged = moult(folder, "merge", *map(str, files))
                whole = moult(folder, "lint", "--format", kind, *arguments)
                check(len(whole.stdout) > 1000, f"{kind}: there is something to merge")
                check(merged.stdout == whole.stdout, f"{kind}: the shards come to one run")


def baseline(path: pathlib.Path, what: str) -> None:
    value = ruamel.yaml.YAML(typ="safe").load(path.read_text())
    valid(schema(ROOT / "Schemas/baseline.schema.json"), value, f"{what}: baseline")
    keys = [(f["path"].encode(), f["in"].encode()) for f in value["findings"]]
    check(keys == sorted(keys), f"{what}: the baseline is sorted")


# MARK: Configurations


def swift_pairs(name: str) -> list[tuple[str, str]]:
    """Returns the pairs of texts in the arguments of the test with this name."""
    text = (ROOT / "Tests/CommandLineTests/ConfigurationTests.swift").read_text()
    end = text.index(f"func `{name}`")
    start = text.rindex("@Test(arguments: [", 0, end)
    literal = r'"((?:[^"\\]|\\.)*)"'
    pairs = re.findall(rf"\(\s*{literal},\s*{literal}\s*\)", text[start:end])
    return [tuple(ast.literal_eval(f'"{part}"') for part in pair) for pair in pairs]


def is_about_shape(message: str) -> bool:
    return (
        re.search(r"unknown (key|severity|safety)|expected", message) is not None
        and "expected an era" not in message)


def configurations() -> None:
    validator = schema(ROOT / "Schemas/configuration.schema.json")
    yaml = ruamel.yaml.YAML(typ="safe")
    accepted = swift_pairs("a good configuration is accepted")
    refused = swift_pairs("a bad configuration is 2 with the place and the nearest spelling")
    check(len(accepted) > 8 and len(refused) > 20, "the tests' configurations are found")
    for text, label in accepted:
        valid(validator, yaml.load(text), f"accepted ({label})")
    for text, message in refused:
        if is_about_shape(message):
            error = first_error(validator, yaml.load(text))
            check(error is not None, f"the schema accepts what the tests refuse: {text!r}")
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        (folder / "A.swift").write_text("import Foundation\n")
        moult(folder, "init")
        text = (folder / ".moult.yml").read_text()
        valid(validator, yaml.load(text), "the configuration of 'moult init'")
        run = moult(folder, "config", "--effective")
        valid(validator, yaml.load(run.stdout), "the effective configuration")


# MARK: Pages

def pages() -> None:
    validator = schema(ROOT / "Schemas/page.schema.json")
    found = json.loads(moult(ROOT, "explain", "--all", "--format", "json").stdout)
    check(len(found) > 200, "all pages are there")
    for page in found:
        valid(validator, page, f"page of {page['id']}")
    check(first_error(validator, found[0] | {"safeties": ["certain"]}) is not None, "the schema refuses no safety")
    check(first_error(validator, found[0] | {"hop": "0"}) is not None, "the schema refuses no hop")


def impacts() -> None:
    """Checks the reports of 'moult impact' on each kind of change of the sample, and a budget."""
    sample = ROOT / "Tests/Impact"
    validator = schema(ROOT / "Schemas/impact.schema.json")
    check(first_error(validator, {"schemaVersion": 1}) is not None, "the schema accepts an impact without changes")
    git = ["git", "-c", "user.name=t", "-c", "user.email=t@t"]
    for name, files in json.loads((sample / "kinds.json").read_text()):
        if not all(isinstance(edits, list) for edits in files.values()):
            continue
        with tempfile.TemporaryDirectory() as temporary:
            folder = pathlib.Path(temporary, "shop")
            shutil.copytree(sample / "shop", folder)
            for words in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "before"]):
                subprocess.run([*git, *words], cwd=folder, check=True)
            for file, edits in files.items():
                path = folder / "proto/shop" / file
                text = path.read_text()
                for old, new in edits:
                    text = text.replace(old, new, 1)
                path.write_text(text)
            run = moult(folder, "impact", "--since", "HEAD", "--format", "json", "--output", "sarif=out.sarif")
            value = json.loads(run.stdout)
            valid(validator, value, f"impact of {name}")
            check(value["exit"] == run.returncode, f"impact of {name}: exit")
            log = json.loads((folder / "out.sarif").read_text())
            valid(SARIF, log, f"impact of {name}: SARIF")
            sarif_holds_together(log, f"impact of {name}")
            run = moult(folder, "baseline", "--budget", "rule", "--budget-file", "budget.yml")
            check(run.returncode == 0, f"budget: {run.stderr}")
            budget = ruamel.yaml.YAML(typ="safe").load((folder / "budget.yml").read_text())
            valid(schema(ROOT / "Schemas/budget.schema.json"), budget, "budget")


schemas_refuse()
pages()
all_reports()
shards()
impacts()
configurations()
for problem in problems:
    print("FAILED:", problem)
print(f"schemas: {checks} checks, {len(problems)} failed")
sys.exit(1 if problems else 0)
