"""What lies in Plugins/editors, as the editors read it; with Neovim, if there is one."""

import json
import os
import re
import shutil
import subprocess
import tempfile
import tomllib
from pathlib import Path

import pytest

from test_session import FIXED, TEXT, project  # noqa: F401

MOULT = Path(os.environ["MOULT_BINARY"])
HERE = Path(__file__).resolve().parent
EDITORS = HERE.parents[1] / "Plugins/editors"
NVIM = os.environ.get("MOULT_NVIM") or shutil.which("nvim")


def with_moult(folder, **more):
    """An environment in which `moult` is the one under test."""
    (folder / "bin").mkdir()
    (folder / "bin/moult").symlink_to(MOULT)
    return os.environ | {"PATH": f"{folder / 'bin'}:{os.environ['PATH']}"} | more


def without_comments(path):
    """The JSON of a settings file, in which editors allow comments on lines of their own."""
    return json.loads(re.sub(r"(?m)^\s*//.*$", "", path.read_text()))


def nvim_version():
    if not NVIM:
        return None
    first = subprocess.run([NVIM, "--version"], capture_output=True, text=True, check=True).stdout.split("\n")[0]
    return tuple(int(part) for part in re.search(r"(\d+)\.(\d+)", first).groups())


@pytest.mark.skipif((nvim_version() or (0, 0)) < (0, 11), reason=(
    f"left out: {f'{NVIM} is older than' if NVIM else 'there is no'} Neovim 0.11, which $MOULT_NVIM can name"))
def test_neovim_shows_what_is_found_and_makes_a_hop(project, tmp_path):
    (project / "Sources/App/B.swift").unlink()
    path = project / "Sources/App/A.swift"
    record = tmp_path / "record.json"
    environment = with_moult(
        tmp_path, MOULT_FILE=str(path), MOULT_RECORD=str(record), HOME=str(tmp_path), XDG_STATE_HOME=str(tmp_path))
    run = subprocess.run(
        [NVIM, "--headless", "--clean", "-u", EDITORS / "neovim.lua", "-c", f"luafile {HERE / 'neovim.lua'}"],
        env=environment, cwd=project, capture_output=True, text=True, timeout=180, check=False)
    assert record.exists(), run.stderr
    seen = json.loads(record.read_text())
    assert "failure" not in seen, (seen, run.stderr)
    assert {(d["line"], d["code"]) for d in seen["found"]} == {
        (1, "grpc-swift.import-swiftgrpc"), (3, "grpc-swift.status-code-type")}
    assert seen["pulls"] and seen["action"] == "Migrate grpc-swift 0 → 1 (whole hop)"
    assert path.read_text() == FIXED


def test_the_settings_are_what_the_editors_can_read():
    helix = tomllib.loads((EDITORS / "helix-languages.toml").read_text())
    server = helix["language-server"]["moult"]
    assert [server["command"], *server["args"]] == ["moult", "lsp"]
    assert all("moult" in language["language-servers"] for language in helix["language"])
    code = without_comments(EDITORS / "vscode-settings.json")
    assert [code["glspc.server.command"], *code["glspc.server.commandArguments"]] == ["moult", "lsp"]
    binary = without_comments(EDITORS / "zed-settings.json")["lsp"]["sourcekit-lsp"]["binary"]
    assert [binary["path"], *binary["arguments"]] == ["moult", "lsp"]


def xcode(project, folder, listed, **more):
    """Runs the script phase as Xcode would, and returns its exit code, what it says, and whether it wrote its output."""
    names = folder / "inputs.xcfilelist"
    names.write_text("\n".join(str(project / name) for name in listed))
    stamp = folder / "moult.stamp"
    run = subprocess.run(
        [EDITORS / "xcode.sh"], cwd=project, capture_output=True, text=True, check=False, **more,
        env=with_moult(folder, SCRIPT_INPUT_FILE_LIST_COUNT="1", SCRIPT_INPUT_FILE_LIST_0=str(names),
                       SCRIPT_OUTPUT_FILE_COUNT="1", SCRIPT_OUTPUT_FILE_0=str(stamp)))
    return run.returncode, run.stdout, stamp.exists()


def test_xcode_is_told_of_the_files_that_it_lists(project, tmp_path):
    path = project / "Sources/App/A.swift"
    (project / ".moult.yml").write_text("fail_on: error\n")
    code, said, wrote = xcode(project, tmp_path, [".moult.yml", "Sources/App/A.swift", "Package.swift"])
    assert (code, wrote) == (1, False)
    assert [line.split(": ")[:2] for line in said.splitlines()] == [
        [f"{path}:1:8", "error"],
        # In UTF-8 bytes, as compilers count.
        [f"{path}:3:{TEXT.splitlines()[2].encode().index(b'StatusCode') + 1}", "error"]]


def test_xcode_goes_on_where_nothing_is_found(project, tmp_path):
    (project / "Sources/App/A.swift").write_text(FIXED)
    assert xcode(project, tmp_path, ["Sources/App/A.swift"]) == (0, "", True)


def test_xcode_is_told_where_there_is_nothing_to_lint(project, tmp_path):
    code, said, wrote = xcode(project, tmp_path, [])
    assert code == 0 and said.startswith("warning: ") and "names no input file list" in said and not wrote


@pytest.mark.skipif(os.geteuid() != 0, reason="left out: only root can run the script as somebody who may read less")
def test_xcode_goes_on_where_the_sandbox_shows_nothing_else(project):
    # In place of the sandbox, a user who may read what is listed and nothing beside it.
    folder = Path(tempfile.mkdtemp())
    try:
        folder.chmod(0o777)
        shutil.copytree(project, folder / "project")
        (folder / "project/.moult.yml").write_text("rules:\n  grpc-swift.status-code-type: off\n")
        (folder / "project/.git").mkdir(mode=0o700)
        for hidden in ("Package.swift", "Sources/App/B.swift"):
            (folder / "project" / hidden).chmod(0o600)
        for closed in (".", "Sources", "Sources/App"):
            (folder / "project" / closed).chmod(0o711)
        code, said, wrote = xcode(folder / "project", folder, [".moult.yml", "Sources/App/A.swift"], user=65534, group=65534)
        assert (code, wrote, len(said.splitlines())) == (1, False, 1), said
        (folder / "project/.moult.yml").chmod(0o600)
        shutil.rmtree(folder / "bin")
        code, said, _ = xcode(folder / "project", folder, ["Sources/App/A.swift"], user=65534, group=65534)
        assert (code, said) == (2, "")
    finally:
        shutil.rmtree(folder)
